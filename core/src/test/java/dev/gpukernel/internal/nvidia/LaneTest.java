package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.cuda.FakeDriver;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on a {@link FakeDriver} only, which fails where it is told to. */
@Tag("gpu")
final class LaneTest {
    private static final int LENGTH = 90_000; // three such arrays do not fit a staging buffer

    /** A loop that may fault, and a sum, which is another launch. */
    @GpuKernel
    static int gatherAndSum(int[] index, int[] from, int[] to) {
        for (int i = 0; i < index.length; i++) {
            to[i] = from[index[i]];
        }
        int sum = 0;
        for (int i = 0; i < to.length; i++) {
            sum += to[i];
        }
        return sum;
    }

    @GpuKernel
    static void copied(int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i];
        }
    }

    @GpuKernel
    static void raised(int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i] + 1;
        }
    }

    @Test
    void aLaneThatWorkFailedInHasNothingLeftInIt() {
        assumeTrue(FakeDriver.isInstalled());
        int[] right = IntStream.range(0, LENGTH).toArray();
        int[] ones = new int[LENGTH];
        Arrays.fill(ones, 1);
        int[] wrong = right.clone();
        wrong[LENGTH / 3] = -5;
        Kernel kernel = Kernel.of(LaneTest.class, "gatherAndSum");
        assertThat(kernel.launch(right, ones, new int[LENGTH])).isEqualTo(LENGTH);
        for (int i = 0; i < 5; i++) {
            FakeDriver.failLaunch(1);
            Throwable thrown = catchThrowable(() -> kernel.launch(wrong, ones, new int[LENGTH]));
            // As in Java, where the loop throws before there is a sum to compute.
            assertThat(thrown).hasMessageStartingWith("Index -5 out of bounds");
            assertThat(thrown.getSuppressed())
                    .anySatisfy(left -> assertThat(left).isInstanceOf(GpuException.class));
            assertThat(kernel.launch(right, ones, new int[LENGTH])).isEqualTo(LENGTH);
            FakeDriver.failLaunch(1);
            assertThat(catchThrowable(() -> kernel.launch(right, ones, new int[LENGTH])))
                    .isInstanceOf(GpuException.class)
                    .hasNoSuppressedExceptions();
            assertThat(kernel.launch(right, ones, new int[LENGTH])).isEqualTo(LENGTH);
        }
    }

    /** The driver makes room for the threads' own arrays with the launch that needs it. */
    @Test
    void aLaunchThatFindsNoMemoryIsTriedAgainOnceWhatIsKeptIsGivenBack() {
        assumeTrue(FakeDriver.isInstalled());
        int[] index = IntStream.range(0, LENGTH).toArray();
        Kernel kernel = Kernel.of(LaneTest.class, "gatherAndSum");
        FakeDriver.failLaunchesForMemory(1);
        assertThat(kernel.launch(index, new int[LENGTH], new int[LENGTH])).isEqualTo(0);
        FakeDriver.failLaunchesForMemory(2);
        assertThat(catchThrowable(() -> kernel.launch(index, new int[LENGTH], new int[LENGTH])))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("[OutOfDeviceMemory]")
                .hasMessageContaining("threads that run at once");
        assertThat(kernel.launch(index, new int[LENGTH], new int[LENGTH])).isEqualTo(0);
    }

    @Test
    void codeThatFindsNoMemoryIsLoadedAgainOnceWhatIsKeptIsGivenBack() {
        assumeTrue(FakeDriver.isInstalled());
        int[] from = IntStream.range(0, LENGTH).toArray();
        int[] to = new int[LENGTH];
        FakeDriver.failLoadsForMemory(1);
        Kernel.of(LaneTest.class, "copied").launch(from, to);
        assertThat(to).isEqualTo(from);
        Kernel raised = Kernel.of(LaneTest.class, "raised");
        FakeDriver.failLoadsForMemory(Integer.MAX_VALUE);
        assertThat(catchThrowable(() -> raised.launch(from, to)))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("[OutOfDeviceMemory]")
                .hasMessageContaining("raised is loaded");
        assertThat(to).isEqualTo(from);
        FakeDriver.failLoadsForMemory(0);
        raised.launch(from, to);
        assertThat(to).isEqualTo(IntStream.rangeClosed(1, LENGTH).toArray());
    }

    /** One call in turn fails, and of each kind that calls the driver. */
    @Test
    void streamsEventsAndGraphsThatFindNoMemoryAreMadeOnceWhatIsKeptIsGivenBack() {
        assumeTrue(FakeDriver.isInstalled());
        Gpu gpu = Gpu.all().stream()
                .filter(device -> device.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
        Kernel kernel = Kernel.of(LaneTest.class, "raised");
        try (GpuArray<int[]> from = gpu.upload(IntStream.range(0, LENGTH).toArray());
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH)) {
            for (boolean isEnough : new boolean[] {false, true}) {
                FakeDriver.failMakingForMemory(isEnough ? 1 : 2);
                Throwable thrown = catchThrowable(() -> gpu.newStream().close());
                if (isEnough) {
                    assertThat(thrown).isNull();
                } else {
                    assertThat(thrown).isInstanceOf(GpuException.class).hasMessageContaining("cuStreamCreate(1) failed with CUresult 2");
                }
            }
            FakeDriver.failMakingForMemory(1);
            try (GpuGraph graph = gpu.record(() -> kernel.launch(from, to))) {
                for (int i = 0; i < 3; i++) {
                    FakeDriver.failMakingForMemory(1);
                    graph.launch();
                }
            }
            FakeDriver.failMakingForMemory(0);
            assertThat(to.toHost()).isEqualTo(IntStream.rangeClosed(1, LENGTH).toArray());
        } finally {
            FakeDriver.failMakingForMemory(0);
        }
    }
}
