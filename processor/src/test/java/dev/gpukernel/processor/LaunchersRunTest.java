package dev.gpukernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generated launchers, compiled and run: on the GPU, if there is one, else on the CPU. */
class LaunchersRunTest {
    @TempDir
    Path folder;

    /** Compiles a class {@code com.acme.Main} with the processor and runs its {@code static String run()}. */
    private Object run(String... sources) throws IOException, ReflectiveOperationException {
        Project project = new Project(folder).with("-Xlint:all", "-Werror");
        for (int i = 0; i < sources.length; i++) {
            project.source(i == 0 ? "Main.java" : "Other" + i + ".java", sources[i]);
        }
        assertThat(project.compile()).isEmpty();
        try (URLClassLoader loader = project.load()) {
            var method = loader.loadClass("com.acme.Main").getDeclaredMethod("run");
            method.setAccessible(true);
            return method.invoke(null);
        }
    }

    /** Arrays of records, on the host and on a device, of a class that only the kernel's package sees. */
    @Test
    void arraysOfRecords() throws IOException, ReflectiveOperationException {
        assertThat(run("""
                package com.acme;
                import dev.gpukernel.Gpu;
                import dev.gpukernel.GpuArray;
                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Launch;
                import dev.gpukernel.device.Grid;
                class Main {
                    record Point(int x, int y) {}
                    @GpuKernel
                    static void turn(Point[] points, Point[] out) {
                        for (int i = 0; i < points.length; i++) {
                            out[i] = new Point(points[i].y(), points[i].x());
                        }
                    }
                    @GpuKernel
                    static Point[] turned(Point[] points) {
                        Point[] turned = new Point[points.length];
                        for (int i = 0; i < points.length; i++) {
                            turned[i] = new Point(points[i].y(), points[i].x());
                        }
                        return turned;
                    }
                    @GpuKernel
                    static void move(int by, Point[] points) {
                        int i = Grid.x();
                        if (i < points.length) {
                            points[i] = new Point(points[i].x() + by, points[i].y());
                        }
                    }
                    static String run() {
                        Point[] points = {new Point(1, 2), new Point(3, 4)};
                        Point[] out = new Point[2];
                        MainGpu.turn(points, out);
                        MainGpu.move(Launch.covering(2), 10, out);
                        try (GpuArray<Point[]> there = Gpu.current().upload(out)) {
                            MainGpu.turn(there, there);
                            MainGpu.move(Launch.covering(2), 100, there);
                            Point[] turned = MainGpu.turned(out);
                            return out[0] + " " + turned[1] + " " + there.toHost()[1];
                        }
                    }
                }
                """)).isEqualTo("Point[x=12, y=1] Point[x=3, y=14] Point[x=103, y=14]");
    }

    /** Kernels of objects: private ones, in a nested class, of an object whose class overrides what is called, and with objects as arguments. */
    @Test
    void instanceKernels() throws IOException, ReflectiveOperationException {
        assertThat(run("""
                package com.acme;
                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Launch;
                import dev.gpukernel.device.Grid;
                import java.util.Arrays;
                class Main {
                    static class Counter<T> {
                        private int[] values = {1, 2, 3};
                        private long sum;
                        private T name;
                        @GpuKernel
                        private void addUp(int by) {
                            for (int i = 0; i < values.length; i++) {
                                sum += weight(values[i]) * by;
                            }
                        }
                        int weight(int value) {
                            return value;
                        }
                        @GpuKernel
                        void turn() {
                            int i = thread();
                            if (i < values.length) {
                                values[i] = -values[i];
                            }
                        }
                        private int thread() {
                            return Grid.x();
                        }
                    }
                    static final class Heavy extends Counter<String> {
                        @Override
                        int weight(int value) {
                            return 100 * value;
                        }
                    }
                    @GpuKernel
                    static int[] mixed(Counter<?> from, Heavy to) {
                        int[] mixed = new int[3];
                        for (int i = 0; i < mixed.length; i++) {
                            mixed[i] = ((Counter<?>) from).values[i] + to.weight(i);
                        }
                        return mixed;
                    }
                    static String run() {
                        Counter<String> light = new Counter<>();
                        Heavy heavy = new Heavy();
                        for (int i = 0; i < 3; i++) {
                            Main_CounterGpu.addUp(light, 2);
                            Main_CounterGpu.addUp(heavy, 1);
                        }
                        Main_CounterGpu.turn(Launch.covering(3), light);
                        return light.sum + " " + ((Counter<String>) heavy).sum + " "
                                + Arrays.toString(MainGpu.mixed(light, heavy));
                    }
                }
                """)).isEqualTo("36 1800 [-1, 98, 197]");
    }

