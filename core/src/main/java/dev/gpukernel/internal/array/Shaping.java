package dev.gpukernel.internal.array;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Arrays put together, and shown in ways that strides cannot tell: an element of the result is found by its index. */
public final class Shaping {
    /** So many arrays are joined by one kernel, which reads an element of each for every element. */
    private static final int MOST_JOINED = 8;

    private Shaping() {}

    private static Expression number(int value) {
        return Expression.number(ElementType.INT, Constant.of(value));
    }

    /** {@return an expression at other indices of an axis, all of which there are} */
    private static Expression at(Expression from, int axis, Expression indices) {
        return from.gathered(axis, indices);
    }

    private static int axis(Expression of, int axis) {
        return Shapes.axis(axis, of.shape(), of.shape().length);
    }

    /** {@return the remainder of ints and a positive number, of its sign} */
    private static Expression modulo(Expression index, long size) {
        return size <= Integer.MAX_VALUE
                ? index.method("floorMod", number((int) size))
                : index.method("floorMod", Expression.number(ElementType.LONG, Constant.of(size)));
    }

    private static Expression plus(Expression index, int value) {
        return value == 0 ? index : index.arithmetic(BinaryKind.ADD, number(value));
    }

    private static Expression limited(Expression index, int last) {
        return index.method("max", number(0)).method("min", number(last));
    }

    /** {@return each element of an axis several times} */
    public static Expression repeat(Expression of, int count, int axis) {
        int along = axis(of, axis);
        requireCount(count);
        int size = of.shape()[along];
        int all = (int) Math.min(Integer.MAX_VALUE, (long) size * count);
        requireSize(of, along, (long) size * count);
        return at(of, along, Expression.places(all).arithmetic(BinaryKind.DIV, number(Math.max(1, count))));
    }

