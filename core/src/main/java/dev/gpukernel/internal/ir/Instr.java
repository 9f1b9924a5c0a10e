package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One instruction: an operation, its operands, and, if it ends a block, its edges. Also the value that it computes. */
public final class Instr extends Value {
    private final Op op;
    private final boolean terminates;
    private final List<Value> operands;
    private final List<Value> seenOperands;
    private List<Edge> edges = List.of();
    private final @Nullable SourcePosition position;
    private @Nullable Block block;

    Instr(int id, Op op, List<? extends Value> operands, @Nullable SourcePosition position) {
        super(id, op.result());
        this.op = op;
        // Asked for all the time.
        this.terminates = op.effect() == Effect.CONTROL;
        this.operands = new ArrayList<>(operands);
        this.seenOperands = Collections.unmodifiableList(this.operands);
        this.position = position;
        for (Value operand : operands) {
            operand.addUser(this);
        }
    }

    public Op op() {
        return op;
    }

    /** {@return whether it ends a block} */
    public boolean isTerminator() {
        return terminates;
    }

    public List<Value> operands() {
        return seenOperands;
    }

    public Value operand(int index) {
        return operands.get(index);
    }

    /** {@return where control may go, empty unless it is a terminator} */
    public List<Edge> edges() {
        return edges;
    }

    public @Nullable SourcePosition position() {
        return position;
    }

    /** {@return the block it is in} */
    @Override
    public Block block() {
        if (block == null) {
            throw new IllegalStateException(this + " is in no block");
        }
        return block;
    }

    void setBlock(@Nullable Block block) {
        this.block = block;
    }

    /** {@return whether it was removed from its block, or not put into one yet} */
    public boolean isDetached() {
        return block == null;
    }

    /** Adds an operand: the parser makes instructions before the values they use. */
    void addOperand(Value operand) {
        operands.add(operand);
        operand.addUser(this);
    }

    void addEdge(Block target, List<? extends Value> arguments) {
        List<Edge> more = new ArrayList<>(edges);
        more.add(new Edge(this, target, arguments));
        edges = List.copyOf(more);
    }

    /** Makes it use a value of the same type instead of another. */
    public void replaceUses(Value old, Value replacement) {
        replaceIn(operands, old, replacement);
        for (Edge edge : edges) {
            replaceIn(edge.arguments, old, replacement);
        }
    }

    private void replaceIn(List<Value> values, Value old, Value replacement) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) == old) {
                values.set(i, replacement);
                old.removeUser(this);
                replacement.addUser(this);
            }
        }
    }

    /** Moves it before another instruction, which comes after all that it uses. */
    public void moveBefore(Instr other) {
        block().detach(this);
        other.block().insert(other.block().instrs().indexOf(other), this);
    }

    /** Takes it out of its block. It must have no users. */
    public void remove() {
        if (isUsed()) {
            throw new IllegalStateException(this + " is still used by " + users());
        }
        dropInputs();
        block().detach(this);
    }

    /** Ends its use of other values and of blocks. */
    void dropInputs() {
        for (Value operand : operands) {
            operand.removeUser(this);
        }
        operands.clear();
        for (Edge edge : edges) {
            edge.unlink();
        }
        edges = List.of();
    }
}
