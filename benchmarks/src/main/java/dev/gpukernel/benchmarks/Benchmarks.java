package dev.gpukernel.benchmarks;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The program: {@code table} is {@link SampleTable}, all else is for JMH. */
public final class Benchmarks {
    private static final List<String> HELP = List.of("--help", "help");

    private Benchmarks() {}

    /**
     * Runs the table or JMH.
     *
     * @param arguments {@code table} and its options, or JMH's
     * @throws IOException if JMH cannot run
     */
    public static void main(String... arguments) throws IOException {
        String first = arguments.length == 0 ? "" : arguments[0];
        if (first.equals(SampleTable.NAME)) {
            String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
            System.exit(SampleTable.commandLine().execute(rest));
        }
        if (HELP.contains(first)) {
            help();
            return;
        }
        org.openjdk.jmh.Main.main(arguments);
    }

    private static void help() {
        System.out.println("""
                table [options]   the samples' kernels in plain Java, on all cores and on the GPU: one table, a chart, CSV;
                                  'table --help' lists its options
                [JMH's options]   calls and launches of a vector addition, by JMH; '-h' lists its options""");
    }
}
