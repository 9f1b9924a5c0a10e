package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Brings a loop into the form in which it can be copied. */
final class LoopForm {
    private final Function function;
    private final Loop loop;

    private LoopForm(Function function, Loop loop) {
        this.function = function;
        this.loop = loop;
    }

    /** {@return whether a loop can be copied: no array that it makes is used after it} */
    static boolean isCopyable(Loop loop) {
        return loop.instrs()
                .filter(instr -> instr.type() instanceof ArrayType)
                .allMatch(array -> array.users().stream().allMatch(user -> loop.contains(user.block())));
    }

    /**
     * Gives the loop one edge to its header from outside and one from inside, and lets its values leave it as parameters of
     * blocks on the edges that leave it (loop-closed SSA form). A value is then used in the loop and on these edges only.
     *
     * @param function the function
     * @param loop a loop that can be copied; its blocks may become more
     * @param dominators of the function, before loops were changed
     */
    static void prepare(Function function, Loop loop, Dominators dominators) {
        LoopForm form = new LoopForm(function, loop);
        form.unite(loop.entryEdges());
        Block latch = form.unite(loop.backEdges());
        if (latch != null) {
            loop.blocks().add(latch);
        }
        form.close(dominators);
    }

    /**
     * Gives the loop a block that leads to its header and nowhere else, and is the only one outside that does.
     *
     * @param function the function
     * @param loop the loop
     * @return the block, or {@code null} if there was one already
     */
    static @Nullable Block addPreheader(Function function, Loop loop) {
        List<Edge> entries = loop.entryEdges();
        return entries.size() == 1 && entries.getFirst().source().op() instanceof Op.Jump
                ? null
                : new LoopForm(function, loop).lead(entries);
    }

    /**
     * Computes before a loop what is used outside and does not change in it, constants and tables too: passed on from inside as a variable, it
     * would be something else each time.
     */
    static void separateInvariants(Function function, Loop loop) {
        addPreheader(function, loop);
        Builder before =
                new Builder(function).before(loop.entryEdges().getFirst().source());
        Map<Value, Value> own = new HashMap<>();
        // What an instruction uses comes before it in this order.
        Set<Value> invariant = new HashSet<>();
        for (Block block : order(loop)) {
            for (Instr instr : block.instrs()) {
                if (isInvariant(instr, loop, invariant)) {
                    invariant.add(instr);
                }
                List<Instr> outside = invariant.contains(instr)
                        ? instr.users().stream()
                                .filter(user -> !loop.contains(user.block()))
                                .distinct()
                                .toList()
                        : List.of();
                if (!outside.isEmpty()) {
                    Value there = separated(instr, loop, before, own);
                    outside.forEach(user -> user.replaceUses(instr, there));
                }
            }
        }
    }

    private static boolean isInvariant(Instr instr, Loop loop, Set<Value> known) {
        return instr.op() instanceof Op.Constant
                || instr.op() instanceof Op.ConstantArray
                || (isSimple(instr.op())
                        && instr.operands().stream()
                                .allMatch(part -> known.contains(part) || !loop.contains(part.block())));
    }

    /** {@return whether an operation can be done where the loop would not do it} */
    private static boolean isSimple(Op op) {
        return op instanceof Op.Binary(BinaryKind kind, ScalarType type)
                && (type.isFloating() || (kind != BinaryKind.DIV && kind != BinaryKind.REM));
    }

    private static Value separated(Value value, Loop loop, Builder before, Map<Value, Value> own) {
        if (!(value instanceof Instr instr) || !loop.contains(instr.block())) {
            return value;
        }
        Value known = own.get(value);
        if (known == null) {
            List<Value> operands = instr.operands().stream()
                    .map(part -> separated(part, loop, before, own))
                    .toList();
            known = before.emit(instr.op(), operands);
            own.put(value, known);
        }
        return known;
    }

    /** {@return the loop's blocks, the header first, each after one that leads to it} */
    static List<Block> order(Loop loop) {
        List<Block> order = new ArrayList<>();
        for (Block block : ReversePostorder.of(loop.header())) {
            if (loop.contains(block)) {
                order.add(block);
            }
        }
        return order;
    }

    /**
     * Copies an iteration.
     *
     * @param copy of the loop's blocks, in which what the loop carries is not mapped yet
     * @param into an edge to the header, over which the copy is then entered
     * @return the edge from its end to the header, null if constants keep this copy from getting there
     */
    static @Nullable Edge copyIteration(Function function, Loop loop, RegionCopy copy, Edge into) {
        Block header = loop.header();
        for (BlockParam param : header.params()) {
            copy.map(param, into.arguments().get(param.index()));
        }
        Block first = function.addBlock();
        into.retarget(first, List.of());
        copy.redirect(header, header);
        int known = header.incoming().size();
        copy.copyTo(first);
        return header.incoming().size() == known ? null : header.incoming().getLast();
    }

    /** Leads several edges to the header through one block; {@return the block, null if there was one edge only} */
    private @Nullable Block unite(List<Edge> edges) {
        return edges.size() == 1 ? null : lead(edges);
    }

    private Block lead(List<Edge> edges) {
        Block header = loop.header();
        Block between = function.addBlock();
        for (BlockParam param : header.params()) {
            between.addParam(param.type()).setName(param.name());
        }
        for (Edge edge : edges) {
            edge.retarget(between, List.copyOf(edge.arguments()));
        }
        new Builder(function).atEnd(between).at(header.terminator().position()).jump(header, between.params());
        return between;
    }

    private void close(Dominators dominators) {
        List<Edge> leaving = loop.exitEdges();
        List<Block> sources =
                leaving.stream().map(edge -> edge.source().block()).toList();
        List<Block> exits = leaving.stream().map(edge -> split(function, edge)).toList();
        for (Block block : loop.blocks()) {
            List<Value> values = new ArrayList<>(block.params());
            values.addAll(block.instrs());
            for (Value value : values) {
                Set<Instr> outside = new LinkedHashSet<>(value.users());
                outside.removeIf(user -> loop.contains(user.block()));
                if (!outside.isEmpty()) {
                    Variable variable = new Variable(value.type(), value.name());
                    for (int i = 0; i < exits.size(); i++) {
                        if (dominators.dominates(block, sources.get(i))) {
                            variable.assign(exits.get(i), pass(value, exits.get(i)));
                        }
                    }
                    replace(value, outside, variable);
                }
            }
        }
    }

    /** Puts a block on an edge; {@return the block} */
    static Block split(Function function, Edge edge) {
        Block between = function.addBlock();
        new Builder(function)
                .atEnd(between)
                .at(edge.source().position())
                .jump(edge.target(), List.copyOf(edge.arguments()));
        edge.retarget(between, List.of());
        return between;
    }

    private static BlockParam pass(Value value, Block exit) {
        BlockParam param = exit.addParam(value.type());
        param.setName(value.name());
        exit.incoming().getFirst().addArgument(value);
        return param;
    }

    private static void replace(Value value, Set<Instr> users, Variable variable) {
        List<Block> readers = users.stream()
                .map(Instr::block)
                .filter(b -> !variable.isAssigned(b))
                .toList();
        variable.join(readers);
        for (Instr user : users) {
            Block block = user.block();
            user.replaceUses(value, variable.isAssigned(block) ? variable.atEnd(block) : variable.atStart(block));
        }
    }
}
