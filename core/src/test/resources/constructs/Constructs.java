package constructs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.Random;
import java.util.SplittableRandom;

/** Kernels for the rows of the table "The body" of docs/kernels.md. A kernel that must be rejected says with which codes. */
final class Constructs {
    static final int SIZE = 4;
    static final int DERIVED = SIZE * Integer.parseInt("2");
    static final double FACTOR = 1.5;
    static final boolean NEGATE = true;
    static final short[] TABLE = {3, -1, 4, 1};
    static final int[][] MATRIX = {{1, 2, 3}, {4, 5, 6}};
    static final int[][] JAGGED = {{1}, {2, 3}};
    static final int[][] HOLES = {null, {2, 3}};
    static final Mode MODE = Mode.SUM;
    static final Mode[] MODES = {Mode.LAST, Mode.SUM};
    static final Steps STEPS = new Steps(5);
    static final Point ORIGIN = new Point(3, 2);
    static int counter;
    static final String NAME = "name";

    enum Mode {
        SUM,
        PRODUCT {
            @Override
            int apply(int x) {
                return x;
            }
        },
        LAST;

        final int weight = name().length();
        final String label = "the " + name();
        int count;

        int apply(int x) {
            return weight - x;
        }
    }

    record Ratio(int up, int low) {
        public int up() {
            return up / low;
        }
    }

    record Point(float x, double y) {
        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        static Point zero() {
            return new Point(0, 0);
        }
    }

    record Cell(boolean alive, byte level, short height, char letter, int row, long column, Point corner) {}

    record Chunk(int[] data) {}

    static class Counter {
        protected int count;

        void increment() {
            count++;
        }

        int twice() {
            return 2 * count;
        }
    }

    static final class Steps extends Counter {
        private final int step;

        Steps(int step) {
            this.step = step;
            count = step;
        }

        @Override
        void increment() {
            super.increment();
            count += step;
        }
    }

    static int twice(int x) {
        return 2 * x;
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static int doubled(int n) {
        return n > 20 && n < 40 ? doubled(n - 20) + 1 : 2 * n;
    }

    static int chosen(Mode mode, int x) {
        return switch (mode) {
            case SUM -> x + 1;
            case PRODUCT -> x * 3;
            case LAST -> -x;
        };
    }

    // row: locals of any primitive type
    @GpuKernel
    static void locals(int[] a, double[] out) {
        int i = Grid.x();
        boolean on = a[i] > 0;
        byte b = (byte) a[i];
        short s = (short) a[i];
        char c = (char) a[i];
        long l = a[i] * 5L;
        float f = a[i];
        double d = f + l;
        out[i] = on ? b + s + c : d;
    }

    // row: arithmetic, shifts, bits, `%` of floats included
    @GpuKernel
    static void arithmetic(int[] a, long[] b, double[] out) {
        int i = Grid.x();
        a[i] = (a[i] * 31 + 7 ^ a[i] >>> 3 | ~a[i] << 5) & -a[i] >> 2;
        b[i] = b[i] / (a[i] | 1) % 1000 - b[i];
        out[i] = out[i] % 3.5 / b[i];
    }

    // row: comparisons, `&&`, `||`, `!`, `?:`
    @GpuKernel
    static void comparisons(float[] x, long[] y, int[] out) {
        int i = Grid.x();
        out[i] = !(x[i] < 3) && y[i] >= 0 || x[i] != x[i] ? 1 : y[i] == 7 ? 2 : 3;
    }

    // row: conversions between numbers, narrowing included
    @GpuKernel
    static void conversions(double[] x, int[] out) {
        int i = Grid.x();
        out[i] = (byte) (long) x[i] + (char) (int) (float) x[i] + (short) x[i];
    }

    // row: `=`, `+=` and the like, `++`, `--`
    @GpuKernel
    static void assignments(short[] a, int[] b) {
        int i = Grid.x();
        a[i] += 3.7;
        a[i]++;
        int k = b[i]--;
        k <<= 2;
        b[i] ^= k = --k + a[i]++;
    }

    // row: `if`, `else`, `return;`
    @GpuKernel
    static void branches(int[] a) {
        int i = Grid.x();
        if (i >= a.length) {
            return;
        } else if (a[i] > 0) {
            a[i] = 1;
        } else {
            a[i]--;
        }
    }

    @GpuKernel
    static int returnOfIndex(int[] a, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
            a[i] = i;
        }
        return -1;
    }

