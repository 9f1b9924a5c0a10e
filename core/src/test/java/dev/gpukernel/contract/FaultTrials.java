package dev.gpukernel.contract;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@link FaultTrial} for as long as one likes, and measures launches in which all threads fault, beside the same launches
 * without a fault.
 */
public final class FaultTrials {
    private FaultTrials() {}

    /**
     * Runs one trial. Ends with exit code 1 if an exception was not its launch's, a fault was lost or a result wrong.
     *
     * @param arguments {@code two ROUNDS}, {@code mixed THREADS SECONDS}, {@code many LEAST MOST} for launches of 2 to the power of
     *     these, or {@code launch COUNT}
     */
    public static void main(String[] arguments) throws Exception {
        Gpu gpu = Gpu.current();
        System.out.println("device: " + gpu);
        FaultTrial trial = new FaultTrial(gpu);
        long start = System.nanoTime();
        try {
            switch (arguments[0]) {
                case "two" -> trial.two(Integer.parseInt(arguments[1]));
                case "mixed" -> trial.mixed(Integer.parseInt(arguments[1]), 1000L * Integer.parseInt(arguments[2]));
                case "many" -> many(gpu, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
                case "launch" -> launches(gpu, Integer.parseInt(arguments[1]));
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        } catch (AssertionError failed) {
            failed.printStackTrace(System.out);
            System.out.println("FAILED");
            System.exit(1);
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %s, %.1f s, all right%n",
                String.join(" ", arguments),
                trial.figures(),
                (System.nanoTime() - start) / 1e9);
        System.exit(0);
    }

    private static void many(Gpu gpu, int least, int most) {
        System.out.println("milliseconds a launch; g: gather, s: shift; G: grid kernel, L: loop");
        System.out.println("threads   gG ok   fault | gL ok   fault | sG ok   fault | sL ok   fault | first at half");
        for (int power = least; power <= most; power += power < 20 ? 2 : 1) {
            int length = 1 << power;
            try (GpuArray<int[]> index = gpu.allocate(int[].class, length);
                    GpuArray<int[]> from = gpu.allocate(int[].class, length);
                    GpuArray<int[]> to = gpu.allocate(int[].class, length)) {
                StringBuilder line = new StringBuilder("2^%-6d".formatted(power));
                for (boolean grid : new boolean[] {true, false}) {
                    FaultTrial.kernel("fill").launch(index, 0, 1);
                    double ok = millis(gpu, () -> gather(grid, length, index, from, to), null);
                    FaultTrial.kernel("fill").launch(index, -7, -1);
                    String message = "Index -7 out of bounds for length " + length;
                    double bad = millis(gpu, () -> gather(grid, length, index, from, to), message);
                    line.append("%8.3f %8.3f |".formatted(ok, bad));
                }
                for (boolean grid : new boolean[] {true, false}) {
                    double ok = millis(gpu, () -> shift(grid, length, from, to, 0), null);
                    String message = "Index " + length + " out of bounds for length " + length;
                    double bad = millis(gpu, () -> shift(grid, length, from, to, length), message);
                    line.append("%8.3f %8.3f |".formatted(ok, bad));
                }
                String middle = "Index " + length + " out of bounds for length " + length;
                line.append("%8.3f".formatted(millis(gpu, () -> shift(true, length, from, to, length / 2), middle)));
                line.append("%8.3f".formatted(millis(gpu, () -> shift(false, length, from, to, length / 2), middle)));
                System.out.println(line);
            }
        }
    }

    private static void gather(
            boolean grid, int length, GpuArray<int[]> index, GpuArray<int[]> from, GpuArray<int[]> to) {
        if (grid) {
            FaultTrial.kernel("gatherGrid").launch(Launch.of(Math.ceilDiv(length, 256), 256), index, from, to);
        } else {
            FaultTrial.kernel("gatherLoop").launch(index, from, to);
        }
    }

    private static void shift(boolean grid, int length, GpuArray<int[]> from, GpuArray<int[]> to, int by) {
        if (grid) {
            FaultTrial.kernel("shiftGrid").launch(Launch.of(Math.ceilDiv(length, 256), 256), from, to, by);
        } else {
            FaultTrial.kernel("shiftLoop").launch(from, to, by);
        }
    }

    /** {@return the least of some times of a launch until it is waited for, after some that are not counted} */
    private static double millis(Gpu gpu, Runnable launch, @Nullable String expected) {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < 8; i++) {
            gpu.synchronize();
            String thrown = null;
            long start = System.nanoTime();
            try {
                launch.run();
                gpu.synchronize();
            } catch (ArrayIndexOutOfBoundsException fault) {
                thrown = fault.getMessage();
            }
            double millis = (System.nanoTime() - start) / 1e6;
            if (expected == null ? thrown != null : !expected.equals(thrown)) {
                throw new AssertionError("expected " + expected + ", not " + thrown);
            }
            least = i < 3 ? least : Math.min(least, millis);
        }
        return least;
    }

    private static void launches(Gpu gpu, int count) {
        try (GpuArray<int[]> index = gpu.upload(FaultTrial.numbers(0, 1));
                GpuArray<int[]> from = gpu.upload(FaultTrial.numbers(0, 1));
                GpuArray<int[]> to = gpu.upload(FaultTrial.numbers(0, 1))) {
            Launch launch = Launch.of(4, 256);
            for (String what : new String[] {"copy", "gatherLoop", "gatherGrid"}) {
                Kernel kernel = FaultTrial.kernel(what);
                Runnable enqueue = switch (what) {
                    case "copy" -> () -> kernel.launch(from, to);
                    case "gatherLoop" -> () -> kernel.launch(index, from, to);
                    default -> () -> kernel.launch(launch, index, from, to);
                };
                double least = Double.MAX_VALUE;
                for (int round = 0; round < 20; round++) {
                    gpu.synchronize();
                    long start = System.nanoTime();
                    for (int i = 0; i < count; i++) {
                        enqueue.run();
                    }
                    gpu.synchronize();
                    least = Math.min(least, (System.nanoTime() - start) / 1e3 / count);
                }
                System.out.printf(Locale.ROOT, "%s: %.3f us a launch, of %,d in a row%n", what, least, count);
            }
        }
    }
}
