package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.jit.OtherEngine;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Runs on a {@link FakeDriver} only, which fails where it is told to, and counts calls. */
@Tag("gpu")
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PieceFailureTest {
    private static final int LIMIT = 1 << 19;
    private static final int LENGTH = 3 * LIMIT / Integer.BYTES / 2;

    @GpuKernel
    static void divided(int a, int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = a / x[i];
        }
    }

    @GpuKernel
    static void scaled(int a, int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = a * x[i];
        }
    }

    private static int[] filled(int value) {
        int[] array = new int[LENGTH];
        Arrays.fill(array, value);
        return array;
    }

    @Test
    void aLoopThatMayThrowLeavesArraysAsTheyWereWhereTheDriverFails() {
        assumeTrue(FakeDriver.isInstalled());
        Gpu gpu = OtherEngine.limited(NvidiaBackend::new, LIMIT);
        Kernel kernel = Kernel.of(PieceFailureTest.class, "divided");
        for (int launches = 1; launches < 8; launches += 2) {
            int[] y = filled(5);
            FakeDriver.failLaunch(launches);
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> gpu.run(() -> kernel.launch(12, filled(3), y)));
            assertThat(y).containsOnly(5);
            gpu.run(() -> kernel.launch(12, filled(3), y));
            assertThat(y).containsOnly(4);
            assertThat(gpu.memory().used()).isLessThan(LIMIT / 2);
        }
    }

    @Test
    void aLoopThatCannotThrowLeavesOldOrNewElements() {
        assumeTrue(FakeDriver.isInstalled());
        Gpu gpu = OtherEngine.limited(NvidiaBackend::new, LIMIT);
        Kernel kernel = Kernel.of(PieceFailureTest.class, "scaled");
        int[] y = filled(5);
        FakeDriver.failLaunch(4);
        assertThatExceptionOfType(GpuException.class).isThrownBy(() -> gpu.run(() -> kernel.launch(2, filled(3), y)));
        assertThat(y).contains(5);
        assertThat(Arrays.stream(y).filter(e -> e != 5 && e != 6)).isEmpty();
        gpu.run(() -> kernel.launch(2, filled(3), y));
        assertThat(y).containsOnly(6);
    }

    @Test
    void anAllocationThatFindsMemoryCallsNothing() {
        assumeTrue(FakeDriver.isInstalled());
        Gpu gpu = OtherEngine.limited(NvidiaBackend::new, LIMIT);
        try (GpuArray<int[]> used = gpu.allocate(int[].class, 1000)) {
            used.copyFrom(Arrays.copyOf(filled(7), 1000));
        }
        long before = FakeDriver.ownCalls();
        GpuArray<int[]> again = gpu.allocate(int[].class, 1000);
        assertThat(FakeDriver.ownCalls()).isEqualTo(before);
        assertThat(again.toHost()).containsOnly(0);
        again.close();
    }
}