    // codes: LoopShape
    @GpuKernel
    static void returnFromLoop(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
            if (sum < 0) {
                return;
            }
            a[i] = 1;
        }
    }

    // row: `for`, `while`, `do`, for-each over an array
    @GpuKernel
    static void loops(short[] a, int[] out) {
        int i = Grid.x();
        int sum = 0;
        for (short x : a) {
            sum += x;
        }
        int k = i;
        while (k > 3) {
            k -= 3;
        }
        do {
            sum += k++;
        } while (k < 5);
        out[i] = sum;
    }

    // row: `break` and `continue`, with or without a label
    @GpuKernel
    static void jumps(int[] a) {
        int i = Grid.x();
        int sum = 0;
        outer:
        for (int k = 0; k < 10; k++) {
            for (int l = 0; l < 10; l++) {
                if (l == a[i]) {
                    continue outer;
                }
                if (k * l > 40) {
                    break outer;
                }
                if (l > 7) {
                    break;
                }
                sum += k ^ l;
            }
        }
        a[i] = sum;
    }

    @GpuKernel
    static int breakAtNegative(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                break;
            }
            sum += a[i];
        }
        return sum;
    }

    // codes: LoopShape
    @GpuKernel
    static void breakOfLoop(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] < 0) {
                break;
            }
            a[i] = 1;
        }
    }

    // row: `switch` on numbers, statement and expression
    @GpuKernel
    static void switches(int[] a, char[] c) {
        int i = Grid.x();
        switch (c[i] % 5) {
            case 0:
                a[i]++;
            case 1:
                a[i] *= 2;
                break;
            default:
                a[i] = -a[i];
        }
        a[i] += switch (a[i]) {
            case -1, 0, 1 -> 10;
            case 1_000_000 -> 20;
            default -> {
                int k = a[i] / 2;
                yield k;
            }
        };
    }

    // row: constants of enums, their `ordinal()`, `values()`, `==`, and `switch` on them
    @GpuKernel
    static void enums(int[] a, int n) {
        int i = Grid.x();
        Mode mode = Mode.values()[(i & 0x7fffffff) % 3];
        a[i] = chosen(mode, a[i]) + chosen(MODE, n) + chosen(MODES[i & 1], i);
        Mode other = n > 3 ? Mode.PRODUCT : Mode.LAST;
        if (mode == other || mode != MODE) {
            a[i] += mode.ordinal() + Mode.values().length + MODES.length;
        }
        switch (other) {
            case PRODUCT:
                a[i]++;
                break;
            default:
                a[i]--;
        }
    }

    @GpuKernel
    static void enumOutOfRange(int[] a) {
        a[0] = Mode.values()[Grid.x() + 1].ordinal();
    }

    // row: methods and final fields of enums, constants with bodies too, and `compareTo`
    @GpuKernel
    static void enumMethod(int[] a) {
        int i = Grid.x();
        Mode mode = i % 2 == 0 ? MODE : Mode.values()[i % 3];
        a[i] = MODE.apply(i) + mode.apply(i) + mode.weight + mode.compareTo(MODE) + mode.label.length() + MODE.label.length();
    }

    // row: `name()` and `toString()` of enums, and `valueOf` of a literal
    @GpuKernel
    static void enumName(int[] a) {
        int i = Grid.x();
        Mode mode = Mode.values()[i % 3];
        a[i] = MODE.name().length() + mode.toString().length() + Mode.valueOf("LAST").ordinal();
        if (i == 40) {
            throw new IllegalStateException("no " + mode + " at " + i + String.valueOf(MODE));
        }
    }

    // row: `hashCode()` of enums, and fields that are not final
    // codes: FieldAccess
    @GpuKernel
    static void enumCount(int[] a) {
        a[Grid.x()] = MODE.count;
    }

    // codes: CallUnsupported
    @GpuKernel
    static void enumHash(int[] a) {
        a[Grid.x()] = MODE.hashCode();
    }

    // row: `switch` on types, `case Circle c`, of records and [objects](#objects)
    @GpuKernel
    static void typeSwitch(int[] a, int[] out) {
        int i = Grid.x();
        Object object = a[i] > 0 ? new Steps(a[i]) : a[i] < -9 ? new Counter() : new Point(a[i], 1);
        out[i] = switch (object) {
            case Steps steps -> steps.step;
            case Counter counter -> counter.count;
            case Point point -> (int) point.x();
            default -> -1;
        };
    }

    // row: `switch` on strings that are known: literals, and one literal or another
    @GpuKernel
    static void stringSwitch(int[] a) {
        int i = Grid.x();
        String name = i % 2 == 0 ? "b" : "c";
        switch (name) {
            case "a" -> a[i] = 1;
            case "b" -> a[i] = 2;
            default -> a[i] = 3;
        }
    }

    // row: `length`, `charAt`, `isEmpty`, `equals` and `hashCode` of such strings
    @GpuKernel
    static void stringMethods(int[] a) {
        int i = Grid.x();
        String name = "name";
        a[i] = name.charAt(i % name.length()) + name.hashCode() + (name.equals("none") || name.isEmpty() ? 1 : 0);
    }

    // row: other methods of strings
    // codes: CallUnsupported
    @GpuKernel
    static void stringIndex(int[] a) {
        a[Grid.x()] = "name".indexOf('m');
    }

    // row: `switch` on patterns with `when`, and record patterns, in `instanceof` too
    @GpuKernel
    static void patternSwitch(int[] a) {
        int i = Grid.x();
        Object any = i % 3 == 0 ? new Point(i, a[i]) : i % 3 == 1 ? (Object) i : Mode.values()[i % 2];
        a[i] = switch (any) {
            case Point p when p.x() > 3 -> 1;
            case Point(var x, var y) when y > x -> (int) y;
            case Integer n when n > 4 -> n;
            case Mode mode when mode == MODE -> 2;
            case Mode mode -> mode.ordinal();
            default -> 3;
        };
        if (any instanceof Point(var x, var y) && x > y) {
            a[i] += (int) (x - y);
        }
    }

    // row: patterns of records whose accessors may throw
    @GpuKernel
    static void patternOfThrowing(int[] a) {
        int i = Grid.x();
        a[i] = new Ratio(i, a[i]) instanceof Ratio(int up, int low) ? up + low : 0;
    }

    // row: `a[i]`, `a[i] = x`, `a.length` of array parameters
    @GpuKernel
    static void arrays(boolean[] a, byte[] b, int[] c) {
        int i = Grid.x();
        a[i] = !a[i];
        b[i] = (byte) (a[i] ? b.length : b[i] + c[i]);
    }

    // row: `a[i][j]`, `a[k][i][j]`, `a[i].length`, rows in locals and as arguments, for-each over rows
    @GpuKernel
    static void rowsOfArray(int[] a) {
        int[][] m = new int[a.length][4];
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m[i].length; j++) {
                m[i][j] = a[i] + j;
            }
        }
        for (int i = 0; i < a.length; i++) {
            int[] row = m[i];
            int sum = 0;
            for (int value : row) {
                sum += value;
            }
            a[i] = sum + lastOf(row);
        }
    }

    private static int lastOf(int[] row) {
        return row[row.length - 1];
    }

    // row: `a[i] = b[i]` of rows
    // codes: ReferenceValue
    @GpuKernel
    static void rowsAsValues(int[][] m, int[][] n) {
        for (int i = 0; i < m.length; i++) {
            m[i] = n[i];
        }
    }

    // codes: RowsMoved
    @GpuKernel
    static void rowsMoved(int[][] m) {
        for (int i = 0; i < m.length; i++) {
            m[i] = m[0];
        }
    }

    // row: a local that is always the same array
    @GpuKernel
    static void alias(int[] a) {
        int[] same = a;
        for (int k = 0; k < 3; k++) {
            same[Grid.x()] += k;
        }
    }

    // row: a local that is one array or another
    @GpuKernel
    static void choice(int n, int[] a, int[] b) {
        int[] chosen = n > 3 ? a : b;
        chosen[Grid.x()] = 1;
    }

    // row: `new int[8]`, `new float[4][4]`, `{1, 2}`, `{{1, 2}, {3, 4}}`, of constant sizes
    @GpuKernel
    static void ownArrays(int[] a, double[] out) {
        int i = Grid.x();
        int[] own = new int[8];
        float[][] matrix = new float[SIZE][DERIVED / 2];
        long[] some = {1, a[i], 3};
        int k = a[i] & 3;
        own[k] = i;
        matrix[k][3 - k] = 2.5f;
        out[i] = own[3] + matrix[k][1] + some[k % 3] + matrix.length + matrix[k].length;
    }

    @GpuKernel
    static void ownMatrix(int[] a, int n) {
        int i = Grid.x();
        int sum = 0;
        for (int k = 0; k < 3; k++) {
            int[][] own = {{1, n, k}, {n > 3 ? a[i] : i, 5, 6}};
            own[k & 1][k] += i;
            for (int[] row : own) {
                sum = 31 * sum + row[0] + row[1] + row[2] + row.length;
            }
        }
        byte[][] none = {};
        a[i] = sum + none.length;
    }

    @GpuKernel
    static void ownMatrixOutOfRange(int[] a) {
        int i = Grid.x();
        float[][] own = {{1}, {2}, {3}, {4}, {5}, {6}, {7}};
        a[i] = (int) own[i][a[i] & 1];
    }

    @GpuKernel
    static void negativeSize(int[] a) {
        int i = Grid.x();
        a[i] = 1;
        if (a[i] != i) {
            int[] own = new int[-1];
            a[i] = own[0];
        }
    }

    @GpuKernel
    static void negativeSizeOfRows(int[] a) {
        int i = Grid.x();
        if (i > 2) {
            long[][] own = new long[SIZE][SIZE - DERIVED];
            a[i] = own.length;
        }
    }

    // row: `new float[n]`, `a.clone()`, `Arrays.copyOf`, `Arrays.copyOfRange` outside of parallel loops
    @GpuKernel
    static int[] madeArray(int[] a, int n) {
        int[] own = new int[n];
        for (int i = 0; i < n; i++) {
            own[i] = i;
        }
        return own;
    }

    @GpuKernel
    static void copiedArray(int[] a) {
        int[] before = java.util.Arrays.copyOfRange(java.util.Arrays.copyOf(a.clone(), a.length), 0, a.length);
        for (int i = 1; i < a.length; i++) {
            a[i] = before[i - 1];
        }
    }

    // row: these, and `new double[m][n]`, in an iteration or thread
    @GpuKernel
    static void madeInIteration(int[] a, int n) {
        for (int i = 0; i < a.length; i++) {
            int[] own = new int[(n & 7) + 1];
            own[0] = i;
            a[i] = own[0] + own[own.length - 1];
        }
    }

    @GpuKernel
    static void madeInThread(int[] a) {
        int i = Grid.x();
        if (i < a.length) {
            int[] own = new int[a.length];
            int[][] rows = new int[3][a.length];
            own[i] = a[i];
            rows[2][i] = own.clone()[i];
            a[i] = own[0] + rows[2][i];
        }
    }

    // codes: Allocation
    @GpuKernel
    static void madeByIndex(int[] a) {
        int i = Grid.x();
        if (i < a.length) {
            int[] own = new int[i + 1];
            own[i] = i;
            a[i] = own[i] + own.length;
        }
    }

    // row: `new double[m][n]`, `new double[p][m][n]` outside of parallel loops
    @GpuKernel
    static void madeRows(int[] a) {
        int[][] table = new int[a.length][3];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < 3; j++) {
                table[i][j] = a[i] * j;
            }
        }
        for (int i = 0; i < a.length; i++) {
            a[i] = table[a.length - 1 - i][2];
        }
    }

    @GpuKernel
    static void madePlanes(int[] a) {
        int[][][] planes = new int[a.length][2][3];
        for (int k = 0; k < a.length; k++) {
            for (int i = 0; i < planes[k].length; i++) {
                for (int j = 0; j < 3; j++) {
                    planes[k][i][j] = a[k] * i + j;
                }
            }
        }
        for (int k = 0; k < a.length; k++) {
            int[][] plane = planes[a.length - 1 - k];
            a[k] = plane[1][2] - plane[0][1];
        }
    }

    // row: `new double[n][]` and `a.clone()` of rows, with rows made one by one
    @GpuKernel
    static void rowsOneByOne(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            int[][] own = new int[3][];
            for (int k = 0; k < own.length; k++) {
                own[k] = b.clone();
                own[k][k] += i;
            }
            a[i] = own[i % 3][0];
        }
    }

    @GpuKernel
    static void rowsOfAThread(int[] a, int n) {
        int[][] own = new int[2][];
        own[1] = new int[] {n, 2};
        own[0] = new int[2];
        a[Grid.x()] += own[1][0] + own[0][1];
    }

    @GpuKernel
    static void rowsLater(int[] a) {
        int[][] own = new int[2][];
        a[Grid.x()] = own.length;
        own[0] = new int[3];
    }

    @GpuKernel
    static void chosenRow(int[] a, int n) {
        int[][] own = new int[2][];
        own[n > 3 ? 0 : 1] = new int[3];
        a[Grid.x()] = own[0] == null ? 1 : own[0].length;
    }

    // codes: RowByRow
    @GpuKernel
    static void rowAsLongAsAnElementSays(int[] a) {
        int[][] own = new int[1][];
        own[0] = new int[a[0]];
        a[Grid.x()] = 1;
    }

    @GpuKernel
    static void jaggedRows(int[] a) {
        int[][] own = {{1}, {2, 3}};
        a[Grid.x()] = own[1][1];
    }

    @GpuKernel
    static void sharedRow(int[] a) {
        int[] row = {1, 2};
        int[][] own = {row, row};
        row[0] = 3;
        a[Grid.x()] = own[1][0];
    }

    // row: arrays of other sizes, of references, `{{{1}}}`
    // codes: Allocation
    @GpuKernel
    static void references(int[] a) {
        String[] texts = new String[3];
        a[Grid.x()] = texts.length;
    }

    // codes: Allocation
    @GpuKernel
    static void planesOfElements(int[] a) {
        int[][][] own = {{{1, 2}}, {{3, 4}}};
        a[Grid.x()] = own[1][0][1];
    }

    // codes: Allocation
    @GpuKernel
    static void tooLarge(int[] a) {
        int[][] own = new int[70_000][70_000];
        a[Grid.x()] = own.length;
    }

    // row: `static final` primitives
    @GpuKernel
    static void constants(double[] a) {
        int i = Grid.x();
        a[i] = (NEGATE ? -a[i] : a[i]) * FACTOR + DERIVED;
    }

    // row: `static final` arrays of primitives, also `int[][]` and `int[][][]`, with rows of any lengths
    @GpuKernel
    static void tables(int[] a) {
        int i = Grid.x();
        a[i] = TABLE[a[i] & 3] + MATRIX[i & 1][(i & 0x7f) % 3] + MATRIX.length + TABLE.length;
    }

    @GpuKernel
    static void jaggedTable(int[] a) {
        int i = Grid.x();
        a[i] = JAGGED[1][i & 1] + JAGGED[a[i] & 1].length;
    }

    // row: `static final` records and objects of classes of your own, and their final fields
    @GpuKernel
    static void staticObjects(int[] a) {
        int i = Grid.x();
        a[i] = STEPS.step + (int) ORIGIN.x() + (ORIGIN.equals(new Point(i, 2)) ? 7 : 0);
    }

    // row: static fields that are not final, of your own classes
    @GpuKernel
    static void changingField(int[] a) {
        a[Grid.x()] = counter;
    }

    // row: other fields
    // codes: FieldAccess
    @GpuKernel
    static void tableWithoutARow(int[] a) {
        a[Grid.x()] = HOLES[1][0];
    }

    // row: static methods, your own and the JDK's
    @GpuKernel
    static void calls(int[] a, double[] x) {
        int i = Grid.x();
        a[i] = twice(a[i]) + Integer.bitCount(a[i]) + Math.floorMod(a[i], 7);
        x[i] = StrictMath.sin(x[i]);
    }

    // row: `System.arraycopy`, `Arrays.fill`, `Arrays.equals`, `Arrays.sort`, `Objects.checkIndex`
    @GpuKernel
    static void ofTheJdk(int[] a, int[] b) {
        int[] own = new int[4];
        java.util.Arrays.fill(own, 1, 3, 7);
        System.arraycopy(a, 0, own, 2, 2);
        System.arraycopy(own, 0, own, 1, 3);
        java.util.Arrays.sort(own, 1, 4);
        b[java.util.Objects.checkIndex(Grid.x(), b.length)] = own[3] + (java.util.Arrays.equals(a, b) ? 1 : 0);
    }

    // row: `Character.isDigit`, `isLetter`, `toUpperCase`, `digit`, `getNumericValue`, `getType` and their kind
    @GpuKernel
    static void characters(char[] a, int[] b) {
        int i = Grid.x();
        b[i] = (Character.isDigit(a[i]) ? 1 : Character.isLetter(a[i]) ? 2 : 3) + Character.toUpperCase(a[i]);
        b[i] += Character.digit(a[i], 16) + 1000 * Character.getType(b[i]) - Character.getNumericValue(a[i]);
    }

    // row: methods that call themselves, where comparisons of their arguments with constants show that these calls end: at most three inside each other
    @GpuKernel
    static void knownRecursion(int[] a) {
        a[Grid.x()] = doubled(a[Grid.x()]);
    }

    // row: other methods that call themselves
    // codes: Recursion
    @GpuKernel
    static void recursion(int[] a) {
        a[Grid.x()] = fibonacci(Grid.x());
    }

    // row: records of primitives: `new`, accessors, methods, `equals`, `hashCode`
    @GpuKernel
    static void records(float[] x, double[] y) {
        int i = Grid.x();
        Point sum = new Point(x[i], y[i]).plus(Point.zero()).plus(new Point(1, 2));
        x[i] = sum.x();
        y[i] = sum.y();
    }

    @GpuKernel
    static void recordEquality(float[] x, double[] y, int[] out) {
        int i = Grid.x();
        Point point = new Point(x[i], y[i]);
        Point nan = new Point(0f / 0f, 0d / 0d);
        out[i] = (point.equals(new Point(x[x.length - 1 - i], y[i])) ? 1 : 0)
                + (point.equals(new Point(-0f, y[i])) ? 2 : 0)
                + (new Point(0f, 1).equals(new Point(x[i] * 0, 1)) ? 4 : 0)
                + (nan.equals(point) ? 8 : 0)
                + (nan.equals(new Point(x[i] % 0, y[i] % 0)) ? 16 : 0)
                + (nan.equals((Object) x) ? 32 : 0);
    }

    @GpuKernel
    static void recordHash(boolean[] a, byte[] b, short[] c, char[] d, int[] e, long[] f, float[] g, double[] h) {
        int i = Grid.x();
        Cell cell = new Cell(a[i], b[i], c[i], d[i], e[i], f[i], new Point(g[i], h[i]));
        Cell other = new Cell(!a[i], b[i], c[i], d[i], e[i], f[i], new Point(g[i], h[i]));
        e[i] = cell.hashCode();
        f[i] = cell.equals(other) ? 1 : cell.equals(cell) ? 2 : 3;
    }

    // row: arrays of records: elements read and written whole, `length`
    @GpuKernel
    static void recordArrays(Point[] points, Cell[] cells, Point[] out) {
        int i = Grid.x();
        if (i < points.length && i < cells.length && i < out.length) {
            Point at = points[i];
            out[i] = at.plus(cells[i].corner());
            points[i] = new Point(cells[i].row() * cells[i].level(), out[i].y());
            cells[i] = new Cell(
                    !cells[i].alive(),
                    (byte) (cells[i].level() + 1),
                    cells[i].height(),
                    (char) (cells[i].letter() + 1),
                    cells[i].row(),
                    -cells[i].column(),
                    at);
        }
    }

    @GpuKernel
    static double recordArraysInLoops(Point[] points, Point[] out) {
        double sum = 0;
        for (Point point : points) {
            sum = Math.max(sum, point.x());
        }
        for (int i = 0; i < out.length; i++) {
            if (points[i].y() > 0) {
                out[i] = points[i];
            }
        }
        return sum;
    }

    @GpuKernel
    static void madeRecordArrays(Point[] points, Point[] out) {
        Point[] made = new Point[points.length];
        for (int i = 0; i < points.length; i++) {
            made[i] = points[i].plus(points[0]);
        }
        Point[] copy = points.clone();
        for (int i = 0; i < out.length; i++) {
            out[i] = made[i].plus(copy[i]);
        }
    }

    // codes: NullRecord
    @GpuKernel
    static void madeRecordArray(Point[] points, int n) {
        Point[] made = new Point[n];
        points[Grid.x()] = made[0];
    }

    // codes: ReferenceValue
    @GpuKernel
    static void nullElement(Point[] points) {
        points[Grid.x()] = null;
    }

    @GpuKernel
    static void copiedRecordArray(Point[] points, Point[] out) {
        System.arraycopy(points, Grid.x(), out, Grid.x(), 1);
    }

    // row: `toString` of records and objects, where it is put into a message
    @GpuKernel
    static void recordText(int[] a) {
        int i = Grid.x();
        if (i == 30) {
            throw new IllegalStateException("no " + new Point(i, a[i]));
        }
        a[i]++;
    }

    @GpuKernel
    static void formattedText(int[] a) {
        int i = Grid.x();
        if (a[i] > 100) {
            throw new IllegalStateException("%d of %s is %05d".formatted(i, "a", a[i]));
        }
    }

    // row: `toString`, `equals` and `hashCode` of records of arrays
    // codes: CallUnsupported
    @GpuKernel
    static void recordOfArray(int[] a) {
        a[Grid.x()] = new Chunk(a).hashCode();
    }

    // row: objects of classes of your own: `new`, fields, methods, `super`, interfaces
    @GpuKernel
    static void objects(int[] a, int[] out) {
        int i = Grid.x();
        Counter counter = new Steps(a[i]);
        counter.increment();
        out[i] = counter.count + counter.twice();
    }

    // codes: ObjectLeaves
    @GpuKernel
    static void passedObject(int[] a) {
        a[Grid.x()] = System.identityHashCode(new Counter());
    }

    // row: `null`, `==`, `instanceof` and casts of such objects
    @GpuKernel
    static void comparedObjects(int[] a, int[] out) {
        int i = Grid.x();
        Counter counter = a[i] > 0 ? new Steps(a[i]) : null;
        Counter same = counter;
        out[i] = counter == null ? -1 : counter == same && counter instanceof Steps ? ((Steps) counter).step : 0;
    }

    // row: `==` of arrays that are passed or made
    @GpuKernel
    static void comparedArrays(int[] a, int[] b, int[] out) {
        int i = Grid.x();
        int[] made = {1, 2};
        out[i] = a == b ? 1 : a == made ? 2 : a == a ? 3 : 4;
    }

    // codes: ReferenceValue
    @GpuKernel
    static void comparedRows(int[][] a, int[] out) {
        out[Grid.x()] = a[0] == out ? 1 : 2;
    }

    // row: `new Random(seed)`, `new SplittableRandom(seed)`
    @GpuKernel
    static void random(long seed, double[] out) {
        int i = Grid.x();
        out[i] = new Random(seed + i).nextGaussian() + new SplittableRandom(seed + i).nextInt(100);
    }

    // codes: RandomNumbers
    @GpuKernel
    static void unseeded(double[] out) {
        out[Grid.x()] = Math.random();
    }

    // row: `hashCode` and `toString` that such objects have of `Object`
    // codes: CallUnsupported
    @GpuKernel
    static void identity(int[] a) {
        a[Grid.x()] = new Counter().hashCode();
    }

    // row: other objects
    // codes: Allocation
    @GpuKernel
    static void object(int[] a) {
        Object lock = new Object();
        a[Grid.x()] = lock.hashCode();
    }

    private static <T extends Comparable<T>> T greater(T one, T other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    // row: boxed numbers: boxing and unboxing, `equals`, `compareTo`, `null`, type parameters
    @GpuKernel
    static void boxing(int[] a) {
        int i = Grid.x();
        Integer boxed = i % 3 == 0 ? null : (Integer) a[i];
        a[i] = boxed == null ? -1 : greater(boxed, 3) + (boxed.equals(5) ? 100 : 0);
    }

    // codes: NullRecord
    @GpuKernel
    static void boxes(int[] a) {
        Integer[] boxes = {a[0]};
        a[Grid.x()] = boxes[0];
    }

    // codes: ReferenceValue
    @GpuKernel
    static void sameBox(int[] a) {
        Integer one = a[0];
        Integer other = a[1];
        a[Grid.x()] = one == other ? 1 : 0;
    }

    // row: lambdas and method references, of any functional interface
    @GpuKernel
    static void lambda(int[] a) {
        java.util.function.IntUnaryOperator f = x -> x + 1;
        a[Grid.x()] = f.andThen(Math::abs).applyAsInt(3);
    }

    // row: other instance methods
    // codes: CallUnsupported
    @GpuKernel
    static void instanceMethod(int[] a) {
        a[Grid.x()] = "text".indexOf('x');
    }

    // row: `throw new X("text")`, `throw new X()`, `throw new X(Kind.SIZE, a.length, n)`
    @GpuKernel
    static void thrown(int[] a) {
        int i = Grid.x();
        if (a[i] > 100) {
            throw new IllegalArgumentException("element " + i + " is " + a[i]);
        }
        if (a[i] < -100) {
            throw new IllegalStateException();
        }
    }

    // codes: ExceptionArguments
    @GpuKernel
    static void thrownWithSeven(int[] a) {
        int i = Grid.x();
        if (a[i] > 100) {
            throw new IllegalArgumentException("element " + i + " of " + a.length + " is " + a[i] + a[1] + a[2] + a[3] + a[4]);
        }
    }

    // row: `assert`
    @GpuKernel
    static void asserted(int[] a) {
        assert a.length < 10 : "long";
        a[Grid.x()] = 1;
    }

    // row: `try`, `catch` and `finally`
    @GpuKernel
    static void handler(int[] a) {
        try {
            a[Grid.x()] = 1;
        } catch (RuntimeException e) {
            a[0] = 2;
        }
    }

    // row: `synchronized`
    // codes: Synchronized
    @GpuKernel
    static void synchronizedBlock(int[] a) {
        synchronized (a) {
            a[Grid.x()] = 1;
        }
    }

    // codes: Synchronized
    @GpuKernel
    static synchronized void synchronizedMethod(int[] a) {
        a[Grid.x()] = 1;
    }

    // row: `a == null`, `a != null`, `Objects.requireNonNull(a)` of parameters; `null` passed to a method that asks
    @GpuKernel
    static void checked(int[] a, int[] b) {
        if (a == null) {
            throw new IllegalArgumentException("a");
        }
        int[] known = java.util.Objects.requireNonNull(b, "b");
        known[Grid.x()] = a != null ? a[0] : 1;
    }

    private static int sum(int value, int[] more) {
        return more == null ? value : value + more[0];
    }

    @GpuKernel
    static void nullPassed(int[] a, int[] b) {
        int i = Grid.x();
        a[i] = sum(a[i], null) + sum(i, b);
    }

    // row: other uses of `null`, casts and comparisons of references
    // codes: ReferenceValue
    @GpuKernel
    static void none(int[] a) {
        int[] other = null;
        a[Grid.x()] = other[0];
    }

    // codes: ReferenceValue
    @GpuKernel
    static void cast(int[] a) {
        Object object = a;
        ((long[]) object)[Grid.x()] = 1;
    }

    // codes: ReferenceValue
    @GpuKernel
    static void compared(int[][] a) {
        if (a[0] == a[1]) {
            a[0][Grid.x()] = 1;
        }
    }

    // row: parameters of other types
    // codes: ParameterType
    @GpuKernel
    static void listParameter(java.util.List<Float> list, int[] a) {
        a[Grid.x()] = 1;
    }

    record Result(int[] a, Point point) {}

    record Moved(Point[] points, int count) {}

    // row: a result that is a number, an array of numbers or of records, or a record of these
    @GpuKernel
    static Result recordResult(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i]++;
        }
        return new Result(a, new Point(1, 2));
    }

    // row: a result that is a number, an array of numbers or of records, or a record of these
    @GpuKernel
    static int[] arrayResult(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i]++;
        }
        return a;
    }

    // row: a result that is a number, an array of numbers or of records, or a record of these
    @GpuKernel
    static Moved recordsInARecord(Point[] points) {
        Point[] moved = new Point[points.length];
        for (int i = 0; i < points.length; i++) {
            moved[i] = new Point(points[i].x() + 1, points[i].y());
        }
        return new Moved(moved, points.length);
    }

    // row: another result
    // codes: KernelReturns
    @GpuKernel
    static String result(int[] a) {
        a[Grid.x()] = 1;
        return "1";
    }

    // row: a result of a grid kernel
    // codes: GridReturns
    @GpuKernel
    static int resultOfThread(int[] a) {
        a[Grid.x()] = 1;
        return 1;
    }

    // row: neither an array, a field that is written, nor a result
    // codes: KernelWithoutArray
    @GpuKernel
    static void scalars(int n) {
        int i = Grid.x();
        if (i > n) {
            throw new IllegalStateException();
        }
    }
}
