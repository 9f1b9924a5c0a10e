package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What kernels must do on every backend, seen through the public API. */
public abstract class KernelContract {
    /** {@return the backend's name} */
    protected abstract String backendName();

    /** {@return the device to launch on} */
    protected Gpu gpu() {
        return Gpu.backends().stream()
                .filter(backend -> backend.name().equals(backendName()))
                .flatMap(backend -> backend.devices().stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError(Gpu.backends()));
    }

    final boolean sharesHeap() {
        return switch (backend().probe()) {
            case Backend.Probe.Present(List<Device> devices) ->
                devices.getFirst().sharesHeap();
            case Backend.Probe.Absent(String reason) -> throw new AssertionError(reason);
        };
    }

    /** {@return the backend} */
    protected Backend backend() {
        return BackendContract.find(backendName());
    }

    static Kernel kernel(String name) {
        return Kernel.of(ContractKernels.class, name);
    }

    static float[] floats(int length, long seed) {
        Random random = new Random(seed);
        float[] result = new float[length];
        for (int i = 0; i < length; i++) {
            result[i] = random.nextFloat() - 0.5f;
        }
        return result;
    }

    private static float[] sum(float[] a, float[] b) {
        float[] c = new float[a.length];
        ContractKernels.addLoop(a, b, c);
        return c;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 1 << 20})
    final void addsHostArrays(int length) {
        float[] a = floats(length, 1);
        float[] b = floats(length, 2);
        float[] byLoop = new float[length];
        float[] byGrid = new float[length];
        gpu().run(() -> {
            kernel("addLoop").launch(a, b, byLoop);
            kernel("addGrid").launch(Launch.covering(length), a, b, byGrid);
        });
        assertThat(byLoop).isEqualTo(sum(a, b));
        assertThat(byGrid).isEqualTo(sum(a, b));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 1 << 20})
    final void addsResidentArrays(int length) {
        float[] a = floats(length, 1);
        float[] b = floats(length, 2);
        Gpu gpu = gpu();
        try (GpuArray<float[]> da = gpu.upload(a);
                GpuArray<float[]> db = gpu.upload(b);
                GpuArray<float[]> byLoop = gpu.allocate(float[].class, length);
                GpuArray<float[]> byGrid = gpu.allocate(float[].class, length)) {
            kernel("addLoop").launch(da, db, byLoop);
            kernel("addGrid").launch(Launch.covering(length), da, db, byGrid);
            assertThat(byLoop.toHost()).isEqualTo(sum(a, b));
            assertThat(byGrid.toHost()).isEqualTo(sum(a, b));
            assertThat(da.toHost()).isEqualTo(a);
        }
    }

    @Test
    final void passesScalarsOfEveryType() {
        int[] is = new int[100];
        long[] ls = new long[100];
        float[] fs = new float[100];
        double[] ds = new double[100];
        Object[] arguments = {Integer.MIN_VALUE, Long.MAX_VALUE - 1000, 1.25f, Math.PI, is, ls, fs, ds};
        for (boolean grid : new boolean[] {false, true}) {
            IntStream.range(0, 100).forEach(i -> is[i] = 0);
            gpu().run(() -> {
                if (grid) {
                    kernel("scalarsGrid").launch(Launch.covering(100), arguments);
                } else {
                    kernel("scalarsLoop").launch(arguments);
                }
            });
            for (int i = 0; i < 100; i++) {
                assertThat(is[i]).isEqualTo(Integer.MIN_VALUE + i);
                assertThat(ls[i]).isEqualTo(Long.MAX_VALUE - 1000 + i);
                assertThat(fs[i]).isEqualTo(1.25f + i);
                assertThat(ds[i]).isEqualTo(Math.PI + i);
            }
        }
    }

    @Test
    final void takesTheSameArrayTwice() {
        float[] a = floats(1000, 1);
        float[] expected = sum(a, a);
        float[] read = new float[1000];
        float[] loop = a.clone();
        float[] grid = a.clone();
        gpu().run(() -> {
            kernel("addLoop").launch(a, a, read);
            kernel("addLoop").launch(loop, loop, loop);
            kernel("addGrid").launch(Launch.covering(1000), grid, grid, grid);
        });
        assertThat(read).isEqualTo(expected);
        assertThat(loop).isEqualTo(expected);
        assertThat(grid).isEqualTo(expected);
    }

    @Test
    final void coversThreeAxes() {
        int[] chosen = new int[7 * 5 * 3];
        int[] given = new int[7 * 5 * 3];
        gpu().run(() -> {
            kernel("coordinates").launch(Launch.covering(7, 5, 3), 7, 5, chosen);
            kernel("coordinates").launch(Launch.grid(4, 3, 3).block(2, 2, 1), 7, 5, given);
        });
        for (int i = 0; i < chosen.length; i++) {
            assertThat(chosen[i]).isEqualTo(1 + i % 7 + 1000 * (i / 7 % 5) + 1000000 * (i / 35));
        }
        assertThat(given).isEqualTo(chosen);
    }

    @Test
    final void coveringNothingLaunchesNothing() {
        float[] c = {7};
        gpu().run(() -> kernel("addGrid").launch(Launch.covering(0), new float[1], new float[1], c));
        assertThat(c).containsExactly(7);
    }

    @Test
    final void runsFromManyThreadsAtOnce() throws InterruptedException {
        float[] a = floats(10_000, 1);
        float[] b = floats(10_000, 2);
        float[][] results = new float[8][10_000];
        Gpu gpu = gpu();
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(t -> Thread.ofPlatform()
                        .start(() -> gpu.run(() -> {
                            for (int i = 0; i < 20; i++) {
                                kernel("addLoop").launch(a, b, results[t]);
                                kernel("addGrid").launch(Launch.covering(10_000), a, results[t], results[t]);
                            }
                        })))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        float[] expected = sum(a, sum(a, b));
        for (float[] result : results) {
            assertThat(result).isEqualTo(expected);
        }
    }

    @Test
    final void tellsWhereItRanAndWhatItMoved() {
        float[] a = floats(1000, 1);
        float[] b = floats(1000, 2);
        Kernel kernel = kernel("addLoop");
        gpu().run(() -> kernel.launch(a, b, new float[1000]));
        long array = sharesHeap() ? 0 : 4000;
        assertThat(kernel.lastRun()).hasValueSatisfying(run -> {
            assertThat(run.device().backend()).isEqualTo(backendName());
            assertThat(run.bytesToDevice()).isEqualTo(2 * array);
            assertThat(run.bytesToHost()).isEqualTo(array);
            assertThat(run.kernel()).isPositive();
        });
    }

    @Test
    final void movesNothingForResidentArrays() {
        Kernel kernel = kernel("addLoop");
        Gpu gpu = gpu();
        try (GpuArray<float[]> a = gpu.upload(floats(1000, 1));
                GpuArray<float[]> c = gpu.allocate(float[].class, 1000)) {
            kernel.launch(a, a, c);
            assertThat(c.toHost()[0]).isEqualTo(2 * a.toHost()[0]);
        }
        assertThat(kernel.lastRun()).hasValueSatisfying(run -> {
            assertThat(run.bytesToDevice()).isZero();
            assertThat(run.bytesToHost()).isZero();
        });
    }

    @Nested
    final class Faults extends FaultContract {
        Faults() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class LoopLimits extends LoopLimitContract {
        LoopLimits() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class Refusals extends RefusalContract {
        Refusals() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class Tiles extends TileContract {
        Tiles() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class Warps extends WarpContract {
        Warps() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class Atomics extends AtomicContract {
        Atomics() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class Collectives extends CollectiveContract {
        Collectives() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class Barriers extends BarrierContract {
        Barriers() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class Shapes extends ShapeContract {
        Shapes() {
            super(KernelContract.this);
        }
    }

    @Nested
    final class Printing extends PrintContract {
        Printing() {
            super(KernelContract.this);
        }
    }
}