    /** Memory segments of the host, and arrays on a device in their place. */
    @Test
    void memorySegments() throws IOException, ReflectiveOperationException {
        assertThat(run("""
                package com.acme;
                import static java.lang.foreign.ValueLayout.JAVA_LONG;
                import dev.gpukernel.Gpu;
                import dev.gpukernel.GpuArray;
                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Launch;
                import dev.gpukernel.device.Grid;
                import java.lang.foreign.Arena;
                import java.lang.foreign.MemorySegment;
                import java.util.Arrays;
                class Main {
                    @GpuKernel
                    static void add(MemorySegment x, long[] y) {
                        for (long i = 0; i < x.byteSize() / 8; i++) {
                            x.setAtIndex(JAVA_LONG, i, x.getAtIndex(JAVA_LONG, i) + y[(int) i]);
                        }
                    }
                    @GpuKernel
                    static void twice(MemorySegment x) {
                        long i = Grid.x();
                        if (i < x.byteSize() / 8) {
                            x.setAtIndex(JAVA_LONG, i, 2 * x.getAtIndex(JAVA_LONG, i));
                        }
                    }
                    static Object run() {
                        long[] y = {1, 2, 3};
                        try (Arena arena = Arena.ofConfined(); GpuArray<long[]> there = Gpu.current().upload(y)) {
                            MemorySegment x = arena.allocateFrom(JAVA_LONG, 10, 20, 30);
                            MainGpu.add(x, y);
                            MainGpu.twice(Launch.covering(3), x);
                            MainGpu.add(there, there);
                            MainGpu.twice(Launch.covering(3), there);
                            return Arrays.toString(x.toArray(JAVA_LONG)) + Arrays.toString(there.toHost());
                        }
                    }
                }
                """)).isEqualTo("[22, 44, 66][4, 8, 12]");
    }

    /** Rows go to a device and come from one; the arrays' types choose among overloads. */
    @Test
    void rowsOnTheDevice() throws IOException, ReflectiveOperationException {
        assertThat(run("""
                package com.acme;
                import dev.gpukernel.Gpu;
                import dev.gpukernel.GpuArray;
                import dev.gpukernel.GpuKernel;
                import java.util.Arrays;
                class Main {
                    @GpuKernel
                    static int[][] table(int[] x, int[] y) {
                        int[][] all = new int[x.length][y.length];
                        for (int i = 0; i < x.length; i++) {
                            for (int j = 0; j < y.length; j++) {
                                all[i][j] = x[i] * y[j];
                            }
                        }
                        return all;
                    }
                    @GpuKernel
                    static void add(int[][] a, int by) {
                        for (int[] row : a) {
                            for (int j = 0; j < row.length; j++) {
                                row[j] += by;
                            }
                        }
                    }
                    @GpuKernel
                    static void add(int[] a, int by) {
                        for (int i = 0; i < a.length; i++) {
                            a[i] += 10 * by;
                        }
                    }
                    static Object run() {
                        try (GpuArray<int[]> x = Gpu.current().upload(new int[] {1, 2});
                                GpuArray<int[][]> all = MainGpu.table(x, x)) {
                            MainGpu.add(all, 5);
                            MainGpu.add(x, 5);
                            return Arrays.deepToString(all.toHost()) + Arrays.toString(x.toHost());
                        }
                    }
                }
                """)).isEqualTo("[[6, 7], [7, 9]][51, 52]");
    }

    @Test
    void kernelsOfStrings() throws IOException, ReflectiveOperationException {
        assertThat(run("""
                package com.acme;
                import dev.gpukernel.GpuKernel;
                class Main {
                    @GpuKernel
                    static int sum(String how, int[] x) {
                        int sum = 0;
                        for (int i = 0; i < x.length; i++) {
                            if (x[i] == how.length()) {
                                throw new IllegalArgumentException("no " + how + " of " + x[i]);
                            }
                            sum += switch (how) {
                                case "square" -> x[i] * x[i];
                                default -> x[i];
                            };
                        }
                        return sum;
                    }
                    static Object run() {
                        int[] x = {1, 2, 3};
                        try {
                            return MainGpu.sum("plain", x) + " " + MainGpu.sum("up", x);
                        } catch (IllegalArgumentException e) {
                            return MainGpu.sum("plain", x) + " " + MainGpu.sum("square", x) + " " + e.getMessage();
                        }
                    }
                }
                """)).isEqualTo("6 14 no up of 2");
    }

