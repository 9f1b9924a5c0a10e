package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Function;
import java.util.HashMap;
import java.util.Map;

/** Copies of functions for one kernel, with copies of all that they call, one of each. */
public final class FunctionCopies {
    private final Map<Function, Function> copies = new HashMap<>();

    /** {@return the copy of a function} */
    public Function of(Function function) {
        Function known = copies.get(function);
        if (known == null) {
            boolean isTaken = copies.values().stream()
                    .anyMatch(other -> other.name().equals(function.name()));
            // Methods of one name, for several types or of several functions, are told apart.
            known = FunctionCopy.of(function, isTaken ? function.name() + copies.size() : function.name(), this);
            copies.put(function, known);
        }
        return known;
    }

    /** {@return whether there is a copy} */
    public boolean has(Function function) {
        return copies.containsKey(function);
    }
}
