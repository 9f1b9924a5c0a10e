package dev.gpukernel.internal.ir;

/** A value that a block receives over each of its incoming edges; of the entry block, a parameter of the function. */
public final class BlockParam extends Value {
    private final Block block;

    BlockParam(int id, Type type, Block block) {
        super(id, type);
        this.block = block;
    }

    @Override
    public Block block() {
        return block;
    }

    /** {@return its position among the block's parameters} */
    public int index() {
        return block.params().indexOf(this);
    }
}
