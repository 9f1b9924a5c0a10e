package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.array.FloatNdArray;
import dev.gpukernel.array.NdArray;
import dev.gpukernel.array.NdArrays;
import dev.gpukernel.array.NdScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Measures expressions over arrays with shapes, by the device's clock, with what they allocate. Prints lines {@code name,size,metric,value}, as
 * the program beside it with CuPy does. {@code host} is the time that the host takes for an operation of an expression that was seen before,
 * by the wall clock.
 */
public final class ExpressionReport {
    private static final String OWN = "gpukernel";
    /** Until the JVM has compiled what it launches with: that must take less time than the device. */
    private static final int WARM_UPS = 500;

    private static final int HOST_RUNS = 20_000;
    private static final int HOST_SIZE = 256;
    private static final int HOST_OPERATIONS = 10;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Gpu gpu = Gpu.current();
    private final int size;
    private final int side;
    private final int runs;

    private ExpressionReport(int size, int side, int runs) {
        this.size = size;
        this.side = side;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments number of elements of a vector; rows and columns of a matrix; timed runs; then names of what is measured, none for all
     */
    public static void main(String... arguments) {
        if (arguments.length < 3) {
            throw new IllegalArgumentException("arguments: size, side, runs, names");
        }
        ExpressionReport report = new ExpressionReport(
                Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        Set<String> names = Set.copyOf(List.of(arguments).subList(3, arguments.length));
        report.vectors(names);
        report.matrices(names);
        if (names.isEmpty() || names.contains("host")) {
            report.host();
        }
    }

    private void vectors(Set<String> names) {
        FloatNdArray x = vector(size, 1021);
        FloatNdArray y = vector(size, 509);
        Map<String, Supplier<NdArray<?>>> all = new LinkedHashMap<>();
        all.put("copy", () -> x.plus(0f));
        all.put("add", () -> x.plus(y));
        all.put("cumsum", x::cumSum);
        all.put("chain", () -> x.times(3f).plus(y.sin().times(2f)).minus(1f));
        tell(names, size, all);
    }

    private void matrices(Set<String> names) {
        FloatNdArray m = vector(side * side, 1021).div(1021f).compute().reshape(side, side);
        FloatNdArray v = vector(side, 509);
        Map<String, Supplier<NdArray<?>>> all = new LinkedHashMap<>();
        all.put("matrix_vector", () -> m.plus(v));
        all.put("centre", () -> m.minus(m.mean(0)));
        all.put("mask_write", () -> m.greater(0.5f).where(NdArrays.full(0f), m));
        all.put("sum", m::sum);
        all.put("sum0", () -> m.sum(0));
        all.put("sum1", () -> m.sum(1));
        all.put("argmax1", () -> m.argMax(1));
        all.put("select", () -> m.select(m.greater(0.5f)));
        tell(names, side * side, all);
    }

    private static FloatNdArray vector(int size, int modulus) {
        return NdArrays.arange(size).rem(modulus).toFloat().compute();
    }

    private void tell(Set<String> names, int elements, Map<String, Supplier<NdArray<?>>> all) {
        all.forEach((name, expression) -> {
            if (names.isEmpty() || names.contains(name)) {
                tell(name, elements, expression);
            }
        });
    }

    private void tell(String name, int elements, Supplier<NdArray<?>> expression) {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            Variant variant = new Variant(OWN, () -> {
                try (NdScope _ = NdArrays.scope()) {
                    expression.get().compute();
                }
            });
            double[] medians =
                    Variant.medians(List.of(variant), WARM_UPS, runs, timed -> timed.deviceMillis(gpu, start, end));
            System.out.println(new Measurement(OWN, elements, name + "_ms", medians[0]).line());
        }
    }

    private void host() {
        FloatNdArray x = vector(HOST_SIZE, 7);
        FloatNdArray y = vector(HOST_SIZE, 5);
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < HOST_RUNS; i++) {
                try (NdScope _ = NdArrays.scope()) {
                    x.times(3f)
                            .plus(y)
                            .minus(1f)
                            .maximum(0f)
                            .times(y)
                            .plus(x)
                            .abs()
                            .minus(y)
                            .times(2f)
                            .plus(1f)
                            .compute();
                }
            }
            gpu.synchronize();
            double micros = (System.nanoTime() - start) / NANOS_PER_MICRO / HOST_RUNS;
            if (round == 2) {
                System.out.println(new Measurement(OWN, HOST_SIZE, "host_us", micros / HOST_OPERATIONS).line());
            }
        }
    }
}
