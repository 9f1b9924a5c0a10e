package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs generated kernels in every form until a number or a time is reached, and prints those whose outcomes differ.
 *
 * <p>{@code java -cp gpukernel-core-gpu-tests.jar dev.gpukernel.oracle.Fuzz [--kernels N] [--minutes M] [--seed S] [--backend cpu|cuda]
 * [--failures F]}. A failure is run again by {@code --seed} with its seed and {@code --kernels 1}.
 * Ends with exit code 1 if there was a failure, 2 if the backend has no device.
 */
public final class Fuzz {
    private static final int BATCH = 64;
    private static final Map<String, String> DEFAULTS = Map.of(
            "--kernels", "1000",
            "--minutes", "1000000",
            "--seed", "0",
            "--backend", "cpu",
            "--failures", "10");

    private Fuzz() {}

    /**
     * Runs them.
     *
     * @param arguments as in the description of the class
     */
    public static void main(String[] arguments) {
        Map<String, String> options = options(arguments);
        String backend = options.getOrDefault("--backend", "");
        List<Gpu> gpus = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals(backend))
                .limit(1)
                .toList();
        System.out.println("devices: " + gpus);
        System.exit(gpus.isEmpty() ? 2 : run(options, gpus) ? 0 : 1);
    }

    private static Map<String, String> options(String[] arguments) {
        Map<String, String> options = new HashMap<>(DEFAULTS);
        for (int i = 0; i < arguments.length; i += 2) {
            if (!options.containsKey(arguments[i]) || i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " is not one of " + DEFAULTS.keySet());
            }
            options.put(arguments[i], arguments[i + 1]);
        }
        return options;
    }

    private static boolean run(Map<String, String> options, List<Gpu> gpus) {
        long first = number(options, "--seed");
        long kernels = number(options, "--kernels");
        long most = number(options, "--failures");
        long end = System.nanoTime()
                + Duration.ofMinutes(number(options, "--minutes")).toNanos();
        DifferentialRun run = new DifferentialRun(new KernelGenerator(true), gpus);
        long done = 0;
        long failed = 0;
        while (done < kernels && failed < most && System.nanoTime() < end) {
            long next = Math.min(done + BATCH, kernels);
            DifferentialRun.Result result = run.run(first + done, first + next);
            result.failures().forEach(failure -> System.out.println("FAILED " + failure));
            failed += result.failures().size();
            done = next;
            System.out.println(done + " kernels, " + failed + " failed; next seed " + (first + done));
        }
        return failed == 0;
    }

    private static long number(Map<String, String> options, String name) {
        return Long.parseLong(options.getOrDefault(name, "0"));
    }
}
