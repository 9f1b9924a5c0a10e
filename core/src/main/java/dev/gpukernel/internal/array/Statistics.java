package dev.gpukernel.internal.array;

import dev.gpukernel.internal.array.Expression.Rows;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;

/** Searches, running values and variances of elements along axes. */
public final class Statistics {
    private Statistics() {}

    /**
     * Finds the first of the least or greatest elements along some axes. NaN is less and greater than all numbers, zeros are equal.
     *
     * @param axes the axes, none for all
     * @return its number among the elements along these axes, row by row
     */
    public static Expression best(Expression of, boolean isGreatest, int... axes) {
        of.requireElements(of.rows(axes));
        Expression key = key(of, isGreatest);
        if (key.type() == ElementType.LONG) {
            Rows rows = key.rows(axes);
            return Expression.pending(
                    ElementType.INT, rows.kept(), Fusion.finding(rows.moved(), isGreatest, rows.along()));
        }
        // The best of longs with the key in their high half and the number in the low one is the first of the best.
        String first = isGreatest ? "greatestFirst" : "leastFirst";
        Expression found = key.method(ElementType.LONG, first, numbersAlong(of, axes))
                .reduced(isGreatest ? Reduction.GREATEST : Reduction.LEAST, axes)
                .to(ElementType.INT);
        Expression last = Expression.number(ElementType.INT, Constant.of(-1));
        return isGreatest ? last.arithmetic(BinaryKind.SUB, found) : found;
    }

    /** {@return ints or longs of the order in which the best is searched} */
    private static Expression key(Expression of, boolean isGreatest) {
        if (!of.type().register().isFloating()) {
            return Expression.isSmall(of.type()) ? of.to(ElementType.INT) : of;
        }
        ElementType bits = of.type() == ElementType.FLOAT ? ElementType.INT : ElementType.LONG;
        return of.method(bits, isGreatest ? "greatestKey" : "leastKey");
    }

    /** {@return the number of each element among those along some axes, row by row} */
    private static Expression numbersAlong(Expression of, int... axes) {
        int[] shape = of.shape();
        int[] strides = new int[shape.length];
        int stride = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            boolean isAlong = Shapes.isAlong(axis, shape, axes);
            strides[axis] = isAlong ? stride : 0;
            stride *= isAlong ? shape[axis] : 1;
        }
        return Expression.places(new Layout(shape, 0, strides));
    }

    /**
     * Computes the variance of the elements along some axes, which are floats or doubles: squared distances from the mean, added up and
     * divided by the number of elements.
     *
     * @param less how much is taken from the number of elements
     * @param axes the axes, none for all
     */
    public static Expression variance(Expression of, int less, int... axes) {
        int[] shape = of.shape().clone();
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = Shapes.isAlong(axis, of.shape(), axes) ? 1 : shape[axis];
        }
        int count = of.count(axes);
        Expression mean = of.reduced(Reduction.SUM, axes).arithmetic(BinaryKind.DIV, whole(of.type(), count));
        Expression distance = of.arithmetic(BinaryKind.SUB, mean.reshape(shape));
        return distance.arithmetic(BinaryKind.MUL, distance)
                .reduced(Reduction.SUM, axes)
                .arithmetic(BinaryKind.DIV, whole(of.type(), count - less));
    }

    /** {@return a whole number as float or double} */
    private static Expression whole(ElementType type, int value) {
        return Expression.number(
                type, type == ElementType.FLOAT ? Constant.of((float) value) : Constant.of((double) value));
    }

    /** {@return 1 divided by each element, which are floats or doubles} */
    public static Expression reciprocal(Expression of) {
        return whole(of.type(), 1).arithmetic(BinaryKind.DIV, of);
    }

    /** {@return differences of neighbours along an axis} */
    public static Expression differences(Expression of, int axis) {
        return of.slice(axis, 1, null, 1).arithmetic(BinaryKind.SUB, of.slice(axis, null, -1, 1));
    }

    /** {@return what elements come to along an axis, up to each of them} */
    public static Expression cumulated(Expression of, Reduction reduction, int axis) {
        Rows rows = of.rows(axis);
        int[] shape = of.shape();
        if (shape[rows.order()[shape.length - 1]] == 1) {
            Expression identity = Expression.number(of.type(), reduction.identity(of.type()));
            return of.arithmetic(reduction == Reduction.SUM ? BinaryKind.ADD : BinaryKind.MUL, identity);
        }
        Layout target = Layout.contiguous(shape).transpose(rows.order());
        return Expression.pending(of.type(), shape, Fusion.scanning(rows.moved(), reduction, 1, target));
    }
}
