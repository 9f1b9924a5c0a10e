package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Launch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one launch costs the thread that enqueues it. Many launches are followed by one wait, since a queue that is never
 * emptied soon makes every launch wait for the device.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 2, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls setUp before any benchmark
public class LaunchBenchmark {
    private static final int LAUNCHES = 1_000;

    private Gpu gpu;
    private GpuArray<float[]> a;
    private GpuArray<float[]> b;
    private GpuArray<float[]> c;
    private Launch launch;

    /** Made by JMH. */
    public LaunchBenchmark() {}

    /** Allocates arrays so small that the kernel itself is nothing. */
    @Setup
    public void setUp() {
        gpu = Gpu.current();
        a = gpu.allocate(float[].class, Vectors.TINY);
        b = gpu.allocate(float[].class, Vectors.TINY);
        c = gpu.allocate(float[].class, Vectors.TINY);
        launch = Launch.of(1, Vectors.TINY);
    }

    /** Frees them. */
    @TearDown
    public void tearDown() {
        a.close();
        b.close();
        c.close();
    }

    /** Launches of a plain loop. */
    @Benchmark
    @OperationsPerInvocation(LAUNCHES)
    public void enqueueLoop() {
        for (int i = 0; i < LAUNCHES; i++) {
            VectorAddKernelsGpu.addLoop(a, b, c);
        }
        gpu.synchronize();
    }

    /** Launches of a grid kernel. */
    @Benchmark
    @OperationsPerInvocation(LAUNCHES)
    public void enqueueGrid() {
        for (int i = 0; i < LAUNCHES; i++) {
            VectorAddKernelsGpu.addGrid(launch, a, b, c);
        }
        gpu.synchronize();
    }
}
