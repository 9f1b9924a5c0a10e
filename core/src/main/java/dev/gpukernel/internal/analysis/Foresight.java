package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import java.util.Map;

/**
 * What is known of a launch before it runs.
 *
 * @param faultFree whether no thread can fault
 * @param ways of branches of the kernel and the functions that it calls, which edges may be taken; a branch that is not there may
 *     take both
 */
public record Foresight(boolean faultFree, Map<Instr, Ways> ways) {
    /** Knows nothing. */
    public static final Foresight NONE = new Foresight(false, Map.of());

    /** Copies the map. */
    public Foresight {
        ways = Map.copyOf(ways);
    }

    /** Which edges of a branch may be taken. */
    public enum Ways {
        FIRST,
        SECOND,
        BOTH;

        Ways or(Ways other) {
            return this == other ? this : BOTH;
        }
    }

    /**
     * Looks at a launch.
     *
     * @param function what one thread does
     * @param arguments of the launch
     * @param iterations number of iterations, at least 1
     * @return what is known
     */
    public static Foresight of(Function function, HostExpression.Arguments arguments, long iterations) {
        return of(function, arguments, Extent.ofIterations(iterations, iterations, iterations));
    }

    /**
     * Looks at a launch.
     *
     * @param function what one thread does
     * @param arguments of the launch
     * @param extent how large it is
     * @return what is known
     */
    public static Foresight of(Function function, HostExpression.Arguments arguments, Extent extent) {
        return new LaunchRanges(extent).of(function, arguments);
    }

    /** {@return whether an edge may be taken if control gets to its source} */
    public boolean mayTake(Edge edge) {
        Ways known = ways.getOrDefault(edge.source(), Ways.BOTH);
        return switch (known) {
            case BOTH -> true;
            case FIRST -> edge.source().edges().getFirst() == edge;
            case SECOND -> edge.source().edges().getLast() == edge;
        };
    }
}
