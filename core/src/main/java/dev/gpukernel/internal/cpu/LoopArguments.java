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

    /**
     * Keeps arguments.
     *
     * @param arrays by parameter, of large ones a {@link SegmentArray}, {@code null} for a number
     * @param scalars by parameter, 0 for an array
     */
    LoopArguments(@Nullable Object[] arrays, long[] scalars) {
        this.arrays = arrays;
        this.scalars = scalars;
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

    /** {@return the arguments as compiled loops take them} */
    Object[] boxed(Function function) {
        List<BlockParam> params = function.params();
        Object[] boxed = new Object[params.size()];
        for (int i = 0; i < boxed.length; i++) {
            boxed[i] = params.get(i).type() instanceof ScalarType type ? box(type, scalars[i]) : plain(array(i));
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
}
