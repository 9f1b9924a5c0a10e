package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRun;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Launches with host arrays: what the kernel reads goes to the device, what it writes comes back, an array passed twice is one
 * buffer. If a thread faults, nothing comes back.
 */
final class HostLaunch implements LaunchArrays {
    private final Program program;
    private final @Nullable Object[] arrays;
    private final @Nullable Memory[] memories;
    private @Nullable Plan plan;
    private @Nullable Lane lane;
    private @Nullable Stream stream;
    private boolean hasStreamOfItsOwn;
    private boolean there;
    private long bytesIn;

    /**
     * Makes what launches a program.
     *
     * @param program the kernel
     * @param arrays where the host arrays are found at each launch, by parameter
     */
    HostLaunch(Program program, @Nullable Object[] arrays) {
        this.program = program;
        this.arrays = arrays;
        this.memories = new Memory[arrays.length];
    }

    /** What to do with the arrays. */
    interface Work {
        void run(LaunchArrays arrays) throws KernelFault;
    }

    KernelRun run(Plan newPlan, @Nullable DeviceStream asked, Work work) throws KernelFault {
        plan = newPlan;
        there = false;
        bytesIn = 0;
        return newPlan.gpu().raw().sharesHeap() ? inPlace(newPlan, asked, work) : moved(newPlan, asked, work);
    }

