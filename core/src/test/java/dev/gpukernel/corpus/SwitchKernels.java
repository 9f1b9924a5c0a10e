package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.text;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;
import java.util.stream.LongStream;

/** Switches of all kinds: dense, sparse, falling through, as expressions, inside loops. */
final class SwitchKernels {
    private SwitchKernels() {}

    /** 0 is Sunday. The month is 1 to 12. */
    @GpuKernel
    static void dayOfWeek(short[] years, byte[] months, byte[] days, byte[] out) {
        for (int i = 0; i < out.length; i++) {
            int month = months[i];
            int year = years[i] - (month < 3 ? 1 : 0);
            int shift = switch (month) {
                case 1, 5 -> 0;
                case 2, 6 -> 3;
                case 3, 11 -> 2;
                case 4, 7 -> 5;
                case 8 -> 1;
                case 9, 12 -> 4;
                case 10 -> 6;
                default -> -1000;
            };
            out[i] = (byte) ((year + year / 4 - year / 100 + year / 400 + shift + days[i]) % 7);
        }
    }

    @GpuKernel
    static void daysOfMonth(int year, byte[] out) {
        for (int i = 0; i < out.length; i++) {
            int days;
            switch (i + 1) {
                case 2 -> {
                    boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
                    days = leap ? 29 : 28;
                }
                case 4, 6, 9, 11 -> days = 30;
                default -> days = 31;
            }
            out[i] = (byte) days;
        }
    }

    /** A machine with a stack, its code the same for all threads, its input not. */
    @GpuKernel
    static void stackMachine(byte[] code, long[] inputs, long[] results) {
        int thread = Grid.x();
        if (thread >= results.length) {
            return;
        }
        long[] stack = new long[8];
        int top = -1;
        int next = 0;
        run:
        while (true) {
            switch (code[next++]) {
                case 0 -> stack[++top] = code[next++];
                case 1 -> stack[++top] = inputs[thread];
                case 2 -> {
                    top--;
                    stack[top] += stack[top + 1];
                }
                case 3 -> {
                    top--;
                    stack[top] -= stack[top + 1];
                }
                case 4 -> {
                    top--;
                    stack[top] *= stack[top + 1];
                }
                case 5 -> stack[++top] = stack[top - 1];
                case 8 -> stack[++top] = stack[top - 2];
                case 6 -> next = stack[top] > 0 ? code[next] : next + 1;
                case 7 -> {
                    long kept = stack[top];
                    stack[top] = stack[top - 1];
                    stack[top - 1] = kept;
                }
                default -> {
                    break run;
                }
            }
        }
        results[thread] = stack[top];
    }

    /** Reads a signed decimal number with a fraction; an error gives the place where it is, negated. */
    @GpuKernel
    static void parseNumbers(byte[] lines, int length, double[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        int state = 0;
        double sign = 1;
        double value = 0;
        double scale = 1;
        for (int k = 0; k < length; k++) {
            int c = lines[i * length + k];
            int digit = c >= '0' && c <= '9' ? c - '0' : -1;
            switch (state) {
                case 0 -> {
                    sign = c == '-' ? -1 : 1;
                    value = Math.max(digit, 0);
                    state = c == '-' || c == '+' || digit >= 0 ? 1 : 3;
                }
                case 1 -> {
                    value = digit >= 0 ? value * 10 + digit : value;
                    state = digit >= 0 ? 1 : c == '.' ? 2 : 3;
                }
                default -> {
                    scale /= 10;
                    value += digit * scale;
                    state = digit >= 0 ? 2 : 3;
                }
            }
            if (state == 3) {
                out[i] = -k;
                return;
            }
        }
        out[i] = sign * value;
    }

    // The kernel is here for its switch, whose cases fall through.
    @SuppressWarnings("fallthrough")
    @GpuKernel
    static void fallThrough(int[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            int result = 0;
            switch (in[i]) {
                case 3:
                    result += 1000;
                // fall through
                case 2:
                    result += 100;
                // fall through
                case 1:
                    result += 10;
                    break;
                case -1:
                    result--;
                // fall through
                default:
                    result -= 5;
            }
            out[i] = result;
        }
    }

    private static int next(int state, char direction) {
        return switch (direction) {
            case 'n' -> state + 16;
            case 's' -> state - 16;
            case 'e' -> {
                if ((state & 15) == 15) {
                    yield state;
                }
                yield state + 1;
            }
            case 'w' -> (state & 15) == 0 ? state : state - 1;
            default -> state ^ 1;
        };
    }

    /** Walks a robot until it has been told to stop; loops inside switches inside loops. */
    @GpuKernel
    static void walk(char[] commands, int start, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int place = start;
            int k = i;
            steps:
            do {
                switch (commands[k]) {
                    case '!' -> {
                        break steps;
                    }
                    case '2' -> {
                        for (int twice = 0; twice < 2 && k + 1 < commands.length; twice++) {
                            place = next(place, commands[k + 1]);
                        }
                        k += 2;
                        continue steps;
                    }
                    case ' ' -> {}
                    default -> place = next(place, commands[k]);
                }
                k++;
            } while (k < commands.length);
            out[i] = place * 1000 + k;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("dayOfWeek", () -> {
            byte[] months = new byte[120];
            byte[] days = new byte[120];
            short[] years = new short[120];
            for (int i = 0; i < 120; i++) {
                months[i] = (byte) (i % 12 + 1);
                days[i] = (byte) (i % 28 + 1);
                years[i] = (short) (1900 + 2 * i);
            }
            return List.of(years, months, days, new byte[120]);
        });
        kernels.loop("daysOfMonth", () -> List.of(2024, new byte[12]));
        kernels.grid("stackMachine", 25, () -> List.of(factorial(), longsFromOne(25), new long[25]));
        kernels.grid("parseNumbers", 30, () -> List.of(numbers(), 7, new double[30]));
        kernels.loop("fallThrough", () -> List.of(ints(60, 3, -3, 6), new int[60]));
        kernels.loop("walk", () -> List.of(Seeded.chars(80, 5, "nnssseewww2  x2!"), 100, new int[80]));
    }

    /** Code for the factorial of the input: keeps it and the product so far on the stack, and counts it down to 0. */
    private static byte[] factorial() {
        return new byte[] {0, 1, 1, 7, 8, 4, 7, 0, 1, 3, 6, 3, 7, 99};
    }

    private static long[] longsFromOne(int length) {
        return LongStream.rangeClosed(1, length).toArray();
    }

    private static byte[] numbers() {
        byte[] lines = text(210, 4, "0123456789");
        for (int line = 0; line < 30; line++) {
            lines[line * 7] = (byte) (line % 3 == 0 ? '-' : '1');
            lines[line * 7 + 1 + line % 5] = (byte) (line % 7 == 0 ? 'x' : '.');
        }
        return lines;
    }
}
