package dev.gpukernel.samples;

import dev.gpukernel.Settings;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The program. Its first argument names the sample; without one, or with {@code help}, it prints the help. */
@Command(
        name = "samples",
        description =
                "Runs a sample of GpuKernel. Exit code: 0 if every result was right, 1 if not, 2 for wrong arguments.",
        synopsisSubcommandLabel = "<sample>",
        commandListHeading = "%nSamples:%n",
        optionListHeading = "%nOptions:%n",
        subcommands = {
            Devices.class,
            VectorAdd.class,
            Saxpy.class,
            Dot.class,
            MatrixVector.class,
            Convolution.class,
            Photo.class,
            ImageFilter.class,
            Standardize.class,
            MonteCarloPi.class,
            Sine.class,
            LeakyRelu.class,
            PiecewiseScale.class,
            Mandelbrot.class,
            BlackScholes.class,
            NBody.class,
            MatMul.class,
            Transpose.class,
            Reduce.class,
            Histogram.class,
            Heat.class,
            NativeLibrary.class,
            CudaLibraries.class,
            Help.class
        })
public final class Samples {
    @Option(
            names = "--backend",
            scope = ScopeType.INHERIT,
            paramLabel = "<name>",
            converter = BackendName.class,
            description = "What runs the kernels: auto, tornado, cuda or cpu (default: the first that is available).")
    private @Nullable String backend;

    @Option(
            names = {"-h", "--help"},
            scope = ScopeType.INHERIT,
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("unused") // picocli asks it
    private boolean help;

    private Samples() {}

    /**
     * Runs a sample and ends the JVM with its exit code.
     *
     * @param arguments name of the sample and its options
     */
    public static void main(String... arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        Samples samples = new Samples();
        return new CommandLine(samples)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Samples::refuse)
                .setExecutionStrategy(samples::execute);
    }

    private int execute(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        CommandLine line = parsed.commandSpec().commandLine();
        if (!parsed.hasSubcommand()) {
            line.usage(line.getOut());
            return ExitCode.OK;
        }
        if (backend != null) {
            System.setProperty(Settings.BACKEND, backend);
        }
        CommandLine chosen = parsed.subcommand().commandSpec().commandLine();
        return runOf(chosen).run(chosen.<Sample>getCommand());
    }

    private static int refuse(ParameterException refusal, String[] arguments) {
        CommandLine line = refusal.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(refusal.getMessage());
        err.println("'" + line.getCommandSpec().qualifiedName() + " --help' lists what there is.");
        return ExitCode.USAGE;
    }

    private static SampleRun runOf(CommandLine line) {
        return new SampleRun(line.getCommandName(), line.getOut(), line.getErr());
    }

    /** A value of {@link Settings#BACKEND}, refused here so that a typing mistake is told before anything runs. */
    static final class BackendName implements ITypeConverter<String> {
        static final List<String> ALL = List.of("auto", "tornado", "cuda", "cpu");

        /** Called by picocli. */
        BackendName() {}

        @Override
        public String convert(String text) {
            if (!ALL.contains(text)) {
                throw new TypeConversionException(
                        "'" + text + "' is not a backend; there are " + String.join(", ", ALL));
            }
            return text;
        }
    }
}