    private KernelRun inPlace(Plan used, @Nullable DeviceStream asked, Work work) throws KernelFault {
        hasStreamOfItsOwn = true;
        stream = (asked == null ? used.gpu().defaultStream() : asked).raw();
        there = true;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            memories[i] = array == null ? null : used.gpu().raw().wrap(array);
        }
        long start = System.nanoTime();
        try {
            work.run(this);
            return Times.inPlace(used, System.nanoTime() - start);
        } finally {
            Arrays.fill(memories, null);
        }
    }

    private KernelRun moved(Plan used, @Nullable DeviceStream asked, Work work) throws KernelFault {
        if (asked == null) {
            return moved(used, used.gpu().takeLane(), null, work);
        }
        asked.beginUse();
        try {
            return moved(used, used.gpu().takeLane(), asked.raw(), work);
        } finally {
            asked.endUse();
        }
    }

    private KernelRun moved(Plan used, Lane taken, @Nullable Stream asked, Work work) throws KernelFault {
        Stream queue = asked == null ? taken.stream : asked;
        lane = taken;
        hasStreamOfItsOwn = asked == null;
        stream = queue;
        Throwable failure = null;
        boolean isUsable = true;
        try {
            return run(used, taken, queue, work);
        } catch (KernelFault fault) {
            failure = fault.thrown();
            isUsable = isLeftClean(failure);
            throw fault;
        } catch (RuntimeException | Error failed) {
            failure = failed;
            isUsable = isLeftClean(failed);
            throw failed;
        } finally {
            release(used, taken, queue, isUsable, failure);
        }
    }

    private KernelRun run(Plan used, Lane taken, Stream queue, Work work) throws KernelFault {
        taken.begin.record(queue);
        try {
            work.run(this);
        } catch (RuntimeException | Error failed) {
            throwEarlierFault(failed);
            throw failed;
        }
        if (!there) {
            taken.uploaded.record(queue);
        }
        taken.computed.record(queue);
        settle();
        long bytesOut = there ? download(queue) : 0;
        taken.end.record(queue);
        return Times.moved(used, taken, bytesIn, bytesOut);
    }

    /** What a thread threw in what was launched before something failed is what the kernel throws. */
    private void throwEarlierFault(Throwable failure) throws KernelFault {
        try {
            settle();
        } catch (KernelFault fault) {
            fault.thrown().addSuppressed(failure);
            throw fault;
        } catch (RuntimeException broken) {
            failure.addSuppressed(broken);
        }
    }

    /** Waits for what was launched before something failed; {@return whether the lane can be used again} */
    private boolean isLeftClean(Throwable failure) {
        try {
            settle();
            return true;
        } catch (KernelFault left) {
            failure.addSuppressed(left.thrown());
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    /** Frees the memory and gives the lane back. */
    private void release(Plan used, Lane taken, Stream queue, boolean isUsable, @Nullable Throwable failure) {
        try {
            free(queue);
        } catch (RuntimeException failed) {
            if (failure == null) {
                throw failed;
            }
            failure.addSuppressed(failed);
        }
        if (isUsable) {
            used.gpu().giveBack(taken);
        }
    }

    @Override
    public void claim() {
        // The host's arrays are the caller's, and what is on the device is nobody else's.
    }

    @Override
    public void giveUpClaim() {
        // There is none.
    }

    @Override
    public void settle() throws KernelFault {
        if (hasStreamOfItsOwn) {
            stream().synchronize();
            return;
        }
        // Others may launch on the stream too.
        for (Memory memory : memories) {
            if (memory != null) {
                memory.settle(stream());
            }
        }
    }

    @Override
    public Stream stream() {
        return Objects.requireNonNull(stream, "launched");
    }

    @Override
    public void bring(BitSet overwritten, long threads) {
        if (there) {
            return;
        }
        there = true;
        allocate(Objects.requireNonNull(plan, "launched").gpu().allocator(), stream());
        bytesIn = upload(overwritten, threads, stream());
        Objects.requireNonNull(lane, "moved").uploaded.record(stream());
    }

    @Override
    public boolean isLasting() {
        return Objects.requireNonNull(plan, "launched").gpu().raw().sharesHeap();
    }

    @Override
    public Memory memory(int parameter) {
        return Objects.requireNonNull(memories[parameter], "an array");
    }

    private void allocate(Allocator allocator, Stream queue) {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array != null) {
                int same = first(array);
                ElementType element = Objects.requireNonNull(ElementType.ofArray(array.getClass()));
                memories[i] = same < i ? memories[same] : allocator.allocate(element, Array.getLength(array), queue);
            }
        }
    }

    /** {@return the first parameter that an array is passed for} */
    private int first(Object array) {
        int i = 0;
        while (!isSame(arrays[i], array)) {
            i++;
        }
        return i;
    }

    private long upload(BitSet overwritten, long threads, Stream queue) {
        long bytes = 0;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            Memory memory = memories[i];
            if (array != null
                    && memory != null
                    && first(array) == i
                    && isOldContentNeeded(array, overwritten, threads)) {
                memory.copyFrom(array, queue);
                bytes += bytes(memory);
            }
        }
        return bytes;
    }

    /** An element that is not surely overwritten must come back as it was, so it has to go there first. */
    private boolean isOldContentNeeded(Object array, BitSet fullWrites, long threads) {
        boolean touched = false;
        boolean overwritten = false;
        for (int i = 0; i < arrays.length; i++) {
            if (isSame(arrays[i], array)) {
                if (program.uses().get(i).read()) {
                    return true;
                }
                touched |= program.uses().get(i).written();
                overwritten |= fullWrites.get(i) && threads >= Array.getLength(array);
            }
        }
        return touched && !overwritten;
    }

    private long download(Stream queue) {
        long bytes = 0;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            Memory memory = memories[i];
            if (array != null && memory != null && first(array) == i && isWritten(array)) {
                memory.copyTo(array, queue);
                bytes += bytes(memory);
            }
        }
        return bytes;
    }

    private boolean isWritten(Object array) {
        for (int i = 0; i < arrays.length; i++) {
            if (isSame(arrays[i], array) && program.uses().get(i).written()) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private static boolean isSame(@Nullable Object one, Object other) {
        return one == other;
    }

    private static long bytes(Memory memory) {
        return (long) memory.length() * memory.element().bytes();
    }

    private void free(Stream queue) {
        for (int i = 0; i < memories.length; i++) {
            Memory memory = memories[i];
            Object array = arrays[i];
            if (memory != null && array != null && first(array) == i) {
                memory.free(queue);
            }
        }
        Arrays.fill(memories, null);
    }
}
