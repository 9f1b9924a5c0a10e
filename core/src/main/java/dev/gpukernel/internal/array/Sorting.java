package dev.gpukernel.internal.array;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.kernel.LibraryKernels;
import dev.gpukernel.internal.array.kernel.OrderLoops;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.jit.JitEngine;
import java.util.Arrays;

/**
 * Orders, as {@code Integer.compare} and its like have them. What is sorted are ints or longs: floating-point numbers become such keys in the
 * kernel that computes them, and are made of them in the one that uses them.
 */
public final class Sorting {
    private Sorting() {}

    /**
     * Elements that differ, in order, and how often each is there.
     *
     * @param values the elements
     * @param counts ints
     */
    public record Unique(Expression values, Expression counts) {}

    /**
     * The greatest elements.
     *
     * @param values from the greatest on
     * @param indices where they are along the axis, as ints
     */
    public record Top(Expression values, Expression indices) {}

    /**
     * How many elements are in each of some ranges.
     *
     * @param counts ints
     * @param edges where ranges begin, and where the last one ends, as doubles
     */
    public record Bins(Expression counts, Expression edges) {}

    /** {@return the elements in order along an axis} */
    public static Expression sort(Expression x, int axis) {
        int at = Shapes.axis(axis, x.shape(), x.shape().length);
        Expression moved = Shaping.moveAxis(x, at, -1);
        Expression keys = keys(moved);
        Expression sorted = Expression.later(keys.type(), () -> sorted(keys.temporary()), moved.shape());
        return Shaping.moveAxis(numbers(sorted, x.type()), -1, at);
    }

    /** {@return where along an axis the elements are in their order; equal ones stay in order} */
    public static Expression order(Expression x, int axis) {
        int at = Shapes.axis(axis, x.shape(), x.shape().length);
        Expression moved = Shaping.moveAxis(x, at, -1);
        return Shaping.moveAxis(orderOfRows(keys(moved)), -1, at);
    }

    /** {@return the elements in the order of keys, both along their only axis} */
    public static Expression sortedBy(Expression x, Expression keys) {
        if (x.shape().length != 1 || !Arrays.equals(x.shape(), keys.shape())) {
            throw new IllegalArgumentException(
                    Message.KEYS_DIFFER.format(Shapes.text(x.shape()), Shapes.text(keys.shape())));
        }
        return x.gathered(0, orderOfRows(keys(keys)));
    }

    /** {@return the greatest elements along an axis; of equal ones the first} */
    public static Top top(Expression x, int count, int axis) {
        int at = Shapes.axis(axis, x.shape(), x.shape().length);
        if (count < 0 || count > x.shape()[at]) {
            throw new IllegalArgumentException(
                    Message.TOP_COUNT.format(count, Shapes.text(x.shape()), axis, x.shape()[at]));
        }
        Expression moved = Shaping.moveAxis(x, at, -1);
        Expression keys = keys(moved);
        // The opposite order of all bits.
        Constant all = new Constant(keys.type().register(), -1);
        Expression falling = keys.arithmetic(BinaryKind.XOR, Expression.number(keys.type(), all));
        Expression order = orderOfRows(falling).slice(moved.shape().length - 1, null, count, 1);
        return new Top(Shaping.moveAxis(takenOfRows(moved, order), -1, at), Shaping.moveAxis(order, -1, at));
    }

    /** {@return the elements that differ, all axes as one} Computes them. */
    public static Unique unique(Expression x) {
        Expression keys = keys(x.reshape(x.size()));
        Expression sorted = Expression.of(keys.type(), ArrayScope.result(() -> sorted(keys.temporary())), x.size());
        GpuArray<?> memory = sorted.memory();
        GpuArray<int[]> places = JitEngine.allocateUndefined(memory.device(), int[].class, x.size());
        int count = x.size() == 0
                ? 0
                : LibraryKernels.of(OrderLoops.class, "firsts", memory.type())
                        .call()
                        .passGpuArray(memory)
                        .passGpuArray(places)
                        .runInt();
        Expression firsts = Expression.of(ElementType.INT, places, x.size()).slice(0, null, count, 1);
        Expression values = numbers(sorted.gathered(0, firsts), x.type());
        Expression counts = Expression.later(ElementType.INT, () -> lengths(firsts, x.size()), count);
        return new Unique(values, counts);
    }

    private static GpuArray<?> lengths(Expression firsts, int end) {
        GpuArray<?> places = firsts.temporary().memory();
        GpuArray<?> out = JitEngine.allocateUndefined(places.device(), int[].class, firsts.size());
        if (firsts.size() > 0) {
            LibraryKernels.of(OrderLoops.class, "lengths", int[].class)
                    .call()
                    .passGpuArray(places)
                    .passGpuArray(out)
                    .passInt(end)
                    .run();
        }
        return out;
    }

