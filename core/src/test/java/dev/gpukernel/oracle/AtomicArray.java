package dev.gpukernel.oracle;

import java.util.List;

/**
 * An array that threads change by atomic operations alone, all of one family, so that their order does not matter.
 *
 * @param name its name
 * @param type int or long
 * @param length a power of two, or {@link OwnArray#UNKNOWN}
 * @param family which operations
 */
record AtomicArray(String name, NumberType type, int length, Family family) {
    /** Operations that give the same in any order. */
    enum Family {
        SUM(List.of("add", "add", "sub", "increment", "decrement")),
        MIN(List.of("min")),
        MAX(List.of("max")),
        AND(List.of("and")),
        OR(List.of("or")),
        XOR(List.of("xor"));

        private final List<String> operations;

        Family(List<String> operations) {
            this.operations = operations;
        }

        static Family any(KernelScope scope) {
            return scope.percent(35) ? SUM : scope.oneOf(List.of(values()));
        }
    }

    /** {@return a statement that changes an element; the old value is not used, as it depends on the order} */
    String change(ExpressionGenerator expressions, KernelScope scope, int depth) {
        String operation = scope.oneOf(family.operations);
        String place = name + ", " + expressions.elements().index(this, depth);
        boolean byOne = operation.endsWith("crement");
        return "Atomic." + operation + "(" + place + (byOne ? "" : ", " + expressions.number(type, depth)) + ");";
    }
}
