package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.oracle.LaunchRun.Checked;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Generated kernels of a form lead to what they lead to in Java, or are refused for a reason. More of them with
 * {@code -Dgpukernel.test.kernels=10000}; {@link Fuzz} runs them on a GPU too.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class FormContract {
    private final LongFunction<? extends LaunchedKernel> generator;
    private final int count;
    private final int batch;
    private final int pieceBytes;
    private final double mostRefused;

    /**
     * Makes it.
     *
     * @param generator makes the kernel of a seed
     * @param count how many there are if nobody asks for more
     * @param batch how many are compiled together
     * @param pieceBytes bytes of the pieces in which arrays go to the interpreted device
     * @param mostRefused the part of them that may be refused at most
     */
    FormContract(
            LongFunction<? extends LaunchedKernel> generator,
            int count,
            int batch,
            int pieceBytes,
            double mostRefused) {
        this.generator = generator;
        this.count = Integer.getInteger("gpukernel.test.kernels", count);
        this.batch = batch;
        this.pieceBytes = pieceBytes;
        this.mostRefused = mostRefused;
    }

    final int count() {
        return count;
    }

    final Gpu interpreted() {
        return OtherEngine.gpu(new Interpreted(pieceBytes, Long.MAX_VALUE));
    }

    private void run(Gpu gpu, int kernels, TestReporter reporter) {
        List<Checked> checked = new LaunchRun(generator, List.of(gpu)).runFirst(kernels, batch);
        long refused = checked.stream().filter(Checked::isRefused).count();
        long launches = checked.stream().mapToLong(Checked::launches).sum();
        long declined = checked.stream().mapToLong(Checked::declined).sum();
        reporter.publishEntry(
                "kernels",
                "%d, of which %d are refused; of %d launches %d".formatted(kernels, refused, launches, declined));
        assertThat(checked).hasSize(kernels);
        assertThat(checked.stream().filter(Checked::isFailure)).isEmpty();
        assertThat(refused).as("refused").isLessThanOrEqualTo((long) (mostRefused * kernels));
        assertThat(declined).as("launches refused").isLessThan(1 + launches / 10);
    }

    @Test
    void leadToWhatTheyLeadToInJava(TestReporter reporter) {
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        run(cpu, count, reporter);
    }

    /** A device of the GPU's kind takes other steps than the CPU, and arrays go there in pieces. */
    @Test
    void onADeviceTheyDoToo(TestReporter reporter) {
        run(interpreted(), count / 2, reporter);
    }
}
