package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Grid;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values that are objects in Java: constants of enums with fields and methods, boxed numbers, texts, and objects of static fields. */
@SuppressWarnings({
    "ConditionalExpressionNumericPromotion",
    "EnumOrdinal",
    "EqualsIncompatibleType",
    "OperatorPrecedence"
}) // as people write it
final class LanguageKernels {
    private static final String HEX = "0123456789abcdef";
    private static final Bounds BOUNDS = new Bounds(3, 17, new Step(2, 0.5));
    private static final Taylor SINE = new Taylor("sine", new double[] {0, 1, 0, -1.0 / 6, 0, 1.0 / 120}, Unit.HALF);
    private static final Unit[] UNITS = Unit.values();
    private static final Integer LIMIT = 40;

    private LanguageKernels() {}

    /** Constants with fields, some of which another enum's constants are. */
    enum Unit {
        WHOLE(1, true, Sign.PLUS),
        HALF(0.5, false, Sign.MINUS),
        TENTH(0.1, false, Sign.PLUS);

        final double factor;
        private final boolean isWhole;
        private final Sign sign;

        Unit(double factor, boolean isWhole, Sign sign) {
            this.factor = factor;
            this.isWhole = isWhole;
            this.sign = sign;
        }

        double of(double value) {
            return sign.apply((long) value, 2) * (isWhole ? Math.rint(value) : value * factor);
        }
    }

    /** Constants with texts, one of them without. */
    enum Prefix {
        MILLI("m", -3),
        NONE(null, 0),
        KILO("k", 3),
        MEGA("M", 6);

        private final @Nullable String symbol;
        final int exponent;

        Prefix(@Nullable String symbol, int exponent) {
            this.symbol = symbol;
            this.exponent = exponent;
        }

        static Prefix of(int exponent) {
            for (Prefix prefix : values()) {
                if (prefix.exponent == exponent) {
                    return prefix;
                }
            }
            return NONE;
        }
    }

    interface Operator {
        long apply(long left, int right);
    }

    /** Constants with bodies. */
    enum Sign implements Operator {
        PLUS {
            @Override
            public long apply(long left, int right) {
                return left + right;
            }
        },
        MINUS {
            private final int scale = name().length();

            @Override
            public long apply(long left, int right) {
                if (right == 0) {
                    throw new IllegalArgumentException("nothing from " + left);
                }
                return left - (long) scale * right;
            }
        },
        NONE;

        @Override
        public long apply(long left, int right) {
            return ordinal() == 2 ? left : -1;
        }
    }

    record Step(int width, double weight) {}

    record Bounds(int low, int high, Step step) {
        int clamp(int value) {
            return Math.clamp(value, low, high) / step.width();
        }
    }

    /** An object of final fields. */
    private static final class Taylor {
        private final String name;
        private final double[] coefficients;
        private final Unit unit;
        private final Bounds bounds = BOUNDS;

        Taylor(String name, double[] coefficients, Unit unit) {
            this.name = name;
            this.coefficients = coefficients;
            this.unit = unit;
        }

        double at(double x) {
            double sum = 0;
            for (int i = coefficients.length - 1; i >= 0; i--) {
                sum = sum * x + coefficients[i];
            }
            if (x < -8) {
                throw new ArithmeticException(name + " of " + x);
            }
            return unit.of(sum) + bounds.clamp((int) x) + name.length();
        }
    }

    @GpuKernel
    static void converted(int[] units, double[] x) {
        for (int i = 0; i < x.length; i++) {
            Unit unit = UNITS[units[i] % 3];
            x[i] = unit.of(x[i]) + (unit.compareTo(Unit.HALF) > 0 ? unit.factor : Unit.WHOLE.factor);
        }
    }

    private static long applied(Operator operator, long left, int right) {
        return operator.apply(left, right) + operator.apply(left, right + 1);
    }

    @GpuKernel
    static void withBodies(int[] signs, long[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = applied(Sign.values()[signs[i] % 3], x[i], i + 1) + applied(Sign.MINUS, x[i], 3);
        }
    }

    @GpuKernel
    static void thrownByBody(int[] signs, long[] x) {
        int i = Grid.x();
        if (i < x.length) {
            x[i] = Sign.values()[signs[i] % 3].apply(x[i], i % 7);
        }
    }

    /** As code does that was written for collections. */
    private static <T extends Number> double mean(T first, T second) {
        return (first.doubleValue() + second.intValue()) / 2;
    }

    private static <T extends Comparable<T>> T greater(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    @GpuKernel
    static void boxed(int[] x, long[] y, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Integer own = x[i];
            Long other = y[i];
            Object any = i % 2 == 0 ? own : other;
            out[i] = mean(own, other) + greater(own, LIMIT) + greater(1.5f * x[i], 2f);
            out[i] += any instanceof Integer number ? number + 0.25 : any instanceof Long number ? number : 0;
            out[i] += (own.equals(LIMIT) ? 1 : 0) + (own.equals(other) ? 2 : 0) + other.hashCode();
        }
    }

