package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Loops that shall run in parallel, with the sequential ones inside them.
 *
 * @param parallel from the outermost
 * @param sequential counted loops inside the innermost or any other, outer ones first; some may end before their count
 * @param dominators of the function they are in
 */
record ParallelNest(List<CountedLoop> parallel, List<CountedLoop> sequential, Dominators dominators) {
    /** Copies the lists. */
    ParallelNest {
        parallel = List.copyOf(parallel);
        sequential = List.copyOf(sequential);
    }

    static ParallelNest of(Function function, List<CountedLoop> parallel) {
        Loop outermost = parallel.getFirst().loop();
        List<CountedLoop> sequential = new ArrayList<>();
        for (Loop loop : Loop.of(function)) {
            if (outermost.contains(loop.header()) && !isHeader(loop.header(), parallel)) {
                CountedLoop counted = CountedLoop.atMost(loop);
                if (counted != null) {
                    sequential.add(counted);
                }
            }
        }
        return new ParallelNest(parallel, sequential, Dominators.of(function));
    }

    private static boolean isHeader(Block block, List<CountedLoop> loops) {
        for (CountedLoop loop : loops) {
            if (loop.loop().header() == block) {
                return true;
            }
        }
        return false;
    }

    /** {@return the loops of an access: an access outside the inner parallel loops is done in all their iterations} */
    List<CountedLoop> around(Block block) {
        List<CountedLoop> loops = new ArrayList<>(parallel);
        for (CountedLoop loop : sequential) {
            if (loop.isBody(block)) {
                loops.add(loop);
            }
        }
        return loops;
    }

    /** {@return the loops of which an access shows, if it is done at all, that they have an iteration} */
    List<CountedLoop> entered(Block block) {
        return around(block).stream().filter(loop -> loop.isBody(block)).toList();
    }

    /** {@return the branches on which a block depends besides the tests of loops, which tell how often those iterate} */
    List<Guards.Taken> branches(Block block) {
        List<CountedLoop> loops = around(block);
        return Guards.taken(block, parallel.getFirst().loop(), dominators).stream()
                .filter(branch -> !isHeader(branch.from(), loops))
                .toList();
    }

    /**
     * {@return conditions that also hold where a block is not reached, since a loop inside the parallel ones has no iteration} Whether
     * one has must be known before the launch.
     */
    List<Condition> whereReached(Function function, Block block, List<Condition> conditions) {
        List<Condition> all = conditions;
        for (CountedLoop loop : entered(block)) {
            if (!all.isEmpty() && !parallel.contains(loop)) {
                HostExpression first = HostExpression.of(function, loop.start());
                HostExpression last = HostExpression.of(function, loop.bound());
                all = first == null || last == null ? all : new LoopConditions(loop, first, last).ifItIterates(all);
            }
        }
        return all;
    }

    /**
     * Tells whether two accesses that different iterations do to one element lead to the same in any order: changes that do so anywhere, or
     * stores of a value that is the same in all iterations.
     *
     * @param one an access in the loops
     * @param other another, or the same
     * @return whether it is so
     */
    boolean commute(Access one, Access other) {
        return one.commutesWith(other)
                || (one.instr().op() instanceof Op.Store store
                        && store.equals(other.instr().op())
                        && isSame(one.instr().operand(2), other.instr().operand(2)));
    }

    private boolean isSame(Value stored, Value other) {
        Op.Constant constant = stored.constant();
        return constant == null
                ? stored == other && parallel.getFirst().loop().isInvariant(stored)
                : constant.equals(other.constant());
    }

    IterationSpace space(Function function, Access access, int side, Assumptions assumptions) {
        Block block = access.instr().block();
        return new IterationSpace(function, parallel, around(block), block, side, assumptions);
    }
}
