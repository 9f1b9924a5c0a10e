package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the local variables and the operand stack hold at a point of a method. A long or double is one entry of the stack. */
final class Frame {
    private final @Nullable Operand[] locals;
    private final List<Operand> stack;

    Frame(int maxLocals) {
        locals = new Operand[maxLocals];
        stack = new ArrayList<>();
    }

    private Frame(Frame other) {
        locals = other.locals.clone();
        stack = new ArrayList<>(other.stack);
    }

    Frame copy() {
        return new Frame(this);
    }

    void setLocal(int slot, Operand value) {
        locals[slot] = value;
    }

    Operand local(int slot) {
        Operand value = locals[slot];
        if (value == null) {
            throw new IllegalStateException("local variable " + slot + " is read before it is written");
        }
        return value;
    }

    void push(Operand value) {
        stack.add(value);
    }

    void push(Value value) {
        stack.add(new Operand.Plain(value));
    }

    Operand pop() {
        return stack.removeLast();
    }

    /** {@return the topmost entries, the deepest first, taken off} */
    List<Operand> popAll(int count) {
        List<Operand> top = stack.subList(stack.size() - count, stack.size());
        List<Operand> popped = List.copyOf(top);
        top.clear();
        return popped;
    }

    /** {@return the entry at a depth, 0 the top} */
    Operand peek(int depth) {
        return stack.get(stack.size() - 1 - depth);
    }

    /** Puts a value below the topmost {@code depth} entries. */
    void insertBelow(int depth, Operand value) {
        stack.add(stack.size() - depth, value);
    }

    /** Puts what became of an object under construction wherever the object is. */
    void replaceObject(int identity, Operand replacement) {
        replaceAll(operand -> {
            boolean same = switch (operand) {
                case Operand.Aggregate aggregate -> aggregate.identity() == identity;
                case Operand.Thrown thrown -> thrown.identity() == identity;
                case Operand.TextBuilder builder -> builder.identity() == identity;
                case Operand.UnfinishedRows rows -> rows.identity() == identity;
                case Operand.EnumValue _, Operand.EnumArray _, Operand.RecordArray _, Operand.Instance _ -> false;
                case Operand.BoxedArray array -> array.identity() == identity;
                case Operand.Plain _, Operand.Rows _, Operand.Text _, Operand.Rejected _ -> false;
                case Operand.Console _, Operand.Boxed _, Operand.Segment _, Operand.Layout _ -> false;
            };
            return same ? replacement : operand;
        });
    }

    /** {@return whether a value is anywhere in it} */
    boolean holds(Value value) {
        boolean[] found = new boolean[1];
        replaceAll(operand -> {
            found[0] |= operand.leaves().contains(value);
            return operand;
        });
        return found[0];
    }

    /** Puts something else wherever an operand is. */
    void replace(Operand known, Operand replacement) {
        replaceAll(operand -> operand.equals(known) ? replacement : operand);
    }

    private void replaceAll(UnaryOperator<Operand> change) {
        for (int i = 0; i < locals.length; i++) {
            Operand local = locals[i];
            if (local != null) {
                locals[i] = change.apply(local);
            }
        }
        stack.replaceAll(change);
    }

    /** {@return what a block is given: its live locals in order of slot, then the stack from the bottom} */
    List<Operand> operands(BitSet liveLocals) {
        List<Operand> operands = new ArrayList<>();
        for (int slot = liveLocals.nextSetBit(0); slot >= 0; slot = liveLocals.nextSetBit(slot + 1)) {
            operands.add(local(slot));
        }
        operands.addAll(stack);
        return operands;
    }

    /** {@return the same frame with other values for all leaves of the {@link #operands}} */
    Frame withLeaves(BitSet liveLocals, Iterator<? extends Value> leaves) {
        Frame frame = new Frame(locals.length);
        for (int slot = liveLocals.nextSetBit(0); slot >= 0; slot = liveLocals.nextSetBit(slot + 1)) {
            frame.locals[slot] = local(slot).withLeaves(leaves);
        }
        for (Operand entry : stack) {
            frame.stack.add(entry.withLeaves(leaves));
        }
        return frame;
    }
}