    /** {@return for each value how many elements of one axis, in order, are less, or less or equal} */
    public static Expression search(Expression sorted, Expression values, boolean countsEqual) {
        if (sorted.shape().length != 1) {
            throw new IllegalArgumentException(
                    Message.NOT_ONE_AXIS.format("searchSorted", Shapes.text(sorted.shape())));
        }
        Expression keys = keys(sorted);
        Expression asked = keys(values);
        return Expression.later(
                ElementType.INT,
                () -> {
                    GpuArray<?> wanted = asked.temporary().memory();
                    GpuArray<?> out = JitEngine.allocateUndefined(wanted.device(), int[].class, asked.size());
                    if (asked.size() > 0) {
                        LibraryKernels.of(OrderLoops.class, "search", wanted.type())
                                .call()
                                .passGpuArray(keys.temporary().memory())
                                .passGpuArray(wanted)
                                .passGpuArray(out)
                                .passBoolean(countsEqual)
                                .run();
                    }
                    return out;
                },
                values.shape());
    }

    /** {@return how often each int from 0 on is there} Computes the greatest. */
    public static Expression counts(Expression x, int least) {
        if (least < 0) {
            throw new IllegalArgumentException(Message.SHAPE_NEGATIVE.format("(" + least + ",)"));
        }
        int size = least;
        Expression computed = x.computed();
        if (x.size() > 0) {
            int lowest = ((int[]) computed.reduced(Reduction.LEAST).toArray())[0];
            int greatest = ((int[]) computed.reduced(Reduction.GREATEST).toArray())[0];
            if (lowest < 0) {
                throw new IllegalArgumentException(Message.COUNT_NEGATIVE.format(lowest));
            }
            if (greatest == Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        Message.SHAPE_TOO_LARGE.format("(" + (greatest + 1L) + ",)", Integer.MAX_VALUE));
            }
            size = Math.max(least, greatest + 1);
        }
        return counted(computed, size);
    }

    /** {@return how often each number from 0 to a size is there} */
    private static Expression counted(Expression x, int size) {
        return Expression.later(
                ElementType.INT,
                () -> {
                    GpuArray<?> values = x.temporary().memory();
                    GpuArray<?> counts = values.device().allocate(int[].class, (long) size);
                    if (x.size() > 0 && size > 0) {
                        LibraryKernels.of(OrderLoops.class, "count", int[].class)
                                .call()
                                .passGpuArray(values)
                                .passGpuArray(counts)
                                .run();
                    }
                    return counts;
                },
                size);
    }

    /**
     * Counts elements in ranges.
     *
     * @param x the elements
     * @param edges where ranges begin and where the last one ends, in order
     * @param last the last edge, which is in the last range
     */
    public static Bins bins(Expression x, Expression edges, double last) {
        // Zeros are the same.
        Expression zero = Expression.number(ElementType.DOUBLE, Constant.of(0d));
        Expression values = x.to(ElementType.DOUBLE).arithmetic(BinaryKind.ADD, zero);
        Expression sorted = edges.arithmetic(BinaryKind.ADD, zero);
        int count = edges.size() - 1;
        Expression place = search(sorted, values, true)
                .arithmetic(BinaryKind.SUB, Expression.number(ElementType.INT, Constant.of(1)));
        Expression bin = values.comparison(Predicate.EQ, Expression.number(ElementType.DOUBLE, Constant.of(last)))
                .choice(Expression.number(ElementType.INT, Constant.of(count - 1)), place);
        return new Bins(counted(bin, count), edges);
    }

    /** {@return ints or longs in the order of numbers} */
    private static Expression keys(Expression x) {
        return switch (x.type()) {
            case FLOAT -> x.method(ElementType.INT, "ordered");
            case DOUBLE -> x.method(ElementType.LONG, "ordered");
            case LONG -> x;
            default -> x.to(ElementType.INT);
        };
    }

    private static Expression numbers(Expression keys, ElementType type) {
        return switch (type) {
            case FLOAT, DOUBLE -> keys.method(type, "unordered");
            default -> keys.to(type);
        };
    }

    private static int row(Expression x) {
        return x.shape()[x.shape().length - 1];
    }

    /** {@return numbers of rows, for arrays of some rows of a length} */
    private static Expression rows(int rows) {
        return Expression.places(rows).expandDims(1);
    }

    private static int bits(int rows) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(rows - 1);
    }

    /** {@return the keys, each row in order} */
    private static GpuArray<?> sorted(Expression keys) {
        GpuArray<?> memory = keys.memory();
        Gpu gpu = memory.device();
        int row = row(keys);
        if (keys.size() == 0) {
            return JitEngine.allocateUndefined(gpu, memory.type(), 0);
        }
        if (!LibraryKernels.runsBlocks(gpu)) {
            Object host = memory.toHost();
            HostSort.sort(host, row);
            return gpu.upload(host);
        }
        int rows = keys.size() / row;
        if (rows == 1) {
            return radix(memory, keys.type().bytes() * Byte.SIZE);
        }
        if (keys.type() == ElementType.LONG) {
            return takenOfRows(keys, orderOfRows(keys)).memory();
        }
        Expression both =
                rows(rows).method(ElementType.LONG, "keyOfRow", keys.computed().reshape(rows, row));
        try (GpuArray<?> unsorted = Fusion.compute(both, null)) {
            GpuArray<?> sorted = radix(unsorted, Integer.SIZE + bits(rows));
            return Expression.of(ElementType.LONG, sorted, keys.size())
                    .method(ElementType.INT, "keyInRow")
                    .memory();
        }
    }

    private static GpuArray<?> radix(GpuArray<?> keys, int bits) {
        GpuArray<?> sorted = JitEngine.allocateUndefined(keys.device(), keys.type(), keys.length());
        RadixSort.sort(keys, sorted, null, null, bits);
        return sorted;
    }

    /** {@return where in their row the keys are that come first, second, …} */
    private static Expression orderOfRows(Expression unknown) {
        return Expression.later(
                ElementType.INT,
                () -> {
                    Expression keys = unknown.temporary();
                    GpuArray<?> memory = keys.memory();
                    int row = row(keys);
                    if (keys.size() == 0) {
                        return JitEngine.allocateUndefined(memory.device(), int[].class, 0);
                    }
                    if (!LibraryKernels.runsBlocks(memory.device())) {
                        return memory.device().upload(HostSort.order(memory.toHost(), row));
                    }
                    int rows = keys.size() / row;
                    GpuArray<int[]> order = order(keys, memory, rows, row);
                    if (rows == 1) {
                        return order;
                    }
                    return Expression.of(ElementType.INT, order, keys.size())
                            .arithmetic(BinaryKind.REM, Expression.number(ElementType.INT, Constant.of(row)))
                            .memory();
                },
                unknown.shape());
    }

    /** {@return where among all the keys are that come first, second, … in the first row, then those of the second, …} */
    private static GpuArray<int[]> order(Expression keys, GpuArray<?> memory, int rows, int row) {
        int bits = keys.type().bytes() * Byte.SIZE;
        if (rows == 1) {
            return order(memory, Expression.places(keys.size()), bits);
        }
        if (keys.type() == ElementType.INT) {
            Expression both = rows(rows)
                    .method(ElementType.LONG, "keyOfRow", keys.computed().reshape(rows, row));
            try (GpuArray<?> unsorted = Fusion.compute(both, null)) {
                return order(unsorted, Expression.places(keys.size()), Integer.SIZE + bits(rows));
            }
        }
        Expression byKey =
                Expression.of(ElementType.INT, order(memory, Expression.places(keys.size()), bits), keys.size());
        Expression rowOf = byKey.arithmetic(BinaryKind.DIV, Expression.number(ElementType.INT, Constant.of(row)));
        try (GpuArray<?> unsorted = Fusion.compute(rowOf, null)) {
            return order(unsorted, byKey, bits(rows));
        }
    }

    @SuppressWarnings("unchecked") // memory of ints
    private static GpuArray<int[]> order(GpuArray<?> keys, Expression values, int bits) {
        Gpu gpu = keys.device();
        GpuArray<int[]> order = JitEngine.allocateUndefined(gpu, int[].class, keys.length());
        GpuArray<int[]> before = (GpuArray<int[]>) values.memory();
        try (GpuArray<?> sorted = JitEngine.allocateUndefined(gpu, keys.type(), keys.length())) {
            RadixSort.sort(keys, sorted, before, order, bits);
        }
        return order;
    }

    /** {@return elements of each row, by their places in it} */
    private static Expression takenOfRows(Expression x, Expression places) {
        int row = row(x);
        int rows = row == 0 ? 0 : x.size() / row;
        if (rows <= 1) {
            return x.reshape(x.size()).gathered(0, places);
        }
        Expression starts = rows(rows).arithmetic(BinaryKind.MUL, Expression.number(ElementType.INT, Constant.of(row)));
        int[] shape = places.shape();
        Expression all = places.reshape(rows, row(places)).arithmetic(BinaryKind.ADD, starts);
        return x.reshape(x.size()).gathered(0, all.reshape(shape));
    }
}
