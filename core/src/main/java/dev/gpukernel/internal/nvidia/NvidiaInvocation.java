package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.RecordingStream;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaGraph;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ptx.PtxKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a launch in native memory, laid out once: a slot of 8 bytes for each parameter of the generated code, and the
 * array of pointers to them that the driver takes. A scalar is in the lower bytes of its slot.
 */
final class NvidiaInvocation implements Invocation {
    private static final long SLOT = Long.BYTES;

    /** Where a launch that cannot fault would leave one. */
    private static final long NO_RECORD = 0;

    /** Fault record, launch of what prints, grid barrier, print buffer. */
    private static final int MOST_OWN_SLOTS = 4;

    private final NvidiaExecutable executable;
    private final MemorySegment slots;
    private final MemorySegment pointers;
    private final int[] firstSlot;
    private final int fixedSlots;
    private final @Nullable ArrayHistory[] histories;
    private boolean isFaultFree;

    NvidiaInvocation(NvidiaExecutable executable) {
        this.executable = executable;
        List<BlockParam> params = executable.unit().function().params();
        firstSlot = new int[params.size()];
        histories = new ArrayHistory[params.size()];
        int count = 0;
        for (int i = 0; i < firstSlot.length; i++) {
            firstSlot[i] = count;
            count += params.get(i).type() instanceof ArrayType && executable.takesLengths() ? 2 : 1;
        }
        fixedSlots = count;
        count += MOST_OWN_SLOTS;
        Arena arena = Arena.ofAuto();
        slots = arena.allocate(count * SLOT, SLOT);
        pointers = arena.allocate(count * SLOT, SLOT);
        for (int i = 0; i < count; i++) {
            pointers.setAtIndex(ValueLayout.JAVA_LONG, i, slots.address() + i * SLOT);
        }
    }

    @Override
    public void setScalar(int parameter, long bits) {
        slots.set(ValueLayout.JAVA_LONG, firstSlot[parameter] * SLOT, bits);
    }

    @Override
    public void setArray(int parameter, Memory memory) {
        long slot = firstSlot[parameter] * SLOT;
        DeviceArray array = (DeviceArray) memory;
        slots.set(ValueLayout.JAVA_LONG, slot, array.pointer());
        if (executable.takesLengths()) {
            slots.set(ValueLayout.JAVA_LONG, slot + SLOT, memory.length());
        }
        histories[parameter] = array.history();
    }

    @Override
    public void setFaultFree(boolean isKnown) {
        isFaultFree = isKnown;
    }

    /** {@return one with the same arguments} */
    private NvidiaInvocation copy() {
        NvidiaInvocation copy = new NvidiaInvocation(executable);
        copy.slots.copyFrom(slots);
        System.arraycopy(histories, 0, copy.histories, 0, histories.length);
        return copy;
    }

    @Override
    public NotedLaunch note(Shape shape) {
        return new NvidiaLaunch(copy(), shape);
    }

    @Override
    public boolean isNoted(Shape shape, NotedLaunch noted) {
        return noted instanceof NvidiaLaunch other && other.shape().equals(shape) && hasArgumentsOf(other.invocation());
    }

    private boolean hasArgumentsOf(NvidiaInvocation other) {
        if (executable != other.executable
                || MemorySegment.mismatch(slots, 0, fixedSlots * SLOT, other.slots, 0, fixedSlots * SLOT) != -1) {
            return false;
        }
        for (int i = 0; i < histories.length; i++) {
            if (histories[i] != other.histories[i]) {
                return false;
            }
        }
        return true;
    }

    NvidiaExecutable executable() {
        return executable;
    }

    /** {@return its arrays by parameter, null for what is none} */
    @Nullable ArrayHistory[] histories() {
        return histories;
    }

    @Override
    public void launch(Shape shape, Stream stream) {
        if (stream instanceof RecordingStream recording) {
            recording.add(note(shape));
            return;
        }
        NvidiaStream queue = (NvidiaStream) stream;
        synchronized (queue) {
            FaultSlot slot = executable.mayFault() && !isFaultFree ? queue.nextSlot() : null;
            setOwnSlots(slot, queue);
            executable.noteIfUnchecked();
            executable
                    .function()
                    .launch(
                            executable.waitsForGrid(),
                            shape.gridX(),
                            shape.gridY(),
                            shape.gridZ(),
                            shape.blockX(),
                            shape.blockY(),
                            shape.blockZ(),
                            executable.provide(shape.sharedBytes()),
                            queue.cuda().handle(),
                            pointers);
            queue.enqueued(histories, executable.written(), slot == null ? null : slot.of(executable), 1);
        }
    }

    /** {@return this launch for a graph, with a place for its fault if it may have one} */
    CudaGraph.Node node(Shape shape, @Nullable FaultSlot fault) {
        if (fault != null) {
            set(fixedSlots, fault.address());
        }
        executable.noteIfUnchecked();
        return new CudaGraph.Node(
                executable.function(),
                shape.gridX(),
                shape.gridY(),
                shape.gridZ(),
                shape.blockX(),
                shape.blockY(),
                shape.blockZ(),
                executable.provide(shape.sharedBytes()),
                pointers);
    }

    /** Sets the parameters that are not the kernel's own, in the order in which {@link PtxKernel} has them. */
    private void setOwnSlots(@Nullable FaultSlot fault, NvidiaStream queue) {
        int slot = fixedSlots;
        if (executable.mayFault()) {
            set(slot++, fault == null ? NO_RECORD : fault.address());
        }
        if (executable.prints()) {
            set(slot++, queue.prints().nextLaunch(executable));
        }
        if (executable.waitsForGrid()) {
            set(slot++, queue.gridBarrier());
        }
        if (executable.prints()) {
            set(slot, queue.prints().address());
        }
    }

    private void set(int slot, long value) {
        slots.set(ValueLayout.JAVA_LONG, slot * SLOT, value);
    }

    @Override
    public void close() {
        // Its native memory goes with it.
    }
}
