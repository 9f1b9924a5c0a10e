package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuException;
import dev.gpukernel.samples.IntRange;
import dev.gpukernel.samples.PngFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** One command that tells how fast the samples are here: in plain Java, on all cores, and on the GPU. */
@Command(
        name = SampleTable.NAME,
        description = {
            "Times the samples' kernels as plain Java on one core, on all cores, and on the GPU with host arrays and with arrays"
                    + " that stay there. Prints a table, and writes a chart and a CSV file.",
            "Times are medians by the wall clock, from the call until the result is there. Results are checked first."
                    + " Kernels with barriers are not timed on the CPU, which is there to debug them."
        },
        footer = "%nExit code: 0 if every result was right, 1 if not, 2 for wrong arguments.")
final class SampleTable implements Callable<Integer> {
    static final String NAME = "table";
    private static final String CPU = "cpu";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "<sample>",
            split = ",",
            converter = SampleName.class,
            description = "Only these samples, separated by commas.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--size",
            paramLabel = "<n>",
            converter = Size.class,
            description = "Elements of a vector, from " + Size.MIN + " to " + Size.MAX
                    + "; samples that take long for each have fewer (default: ${DEFAULT-VALUE}).")
    private int size = 1 << 24;

    @Option(
            names = "--chart",
            paramLabel = "<file>",
            converter = PngFile.class,
            description = "Where to draw the chart (default: ${DEFAULT-VALUE}).")
    private Path chart = Path.of("table.png");

    @Option(
            names = "--csv",
            paramLabel = "<file>",
            description = "Where to write the CSV file (default: ${DEFAULT-VALUE}).")
    private Path csv = Path.of("table.csv");

    @Option(
            names = "--from",
            paramLabel = "<file>",
            description = "Measures nothing: prints and draws what the CSV file of an earlier run says.")
    private @Nullable Path from;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("unused") // picocli asks it
    private boolean help;

    private SampleTable() {}

    static CommandLine commandLine() {
        return new CommandLine(new SampleTable())
                .setParameterExceptionHandler(SampleTable::refuse)
                .setExecutionExceptionHandler((failure, line, _) -> fail(failure, line));
    }

    private static int refuse(ParameterException refusal, String[] arguments) {
        PrintWriter err = refusal.getCommandLine().getErr();
        err.println(refusal.getMessage());
        err.println("'" + NAME + " --help' lists what there is.");
        return ExitCode.USAGE;
    }

    /** What is wrong with the files or the machine, in a line; only what must not be has a stack trace. */
    private static int fail(Exception failure, CommandLine line) {
        if (failure instanceof IOException || failure instanceof GpuException) {
            line.getErr().println(failure.getMessage());
        } else {
            failure.printStackTrace(line.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    @Override
    public Integer call() throws IOException {
        if (spec == null) {
            throw new IllegalStateException("picocli sets it");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (from != null) {
            return show(read(from), out);
        }
        Path folder = csv.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "--csv: '" + csv + "' is in no folder that can be written");
        }
        Map<String, String> failures = new LinkedHashMap<>();
        SampleResults results = measure(err, failures);
        results.write(csv);
        int code = show(results, out);
        out.println("csv    " + csv);
        failures.forEach((sample, failure) -> err.println(sample + ": " + failure));
        return failures.isEmpty() ? code : ExitCode.SOFTWARE;
    }

    private static SampleResults read(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("there is no file '" + file + "' that can be read");
        }
        try {
            return SampleResults.read(file);
        } catch (IOException e) {
            throw new IOException("'" + file + "' cannot be shown: " + e.getMessage(), e);
        }
    }

    private SampleResults measure(PrintWriter err, Map<String, String> failures) {
        Gpu current = Gpu.current();
        Gpu cpu = Gpu.all().stream()
                .filter(device -> device.backend().equals(CPU))
                .findFirst()
                .orElseThrow();
        Gpu gpu = current.backend().equals(CPU) ? null : current;
        if (gpu == null) {
            err.println("no GPU: its columns stay empty; 'devices' of the samples says why");
        }
        SampleTimer timer = new SampleTimer(cpu, gpu, err);
        List<SampleTimes> times = new ArrayList<>();
        Map<String, IntFunction<SampleCase>> cases = new LinkedHashMap<>(SampleCases.all());
        if (!only.isEmpty()) {
            cases.keySet().retainAll(only);
        }
        int number = 0;
        for (Map.Entry<String, IntFunction<SampleCase>> one : cases.entrySet()) {
            number++;
            err.print("[" + number + "/" + cases.size() + "] " + one.getKey());
            err.flush();
            try {
                times.add(timer.time(one.getKey(), one.getValue().apply(size)));
            } catch (GpuException | IllegalStateException e) {
                failures.put(one.getKey(), String.valueOf(e.getMessage()));
                err.print("  failed");
            } catch (OutOfMemoryError e) {
                failures.put(one.getKey(), "the heap is too small: -Xmx makes it larger, --size the arrays smaller");
                err.print("  failed");
            }
            err.println();
        }
        return new SampleResults(machine(gpu), times);
    }

    private static String machine(@Nullable Gpu gpu) {
        int cores = Runtime.getRuntime().availableProcessors();
        return cores + (cores == 1 ? " core" : " cores") + (gpu == null ? ", no GPU" : ", " + gpu.name());
    }

    private int show(SampleResults results, PrintWriter out) throws IOException {
        out.println(results.machine());
        results.lines().forEach(out::println);
        try {
            new SampleChart(results).write(chart);
        } catch (IOException e) {
            out.println(
                    "chart  not drawn, " + e.getMessage() + "; where there are fonts, table --from FILE.csv draws it");
            return ExitCode.SOFTWARE;
        }
        out.println("chart  " + chart);
        return ExitCode.OK;
    }

    /** The name of a sample. */
    static final class SampleName implements ITypeConverter<String> {
        /** Called by picocli. */
        SampleName() {}

        @Override
        public String convert(String text) {
            if (!SampleCases.all().containsKey(text)) {
                throw new TypeConversionException("'" + text + "' is not a sample of the table; there are "
                        + String.join(", ", SampleCases.all().keySet()));
            }
            return text;
        }
    }

    /** A number of elements, of which a fraction is still some. */
    static final class Size implements ITypeConverter<Integer> {
        static final int MIN = 1 << 10;
        static final int MAX = 1 << 28;

        /** Called by picocli. */
        Size() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(MIN, MAX).parse(text);
        }
    }
}
