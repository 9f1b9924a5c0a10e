package dev.gpukernel.samples;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpCommandInitializable2;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** What {@code --help} prints, as a command; picocli's own has an option {@code --help} that all samples have already. */
@Command(name = "help", helpCommand = true, description = "Prints this help, or that of a sample.")
final class Help implements IHelpCommandInitializable2, Runnable {
    @Parameters(arity = "0..1", paramLabel = "<sample>", description = "Whose options to list.")
    private @Nullable String sample;

    private @Nullable CommandLine line;
    private @Nullable PrintWriter out;

    /** Made by picocli. */
    Help() {}

    @Override
    public void init(CommandLine helpCommandLine, ColorScheme scheme, PrintWriter outWriter, PrintWriter errWriter) {
        line = helpCommandLine;
        out = outWriter;
    }

    @Override
    public void run() {
        if (line == null || out == null) {
            throw new IllegalStateException("picocli calls init before");
        }
        CommandLine all = line.getParent();
        CommandLine chosen = sample == null ? all : all.getSubcommands().get(sample);
        if (chosen == null) {
            throw new ParameterException(all, "there is no sample '" + sample + "'");
        }
        chosen.usage(out);
    }
}
