package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.jvm.BlockCode;
import dev.gpukernel.internal.jvm.NotEmittableException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A grid kernel whose threads wait for each other, as code that runs the threads of a block in turn, made when a launch needs it. */
final class BlockKernel {
    private final KernelUnit unit;
    private final Map<Boolean, Optional<BlockCode>> made = new HashMap<>();

    BlockKernel(KernelUnit unit) {
        this.unit = unit;
    }

    KernelUnit unit() {
        return unit;
    }

    /** {@return the code for blocks of a shape, {@code null} if there is none and each thread must be a Java thread} */
    synchronized @Nullable BlockCode code(Shape shape) {
        boolean isFlat = shape.blockY() == 1 && shape.blockZ() == 1;
        return made.computeIfAbsent(isFlat, this::compile).orElse(null);
    }

    private Optional<BlockCode> compile(boolean isFlat) {
        try {
            return Optional.of(BlockCode.of(unit.function(), isFlat));
        } catch (NotEmittableException _) {
            return Optional.empty();
        }
    }
}
