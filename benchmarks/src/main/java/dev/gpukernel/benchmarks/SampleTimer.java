package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Checks and times one sample after the other, and says so while it does. */
final class SampleTimer {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double WARM_UP_MILLIS = 500;
    private static final int WARM_UPS = 2;
    private static final double TIMED_MILLIS = 1500;
    private static final int MIN_RUNS = 3;
    private static final int MAX_RUNS = 101;

    private final Gpu cpu;
    private final @Nullable Gpu gpu;
    private final PrintWriter progress;

    SampleTimer(Gpu cpu, @Nullable Gpu gpu, PrintWriter progress) {
        this.cpu = cpu;
        this.gpu = gpu;
        this.progress = progress;
    }

    /**
     * Times a sample in all ways that there are.
     *
     * @throws IllegalStateException if a result is wrong: however fast, it is no result
     */
    SampleTimes time(String name, SampleCase sample) {
        List<Object> before = sample.arrays();
        sample.plain().run();
        List<Object> expected = sample.arrays();
        OptionalDouble oneCore = tell("one core", median(sample.plain()));
        Check check = new Check(name, sample, before, expected);
        OptionalDouble allCores = OptionalDouble.empty();
        if (sample.cpu() != null) {
            allCores = tell("all cores", onHost(sample.cpu(), cpu, check));
        }
        if (gpu == null) {
            return new SampleTimes(
                    name, sample.input(), oneCore, allCores, OptionalDouble.empty(), OptionalDouble.empty());
        }
        OptionalDouble host = tell("GPU", onHost(sample.gpu(), gpu, check));
        OptionalDouble resident = tell("resident", onDevice(sample.gpu(), gpu, check));
        return new SampleTimes(name, sample.input(), oneCore, allCores, host, resident);
    }

    private OptionalDouble tell(String what, double millis) {
        progress.print(String.format(Locale.ROOT, "  %s %.3f ms", what, millis));
        progress.flush();
        return OptionalDouble.of(millis);
    }

    private static double onHost(Kernel kernel, Gpu device, Check check) {
        SampleCase sample = check.sample();
        sample.restore(check.before());
        check.require(sample.run(kernel, device, sample.arguments()), device);
        return median(() -> sample.run(kernel, device, sample.arguments()));
    }

    private static double onDevice(Kernel kernel, Gpu device, Check check) {
        SampleCase sample = check.sample();
        sample.restore(check.before());
        try (SampleCase.Resident there = sample.upload(device)) {
            Object result = sample.run(kernel, device, there.arguments());
            there.download();
            check.require(result, device);
            return median(() -> sample.run(kernel, device, there.arguments()));
        }
    }

    /** {@return the median of runs that are timed for a while, after as many as it takes the JVM to compile them} */
    private static double median(Runnable body) {
        double warm = 0;
        for (int run = 0; run < WARM_UPS || warm < WARM_UP_MILLIS; run++) {
            warm += millis(body);
        }
        double[] times = new double[MAX_RUNS];
        double sum = 0;
        int runs = 0;
        while (runs < MIN_RUNS || (runs < MAX_RUNS && sum < TIMED_MILLIS)) {
            times[runs] = millis(body);
            sum += times[runs];
            runs++;
        }
        return Measurement.median(Arrays.copyOf(times, runs));
    }

    private static double millis(Runnable body) {
        long start = System.nanoTime();
        body.run();
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    /** What a sample begins with and what it must come to. */
    private record Check(String name, SampleCase sample, List<Object> before, List<Object> expected) {
        void require(@Nullable Object result, Gpu device) {
            if (!sample.isResult(result, expected)) {
                throw new IllegalStateException(
                        name + ": the result on " + device.backend() + ", " + device.name() + ", is not plain Java's");
            }
        }
    }
}
