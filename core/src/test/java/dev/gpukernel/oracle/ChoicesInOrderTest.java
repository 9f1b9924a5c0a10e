package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops marked with {@link Sequential} in which variables hold other objects and arrays from iteration to iteration. */
@SuppressWarnings("ReferenceEquality") // of the very same objects
class ChoicesInOrderTest {
    private interface Kernel4 {
        void run(int[] x, int[] y, int[] out, int n);
    }

    /** Compares with Java: what is in the arrays afterwards, and what is thrown. */
    private static void compare(String name, Kernel4 java) {
        Kernel kernel = Kernel.of(Choices.class, name);
        for (Gpu gpu : List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)))) {
            for (int n = 0; n < 4; n += gpu.backend().equals("cpu") ? 1 : 3) {
                List<int[]> expected = arrays();
                List<int[]> actual = arrays();
                int number = n;
                String byJava = thrown(() -> java.run(expected.get(0), expected.get(1), expected.get(2), number));
                String byKernel =
                        thrown(() -> gpu.run(() -> kernel.launch(actual.get(0), actual.get(1), actual.get(2), number)));
                String place = name + " on " + gpu.backend() + ", n = " + n;
                assertThat(byKernel).as(place).isEqualTo(byJava);
                if (byJava.isEmpty()) {
                    assertThat(text(actual)).as(place).isEqualTo(text(expected));
                }
            }
        }
    }

    private static String thrown(Runnable work) {
        try {
            work.run();
            return "";
        } catch (ArrayIndexOutOfBoundsException | IllegalStateException e) {
            return e.toString();
        }
    }

    private static List<int[]> arrays() {
        return List.of(new int[] {3, -1, 4, 1, -5, 9}, new int[] {2, 7, 1, 8}, new int[9]);
    }

    private static String text(List<int[]> arrays) {
        List<String> all = new ArrayList<>();
        arrays.forEach(array -> all.add(Arrays.toString(array)));
        return all.toString();
    }

    @Test
    void objectsOfOneClass() {
        compare("oneClass", Choices::oneClass);
    }

    @Test
    void objectsOfSeveralClasses() {
        compare("severalClasses", Choices::severalClasses);
    }

    @Test
    void noObjectAtFirst() {
        compare("noneAtFirst", Choices::noneAtFirst);
    }

    @Test
    void loopsInLoops() {
        compare("loopsInLoops", Choices::loopsInLoops);
    }

    @Test
    void aroundParallelLoops() {
        compare("aroundParallel", Choices::aroundParallel);
    }

    @Test
    void inStepsOfTheHost() {
        compare("inSteps", Choices::inSteps);
    }

    @Test
    void severalExits() {
        compare("severalExits", Choices::severalExits);
    }

    @Test
    void whereExceptionsAreCaught() {
        compare("caught", Choices::caught);
    }

    @Test
    void tablesInTurn() {
        compare("tablesInTurn", Choices::tablesInTurn);
    }

    @Test
    void arraysCompared() {
        compare("arraysCompared", Choices::arraysCompared);
    }

    static final class Choices {
        private static final int[] FIRST = {3, 1, 4, 1, 5};
        private static final int[] SECOND = {2, 7, 1};

        private Choices() {}

        private abstract static class Shape {
            abstract int area(int t);
        }

        private static final class Circle extends Shape {
            private final int r;

            Circle(int r) {
                this.r = r;
            }

            @Override
            int area(int t) {
                return 3 * r * r + t;
            }
        }

        private static final class Square extends Shape {
            private int calls;

            @Override
            int area(int t) {
                calls++;
                return t - calls;
            }
        }

        private static final class Cell {
            private int v;

            Cell(int v) {
                this.v = v;
            }
        }

        @GpuKernel
        static void oneClass(int[] x, int[] y, int[] out, int n) {
            Cell a = new Cell(1);
            Cell b = new Cell(5);
            Cell now = a;
            for (@Sequential int i = 0; i < out.length; i++) {
                now.v += x[i % x.length];
                out[i] = now.v;
                now = i % 3 == n ? now : now == a ? b : a;
            }
            out[0] += a.v - 3 * b.v;
        }

        @GpuKernel
        static void severalClasses(int[] x, int[] y, int[] out, int n) {
            Shape a = new Circle(y[0]);
            Shape b = new Square();
            Shape c = new Circle(n);
            Shape now = a;
            for (@Sequential int i = 0; i < out.length; i++) {
                out[i] = now.area(i);
                if (out[i] > n) {
                    now = now == a ? b : now == b ? c : a;
                }
            }
        }

        @GpuKernel
        static void noneAtFirst(int[] x, int[] y, int[] out, int n) {
            Cell last = null;
            for (@Sequential int i = 0; i < out.length; i++) {
                int sum = 0;
                for (int j = 0; j < x.length; j++) {
                    sum += x[j] * (i + 1);
                }
                out[i] = last == null ? sum : sum + last.v;
                if (i >= 2 * n) {
                    last = new Cell(sum);
                }
            }
        }

        @GpuKernel
        static void loopsInLoops(int[] x, int[] y, int[] out, int n) {
            Cell a = new Cell(1);
            Cell b = new Cell(2);
            Cell now = a;
            for (@Sequential int i = 0; i < out.length; i++) {
                for (@Sequential int j = 0; j < y.length; j++) {
                    now.v += y[j];
                    now = now.v > 20 ? b : j == n ? a : now;
                }
                out[i] = now.v;
                now = i == n ? b : now;
            }
        }

        @GpuKernel
        static void aroundParallel(int[] x, int[] y, int[] out, int n) {
            Cell a = new Cell(1);
            Cell b = new Cell(2);
            Cell now = a;
            int[] from = x;
            for (@Sequential int t = 0; t < n; t++) {
                for (int i = 0; i < out.length; i++) {
                    out[i] += from[i % from.length] * now.v;
                }
                now.v += out[t];
                now = out[t] % 2 == 0 ? b : a;
                from = t == 1 ? y : from;
            }
        }

        @GpuKernel
        static void inSteps(int[] x, int[] y, int[] out, int n) {
            Cell a = new Cell(1);
            Cell b = new Cell(2);
            for (int t = 0; t < n; t++) {
                Cell now = t == 1 ? b : a;
                for (@Sequential int i = 1; i < out.length; i++) {
                    now.v += out[i - 1];
                    out[i] += now.v;
                    now = out[i] > 3 ? b : a;
                }
                for (int i = 0; i < x.length; i++) {
                    x[i] += now.v;
                }
                a = now;
            }
            out[1] = a.v + 3 * b.v;
        }

        @GpuKernel
        static void severalExits(int[] x, int[] y, int[] out, int n) {
            Cell a = new Cell(1);
            Cell b = new Cell(2);
            Cell now = a;
            int[] from = x;
            for (@Sequential int i = 0; i < out.length; i++) {
                if (now.v > 30) {
                    break;
                }
                now.v += from[i % from.length];
                out[i] = now.v + i;
                if (i == 7) {
                    out[0] = from[1] + now.v;
                    return;
                }
                if (i % 3 == n) {
                    now = b;
                    from = y;
                    continue;
                }
                now = i % 5 == n ? a : now;
            }
            out[8] = now.v + 3 * a.v + from[0];
        }

        @GpuKernel
        static void caught(int[] x, int[] y, int[] out, int n) {
            Cell a = new Cell(1);
            Cell b = new Cell(2);
            Cell now = a;
            for (@Sequential int i = 0; i < out.length; i++) {
                try {
                    out[i * (n + 1)] += now.v;
                    now = b;
                } catch (ArrayIndexOutOfBoundsException e) {
                    now = a;
                }
                if (i == 5 && n == 3) {
                    throw new IllegalStateException("in iteration " + i);
                }
                now.v += x[i % x.length];
            }
            out[0] += now.v;
        }

        @GpuKernel
        static void tablesInTurn(int[] x, int[] y, int[] out, int n) {
            int[] now = FIRST;
            int k = 0;
            for (@Sequential int i = 0; i < out.length; i++) {
                out[i] = now[k % now.length] + k;
                int[] other = (i & 1) == n % 2 ? SECOND : now;
                k += other[k % other.length];
                now = i % 3 == n ? other : now;
            }
        }

        @GpuKernel
        static void arraysCompared(int[] x, int[] y, int[] out, int n) {
            for (int i = 0; i < out.length; i++) {
                int[] a = new int[n + 2];
                int[][] b = new int[n + 3][2];
                int[][] c = new int[2][2];
                int[] now = a;
                int[][] rows = c;
                for (int t = 0; t < n; t++) {
                    now[t % 2] += t + i;
                    rows[t % 2][1] += now[0];
                    now = now[0] % 3 == 0 || now != a ? x : a;
                    rows = (now[1] & 1) == 0 ? rows : rows == b ? c : b;
                    now = now == x ? new int[] {i, t} : now;
                }
                out[i] = a[0] + 3 * b[1][1] + 5 * c[0][1] + (rows == c ? 1 : 0) + now[1];
            }
        }
    }
}
