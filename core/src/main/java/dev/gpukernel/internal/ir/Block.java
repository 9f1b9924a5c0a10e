package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parameters, instructions done one after another, and a terminator at the end. */
public final class Block {
    private final Function function;
    private final int id;
    private final List<BlockParam> params = new ArrayList<>();
    private final List<Instr> instrs = new ArrayList<>();
    final List<Edge> incoming = new ArrayList<>();

    // Made once, as they are asked for all the time.
    private final List<BlockParam> seenParams = Collections.unmodifiableList(params);
    private final List<Instr> seenInstrs = Collections.unmodifiableList(instrs);
    private final List<Edge> seenIncoming = Collections.unmodifiableList(incoming);

    Block(Function function, int id) {
        this.function = function;
        this.id = id;
    }

    public Function function() {
        return function;
    }

    /** {@return a number unique in the function, less than {@link Function#blockCount()}} */
    public int id() {
        return id;
    }

    public List<BlockParam> params() {
        return seenParams;
    }

    /** {@return the instructions, the terminator last} */
    public List<Instr> instrs() {
        return seenInstrs;
    }

    /** {@return the edges that lead here} */
    public List<Edge> incoming() {
        return seenIncoming;
    }

    /** {@return the blocks the terminator may go on at, one for each edge} */
    public List<Block> successors() {
        List<Block> successors = new ArrayList<>();
        for (Edge edge : terminator().edges()) {
            successors.add(edge.target());
        }
        return successors;
    }

    public Instr terminator() {
        Instr last = lastInstr();
        if (last == null || !last.isTerminator()) {
            throw new IllegalStateException(this + " has no terminator");
        }
        return last;
    }

    /** {@return whether its last instruction is a terminator} */
    public boolean isTerminated() {
        Instr last = lastInstr();
        return last != null && last.isTerminator();
    }

    private @Nullable Instr lastInstr() {
        return instrs.isEmpty() ? null : instrs.getLast();
    }

    /**
     * Adds a parameter. Every incoming edge then needs one more argument.
     *
     * @param type its type
     * @return the parameter
     */
    public BlockParam addParam(Type type) {
        return addParam(function.newValueId(), type);
    }

    BlockParam addParam(int valueId, Type type) {
        BlockParam param = new BlockParam(valueId, type, this);
        params.add(param);
        return param;
    }

    /**
     * Removes a parameter and the argument for it from every incoming edge. What else uses it must go, too.
     *
     * @param param one of this block's
     */
    public void removeParam(BlockParam param) {
        int index = params.indexOf(param);
        for (Edge edge : incoming) {
            edge.removeArgument(index);
        }
        params.remove(index);
    }

    /**
     * Moves all instructions to the end of another block, which has no terminator.
     *
     * @param other where to
     */
    public void moveInstrsTo(Block other) {
        instrs.forEach(other::append);
        instrs.clear();
    }

    /**
     * Moves an instruction and all after it to the end of another block, which has no terminator.
     *
     * @param first the first to move
     * @param other where to
     */
    public void moveInstrsTo(Instr first, Block other) {
        List<Instr> tail = instrs.subList(instrs.indexOf(first), instrs.size());
        tail.forEach(other::append);
        tail.clear();
    }

    void append(Instr instr) {
        insert(instrs.size(), instr);
    }

    void insert(int index, Instr instr) {
        instrs.add(index, instr);
        instr.setBlock(this);
        if (instr.isTerminator()) {
            function.flowChanged();
        }
    }

    void detach(Instr instr) {
        instrs.remove(instr);
        instr.setBlock(null);
    }

    @Override
    public String toString() {
        return "b" + id;
    }
}
