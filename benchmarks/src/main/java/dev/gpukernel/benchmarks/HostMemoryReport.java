package dev.gpukernel.benchmarks;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuRegistration;
import dev.gpukernel.GpuRegistration.Reading;
import dev.gpukernel.internal.cuda.CudaContext;
import dev.gpukernel.internal.cuda.CudaDriver;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.HostCopy;
import dev.gpukernel.internal.cuda.HostMirror;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Measures copies between a device and host memory of every kind, beside the driver's own copies of pinned memory; launches that read a
 * segment in place, beside such that copy it; and a loop over more than 2^31 floats beside the same over two halves. Prints lines {@code
 * name,size,metric,value}. Results are checked.
 */
public final class HostMemoryReport {
    private static final int WARM_UPS = 3;
    private static final float FACTOR = 3;
    private static final float BOUND = 500;
    private static final int GATHERED = 100_000;
    private static final double BYTES_PER_MILLI_OF_GB_PER_SECOND = 1e6;
    private static final int HALF = 1 << 30;

    private final Gpu gpu = Gpu.current();
    private final int size;
    private final int runs;
    private final long bytes;

    private HostMemoryReport(int size, int runs) {
        this.size = size;
        this.runs = runs;
        this.bytes = (long) Float.BYTES * size;
    }

    /**
     * Prints the report.
     *
     * @param arguments number of floats that are copied, such as 100000000; timed runs; number of floats of the large arrays, such as
     *     2148532224, which is 2^31 + 2^20, or 0 to leave them out
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: size, runs, large size");
        }
        HostMemoryReport report = new HostMemoryReport(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        report.copies();
        report.launches();
        long large = Long.parseLong(arguments[2]);
        if (large > 0) {
            report.large(large);
        }
    }

    /** Copies of one kind of memory. */
    private record Copies(String name, Runnable in, Runnable out) {}

    private void copies() {
        float[] heap = new float[size];
        fill(MemorySegment.ofArray(heap));
        FloatBuffer buffer = ByteBuffer.allocateDirect((int) bytes)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
        fill(MemorySegment.ofBuffer(buffer));
        try (Arena arena = Arena.ofShared();
                GpuArray<float[]> array = gpu.upload(heap)) {
            MemorySegment usual = segment(arena);
            MemorySegment registered = segment(arena);
            long start = System.nanoTime();
            try (GpuRegistration registration = gpu.register(registered)) {
                print("registering", size, "ms", (System.nanoTime() - start) / 1e6);
                print("is pinned", size, "boolean", registration.isPinned() ? 1 : 0);
                List<Copies> kinds = new ArrayList<>(List.of(
                        new Copies("float[]", () -> array.copyFrom(heap), () -> array.copyTo(heap)),
                        new Copies("direct buffer", () -> array.copyFrom(buffer), () -> array.copyTo(buffer)),
                        new Copies("segment", () -> array.copyFrom(usual), () -> array.copyTo(usual)),
                        new Copies(
                                "registered segment",
                                () -> array.copyFrom(registered),
                                () -> array.copyTo(registered))));
                if (gpu.backend().equals("cuda")) {
                    kinds.add(driversOwn());
                }
                List<Variant> variants = new ArrayList<>();
                for (Copies kind : kinds) {
                    variants.add(new Variant(kind.name + " in", () -> {
                        kind.in.run();
                        gpu.synchronize();
                    }));
                    variants.add(new Variant(kind.name + " out", kind.out));
                }
                tell(variants, bytes, Variant::wallMillis);
            }
            check(heap[size - 1] == value(size - 1) && usual.mismatch(registered) < 0, "copies");
        }
    }

    /** {@return the driver's copies of pinned memory, in a stream of their own} */
    private Copies driversOwn() {
        if (!(CudaDriver.find() instanceof CudaDriver.Present(CudaDriver driver))) {
            throw new IllegalStateException("the device is the driver's");
        }
        CudaContext context = CudaContext.retain(driver.devices().get(gpu.ordinal()), Long.MAX_VALUE);
        CudaStream stream = CudaStream.create(context);
        HostMirror mirror = Objects.requireNonNull(new HostCopy(context).mirror(bytes, stream), "pinned memory");
        return new Copies(
                "cuMemcpyAsync of pinned memory",
                () -> {
                    mirror.copyIn(0, bytes, stream);
                    stream.synchronize();
                },
                () -> {
                    mirror.copyOut(0, bytes, stream);
                    stream.synchronize();
                });
    }

