package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** A function: blocks, the first of which is the entry. Its parameters are the entry's. */
public final class Function {
    private final String name;
    private final List<Block> blocks = new ArrayList<>();
    private int nextValue;
    private int nextBlock;

    public Function(String name) {
        this.name = name;
    }

    /** {@return class and method, such as {@code VectorOps.saxpy}} */
    public String name() {
        return name;
    }

    public List<Block> blocks() {
        return Collections.unmodifiableList(blocks);
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
        dead.forEach(Instr::dropInputs);
        dead.forEach(Instr::remove);
    }

    /**
     * Removes blocks that are not reachable from the others. What they compute is used by none but themselves.
     *
     * @param dead the blocks
     */
    public void removeBlocks(Collection<Block> dead) {
        removeInstrs(dead.stream().flatMap(block -> block.instrs().stream()).toList());
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

    /** {@return the text form} */
    @Override
    public String toString() {
        return Printer.print(this);
    }
}
