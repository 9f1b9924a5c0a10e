package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** What a kernel depends on that is known only where it runs: values of fields, and classes that are missing where it is compiled. */
final class KnownLater {
    private final Set<Value> numbers = new HashSet<>();
    private boolean leftOpen;
    private boolean checksNull;

    /** Notes that the kernel depends on something that is not known yet. */
    void leaveOpen() {
        leftOpen = true;
    }

    /** {@return whether the kernel depends on something that is not known yet} */
    boolean isLeftOpen() {
        return leftOpen;
    }

    /** Notes that the kernel asks whether an array or object is null, which was taken for false. */
    void noteNullCheck() {
        checksNull = true;
    }

    /** {@return whether the kernel asks whether an array or object is null} */
    boolean checksNull() {
        return checksNull;
    }

    /** Notes a value that stands for a number that is not known yet. */
    void add(Value number) {
        leftOpen = true;
        numbers.add(number);
    }

    /** {@return whether an operand is computed from a number that is not known yet} */
    boolean reaches(Operand operand) {
        return operand instanceof Operand.Plain(Value value) && reaches(value);
    }

    /** {@return whether a value is computed from a number that is not known yet} */
    boolean reaches(Value value) {
        Set<Value> seen = new HashSet<>(Set.of(value));
        Deque<Value> pending = new ArrayDeque<>(seen);
        while (!pending.isEmpty()) {
            Value next = pending.pop();
            if (numbers.contains(next)) {
                return true;
            }
            if (next instanceof Instr instr) {
                instr.operands().stream().filter(seen::add).forEach(pending::push);
            }
        }
        return false;
    }
}
