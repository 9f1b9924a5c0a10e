package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

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
    private final Set<Value> unknown = new HashSet<>();
    private boolean open;
    private int instructions;
    private int identities;

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

    /** {@return whether there is room for so many more bytecodes} */
    boolean takeInstructions(int count) {
        instructions += count;
        return instructions <= MOST_INSTRUCTIONS;
    }

    /** Notes that the function depends on what is known only where the kernel runs. */
    void leaveOpen() {
        open = true;
    }

    /** {@return whether the function depends on what is known only where the kernel runs} */
    boolean isOpen() {
        return open;
    }

    /** {@return a number that is known only where the kernel runs} */
    Operand unknown(Type type) {
        BiFunction<dev.gpukernel.internal.ir.Type, @Nullable String, Value> parameter = (leaf, name) -> {
            Value value = function.entry().addParam(leaf);
            unknown.add(value);
            return value;
        };
        return Objects.requireNonNull(records.operand(type, null, parameter), "it is a number");
    }

    /** {@return whether a value is computed from a number that is known only where the kernel runs} */
    boolean dependsOnUnknown(Value value) {
        return unknown.contains(value)
                || (value instanceof Instr instr && instr.operands().stream().anyMatch(this::dependsOnUnknown));
    }

    SourcePosition position() {
        SourcePosition position = builder.position();
        if (position == null) {
            throw new IllegalStateException("no source position yet");
        }
        return position;
    }
}
