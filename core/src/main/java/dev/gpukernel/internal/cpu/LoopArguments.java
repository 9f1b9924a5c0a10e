package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.ForeignArray;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a loop is launched with: arrays, and the bits of numbers. */
final class LoopArguments implements HostExpression.Arguments {
    private final @Nullable Object[] arrays;
    private final long[] scalars;

    /** What {@link #boxed} gave last, null if it is made anew each time. */
    private final @Nullable Object @Nullable [] kept;

    /** The numbers that were boxed last. */
    private final long[] keptBits;

    /**
     * Keeps arguments.
     *
     * @param arrays by parameter, of large ones a {@link SegmentArray}, {@code null} for a number
     * @param scalars by parameter, 0 for an array
     */
    LoopArguments(@Nullable Object[] arrays, long[] scalars) {
        this(arrays, scalars, null);
    }

    private LoopArguments(@Nullable Object[] arrays, long[] scalars, @Nullable Object @Nullable [] kept) {
        this.arrays = arrays;
        this.scalars = scalars;
        this.kept = kept;
        this.keptBits = kept == null ? scalars : new long[scalars.length];
    }

    /**
     * Makes those of one launch after another, of which {@link #boxed} gives the same array, so that a launch makes none.
     *
     * @param arrays as above, to be set by the caller before each launch
     * @param scalars as above
     */
    static LoopArguments ofLaunches(@Nullable Object[] arrays, long[] scalars) {
        return new LoopArguments(arrays, scalars, new Object[arrays.length]);
    }

    /** Forgets the arrays of a launch, which are not ours to keep. */
    void forget() {
        for (int i = 0; i < arrays.length; i++) {
            if (arrays[i] != null) {
                arrays[i] = null;
                if (kept != null) {
                    kept[i] = null;
                }
            }
        }
    }

    @Override
    public long scalarBits(int parameter) {
        return scalars[parameter];
    }

    @Override
    public long arrayLength(int parameter) {
        return ForeignArray.lengthOf(array(parameter));
    }

    private Object array(int parameter) {
        Object array = arrays[parameter];
        if (array == null) {
            throw new IllegalArgumentException("parameter " + parameter + " is no array");
        }
        return array;
    }

    /** {@return the arguments as compiled loops take them; those of one launch after another are always in the same array} */
    @SuppressWarnings("NullAway") // Each is set.
    Object[] boxed(Function function) {
        List<BlockParam> params = function.params();
        @Nullable Object[] boxed = kept == null ? new Object[params.size()] : kept;
        for (int i = 0; i < boxed.length; i++) {
            Object array = arrays[i];
            if (array != null) {
                boxed[i] = plain(array);
            } else if (boxed[i] == null || keptBits[i] != scalars[i]) {
                boxed[i] = params.get(i).type() instanceof ScalarType type ? box(type, scalars[i]) : array(i);
                keptBits[i] = scalars[i];
            }
        }
        return boxed;
    }

    private static Object plain(Object array) {
        return array instanceof SegmentArray large ? large.memory() : array;
    }

    private static Object box(ScalarType type, long bits) {
        return switch (type) {
            case I1, I32 -> (int) bits;
            case I64 -> bits;
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
        };
    }

    /** {@return what ranges of integers follow from: lengths, integers, and how many iterations there are} */
    long[] key(Function function, long iterations) {
        List<BlockParam> params = function.params();
        long[] key = new long[params.size() + 1];
        for (int i = 0; i < params.size(); i++) {
            key[i] = params.get(i).type() instanceof ScalarType type
                    ? type.isFloating() ? 0 : scalars[i]
                    : arrayLength(i);
        }
        key[params.size()] = iterations;
        return key;
    }

    /** {@return whether that would be a {@link #key} with the same numbers} Nothing is made to find that out. */
    boolean areAlike(long[] key, Function function, long iterations) {
        List<BlockParam> params = function.params();
        boolean alike = key[key.length - 1] == iterations;
        for (int i = 0; alike && i < key.length - 1; i++) {
            Object array = arrays[i];
            if (array != null) {
                alike = key[i] == ForeignArray.lengthOf(array);
            } else if (key[i] != scalars[i]) {
                alike = params.get(i).type() instanceof ScalarType type && type.isFloating();
            }
        }
        return alike;
    }
}
