package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.Settings;
import dev.gpukernel.internal.jit.OtherEngine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Runs generated kernels in every form until a number or a time is reached, and prints those whose outcomes differ.
 *
 * <p>{@code java -cp gpukernel-core-gpu-tests.jar dev.gpukernel.oracle.Fuzz [--kernels N] [--minutes M] [--seed S] [--backend cpu|cuda|interpreted]
 * [--failures F] [--threads T] [--form all|single|nests|carried|arrays|storage|objects|functions|instances|grid|grid-defined] [--devices D] [--seconds L]}. Each kernel runs on the first D devices of the
 * backend. One that takes longer than L seconds is a failure, too, 300 if not given; nothing stops it, so another thread goes on in its
 * place. On a GPU, which may run nothing else as long as one hangs, it ends the program. The last line says how many were accepted, how many refused with each code, and how many failed.
 * Every seed makes a kernel of each form: a single loop or a grid kernel by
 * {@link KernelGenerator}, and several loops and nests by {@link NestGenerator}. Of seven other forms launches alone are compared: {@code
 * carried} makes loops that carry values by {@link CarriedGenerator}, {@code arrays} makes kernels with arrays of two dimensions and
 * arrays of their own by {@link ArraysGenerator}, {@code storage} makes small ones, with arrays of every kind, by
 * {@link StorageGenerator}, {@code objects} makes objects by {@link ObjectsGenerator}, and {@code functions} functions by
 * {@link FunctionsGenerator}; {@code instances} has the kernels of the first three,
 * with fields of an object for parameters; {@code grid} makes grid kernels whose threads meet, by {@link GridGenerator}, for the CPU and the interpreter,
 * and {@code grid-defined} those among them of which all has a meaning on a GPU. A failure is run again by {@code --seed} with its seed
 * and {@code --kernels 1}.
 * Ends with exit code 1 if there was a failure, 2 if the backend has no device.
 */
public final class Fuzz {
    private static final int BATCH = 64;

    /** A backend of the tests alone, which shows what a GPU's own steps do where there is none. */
    private static final String INTERPRETED = "interpreted";

    private static final long PIECE_BYTES = 1 << 15;
    private static final String ACCEPTED = "accepted";
    private static final String FAILED = "failed";
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
    private final boolean isOnGpu;
    private long next;
    private long done;
    private long failed;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final Map<Thread, Batch> batches = new ConcurrentHashMap<>();
    private final Queue<Batch> left = new ConcurrentLinkedQueue<>();

    /** Makes kernels and runs them. */
    private interface Batches {
        Summary run(long from, long to);
    }

    /** Kernels of one form that a thread makes from some seeds. */
    private record Batch(Batches run, long from, long to) {}

    /**
     * What became of some kernels.
     *
     * @param outcomes one for each
     * @param failures what is wrong with some
     */
    private record Summary(List<String> outcomes, List<?> failures) {}

    private Fuzz(Map<String, String> options, List<Gpu> gpus) {
        this.deadline = start + Duration.ofMinutes(number(options, "--minutes")).toNanos();
        this.most = number(options, "--failures");
        this.next = number(options, "--seed");
        this.end = next + number(options, "--kernels");
        this.overdue = new Overdue(Duration.ofSeconds(number(options, "--seconds")));
        this.isOnGpu = gpus.stream().anyMatch(gpu -> gpu.computeCapability().isPresent());
        this.runs = runs(options.getOrDefault("--form", ""), gpus);
    }

    /**
     * Runs them.
     *
     * @param arguments as in the description of the class
     */
    public static void main(String[] arguments) {
        Map<String, String> options = options(arguments);
        System.setProperty(Settings.VERIFY, "true");
        String backend = options.getOrDefault("--backend", "");
        List<Gpu> gpus = (backend.equals(INTERPRETED) ? List.of(interpreted()) : Gpu.all())
                .stream()
                        .filter(gpu -> gpu.backend().equals(backend))
                        .limit(number(options, "--devices"))
                        .toList();
        System.out.println("devices: " + gpus);
        System.exit(gpus.isEmpty() ? 2 : run(options, gpus) ? 0 : 1);
    }

