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
        assertThat(out.toString().lines()).containsExactly("input         3 elements", "FAILED probe: element 1");
    }

    @Test
    void errorsOfGpuKernelAreToldWithoutAStackTrace() {
        GpuException failure = new GpuException(Message.BUG, "out of luck");

        int exitCode = run(report -> {
            throw failure;
        });

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString()).isEqualToIgnoringNewLines(failure.getMessage());
        assertThat(out.toString().lines()).singleElement().asString().isEqualTo("FAILED probe: [Bug] out of luck");
    }

    @Test
    void otherErrorsAreToldWithTheirStackTrace() {
        int exitCode = run(report -> {
            throw new ExceptionInInitializerError(new IllegalStateException("no engine"));
        });

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString()).contains("no engine", "at " + getClass().getName());
        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .isEqualTo("FAILED probe: java.lang.IllegalStateException: no engine");
    }

    @Test
    void heapThatIsTooSmallIsToldWithTheOptionToEnlargeIt() {
        int exitCode = run(report -> {
            HeapTooSmallException.check(3, 1L << 50);
            return Verdict.ok("");
        });

        assertThat(exitCode).isEqualTo(1);
        assertThat(out.toString())
                .startsWith("FAILED probe: 3 arrays of 1125899906842624 bytes")
                .contains("-Xmx");
    }

    private int run(Sample sample) {
        return new SampleRun("probe", new PrintWriter(out), new PrintWriter(err)).run(sample);
    }
}
