package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.bytes;
import static dev.gpukernel.corpus.Seeded.floats;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Constants and constant tables of every type. */
final class TableKernels implements CalendarTables {
    static final boolean[] IS_VOWEL = new boolean[128];
    static final byte[] STEPS = {-1, -1, -1, -1, 2, 4, 6, 8};
    static final short[] STEP_SIZES = new short[89];
    static final char[] ROMAN = {'I', 'V', 'X', 'L', 'C', 'D', 'M'};
    static final int[] PRIMES = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
    static final long[] POWERS_OF_TEN = new long[19];
    static final float[] SINES = new float[65];
    static final double[] INVERSE_FACTORIALS = {1, 1, 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040};
    static final int[][] PASCAL = new int[9][];
    static final double[][][] STAGES = {{{1.5}, {}}, {}, {{-0.0, 3}, {4, 5, 6}, {7}}};
    static final boolean NEGATE = STEPS[0] < 0;
    static final byte SMALL = (byte) 200;
    static final short MIDDLE = -12345;
    static final char LETTER = '\u20ac';
    static final long WIDE = Long.MIN_VALUE >> 3;
    static final float SINGLE = 0.1f;
    static final double TWICE = StrictMath.sqrt(2);

    static {
        for (char vowel : new char[] {'a', 'e', 'i', 'o', 'u'}) {
            IS_VOWEL[vowel] = true;
            IS_VOWEL[vowel - 32] = true;
        }
        double size = 7;
        for (int i = 0; i < STEP_SIZES.length; i++) {
            STEP_SIZES[i] = (short) Math.min(size, 32767);
            size *= 1.1;
        }
        for (int n = 0; n < PASCAL.length; n++) {
            PASCAL[n] = new int[n + 1];
            PASCAL[n][0] = 1;
            for (int k = 1; k <= n; k++) {
                PASCAL[n][k] = PASCAL[n - 1][k - 1] + (k < n ? PASCAL[n - 1][k] : 0);
            }
        }
        long power = 1;
        for (int i = 0; i < POWERS_OF_TEN.length; i++, power *= 10) {
            POWERS_OF_TEN[i] = power;
        }
        for (int i = 0; i < SINES.length; i++) {
            SINES[i] = (float) StrictMath.sin(i * Math.PI / 128);
        }
    }

    private TableKernels() {}

    /** Rows of several lengths, with indices beyond some. */
    @GpuKernel
    static void bezier(int[] x, long[] out) {
        for (int i = 0; i < out.length; i++) {
            int[] row = PASCAL[x[i] >> 3];
            long sum = PASCAL.length;
            for (int k = 0; k < row.length; k++) {
                sum = sum * 3 + row[k] * (long) (x[i] - k);
            }
            out[i] = sum + binomial(PASCAL, row.length - 1, x[i] & 7);
        }
    }

    private static int binomial(int[][] rows, int n, int k) {
        return rows[n][k];
    }

