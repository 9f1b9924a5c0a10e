package dev.gpukernel.internal.array;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which elements of an array some indices name.
 *
 * @param axis the first axis that there are indices of
 * @param indices for it and the axes behind it: none negative, and of the shape of the result
 * @param shape the shape of the result: in place of the axes are those that the indices have together
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Gathering(int axis, List<Expression> indices, int[] shape) {

    /**
     * Names elements by indices that are there, none of them negative.
     *
     * @param axis the first axis that there are indices of
     */
    static Gathering of(Expression from, int axis, Expression... indices) {
        int[] sizes = from.shape();
        int first = Shapes.axis(axis, sizes, sizes.length);
        if (first + indices.length > sizes.length) {
            throw new IllegalArgumentException(Message.NO_AXIS.format(
                    first + indices.length - 1, Shapes.text(sizes), -sizes.length, sizes.length - 1));
        }
        int[] common = {};
        for (Expression index : indices) {
            common = Shapes.broadcast(common, index.shape());
        }
        int behind = sizes.length - first - indices.length;
        int[] shape = Arrays.copyOf(sizes, first + common.length + behind);
        System.arraycopy(common, 0, shape, first, common.length);
        System.arraycopy(sizes, first + indices.length, shape, first + common.length, behind);
        Shapes.size(shape);
        List<Expression> spread = new ArrayList<>();
        for (Expression given : indices) {
            Expression index = given.broadcastTo(common);
            for (int more = 0; more < behind; more++) {
                index = index.expandDims(-1);
            }
            spread.add(index.broadcastTo(shape));
        }
        return new Gathering(first, spread, shape);
    }

    int size() {
        return Shapes.size(shape);
    }

    /** {@return where the elements are in memory with a layout} */
    Expression places(Layout layout) {
        int[] strides = new int[shape.length];
        int behind = layout.rank() - axis - indices.size();
        System.arraycopy(layout.strides(), 0, strides, 0, axis);
        System.arraycopy(layout.strides(), axis + indices.size(), strides, shape.length - behind, behind);
        Expression place = Expression.places(new Layout(shape, layout.offset(), strides));
        for (int i = 0; i < indices.size(); i++) {
            int stride = layout.strides()[axis + i];
            Expression distance =
                    indices.get(i).arithmetic(BinaryKind.MUL, Expression.number(ElementType.INT, Constant.of(stride)));
            place = place.arithmetic(BinaryKind.ADD, distance);
        }
        return place;
    }

    /** {@return a number, wherever the indices are those of elements} */
    Expression checked(ElementType type, Constant value) {
        Expression number = Expression.number(type, value, shape);
        for (Expression index : indices) {
            Expression isThere = index.comparison(Predicate.GE, Expression.number(ElementType.INT, Constant.of(0)));
            number = isThere.choice(number, number);
        }
        return number;
    }
}
