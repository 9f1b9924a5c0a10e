package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Where a kernel that is refused cannot be read, and what stands for the numbers that it computes there: parameters, of which nothing is
 * known. What depends on neither holds whatever becomes of the rest.
 */
final class Unread {
    /** What prints nothing. */
    static final Op MARK = new Op.Print("", "");

    private final Set<Integer> lines = new LinkedHashSet<>();
    private final Set<Value> values = new LinkedHashSet<>();
    private int uses;
    private int findings;
    private boolean isWhole = true;

    /** Notes that something at a place is refused, or uses what is. */
    void note(SourcePosition position) {
        SourcePosition own = position;
        for (SourcePosition caller = own.caller(); caller != null; caller = own.caller()) {
            own = caller;
        }
        lines.add(own.line());
        uses++;
    }

    /** Leaves something that no pass takes away, or moves, where the kernel cannot be read. */
    void mark(Builder builder) {
        builder.emit(MARK);
    }

    /** {@return how often something was noted} */
    int uses() {
        return uses;
    }

    /** {@return a number of which nothing is known} */
    Value value(Function function, ScalarType type) {
        Value value = function.entry().addParam(type);
        values.add(value);
        return value;
    }

    /** Notes that nothing can stand for what is refused. */
    void giveUp() {
        isWhole = false;
    }

    /** Notes what was found as the kernel was read: anything more may come of what was put in place of the rest. */
    void isRead(Findings found) {
        findings = found.count();
    }

    /** {@return whether all but what was refused as the kernel was read is as it should be} */
    boolean isSound(Findings found) {
        return isWhole && found.count() == findings;
    }

    /** {@return lines of the kernel's own method where it could not be read} */
    Set<Integer> lines() {
        return lines;
    }

    /** {@return parameters of the function that stand for unknown numbers} */
    Set<Value> values() {
        return values;
    }
}
