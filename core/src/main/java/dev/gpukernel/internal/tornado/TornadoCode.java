package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.ir.BlockParam;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A kernel as a class that TornadoVM compiles. */
final class TornadoCode {
    private static final AtomicInteger CLASSES = new AtomicInteger();

    private final KernelUnit unit;
    private final KernelLayout layout;
    private final KernelClass kernel;
    private final GeneratedLoader loader;

    /**
     * Makes the class.
     *
     * @param extent of launches; null if nothing is known of them
     * @param overwritten positions of array parameters whose old contents do not matter
     */
    TornadoCode(TornadoDevice device, KernelUnit unit, @Nullable Extent extent, BitSet overwritten) {
        this.unit = unit;
        // Each array takes time in every launch, so there is none that is not needed, which shows when the code is
        // written.
        KernelLayout least = new KernelLayout(unit.function(), overwritten, false);
        KernelClass emitted = emit(device, extent, least);
        this.layout = emitted != null ? least : new KernelLayout(unit.function(), overwritten, true);
        this.kernel =
                emitted != null ? emitted : Objects.requireNonNull(emit(device, extent, layout), "it has all buffers");
        this.loader = new GeneratedLoader(device.api().loader(), kernel);
    }

    private @Nullable KernelClass emit(TornadoDevice device, @Nullable Extent extent, KernelLayout arrays) {
        int arguments = arrays.arguments().size() + 1;
        if (!device.api().takesArguments(arguments)) {
            throw Refusals.refusal(
                    unit.function().name(), arguments + " arrays and buffers, more than a task may have", null);
        }
        return new TornadoEmitter(unit, extent, arrays, device.generator(), CLASSES.incrementAndGet()).emit();
    }

    KernelUnit unit() {
        return unit;
    }

    KernelLayout layout() {
        return layout;
    }

    KernelClass kernel() {
        return kernel;
    }

    /** {@return a task for a plan; each has its own} */
    Object newTask() {
        return loader.newTask();
    }

    /** {@return the array parameters that the kernel touches} */
    List<BlockParam> arrays() {
        return kernel.arguments().stream()
                .filter(KernelLayout.Argument.OfArray.class::isInstance)
                .map(argument -> ((KernelLayout.Argument.OfArray) argument).param())
                .toList();
    }
}
