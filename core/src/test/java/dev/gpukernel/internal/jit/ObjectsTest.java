package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kernel with objects is, instruction by instruction, the kernel with a variable for each of their fields. */
final class ObjectsTest {
    /** Adds up what it is given. */
    static final class Stats {
        private int count;
        private long sum;
        private int most = Integer.MIN_VALUE;

        void add(int value) {
            if (value > 0) {
                count++;
            }
            sum += value;
            most = Math.max(most, value);
        }
    }

    /** A point of a plane. */
    static class Point {
        protected float x;
        protected float y;

        Point(float x, float y) {
            this.x = x;
            this.y = y;
        }

        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        void add(Point other) {
            x += other.x;
            y += other.y;
        }

        float square() {
            return x * x + y * y;
        }
    }

    /** Where a body is, and where it was. */
    static final class Body extends Point {
        private final Point before;

        Body(float x, float y) {
            super(x, y);
            before = new Point(x, y);
        }

        void move(Point by) {
            before.x = x;
            before.y = y;
            add(by);
        }
    }

    @GpuKernel
    static long reductionOfObject(int[] x) {
        Stats stats = new Stats();
        for (int i = 0; i < x.length; i++) {
            stats.add(x[i]);
        }
        return stats.sum + stats.count + stats.most;
    }

    @GpuKernel
    static long reductionOfNumbers(int[] x) {
        int count = 0;
        long sum = 0;
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 0) {
                count++;
            }
            sum += x[i];
            most = Math.max(most, x[i]);
        }
        return sum + count + most;
    }

    @GpuKernel
    static void walksOfObject(float[] x, float[] y, int steps, float[] out) {
        for (int i = 0; i < out.length; i++) {
            Body body = new Body(x[i], y[i]);
            Point speed = new Point(1, 0);
            for (int k = 0; k < steps; k++) {
                body.move(speed);
                speed = speed.plus(new Point(-body.y, body.x));
            }
            out[i] = body.square() - body.before.x;
        }
    }

    /** Its variables are declared in the order in which a loop carries fields: after other locals, those of each object in turn. */
    @GpuKernel
    static void walksOfNumbers(float[] x, float[] y, int steps, float[] out) {
        for (int i = 0; i < out.length; i++) {
            int k = 0;
            float atX = x[i];
            float atY = y[i];
            float speedX = 1;
            float speedY = 0;
            float beforeX = atX;
            for (; k < steps; k++) {
                beforeX = atX;
                atX += speedX;
                atY += speedY;
                speedX = speedX + -atY;
                speedY = speedY + atX;
            }
            out[i] = atX * atX + atY * atY - beforeX;
        }
    }

    @GpuKernel
    static void choiceOfObject(float[] x, float[] y, float[] out) {
        for (int i = 0; i < out.length; i++) {
            Point nearer = new Point(x[i], 2);
            if (y[i] > 1) {
                nearer = new Point(y[i], 3);
            }
            nearer.add(nearer);
            out[i] = nearer.square();
        }
    }

    @GpuKernel
    static void choiceOfNumbers(float[] x, float[] y, float[] out) {
        for (int i = 0; i < out.length; i++) {
            float atX = x[i];
            float atY = 2;
            if (y[i] > 1) {
                atX = y[i];
                atY = 3;
            }
            atX += atX;
            atY += atY;
            out[i] = atX * atX + atY * atY;
        }
    }

    /** What is printed is printed in order: on a CPU such a method runs itself. */
    static final class Printing {
        private final byte[][] rows = new byte[5][4];
        private final Cell[] cells = new Cell[5];
        private int faults;

        record Cell(int a, float b) {}

        @SuppressWarnings("ArrayRecordComponent") // as people write it
        record Both(byte[][] rows, Cell[] cells) {}

        @GpuKernel
        byte[][] rows() {
            for (int i = 0; i < rows.length; i++) {
                rows[i][1] += (byte) i;
                if (faults > i) {
                    Gpu.printf("%d\n", i);
                }
            }
            return rows;
        }

        @GpuKernel
        Both both() {
            for (int i = 0; i < rows.length; i++) {
                rows[i][2] += (byte) i;
                cells[i] = new Cell(i, 2);
                if (faults > i) {
                    Gpu.printf("%d\n", i);
                }
            }
            return new Both(rows, cells);
        }
    }

    @Test
    void returnWhatTheyHoldThoughTheMethodRunsItself() {
        Printing own = new Printing();
        Printing.Both both = Objects.requireNonNull(
                (Printing.Both) Kernel.of(Printing.class, "both").launch(own));
        assertThat(both.rows()).isSameAs(own.rows);
        assertThat(both.cells()).isSameAs(own.cells).contains(new Printing.Cell(4, 2));
        assertThat(Kernel.of(Printing.class, "rows").launch(own)).isSameAs(own.rows);
        assertThat(own.rows[3]).containsExactly(0, 3, 3, 0);
    }

    private static String code(String name) {
        return Kernel.of(ObjectsTest.class, name)
                .ptx()
                .replaceAll("OfObject|OfNumbers", "")
                .replaceAll("//.*|\\.loc.*|\\.file.*", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reduction", "walks", "choice"})
    void areTheirFields(String name) {
        assertThat(code(name + "OfObject")).isEqualTo(code(name + "OfNumbers"));
    }
}
