package dev.gpukernel.samples;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** What a run of the program left behind. */
record Console(int exitCode, List<String> out, String err) {
    static Console of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Samples.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = line.execute(arguments);
        return new Console(exitCode, out.toString().lines().toList(), err.toString());
    }

    String lastLine() {
        return out.getLast();
    }
}
