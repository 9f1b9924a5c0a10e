package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A function: blocks, the first of which is the entry. Its parameters are the entry's. A kernel is a function that returns nothing,
 * together with those that it calls.
 */
public final class Function {
    private final String name;
    private Type result = VoidType.VOID;
    private @Nullable FunctionEffects effects;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Block> seenBlocks = Collections.unmodifiableList(blocks);
    private int nextValue;
    private int nextBlock;

    public Function(String name) {
        this.name = name;
    }

    /** {@return class and method, such as {@code VectorOps.saxpy}} */
    public String name() {
        return name;
    }

    /** {@return type of what it returns: a number, several, or nothing} */
    public Type result() {
        return result;
    }

    /** Says what it returns, before anything calls it. */
    public void setResult(Type newResult) {
        result = newResult;
    }

    /** {@return types of the numbers that it returns} */
    List<Type> results() {
        return switch (result) {
            case TupleType tuple -> List.copyOf(tuple.components());
            case VoidType _ -> List.of();
            case ScalarType _, ArrayType _ -> List.of(result);
        };
    }

    /** {@return what a call of it may do, as of the last {@link #settle}} */
    public FunctionEffects effects() {
        FunctionEffects known = effects;
        if (known == null) {
            known = FunctionEffects.of(this);
            effects = known;
        }
        return known;
    }

    /** Lets what it may do follow from what it has become. Its callers may be better for it. */
    public void settle() {
        effects = FunctionEffects.of(this);
    }

    /** {@return the functions that it calls and those that they call, each after those that it calls itself} */
    public List<Function> calledFunctions() {
        Set<Function> found = new LinkedHashSet<>();
        addCalled(found);
        return List.copyOf(found);
    }

    private void addCalled(Set<Function> found) {
        for (Block block : blocks) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Invoke(Function callee) && !found.contains(callee)) {
                    callee.addCalled(found);
                    found.add(callee);
                }
            }
        }
    }

    public List<Block> blocks() {
        return seenBlocks;
    }

    public Block entry() {
        return blocks.getFirst();
    }

    public List<BlockParam> params() {
        return entry().params();
    }

    public Block addBlock() {
        return addBlock(nextBlock);
    }

    /** Adds a block under a number that no other block has: the parser keeps those of the text. */
    Block addBlock(int id) {
        nextBlock = Math.max(nextBlock, id + 1);
        Block block = new Block(this, id);
        blocks.add(block);
        return block;
    }

    /**
     * Removes instructions that none but each other use.
     *
     * @param dead the instructions
     */
    public void removeInstrs(Collection<Instr> dead) {
        // They may use each other in any order, around loops too: cut all uses before anything goes.
        for (Instr instr : dead) {
            instr.dropInputs();
        }
        for (Instr instr : dead) {
            instr.remove();
        }
    }

    /**
     * Removes blocks that are not reachable from the others. What they compute is used by none but themselves.
     *
     * @param dead the blocks
     */
    public void removeBlocks(Collection<Block> dead) {
        List<Instr> instrs = new ArrayList<>();
        for (Block block : dead) {
            instrs.addAll(block.instrs());
        }
        removeInstrs(instrs);
        blocks.removeAll(dead);
    }

    /** {@return a bound on the ids of values, for side tables} */
    public int valueCount() {
        return nextValue;
    }

    /** {@return a bound on the ids of blocks, for side tables} */
    public int blockCount() {
        return nextBlock;
    }

    int newValueId() {
        return nextValue++;
    }

    /** Takes a number that no value has yet: the parser keeps those of the text. */
    int takeValueId(int id) {
        nextValue = Math.max(nextValue, id + 1);
        return id;
    }

    /** {@return the text form, of what it calls too} */
    @Override
    public String toString() {
        return Printer.print(this);
    }
}