    private static void requireCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(Message.REPEAT_COUNT.format(count));
        }
    }

    /** Refuses an array that would be too long along an axis. */
    private static void requireSize(Expression of, int axis, long size) {
        int[] single = of.shape().clone();
        single[axis] = 1;
        long others = Shapes.size(single);
        if (size > Integer.MAX_VALUE || others * size > Integer.MAX_VALUE) {
            long[] shape = Arrays.stream(single).asLongStream().toArray();
            shape[axis] = size;
            throw new IllegalArgumentException(Message.SHAPE_TOO_LARGE.format(Shapes.text(shape), Integer.MAX_VALUE));
        }
    }

    /** {@return the whole array several times along each axis; missing axes are put before} */
    public static Expression tile(Expression of, int... counts) {
        Expression result = of;
        while (result.shape().length < counts.length) {
            result = result.expandDims(0);
        }
        int first = result.shape().length - counts.length;
        for (int i = 0; i < counts.length; i++) {
            requireCount(counts[i]);
            int size = result.shape()[first + i];
            requireSize(result, first + i, (long) size * counts[i]);
            if (counts[i] != 1) {
                result = at(result, first + i, modulo(Expression.places(size * counts[i]), Math.max(1, size)));
            }
        }
        return result;
    }

    /** {@return elements moved along an axis, those that fall off its end put to its beginning} */
    public static Expression roll(Expression of, int distance, int axis) {
        int along = axis(of, axis);
        int size = of.shape()[along];
        if (size == 0) {
            return of;
        }
        int from = Math.floorMod(-(long) distance, size);
        Expression index = plus(Expression.places(size), from - size);
        // What is left of the beginning would count from the end.
        Expression isBefore = index.comparison(Predicate.LT, number(0));
        return from == 0 ? of : at(of, along, isBefore.choice(plus(index, size), index));
    }

    /** How an array goes on behind its ends. */
    public enum Ends {
        EDGE,
        REFLECT,
        SYMMETRIC,
        WRAP
    }

    private static void requirePadding(Expression of, int axis, int before, int after) {
        long size = (long) of.shape()[axis] + before + after;
        if (before < 0 || after < 0) {
            throw new IllegalArgumentException(Message.PADDING.format(axis, Shapes.text(of.shape()), before, after));
        }
        requireSize(of, axis, size);
    }

    /** {@return an array with more elements along an axis, taken from it} */
    public static Expression pad(Expression of, int before, int after, int axis, Ends ends) {
        int along = axis(of, axis);
        requirePadding(of, along, before, after);
        int size = of.shape()[along];
        int all = size + before + after;
        if (size == 0 && all > 0) {
            throw new IllegalArgumentException(Message.PADDING.format(along, Shapes.text(of.shape()), before, after));
        }
        if (all == size) {
            return of;
        }
        Expression index = plus(Expression.places(all), -before);
        Expression inside = switch (ends) {
            case EDGE -> limited(index, size - 1);
            case WRAP -> modulo(index, size);
            case REFLECT -> size == 1 ? limited(index, 0) : folded(modulo(index, 2L * size - 2), size, 2 * size - 2);
            case SYMMETRIC -> folded(modulo(index, 2L * size), size, 2 * size - 1);
        };
        return at(of, along, inside);
    }

    /** {@return an index behind the size as one before it} Twice the size may be no int, but the difference is one. */
    private static Expression folded(Expression index, int size, int mirror) {
        Expression narrow = index.to(ElementType.INT);
        Expression back = number(mirror).arithmetic(BinaryKind.SUB, narrow);
        return index.comparison(Predicate.LT, number(size)).choice(narrow, back);
    }

    /** {@return an array with a value before and behind its elements along an axis} */
    public static Expression pad(Expression of, int before, int after, int axis, Expression value) {
        int along = axis(of, axis);
        requirePadding(of, along, before, after);
        int size = of.shape()[along];
        int[] shape = of.shape().clone();
        shape[along] = size + before + after;
        if (size == 0) {
            return value.broadcastTo(shape);
        }
        Expression index = plus(Expression.places(shape[along]), -before);
        Expression isInside = index.comparison(Predicate.GE, number(0))
                .logic(BinaryKind.AND, index.comparison(Predicate.LT, number(size)));
        return alongAxis(isInside, along, shape.length)
                .choice(at(of, along, limited(index, size - 1)), value.broadcastTo(shape));
    }

    /** {@return an array of one axis as one of several, of which it is one} */
    private static Expression alongAxis(Expression of, int axis, int rank) {
        Expression result = of;
        for (int more = axis + 1; more < rank; more++) {
            result = result.expandDims(-1);
        }
        return result;
    }

    /** {@return arrays behind each other along an axis} */
    public static Expression concat(List<Expression> arrays, int axis) {
        Expression first = arrays.getFirst();
        int along = axis(first, axis);
        long size = 0;
        for (Expression array : arrays) {
            int[] shape = array.shape().clone();
            if (shape.length == first.shape().length) {
                size += shape[along];
                shape[along] = first.shape()[along];
            }
            if (!Arrays.equals(shape, first.shape())) {
                throw new IllegalArgumentException(
                        Message.JOINED_SHAPES.format(Shapes.text(first.shape()), Shapes.text(array.shape()), along));
            }
        }
        requireSize(first, along, size);
        List<Expression> parts = new ArrayList<>(
                arrays.stream().filter(array -> array.shape()[along] > 0).toList());
        while (parts.size() > MOST_JOINED) {
            List<Expression> fewer = new ArrayList<>();
            for (int i = 0; i < parts.size(); i += MOST_JOINED) {
                fewer.add(joined(parts.subList(i, Math.min(parts.size(), i + MOST_JOINED)), along)
                        .stored());
            }
            parts = fewer;
        }
        return parts.isEmpty() ? first : joined(parts, along);
    }

    private static Expression joined(List<Expression> parts, int along) {
        int rank = parts.getFirst().shape().length;
        int size = parts.stream().mapToInt(part -> part.shape()[along]).sum();
        Expression index = Expression.places(size);
        int end = size - parts.getLast().shape()[along];
        Expression result = at(
                parts.getLast(),
                along,
                index.arithmetic(BinaryKind.SUB, number(end)).method("max", number(0)));
        for (int i = parts.size() - 2; i >= 0; i--) {
            int own = parts.get(i).shape()[along];
            Expression part = at(parts.get(i), along, limited(plus(index, own - end), own - 1));
            Expression isPart = index.comparison(Predicate.LT, number(end));
            result = alongAxis(isPart, along, rank).choice(part, result);
            end -= own;
        }
        return result;
    }

    /** {@return the elements on and beside one side of a diagonal of the last two axes, and zeros elsewhere} */
    public static Expression triangle(Expression of, int diagonal, boolean isLower) {
        int[] shape = of.shape();
        axis(of, -2);
        Expression row = Expression.places(shape[shape.length - 2]).expandDims(1);
        Expression column = Expression.places(shape[shape.length - 1]);
        Expression last = plus(row, Math.clamp(diagonal, -shape[shape.length - 2], shape[shape.length - 1]));
        Expression isShown = column.comparison(isLower ? Predicate.LE : Predicate.GE, last);
        return isShown.choice(of, zero(of.type()));
    }

    private static Expression zero(ElementType type) {
        Constant zero = switch (type.register()) {
            case I1, I32 -> Constant.of(0);
            case I64 -> Constant.of(0L);
            case F32 -> Constant.of(0f);
            case F64 -> Constant.of(0d);
        };
        return Expression.number(type, zero);
    }

    /** {@return a diagonal of two axes, which are left out; it is the last axis} */
    public static Expression diagonal(Expression of, int offset, int firstAxis, int secondAxis) {
        int first = axis(of, firstAxis);
        int second = axis(of, secondAxis);
        if (first == second) {
            throw new IllegalArgumentException(Message.NO_PERMUTATION.format(
                    Arrays.toString(new int[] {firstAxis, secondAxis}), Shapes.text(of.shape())));
        }
        return of.view(layout -> layout.diagonal(offset, first, second));
    }

    /** {@return axes with one of them at another place} */
    public static Expression moveAxis(Expression of, int from, int to) {
        List<Integer> order = new ArrayList<>();
        int moved = axis(of, from);
        for (int axis = 0; axis < of.shape().length; axis++) {
            if (axis != moved) {
                order.add(axis);
            }
        }
        order.add(axis(of, to), moved);
        return of.transpose(order.stream().mapToInt(axis -> axis).toArray());
    }

    /** {@return the same with two axes at each other's place} */
    public static Expression swapAxes(Expression of, int first, int second) {
        int[] order = new int[of.shape().length];
        Arrays.setAll(order, axis -> axis);
        order[axis(of, first)] = axis(of, second);
        order[axis(of, second)] = axis(of, first);
        return of.transpose(order);
    }

    /** {@return parts of an axis, which end at some indices} */
    public static List<Expression> split(Expression of, int axis, int... ends) {
        int along = axis(of, axis);
        List<Expression> parts = new ArrayList<>();
        int from = 0;
        for (int end : ends) {
            parts.add(of.slice(along, from, end, 1));
            from = end;
        }
        parts.add(of.slice(along, from, null, 1));
        return parts;
    }

    /** {@return as many parts of an axis, all of one size} */
    public static List<Expression> splitEvenly(Expression of, int count, int axis) {
        int along = axis(of, axis);
        int size = of.shape()[along];
        if (count <= 0 || size % count != 0) {
            throw new IllegalArgumentException(Message.SPLIT_UNEVEN.format(along, size, count));
        }
        int[] ends = new int[count - 1];
        Arrays.setAll(ends, i -> (i + 1) * (size / count));
        return split(of, along, ends);
    }
}