    @GpuKernel
    static void stages(int[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            double sum = STAGES[x[i] & 3].length;
            for (double[] row : STAGES[x[i] & 3]) {
                for (double factor : row) {
                    sum = factor * (sum + x[i]);
                }
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void countVowels(char[] text, int window, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int count = 0;
            for (int k = i; k < Math.min(i + window, text.length); k++) {
                count += text[k] < IS_VOWEL.length && IS_VOWEL[text[k]] ? 1 : 0;
            }
            out[i] = count;
        }
    }

    /** Decodes sound of four bits a sample; each thread has a channel. */
    @GpuKernel
    static void adaptiveSound(byte[] coded, int perChannel, short[] out) {
        int channel = Grid.x();
        if (channel * perChannel >= coded.length) {
            return;
        }
        int predicted = 0;
        int index = 0;
        for (int k = channel * perChannel; k < (channel + 1) * perChannel; k++) {
            int code = coded[k] & 15;
            int step = STEP_SIZES[index];
            int difference = step >> 3;
            difference += (code & 4) != 0 ? step : 0;
            difference += (code & 2) != 0 ? step >> 1 : 0;
            difference += (code & 1) != 0 ? step >> 2 : 0;
            predicted = Math.clamp(predicted + ((code & 8) != 0 ? -difference : difference), -32768, 32767);
            index = Math.clamp(index + STEPS[code & 7], 0, STEP_SIZES.length - 1);
            out[k] = (short) predicted;
        }
    }

    @GpuKernel
    static void roman(int[] numbers, char[] out) {
        int i = Grid.x();
        if (i >= numbers.length) {
            return;
        }
        int place = i * 16;
        int unit = 1000;
        for (int letter = 6; letter >= 0; letter -= 2, unit /= 10) {
            int digit = numbers[i] / unit % 10;
            if (digit % 5 == 4) {
                out[place++] = ROMAN[letter];
                out[place++] = ROMAN[letter + (digit == 4 ? 1 : 2)];
            } else {
                if (digit > 4) {
                    out[place++] = ROMAN[letter + 1];
                }
                for (int k = 0; k < digit % 5; k++) {
                    out[place++] = ROMAN[letter];
                }
            }
        }
    }

    /** The exponents of the first primes in each number, packed into hexadecimal digits. */
    @GpuKernel
    static void factorise(int[] numbers, long[] out) {
        for (int i = 0; i < out.length; i++) {
            int rest = numbers[i];
            long packed = 0;
            for (int k = 0; k < PRIMES.length && rest > 1; k++) {
                while (rest % PRIMES[k] == 0) {
                    rest /= PRIMES[k];
                    packed += 1L << (4 * k);
                }
            }
            out[i] = rest == 1 ? packed : ~packed;
        }
    }

    @GpuKernel
    static void decimalDigits(long[] numbers, byte[] digits, int[] lengths) {
        for (int i = 0; i < numbers.length; i++) {
            long magnitude = Math.abs(numbers[i]);
            int length = 1;
            while (length < POWERS_OF_TEN.length && magnitude >= POWERS_OF_TEN[length]) {
                length++;
            }
            lengths[i] = length;
            digits[i] = (byte) (magnitude / POWERS_OF_TEN[i % length] % 10);
        }
    }

    /** A sine by table for angles as 16-bit fractions of a turn. */
    @GpuKernel
    static void sineByTable(short[] angles, float[] out) {
        for (int i = 0; i < angles.length; i++) {
            int angle = angles[i] & 0xffff;
            int quarter = angle >> 14;
            int inQuarter = (quarter & 1) == 0 ? angle & 0x3fff : 0x4000 - (angle & 0x3fff);
            int k = inQuarter >> 8;
            float fraction = (inQuarter & 0xff) * 0x1p-8f;
            float value = k == 64 ? SINES[64] : SINES[k] + (SINES[k + 1] - SINES[k]) * fraction;
            out[i] = quarter >= 2 ? -value : value;
        }
    }

    @GpuKernel
    static void exponentialSeries(float[] x, double[] out) {
        for (int i = 0; i < x.length; i++) {
            double power = 1;
            double sum = 0;
            for (double inverse : INVERSE_FACTORIALS) {
                sum += power * inverse;
                power *= x[i];
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void constants(int[] in, double[] out) {
        for (int i = 0; i < in.length; i++) {
            double x = NEGATE ? -in[i] : in[i];
            out[i] = (x + SMALL) * MIDDLE - LETTER + WIDE * SINGLE / TWICE + PRIMES.length;
        }
    }

    /** The number of a day in its year. */
    @GpuKernel
    static void dayOfYear(int[] year, int[] month, int[] out) {
        for (int i = 0; i < year.length; i++) {
            int leap = year[i] % CYCLE == 0 ? 1 : 0;
            out[i] = DAYS_BEFORE[leap][month[i]] + i % 28;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("countVowels", () -> List.of(Seeded.chars(120, 1, "aeiouAXyz\u00e4"), 7, new int[120]));
        kernels.loop("bezier", () -> List.of(ints(90, 8, 56, 71), new long[90]));
        kernels.loop("stages", () -> List.of(ints(90, 9, 0, 3), new double[90]));
        kernels.grid("adaptiveSound", 12, () -> List.of(bytes(12 * 25, 2), 25, new short[12 * 25]));
        kernels.grid("roman", 40, () -> List.of(ints(40, 3, 1, 4000), new char[640]));
        kernels.loop("factorise", () -> List.of(Seeded.counting(120, 1, 7), new long[120]));
        kernels.loop("decimalDigits", () -> List.of(numbers(), new byte[63], new int[63]));
        kernels.loop("sineByTable", () -> List.of(Seeded.shorts(150, 5), new float[150]));
        kernels.loop("exponentialSeries", () -> List.of(floats(60, 6, -2, 2), new double[60]));
        kernels.loop("dayOfYear", () -> List.of(ints(70, 10, 1900, 2100), ints(70, 11, 0, 12), new int[70]));
        kernels.loop("constants", () -> List.of(ints(60, 7), new double[60]));
    }

    private static long[] numbers() {
        long[] numbers = Seeded.longs(63, 4);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] >>= i;
        }
        return numbers;
    }
}
