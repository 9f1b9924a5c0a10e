package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;

/** Code that counts the iterations of a loop before it begins. */
final class IterationCount {
    private IterationCount() {}

    /**
     * Emits the code.
     *
     * @param builder where the loop's start and bound are known
     * @param counted the loop
     * @param first its start, known there
     * @param last its bound, likewise
     * @return the number of iterations, an I64; 0 or less if there are none
     */
    static Value emit(Builder builder, CountedLoop counted, Value first, Value last) {
        boolean up = counted.step() > 0;
        Value start = LoopShaping.wide(builder, first);
        Value bound = LoopShaping.wide(builder, last);
        Value distance = up ? difference(builder, bound, start) : difference(builder, start, bound);
        long step = Math.abs(counted.step());
        Value padded = LoopShaping.plus(builder, distance, counted.isInclusive() ? step : step - 1);
        return step == 1
                ? padded
                : builder.emit(new Op.Binary(BinaryKind.DIV, ScalarType.I64), padded, builder.constant(step));
    }

    private static Value difference(Builder builder, Value left, Value right) {
        return builder.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I64), left, right);
    }
}
