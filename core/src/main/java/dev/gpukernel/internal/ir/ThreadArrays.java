package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Moves arrays from one space to another, once it shows in which they have to be. */
public final class ThreadArrays {
    private ThreadArrays() {}

    /**
     * {@return whether nothing is done with an array that a kernel makes but to make it, always as long, and to read and write its elements}
     */
    public static boolean canBeOwn(BlockParam made) {
        Instr maker = null;
        for (Instr user : users(made)) {
            switch (user.op()) {
                case Op.MakeArray _ -> {
                    if (maker != null && !areAsLong(maker, user)) {
                        return false;
                    }
                    maker = user;
                }
                case Op.Length _, Op.Load _, Op.Store _ -> {}
                default -> {
                    return false;
                }
            }
        }
        return maker != null;
    }

    /** {@return what uses an array, without launches that are passed it as they are passed every array, and do nothing with it} */
    public static List<Instr> users(BlockParam made) {
        return made.users().stream().filter(user -> !isUnused(made, user)).toList();
    }

    private static boolean isUnused(BlockParam array, Instr user) {
        Function nest = switch (user.op()) {
            case Op.Launch launch -> launch.nest();
            case Op.MayLaunch launch -> launch.nest();
            default -> null;
        };
        if (nest == null) {
            return false;
        }
        for (int i = 0; i < nest.params().size(); i++) {
            if (user.operand(i) == array && nest.params().get(i).isUsed()) {
                return false;
            }
        }
        return true;
    }

    private static boolean areAsLong(Instr maker, Instr other) {
        for (int i = 1; i < maker.operands().size(); i++) {
            Value one = maker.operand(i);
            Value another = other.operand(i);
            boolean areSame = one == another
                    || (one instanceof Instr first
                            && another instanceof Instr second
                            && first.op() instanceof Constant
                            && first.op().equals(second.op()));
            if (!areSame) {
                return false;
            }
        }
        return true;
    }

    /** {@return what makes an array} */
    public static List<Instr> makers(BlockParam made) {
        return made.users().stream()
                .filter(user -> user.op() instanceof Op.MakeArray && user.operand(0) == made)
                .toList();
    }

    /**
     * Lets an array that a kernel makes be one of the thread that makes it. Nothing uses its parameter any more.
     *
     * @param made the array, which {@link #canBeOwn}
     * @param before a block that leads to all that makes it; nothing uses the array before it is made
     */
    public static void makeOwn(BlockParam made, Block before) {
        List<Instr> makers = makers(made);
        Instr first =
                before.instrs().stream().filter(makers::contains).findFirst().orElse(before.terminator());
        Instr maker = makers.contains(first) ? first : makers.getFirst();
        Op.MakeArray op = (Op.MakeArray) maker.op();
        Function kernel = before.function();
        Builder builder = new Builder(kernel).before(first).at(maker.position());
        Value length = length(builder, maker, op.dimensions().count());
        Constant constant = length.constant();
        Instr own = constant != null
                ? builder.emit(new Op.LocalArray(op.element(), (int) constant.bits()))
                : builder.emit(new Op.DynamicLocal(op.element()), length);
        own.setName(made.name());
        for (Instr other : makers) {
            if (other != first) {
                clear(other, own, length);
            }
            other.remove();
        }
        for (Instr user : List.copyOf(made.users())) {
            if (user.op() instanceof Op.Length) {
                user.replaceAllUsesWith(length);
                user.remove();
            }
        }
        replace(made, own);
    }

    /** Clears an array before what makes it once more. */
    private static void clear(Instr maker, Instr own, Value length) {
        Function kernel = maker.block().function();
        ArrayType type = (ArrayType) own.type();
        Block header = kernel.addBlock();
        Block body = kernel.addBlock();
        Block after = kernel.addBlock();
        BlockParam index = header.addParam(ScalarType.I32);
        Block block = maker.block();
        block.moveInstrsTo(maker, after);
        Builder builder = new Builder(kernel).atEnd(block).at(maker.position());
        builder.jump(header, List.of(builder.constant(0)));
        builder.atEnd(header);
        Value goesOn = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), index, length);
        builder.branch(goesOn, body, List.of(), after, List.of());
        builder.atEnd(body);
        builder.emit(
                new Op.Store(type),
                own,
                index,
                builder.emit(new Constant(type.element().register(), 0)));
        Value next = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), index, builder.constant(1));
        builder.jump(header, List.of(next));
    }

    /** {@return the number of elements, a constant if the sizes are} */
    private static Value length(Builder builder, Instr maker, int dimensions) {
        long known = 1;
        for (int i = 1; i <= dimensions; i++) {
            Constant constant = maker.operand(i).constant();
            if (constant == null) {
                return product(builder, maker, dimensions);
            }
            known = Math.min(known * Math.max(0, constant.bits()), Integer.MAX_VALUE);
        }
        return known <= Op.LocalArray.MOST_BYTES ? builder.constant((int) known) : product(builder, maker, dimensions);
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

    /**
     * Lets an array of constant length that is a thread's own be one that the kernel makes.
     *
     * @param array the array
     * @param sizes those of its dimensions
     */
    public static void makeByKernel(Instr array, List<Integer> sizes) {
        Op.LocalArray local = (Op.LocalArray) array.op();
        Function kernel = array.block().function();
        BlockParam made = kernel.entry().addParam(new ArrayType(local.element()));
        made.setName(array.name());
        Builder builder = new Builder(kernel).before(array);
        List<Value> operands = new ArrayList<>(List.of(made));
        sizes.forEach(size -> operands.add(builder.constant(size.intValue())));
        builder.emit(new Op.MakeArray(local.element(), Dimensions.of(sizes.size())), operands);
        replace(array, made);
        kernel.removeInstrs(List.of(array));
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
