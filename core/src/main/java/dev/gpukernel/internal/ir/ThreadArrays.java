package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Op.BinaryKind;
import java.util.LinkedHashSet;
import java.util.List;

/** Moves arrays from one space to another, once it shows in which they have to be. */
public final class ThreadArrays {
    private ThreadArrays() {}

    /** {@return whether nothing is done with an array that a kernel makes but to make it, and to read and write its elements} */
    public static boolean canBeOwn(BlockParam made) {
        int makers = 0;
        for (Instr user : made.users()) {
            switch (user.op()) {
                case Op.MakeArray _ -> makers++;
                case Op.Length _, Op.Load _, Op.Store _ -> {}
                default -> {
                    return false;
                }
            }
        }
        return makers == 1;
    }

    /**
     * Lets an array that a kernel makes be one of the thread that makes it. Nothing uses its parameter any more.
     *
     * @param maker makes it; whatever else is done with the array comes after that
     */
    public static void makeOwn(Instr maker) {
        BlockParam made = (BlockParam) maker.operand(0);
        Op.MakeArray op = (Op.MakeArray) maker.op();
        Function kernel = maker.block().function();
        Builder builder = new Builder(kernel).before(maker);
        Value length = product(builder, maker, op.dimensions().count());
        Instr own = builder.emit(new Op.DynamicLocal(op.element()), length);
        own.setName(made.name());
        maker.remove();
        for (Instr user : List.copyOf(made.users())) {
            if (user.op() instanceof Op.Length) {
                user.replaceAllUsesWith(length);
                user.remove();
            }
        }
        replace(made, own);
    }

    /**
     * {@return the number of elements of arrays of arrays; of more than an array can have it is as many as one can have} Where a size is
     * negative, the thread does not get there, but a launch asks for the length all the same.
     */
    private static Value product(Builder builder, Instr maker, int dimensions) {
        if (dimensions == 1) {
            return maker.operand(1);
        }
        Value all = atLeastZero(builder, maker.operand(1));
        for (int i = 2; i <= dimensions; i++) {
            all = product(builder, all, atLeastZero(builder, maker.operand(i)));
        }
        return all;
    }

    private static Value product(Builder builder, Value one, Value other) {
        Op.Convert widen = Op.Convert.WIDEN;
        Value all = builder.emit(
                new Op.Binary(BinaryKind.MUL, ScalarType.I64), builder.emit(widen, one), builder.emit(widen, other));
        Value most = builder.constant((long) Integer.MAX_VALUE);
        Value isTooMany = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), all, most);
        Value bounded = builder.emit(new Op.Select(ScalarType.I64), isTooMany, most, all);
        return builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), bounded);
    }

    private static Value atLeastZero(Builder builder, Value size) {
        Value zero = builder.constant(0);
        Value isNegative = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), size, zero);
        return builder.emit(new Op.Select(ScalarType.I32), isNegative, zero, size);
    }

    /** Lets whatever is done with an array be done with another one of the same elements, in whichever space that is. */
    public static void replace(Value array, Value other) {
        ArrayType type = (ArrayType) other.type();
        // What returns it twice is one user.
        for (Instr user : new LinkedHashSet<>(array.users())) {
            List<Value> operands = user.operands().stream()
                    .map(operand -> operand == array ? other : operand)
                    .toList();
            Op op = user.op() instanceof Op.Return
                    ? new Op.Return(operands.stream().map(Value::type).toList())
                    : in(type, user.op());
            Instr changed = new Builder(user.block().function()).before(user).emit(op, operands);
            changed.setName(user.name());
            user.replaceAllUsesWith(changed);
            user.block().function().removeInstrs(List.of(user));
        }
    }

    private static Op in(ArrayType type, Op op) {
        return switch (op) {
            case Op.Length(var element, Space _, var _) -> new Op.Length(element, type.space());
            case Op.Load(var element, Space _, var _) -> new Op.Load(element, type.space());
            case Op.Store(var element, Space _, var _) -> new Op.Store(element, type.space());
            default -> throw new IllegalStateException(op.text() + " of an array that moves to another space");
        };
    }
}
