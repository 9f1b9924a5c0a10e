package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.Arrays;
import java.util.List;

/**
 * Which launches of a nest are known beforehand not to fault. What is known follows from integers, lengths and counts alone, and the
 * answer for the last ones is kept.
 */
final class ProvenLaunches {
    private final Function code;
    private final List<BlockParam> params;
    private long[] key;
    private long[] asked;
    private boolean answer;
    private boolean isAnswered;
    private int misses;

    /**
     * Makes it.
     *
     * @param code what one thread does
     * @param launched the function that the host launches, with the same parameters
     */
    ProvenLaunches(Function code, Function launched) {
        this.code = code;
        this.params = launched.params();
        this.key = new long[params.size() + 3];
        this.asked = new long[key.length];
    }

    /**
     * Asks.
     *
     * @param arguments of the launch
     * @param counts numbers of iterations along x, y and z, each at least 1
     * @return whether no thread can fault
     */
    boolean holds(HostExpression.Arguments arguments, long... counts) {
        write(key, params, arguments, counts);
        if (isAnswered && Arrays.equals(key, asked)) {
            misses = 0;
        } else {
            misses++;
            answer = Foresight.of(code, arguments, Extent.ofIterations(counts)).faultFree();
            isAnswered = true;
            long[] other = key;
            key = asked;
            asked = other;
        }
        return answer;
    }

    /** {@return how many launches in a row were all different} */
    int misses() {
        return misses;
    }

    /**
     * Writes down all that what is known of a launch beforehand follows from.
     *
     * @param key takes as many numbers as there are parameters, and three
     * @param params parameters of the launched function
     * @param arguments of the launch
     * @param counts numbers of iterations along x, y and z
     */
    static void write(long[] key, List<BlockParam> params, HostExpression.Arguments arguments, long[] counts) {
        for (int i = 0; i < params.size(); i++) {
            key[i] = params.get(i).type() instanceof ScalarType type
                    ? type.isFloating() ? 0 : arguments.scalarBits(i)
                    : arguments.arrayLength(i);
        }
        System.arraycopy(counts, 0, key, params.size(), counts.length);
    }
}
