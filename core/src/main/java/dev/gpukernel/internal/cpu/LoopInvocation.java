package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.RecordingStream;
import dev.gpukernel.internal.backend.SegmentMemory;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.jvm.LoopFault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Runs the iterations of a loop; done when all are. */
final class LoopInvocation implements Invocation {
    private final LoopKernel loop;
    private final FaultReplay replay;
    private final @Nullable Object[] arrays;
    private final long[] scalars;
    private SliceCopies slices = new SliceCopies();

    LoopInvocation(LoopKernel loop, FaultReplay replay) {
        this.loop = loop;
        this.replay = replay;
        int params = loop.function().params().size();
        this.arrays = new Object[params];
        this.scalars = new long[params];
    }

    @Override
    public void setScalar(int parameter, long bits) {
        scalars[parameter] = bits;
    }

    @Override
    public void setArray(int parameter, Memory memory) {
        arrays[parameter] = switch (memory) {
            case SegmentMemory own when isLarge(parameter) -> own.elements();
            case HeapMemory own when isLarge(parameter) -> own.elements();
            case HeapMemory own when !own.isSlice() -> own.array();
            default -> slices.add(memory, loop.writes(parameter));
        };
    }

    private boolean isLarge(int parameter) {
        return loop.function().params().get(parameter).type() instanceof ArrayType array
                && array.index() == IndexType.LONG;
    }

    @Override
    public void launch(Shape shape, Stream stream) throws KernelFault {
        if (stream instanceof RecordingStream recording) {
            recording.add(note(shape));
        } else {
            note(shape).launch(stream);
        }
    }

    @Override
    public NotedLaunch note(Shape shape) {
        LoopArguments arguments = new LoopArguments(arrays.clone(), scalars.clone());
        SliceCopies own = slices;
        // The host's arrays are not ours to keep.
        Arrays.fill(arrays, null);
        slices = new SliceCopies();
        return stream -> {
            own.fill(stream);
            try {
                run(arguments, shape);
            } finally {
                own.giveBack(stream);
            }
        };
    }

    private void run(LoopArguments arguments, Shape shape) throws KernelFault {
        long iterations = loop.iterations(arguments, shape);
        if (iterations <= 0) {
            return;
        }
        try {
            new LoopRun(loop, arguments, iterations).run();
        } catch (LoopFault fault) {
            throw new KernelFault(loop.exception(fault));
        } catch (Throwable thrown) {
            throw new KernelFault(replay.shown(thrown));
        }
    }

    @Override
    public void close() {}
}