    private void launches() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment indices = arena.allocate((long) Integer.BYTES * GATHERED, Long.BYTES);
            for (int i = 0; i < GATHERED; i++) {
                indices.setAtIndex(JAVA_INT, i, (int) (i * 982_451_653L % size));
            }
            MemorySegment out = arena.allocate((long) Float.BYTES * GATHERED, Long.BYTES);
            MemorySegment usual = segment(arena);
            MemorySegment copied = segment(arena);
            MemorySegment inPlace = segment(arena);
            MemorySegment to = segment(arena);
            MemorySegment registeredTo = segment(arena);
            int expected = 0;
            for (int i = 0; i < size; i++) {
                expected += value(i) > BOUND ? 1 : 0;
            }
            try (GpuRegistration _ = gpu.register(copied);
                    GpuRegistration _ = gpu.register(registeredTo);
                    GpuRegistration _ = gpu.register(inPlace, Reading.IN_PLACE)) {
                List<Variant> variants = new ArrayList<>();
                for (MemorySegment x : List.of(usual, copied, inPlace)) {
                    String kind = x.equals(usual) ? "segment" : x.equals(copied) ? "registered" : "in place";
                    MemorySegment y = x.equals(usual) ? to : registeredTo;
                    int awaited = expected;
                    variants.add(new Variant(
                            "count " + kind, () -> check(HostMemoryKernelsGpu.above(BOUND, x) == awaited, "count")));
                    variants.add(new Variant("gather " + kind, () -> HostMemoryKernelsGpu.gather(x, indices, out)));
                    variants.add(new Variant("scale " + kind, () -> HostMemoryKernelsGpu.scale(FACTOR, x, y)));
                }
                tell(variants, 0, Variant::wallMillis);
            }
            for (int i = 0; i < GATHERED; i++) {
                check(out.getAtIndex(JAVA_FLOAT, i) == value(indices.getAtIndex(JAVA_INT, i)), "gather");
            }
            for (int i = 0; i < size; i++) {
                check(registeredTo.getAtIndex(JAVA_FLOAT, i) == FACTOR * value(i), "scale");
            }
            check(to.mismatch(registeredTo) < 0, "scale");
        }
    }

    private void large(long length) {
        try (GpuArray<float[]> x = gpu.allocate(float[].class, length);
                GpuArray<float[]> y = gpu.allocate(float[].class, length);
                GpuArray<float[]> firstX = x.slice(0, HALF);
                GpuArray<float[]> firstY = y.slice(0, HALF);
                GpuArray<float[]> secondX = x.slice(HALF, 2L * HALF);
                GpuArray<float[]> secondY = y.slice(HALF, 2L * HALF);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            float[] ones = new float[1 << 20];
            Arrays.fill(ones, 1);
            for (long from = 0; from < length; from += ones.length) {
                try (GpuArray<float[]> part = x.slice(from, Math.min(length, from + ones.length))) {
                    part.copyFrom(part.length() == ones.length ? ones : Arrays.copyOf(ones, part.length()));
                }
            }
            HostMemoryKernelsGpu.saxpy(2, x, y);
            try (GpuArray<float[]> last = y.slice(length - 1, length)) {
                check(last.toHost()[0] == 2, "large saxpy");
            }
            List<Variant> variants = List.of(
                    new Variant("saxpy large", () -> HostMemoryKernelsGpu.saxpy(0, x, y)),
                    new Variant("saxpy two halves of 2^30", () -> {
                        HostMemoryKernelsGpu.saxpy(0, firstX, firstY);
                        HostMemoryKernelsGpu.saxpy(0, secondX, secondY);
                    }));
            double[] medians =
                    Variant.medians(variants, WARM_UPS, runs, variant -> variant.deviceMillis(gpu, start, end));
            long[] sizes = {length, 2L * HALF};
            for (int i = 0; i < medians.length; i++) {
                print(variants.get(i).name(), sizes[i], "kernel_ms", medians[i]);
                print(
                        variants.get(i).name(),
                        sizes[i],
                        "kernel_gb_per_s",
                        3.0 * Float.BYTES * sizes[i] / medians[i] / BYTES_PER_MILLI_OF_GB_PER_SECOND);
            }
        }
    }

    private MemorySegment segment(Arena arena) {
        MemorySegment segment = arena.allocate(bytes, 64);
        fill(segment);
        return segment;
    }

    private static void fill(MemorySegment segment) {
        for (long i = 0; i < segment.byteSize() / Float.BYTES; i++) {
            segment.setAtIndex(JAVA_FLOAT_UNALIGNED, i, value((int) i));
        }
    }

    private static float value(int index) {
        return ((index * 0x9E3779B9) >>> 8) % 1021;
    }

    private void tell(List<Variant> variants, long moved, ToDoubleFunction<Variant> timer) {
        double[] medians = Variant.medians(variants, WARM_UPS, runs, timer);
        for (int i = 0; i < medians.length; i++) {
            print(variants.get(i).name(), size, "ms", medians[i]);
            if (moved > 0) {
                print(variants.get(i).name(), size, "gb_per_s", moved / medians[i] / BYTES_PER_MILLI_OF_GB_PER_SECOND);
            }
        }
    }

    private static void print(String name, long size, String metric, double value) {
        System.out.println(new Measurement(name, size, metric, value).line());
    }

    private static void check(boolean isRight, String what) {
        if (!isRight) {
            throw new IllegalStateException("a result is wrong: " + what);
        }
    }
}
