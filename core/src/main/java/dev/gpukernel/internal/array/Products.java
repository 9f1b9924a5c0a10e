package dev.gpukernel.internal.array;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.KernelCall;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.Expression.Stored;
import dev.gpukernel.internal.array.kernel.LibraryKernels;
import dev.gpukernel.internal.array.kernel.Operand;
import dev.gpukernel.internal.array.kernel.ProductLoops;
import dev.gpukernel.internal.array.kernel.ProductTiles;
import dev.gpukernel.internal.array.kernel.Result;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.jit.JitEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Products of matrices, and of stacks of them. */
public final class Products {
    /** Products of fewer rows or columns leave most of a tile or square empty. */
    private static final int FEW = 5;

    private Products() {}

    /**
     * Multiplies matrices, which are the last two axes of each operand; the other axes are broadcast. An operand of one axis is a row on the
     * left and a column on the right, and the result does not have that axis.
     *
     * @return the products, computed when they are first needed
     * @throws IllegalArgumentException if an operand has no axis, or the shapes do not fit
     */
    public static Expression matmul(Expression left, Expression right) {
        int[] leftShape = left.shape();
        int[] rightShape = right.shape();
        if (leftShape.length == 0 || rightShape.length == 0) {
            throw new IllegalArgumentException(
                    Message.NO_MATRIX.format(Shapes.text(leftShape), Shapes.text(rightShape)));
        }
        boolean isRow = leftShape.length == 1;
        boolean isColumn = rightShape.length == 1;
        ElementType type = Expression.promoted(left.type(), right.type());
        Expression rows = (isRow ? left.expandDims(0) : left).to(type);
        Expression columns = (isColumn ? right.expandDims(1) : right).to(type);
        int depth = leftShape[leftShape.length - 1];
        int height = columns.shape()[columns.shape().length - 2];
        if (depth != height) {
            throw new IllegalArgumentException(
                    Message.DEPTHS_DIFFER.format(Shapes.text(leftShape), Shapes.text(rightShape), depth, height));
        }
        int[] stack = stack(rows.shape(), columns.shape(), leftShape, rightShape);
        int[] shape = Arrays.copyOf(stack, stack.length + 2);
        shape[stack.length] = rows.shape()[rows.shape().length - 2];
        shape[stack.length + 1] = columns.shape()[columns.shape().length - 1];
        Shapes.size(shape);
        Expression product = Expression.later(type, () -> compute(type, rows, columns, shape, depth), shape);
        if (isColumn) {
            product = product.squeeze(shape.length - 1);
        }
        return isRow ? product.squeeze(stack.length) : product;
    }

    /** {@return NumPy's {@code dot}} */
    public static Expression dot(Expression left, Expression right) {
        int leftRank = left.shape().length;
        int rightRank = right.shape().length;
        if (leftRank == 0 || rightRank == 0) {
            return left.arithmetic(BinaryKind.MUL, right);
        }
        int depth = left.shape()[leftRank - 1];
        int height = right.shape()[Math.max(0, rightRank - 2)];
        if (depth != height) {
            throw new IllegalArgumentException(
                    Message.DEPTHS_DIFFER.format(Shapes.text(left.shape()), Shapes.text(right.shape()), depth, height));
        }
        if (leftRank == 1 && rightRank == 1) {
            return left.arithmetic(BinaryKind.MUL, right).reduced(Reduction.SUM);
        }
        if (rightRank <= 2) {
            return matmul(left, right);
        }
        int[] order = new int[rightRank];
        order[0] = rightRank - 2;
        for (int axis = 0; axis < rightRank - 2; axis++) {
            order[axis + 1] = axis;
        }
        order[rightRank - 1] = rightRank - 1;
        int[] shape = Arrays.copyOf(left.shape(), leftRank + rightRank - 2);
        for (int axis = 0; axis < rightRank - 1; axis++) {
            shape[leftRank - 1 + axis] = right.shape()[order[axis + 1]];
        }
        int columns = Shapes.size(Arrays.copyOfRange(shape, leftRank - 1, shape.length));
        int rows = Shapes.size(Arrays.copyOf(shape, leftRank - 1));
        return matmul(left.reshape(rows, depth), right.transpose(order).reshape(depth, columns))
                .reshape(shape);
    }

    /** {@return the products of each element of the one and each of the other} */
    public static Expression outer(Expression left, Expression right) {
        return left.reshape(left.size(), 1).arithmetic(BinaryKind.MUL, right.reshape(1, right.size()));
    }

    private static int[] stack(int[] rows, int[] columns, int[] left, int[] right) {
        int[] first = Arrays.copyOf(rows, rows.length - 2);
        int[] second = Arrays.copyOf(columns, columns.length - 2);
        return Shapes.broadcast(
                first,
                second,
                (one, other, axis) ->
                        Message.STACKS_DIFFER.format(Shapes.text(left), Shapes.text(right), one, other, axis - 2));
    }

