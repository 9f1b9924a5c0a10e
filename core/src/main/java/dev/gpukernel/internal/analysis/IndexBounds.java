package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether index checks hold in every iteration of a loop, wherever control goes in it. */
public final class IndexBounds {
    private IndexBounds() {}

    /**
     * Finds out what must be true of a launch's arguments for checks to hold.
     *
     * @param function the function that the loop is in
     * @param loop a loop that is to run in parallel
     * @param checks index checks in it
     * @return conditions, which a launch of one or more iterations may ask; null if nothing that can be asked before a launch makes
     *     sure that the checks hold
     */
    public static @Nullable List<Condition> conditions(Function function, CountedLoop loop, List<Instr> checks) {
        Set<Condition> needed = new LinkedHashSet<>();
        ParallelNest nest = ParallelNest.of(function, List.of(loop));
        for (Instr check : checks) {
            Assumptions assumptions = new Assumptions(function, 0, sample -> true);
            if (!holds(function, nest, check, assumptions)) {
                return null;
            }
            needed.addAll(nest.whereReached(function, check.block(), assumptions.conditions()));
        }
        return List.copyOf(needed);
    }

    private static boolean holds(Function function, ParallelNest nest, Instr check, Assumptions assumptions) {
        Block block = check.block();
        IterationSpace space = new IterationSpace(function, nest.parallel(), nest.around(block), block, 1, assumptions);
        try {
            if (check.operand(0).type() == ScalarType.I64) {
                space.askForLongs();
            }
            space.limit();
            // What differs from an int by multiples of 2^32, and is less than a length and not negative, is that int.
            boolean isInt = check.operand(0).type() == ScalarType.I32;
            Polynomial index = isInt ? space.modular(check.operand(0)) : space.exact(check.operand(0));
            Polynomial length = index == null ? null : space.exact(check.operand(1));
            if (index == null || length == null) {
                return false;
            }
            Bounds bounds = new Bounds(space.ranges(), assumptions);
            Divisions divisions = space.divisions();
            Polynomial negative = index.times(-1);
            Polynomial beyond = index.minus(length);
            Polynomial opposite = bounds.upper(negative, divisions.replaced(negative));
            Polynomial most = bounds.upper(beyond, divisions.replaced(beyond));
            return opposite != null
                    && most != null
                    && divisions.areGranted()
                    && assumptions.require(opposite.times(-1))
                    && assumptions.require(most.times(-1).plus(-1));
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }
}
