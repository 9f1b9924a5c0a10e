package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A natural loop: a header that dominates all its blocks, and every block from which the header is reached again without
 * leaving.
 *
 * @param header the only block through which it is entered
 * @param blocks all its blocks, the header and those of inner loops included
 */
public record Loop(Block header, Set<Block> blocks) {
    /**
     * Finds the loops of a function.
     *
     * @param function the function
     * @return its loops, outer ones before those inside them
     */
    public static List<Loop> of(Function function) {
        return function.ofFlow(All.class, All::new).loops;
    }

    /** {@return whether a block is the header of a loop} */
    static boolean isHeader(Block block) {
        return of(block.function()).stream().anyMatch(loop -> loop.header() == block);
    }

    /** The loops of a function. */
    private record All(List<Loop> loops) {
        All(Function function) {
            this(find(function));
        }
    }

    private static List<Loop> find(Function function) {
        Dominators dominators = Dominators.of(function);
        Map<Block, Set<Block>> found = new LinkedHashMap<>();
        for (Block header : dominators.order()) {
            for (Edge edge : header.incoming()) {
                Block latch = edge.source().block();
                if (dominators.isReachable(latch) && dominators.dominates(header, latch)) {
                    collect(header, latch, found.computeIfAbsent(header, key -> new LinkedHashSet<>(List.of(key))));
                }
            }
        }
        List<Loop> loops = new ArrayList<>();
        for (Map.Entry<Block, Set<Block>> loop : found.entrySet()) {
            loops.add(new Loop(loop.getKey(), loop.getValue()));
        }
        return List.copyOf(loops);
    }

    private static void collect(Block header, Block latch, Set<Block> blocks) {
        Deque<Block> work = new ArrayDeque<>(List.of(latch));
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (block != header && blocks.add(block)) {
                for (Edge edge : block.incoming()) {
                    work.push(edge.source().block());
                }
            }
        }
    }

    /** A function has one loop for a header: so its blocks need not be gone through whenever it is looked up in a map. */
    @Override
    public int hashCode() {
        return header.hashCode();
    }

    /** {@return the one of some loops that has a header, null if none has it} */
    public static @Nullable Loop at(List<Loop> loops, @Nullable Block header) {
        return loops.stream().filter(loop -> loop.header == header).findFirst().orElse(null);
    }

    /** {@return those of some loops of a function that are in no other of them} */
    public static List<Loop> outermost(List<Loop> loops) {
        return loops.stream()
                .filter(loop -> loops.stream().noneMatch(other -> other.encloses(loop)))
                .toList();
    }

    public boolean contains(Block block) {
        return blocks.contains(block);
    }

    /** {@return whether another loop is inside it} */
    public boolean encloses(Loop other) {
        return other.header != header && contains(other.header);
    }

    /** {@return those of some loops of its function that are inside it, at any depth} */
    public List<Loop> inside(List<Loop> loops) {
        return loops.stream().filter(this::encloses).toList();
    }

    /** {@return all its instructions} */
    public Stream<Instr> instrs() {
        return blocks.stream().flatMap(block -> block.instrs().stream());
    }

    /** {@return how many instructions it has} */
    public int size() {
        return blocks.stream().mapToInt(block -> block.instrs().size()).sum();
    }

    /** {@return the edges from inside to the header} */
    public List<Edge> backEdges() {
        return incoming(true);
    }

    /** {@return the edges from outside to the header} */
    public List<Edge> entryEdges() {
        return incoming(false);
    }

    private List<Edge> incoming(boolean fromInside) {
        List<Edge> edges = new ArrayList<>();
        for (Edge edge : header.incoming()) {
            if (contains(edge.source().block()) == fromInside) {
                edges.add(edge);
            }
        }
        return edges;
    }

    /** {@return what a parameter of the header is in the first iteration, of a loop that is entered over one edge} */
    public Value first(BlockParam param) {
        return entryEdges().getFirst().arguments().get(param.index());
    }

    /** {@return the edges that leave it} */
    public List<Edge> exitEdges() {
        List<Edge> exits = new ArrayList<>();
        for (Block block : blocks) {
            for (Edge edge : block.terminator().edges()) {
                if (!contains(edge.target())) {
                    exits.add(edge);
                }
            }
        }
        return exits;
    }

    /** {@return whether a value is the same in every iteration: defined outside, or computed from such without effect} */
    public boolean isInvariant(Value value) {
        return isInvariant(value, new HashSet<>());
    }

    /** {@return whether a value follows from one that the loop changes, and else from what is the same in every iteration} */
    public boolean follows(Value value, Value changing) {
        return isInvariant(value, new HashSet<>(Set.of(changing)));
    }

    /** {@return whether an instruction asks something of an array that the loop makes anew in its iterations} */
    public boolean isOfMade(Instr instr) {
        for (Value operand : instr.operands()) {
            if (operand.type() instanceof ArrayType && operand.users().stream().anyMatch(this::makes)) {
                return true;
            }
        }
        return false;
    }

    private boolean makes(Instr instr) {
        return instr.op() instanceof Op.MakeArray && contains(instr.block());
    }

    /** {@return the instructions that make arrays in its iterations} */
    public List<Instr> makers() {
        return instrs().filter(this::makes).toList();
    }

    /** Operands have operands in common, so paths to them are many more than they are. */
    private boolean isInvariant(Value value, Set<Value> seen) {
        if (!contains(value.block()) || !seen.add(value)) {
            return true;
        }
        if (!(value instanceof Instr instr) || instr.op().effect() != Effect.NONE || isOfMade(instr)) {
            return false;
        }
        for (Value operand : instr.operands()) {
            if (!isInvariant(operand, seen)) {
                return false;
            }
        }
        return true;
    }
}
