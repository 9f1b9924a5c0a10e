package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.LaunchRun.Checked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Kernels with functions lead to what they lead to in Java, or hold more of them than are told apart. More of them with
 * {@code -Dgpukernel.test.kernels=10000}; {@link Fuzz} runs them on a GPU too.
 */
class FunctionsFormTest {
    private static final int COUNT = Integer.getInteger("gpukernel.test.kernels", 100);
    private static final int BATCH = 40;

    private static void run(Gpu gpu, int count, TestReporter reporter) {
        List<Checked> checked = new LaunchRun(new FunctionsGenerator()::generate, List.of(gpu)).runFirst(count, BATCH);
        long refused = checked.stream().filter(Checked::isRefused).count();
        reporter.publishEntry("refused", String.valueOf(refused));
        assertThat(checked).hasSize(count);
        assertThat(checked.stream().filter(Checked::isFailure)).isEmpty();
        assertThat(refused).as("kernels refused").isLessThan(count / 2);
    }

    @Test
    void leadToWhatTheyLeadToInJava(TestReporter reporter) {
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        run(cpu, COUNT, reporter);
    }

    /** A device of the GPU's kind takes other steps than the CPU, and arrays go there in pieces. */
    @Test
    void onADeviceTheyDoToo(TestReporter reporter) {
        run(OtherEngine.gpu(new Interpreted(1 << 8, Long.MAX_VALUE)), COUNT / 2, reporter);
    }
}
