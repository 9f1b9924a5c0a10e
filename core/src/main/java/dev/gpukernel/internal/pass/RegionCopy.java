package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A copy of some blocks. Edges among them lead to copies, others to where they led before. What constants decide is decided
 * while it is copied, and blocks that are then not reached are not.
 */
final class RegionCopy {
    private final Function function;
    private final List<Block> order;
    private final Set<Block> region;
    private final Map<Value, Value> values = new HashMap<>();
    private final Map<Block, Block> copies = new HashMap<>();
    private final Map<Instr, Edge> decided = new HashMap<>();
    private final Set<Block> reached = new HashSet<>();
    private final Map<Block, Consumer<Builder>> replaced = new HashMap<>();
    private boolean folds = true;
    private @Nullable SourcePosition place;
    private @Nullable FunctionCopies called;

    /**
     * Makes it.
     *
     * @param function where the copies go
     * @param order the blocks, each after one that leads to it; the first is the only one that is entered from elsewhere, or {@link
     *     #copy(List)} says which are
     */
    RegionCopy(Function function, List<Block> order) {
        this.function = function;
        this.order = order;
        this.region = new HashSet<>(order);
    }

    /** Lets it compute nothing on the way: a loop that always throws stays the loop that it was found to be. */
    void keepAll() {
        folds = false;
    }

    /** Says where the copied code is called from, as far as it does not say so itself. */
    void calledFrom(SourcePosition caller) {
        place = caller;
    }

    /** Lets it call copies of what is called. */
    void call(FunctionCopies copiesOfCalled) {
        called = copiesOfCalled;
    }

    private Op op(Instr instr) {
        return called != null && instr.op() instanceof Op.Invoke(Function callee)
                ? new Op.Invoke(called.of(callee))
                : instr.op();
    }

    private @Nullable SourcePosition position(Instr instr) {
        SourcePosition own = instr.position();
        return place == null || (own != null && own.isCalledFrom(place))
                ? own
                : own == null ? place : own.calledFrom(place);
    }

    /** Lets edges that lead to a block lead to another one instead of to a copy, with the copied arguments. */
    void redirect(Block block, Block target) {
        copies.put(block, target);
    }

    /** Says what stands for a value. */
    void map(Value value, Value copy) {
        values.put(value, copy);
    }

    /**
     * Puts something else in the place of a block, and of what only it leads to.
     *
     * @param block the block
     * @param instead appends to what stands for the block, says what stands for values that are used after it, and leads to {@link
     *     #target(Edge) what comes after it}
     */
    void replace(Block block, Consumer<Builder> instead) {
        replaced.put(block, instead);
    }

    /** {@return what stands for the block that an edge leads to} */
    Block target(Edge edge) {
        return target(edge.target());
    }

    /** {@return what stands for what an edge passes} */
    List<Value> arguments(Edge edge) {
        return of(edge.arguments());
    }

    /** Says which edge a branch takes in the copy. */
    void decide(Instr branch, Edge taken) {
        decided.put(branch, taken);
    }

    Value of(Value value) {
        return values.getOrDefault(value, value);
    }

    private List<Value> of(List<Value> originals) {
        List<Value> mapped = new ArrayList<>();
        for (Value value : originals) {
            mapped.add(of(value));
        }
        return mapped;
    }

    /** Copies the blocks; {@return what the first one became, with parameters of its own} Edges among them to it lead there. */
    Block copy() {
        Block first = target(order.getFirst());
        copyTo(first);
        return first;
    }

    /**
     * Copies the blocks that some of them lead to.
     *
     * @param entered those that are entered from elsewhere
     * @return what these became, with parameters of their own
     */
    Map<Block, Block> copy(List<Block> entered) {
        Map<Block, Block> firsts = new HashMap<>();
        entered.forEach(block -> firsts.put(block, target(block)));
        for (Block block : order) {
            if (reached.contains(block)) {
                copy(block, target(block));
            }
        }
        return firsts;
    }

    /**
     * Copies the blocks.
     *
     * @param first what the first block becomes: a block without instructions
     */
    void copyTo(Block first) {
        copy(order.getFirst(), first);
        for (Block block : order.subList(1, order.size())) {
            if (reached.contains(block)) {
                copy(block, target(block));
            }
        }
    }

    /** {@return what a block became, {@code null} if it was not reached} */
    @Nullable Block copyOf(Block block) {
        return copies.get(block);
    }

    /** {@return the blocks that the copied ones became} */
    List<Block> copies() {
        return order.stream()
                .filter(b -> b == order.getFirst() || reached.contains(b))
                .map(this::target)
                .toList();
    }

    private void copy(Block block, Block into) {
        Builder builder = new Builder(function).atEnd(into);
        Consumer<Builder> instead = replaced.get(block);
        if (instead != null) {
            instead.accept(builder);
            return;
        }
        for (Instr instr : block.instrs()) {
            builder.at(position(instr));
            if (instr.isTerminator()) {
                terminate(instr, builder);
            } else {
                Instr copy = copy(instr, builder);
                copy.setName(instr.name());
                values.put(instr, copy);
            }
        }
    }

    private Instr copy(Instr instr, Builder builder) {
        List<Value> operands = of(instr.operands());
        List<Constant> known = new ArrayList<>();
        for (Value operand : operands) {
            Constant constant = operand.constant();
            if (constant != null) {
                known.add(constant);
            }
        }
        @Nullable Constant result = folds && known.size() == operands.size() ? ConstantFolding.folded(instr.op(), known) : null;
        return result == null ? builder.emit(op(instr), operands) : builder.emit(result);
    }

    private void terminate(Instr end, Builder builder) {
        switch (end.op()) {
            case Op.Jump _ -> jump(end.edges().getFirst(), builder);
            case Op.Branch _ -> {
                Edge taken = decided.get(end);
                Constant condition = folds ? of(end.operand(0)).constant() : null;
                Edge whenTrue = end.edges().get(0);
                Edge whenFalse = end.edges().get(1);
                if (taken != null) {
                    jump(taken, builder);
                } else if (condition != null) {
                    jump(condition.bits() != 0 ? whenTrue : whenFalse, builder);
                } else {
                    builder.branch(
                            of(end.operand(0)),
                            target(whenTrue.target()),
                            of(whenTrue.arguments()),
                            target(whenFalse.target()),
                            of(whenFalse.arguments()));
                }
            }
            default -> builder.emit(end.op(), of(end.operands()));
        }
    }

    private void jump(Edge edge, Builder builder) {
        builder.jump(target(edge.target()), of(edge.arguments()));
    }

    private Block target(Block original) {
        if (!region.contains(original)) {
            return copies.getOrDefault(original, original);
        }
        reached.add(original);
        Block copy = copies.get(original);
        if (copy == null) {
            copy = function.addBlock();
            copies.put(original, copy);
            for (BlockParam param : original.params()) {
                BlockParam own = copy.addParam(param.type());
                own.setName(param.name());
                if (param.isKept()) {
                    own.keep();
                }
                values.put(param, own);
            }
        }
        return copy;
    }
}
