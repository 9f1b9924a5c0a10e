package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.contract.SliceContract;
import dev.gpukernel.internal.jit.OtherEngine;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

final class CpuSliceTest extends SliceContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }

    /** Runs as it is written, since it prints. */
    @GpuKernel
    static int[] printed(int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i] + 1;
            if (from[i] == -1) {
                System.out.println("minus one");
            }
        }
        return to;
    }

    @Test
    void methodsThatRunAsTheyAreWrittenTakeAndReturnSlices() {
        Kernel kernel = Kernel.of(CpuSliceTest.class, "printed");
        try (GpuArray<int[]> whole = CPU.upload(new int[] {1, 2, 3, 4, 5, 6})) {
            GpuArray<int[]> to = whole.slice(4, 6);
            assertThat(kernel.launch(whole.slice(1, 3), to)).isSameAs(to);
            assertThat(whole.toHost()).containsExactly(1, 2, 3, 4, 3, 4);
            assertThat(kernel.launch(to, whole.slice(4, 6))).isInstanceOf(GpuArray.class);
            assertThat(whole.toHost()).containsExactly(1, 2, 3, 4, 4, 5);
            // What was done before the exception stays, as in Java.
            assertThatThrownBy(() -> kernel.launch(whole.slice(0, 3), to))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class);
            assertThat(whole.toHost()).containsExactly(1, 2, 3, 4, 2, 3);
        }
    }

    /** A launch that does not end until others did that use other elements. */
    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void launchesOnDisjointSlicesRunSideBySide() throws Exception {
        Kernel kernel = Kernel.of(CpuSliceTest.class, "printed");
        CountDownLatch printing = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        PrintStream original = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(String text) {
                printing.countDown();
                boolean interrupted = false;
                try {
                    released.await();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
                assertThat(interrupted).isFalse();
            }
        });
        try (GpuArray<int[]> whole = CPU.upload(new int[] {-1, 2, 3, 4, 5, 6})) {
            FutureTask<?> first = started(() -> kernel.launch(whole.slice(0, 1), whole.slice(1, 2)));
            printing.await();
            started(() -> kernel.launch(whole.slice(2, 3), whole.slice(3, 4))).get();
            assertThat(whole.slice(2, 6).toHost()).containsExactly(3, 4, 5, 6);
            whole.slice(5, 6).copyFrom(new int[] {7});
            FutureTask<?> overlapping = started(() -> kernel.launch(whole.slice(0, 2), whole.slice(4, 6)));
            assertThatThrownBy(() -> overlapping.get(20, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            released.countDown();
            first.get();
            overlapping.get();
            assertThat(whole.toHost()).containsExactly(-1, 0, 3, 4, 0, 1);
        } finally {
            released.countDown();
            System.setOut(original);
        }
    }

    private static FutureTask<?> started(Callable<?> body) {
        FutureTask<?> task = new FutureTask<>(body);
        Thread.ofPlatform().start(task);
        return task;
    }
}
