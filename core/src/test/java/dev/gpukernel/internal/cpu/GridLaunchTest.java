package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Shape;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class GridLaunchTest {
    static List<Shape> shapes() {
        return List.of(
                new Shape(1, 1, 1, 1, 1, 1, 0),
                new Shape(1, 1, 1, 256, 1, 1, 0),
                new Shape(1, 1, 1, 3, 5, 7, 0),
                new Shape(3, 5, 7, 1, 1, 1, 0),
                new Shape(7, 3, 2, 5, 3, 2, 0),
                new Shape(1000, 3, 1, 32, 4, 2, 0),
                new Shape(100_000, 1, 1, 1, 1, 1, 0),
                new Shape(1, 1000, 10, 1, 1, 64, 0),
                new Shape(4096, 1, 1, 1024, 1, 1, 0));
    }

    private static int[] once(Shape shape) {
        int[] once = new int[(int) (shape.blocks() * shape.threadsPerBlock())];
        Arrays.fill(once, 1);
        return once;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void runsEveryThreadOnce(Shape shape) throws KernelFault {
        int[] expected = once(shape);
        int[] visits = new int[expected.length];
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "visit")) {
            launch.run(shape, visits);
        }
        assertThat(visits).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void runsEveryThreadOnceWhereNoClassCanBeMade(Shape shape) throws KernelFault {
        int[] expected = once(shape);
        int[] visits = new int[expected.length];
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "visit", MethodHandles.publicLookup())) {
            assertThat(((CpuExecutable) launch.executable()).loop()).isInstanceOf(BlockLoop.Spread.class);
            launch.run(shape, visits);
        }
        assertThat(visits).isEqualTo(expected);
    }

    @Test
    void makesAClassWhereItCan() {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "visit")) {
            assertThat(((CpuExecutable) launch.executable()).loop()).isInstanceOf(BlockLoop.Spun.class);
        }
    }

    @Test
    void tellsBlocksAndThreads() throws KernelFault {
        int[] blocks = new int[1000];
        int[] threads = new int[1000];
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "where")) {
            launch.run(CpuLaunch.shape(10, 100), blocks, threads);
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(blocks[i]).isEqualTo(i / 100);
            assertThat(threads[i]).isEqualTo(i % 100);
        }
    }

    @Test
    void passesScalarsOfEveryType() throws KernelFault {
        for (MethodHandles.Lookup lookup : List.of(MethodHandles.lookup(), MethodHandles.publicLookup())) {
            long[] bits = new long[8];
            boolean[] flag = new boolean[1];
            try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "everyType", lookup);
                    Invocation invocation = launch.executable().newInvocation()) {
                invocation.setScalar(0, 1);
                invocation.setScalar(1, -128);
                invocation.setScalar(2, 0xffff);
                invocation.setScalar(3, -32768);
                invocation.setScalar(4, Integer.MIN_VALUE);
                invocation.setScalar(5, Long.MIN_VALUE);
                invocation.setScalar(6, 0x7fc0_1234L);
                invocation.setScalar(7, 0x7ff8_0000_0000_4321L);
                invocation.setArray(8, new HeapMemory(bits));
                invocation.setArray(9, new HeapMemory(flag));
                launch.launch(invocation, CpuLaunch.shape(1, 1));
            }
            assertThat(flag).containsExactly(true);
            assertThat(bits)
                    .containsExactly(
                            -128,
                            0xffff,
                            -32768,
                            Integer.MIN_VALUE,
                            Long.MIN_VALUE,
                            0x7fc0_1234L,
                            0x7ff8_0000_0000_4321L,
                            0);
        }
    }

    @Test
    void runsALoopAsItIs() throws KernelFault {
        float[] c = new float[3];
        try (CpuLaunch launch = new CpuLaunch(KernelForm.LOOP, "addLoop")) {
            launch.run(CpuLaunch.shape(9, 9), new float[] {1, 2, 3}, new float[] {10, 20, 30}, c);
        }
        assertThat(c).containsExactly(11, 22, 33);
    }

    @Test
    void interruptWaitsUntilTheLaunchIsDone() throws KernelFault {
        int[] visits = new int[64];
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "slow")) {
            Thread.currentThread().interrupt();
            launch.run(CpuLaunch.shape(64, 1), visits, new long[64]);
            assertThat(visits).containsOnly(1);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void slowBlocksRunInSeveralThreads() throws KernelFault {
        long[] threads = new long[64];
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "slow")) {
            launch.run(CpuLaunch.shape(64, 1), new int[64], threads);
        }
        // The caller ran the first block, and a worker at least some other.
        assertThat(Arrays.stream(threads).distinct().count()).isGreaterThan(1);
    }

    /** The caller hands a launch over that it has not begun within microseconds, as happens on a busy machine: not every time. */
    @Test
    void fewThreadsRunInTheCaller() throws KernelFault {
        long caller = Thread.currentThread().threadId();
        long[] threads = new long[1];
        int launches = 0;
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "slow")) {
            while (threads[0] != caller && launches++ < 50) {
                launch.run(CpuLaunch.shape(1, 1), new int[1], threads);
            }
        }
        assertThat(threads).containsExactly(caller);
    }

    @Test
    void saysWhatRuns() {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "visit")) {
            assertThat(launch.executable().code()).contains("CpuKernels.visit");
            assertThat(launch.executable().suggestedBlockSize(0)).isEqualTo(256);
            assertThat(launch.executable().maxThreadsPerBlock()).isEqualTo(1024);
        }
    }
}
