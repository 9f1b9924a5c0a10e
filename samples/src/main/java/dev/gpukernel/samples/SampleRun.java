package dev.gpukernel.samples;

import dev.gpukernel.GpuException;
import dev.gpukernel.KernelRejectedException;
import java.io.PrintWriter;
import picocli.CommandLine.ExitCode;

/** Runs a sample so that whatever happens, the last line of the output is its verdict. */
final class SampleRun {
    private final String name;
    private final PrintWriter out;
    private final PrintWriter err;

    SampleRun(String name, PrintWriter out, PrintWriter err) {
        this.name = name;
        this.out = out;
        this.err = err;
    }

    /** {@return the exit code of the program} */
    int run(Sample sample) {
        Verdict verdict = verdictOf(sample);
        end(verdict);
        return verdict.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** Prints the last line, after all that is still on its way to either stream. */
    void end(Verdict verdict) {
        err.flush();
        out.println(verdict.line(name));
        out.flush();
    }

    private Verdict verdictOf(Sample sample) {
        try {
            return sample.run(new Report(out));
        } catch (GpuException | KernelRejectedException | HeapTooSmallException e) {
            String message = String.valueOf(e.getMessage());
            err.println(message);
            return Verdict.failed(firstLine(message));
        } catch (RuntimeException | Error e) {
            e.printStackTrace(err);
            return Verdict.failed(firstLine(rootCause(e).toString()));
        }
    }

    /** The reason of a failed class initialiser is below it. */
    private static Throwable rootCause(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : rootCause(cause);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
