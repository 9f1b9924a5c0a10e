package dev.gpukernel.internal.tornado;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * An array. Its place is in the Java heap, but what it holds may be newer on the device, where TornadoVM has memory for each plan. So it
 * knows the plan that has it, and has it fetched from there when it is wanted.
 *
 * <p>Locks: who holds that of an array takes no other, and who holds that of a plan takes only those of arrays.
 */
final class TornadoMemory implements Memory {
    private final HeapMemory heap;

    /** Plans that have copies, current or not. */
    private final Set<ResidentPlan> plans = new CopyOnWriteArraySet<>();

    /** Counts changes. A copy is current if it was made, or the change, when there were as many. */
    private long version;

    private @Nullable ResidentPlan newest;

    TornadoMemory(HeapMemory heap) {
        this.heap = heap;
    }

    /** {@return what it holds in the heap, once everything newer was fetched} */
    HeapMemory atHome() {
        ResidentPlan holder = newest();
        if (holder != null) {
            holder.bringHome(this);
        }
        return heap;
    }

    private synchronized @Nullable ResidentPlan newest() {
        return newest;
    }

    /** {@return the number of changes} */
    synchronized long version() {
        return version;
    }

    /** Takes note that the heap holds something new. */
    synchronized void changed() {
        version++;
        newest = null;
    }

    /** Takes note that a plan has something new, and {@return the number of changes with this one} */
    synchronized long changedOn(ResidentPlan plan) {
        newest = plan;
        return ++version;
    }

    /** Copies what a plan has to the heap, where it was the newest. For the plan, under its lock. */
    synchronized void take(ResidentPlan plan, Runnable copy) {
        if (newest == plan) {
            copy.run();
            newest = null;
        }
    }

    /** {@return the array in the heap, for a plan that fetches it} */
    HeapMemory heap() {
        return heap;
    }

    void isOn(ResidentPlan plan) {
        plans.add(plan);
    }

    void isNoLongerOn(ResidentPlan plan) {
        plans.remove(plan);
    }

    @Override
    public Memory slice(long from, long count) {
        throw new GpuException(Message.TORNADO_SLICE, from, from + count);
    }

    @Override
    public ElementType element() {
        return heap.element();
    }

    @Override
    public long length() {
        return heap.length();
    }

    @Override
    public void copyFrom(Object hostArray, Stream stream) {
        heap.copyFrom(hostArray, stream);
        changed();
    }

    @Override
    public void copyTo(Object hostArray, Stream stream) {
        atHome().copyTo(hostArray, stream);
    }

    @Override
    public void copyFrom(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        atHome().copyFrom(hostArray, hostFrom, from, count, stream);
        changed();
    }

    @Override
    public void copyTo(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        atHome().copyTo(hostArray, hostFrom, from, count, stream);
    }

    @Override
    public void copyFrom(Memory other, Stream stream) {
        heap.copyFrom(other, stream);
        changed();
    }

    @Override
    public void clear(Stream stream) {
        heap.clear(stream);
        changed();
    }

    @Override
    public void free(Stream stream) {
        close();
    }

    @Override
    public void close() {
        changed();
        List<ResidentPlan> own = new ArrayList<>(plans);
        own.forEach(ResidentPlan::close);
        heap.close();
    }
}
