package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.oracle.DifferentialRun.Checked;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Runs generated kernels in every form until a number or a time is reached, and prints those whose outcomes differ.
 *
 * <p>{@code java -cp gpukernel-core-gpu-tests.jar dev.gpukernel.oracle.Fuzz [--kernels N] [--minutes M] [--seed S] [--backend cpu|cuda]
 * [--failures F] [--threads T] [--form all|single|nests|carried] [--devices D] [--seconds L]}. Each kernel runs on the first D devices of the
 * backend. One that takes longer than L seconds is a failure, too, 300 if not given; nothing stops it, so its thread does no more.
 * Every seed makes a kernel of each form: a single loop or a grid kernel by
 * {@link KernelGenerator}, and several loops and nests by {@link NestGenerator}; {@code carried} makes loops that carry values by {@link
 * CarriedGenerator}, whose launches alone are compared. A failure is run again by {@code --seed} with its seed
 * and {@code --kernels 1}.
 * Ends with exit code 1 if there was a failure, 2 if the backend has no device.
 */
public final class Fuzz {
    private static final int BATCH = 64;
    private static final Map<String, String> DEFAULTS = Map.of(
            "--kernels", "1000",
            "--minutes", "1000000",
            "--seed", "0",
            "--backend", "cpu",
            "--failures", "10",
            "--form", "all",
            "--devices", "1",
            "--seconds", "300",
            "--threads", String.valueOf(Runtime.getRuntime().availableProcessors()));

    private final long start = System.nanoTime();
    private final List<Batches> runs;
    private final long deadline;
    private final long most;
    private final long end;
    private final Overdue overdue;
    private long next;
    private long done;
    private long failed;
    private long always;

    /** Makes kernels and runs them. */
    private interface Batches {
        Summary run(long from, long to);
    }

    /**
     * What became of some kernels.
     *
     * @param kernels how many there were
     * @param none how many of them are no kernels
     * @param failures what is wrong with others
     */
    private record Summary(long kernels, long none, List<?> failures) {}

    private Fuzz(Map<String, String> options, List<Gpu> gpus) {
        this.deadline = start + Duration.ofMinutes(number(options, "--minutes")).toNanos();
        this.most = number(options, "--failures");
        this.next = number(options, "--seed");
        this.end = next + number(options, "--kernels");
        this.overdue = new Overdue(Duration.ofSeconds(number(options, "--seconds")));
        this.runs = runs(options.getOrDefault("--form", ""), gpus);
    }

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
                .limit(number(options, "--devices"))
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

    private List<Batches> runs(String form, List<Gpu> gpus) {
        Batches single = differential(new KernelGenerator(true)::generate, gpus);
        Batches nests = differential(new NestGenerator()::generate, gpus);
        return switch (form) {
            case "all" -> List.of(single, nests);
            case "single" -> List.of(single);
            case "nests" -> List.of(nests);
            case "carried" -> List.of(carried(gpus));
            default ->
                throw new IllegalArgumentException("--form " + form + " is not one of all, single, nests, carried");
        };
    }

    private Batches differential(LongFunction<GeneratedKernel> generator, List<Gpu> gpus) {
        DifferentialRun run = new DifferentialRun(generator, gpus);
        return (from, to) -> {
            DifferentialRun.Result result = run.run(from, to, overdue::begun);
            long none = result.passed().stream().filter(Checked::alwaysThrows).count();
            return new Summary(result.passed().size() + result.failures().size(), none, result.failures());
        };
    }

    private Batches carried(List<Gpu> gpus) {
        CarriedRun run = new CarriedRun(gpus);
        return (from, to) -> {
            List<CarriedRun.Checked> checked =
                    run.run(LongStream.range(from, to).toArray(), overdue::begun);
            long none = checked.stream().filter(CarriedRun.Checked::isRefused).count();
            return new Summary(
                    checked.size(),
                    none,
                    checked.stream().filter(CarriedRun.Checked::isFailure).toList());
        };
    }

    private static boolean run(Map<String, String> options, List<Gpu> gpus) {
        Fuzz fuzz = new Fuzz(options, gpus);
        List<Thread> workers = LongStream.range(0, number(options, "--threads"))
                .mapToObj(_ -> Thread.ofPlatform().start(fuzz::work))
                .toList();
        workers.forEach(fuzz::await);
        return fuzz.failed == 0;
    }

    /** Waits until a thread has done all it will do. */
    private void await(Thread worker) {
        try {
            while (!worker.join(Duration.ofSeconds(1)) && !overdue.holds(worker)) {
                overdue.found().forEach(this::reportOverdue);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized void reportOverdue(Generated kernel) {
        failed++;
        System.out.println("FAILED " + kernel.className() + ": seed " + kernel.seed() + " has not ended in time\n"
                + kernel.source());
    }

    /** Takes one batch after another. Javac takes about as long to start as for the kernels of one. */
    private void work() {
        for (long from = take(); from < end && System.nanoTime() < deadline; from = take()) {
            for (Batches run : runs) {
                report(run.run(from, Math.min(from + BATCH, end)));
                overdue.ended();
            }
        }
    }

    private synchronized long take() {
        long from = next;
        next = failed < most ? Math.min(next + BATCH, end) : end;
        return failed < most ? from : end;
    }

    private synchronized void report(Summary summary) {
        summary.failures().forEach(failure -> System.out.println("FAILED " + failure));
        failed += summary.failures().size();
        done += summary.kernels();
        always += summary.none();
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        System.out.println(done + " kernels in " + seconds + " s, " + failed + " failed, " + always
                + " are no kernels as they throw at once or are refused; all below seed " + next + " begun");
    }

    private static long number(Map<String, String> options, String name) {
        return Long.parseLong(options.getOrDefault(name, "0"));
    }
}
