package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Threads that launch different and equal kernels at once get what each would get alone. */
abstract class ConcurrentLaunchContract {
    private static final int THREADS = 8;
    private static final int[] LENGTHS = {1, 255, 256, 1000, 4096};

    /** Threads that take an array of the same length need plans that are equal. */
    private final AtomicLong launches = new AtomicLong();

    abstract Gpu gpu();

    /** {@return for how long to launch} */
    abstract Duration duration();

    private static Kernel kernel(String name) {
        return Kernel.of(TornadoKernels.class, name);
    }

    @Test
    void everyThreadGetsWhatItWouldGetAlone() throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + duration().toNanos();
        int[] shared = new SplittableRandom(0).ints(300).toArray();
        try (ExecutorService executor = Executors.newFixedThreadPool(THREADS);
                GpuArray<int[]> onDevice = gpu().upload(shared)) {
            int sum = Arrays.stream(shared).sum();
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                SplittableRandom random = new SplittableRandom(thread);
                running.add(executor.submit(() -> gpu().run(() -> {
                    do {
                        launchOne(random);
                        assertThat(kernel("sum").launch(onDevice)).isEqualTo(sum);
                    } while (System.nanoTime() < end);
                })));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        System.out.println(launches + " launches by " + THREADS + " threads");
    }

    private void launchOne(SplittableRandom random) {
        int length = LENGTHS[random.nextInt(LENGTHS.length)];
        switch (random.nextInt(4)) {
            case 0 -> saxpy(length, random);
            case 1 -> saxpyAgainAndAgain(length, random);
            case 2 -> sum(length, random);
            default -> complain(length, random);
        }
        launches.incrementAndGet();
    }

    private static float[] floats(int length, SplittableRandom random) {
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = random.nextInt(1000);
        }
        return floats;
    }

    private static void saxpy(int length, SplittableRandom random) {
        float a = random.nextInt(100);
        float[] x = floats(length, random);
        float[] y = floats(length, random);
        float[] expected = new float[length];
        for (int i = 0; i < length; i++) {
            expected[i] = a * x[i] + y[i];
        }
        kernel("saxpy").launch(a, x, y);
        assertThat(y).isEqualTo(expected);
    }

    private void saxpyAgainAndAgain(int length, SplittableRandom random) {
        float[] x = floats(length, random);
        float[] y = new float[length];
        float[] expected = new float[length];
        try (GpuArray<float[]> deviceX = gpu().upload(x);
                GpuArray<float[]> deviceY = gpu().upload(y)) {
            for (int a = 1; a <= 4; a++) {
                for (int i = 0; i < length; i++) {
                    expected[i] = a * x[i] + expected[i];
                }
                kernel("saxpy").launch((float) a, deviceX, deviceY);
            }
            assertThat(deviceY.toHost()).isEqualTo(expected);
        }
    }

    private static void sum(int length, SplittableRandom random) {
        int[] x = random.ints(length).toArray();
        assertThat(kernel("sum").launch((Object) x)).isEqualTo(Arrays.stream(x).sum());
    }

    private static void complain(int length, SplittableRandom random) {
        double[] y = new double[length];
        long[] z = new long[length];
        int bad = random.nextInt(length);
        y[bad] = -1;
        z[bad] = random.nextLong();
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> kernel("complain").launch(new float[length], y, z))
                .withMessage("of " + z[bad] + ", -1.0");
    }
}
