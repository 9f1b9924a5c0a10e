package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Op.Constant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts instructions into a function, at the end of a block or before an instruction. */
public final class Builder {
    private final Function function;
    private @Nullable Block block;
    private @Nullable Instr before;
    private @Nullable SourcePosition position;

    public Builder(Function function) {
        this.function = function;
    }

    /** Appends to a block from now on. */
    public Builder atEnd(Block newBlock) {
        block = newBlock;
        before = null;
        return this;
    }

    /** Inserts before an instruction from now on, at its source position. */
    public Builder before(Instr instr) {
        block = instr.block();
        before = instr;
        position = instr.position();
        return this;
    }

    /** Gives what follows a source position. */
    public Builder at(@Nullable SourcePosition newPosition) {
        position = newPosition;
        return this;
    }

    /** {@return the block that instructions go to} */
    public Block block() {
        if (block == null) {
            throw new IllegalStateException("the builder has no block");
        }
        return block;
    }

    public @Nullable SourcePosition position() {
        return position;
    }

    public Instr emit(Op op, Value... operands) {
        return emit(op, Arrays.asList(operands));
    }

    public Instr emit(Op op, List<? extends Value> operands) {
        Instr instr = new Instr(function.newValueId(), op, operands, position);
        place(instr);
        return instr;
    }

    public Instr constant(int value) {
        return emit(Constant.of(value));
    }

    public Instr constant(long value) {
        return emit(Constant.of(value));
    }

    public Instr jump(Block target, List<? extends Value> arguments) {
        Instr instr = emit(new Op.Jump());
        instr.addEdge(target, arguments);
        return instr;
    }

    public Instr branch(
            Value condition,
            Block whenTrue,
            List<? extends Value> trueArguments,
            Block whenFalse,
            List<? extends Value> falseArguments) {
        Instr instr = emit(new Op.Branch(), condition);
        instr.addEdge(whenTrue, trueArguments);
        instr.addEdge(whenFalse, falseArguments);
        return instr;
    }

    public Instr ret() {
        return emit(new Op.Return());
    }

    private void place(Instr instr) {
        Block where = block();
        if (before != null) {
            where.insert(where.instrs().indexOf(before), instr);
        } else {
            where.append(instr);
        }
    }
}
