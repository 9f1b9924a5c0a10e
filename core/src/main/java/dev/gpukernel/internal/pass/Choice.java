package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The best of some values, and what goes with it, chosen by {@code if (value < best) { best = value; where = i; }}. The iteration
 * that chose is kept beside, so that among equals the same is chosen as by the loop.
 *
 * @param params best, what goes with it, and last the number of the iteration that chose
 * @param better holds between a value and the best so far if it takes its place
 */
record Choice(List<BlockParam> params, Predicate better) implements Numbered {
    /** Copies the parameters. */
    Choice {
        params = List.copyOf(params);
    }

    @Override
    public Constant nobody() {
        return Constant.of(isFirst(better) ? Long.MAX_VALUE : Long.MIN_VALUE);
    }

    /** {@return whether the first of equals stays} */
    static boolean isFirst(Predicate better) {
        return better == Predicate.LT || better == Predicate.GT;
    }

    @Override
    public List<Value> combine(Builder builder, List<Value> left, List<Value> right) {
        Predicate strictly = switch (better) {
            case LT, LE -> Predicate.LT;
            default -> Predicate.GT;
        };
        ScalarType type = (ScalarType) params.getFirst().type();
        Value wins = builder.emit(new Op.Compare(strictly, type), right.getFirst(), left.getFirst());
        Value loses = builder.emit(new Op.Compare(strictly, type), left.getFirst(), right.getFirst());
        Value earlier = builder.emit(
                new Op.Compare(isFirst(better) ? Predicate.LT : Predicate.GT, ScalarType.I64),
                right.getLast(),
                left.getLast());
        Value notLoses =
                builder.emit(new Op.Binary(BinaryKind.XOR, ScalarType.I1), loses, builder.emit(Constant.of(true)));
        Value tie = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), notLoses, earlier);
        Value takes = builder.emit(new Op.Binary(BinaryKind.OR, ScalarType.I1), wins, tie);
        List<Value> chosen = new ArrayList<>();
        for (int i = 0; i < params.size(); i++) {
            chosen.add(
                    builder.emit(new Op.Select((ScalarType) params.get(i).type()), takes, right.get(i), left.get(i)));
        }
        return chosen;
    }
}
