package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A shared array of a generated kernel.
 *
 * @param name its name
 * @param type what it holds
 * @param lengths one or two, powers of two
 */
record SharedArray(String name, NumberType type, List<Integer> lengths) {
    /** {@return how many elements it has} */
    int size() {
        return lengths.stream().reduce(1, (a, b) -> a * b);
    }

    private boolean isRow() {
        return lengths.size() == 1;
    }

    /** {@return the statement that declares it} */
    String declaration() {
        String sizes = lengths.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return type.text() + "[]".repeat(lengths.size()) + " " + name + " = Shared." + type.text() + "s(" + sizes
                + ");";
    }

    /** {@return the array or a row of it, with the index of one element: the only one to be used} */
    ArrayName element(String number) {
        if (isRow()) {
            return new ArrayName(name, type, number);
        }
        int columns = lengths.getLast();
        return new ArrayName(name + "[(" + number + ") / " + columns + "]", type, "(" + number + ") % " + columns);
    }

    /** {@return the array as one that may be read anywhere} */
    OwnArray readable() {
        return new OwnArray(name, type, lengths);
    }

    /** {@return the array, or its first row, as one that is changed by an atomic operation alone} */
    AtomicArray atomic(AtomicArray.Family family) {
        return new AtomicArray(isRow() ? name : name + "[0]", type, lengths.getLast(), family);
    }

    boolean mayBeAtomic() {
        return type == NumberType.INT || type == NumberType.LONG;
    }
}
