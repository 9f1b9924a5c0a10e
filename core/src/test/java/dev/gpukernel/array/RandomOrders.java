package dev.gpukernel.array;

import dev.gpukernel.array.RandomArrays.Pair;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Random orders, searches and counts of the arrays of {@link RandomArrays}. */
final class RandomOrders {
    private final RandomArrays arrays;
    private final SplittableRandom random;

    RandomOrders(RandomArrays arrays, SplittableRandom random) {
        this.arrays = arrays;
        this.random = random;
    }

    void step() {
        Pair a = arrays.number();
        switch (random.nextInt(7)) {
            case 0, 1 -> sort(a);
            case 2 -> top(a);
            case 3 -> unique(a);
            case 4 -> sortBy(a);
            case 5 -> search(a);
            default -> count(a);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // boxed numbers of one type
    private static int compare(Object one, Object other) {
        return ((Comparable) one).compareTo(other);
    }

    /** {@return where elements are in order, equal ones as they come} */
    private static Integer[] order(Object[] row, Comparator<Object> comparator) {
        return IntStream.range(0, row.length)
                .boxed()
                .sorted(Comparator.comparing(i -> row[i], comparator))
                .toArray(Integer[]::new);
    }

    private static HostArray swapped(HostArray array, int axis) {
        int last = array.shape().length - 1;
        UnaryOperator<int[]> swap = indices -> {
            int[] other = indices.clone();
            other[axis] = indices[last];
            other[last] = indices[axis];
            return other;
        };
        return array.view(swap.apply(array.shape()), swap::apply);
    }

    /** {@return what becomes of each row along an axis} */
    private static HostArray along(
            HostArray array, int axis, Class<?> type, int length, UnaryOperator<Object[]> change) {
        HostArray rows = swapped(array, axis);
        int rank = array.shape().length;
        int row = rows.shape()[rank - 1];
        int[] shape = rows.shape().clone();
        shape[rank - 1] = length;
        int count = HostArray.size(Arrays.copyOf(shape, rank - 1));
        Object[] elements = new Object[count * length];
        for (int i = 0; i < count; i++) {
            Object[] made = change.apply(Arrays.copyOfRange(rows.elements(), i * row, (i + 1) * row));
            System.arraycopy(made, 0, elements, i * length, length);
        }
        return swapped(new HostArray(type, shape, elements), axis);
    }

    private void sort(Pair a) {
        HostArray host = a.expected();
        int rank = host.shape().length;
        if (rank == 0) {
            return;
        }
        int axis = random.nextInt(rank);
        int asked = random.nextBoolean() ? axis : axis - rank;
        int length = host.shape()[axis];
        NumberNdArray<?, ?> array = (NumberNdArray<?, ?>) a.array();
        if (random.nextBoolean()) {
            arrays.add(
                    "sort " + arrays.number(a) + " " + asked,
                    array.sort(asked),
                    along(
                            host,
                            axis,
                            host.type(),
                            length,
                            row -> Arrays.stream(row)
                                    .sorted(RandomOrders::compare)
                                    .toArray()));
        } else {
            arrays.add(
                    "argSort " + arrays.number(a) + " " + asked,
                    array.argSort(asked),
                    along(host, axis, int.class, length, row -> order(row, RandomOrders::compare)));
        }
    }

    private void top(Pair a) {
        HostArray host = a.expected();
        int rank = host.shape().length;
        if (rank == 0) {
            return;
        }
        int axis = random.nextInt(rank);
        int count = random.nextInt(host.shape()[axis] + 1);
        NumberNdArray.TopK<?> top = ((NumberNdArray<?, ?>) a.array()).topK(count, axis);
        String what = "topK " + arrays.number(a) + " " + count + " " + axis;
        Comparator<Object> falling = ((Comparator<Object>) RandomOrders::compare).reversed();
        arrays.add(
                what,
                (NdArray<?>) top.values(),
                along(
                        host,
                        axis,
                        host.type(),
                        count,
                        row -> Arrays.stream(row).sorted(falling).toArray()));
        arrays.add(what + " indices", top.indices(), along(host, axis, int.class, count, row -> order(row, falling)));
    }

    private void unique(Pair a) {
        HostArray host = a.expected();
        Object[] sorted =
                Arrays.stream(host.elements()).sorted(RandomOrders::compare).toArray();
        List<Object> values = Arrays.stream(sorted).distinct().toList();
        Object[] counts = values.stream()
                .map(value -> (int) Arrays.stream(sorted).filter(value::equals).count())
                .toArray();
        NumberNdArray.Unique<?> unique = ((NumberNdArray<?, ?>) a.array()).unique();
        int[] shape = {counts.length};
        String what = "unique " + arrays.number(a);
        arrays.add(what, (NdArray<?>) unique.values(), new HostArray(host.type(), shape, values.toArray()));
        arrays.add(what + " counts", unique.counts(), new HostArray(int.class, shape, counts));
    }

    /** {@return all elements in one axis} */
    private static HostArray flat(HostArray array) {
        return new HostArray(array.type(), new int[] {array.elements().length}, array.elements());
    }

    @SuppressWarnings("ReferenceEquality") // the very same
    private void sortBy(Pair a) {
        Pair keys = a;
        for (int i = 0;
                i < 10
                        && (keys == a
                                || keys.expected().elements().length
                                        != a.expected().elements().length);
                i++) {
            keys = arrays.number();
        }
        if (keys.expected().elements().length != a.expected().elements().length) {
            keys = a;
        }
        HostArray host = flat(a.expected());
        Object[] sorted = Arrays.stream(order(keys.expected().elements(), RandomOrders::compare))
                .map(i -> host.elements()[i])
                .toArray();
        NumberNdArray<?, ?> array = (NumberNdArray<?, ?>) ((NumberNdArray<?, ?>) a.array()).reshape(-1);
        arrays.add(
                "sortBy " + arrays.number(a) + " " + arrays.number(keys),
                array.sortBy((NumberNdArray<?, ?>) ((NumberNdArray<?, ?>) keys.array()).reshape(-1)),
                new HostArray(host.type(), host.shape(), sorted));
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // both are of one type
    private void search(Pair a) {
        Pair b = arrays.like(a);
        boolean countsEqual = random.nextBoolean();
        Object[] all = a.expected().elements();
        NumberNdArray sorted = ((NumberNdArray) a.array().reshape(-1)).sort();
        NumberNdArray values = (NumberNdArray) b.array();
        arrays.add(
                "search " + countsEqual + " " + arrays.number(a) + " " + arrays.number(b),
                countsEqual ? sorted.searchSortedAfter(values) : sorted.searchSorted(values),
                b.expected().map(int.class, value -> (int) Arrays.stream(all)
                        .filter(one -> compare(one, value) < (countsEqual ? 1 : 0))
                        .count()));
    }

    private void count(Pair a) {
        HostArray host = a.expected();
        if (a.array() instanceof IntNdArray array && random.nextBoolean()) {
            int least = random.nextInt(10);
            int[] found = host.elements().length == 0
                    ? new int[least]
                    : new int
                            [Math.max(
                                    least,
                                    1
                                            + Arrays.stream(host.elements())
                                                    .mapToInt(x -> (Integer) x & 7)
                                                    .max()
                                                    .getAsInt())];
            for (Object element : host.elements()) {
                found[(Integer) element & 7]++;
            }
            arrays.add(
                    "bincount " + arrays.number(a) + " " + least,
                    array.and(7).reshape(-1).bincount(least),
                    HostArray.of(found, found.length));
            return;
        }
        int bins = 1 + random.nextInt(6);
        double low = random.nextInt(-4, 3);
        double high = low + 0.5 + random.nextInt(5);
        double[] edges = NdArrays.linspace(low, high, bins + 1).toArray();
        int[] found = new int[bins];
        for (Object element : host.elements()) {
            double value = (Double) HostArray.cast(element, double.class);
            for (int bin = 0; bin < bins; bin++) {
                boolean isLast = bin == bins - 1 && value == high;
                found[bin] += (value >= edges[bin] && value < edges[bin + 1]) || isLast ? 1 : 0;
            }
        }
        NumberNdArray.Histogram histogram = ((NumberNdArray<?, ?>) a.array()).histogram(bins, low, high);
        arrays.add(
                "histogram " + arrays.number(a) + " " + bins + " " + low + " " + high,
                histogram.counts(),
                HostArray.of(found, bins));
    }
}
