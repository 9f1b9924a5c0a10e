package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Arrays of histograms for each worker, which begin with what leaves elements as they are, and in the end go into those of the launch. */
final class OwnHistograms {
    /** Most bytes of all workers together. */
    private static final long MOST_BYTES = 64L << 20;

    private final List<Histogram> histograms;
    private final Object[] arguments;
    private final List<Object[]> own;
    private final Queue<Object[]> free;

    private OwnHistograms(List<Histogram> histograms, Object[] arguments, int workers) {
        this.histograms = histograms;
        this.arguments = arguments;
        this.own = IntStream.range(0, workers).mapToObj(_ -> copy()).toList();
        this.free = new ConcurrentLinkedQueue<>(own);
    }

    /** {@return bytes of so many workers' arrays} */
    static long bytes(List<Histogram> histograms, Object[] arguments, int workers) {
        long bytes = 0;
        for (Histogram histogram : histograms) {
            bytes += (long) Array.getLength(arguments[histogram.parameter()])
                    * histogram.element().bytes();
        }
        return bytes * workers;
    }

    /** {@return arrays of so many workers for a launch, {@code null} if there is no room for them, or one is an argument twice} */
    @SuppressWarnings("ReferenceEquality") // the very same array
    static @Nullable OwnHistograms of(List<Histogram> histograms, Object[] arguments, int workers) {
        if (bytes(histograms, arguments, workers) > MOST_BYTES) {
            return null;
        }
        for (Histogram histogram : histograms) {
            Object array = arguments[histogram.parameter()];
            if (Arrays.stream(arguments).filter(other -> other == array).count() > 1) {
                return null;
            }
        }
        try {
            return new OwnHistograms(histograms, arguments, workers);
        } catch (OutOfMemoryError _) {
            return null;
        }
    }

    private Object[] copy() {
        Object[] copy = arguments.clone();
        for (Histogram histogram : histograms) {
            int parameter = histogram.parameter();
            copy[parameter] = filled(histogram, Array.getLength(arguments[parameter]));
        }
        return copy;
    }

    private static Object filled(Histogram histogram, int length) {
        long identity = histogram.identity().bits();
        if (histogram.element() == ElementType.INT) {
            int[] ints = new int[length];
            if (identity != 0) {
                Arrays.fill(ints, (int) identity);
            }
            return ints;
        }
        long[] longs = new long[length];
        if (identity != 0) {
            Arrays.fill(longs, identity);
        }
        return longs;
    }

    /** {@return the arguments of a worker, {@code null} if there are no more} */
    Object @Nullable [] take() {
        return free.poll();
    }

    /** Updates the launch's arrays by what the workers have, atomically, as those of other launches may be under way. */
    void merge() {
        for (Object[] worker : own) {
            if (!free.contains(worker)) {
                histograms.forEach(
                        histogram -> merge(histogram, worker[histogram.parameter()], arguments[histogram.parameter()]));
            }
        }
    }

    private static void merge(Histogram histogram, Object from, Object into) {
        long identity = histogram.identity().bits();
        switch (from) {
            case int[] ints -> {
                for (int i = 0; i < ints.length; i++) {
                    if (ints[i] != identity) {
                        update(histogram, (int[]) into, i, ints[i]);
                    }
                }
            }
            case long[] longs -> {
                for (int i = 0; i < longs.length; i++) {
                    if (longs[i] != identity) {
                        update(histogram, (long[]) into, i, longs[i]);
                    }
                }
            }
            default -> throw new IllegalStateException(histogram + " in " + from.getClass());
        }
    }

    private static void update(Histogram histogram, int[] array, int index, int value) {
        int _ = switch (histogram.kind()) {
            case ADD -> Atomic.add(array, index, value);
            case MIN -> Atomic.min(array, index, value);
            case MAX -> Atomic.max(array, index, value);
            case AND -> Atomic.and(array, index, value);
            case OR -> Atomic.or(array, index, value);
            case XOR -> Atomic.xor(array, index, value);
            case EXCHANGE, COMPARE_AND_SET -> throw new IllegalStateException(histogram.toString());
        };
    }

    private static void update(Histogram histogram, long[] array, int index, long value) {
        long _ = switch (histogram.kind()) {
            case ADD -> Atomic.add(array, index, value);
            case MIN -> Atomic.min(array, index, value);
            case MAX -> Atomic.max(array, index, value);
            case AND -> Atomic.and(array, index, value);
            case OR -> Atomic.or(array, index, value);
            case XOR -> Atomic.xor(array, index, value);
            case EXCHANGE, COMPARE_AND_SET -> throw new IllegalStateException(histogram.toString());
        };
    }
}
