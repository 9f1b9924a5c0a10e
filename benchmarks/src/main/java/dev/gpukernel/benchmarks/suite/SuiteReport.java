package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.Kernel;
import dev.gpukernel.benchmarks.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares the kernels of the suite with their twins in CUDA C: results by bits, then times by the device's clock, in turn, on arrays
 * that are on the device. {@code math = STRICT} stands beside a program of the twins that was compiled with {@code -fmad=false}, {@code
 * FAST} beside one compiled by default. Prints a table, and returns 1 if a result is wrong or a kernel fails.
 */
public final class SuiteReport implements AutoCloseable {
    private static final int WARM_UPS = 3;
    private static final int WARM_CALLS = 2_000;
    /** With {@code FAST} and with nvcc's default, other products are fused with sums. */
    private static final double FAST_TOLERANCE = 1e-3;
    /** Elements that may differ more with {@code FAST}: a comparison of numbers that differ a little may have another outcome. */
    private static final double FAST_SHARE = 0.02;

    /** Bytes that the arguments of one kernel take at most. */
    private static final long ROOM = 2L << 30;

    private static final int WARPS = 64;
    private static final int REGISTERS = 65_536;
    private static final int WARP = 32;

    private final SuiteOptions options;
    private final Gpu gpu = Gpu.current();
    private final AnnotatedClasses fastClasses = AnnotatedClasses.fast();
    private final AnnotatedClasses uncheckedClasses = AnnotatedClasses.unchecked();
    private final Path folder;
    private @Nullable TwinProgram exact;
    private @Nullable TwinProgram standard;
    private final Map<String, Integer> instructions;
    private boolean failed;

    private SuiteReport(SuiteOptions options) throws IOException {
        this.options = options;
        folder = folder();
        instructions = options.small() ? Map.of() : Sass.count(options.exact());
    }

