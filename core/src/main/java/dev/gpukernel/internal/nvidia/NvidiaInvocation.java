package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The arguments of a launch in native memory, laid out once: a slot of 8 bytes for each parameter of the generated code, and the
 * array of pointers to them that the driver takes. A scalar is in the lower bytes of its slot.
 */
final class NvidiaInvocation implements Invocation {
    private static final long SLOT = Long.BYTES;

    private final NvidiaExecutable executable;
    private final MemorySegment slots;
    private final MemorySegment pointers;
    private final int[] firstSlot;
    private final long faultSlot;

    NvidiaInvocation(NvidiaExecutable executable) {
        this.executable = executable;
        List<BlockParam> params = executable.unit().function().params();
        firstSlot = new int[params.size()];
        int count = 0;
        for (int i = 0; i < firstSlot.length; i++) {
            firstSlot[i] = count;
            count += params.get(i).type() instanceof ArrayType ? 2 : 1;
        }
        faultSlot = count * SLOT;
        count += 2;
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
        slots.set(ValueLayout.JAVA_LONG, slot, ((NvidiaMemory) memory).memory().pointer());
        slots.set(ValueLayout.JAVA_LONG, slot + SLOT, memory.length());
    }

    @Override
    public void launch(Shape shape, Stream stream) {
        NvidiaStream queue = (NvidiaStream) stream;
        if (executable.mayFault()) {
            FaultBox faults = queue.faults();
            slots.set(ValueLayout.JAVA_LONG, faultSlot, faults.address());
            slots.set(ValueLayout.JAVA_LONG, faultSlot + SLOT, faults.nextLaunch(executable.number()));
        }
        executable
                .function()
                .launch(
                        shape.gridX(),
                        shape.gridY(),
                        shape.gridZ(),
                        shape.blockX(),
                        shape.blockY(),
                        shape.blockZ(),
                        shape.sharedBytes(),
                        queue.cuda().handle(),
                        pointers);
    }

    @Override
    public void close() {
        // Its native memory goes with it.
    }
}
