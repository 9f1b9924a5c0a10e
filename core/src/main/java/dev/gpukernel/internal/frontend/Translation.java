package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.SourcePosition;

/** What the translations of a kernel and of the methods inlined into it share. */
final class Translation {
    /** More bytecode than any sensible kernel; beyond it, the driver's compiler would take minutes. */
    private static final int MOST_INSTRUCTIONS = 200_000;

    final ClassFiles classes;
    final Records records;
    final StaticFields statics;
    final Findings findings = new Findings();
    final ArrayChoices arrayChoices = new ArrayChoices();
    final Function function;
    final Builder builder;
    final boolean checked;
    private int instructions;
    private int identities;
    private int sharedArrays;

    Translation(ClassFiles classes, String name, boolean checked) {
        this.classes = classes;
        this.records = new Records(classes);
        this.statics = new StaticFields(classes);
        this.function = new Function(name);
        this.builder = new Builder(function);
        this.checked = checked;
    }

    /** {@return a number for a new object, never 0} */
    int newIdentity() {
        return ++identities;
    }

    /** {@return a number for another array of the block} */
    int newSharedArray() {
        return sharedArrays++;
    }

    /** {@return whether there is room for so many more bytecodes} */
    boolean takeInstructions(int count) {
        instructions += count;
        return instructions <= MOST_INSTRUCTIONS;
    }

    SourcePosition position() {
        SourcePosition position = builder.position();
        if (position == null) {
            throw new IllegalStateException("no source position yet");
        }
        return position;
    }
}
