package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/**
 * A variable that a loop only assigns, as {@code found = true} under an {@code if}: after the loop it is what the last of these
 * iterations assigned.
 *
 * @param param the header's parameter
 * @param number the number of the iteration that assigned last
 */
record Latest(BlockParam param, BlockParam number) implements Numbered {
    @Override
    public List<BlockParam> params() {
        return List.of(param, number);
    }

    @Override
    public Constant nobody() {
        return Constant.of(Long.MIN_VALUE);
    }

    @Override
    public List<Value> combine(Builder builder, List<Value> left, List<Value> right) {
        Value later = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), right.getLast(), left.getLast());
        return List.of(
                builder.emit(new Op.Select((ScalarType) param.type()), later, right.getFirst(), left.getFirst()),
                builder.emit(new Op.Select(ScalarType.I64), later, right.getLast(), left.getLast()));
    }
}