    /** An object of any of several classes, all of them of one number. */
    private static int kindOf(Object object) {
        return switch (object) {
            case Integer number -> number;
            case Short number -> 1000 + number;
            case Character character -> 2000 + Character.toUpperCase(character);
            case Side side -> 3000 + side.length();
            case Area area -> 4000 + area.size();
            default -> -1;
        };
    }

    private record Side(int length) {}

    private record Area(int size) {}

    @GpuKernel
    static void kinds(int[] x) {
        for (int i = 0; i < x.length; i++) {
            int sum = kindOf(x[i]) + kindOf((short) x[i]) + kindOf((char) x[i]) + kindOf(new Side(x[i]));
            x[i] = sum + kindOf(new Area(x[i])) + kindOf((byte) x[i]) + kindOf(x[i] > 3 ? new Side(1) : new Area(i));
        }
    }

    @GpuKernel
    static int boxedSum(int[] x) {
        Integer sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        return sum;
    }

    @GpuKernel
    static void boxedBest(double[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Double best = null;
            for (int k = 0; k < 4; k++) {
                if (x[4 * i + k] > 0 && (best == null || x[4 * i + k] < best)) {
                    best = x[4 * i + k];
                }
            }
            out[i] = best == null ? -1 : best;
        }
    }

    @GpuKernel
    static void hexadecimal(int[] x, char[] out) {
        for (int i = 0; i < x.length; i++) {
            for (int k = 0; k < 8; k++) {
                out[8 * i + k] = HEX.charAt(x[i] >>> 28 - 4 * k & HEX.length() - 1);
            }
        }
    }

    @GpuKernel
    static void pastTheText(int[] x, char[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = HEX.charAt(x[i]);
        }
    }

    private static int wave(String form, int x) {
        return switch (form) {
            case "square" -> x / 8 % 2 == 0 ? 1 : -1;
            case "saw" -> x % 16 - 8;
            case "none" -> 0;
            default -> throw new IllegalArgumentException("no form " + form + " at " + x);
        };
    }

    @GpuKernel
    static void waves(int[] x, int[] out) {
        for (int i = 0; i < x.length; i++) {
            String form = x[i] % 3 == 0 ? "square" : "saw";
            out[i] = wave(form, x[i]) + 100 * wave("none", i) + (form.equals("saw") ? 1000 : form.isEmpty() ? 1 : 0);
        }
    }

    @GpuKernel
    static void wrongWave(int[] x, int[] out) {
        for (int i = 0; i < x.length; i++) {
            out[i] = wave(x[i] > 40 ? "sine" : "saw", x[i]);
        }
    }

