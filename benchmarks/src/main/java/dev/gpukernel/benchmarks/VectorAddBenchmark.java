package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Launch;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The wall time of a vector addition, by every way there is to do one from Java. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 2, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class VectorAddBenchmark {
    /** Made by JMH. */
    public VectorAddBenchmark() {}

    /** A plain loop on one core. */
    @Benchmark
    public float[] javaLoop(HostArrays arrays) {
        VectorAddKernels.addLoop(arrays.a, arrays.b, arrays.c);
        return arrays.c;
    }

    /** A parallel stream on all cores. */
    @Benchmark
    public float[] javaParallelStream(HostArrays arrays) {
        float[] a = arrays.a;
        float[] b = arrays.b;
        float[] c = arrays.c;
        IntStream.range(0, c.length).parallel().forEach(i -> c[i] = a[i] + b[i]);
        return c;
    }

    /** The launcher with host arrays: over, computed, back. */
    @Benchmark
    public float[] hostArraysLoop(HostArrays arrays) {
        VectorAddKernelsGpu.addLoop(arrays.a, arrays.b, arrays.c);
        return arrays.c;
    }

    /** The same with the grid kernel. */
    @Benchmark
    public float[] hostArraysGrid(HostArrays arrays) {
        VectorAddKernelsGpu.addGrid(arrays.launch, arrays.a, arrays.b, arrays.c);
        return arrays.c;
    }

    /** A launch on resident arrays and the wait for it. */
    @Benchmark
    public void residentLoop(ResidentArrays arrays) {
        VectorAddKernelsGpu.addLoop(arrays.a, arrays.b, arrays.c);
        arrays.gpu.synchronize();
    }

    /** The same with the grid kernel. */
    @Benchmark
    public void residentGrid(ResidentArrays arrays) {
        VectorAddKernelsGpu.addGrid(arrays.launch, arrays.a, arrays.b, arrays.c);
        arrays.gpu.synchronize();
    }

    /** Arrays in the Java heap. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls setUp before any benchmark
    public static class HostArrays {
        /** Number of elements. */
        @Param({"1000", "1000000", "16777216"})
        public int size;

        float[] a;
        float[] b;
        float[] c;
        Launch launch;

        /** Made by JMH. */
        public HostArrays() {}

        /** Fills the arrays. */
        @Setup
        public void setUp() {
            SplittableRandom random = new SplittableRandom(size);
            a = Vectors.random(random, size);
            b = Vectors.random(random, size);
            c = new float[size];
            launch = Launch.covering(size);
        }
    }

    /** Arrays on the device. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls setUp before any benchmark
    public static class ResidentArrays {
        /** Number of elements. */
        @Param({"1000", "1000000", "16777216"})
        public int size;

        Gpu gpu;
        GpuArray<float[]> a;
        GpuArray<float[]> b;
        GpuArray<float[]> c;
        Launch launch;

        /** Made by JMH. */
        public ResidentArrays() {}

        /** Moves the arrays to the device. */
        @Setup
        public void setUp() {
            SplittableRandom random = new SplittableRandom(size);
            gpu = Gpu.current();
            a = gpu.upload(Vectors.random(random, size));
            b = gpu.upload(Vectors.random(random, size));
            c = gpu.allocate(float[].class, size);
            launch = Launch.covering(size);
        }

        /** Frees them. */
        @TearDown(Level.Trial)
        public void tearDown() {
            a.close();
            b.close();
            c.close();
        }
    }
}
