package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Reference;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the local variables and the operand stack hold at a point of a method, and the fields of the objects that the kernel made. A long or
 * double is one entry of the stack.
 *
 * <p>The objects are virtual, as in partial escape analysis (Stadler, Würthinger and Mössenböck, CGO 2014): none is ever made. A frame
 * has the state of each, so that a store to a field is seen through every reference. Where control meets, two frames fit together if
 * their references make up the same graph; which numbers the objects have does not matter.
 */
final class Frame {
    private final @Nullable Operand[] locals;
    private final List<Operand> stack;
    private final Map<Integer, Aggregate> objects;

    /** The objects that the callers of the method go on with. */
    private final List<Reference> held;

    Frame(int maxLocals) {
        this(new Operand[maxLocals], List.of(), Map.of(), List.of());
    }

    private Frame(
            @Nullable Operand[] locals, List<Operand> stack, Map<Integer, Aggregate> objects, List<Reference> held) {
        this.locals = locals;
        this.stack = new ArrayList<>(stack);
        this.objects = new HashMap<>(objects);
        this.held = held;
    }

    Frame copy() {
        return new Frame(locals.clone(), stack, objects, held);
    }

    /** {@return the same frame, which goes on with an object} */
    Frame holding(Reference object) {
        return new Frame(locals, stack, objects, List.of(object));
    }

    /** {@return a frame without locals for a method that is called here, its arguments taken off} */
    Frame called(int maxLocals) {
        Set<Reference> used = new LinkedHashSet<>(held);
        for (Operand local : locals) {
            if (local != null) {
                used.addAll(local.references());
            }
        }
        stack.forEach(entry -> used.addAll(entry.references()));
        return new Frame(new Operand[maxLocals], List.of(), objects, List.copyOf(used));
    }

    /** {@return what is left of the frame where its method returns: the topmost entry, if that is returned, and the objects} */
    Frame returned(boolean hasValue) {
        return new Frame(new Operand[0], hasValue ? List.of(peek(0)) : List.of(), objects, held);
    }

    /** {@return what is left of the frame where an exception is caught: the locals, and the exception on the stack} */
    Frame caught(Operand exception) {
        return new Frame(locals.clone(), List.of(exception), objects, held);
    }

    /** Takes the objects over as a called method left them. */
    void takeObjects(Frame returned) {
        objects.clear();
        objects.putAll(returned.objects);
    }

    /** Forgets locals that are not read any more, and with them what they refer to. */
    void keepLocals(BitSet live) {
        for (int slot = live.nextClearBit(0); slot < locals.length; slot = live.nextClearBit(slot + 1)) {
            locals[slot] = null;
        }
    }

    boolean hasObjects() {
        return !objects.isEmpty();
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

    /** {@return whether an array of objects is on the stack, whose elements are being set} */
    boolean isFilling() {
        return stack.stream().anyMatch(Operand.BoxedArray.class::isInstance);
    }

    boolean isStackEmpty() {
        return stack.isEmpty();
    }

    /** Puts a value below the topmost {@code depth} entries. */
    void insertBelow(int depth, Operand value) {
        stack.add(stack.size() - depth, value);
    }

    /** Adds an object; {@return a reference to it} */
    Reference add(int object, Aggregate state) {
        objects.put(object, state);
        return new Reference(state.className(), object);
    }

    /** {@return what the fields of an object hold} */
    Aggregate state(Reference reference) {
        Aggregate state = objects.get(reference.object());
        if (state == null) {
            throw new IllegalStateException("no object " + reference);
        }
        return state;
    }

    /** Sets a field of an object. */
    void setField(Reference reference, String field, Operand value) {
        objects.put(reference.object(), state(reference).with(field, value));
    }

    /** Notes that an object could not be made, so that nothing more is said about what is done with it. */
    void reject(Reference reference) {
        objects.put(reference.object(), state(reference).withFields(field -> new Operand.Rejected(field.isWide())));
    }

    /** Rejects the objects on the stack of an earlier frame. */
    void rejectAll(Frame before) {
        for (Operand entry : before.stack) {
            for (Reference reference : entry.references()) {
                if (objects.containsKey(reference.object())) {
                    reject(reference);
                }
            }
        }
    }

    /** {@return whether something on the stack could not be made} */
    boolean holdsRejected() {
        return stack.stream()
                .anyMatch(entry -> entry.isRejected()
                        || entry.references().stream()
                                .anyMatch(
                                        reference -> objects.containsKey(reference.object()) && isRejected(reference)));
    }

    /** {@return whether an object, or something in it, could not be made} */
    boolean isRejected(Reference reference) {
        return state(reference).isRejected();
    }

    /** Puts something else wherever a reference to an object is, which is no more. */
    void replaceReference(Reference reference, Operand replacement) {
        objects.remove(reference.object());
        replace(reference, replacement);
    }

    /** Puts what became of an object under construction wherever the object is. */
    void replaceObject(int identity, Operand replacement) {
        replaceAll(operand -> operand.identity() == identity ? replacement : operand);
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
                locals[i] = local.changed(change);
            }
        }
        stack.replaceAll(entry -> entry.changed(change));
        objects.replaceAll((_, state) -> state.withFields(field -> field.changed(change)));
    }

    /**
     * {@return what a block is given: its live locals in order of slot, then the stack from the bottom, then what the callers hold, and at
     * last the state of each object that these lead to} The objects are numbered in that order, so that frames whose references make up
     * the same graph have the same references.
     */
    List<Operand> operands(BitSet liveLocals) {
        List<Operand> roots = new ArrayList<>();
        for (int slot = liveLocals.nextSetBit(0); slot >= 0; slot = liveLocals.nextSetBit(slot + 1)) {
            roots.add(local(slot));
        }
        roots.addAll(stack);
        roots.addAll(held);
        if (objects.isEmpty()) {
            return roots;
        }
        Map<Integer, Integer> numbers = new HashMap<>();
        List<Operand> operands = new ArrayList<>(roots);
        for (Reference reached : reached(roots)) {
            numbers.put(reached.object(), numbers.size() + 1);
            operands.add(state(reached));
        }
        operands.replaceAll(operand -> operand.renumbered(numbers));
        return operands;
    }

    /** {@return the objects that operands lead to, in the order in which a search comes to them} */
    private Set<Reference> reached(List<Operand> roots) {
        Set<Reference> reached = new LinkedHashSet<>();
        List<Operand> pending = new ArrayList<>(roots);
        for (int i = 0; i < pending.size(); i++) {
            for (Reference reference : pending.get(i).references()) {
                if (reached.add(reference)) {
                    pending.add(state(reference));
                }
            }
        }
        return reached;
    }

    /** {@return the same frame with other values for all leaves of the {@link #operands}} */
    Frame withLeaves(BitSet liveLocals, Iterator<? extends Value> leaves) {
        Frame frame = new Frame(new Operand[locals.length], List.of(), Map.of(), held);
        List<Operand> roots = new ArrayList<>();
        for (int slot = liveLocals.nextSetBit(0); slot >= 0; slot = liveLocals.nextSetBit(slot + 1)) {
            roots.add(local(slot));
            frame.locals[slot] = local(slot).withLeaves(leaves);
        }
        for (Operand entry : stack) {
            roots.add(entry);
            frame.stack.add(entry.withLeaves(leaves));
        }
        roots.addAll(held);
        for (Reference reached : reached(roots)) {
            frame.objects.put(reached.object(), state(reached).withLeaves(leaves));
        }
        return frame;
    }
}
