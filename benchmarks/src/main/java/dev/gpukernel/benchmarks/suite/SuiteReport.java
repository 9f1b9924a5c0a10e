package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.Kernel;
import dev.gpukernel.benchmarks.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares the kernels of the suite with their twins in CUDA C: results by bits, then times by the device's clock, in turn, on arrays
 * that are on the device. {@code math = STRICT} stands beside a program of the twins that was compiled with {@code -fmad=false}, {@code
 * FAST} beside one compiled by default. Prints a table, and returns 1 if a result is wrong or a kernel fails.
 */
public final class SuiteReport implements AutoCloseable {
    private static final int WARM_UPS = 3;
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
    private final FastClasses fastClasses = new FastClasses();
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
            List<SuiteCase> cases = SuiteTable.all().stream()
                    .filter(one -> options.only().isEmpty() || options.only().contains(one.name()))
                    .toList();
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
        return new SuiteRow(name, 0, 0, 0, 0, SuiteRow.Code.UNKNOWN, SuiteRow.Code.UNKNOWN, note);
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
        boolean fastToo = one.isFloating();
        Optional<Kernel> fast = fastToo ? Optional.of(fast(one)) : Optional.empty();
        List<GpuArray<?>> arrays = new ArrayList<>();
        Object[] arguments = upload(work, arrays);
        try {
            List<String> lines = TwinProgram.write(work, folder);
            exact().begin(one, work, lines);
            Difference difference = compare(one, work, strict, arguments, exact(), one.tolerance());
            String note = note(difference, one.tolerance(), 0);
            if (fast.isPresent()) {
                reset(work, arguments);
                standard().begin(one, work, lines);
                note += note(
                        " FAST ", compare(one, work, fast.get(), arguments, standard(), FAST_TOLERANCE), FAST_SHARE);
            }
            SuiteRow row = options.small()
                    ? untimed(
                            one.name(),
                            note + refusal(strict) + fast.map(this::refusal).orElse(""))
                    : time(one, work, strict, fast, arguments, note);
            exact().end();
            if (fastToo) {
                standard().end();
            }
            return row;
        } finally {
            arrays.forEach(GpuArray::close);
        }
    }

    private Kernel fast(SuiteCase one) {
        Class<?> copy = fastClasses.of(one.owner());
        try {
            return Kernel.of(MethodHandles.privateLookupIn(copy, MethodHandles.lookup()), copy, one.name());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
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
        Object array = java.lang.reflect.Array.newInstance(like.getClass().getComponentType(), 1);
        java.lang.reflect.Array.set(array, 0, result);
        return array;
    }

    private String note(Difference difference, double tolerance, double share) {
        if (tolerance == 0 && difference.elements() == 0) {
            return "bits";
        }
        return note("", difference, share);
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
            SuiteCase one, Work work, Kernel strict, Optional<Kernel> fast, Object[] arguments, String note)
            throws IOException {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            Map<String, DoubleSupplier> timers = new LinkedHashMap<>();
            Variant ours = new Variant("strict", () -> run(one, work, strict, arguments));
            timers.put("strict", () -> ours.deviceMillis(gpu, start, end));
            timers.put("exact", exact()::millis);
            if (fast.isPresent()) {
                Variant ourFast = new Variant("fast", () -> run(one, work, fast.get(), arguments));
                timers.put("fast", () -> ourFast.deviceMillis(gpu, start, end));
                timers.put("standard", standard()::millis);
            }
            List<Variant> variants = timers.keySet().stream()
                    .map(name -> new Variant(name, () -> {}))
                    .toList();
            double[] millis = Variant.medians(variants, WARM_UPS, options.runs(), variant -> {
                DoubleSupplier timer = timers.get(variant.name());
                return timer == null ? 0 : timer.getAsDouble();
            });
            return new SuiteRow(
                    one.name(),
                    millis[0],
                    millis[1],
                    millis.length > 2 ? millis[2] : 0,
                    millis.length > 2 ? millis[3] : 0,
                    code(strict),
                    twinCode(one, work),
                    note);
        }
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
