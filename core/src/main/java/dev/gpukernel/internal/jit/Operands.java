package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.ir.Axis;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the nest at hand, as the host's code passes them: scalars by parameter, then as many iterations as are counted along
 * each axis. They are read where the host's code keeps them.
 */
final class Operands implements HostExpression.Arguments {
    private final long[] counts = new long[3];
    private @Nullable Arguments kernel;
    private long[] numbers = {};

    /** Which of the numbers are known; null if all are. */
    private boolean @Nullable [] known;

    private int params;

    /** A number is asked for that loops before will have computed. */
    static final class UnknownException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownException() {
            super(null, null, false, false);
        }
    }

    /** Begins a run of a kernel. */
    void begin(Arguments arguments) {
        kernel = arguments;
    }

    /**
     * Takes the numbers of a nest.
     *
     * @param own its scalars, then numbers of iterations
     * @param isKnown which of them are known, null if all are
     * @param parameters how many parameters the nest has
     */
    void take(long[] own, boolean @Nullable [] isKnown, int parameters) {
        numbers = own;
        known = isKnown;
        params = parameters;
        Arrays.fill(counts, 1);
    }

    /** {@return how many iterations are counted along an axis, from now on part of {@link #counts}} */
    long count(Axis axis) {
        counts[axis.index()] = Math.max(0, scalarBits(params + axis.index()));
        return counts[axis.index()];
    }

    /** {@return numbers of iterations along x, y and z, 1 where none are counted; always the same array} */
    long[] counts() {
        return counts;
    }

    /** {@return how many iterations are counted along all axes} */
    long iterations() {
        return Extent.product(Extent.product(counts[0], counts[1]), counts[2]);
    }

    /** {@return the kernel's own arguments} */
    Arguments kernel() {
        return Objects.requireNonNull(kernel, "running");
    }

    /** {@return the scalars, then the numbers of iterations} */
    long[] numbers() {
        return numbers;
    }

    @Override
    public long scalarBits(int parameter) {
        if (known != null && !known[parameter]) {
            throw new UnknownException();
        }
        return numbers[parameter];
    }

    @Override
    public long arrayLength(int parameter) {
        return kernel().length(parameter);
    }
}
