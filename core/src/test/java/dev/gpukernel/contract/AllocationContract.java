package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A launch on arrays that are on the device, or on small host arrays that move there, allocates nothing in the Java heap, once the JVM has
 * compiled its way.
 */
public abstract class AllocationContract {
    private static final int LAUNCHES = 4_000;

    /** The JVM may take as long to get warm. */
    private static final int MOST_ROUNDS = 100;

    /** So many rounds in a row must allocate nothing. */
    private static final int CLEAN_ROUNDS = 5;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    @GpuKernel
    static void addInThreads(int a, int[] x, int[] y) {
        int i = Grid.x();
        if (i < y.length) {
            y[i] += a * x[i];
        }
    }

    @GpuKernel
    static void add(int a, int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] += a * x[i];
        }
    }

    /** Asks whether its iterations are independent. */
    @GpuKernel
    static void addShifted(int[] y, int distance, int count) {
        for (int i = 0; i < count; i++) {
            y[i] += y[i + distance];
        }
    }

    @GpuKernel
    static void addRows(int[] x, int[] y, int width) {
        for (int row = 0; row < y.length / width; row++) {
            for (int column = 0; column < width; column++) {
                y[row * width + column] += x[column];
            }
        }
    }

    @GpuKernel
    static void addInTwoLoops(int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] += x[i];
        }
        for (int i = 0; i < x.length; i++) {
            x[i] += 1;
        }
    }

    /** An object. */
    static final class Scaled {
        private final Scaled inner;
        private final int[] own = new int[64];
        private int scale = 3;

        @SuppressWarnings("UnusedVariable") // A kernel writes it.
        private long launches;

        Scaled(@Nullable Scaled inner) {
            this.inner = inner == null ? this : inner;
        }

        @GpuKernel
        void scale(int[] x) {
            for (int i = 0; i < x.length; i++) {
                x[i] *= scale + inner.scale;
            }
        }

        @GpuKernel
        void count(int add) {
            for (int i = 0; i < own.length; i++) {
                own[i] += scale + add;
            }
            launches++;
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(AllocationContract.class, name);
    }

    @Test
    final void aGridKernelAllocatesNothing() {
        Kernel kernel = kernel("addInThreads");
        Launch launch = Launch.covering(64);
        allocatesNothing((x, y) ->
                kernel.call(launch).passInt(3).passGpuArray(x).passGpuArray(y).run());
    }

    @Test
    final void aPlainLoopAllocatesNothing() {
        Kernel kernel = kernel("add");
        allocatesNothing((x, y) ->
                kernel.call().passInt(3).passGpuArray(x).passGpuArray(y).run());
    }

    @Test
    final void aLoopThatAsksSomethingOfItsArgumentsAllocatesNothing() {
        Kernel kernel = kernel("addShifted");
        allocatesNothing(
                (x, y) -> kernel.call().passGpuArray(y).passInt(32).passInt(32).run());
    }

    @Test
    final void aNestOfLoopsAllocatesNothing() {
        Kernel kernel = kernel("addRows");
        allocatesNothing((x, y) ->
                kernel.call().passGpuArray(x).passGpuArray(y).passInt(16).run());
    }

    @Test
    final void severalLoopsAllocateNothing() {
        Kernel kernel = kernel("addInTwoLoops");
        allocatesNothing((x, y) -> kernel.call().passGpuArray(x).passGpuArray(y).run());
    }

    @Test
    final void launchesOnTwoStreamsInTurnAllocateNothing() {
        Kernel kernel = kernel("addInThreads");
        try (var first = gpu().newStream();
                var second = gpu().newStream()) {
            Launch on = Launch.covering(64).on(first);
            Launch other = Launch.covering(64).on(second);
            allocatesNothing((x, y) -> {
                kernel.call(on).passInt(3).passGpuArray(x).passGpuArray(y).run();
                kernel.call(other).passInt(3).passGpuArray(x).passGpuArray(y).run();
            });
        }
    }

    /** Arrays that are distinct and aligned, passed twice, aligned otherwise, and both, which takes different code, in turn. */
    @Test
    final void launchesOnArraysOfSeveralKindsInTurnAllocateNothing() {
        Kernel loop = kernel("add");
        Kernel grid = kernel("addInThreads");
        Launch launch = Launch.covering(16);
        try (GpuArray<int[]> whole = gpu().upload(new int[64])) {
            GpuArray<int[]> odd = whole.slice(1, 17);
            GpuArray<int[]> other = whole.slice(33, 49);
            allocatesNothing((x, y) -> {
                for (int kind = 0; kind < 4; kind++) {
                    GpuArray<int[]> from = kind < 2 ? y : odd;
                    GpuArray<int[]> to = kind % 2 == 0 ? from : kind < 2 ? x : other;
                    loop.call().passInt(3).passGpuArray(from).passGpuArray(to).run();
                    grid.call(launch)
                            .passInt(3)
                            .passGpuArray(from)
                            .passGpuArray(to)
                            .run();
                }
            });
        }
    }

    /** What a device with memory of its own has of them stays from launch to launch. */
    @Test
    final void smallHostArraysAllocateNothing() {
        int[] x = new int[64];
        int[] y = new int[64];
        Kernel loop = kernel("add");
        Kernel grid = kernel("addInThreads");
        Launch launch = Launch.covering(64);
        allocatesNothing(
                (_, _) -> loop.call().passInt(3).passArray(x).passArray(y).run());
        allocatesNothing(
                (_, _) -> grid.call(launch).passInt(3).passArray(x).passArray(y).run());
    }

    /** Neither to read fields nor to write them. */
    @Test
    final void fieldsOfObjectsAllocateNothing() {
        Scaled object = new Scaled(new Scaled(null));
        Kernel scale = Kernel.of(Scaled.class, "scale");
        Kernel count = Kernel.of(Scaled.class, "count");
        allocatesNothing(
                (x, _) -> scale.call().passObject(object).passGpuArray(x).run());
        allocatesNothing((_, _) -> count.call().passObject(object).passInt(2).run());
    }

    /** What launches once. */
    private interface OneLaunch {
        void on(GpuArray<int[]> x, GpuArray<int[]> y);
    }

    private void allocatesNothing(OneLaunch launch) {
        try (GpuArray<int[]> x = gpu().upload(new int[64]);
                GpuArray<int[]> y = gpu().upload(new int[64])) {
            gpu().run(() -> {
                begin();
                long last = 0;
                int clean = 0;
                for (int round = 0; round < MOST_ROUNDS && clean < CLEAN_ROUNDS; round++) {
                    last = allocated(launch, x, y);
                    clean = last == 0 ? clean + 1 : 0;
                }
                end();
                assertThat(clean)
                        .as("rounds without allocation; the last allocated %s bytes in %s launches", last, LAUNCHES)
                        .isEqualTo(CLEAN_ROUNDS);
            });
        }
    }

    private static long allocated(OneLaunch launch, GpuArray<int[]> x, GpuArray<int[]> y) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < LAUNCHES; i++) {
            launch.on(x, y);
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** Called before launches that count. */
    protected void begin() {}

    /** Called after. */
    protected void end() {}
}
