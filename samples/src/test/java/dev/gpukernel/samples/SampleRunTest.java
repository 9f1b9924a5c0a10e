package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SampleRunTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void wrongResultEndsWithFailed() {
        int exitCode = run(report -> {
            report.fact("input", "3 elements");
            return Verdict.failed("element 1");
        });

        assertThat(exitCode).isEqualTo(1);
        assertThat(out.toString().lines()).containsExactly("input         3 elements");
        assertThat(err.toString().lines()).containsExactly("FAILED probe: element 1");
    }

    @Test
    void errorsOfGpuKernelAreToldWithoutAStackTrace() {
        GpuException failure = new GpuException(Message.BUG, "out of luck");

        int exitCode = run(report -> {
            throw failure;
        });

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString()).isEqualToIgnoringNewLines("FAILED probe: " + failure.getMessage());
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void otherErrorsAreToldWithTheirStackTrace() {
        int exitCode = run(report -> {
            throw new ExceptionInInitializerError(new IllegalStateException("no engine"));
        });

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("FAILED probe: java.lang.ExceptionInInitializerError")
                .contains("at " + getClass().getName())
                .containsOnlyOnce("no engine");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void heapThatIsTooSmallIsToldWithTheOptionToEnlargeIt() {
        int exitCode = run(report -> {
            HeapTooSmallException.check(3, 1L << 50);
            return Verdict.ok("");
        });

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("FAILED probe: 3 arrays of 1125899906842624 bytes")
                .contains("-Xmx");
    }

    private int run(Sample sample) {
        return new SampleRun("probe", new PrintWriter(out), new PrintWriter(err)).run(sample);
    }
}
