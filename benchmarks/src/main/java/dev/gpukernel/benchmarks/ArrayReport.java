package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuArrays;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.array.DoubleNdArray;
import dev.gpukernel.array.FloatNdArray;
import dev.gpukernel.array.IntNdArray;
import dev.gpukernel.array.NdArrays;
import dev.gpukernel.array.NdRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Measures products of matrices, sorts and random numbers of arrays with shapes by the device's clock. Prints lines {@code
 * name,size,metric,value}, as the program beside it with CuPy does. Results are checked against plain Java first.
 */
public final class ArrayReport {
    private static final String OWN = "gpukernel";
    private static final int WARM_UPS = 5;
    private static final long SEED = 0x5DEECE66DL;
    private static final int CHECKED_ROWS = 3;

    private final Gpu gpu = Gpu.current();
    private final NdRandom random = NdArrays.random(SEED);
    private final int size;
    private final int runs;

    private ArrayReport(int size, int runs) {
        this.size = size;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments {@code matmul32}, {@code matmul64}, {@code sortInts}, {@code sortFloats}, {@code sortPairs}, {@code unique},
     *     {@code uniform} or {@code normal}; rows of the matrices or number of elements; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: operation, size, runs");
        }
        ArrayReport report = new ArrayReport(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        switch (arguments[0]) {
            case "matmul32" -> report.matmul32();
            case "matmul64" -> report.matmul64();
            case "sortInts" -> report.sortInts();
            case "sortFloats" -> report.sortFloats();
            case "sortPairs" -> report.sortPairs();
            case "unique" -> report.unique();
            case "uniform" ->
                report.tell(() -> report.random.uniform(report.size).compute());
            case "normal" -> report.tell(() -> report.random.normal(report.size).compute());
            default -> throw new IllegalArgumentException("no operation " + arguments[0]);
        }
    }

    private void matmul32() {
        FloatNdArray a = random.uniform(size, size).minus(0.5f).compute();
        FloatNdArray b = random.skip(1L << 40).uniform(size, size).minus(0.5f).compute();
        FloatNdArray c = a.matmul(b).compute();
        for (int row : rows()) {
            float[] left = a.at(row).toArray();
            float[] actual = c.at(row).toArray();
            for (int column : rows()) {
                float[] right = b.transpose().at(column).toArray();
                float sum = 0;
                for (int k = 0; k < size; k++) {
                    sum = Math.fma(left[k], right[k], sum);
                }
                require(Float.floatToRawIntBits(sum) == Float.floatToRawIntBits(actual[column]), column);
            }
        }
        tell(() -> a.matmul(b).compute());
    }

    private void matmul64() {
        DoubleNdArray a = random.uniformDoubles(size, size).minus(0.5).compute();
        DoubleNdArray b =
                random.skip(1L << 40).uniformDoubles(size, size).minus(0.5).compute();
        DoubleNdArray c = a.matmul(b).compute();
        for (int row : rows()) {
            double[] left = a.at(row).toArray();
            double[] actual = c.at(row).toArray();
            for (int column : rows()) {
                double[] right = b.transpose().at(column).toArray();
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum = Math.fma(left[k], right[k], sum);
                }
                require(Double.doubleToRawLongBits(sum) == Double.doubleToRawLongBits(actual[column]), column);
            }
        }
        tell(() -> a.matmul(b).compute());
    }

    private int[] rows() {
        int[] rows = new int[CHECKED_ROWS];
        Arrays.setAll(rows, i -> (int) ((size - 1L) * i / (CHECKED_ROWS - 1)));
        return rows;
    }

    private IntNdArray ints() {
        return random.integers(1 << 16, size)
                .times(1 << 16)
                .plus(random.skip(1L << 40).integers(1 << 16, size))
                .compute();
    }

    private void sortInts() {
        IntNdArray x = ints();
        int[] expected = x.toArray();
        Arrays.parallelSort(expected);
        require(Arrays.equals(expected, x.sort().toArray()), 0);
        tell(() -> x.sort().compute());
    }

    private void sortFloats() {
        FloatNdArray x = random.uniform(size).minus(0.5f).compute();
        float[] expected = x.toArray();
        Arrays.parallelSort(expected);
        require(Arrays.equals(expected, x.sort().toArray()), 0);
        tell(() -> x.sort().compute());
    }

    private void sortPairs() {
        int[] unsorted = ints().toArray();
        int[] expected = unsorted.clone();
        Arrays.parallelSort(expected);
        try (GpuArray<int[]> keys = gpu.upload(unsorted);
                GpuArray<int[]> order = GpuArrays.argSort(keys)) {
            int[] places = order.toHost();
            for (int i = 0; i < size; i++) {
                require(unsorted[places[i]] == expected[i], i);
                require(i == 0 || expected[i] != expected[i - 1] || places[i] > places[i - 1], i);
            }
            tell(() -> GpuArrays.argSort(keys).close());
        }
    }

    private void unique() {
        IntNdArray x = random.integers(size / 2, size).compute();
        require(
                x.unique().values().size()
                        == Arrays.stream(x.toArray()).distinct().count(),
                0);
        tell(x::unique);
    }

    /** A wrong result, however fast, is no result. */
    private static void require(boolean right, int index) {
        if (!right) {
            throw new IllegalStateException("element " + index + " is wrong");
        }
    }

    private void tell(Runnable body) {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            List<Variant> variants = List.of(new Variant(OWN, body));
            double[] medians =
                    Variant.medians(variants, WARM_UPS, runs, variant -> variant.deviceMillis(gpu, start, end));
            System.out.println(new Measurement(OWN, size, "kernel_ms", medians[0]).line());
        }
    }
}
