package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Function;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Copies of functions for one kernel, with copies of all that they call, one of each and each with a name of its own. */
public final class FunctionCopies {
    private final Map<Function, Function> copies = new HashMap<>();
    private final Set<String> names = new HashSet<>();

    /** {@return the copy of a function} */
    public Function of(Function function) {
        if (function.isDeclared()) {
            return function;
        }
        Function known = copies.get(function);
        if (known == null) {
            // Methods of one name may take several types.
            String name = function.name();
            known = FunctionCopy.of(function, names.add(name) ? name : name + names.size(), this);
            names.add(known.name());
            copies.put(function, known);
        }
        return known;
    }

    /** {@return whether there is a copy} */
    public boolean has(Function function) {
        return copies.containsKey(function);
    }
}
