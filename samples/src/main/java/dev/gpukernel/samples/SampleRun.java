package dev.gpukernel.samples;

import dev.gpukernel.GpuException;
import dev.gpukernel.KernelRejectedException;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine.ExitCode;

/** Runs a sample so that its verdict comes last: on the output if it passed, else once, with all that is known, on the error stream. */
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

    private void end(Verdict verdict) {
        out.flush();
        PrintWriter stream = verdict.passed() ? out : err;
        stream.println(verdict.line(name));
        stream.flush();
    }

    private Verdict verdictOf(Sample sample) {
        try {
            return sample.run(new Report(out));
        } catch (GpuException | KernelRejectedException | HeapTooSmallException | NativeException e) {
            return Verdict.failed(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            return Verdict.failed(trace.toString().stripTrailing());
        }
    }
}