    /** {@return a new folder, in memory if there is enough room} */
    private static Path folder() throws IOException {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory) && Files.getFileStore(memory).getUsableSpace() > ROOM
                ? Files.createTempDirectory(memory, "suite")
                : Files.createTempDirectory("suite");
    }

    /**
     * Prints the table.
     *
     * @param arguments {@link SuiteOptions}
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String... arguments) throws IOException {
        SuiteOptions options = SuiteOptions.parse(arguments);
        List<SuiteRow> earlier =
                options.against() == null ? List.of() : SuiteRow.parse(Files.readAllLines(options.against()));
        List<SuiteRow> rows = new ArrayList<>();
        boolean failed;
        try (SuiteReport report = new SuiteReport(options)) {
            List<SuiteCase> cases = chosen(options.only());
            for (SuiteCase one : cases) {
                System.err.printf("%d of %d: %s%n", rows.size() + 1, cases.size(), one.name());
                rows.add(report.row(one));
            }
            failed = report.failed;
        }
        if (options.csv() != null) {
            Files.write(options.csv(), SuiteRow.csv(rows));
        }
        SuiteText.table(rows, earlier).forEach(System.out::println);
        System.exit(failed ? 1 : 0);
    }

    private static List<SuiteCase> chosen(List<String> only) {
        List<SuiteCase> all = SuiteTable.all();
        for (String name : only) {
            if (all.stream().noneMatch(one -> one.name().equals(name))) {
                throw new IllegalArgumentException("no kernel " + name);
            }
        }
        return all.stream()
                .filter(one -> only.isEmpty() || only.contains(one.name()))
                .toList();
    }

    private SuiteRow row(SuiteCase one) throws IOException {
        try {
            return measure(one);
        } catch (RuntimeException e) {
            failed = true;
            restart();
            return untimed(one.name(), "FAILED: " + e);
        }
    }

    private static SuiteRow untimed(String name, String note) {
        return new SuiteRow(name, 0, 0, 0, 0, 0, SuiteRow.Code.UNKNOWN, SuiteRow.Code.UNKNOWN, note);
    }

    private String refusal(Kernel kernel) {
        String message = Sass.refusal(kernel.ptx(), folder);
        failed |= !message.isEmpty();
        return message.isEmpty() ? "" : " PTX REFUSED: " + message;
    }

    private TwinProgram exact() throws IOException {
        TwinProgram known = exact;
        if (known == null) {
            known = new TwinProgram(options.exact(), folder);
            exact = known;
        }
        return known;
    }

    private TwinProgram standard() throws IOException {
        TwinProgram known = standard;
        if (known == null) {
            known = new TwinProgram(options.standard(), folder);
            standard = known;
        }
        return known;
    }

    /** A program that failed may have ended, or hold arrays. */
    private void restart() {
        if (exact != null) {
            exact.close();
            exact = null;
        }
        if (standard != null) {
            standard.close();
            standard = null;
        }
    }

    private SuiteRow measure(SuiteCase one) throws IOException {
        Work work = one.work(options.small());
        Kernel strict = Kernel.of(MethodHandles.lookup(), one.owner(), one.name());
        Optional<Kernel> fast = one.isFloating() ? Optional.of(fastClasses.kernel(one)) : Optional.empty();
        Optional<Kernel> unchecked = options.unchecked() ? Optional.of(uncheckedClasses.kernel(one)) : Optional.empty();
        List<GpuArray<?>> arrays = new ArrayList<>();
        Object[] arguments = upload(work, arrays);
        try {
            List<String> lines = TwinProgram.write(work, folder);
            exact().begin(one, work, lines);
            String note = note("", compare(one, work, strict, arguments, exact(), one.tolerance()), 0);
            if (unchecked.isPresent()) {
                reset(work, arguments);
                exact().end();
                exact().begin(one, work, lines);
                Difference difference = compare(one, work, unchecked.get(), arguments, exact(), one.tolerance());
                note += note(" UNCHECKED ", difference, 0);
            }
            if (fast.isPresent()) {
                reset(work, arguments);
                standard().begin(one, work, lines);
                Difference difference = compare(one, work, fast.get(), arguments, standard(), FAST_TOLERANCE);
                note += note(" FAST ", difference, FAST_SHARE);
            }
            SuiteRow row = options.small()
                    ? untimed(
                            one.name(),
                            note + refusal(strict) + fast.map(this::refusal).orElse(""))
                    : time(one, work, strict, fast, unchecked, arguments, note);
            exact().end();
            if (fast.isPresent()) {
                standard().end();
            }
            return row;
        } finally {
            arrays.forEach(GpuArray::close);
        }
    }

    private Object[] upload(Work work, List<GpuArray<?>> arrays) {
        Object[] arguments = new Object[work.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = work.arguments().get(i);
            if (arguments[i].getClass().isArray()) {
                GpuArray<Object> array = gpu.upload(arguments[i]);
                arrays.add(array);
                arguments[i] = array;
            }
        }
        return arguments;
    }

    @SuppressWarnings("unchecked")
    private static void reset(Work work, Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof GpuArray<?> array) {
                ((GpuArray<Object>) array).copyFrom(work.arguments().get(i));
            }
        }
    }

    private static @Nullable Object run(SuiteCase one, Work work, Kernel kernel, Object[] arguments) {
        if (one.isGrid()) {
            kernel.launch(work.shapes().getFirst().launch(), arguments);
            return null;
        }
        return kernel.launch(arguments);
    }

    private Difference compare(
            SuiteCase one, Work work, Kernel kernel, Object[] arguments, TwinProgram twin, double tolerance) {
        Object result = run(one, work, kernel, arguments);
        Difference difference = Difference.NONE;
        for (Map.Entry<Integer, Object> written : twin.check(one, work).entrySet()) {
            int i = written.getKey();
            Object expected = written.getValue();
            Object actual = i < arguments.length ? ((GpuArray<?>) arguments[i]).toHost() : boxed(result, expected);
            difference = difference.and(Difference.of(actual, expected, tolerance));
        }
        return difference;
    }

    /** An array of the one result. */
    private static Object boxed(@Nullable Object result, Object like) {
        Object array = Array.newInstance(like.getClass().getComponentType(), 1);
        Array.set(array, 0, result);
        return array;
    }

    private String note(String mode, Difference difference, double share) {
        if (difference.isWithin(share)) {
            return mode + (difference.elements() == 0 ? "bits" : "near");
        }
        failed = true;
        return "%sWRONG: %d of %d, first %d: %s"
                .formatted(mode, difference.beyond(), difference.length(), difference.first(), difference.text());
    }

    private SuiteRow time(
            SuiteCase one,
            Work work,
            Kernel strict,
            Optional<Kernel> fast,
            Optional<Kernel> unchecked,
            Object[] arguments,
            String note)
            throws IOException {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            Function<Kernel, DoubleSupplier> ours = kernel -> {
                Variant variant = new Variant("", () -> run(one, work, kernel, arguments));
                // The host's part of a call that returns something is timed, too, and is slow until the JVM has
                // compiled it.
                int calls = one.method().getReturnType() == void.class ? 0 : WARM_CALLS;
                for (int i = 0; i < calls; i++) {
                    run(one, work, kernel, arguments);
                }
                return () -> variant.deviceMillis(gpu, start, end);
            };
            Map<String, DoubleSupplier> timers = new LinkedHashMap<>();
            timers.put("strict", ours.apply(strict));
            timers.put("exact", exact()::millis);
            fast.ifPresent(kernel -> timers.put("fast", ours.apply(kernel)));
            if (fast.isPresent()) {
                timers.put("standard", standard()::millis);
            }
            unchecked.ifPresent(kernel -> timers.put("unchecked", ours.apply(kernel)));
            Map<String, Double> millis = medians(timers);
            return new SuiteRow(
                    one.name(),
                    millis.getOrDefault("strict", 0.0),
                    millis.getOrDefault("exact", 0.0),
                    millis.getOrDefault("fast", 0.0),
                    millis.getOrDefault("standard", 0.0),
                    millis.getOrDefault("unchecked", 0.0),
                    code(strict),
                    twinCode(one, work),
                    note);
        }
    }

    private Map<String, Double> medians(Map<String, DoubleSupplier> timers) {
        List<Variant> variants = timers.keySet().stream()
                .map(name -> new Variant(name, () -> {}))
                .toList();
        double[] medians = Variant.medians(
                variants,
                WARM_UPS,
                options.runs(),
                variant -> Objects.requireNonNull(timers.get(variant.name())).getAsDouble());
        Map<String, Double> millis = new HashMap<>();
        for (int i = 0; i < medians.length; i++) {
            millis.put(variants.get(i).name(), medians[i]);
        }
        return millis;
    }

    private SuiteRow.Code code(Kernel kernel) {
        int registers = kernel.registers().orElse(0);
        int count = instructions.isEmpty()
                ? 0
                : Sass.ofPtx(kernel.ptx(), gpu.computeCapability().orElse(""), folder);
        return new SuiteRow.Code(registers, registers == 0 ? 0 : warps(registers), count);
    }

    /** Registers are given to warps eight for each thread at a time. */
    private static int warps(int registers) {
        return Math.min(WARPS, REGISTERS / (WARP * Math.ceilDiv(registers, 8) * 8));
    }

    private SuiteRow.Code twinCode(SuiteCase one, Work work) throws IOException {
        TwinProgram.Info info = exact().info();
        int count = 0;
        for (int i = 0; i < work.shapes().size(); i++) {
            count += instructions.getOrDefault(one.twin(i), 0);
        }
        return new SuiteRow.Code(
                info.registers(), info.blocks() * work.shapes().getFirst().threads() / WARP, count);
    }

    @Override
    public void close() {
        restart();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
