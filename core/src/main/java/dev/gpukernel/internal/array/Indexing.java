package dev.gpukernel.internal.array;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Elements chosen by masks, and others in place of those that masks or indices name. */
public final class Indexing {
    private Indexing() {}

    private static Expression number(int value) {
        return Expression.number(ElementType.INT, Constant.of(value));
    }

    private static int[] rows(Expression of, int axes) {
        int[] shape = of.shape();
        if (axes > shape.length) {
            throw new IllegalArgumentException(
                    Message.NO_AXIS.format(axes - 1, Shapes.text(shape), -shape.length, shape.length - 1));
        }
        return Arrays.copyOfRange(shape, axes, shape.length);
    }

    private static Expression withAxes(Expression of, int more) {
        Expression result = of;
        for (int i = 0; i < more; i++) {
            result = result.expandDims(-1);
        }
        return result;
    }

    /**
     * Keeps elements where conditions hold, which are computed now.
     *
     * @param mask conditions, of its first axes
     * @return in place of these axes one, with what is there, row by row
     */
    public static Expression compacted(Expression of, Expression mask) {
        int[] rows = requireMask(of, mask);
        if (rows.length > 0) {
            int[] shape = Expression.joined(new int[] {mask.size()}, rows);
            return of.reshape(shape).gathered(0, compacted(Expression.places(mask.shape()), mask));
        }
        Fusion.Compacted found = Fusion.compact(mask, of);
        Expression seen = Expression.of(of.type(), found.memory(), found.count());
        // Memory is not held for few elements of many.
        return found.count() <= of.size() / 2 ? seen.computed() : seen;
    }

    /** {@return the sizes of the axes that a mask does not have} */
    private static int[] requireMask(Expression of, Expression mask) {
        int[] masked = mask.shape();
        int[] shape = of.shape();
        if (masked.length == 0
                || masked.length > shape.length
                || !Arrays.equals(masked, Arrays.copyOf(shape, masked.length))) {
            throw new IllegalArgumentException(Message.MASK_SHAPE.format(Shapes.text(masked), Shapes.text(shape)));
        }
        return rows(of, masked.length);
    }

    /** {@return what is at those indices of an axis for which a condition holds, which are computed now} */
    public static Expression compressed(Expression of, Expression conditions, int axis) {
        int along = Shapes.axis(axis, of.shape(), of.shape().length);
        return of.gathered(along, compacted(Expression.places(of.shape()[along]), conditions));
    }

    /** {@return of conditions, for each axis where they hold, which is computed now} */
    public static List<Expression> whereTrue(Expression mask) {
        int[] shape = mask.shape();
        Expression place = compacted(Expression.places(shape), mask);
        int[] strides = Layout.contiguous(shape).strides();
        List<Expression> indices = new ArrayList<>();
        for (int axis = 0; axis < shape.length; axis++) {
            // No size is 0 where there is an element.
            indices.add(place.arithmetic(BinaryKind.DIV, number(strides[axis]))
                    .arithmetic(BinaryKind.REM, number(Math.max(1, shape[axis]))));
        }
        return indices;
    }

    /**
     * Replaces elements where conditions hold.
     *
     * @param values what they become, broadcast to the shape of what the mask chooses
     * @param mask conditions, of the first axes
     */
    public static Expression put(Expression of, Expression values, Expression mask) {
        int[] rows = requireMask(of, mask);
        Expression spread = withAxes(mask, rows.length);
        if (values.shape().length == 0) {
            return spread.choice(values, of);
        }
        Expression counts = mask.to(ElementType.INT);
        int count = ((int[]) counts.reduced(Reduction.SUM).toArray())[0];
        int given = values.shape()[0];
        if (values.shape().length == rows.length + 1 && given != count && given != 1) {
            throw new IllegalArgumentException(Message.MASK_VALUES.format(given, count));
        }
        Expression all = values.broadcastTo(Expression.joined(new int[] {count}, rows));
        if (count == 0) {
            return of;
        }
        Expression upTo =
                Statistics.cumulated(counts.reshape(-1), Reduction.SUM, 0).reshape(mask.shape());
        Expression number = upTo.method("max", number(1)).arithmetic(BinaryKind.SUB, number(1));
        return spread.choice(all.gathered(0, number), of);
    }

    /**
     * Replaces elements.
     *
     * @param values what they become, broadcast to the shape of what the indices name
     * @param indices of the first axes
     */
    public static Expression put(Expression of, Expression values, Expression... indices) {
        int[] rows = rows(of, indices.length);
        int[] slots = Arrays.copyOf(of.shape(), indices.length);
        Expression slot = Expression.places(slots).gathered(0, indices);
        Expression spread = values.broadcastTo(Expression.joined(slot.shape(), rows));
        if (slot.size() == 0) {
            return of;
        }
        Expression last = lastAt(slot, slots);
        Expression found = spread.reshape(Expression.joined(new int[] {slot.size()}, rows))
                .gathered(0, last.method("max", number(0)));
        Expression isPut = last.comparison(Predicate.GE, number(0));
        return withAxes(isPut, rows.length).choice(found, of);
    }

    /** {@return of places, for each of an array of some shape the number of the last element that has it, -1 if none has} */
    private static Expression lastAt(Expression places, int... shape) {
        Expression none = number(-1).broadcastTo(shape);
        Expression numbers = Expression.places(places.shape());
        return Expression.pending(
                ElementType.INT, shape, into -> Fusion.scatter(none, Traversal.Update.LAST, places, numbers, into));
    }

    /**
     * Adds to elements, which are ints or longs.
     *
     * @param values what is added, broadcast to the shape of what the indices name
     * @param indices of the first axes
     */
    public static Expression added(Expression of, Expression values, Expression... indices) {
        int[] rows = rows(of, indices.length);
        Expression slot =
                Expression.places(Arrays.copyOf(of.shape(), indices.length)).gathered(0, indices);
        Expression summands = values.broadcastTo(Expression.joined(slot.shape(), rows));
        Expression place = withAxes(slot, rows.length)
                .arithmetic(BinaryKind.MUL, number(Shapes.size(rows)))
                .arithmetic(BinaryKind.ADD, Expression.places(rows));
        return Expression.pending(
                of.type(), of.shape(), into -> Fusion.scatter(of, Traversal.Update.SUM, place, summands, into));
    }
}
