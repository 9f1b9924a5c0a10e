package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.TripCount;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes out loops that constants limit to a few iterations, one copy of the body after another. Indices that depend on the loop
 * variable alone are then constants, which {@link ScalarReplacement} lives on. Inner loops go first.
 */
public final class LoopUnrolling implements Pass {
    private static final int MOST_TRIPS = 64;

    /** Most instructions that a loop becomes. */
    private static final int LIMIT = 256;

    /**
     * The same for a loop that uses a table, or an array of the thread's own that is short enough for registers, or that picks the same few
     * elements again and again.
     */
    private static final int ARRAY_LIMIT = 2048;

    /** Operations from a loop's variable to an index. */
    private static final int DEPTH = 4;

    /** Most instructions that a function gets in all. */
    private static final int GROWTH = 16_384;

    /** Loops within each other that can all be written out. */
    private static final int ROUNDS = 6;

    @Override
    public boolean run(Function function) {
        Unrolling unrolling = new Unrolling(function);
        boolean changed = false;
        for (int round = 0; round < ROUNDS && unrolling.round(); round++) {
            changed = true;
            new ConstantFolding().run(function);
            new ControlFlowSimplification().run(function);
        }
        return changed;
    }

    private static final class Unrolling {
        private final Function function;
        private int left = GROWTH;

        Unrolling(Function function) {
            this.function = function;
        }

        /** Unrolls every loop that can be, but none around one that was; {@return whether there was one} */
        boolean round() {
            List<Loop> loops = Loop.of(function);
            if (loops.isEmpty()) {
                return false;
            }
            Dominators dominators = Dominators.of(function);
            Set<Block> headers = loops.stream().map(Loop::header).collect(Collectors.toCollection(HashSet::new));
            Set<Block> unrolled = new HashSet<>();
            for (Loop loop : loops.reversed()) {
                if (unrolled.stream().noneMatch(loop::contains)) {
                    int trips = tripsToUnroll(loop, dominators);
                    if (trips >= 0) {
                        unrolled.add(loop.header());
                        unroll(loop, dominators, trips, headers);
                    }
                }
            }
            return !unrolled.isEmpty();
        }

        private int tripsToUnroll(Loop loop, Dominators dominators) {
            int size = size(loop.blocks());
            boolean usesOwnArray = usesOwnArray(loop);
            int limit = Math.min(left, usesOwnArray || picks(loop) ? ARRAY_LIMIT : LIMIT);
            OptionalInt trips = TripCount.of(loop, dominators, Math.min(MOST_TRIPS, limit / size));
            if (trips.isEmpty()
                    || !LoopForm.isCopyable(loop)
                    || (usesOwnArray && !fits(loop, trips.getAsInt(), size, limit))) {
                return -1;
            }
            left -= trips.getAsInt() * size;
            return trips.getAsInt();
        }

        /**
         * {@return whether all loops inside can still be written out too} Arrays become registers only if all of their loops are. How often
         * the inner ones run is not known yet: it is taken to be as often as this one.
         */
        private boolean fits(Loop loop, int trips, int size, int limit) {
            Set<Block> inside = new HashSet<>();
            loop.inside(Loop.of(function)).forEach(inner -> inside.addAll(inner.blocks()));
            int more = inside.isEmpty() ? 0 : size(inside) * (trips - 1);
            return trips * (size + more) <= limit;
        }

        /** {@return whether it loads elements at indices that are some bits of what follows from its counter} */
        private static boolean picks(Loop loop) {
            CountedLoop counted = CountedLoop.atMost(loop);
            return counted != null
                    && loop.instrs()
                            .anyMatch(instr -> instr.op() instanceof Op.Load
                                    && instr.operand(1) instanceof Instr index
                                    && index.op() instanceof Op.Binary(Op.BinaryKind kind, var _)
                                    && (kind == Op.BinaryKind.AND || kind == Op.BinaryKind.REM)
                                    && isOf(index, counted.variable(), DEPTH));
        }

        /** {@return whether a value follows from a variable and constants, in few steps} */
        private static boolean isOf(Value value, Value variable, int depth) {
            if (value == variable || value.constant() != null) {
                return true;
            }
            return depth > 0
                    && value instanceof Instr instr
                    && instr.op() instanceof Op.Binary
                    && instr.operands().stream().allMatch(part -> isOf(part, variable, depth - 1));
        }

        private static int size(Set<Block> blocks) {
            return 1
                    + (int) blocks.stream()
                            .flatMap(block -> block.instrs().stream())
                            .filter(instr -> !(instr.op() instanceof Constant) && !(instr.op() instanceof Op.Jump))
                            .count();
        }

        private static boolean usesOwnArray(Loop loop) {
            return loop.instrs().anyMatch(Unrolling::isOwnAccess);
        }

        private static boolean isOwnAccess(Instr instr) {
            return switch (instr.op()) {
                case Op.Load load ->
                    load.space() == Space.CONSTANT || (load.space() == Space.LOCAL && isShort(instr.operand(0)));
                case Op.Store store -> store.space() == Space.LOCAL && isShort(instr.operand(0));
                default -> false;
            };
        }

        /** {@return whether a thread's own array is not too long for registers, as far as is known} */
        private static boolean isShort(Value array) {
            return !(array instanceof Instr made
                    && made.op() instanceof Op.LocalArray local
                    && local.length() > ScalarReplacement.MOST_ELEMENTS);
        }

        private void unroll(Loop loop, Dominators dominators, int trips, Set<Block> headers) {
            LoopForm.prepare(function, loop, dominators);
            List<Block> order = LoopForm.order(loop);
            List<Block> inner = order.stream()
                    .filter(block -> block != loop.header() && headers.contains(block))
                    .toList();
            @Nullable Edge into = loop.entryEdges().getFirst();
            // The last copy is left by the test that ends the loop, and has no way on.
            for (int copy = 0; copy <= trips && into != null; copy++) {
                RegionCopy made = new RegionCopy(function, order);
                into = LoopForm.copyIteration(function, loop, made, into);
                for (Block header : inner) {
                    Block copied = made.copyOf(header);
                    if (copied != null) {
                        headers.add(copied);
                    }
                }
            }
            // The original is not entered any more; its uses would be in the way of what comes next.
            if (loop.entryEdges().isEmpty()) {
                ControlFlowSimplification.removeLoop(function, loop, headers);
            } else {
                ControlFlowSimplification.removeUnreachable(function);
            }
        }
    }
}
