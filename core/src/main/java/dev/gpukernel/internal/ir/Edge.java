package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A way from a block's last instruction to another block, with an argument for each of that block's parameters. */
public final class Edge {
    private final Instr source;
    private Block target;
    final List<Value> arguments;
    private final List<Value> seenArguments;

    Edge(Instr source, Block target, List<? extends Value> arguments) {
        this.source = source;
        this.target = target;
        this.arguments = new ArrayList<>(arguments);
        this.seenArguments = Collections.unmodifiableList(this.arguments);
        for (Value argument : arguments) {
            argument.addUser(source);
        }
        lead();
    }

    /** {@return the terminator it leaves from} */
    public Instr source() {
        return source;
    }

    public Block target() {
        return target;
    }

    public List<Value> arguments() {
        return seenArguments;
    }

    /**
     * Lets the edge lead elsewhere.
     *
     * @param newTarget where to
     * @param newArguments one for each of its parameters
     */
    public void retarget(Block newTarget, List<? extends Value> newArguments) {
        unlink();
        target = newTarget;
        arguments.addAll(newArguments);
        for (Value argument : arguments) {
            argument.addUser(source);
        }
        lead();
    }

    /**
     * Adds an argument for a parameter that was just added to the target.
     *
     * @param argument the value to pass
     */
    public void addArgument(Value argument) {
        arguments.add(argument);
        argument.addUser(source);
    }

    void removeArgument(int index) {
        arguments.remove(index).removeUser(source);
    }

    private void lead() {
        target.incoming.add(this);
        target.function().flowChanged();
    }

    void unlink() {
        for (Value argument : arguments) {
            argument.removeUser(source);
        }
        arguments.clear();
        target.incoming.remove(this);
        target.function().flowChanged();
    }

    @Override
    public String toString() {
        return target + (arguments.isEmpty() ? "" : Printer.list(arguments));
    }
}
