package dev.gpukernel.device;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Atomic operations on elements of arrays, in global and in shared memory: each reads, computes and writes without another
 * thread in between, and returns the old value. CUDA's {@code atomicAdd} and its kin, Numba's {@code cuda.atomic}.
 *
 * <p>Memory order is relaxed: operations on one element have one order that all threads see, and nothing else is ordered by
 * them. What a thread wrote elsewhere before is sure to be seen by others only after {@link Block#sync()}, {@link Grid#sync()}
 * or the end of the launch. An element that threads wait for, or that a loop with {@code compareAndSet} guards, must be read and
 * written by atomic operations alone.
 *
 * <p>Which thread comes first is left open, and with it the rounding of a sum of floating-point numbers and which old value each
 * thread gets. Indices are checked like those of any access.
 */
public final class Atomic {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle FLOATS = MethodHandles.arrayElementVarHandle(float[].class);
    private static final VarHandle DOUBLES = MethodHandles.arrayElementVarHandle(double[].class);

    private Atomic() {}

    /**
     * {@return the old value} Adds: CUDA's {@code atomicAdd}.
     *
     * @param array the array
     * @param index which element
     * @param value what to add
     */
    public static int add(int[] array, int index, int value) {
        int old = (int) INTS.getAndAdd(array, index, value);
        pauseIf(value == 0);
        return old;
    }

    /**
     * {@return the old value} Subtracts: CUDA's {@code atomicSub}.
     *
     * @param array the array
     * @param index which element
     * @param value what to subtract
     */
    public static int sub(int[] array, int index, int value) {
        return add(array, index, -value);
    }

    /**
     * {@return the old value} Keeps the lesser of two: CUDA's {@code atomicMin}.
     *
     * @param array the array
     * @param index which element
     * @param value the other
     */
    public static int min(int[] array, int index, int value) {
        int old = (int) INTS.getVolatile(array, index);
        while (true) {
            int seen = (int) INTS.compareAndExchange(array, index, old, Math.min(old, value));
            if (seen == old) {
                return old;
            }
            old = seen;
        }
    }

    /**
     * {@return the old value} Keeps the greater of two: CUDA's {@code atomicMax}.
     *
     * @param array the array
     * @param index which element
     * @param value the other
     */
    public static int max(int[] array, int index, int value) {
        int old = (int) INTS.getVolatile(array, index);
        while (true) {
            int seen = (int) INTS.compareAndExchange(array, index, old, Math.max(old, value));
            if (seen == old) {
                return old;
            }
            old = seen;
        }
    }

    /**
     * {@return the old value} Combines bits with {@code &}: CUDA's {@code atomicAnd}.
     *
     * @param array the array
     * @param index which element
     * @param value the other operand
     */
    public static int and(int[] array, int index, int value) {
        return (int) INTS.getAndBitwiseAnd(array, index, value);
    }

    /**
     * {@return the old value} Combines bits with {@code |}: CUDA's {@code atomicOr}.
     *
     * @param array the array
     * @param index which element
     * @param value the other operand
     */
    public static int or(int[] array, int index, int value) {
        int old = (int) INTS.getAndBitwiseOr(array, index, value);
        pauseIf((old | value) == old);
        return old;
    }

    /**
     * {@return the old value} Combines bits with {@code ^}: CUDA's {@code atomicXor}.
     *
     * @param array the array
     * @param index which element
     * @param value the other operand
     */
    public static int xor(int[] array, int index, int value) {
        return (int) INTS.getAndBitwiseXor(array, index, value);
    }

    /**
     * {@return the old value} Replaces: CUDA's {@code atomicExch}.
     *
     * @param array the array
     * @param index which element
     * @param value the new value
     */
    public static int exchange(int[] array, int index, int value) {
        int old = (int) INTS.getAndSet(array, index, value);
        pauseIf(old == value);
        return old;
    }

    /**
     * {@return the old value} Replaces if the old value is the expected one: CUDA's {@code atomicCAS}. It did so if the result is {@code expected}.
     *
     * @param array the array
     * @param index which element
     * @param expected what the element must hold
     * @param value the new value
     */
    public static int compareAndSet(int[] array, int index, int expected, int value) {
        int old = (int) INTS.compareAndExchange(array, index, expected, value);
        pauseIf(old != expected);
        return old;
    }

    /**
     * {@return the old value} Adds 1, modulo 2<sup>32</sup> as in Java; CUDA's {@code atomicInc} has a bound instead.
     *
     * @param array the array
     * @param index which element
     */
    public static int increment(int[] array, int index) {
        return (int) INTS.getAndAdd(array, index, 1);
    }

    /**
     * {@return the old value} Subtracts 1, modulo 2<sup>32</sup> as in Java; CUDA's {@code atomicDec} has a bound instead.
     *
     * @param array the array
     * @param index which element
     */
    public static int decrement(int[] array, int index) {
        return (int) INTS.getAndAdd(array, index, -1);
    }

    /**
     * {@return the old value} Adds: CUDA's {@code atomicAdd}.
     *
     * @param array the array
     * @param index which element
     * @param value what to add
     */
    public static long add(long[] array, int index, long value) {
        long old = (long) LONGS.getAndAdd(array, index, value);
        pauseIf(value == 0);
        return old;
    }

    /**
     * {@return the old value} Subtracts: CUDA's {@code atomicSub}.
     *
     * @param array the array
     * @param index which element
     * @param value what to subtract
     */
    public static long sub(long[] array, int index, long value) {
        return add(array, index, -value);
    }

    /**
     * {@return the old value} Keeps the lesser of two: CUDA's {@code atomicMin}.
     *
     * @param array the array
     * @param index which element
     * @param value the other
     */
    public static long min(long[] array, int index, long value) {
        long old = (long) LONGS.getVolatile(array, index);
        while (true) {
            long seen = (long) LONGS.compareAndExchange(array, index, old, Math.min(old, value));
            if (seen == old) {
                return old;
            }
            old = seen;
        }
    }

    /**
     * {@return the old value} Keeps the greater of two: CUDA's {@code atomicMax}.
     *
     * @param array the array
     * @param index which element
     * @param value the other
     */
    public static long max(long[] array, int index, long value) {
        long old = (long) LONGS.getVolatile(array, index);
        while (true) {
            long seen = (long) LONGS.compareAndExchange(array, index, old, Math.max(old, value));
            if (seen == old) {
                return old;
            }
            old = seen;
        }
    }

    /**
     * {@return the old value} Combines bits with {@code &}: CUDA's {@code atomicAnd}.
     *
     * @param array the array
     * @param index which element
     * @param value the other operand
     */
    public static long and(long[] array, int index, long value) {
        return (long) LONGS.getAndBitwiseAnd(array, index, value);
    }

    /**
     * {@return the old value} Combines bits with {@code |}: CUDA's {@code atomicOr}.
     *
     * @param array the array
     * @param index which element
     * @param value the other operand
     */
    public static long or(long[] array, int index, long value) {
        long old = (long) LONGS.getAndBitwiseOr(array, index, value);
        pauseIf((old | value) == old);
        return old;
    }

    /**
     * {@return the old value} Combines bits with {@code ^}: CUDA's {@code atomicXor}.
     *
     * @param array the array
     * @param index which element
     * @param value the other operand
     */
    public static long xor(long[] array, int index, long value) {
        return (long) LONGS.getAndBitwiseXor(array, index, value);
    }

    /**
     * {@return the old value} Replaces: CUDA's {@code atomicExch}.
     *
     * @param array the array
     * @param index which element
     * @param value the new value
     */
    public static long exchange(long[] array, int index, long value) {
        long old = (long) LONGS.getAndSet(array, index, value);
        pauseIf(old == value);
        return old;
    }

    /**
     * {@return the old value} Replaces if the old value is the expected one: CUDA's {@code atomicCAS}. It did so if the result is {@code expected}.
     *
     * @param array the array
     * @param index which element
     * @param expected what the element must hold
     * @param value the new value
     */
    public static long compareAndSet(long[] array, int index, long expected, long value) {
        long old = (long) LONGS.compareAndExchange(array, index, expected, value);
        pauseIf(old != expected);
        return old;
    }

    /**
     * {@return the old value} Adds 1, modulo 2<sup>64</sup> as in Java; CUDA's {@code atomicInc} has a bound instead.
     *
     * @param array the array
     * @param index which element
     */
    public static long increment(long[] array, int index) {
        return (long) LONGS.getAndAdd(array, index, 1L);
    }

    /**
     * {@return the old value} Subtracts 1, modulo 2<sup>64</sup> as in Java; CUDA's {@code atomicDec} has a bound instead.
     *
     * @param array the array
     * @param index which element
     */
    public static long decrement(long[] array, int index) {
        return (long) LONGS.getAndAdd(array, index, -1L);
    }

    /**
     * {@return the old value} Adds, rounding as Java does: CUDA's {@code atomicAdd}.
     *
     * @param array the array
     * @param index which element
     * @param value what to add
     */
    public static float add(float[] array, int index, float value) {
        return (float) FLOATS.getAndAdd(array, index, value);
    }

    /**
     * {@return the old value} Subtracts: CUDA's {@code atomicSub}.
     *
     * @param array the array
     * @param index which element
     * @param value what to subtract
     */
    public static float sub(float[] array, int index, float value) {
        return add(array, index, -value);
    }

    /**
     * {@return the old value} Keeps the lesser of two, by {@link Math#min(float, float)}: NaN wins, and -0 is less than 0: CUDA's {@code atomicMin}.
     *
     * @param array the array
     * @param index which element
     * @param value the other
     */
    public static float min(float[] array, int index, float value) {
        float old = (float) FLOATS.getVolatile(array, index);
        while (true) {
            float seen = (float) FLOATS.compareAndExchange(array, index, old, Math.min(old, value));
            if (Float.floatToRawIntBits(seen) == Float.floatToRawIntBits(old)) {
                return old;
            }
            old = seen;
        }
    }

    /**
     * {@return the old value} Keeps the greater of two, by {@link Math#max(float, float)}: NaN wins, and -0 is less than 0: CUDA's {@code atomicMax}.
     *
     * @param array the array
     * @param index which element
     * @param value the other
     */
    public static float max(float[] array, int index, float value) {
        float old = (float) FLOATS.getVolatile(array, index);
        while (true) {
            float seen = (float) FLOATS.compareAndExchange(array, index, old, Math.max(old, value));
            if (Float.floatToRawIntBits(seen) == Float.floatToRawIntBits(old)) {
                return old;
            }
            old = seen;
        }
    }

    /**
     * {@return the old value} Replaces: CUDA's {@code atomicExch}.
     *
     * @param array the array
     * @param index which element
     * @param value the new value
     */
    public static float exchange(float[] array, int index, float value) {
        float old = (float) FLOATS.getAndSet(array, index, value);
        pauseIf(Float.floatToRawIntBits(old) == Float.floatToRawIntBits(value));
        return old;
    }

    /**
     * {@return the old value} Replaces if the old value is the expected one bit for bit: CUDA's {@code atomicCAS}. It did so if the result is, bit for bit, {@code expected}.
     *
     * @param array the array
     * @param index which element
     * @param expected what the element must hold
     * @param value the new value
     */
    public static float compareAndSet(float[] array, int index, float expected, float value) {
        float old = (float) FLOATS.compareAndExchange(array, index, expected, value);
        pauseIf(Float.floatToRawIntBits(old) != Float.floatToRawIntBits(expected));
        return old;
    }

    /**
     * {@return the old value} Adds, rounding as Java does: CUDA's {@code atomicAdd}.
     *
     * @param array the array
     * @param index which element
     * @param value what to add
     */
    public static double add(double[] array, int index, double value) {
        return (double) DOUBLES.getAndAdd(array, index, value);
    }

    /**
     * {@return the old value} Subtracts: CUDA's {@code atomicSub}.
     *
     * @param array the array
     * @param index which element
     * @param value what to subtract
     */
    public static double sub(double[] array, int index, double value) {
        return add(array, index, -value);
    }

    /**
     * {@return the old value} Keeps the lesser of two, by {@link Math#min(double, double)}: NaN wins, and -0 is less than 0: CUDA's {@code atomicMin}.
     *
     * @param array the array
     * @param index which element
     * @param value the other
     */
    public static double min(double[] array, int index, double value) {
        double old = (double) DOUBLES.getVolatile(array, index);
        while (true) {
            double seen = (double) DOUBLES.compareAndExchange(array, index, old, Math.min(old, value));
            if (Double.doubleToRawLongBits(seen) == Double.doubleToRawLongBits(old)) {
                return old;
            }
            old = seen;
        }
    }

    /**
     * {@return the old value} Keeps the greater of two, by {@link Math#max(double, double)}: NaN wins, and -0 is less than 0: CUDA's {@code atomicMax}.
     *
     * @param array the array
     * @param index which element
     * @param value the other
     */
    public static double max(double[] array, int index, double value) {
        double old = (double) DOUBLES.getVolatile(array, index);
        while (true) {
            double seen = (double) DOUBLES.compareAndExchange(array, index, old, Math.max(old, value));
            if (Double.doubleToRawLongBits(seen) == Double.doubleToRawLongBits(old)) {
                return old;
            }
            old = seen;
        }
    }

    /**
     * {@return the old value} Replaces: CUDA's {@code atomicExch}.
     *
     * @param array the array
     * @param index which element
     * @param value the new value
     */
    public static double exchange(double[] array, int index, double value) {
        double old = (double) DOUBLES.getAndSet(array, index, value);
        pauseIf(Double.doubleToRawLongBits(old) == Double.doubleToRawLongBits(value));
        return old;
    }

    /**
     * {@return the old value} Replaces if the old value is the expected one bit for bit: CUDA's {@code atomicCAS}. It did so if the result is, bit for bit, {@code expected}.
     *
     * @param array the array
     * @param index which element
     * @param expected what the element must hold
     * @param value the new value
     */
    public static double compareAndSet(double[] array, int index, double expected, double value) {
        double old = (double) DOUBLES.compareAndExchange(array, index, expected, value);
        pauseIf(Double.doubleToRawLongBits(old) != Double.doubleToRawLongBits(expected));
        return old;
    }

    /** What changed nothing may be one turn of a loop that waits for another thread, which must come to run. */
    private static void pauseIf(boolean unchanged) {
        if (unchanged) {
            ThreadState.pause();
        }
    }
}
