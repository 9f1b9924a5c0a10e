package dev.gpukernel.internal.ir;

import java.util.ArrayList;
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
     * Removes a block that nothing leads to any more. Its instructions must be used by none but each other.
     *
     * @param block the block
     */
    public void removeBlock(Block block) {
        List<Instr> instrs = new ArrayList<>(block.instrs());
        for (Instr instr : instrs.reversed()) {
            instr.remove();
        }
        blocks.remove(block);
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