    private static GpuArray<?> compute(ElementType type, Expression left, Expression right, int[] shape, int depth) {
        if (depth == 0) {
            return Fusion.compute(Expression.number(type, new Constant(type.register(), 0), shape), null);
        }
        int[] stack = Arrays.copyOf(shape, shape.length - 2);
        Stored rows = left.inMemory();
        GpuArray<?> memory = rows.buffer.memory();
        Gpu gpu = memory.device();
        int m = shape[shape.length - 2];
        int n = shape[shape.length - 1];
        boolean isSmall = m < FEW || n < FEW;
        boolean isTiled = LibraryKernels.runsBlocks(gpu) && !isSmall;
        String loops = LibraryKernels.runsLoops(gpu) && !isSmall ? "squares" : "elements";
        Stored columns = right.inMemory();
        GpuArray<?> other = columns.buffer.memory();
        GpuArray<?> out = JitEngine.allocateUndefined(gpu, type.arrayClass(), Shapes.size(shape));
        if (Shapes.size(shape) == 0) {
            return out;
        }
        boolean isDone = false;
        try {
            for (Batch batch : batches(rows.layout(), columns.layout(), stack, m * n)) {
                KernelCall call = isTiled
                        ? tiles(gpu, type, batch.count, m, n)
                        : LibraryKernels.of(ProductLoops.class, loops, type.arrayClass())
                                .call();
                call.passGpuArray(memory).passGpuArray(other).passGpuArray(out);
                call.passRecord(batch.left).passRecord(batch.right).passRecord(batch.out);
                if (!isTiled) {
                    call.passInt(batch.count);
                }
                call.passInt(m).passInt(n).passInt(depth).run();
            }
            isDone = true;
        } finally {
            if (!isDone) {
                out.close();
            }
        }
        return out;
    }

    private static KernelCall tiles(Gpu gpu, ElementType type, int count, int m, int n) {
        Class<?> owner = ProductTiles.of(type.arrayClass());
        long large = (long) count * Math.ceilDiv(m, ProductTiles.LARGE) * Math.ceilDiv(n, ProductTiles.LARGE);
        boolean isLarge = large >= gpu.limits().multiprocessors() && Math.min(m, n) >= ProductTiles.LARGE;
        int size = isLarge ? ProductTiles.LARGE : ProductTiles.SMALL;
        String name = isLarge ? "large" : Math.min(m, n) >= size ? "small" : "narrow";
        if (type == ElementType.DOUBLE && LibraryKernels.multipliesInWarps(gpu)) {
            name += "ByWarps";
        }
        int blocks = count * Math.ceilDiv(m, size) * Math.ceilDiv(n, size);
        return LibraryKernels.of(owner, name, type.arrayClass()).call(Launch.of(blocks, ProductTiles.THREADS));
    }

    /** Products that one launch computes: where matrices are, and how many there are of each. */
    private record Batch(int count, Operand left, Operand right, Result out) {}

    /** {@return the stack in as few launches as there can be, each of products that are evenly spaced} */
    private static List<Batch> batches(Layout left, Layout right, int[] stack, int size) {
        Layout rows = left.broadcastTo(withMatrix(stack, left));
        Layout columns = right.broadcastTo(withMatrix(stack, right));
        List<int[]> axes = joined(rows, columns, stack, size);
        int longest = -1;
        for (int axis = 0; axis < axes.size(); axis++) {
            longest = longest < 0 || axes.get(axis)[0] > axes.get(longest)[0] ? axis : longest;
        }
        List<Batch> batches = new ArrayList<>();
        add(batches, axes, longest, 0, rows, columns, new int[] {rows.offset(), columns.offset(), 0});
        return batches;
    }

    private static void add(
            List<Batch> batches, List<int[]> axes, int longest, int axis, Layout rows, Layout columns, int[] from) {
        if (axis < axes.size()) {
            int[] along = axes.get(axis);
            int count = axis == longest ? 1 : along[0];
            for (int i = 0; i < count; i++) {
                int[] next = {from[0] + i * along[1], from[1] + i * along[2], from[2] + i * along[3]};
                add(batches, axes, longest, axis + 1, rows, columns, next);
            }
            return;
        }
        int last = rows.rank() - 1;
        int[] inner = longest < 0 ? new int[] {1, 0, 0, 0} : axes.get(longest);
        batches.add(new Batch(
                inner[0],
                new Operand(from[0], inner[1], rows.strides()[last - 1], rows.strides()[last]),
                new Operand(from[1], inner[2], columns.strides()[last], columns.strides()[last - 1]),
                new Result(from[2], inner[3])));
    }

    private static int[] withMatrix(int[] stack, Layout layout) {
        int[] shape = Arrays.copyOf(stack, stack.length + 2);
        System.arraycopy(layout.shape(), layout.rank() - 2, shape, stack.length, 2);
        return shape;
    }

    /** {@return the axes of the stack, each as its size and its strides in all three arrays, neighbours that are evenly spaced as one} */
    private static List<int[]> joined(Layout rows, Layout columns, int[] stack, int size) {
        List<int[]> axes = new ArrayList<>();
        int out = size;
        for (int axis = stack.length - 1; axis >= 0; axis--) {
            if (stack[axis] == 1) {
                continue;
            }
            int[] own = {stack[axis], rows.strides()[axis], columns.strides()[axis], out};
            int[] inner = axes.isEmpty() ? null : axes.getFirst();
            if (inner != null && own[1] == inner[1] * inner[0] && own[2] == inner[2] * inner[0]) {
                inner[0] *= own[0];
            } else {
                axes.addFirst(own);
            }
            out *= stack[axis];
        }
        return axes;
    }
}
