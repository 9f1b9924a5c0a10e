package dev.gpukernel.array;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Products and orders of {@link HostArray}s, in plain Java. */
final class HostOrders {
    private HostOrders() {}

    /** {@return the products of matrices, the last two axes of arrays whose other axes are the same} */
    static HostArray product(HostArray left, HostArray right) {
        int rank = left.shape().length;
        int m = left.shape()[rank - 2];
        int depth = left.shape()[rank - 1];
        int n = right.shape()[rank - 1];
        int[] shape = left.shape().clone();
        shape[rank - 1] = n;
        Object[] elements = new Object[HostArray.size(shape)];
        for (int i = 0; i < elements.length; i++) {
            int stack = i / (m * n);
            int row = (stack * m + i / n % m) * depth;
            int column = stack * depth * n + i % n;
            Object sum = HostArray.cast(0, left.type());
            for (int k = 0; k < depth; k++) {
                sum = add(left.elements()[row + k], right.elements()[column + k * n], sum);
            }
            elements[i] = sum;
        }
        return new HostArray(left.type(), shape, elements);
    }

    private static Object add(Object one, Object other, Object sum) {
        return switch (one) {
            case Integer a -> a * (Integer) other + (Integer) sum;
            case Long a -> a * (Long) other + (Long) sum;
            case Float a -> Math.fma(a, (Float) other, (Float) sum);
            default -> Math.fma((Double) one, (Double) other, (Double) sum);
        };
    }

    /** {@return the elements of each row in order} */
    static HostArray sorted(HostArray array) {
        return ofRows(
                array,
                array.type(),
                row -> Arrays.stream(row).sorted(HostOrders::compare).toArray());
    }

    /** {@return where in its row they are} */
    static HostArray order(HostArray array) {
        return ofRows(
                array,
                int.class,
                row -> IntStream.range(0, row.length)
                        .boxed()
                        .sorted(Comparator.comparing(i -> row[i], HostOrders::compare))
                        .toArray());
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // boxed numbers of one type
    private static int compare(Object one, Object other) {
        return ((Comparable) one).compareTo(other);
    }

    private static HostArray ofRows(HostArray array, Class<?> type, Function<Object[], Object[]> change) {
        int length = array.shape()[array.shape().length - 1];
        Object[] elements = new Object[array.elements().length];
        for (int from = 0; from < elements.length; from += length) {
            Object[] row = change.apply(Arrays.copyOfRange(array.elements(), from, from + length));
            System.arraycopy(row, 0, elements, from, length);
        }
        return new HostArray(type, array.shape(), elements);
    }
}
