package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.cuda.FakeGraphs;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When the driver's graphs are made and given up, and what happens where it refuses one. Runs on a {@link FakeDriver} only. */
@Tag("gpu")
final class GraphLifeTest {
    private static final int LENGTH = 40;

    /** May throw, so that launches that are under way have graphs of their own. */
    @GpuKernel
    static void gather(int[] index, int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += from[index[i]];
        }
    }

    /** Does the same in every step. */
    @GpuKernel
    static void steps(int steps, int[] x, int[] y) {
        for (int step = 0; step < steps; step += 2) {
            for (int i = 0; i < y.length; i++) {
                y[i] = 3 * x[i] + 1;
            }
            for (int i = 0; i < x.length; i++) {
                x[i] = y[x.length - 1 - i] - i;
            }
        }
    }

    @BeforeEach
    void requireFakeDriver() {
        assumeTrue(FakeDriver.isInstalled());
    }

    private static Kernel kernel(String name) {
        return Kernel.of(GraphLifeTest.class, name);
    }

    private static GpuGraph manyUnderWay(GpuArray<int[]> index, GpuArray<int[]> to) {
        GpuGraph graph = Gpu.current().record(() -> kernel("gather").launch(index, index, to));
        for (int i = 0; i < 50; i++) {
            graph.launch();
        }
        return graph;
    }

    @Test
    void graphsAreGivenUpWhenTheyAreClosed() {
        int before = FakeGraphs.count();
        try (GpuArray<int[]> index = Gpu.current().allocate(int[].class, LENGTH);
                GpuArray<int[]> to = Gpu.current().allocate(int[].class, LENGTH)) {
            try (GpuGraph graph = manyUnderWay(index, to)) {
                assertThat(FakeGraphs.count()).isBetween(before + 2, before + 16);
                graph.set("index", to);
                graph.launch();
            }
            assertThat(FakeGraphs.count()).isEqualTo(before);
            to.toHost();
        }
    }

    @Test
    void graphsThatNothingRefersToAreGivenUp() throws InterruptedException {
        int before = FakeGraphs.count();
        try (GpuArray<int[]> index = Gpu.current().allocate(int[].class, LENGTH);
                GpuArray<int[]> to = Gpu.current().allocate(int[].class, LENGTH)) {
            manyUnderWay(index, to);
            to.toHost();
            for (int i = 0; i < 100 && FakeGraphs.count() > before; i++) {
                System.gc();
                Thread.sleep(20);
            }
            assertThat(FakeGraphs.count()).isEqualTo(before);
        }
    }

    @Test
    void aLaunchThatTheDriverRefusesCanBeRepeated() {
        try (GpuArray<int[]> index = Gpu.current().allocate(int[].class, LENGTH);
                GpuArray<int[]> from = Gpu.current().upload(new int[] {7});
                GpuArray<int[]> to = Gpu.current().allocate(int[].class, LENGTH);
                GpuGraph graph = Gpu.current().record(() -> kernel("gather").launch(index, from, to))) {
            for (int round = 1; round <= 20; round++) {
                FakeDriver.failLaunch(0);
                assertThatExceptionOfType(GpuException.class)
                        .isThrownBy(graph::launch)
                        .withMessageContaining("cuGraphLaunch");
                graph.launch();
                assertThat(to.toHost()).containsOnly(7 * round);
            }
        }
    }

    /** After 576 launches one by one, the next ones are graphs; one of them is refused. */
    @Test
    void aLoopWhoseGraphIsRefusedGoesOnWithout() {
        int before = FakeGraphs.count();
        int[] expected = new int[LENGTH];
        steps(3000, expected, new int[LENGTH]);
        int[] host = new int[LENGTH];
        try (GpuArray<int[]> x = Gpu.current().allocate(int[].class, LENGTH);
                GpuArray<int[]> y = Gpu.current().allocate(int[].class, LENGTH)) {
            for (int refused = 570; refused < 590; refused++) {
                x.copyFrom(host);
                long inGraphs = FakeGraphs.launches();
                FakeDriver.failLaunch(refused);
                try {
                    kernel("steps").launch(3000, x, y);
                    assertThat(FakeGraphs.launches() - inGraphs).isEqualTo(128L * (refused - 576));
                    assertThat(x.toHost()).isEqualTo(expected);
                } catch (GpuException single) {
                    assertThat(refused).isLessThan(576);
                    assertThat(single).hasMessageContaining("cuLaunchKernel");
                }
                assertThat(FakeGraphs.count()).isEqualTo(before);
            }
        }
        FakeDriver.failLaunch(Integer.MAX_VALUE);
        kernel("steps").launch(3000, host, new int[LENGTH]);
        assertThat(Arrays.equals(host, expected)).isTrue();
    }

    private static long edges(Runnable body) {
        long before = FakeGraphs.edges();
        try (GpuGraph graph = Gpu.current().record(body)) {
            graph.launch();
        }
        Gpu.current().synchronize();
        return FakeGraphs.edges() - before;
    }

    @Test
    void launchesWaitForThoseWithACommonElementAlone() {
        try (GpuArray<int[]> index = Gpu.current().upload(new int[LENGTH]);
                GpuArray<int[]> whole = Gpu.current().upload(new int[3 * LENGTH])) {
            GpuArray<int[]> left = whole.slice(0, LENGTH);
            GpuArray<int[]> middle = whole.slice(LENGTH, 2 * LENGTH);
            GpuArray<int[]> right = whole.slice(2 * LENGTH, 3 * LENGTH);
            assertThat(edges(() -> {
                        kernel("gather").launch(index, index, left);
                        kernel("gather").launch(index, index, middle);
                        kernel("gather").launch(index, index, right);
                    }))
                    .isEqualTo(0);
            assertThat(edges(() -> {
                        kernel("gather").launch(index, left, right);
                        kernel("gather").launch(index, left, middle);
                        // Waits for both that read an element of it, and for the one that wrote one.
                        kernel("gather").launch(index, index, whole.slice(LENGTH - 1, LENGTH + 1));
                        kernel("gather").launch(index, whole.slice(LENGTH, LENGTH + 1), left.slice(0, 1));
                    }))
                    .isEqualTo(2 + 3);
        }
    }
}
