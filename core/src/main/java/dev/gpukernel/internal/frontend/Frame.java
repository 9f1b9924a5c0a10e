package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the local variables and the operand stack hold at a point of a method. A long or double is one entry of the stack. */
final class Frame {
    private final @Nullable Value[] locals;
    private final List<Value> stack;

    Frame(int maxLocals) {
        locals = new Value[maxLocals];
        stack = new ArrayList<>();
    }

    private Frame(Frame other) {
        locals = other.locals.clone();
        stack = new ArrayList<>(other.stack);
    }

    Frame copy() {
        return new Frame(this);
    }

    void setLocal(int slot, Value value) {
        locals[slot] = value;
    }

    Value local(int slot) {
        Value value = locals[slot];
        if (value == null) {
            throw new IllegalStateException("local variable " + slot + " is read before it is written");
        }
        return value;
    }

    void push(Value value) {
        stack.add(value);
    }

    Value pop() {
        return stack.removeLast();
    }

    /** {@return the entry at a depth, 0 the top} */
    Value peek(int depth) {
        return stack.get(stack.size() - 1 - depth);
    }

    /** Puts a value below the topmost {@code depth} entries. */
    void insertBelow(int depth, Value value) {
        stack.add(stack.size() - depth, value);
    }

    int depth() {
        return stack.size();
    }

    /** {@return what a block is given: its live locals in order of slot, then the stack from the bottom} */
    List<Value> arguments(BitSet liveLocals) {
        List<Value> arguments = new ArrayList<>();
        liveLocals.stream().forEach(slot -> arguments.add(local(slot)));
        arguments.addAll(stack);
        return arguments;
    }

    /**
     * The frame of a block whose parameters stand for the live locals and the stack of this one.
     *
     * @param liveLocals the slots, in the order of {@link #arguments}
     * @param params one for each
     */
    Frame withParams(BitSet liveLocals, List<? extends Value> params) {
        Frame frame = new Frame(locals.length);
        int next = 0;
        for (int slot = liveLocals.nextSetBit(0); slot >= 0; slot = liveLocals.nextSetBit(slot + 1)) {
            frame.locals[slot] = params.get(next++);
        }
        frame.stack.addAll(params.subList(next, params.size()));
        return frame;
    }

    static boolean isWide(Value value) {
        return value.type() == ScalarType.I64 || value.type() == ScalarType.F64;
    }
}