    private static Gpu interpreted() {
        return OtherEngine.gpu(new InterpretedDevice.Interpreted(PIECE_BYTES, Long.MAX_VALUE));
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
            case "carried" -> List.of(launched(new CarriedGenerator()::generate, gpus));
            case "arrays" -> List.of(launched(new ArraysGenerator()::generate, gpus));
            case "storage" -> List.of(launched(new StorageGenerator()::generate, gpus));
            case "instances" -> List.of(launched(InstanceKernel.generator(), gpus));
            case "functions" -> List.of(launched(new FunctionsGenerator()::generate, gpus));
            case "grid" -> List.of(launched(new GridGenerator()::generate, gpus));
            case "grid-defined" -> List.of(launched(new GridGenerator(true)::generate, gpus));
            case "objects" -> List.of(launched(new ObjectsGenerator()::generate, gpus));
            default ->
                throw new IllegalArgumentException("--form " + form
                        + " is not one of all, single, nests, carried, arrays, storage, objects, functions,"
                        + " instances, grid, grid-defined");
        };
    }

    private Batches differential(LongFunction<GeneratedKernel> generator, List<Gpu> gpus) {
        DifferentialRun run = new DifferentialRun(generator, gpus);
        return (from, to) -> {
            DifferentialRun.Result result = run.run(from, to, overdue::begun);
            List<String> outcomes = new ArrayList<>(result.passed().stream()
                    .map(checked -> checked.alwaysThrows() ? "throws at once" : ACCEPTED)
                    .toList());
            outcomes.addAll(Collections.nCopies(result.failures().size(), FAILED));
            return new Summary(outcomes, result.failures());
        };
    }

    private Batches launched(LongFunction<? extends LaunchedKernel> generator, List<Gpu> gpus) {
        LaunchRun run = new LaunchRun(generator, gpus);
        return (from, to) -> {
            List<LaunchRun.Checked> checked = run.run(LongStream.range(from, to).toArray(), overdue::begun);
            return new Summary(
                    checked.stream().map(Fuzz::outcome).toList(),
                    checked.stream().filter(LaunchRun.Checked::isFailure).toList());
        };
    }

    private static String outcome(LaunchRun.Checked checked) {
        return checked.isFailure()
                ? FAILED
                : checked.code().map(code -> "refused by " + code.code()).orElse(ACCEPTED);
    }

    private static boolean run(Map<String, String> options, List<Gpu> gpus) {
        Fuzz fuzz = new Fuzz(options, gpus);
        Deque<Thread> workers = new ArrayDeque<>();
        for (long i = number(options, "--threads"); i > 0; i--) {
            workers.add(fuzz.worker());
        }
        while (!workers.isEmpty()) {
            Thread worker = workers.pop();
            if (!fuzz.hasEnded(worker)) {
                workers.add(fuzz.overdue.holds(worker) ? fuzz.worker() : worker);
            }
        }
        System.out.println("TOTAL " + fuzz.line());
        return fuzz.failed == 0;
    }

    private Thread worker() {
        return Thread.ofPlatform().start(this::work);
    }

    private boolean hasEnded(Thread worker) {
        try {
            boolean ended = worker.join(Duration.ofMillis(200));
            overdue.found().forEach(this::reportOverdue);
            return ended;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void reportOverdue(Thread worker, Generated kernel) {
        if (isOnGpu) {
            StringBuilder waits = new StringBuilder();
            for (StackTraceElement frame : worker.getStackTrace()) {
                waits.append("    at ").append(frame).append('\n');
            }
            System.out.println("FAILED " + kernel.className() + ": seed " + kernel.seed() + " has not ended in time\n"
                    + waits + kernel.source());
            System.out.println("TOTAL " + line() + "; ended, as the GPU may hang");
            System.out.flush();
            // The driver may wait for the kernel if it is asked to end.
            Runtime.getRuntime().halt(1);
        }
        report(new Summary(
                List.of(FAILED),
                List.of(kernel.className() + ": seed " + kernel.seed() + " has not ended in time\n"
                        + kernel.source())));
        Batch batch = batches.get(worker);
        if (batch != null && failed < most) {
            left.add(new Batch(batch.run(), kernel.seed() + 1, batch.to()));
        }
    }

    /** Takes one batch after another. Javac takes about as long to start as for the kernels of one. */
    private void work() {
        for (Batch batch = left.poll(); batch != null && !isReplaced(); batch = left.poll()) {
            work(batch);
        }
        while (!isReplaced() && System.nanoTime() < deadline) {
            long from = take();
            if (from >= end) {
                return;
            }
            for (Batches run : runs) {
                work(new Batch(run, from, Math.min(from + BATCH, end)));
            }
        }
    }

    private boolean isReplaced() {
        return overdue.holds(Thread.currentThread());
    }

    private void work(Batch batch) {
        if (batch.from() >= batch.to()) {
            return;
        }
        batches.put(Thread.currentThread(), batch);
        try {
            Summary summary = batch.run().run(batch.from(), batch.to());
            if (!isReplaced()) {
                report(summary);
            }
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text));
            report(new Summary(
                    List.of(FAILED), List.of("one of the seeds " + batch.from() + " to " + batch.to() + ": " + text)));
        }
        overdue.ended();
    }

    private synchronized long take() {
        long from = next;
        next = failed < most ? Math.min(next + BATCH, end) : end;
        return failed < most ? from : end;
    }

    private synchronized void report(Summary summary) {
        summary.failures().forEach(failure -> System.out.println("FAILED " + failure));
        failed += summary.failures().size();
        done += summary.outcomes().size();
        summary.outcomes().forEach(outcome -> outcomes.merge(outcome, 1, Integer::sum));
        System.out.println(line() + "; all below seed " + next + " begun");
    }

    private synchronized String line() {
        long seconds = Math.max(1, Duration.ofNanos(System.nanoTime() - start).toSeconds());
        String each = outcomes.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return "%d kernels in %d s, %d a second: %s%s"
                .formatted(done, seconds, done / seconds, each, failed == 0 ? ", 0 failed" : "");
    }

    private static long number(Map<String, String> options, String name) {
        return Long.parseLong(options.getOrDefault(name, "0"));
    }
}