    @GpuKernel
    static void objects(double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = SINE.at(x[i]) + BOUNDS.step.weight() * BOUNDS.clamp(i) + (SINE.bounds.equals(BOUNDS) ? 1 : 0);
        }
    }

    @GpuKernel
    static void thrownByObject(double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = SINE.at(x[i]);
        }
    }

    @GpuKernel
    static void caughtOfObject(double[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                x[i] = SINE.at(x[i]) + HEX.charAt(y[i]);
            } catch (ArithmeticException e) {
                x[i] = -1;
            } catch (StringIndexOutOfBoundsException e) {
                x[i] = -2;
            }
        }
    }

    @GpuKernel
    static void objectOrNew(int[] x) {
        for (int i = 0; i < x.length; i++) {
            Bounds bounds = x[i] % 2 == 0 ? BOUNDS : new Bounds(i, i + 5, new Step(1, 0));
            x[i] = bounds.clamp(x[i]);
        }
    }

    @GpuKernel
    static void characters(char[] x, int[] out) {
        for (int i = 0; i < x.length; i++) {
            char c = x[i];
            int kind = Character.isDigit(c) ? 1 : Character.isLetter(c) ? 2 : Character.isWhitespace(c) ? 3 : 4;
            int more = (Character.isUpperCase(c) ? 1 : 0) + (Character.isLetterOrDigit(c) ? 2 : 0);
            out[i] = kind + 10 * more + 100 * Character.digit(c, 16) + 10000 * Character.getType(c);
            out[i] ^= Character.toUpperCase(c) + Character.toLowerCase(c) * 65537;
        }
    }

    @GpuKernel
    static void codePoints(int[] x, int[] out) {
        for (int i = 0; i < x.length; i++) {
            int point = x[i];
            out[i] =
                    Character.toUpperCase(point) ^ Character.toLowerCase(point) << 8 ^ Character.digit(point, 36) << 24;
            out[i] += (Character.isAlphabetic(point) ? 1 : 0) + (Character.isJavaIdentifierPart(point) ? 2 : 0);
        }
    }

    @SuppressWarnings("CharacterGetNumericValue") // as people write it
    @GpuKernel
    static void numericValues(int[] x, char[] digits, int[] out) {
        for (int i = 0; i < x.length; i++) {
            out[i] = Character.getNumericValue(x[i]) * 3 + Character.getNumericValue(digits[i]);
        }
    }

    @GpuKernel
    static void symbols(int[] exponents, int[] out) {
        for (int i = 0; i < exponents.length; i++) {
            Prefix prefix = Prefix.of(exponents[i]);
            String symbol = prefix.symbol;
            out[i] = symbol == null ? -1 : symbol.charAt(0) + prefix.exponent * symbol.length();
        }
    }

    @GpuKernel
    static void wrongSymbol(int[] exponents) {
        for (int i = 0; i < exponents.length; i++) {
            Prefix prefix = Prefix.of(exponents[i]);
            if (i > 20) {
                throw new IllegalStateException(prefix.symbol + " of " + prefix + " at " + i);
            }
            exponents[i] = prefix.exponent;
        }
    }

    @GpuKernel
    static void medians(float[] x, int width, float[] out) {
        for (int i = 0; i < out.length; i++) {
            float[] window = new float[width];
            for (int k = 0; k < width; k++) {
                window[k] = x[(i + k) % x.length];
            }
            Arrays.sort(window);
            out[i] = window[width / 2];
        }
    }

    @GpuKernel
    static void sortedRows(long[][] rows) {
        for (int i = 0; i < rows.length; i++) {
            Arrays.sort(rows[i], 1, rows[i].length);
        }
    }

    @GpuKernel
    static void sortedTooFar(int[] x, int[] to) {
        for (int i = 0; i < x.length; i++) {
            int[] own = {x[i], i, -x[i], 7};
            Arrays.sort(own, 1, to[i]);
            x[i] = own[1] + 31 * Arrays.hashCode(own);
        }
    }

    @GpuKernel
    static void counted(int[] x, int[] sums) {
        Atomic.add(sums, 0, x[1]);
        Atomic.max(sums, 1, x[0]);
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("converted", () -> List.of(ints(60, 1, 0, 90), doubles(60, 2, -9, 9)));
        kernels.loop("withBodies", () -> List.of(ints(60, 3, 0, 90), longs(60, 4)));
        kernels.throwing(IllegalArgumentException.class)
                .grid("thrownByBody", 60, () -> List.of(ints(60, 3, 0, 90), longs(60, 4)));
        kernels.loop("boxed", () -> List.of(ints(60, 5, 30, 50), longs(60, 6), new double[60]));
        kernels.loop("kinds", () -> List.of(ints(60, 26, 0, 200)));
        kernels.loop("boxedSum", () -> List.of(ints(600, 7)));
        kernels.loop("boxedBest", () -> List.of(doubles(240, 8, -9, 3), new double[60]));
        kernels.loop("hexadecimal", () -> List.of(ints(40, 9), new char[320]));
        kernels.throwing(StringIndexOutOfBoundsException.class)
                .loop("pastTheText", () -> List.of(ints(90, 10, 0, 18), new char[90]));
        kernels.loop("waves", () -> List.of(ints(60, 11, 0, 900), new int[60]));
        kernels.throwing(IllegalArgumentException.class)
                .loop("wrongWave", () -> List.of(ints(60, 12, 0, 50), new int[60]));
        kernels.loop("objects", () -> List.of(doubles(60, 13, -8, 9)));
        kernels.throwing(ArithmeticException.class).loop("thrownByObject", () -> List.of(doubles(60, 14, -9, 9)));
        kernels.loop("caughtOfObject", () -> List.of(doubles(60, 15, -12, 9), ints(60, 16, -3, 20)));
        kernels.loop("objectOrNew", () -> List.of(ints(60, 17, -90, 90)));
        kernels.loop("characters", () -> List.of(everyNth(13), new int[65536 / 13 + 1]));
        kernels.loop("codePoints", () -> List.of(ints(900, 18, -5, 0x11000f), new int[900]));
        kernels.loop("numericValues", () -> List.of(ints(900, 27, -5, 0x11000f), everyNth(72), new int[900]));
        kernels.loop("symbols", () -> List.of(ints(90, 28, -6, 9), new int[90]));
        kernels.throwing(IllegalStateException.class).loop("wrongSymbol", () -> List.of(ints(90, 29, -3, 7)));
        kernels.loop("medians", () -> List.of(withSpecials(floats(60, 19, -9, 9)), 7, new float[60]));
        kernels.loop("sortedRows", () -> List.of((Object) new long[][] {longs(40, 20), longs(40, 21), longs(40, 22)}));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .loop("sortedTooFar", () -> List.of(ints(60, 23), ints(60, 24, 1, 6)));
        kernels.grid("counted", 20, () -> List.of(ints(2, 25, 1, 9), new int[2]));
    }

    private static char[] everyNth(int step) {
        char[] characters = new char[65536 / step + 1];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = (char) (i * step);
        }
        return characters;
    }

    private static float[] withSpecials(float[] values) {
        values[5] = Float.NaN;
        values[6] = -0f;
        values[7] = 0f;
        values[9] = Float.NEGATIVE_INFINITY;
        values[11] = Float.intBitsToFloat(0x7fc00123);
        return values;
    }
}