    @Test
    void nestedAndPackagePrivateKernels() throws IOException, ReflectiveOperationException {
        assertThat(run("""
                package com.acme;
                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Launch;
                import dev.gpukernel.device.Grid;
                import java.util.Arrays;
                class Main {
                    static class Inner {
                        record Line(int slope, int start) {
                            int at(int x) { return slope * x + start; }
                        }
                        @GpuKernel
                        static void line(Line line, int[] y) {
                            int i = Grid.x();
                            if (i < y.length) {
                                y[i] = line.at(i);
                            }
                        }
                    }
                    static Object run() {
                        int[] y = new int[4];
                        Main_InnerGpu.line(Launch.covering(4), new Inner.Line(3, 1), y);
                        return Arrays.toString(y);
                    }
                }
                """)).isEqualTo("[1, 4, 7, 10]");
    }

    @Test
    void buffersInPlaceOfArrays() throws IOException, ReflectiveOperationException {
        assertThat(run("""
                package com.acme;
                import dev.gpukernel.GpuKernel;
                import java.nio.ByteBuffer;
                import java.nio.FloatBuffer;
                import java.util.Arrays;
                class Main {
                    @GpuKernel
                    static float[] scale(float a, float[] x, boolean[] mask, float... y) {
                        for (int i = 0; i < y.length; i++) {
                            if (mask[i]) { y[i] = a * x[i]; }
                        }
                        return y;
                    }
                    static Object run() {
                        float[] y = {1, 1, 1};
                        FloatBuffer x = ByteBuffer.allocateDirect(20).asFloatBuffer().put(new float[] {9, 1, 2, 3, 9});
                        boolean[] mask = {true, false, true};
                        boolean isSame = MainGpu.scale(2f, x.position(1).limit(4), mask, FloatBuffer.wrap(y)) == y;
                        MainGpu.scale(3f, FloatBuffer.wrap(y), mask, x);
                        x.clear();
                        return Arrays.toString(y) + isSame + x.get(0) + x.get(1) + x.get(2) + x.get(3) + x.get(4);
                    }
                }
                """)).isEqualTo("[2.0, 1.0, 6.0]true9.06.02.018.09.0");
    }

    @Test
    void overloadsOfOneNameOnHostAndDevice() throws IOException, ReflectiveOperationException {
        assertThat(run("""
                package com.acme;
                import dev.gpukernel.Gpu;
                import dev.gpukernel.GpuArray;
                import dev.gpukernel.GpuKernel;
                import java.util.Arrays;
                class Main {
                    @GpuKernel
                    static void half(float[] x) {
                        for (int i = 0; i < x.length; i++) { x[i] = x[i] / 2; }
                    }
                    @GpuKernel
                    static void half(int[] x) {
                        for (int i = 0; i < x.length; i++) { x[i] = x[i] / 2; }
                    }
                    @GpuKernel
                    static void half(long[] x) {
                        for (int i = 0; i < x.length; i++) { x[i] = x[i] / 2; }
                    }
                    static Object run() {
                        float[] floats = {1, 3};
                        long[] longs = {1, 3};
                        MainGpu.half(floats);
                        MainGpu.half(longs);
                        String host = Arrays.toString(floats) + Arrays.toString(longs);
                        try (GpuArray<float[]> f = Gpu.current().upload(floats);
                                GpuArray<int[]> i = Gpu.current().upload(new int[] {5, 8});
                                GpuArray<long[]> l = Gpu.current().upload(new long[] {-7, 9});
                                GpuArray<byte[]> b = Gpu.current().upload(new byte[1])) {
                            MainGpu.half(f);
                            MainGpu.half(i);
                            MainGpu.half(l);
                            String wrong;
                            try {
                                MainGpu.half(b);
                                wrong = "nothing";
                            } catch (IllegalArgumentException e) {
                                wrong = e.getMessage().lines().findFirst().orElseThrow();
                            }
                            return host + Arrays.toString(f.toHost()) + Arrays.toString(i.toHost())
                                    + Arrays.toString(l.toHost()) + wrong;
                        }
                    }
                }
                """))
                .isEqualTo("[0.5, 1.5][0, 1][0.25, 0.75][2, 4][-3, 4]"
                        + "[ArgumentType] argument 1 of kernel Main.half is GpuArray<byte[]>,"
                        + " but the parameter 'x' has type long[]");
    }
}
