package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Objects in loops of each kind: what loops carry, how they end, and what they do with arrays. */
final class ObjectPairKernels {
    private ObjectPairKernels() {}

    /** The best value so far, and where it was. */
    static final class Best {
        private float value = Float.NEGATIVE_INFINITY;
        private int at = -1;

        void offer(float candidate, int index) {
            if (candidate > value) {
                value = candidate;
                at = index;
            }
        }
    }

    /** Where the next element goes. */
    static final class Cursor {
        private int next;

        void put(int[] out, int value) {
            out[next++] = value;
        }
    }

    /** A running sum. */
    static final class Running {
        private long sum;

        long add(int value) {
            sum += value;
            return sum;
        }
    }

    /** Numbers from some range on. */
    static final class Bins {
        private final int low;
        private final int width;

        Bins(int low, int width) {
            this.low = low;
            this.width = width;
        }

        int indexOf(int value) {
            return Math.floorDiv(value - low, width);
        }
    }

    /** Something of another object, which it changes. */
    static final class Account {
        private long balance;

        /** Of the account around it. */
        class Order {
            private final int amount;

            Order(int amount) {
                this.amount = amount;
            }

            boolean execute() {
                if (balance < amount) {
                    return false;
                }
                balance -= amount;
                return true;
            }
        }

        void pay(int amount) {
            balance += amount;
        }
    }

    /** A state that is large enough for its methods to become functions. */
    static final class Mixer {
        private int a = 1;
        private int b = 2;

        Mixer mix(int value) {
            a += value;
            a ^= a << 7;
            b -= a;
            b ^= b >>> 9;
            a += b * 31;
            a ^= a << 3;
            b += a * 17;
            b ^= b >>> 5;
            return this;
        }
    }

    private static int mixed(int seed) {
        Mixer mixer = new Mixer();
        for (int k = 0; k < 4; k++) {
            mixer.mix(seed).mix(k).mix(seed * k).mix(seed - k).mix(seed ^ k).mix(seed >> k);
        }
        return mixer.a ^ mixer.b;
    }

    /** Time steps of the host. */
    static final class Clock {
        private final float end;
        private float now;
        private int steps;

        Clock(float end) {
            this.end = end;
        }

        boolean isRunning() {
            return now < end;
        }

        float tick(float step) {
            steps++;
            now += step;
            return now;
        }
    }

    /** Elements and how many there are. */
    static final class Window {
        private double[] elements;
        private int from;

        Window(double[] elements) {
            this.elements = elements;
        }

        void look(double[] others, int first) {
            elements = others;
            from = first;
        }

        double at(int index) {
            return elements[from + index];
        }
    }

    /** A number with a unit. */
    sealed interface Amount {
        double inMetres();
    }

    /** Of metres. */
    record Metres(double count) implements Amount {
        @Override
        public double inMetres() {
            return count;
        }
    }

    /** Of miles. */
    record Miles(double count, double length) implements Amount {
        @Override
        public double inMetres() {
            return count * length;
        }
    }

    private static Amount amount(double count) {
        if (count < 0) {
            return new Miles(-count, 1609.344);
        }
        return new Metres(count);
    }

    @GpuKernel
    static void units(double[] x, double[] out) {
        for (int i = 0; i < x.length; i++) {
            Amount amount = amount(x[i]);
            Amount other = amount(x[i] - 1);
            out[i] = amount.equals(other) ? 0 : amount.inMetres() - other.inMetres();
        }
    }

    @GpuKernel
    static int best(float[] x) {
        Best best = new Best();
        for (int i = 0; i < x.length; i++) {
            best.offer(x[i], i);
        }
        return best.at;
    }

    @GpuKernel
    static int kept(int[] x, int[] out) {
        Cursor cursor = new Cursor();
        for (int i = 0; i < x.length; i++) {
            if (x[i] % 3 == 0) {
                cursor.put(out, x[i]);
            }
        }
        return cursor.next;
    }

