package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How blocks nest if there is no jump but that of an if, and that of a loop which is left at its head. A block is in the one that
 * dominates it, or, if control meets there, follows it; so does what a loop is left for. This is the translation of Ramsey, "Beyond
 * Relooper: Recursive Translation of Unstructured Control Flow to Structured Control Flow" (2022), for a language without labels: where
 * more than one block can be next, a variable says which, and so each of them is guarded by a test of it.
 */
final class Nesting {
    private final Dominators dominators;
    private final List<Loop> loops;
    private final Predicate<Instr> endsPlainly;
    private final Predicate<Instr> isPlain;
    private final Map<Block, Integer> order = new HashMap<>();
    private final Map<Block, List<Block>> within = new HashMap<>();
    private final Map<Block, List<Block>> after = new HashMap<>();
    private final BitSet nested = new BitSet();
    private final BitSet guarded = new BitSet();
    private final BitSet plainLoops = new BitSet();
    private final BitSet endings = new BitSet();

    /** The bit of what is not a block but the end of the function. */
    private final int end;

    /**
     * Looks at a function.
     *
     * @param endsPlainly of instructions that may end a thread, whether that takes no branch
     * @param isPlain of other instructions, whether they take no branch
     */
    Nesting(Function function, Predicate<Instr> endsPlainly, Predicate<Instr> isPlain) {
        this.dominators = Dominators.of(function);
        this.loops = Loop.of(function);
        this.endsPlainly = endsPlainly;
        this.isPlain = isPlain;
        this.end = function.blockCount();
        dominators.order().forEach(block -> order.put(block, order.size()));
        dominators.order().forEach(this::place);
        Comparator<Block> inOrder = Comparator.comparing(order::get);
        within.values().forEach(blocks -> blocks.sort(inOrder));
        after.values().forEach(blocks -> blocks.sort(inOrder));
        look(function.entry());
    }

    /** {@return whether every loop is entered at one block only, without which nothing nests} */
    boolean isPossible() {
        return dominators.order().stream()
                .flatMap(block -> block.terminator().edges().stream())
                .allMatch(edge -> isBack(edge) || order(edge.source().block()) < order(edge.target()));
    }

    /** {@return blocks that follow a block and what is nested in it, in order, in the same loop} */
    List<Block> within(Block block) {
        return within.getOrDefault(block, List.of());
    }

    /** {@return blocks that follow a loop, in order} */
    List<Block> after(Block header) {
        return after.getOrDefault(header, List.of());
    }

    /** {@return whether an edge's target is nested where the edge is} */
    boolean isNested(Edge edge) {
        return nested.get(edge.target().id()) && !isBack(edge);
    }

    /** {@return whether a block follows others, rather than being nested in one} */
    boolean follows(Block block) {
        return dominators.immediate(block) != null && !nested.get(block.id());
    }

    /** {@return whether a block that follows others need not be what is next there} */
    boolean isGuarded(Block block) {
        return guarded.get(block.id());
    }

    /** {@return whether a block is the head of a loop} */
    boolean isHeader(Block block) {
        return loops.stream().anyMatch(loop -> loop.header() == block);
    }

    /** {@return whether a loop is left by one edge only, that of its head} */
    boolean isPlainLoop(Block header) {
        return plainLoops.get(header.id());
    }

    /** {@return whether a thread may leave a loop in order to end} */
    boolean endsAfter(Block header) {
        return endings.get(header.id());
    }

    /** {@return the edge by which a loop that is plain is left} */
    @Nullable Edge exit(Block header) {
        if (!isPlainLoop(header)) {
            return null;
        }
        return header.terminator().edges().stream()
                .filter(edge -> !loop(header).contains(edge.target()))
                .findFirst()
                .orElseThrow();
    }

    /** {@return whether a thread can end right where an instruction ends it, which it can inside of one loop but no more} */
    boolean mayEndAt(Instr instr) {
        int depth = depth(instr.block());
        return depth == 0 || (depth == 1 && endsPlainly.test(instr));
    }

