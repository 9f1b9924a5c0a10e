package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.RecordingStream;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.BlockParam;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The arguments of a launch. */
final class TornadoInvocation implements Invocation {
    private final TornadoExecutable executable;
    private final int[] arrays;
    private final long[] values;
    private final @Nullable TornadoMemory[] memories;

    TornadoInvocation(TornadoExecutable executable) {
        this.executable = executable;
        int params = executable.unit().function().params().size();
        this.arrays = executable.arrays().stream().mapToInt(BlockParam::index).toArray();
        this.values = new long[params];
        this.memories = new TornadoMemory[params];
    }

    @Override
    public void setScalar(int parameter, long bits) {
        values[parameter] = bits;
    }

    @Override
    public void setArray(int parameter, Memory memory) {
        TornadoMemory own = (TornadoMemory) memory;
        memories[parameter] = own;
        values[parameter] = own.length();
    }

    @Override
    public void launch(Shape shape, Stream stream) throws KernelFault {
        if (stream instanceof RecordingStream recording) {
            recording.add(note(shape));
        } else {
            executable.run(shape, values, touched());
        }
    }

    @Override
    public NotedLaunch note(Shape shape) {
        long[] noted = values.clone();
        List<TornadoMemory> touched = touched();
        return _ -> executable.run(shape, noted, touched);
    }

    private List<TornadoMemory> touched() {
        TornadoMemory[] touched = new TornadoMemory[arrays.length];
        for (int i = 0; i < arrays.length; i++) {
            touched[i] = Objects.requireNonNull(memories[arrays[i]], "every array is set");
        }
        return List.of(touched);
    }

    @Override
    public void close() {
        // Holds nothing outside the heap.
    }
}
