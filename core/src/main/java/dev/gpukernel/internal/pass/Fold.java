package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sum, product, minimum, maximum or bitwise combination. Of floating numbers, rounding makes the order of additions and
 * multiplications visible; everything else is the same in any order.
 *
 * @param param the header's parameter
 * @param operation combines two values; a comparison chooses its left one where it holds, else its right one, which came first
 * @param narrow what an int is narrowed to each time, {@code null} if it is not
 */
record Fold(BlockParam param, Op operation, @Nullable ElementType narrow) implements Reduction {
    /** A bit that no byte, short or char has unless it is negative and has all above it, too. */
    private static final long NOTHING = 1L << Short.SIZE;

    /** {@return the operation that combines parts of what an operation accumulates, null if that is not associative} */
    static @Nullable Op combining(Op step) {
        return switch (step) {
            // What is subtracted in parts is subtracted from 0, and these parts are added.
            case Op.Binary(BinaryKind kind, ScalarType type)
            when kind == BinaryKind.SUB -> new Op.Binary(BinaryKind.ADD, type);
            // A shift to the left multiplies by a power of 2, a change of sign by -1.
            case Op.Binary(BinaryKind kind, ScalarType type)
            when kind == BinaryKind.SHL -> new Op.Binary(BinaryKind.MUL, type);
            case Op.Negate(ScalarType type) -> new Op.Binary(BinaryKind.MUL, type);
            case Op.Binary(BinaryKind kind, ScalarType _) when kind.isCommutative() -> step;
            case Op.Call(Intrinsics intrinsic) -> extremum(intrinsic) == 0 ? null : step;
            default -> null;
        };
    }

    /** {@return -1 for a minimum, 1 for a maximum, 0 for others} */
    private static int extremum(Intrinsics intrinsic) {
        return switch (intrinsic) {
            case MIN_I32, MIN_I64, MIN_F32, MIN_F64 -> -1;
            case MAX_I32, MAX_I64, MAX_F32, MAX_F64 -> 1;
            default -> 0;
        };
    }

    @Override
    public List<BlockParam> params() {
        return List.of(param);
    }

    @Override
    public Constant identity() {
        ScalarType type = (ScalarType) param.type();
        // Outside what is narrowed, and each operation gives the same with it as with its neutral number once that is
        // narrowed: it
        // says that nothing was accumulated.
        long apart = narrow == null ? 0 : NOTHING;
        return switch (operation) {
            case Op.Binary(BinaryKind kind, ScalarType _) ->
                switch (kind) {
                    // The sum of -0 and any number is that number.
                    case ADD -> number(type, -0.0, apart);
                    case MUL -> number(type, 1, 1 ^ apart);
                    case AND -> type == ScalarType.I1 ? Constant.of(true) : number(type, 0, -1 ^ apart);
                    case OR, XOR -> type == ScalarType.I1 ? Constant.of(false) : number(type, 0, apart);
                    case SUB, DIV, REM, SHL, SHR, USHR -> throw new IllegalStateException(operation.text());
                };
            case Op.Call(Intrinsics intrinsic) ->
                extremum(intrinsic) < 0
                        ? number(type, Double.POSITIVE_INFINITY, most(type))
                        : number(type, Double.NEGATIVE_INFINITY, -most(type) - 1);
            // Nothing but itself takes its place, and NaN does not.
            case Op.Compare(Predicate better, ScalarType _) ->
                better.isLess()
                        ? number(type, Double.POSITIVE_INFINITY, most(type))
                        : number(type, Double.NEGATIVE_INFINITY, -most(type) - 1);
            default -> throw new IllegalStateException(operation.text());
        };
    }

    private static long most(ScalarType type) {
        return type == ScalarType.I64 ? Long.MAX_VALUE : Integer.MAX_VALUE;
    }

    private static Constant number(ScalarType type, double floating, long integral) {
        return switch (type) {
            case F32 -> Constant.of((float) floating);
            case F64 -> Constant.of(floating);
            case I1, I32, I64 -> new Constant(type, integral);
        };
    }

    @Override
    public boolean isRounded() {
        return operation instanceof Op.Binary(var _, var type) && type.isFloating();
    }

    @Override
    public List<Value> combine(Builder builder, List<Value> left, List<Value> right) {
        Value both = operation instanceof Op.Compare
                ? better(builder, right.getFirst(), left.getFirst())
                : builder.emit(operation, left.getFirst(), right.getFirst());
        if (narrow == null) {
            return List.of(both);
        }
        // What is on the left may be from before the loop, and wider: it stays so if nothing was accumulated.
        Value isNothing =
                builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I32), right.getFirst(), builder.emit(identity()));
        Value narrowed = builder.emit(new Op.Narrow(narrow), both);
        return List.of(builder.emit(new Op.Select(ScalarType.I32), isNothing, left.getFirst(), narrowed));
    }

    private Value better(Builder builder, Value later, Value first) {
        return builder.emit(
                new Op.Select((ScalarType) param.type()), builder.emit(operation, later, first), later, first);
    }
}