    /** {@return whether control leaves a loop, one that is not plain, from one block to another} */
    boolean leavesLoop(Block from, Block to) {
        return loops.stream()
                .anyMatch(loop -> loop.contains(from) && !loop.contains(to) && !isPlainLoop(loop.header()));
    }

    /**
     * Looks for what threads could wait for without end: a barrier in a loop that another thread has left in order to end, and has not
     * ended, since it was in another loop still.
     *
     * @return what may end a thread there, {@code null} if there is no such loop
     */
    @Nullable Instr leavesBarrier() {
        for (Loop loop : loops) {
            if (depth(loop.header()) > 1
                    && loop.blocks().stream()
                            .flatMap(block -> block.instrs().stream())
                            .anyMatch(instr -> instr.op().effect() == Effect.SYNCHRONISE)) {
                for (Block block : loop.blocks()) {
                    for (Instr instr : block.instrs()) {
                        if (leaves(instr)) {
                            return instr;
                        }
                    }
                }
            }
        }
        return null;
    }

    /** {@return whether a thread may leave a block in order to end, instead of ending there} */
    boolean mayLeave(Block block) {
        return block.instrs().stream().anyMatch(this::leaves);
    }

    private boolean leaves(Instr instr) {
        return (instr.op().mayFault() || instr.op() instanceof Op.Return) && !mayEndAt(instr);
    }

    private int order(Block block) {
        return order.getOrDefault(block, 0);
    }

    private int depth(Block block) {
        return (int) loops.stream().filter(loop -> loop.contains(block)).count();
    }

    private Loop loop(Block header) {
        return loops.stream()
                .filter(loop -> loop.header() == header)
                .findFirst()
                .orElseThrow();
    }

    private boolean isBack(Edge edge) {
        return dominators.dominates(edge.target(), edge.source().block());
    }

    private void place(Block block) {
        Block parent = dominators.immediate(block);
        if (parent == null) {
            return;
        }
        for (Loop loop : loops) {
            // Outer ones come first.
            if (loop.contains(parent) && !loop.contains(block)) {
                after.computeIfAbsent(loop.header(), _ -> new ArrayList<>()).add(block);
                return;
            }
        }
        long ways = block.incoming().stream()
                .filter(edge -> dominators.isReachable(edge.source().block()) && !isBack(edge))
                .count();
        if (ways == 1) {
            nested.set(block.id());
        } else {
            within.computeIfAbsent(parent, _ -> new ArrayList<>()).add(block);
        }
    }

    /** {@return where control may want to go once it is past a block, all that is in it and all that follows it} */
    private BitSet look(Block block) {
        BitSet next = new BitSet();
        next.set(end, end + (mayLeave(block) ? 1 : 0));
        for (Edge edge : block.terminator().edges()) {
            if (isNested(edge)) {
                next.or(look(edge.target()));
            } else {
                next.set(edge.target().id());
            }
        }
        next = follow(next, within(block));
        if (isHeader(block)) {
            plainLoops.set(block.id(), !next.get(end) && decides(block));
            next.clear(block.id());
            if (next.get(end) && depth(block) <= 2) {
                endings.set(block.id());
                next.clear(end);
            }
            next = follow(next, after(block));
        }
        return next;
    }

    /** {@return whether the head of a loop, without any other branch, alone decides whether it goes on} */
    private boolean decides(Block header) {
        List<Edge> exits = loop(header).exitEdges();
        return exits.size() == 1
                && exits.getFirst().source() == header.terminator()
                && header.instrs().stream().allMatch(instr -> instr.isTerminator() || isPlain.test(instr));
    }

    private BitSet follow(BitSet next, List<Block> blocks) {
        BitSet now = next;
        for (Block block : blocks) {
            if (now.cardinality() > 1) {
                guarded.set(block.id());
            }
            now.clear(block.id());
            now.or(look(block));
        }
        return now;
    }
}