    @GpuKernel
    static void running(int[] x, long[] out) {
        Running running = new Running();
        for (int i = 0; i < x.length; i++) {
            out[i] = running.add(x[i]);
        }
    }

    @GpuKernel
    static void histogram(int[] x, int[] bins) {
        Bins where = new Bins(-100, 25);
        for (int i = 0; i < x.length; i++) {
            bins[where.indexOf(x[i])]++;
        }
    }

    @GpuKernel
    static int firstMatch(int[] x, int low) {
        for (int i = 0; i < x.length; i++) {
            Bins bins = new Bins(low, 1 + (i & 1));
            if (bins.indexOf(x[i]) == 3) {
                return i;
            }
        }
        return -1;
    }

    @GpuKernel
    static void rows(double[][] a, int[] columns, double[] out) {
        for (int i = 0; i < a.length; i++) {
            Window window = new Window(a[i]);
            double sum = 0;
            for (int j = 0; j < a[i].length; j++) {
                sum += window.at(j);
            }
            if (columns[i] > 1) {
                window.look(out, i);
            }
            out[i] = sum * window.at(0);
        }
    }

    @GpuKernel
    static void accounts(int[] orders, int perAccount, long[] out) {
        int i = Grid.x();
        if (i < out.length) {
            Account account = new Account();
            int refused = 0;
            for (int k = i * perAccount; k < (i + 1) * perAccount; k++) {
                if (orders[k] < 0) {
                    account.pay(-orders[k]);
                } else if (!account.new Order(orders[k]).execute()) {
                    refused++;
                }
            }
            out[i] = account.balance * 1000 + refused;
        }
    }

    @GpuKernel
    static void functions(int[] x, int[] out) {
        for (int i = 0; i < x.length; i++) {
            out[i] = mixed(x[i]) + 3 * mixed(i) + 5 * mixed(x[i] + i) + 7 * mixed(-i);
        }
    }

    @GpuKernel
    static int steps(float[] u, float step, float end) {
        Clock clock = new Clock(end);
        while (clock.isRunning()) {
            float now = clock.tick(step);
            for (int i = 0; i < u.length; i++) {
                u[i] += now * step;
            }
        }
        return clock.steps;
    }

    /** Exchanges what two references are, over and over. */
    @GpuKernel
    static void exchanged(int[] x, int[] out) {
        for (int i = 0; i < x.length; i++) {
            Mixer first = new Mixer();
            Mixer second = new Mixer().mix(x[i]);
            for (int k = 0; k < (x[i] & 7); k++) {
                Mixer other = first;
                first = second;
                second = other;
                second.mix(k);
            }
            out[i] = first.a - second.b;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("units", () -> List.of(doubles(60, 15, -3, 3), new double[60]));
        kernels.loop("best", () -> List.of(floats(300, 1, -9, 9)));
        kernels.loop("kept", () -> List.of(ints(200, 2, -90, 90), new int[200]));
        kernels.loop("running", () -> List.of(ints(200, 3, -90, 90), new long[200]));
        kernels.loop("histogram", () -> List.of(ints(300, 4, -100, 100), new int[8]));
        kernels.loop("firstMatch", () -> List.of(ints(300, 5, -500, 500), 70));
        kernels.loop(
                "rows",
                () -> List.of(
                        new double[][] {doubles(9, 6, -2, 2), doubles(9, 7, -2, 2), doubles(9, 8, -2, 2)},
                        ints(3, 9, 0, 4),
                        doubles(3, 10, -2, 2)));
        kernels.grid("accounts", 30, () -> List.of(ints(300, 11, -90, 90), 10, new long[30]));
        kernels.loop("functions", () -> List.of(ints(60, 12), new int[60]));
        kernels.loop("steps", () -> List.of(floats(50, 13, -1, 1), 0.25f, 2f));
        kernels.loop("exchanged", () -> List.of(ints(60, 14), new int[60]));
    }
}
