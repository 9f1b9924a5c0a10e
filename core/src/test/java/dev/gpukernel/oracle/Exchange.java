package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.ArrayList;
import java.util.List;

/**
 * The arrays by which threads of a block learn from each other. Between two barriers each of them is used in one way: each thread
 * uses one element that is its own, or all read any of them, or all change any of them by atomic operations of one family.
 */
final class Exchange {
    private static final List<NumberType> OF_ROWS =
            List.of(NumberType.INT, NumberType.LONG, NumberType.FLOAT, NumberType.DOUBLE);

    private final KernelScope scope;
    private final int threads;
    private final String thread;
    private final List<ArrayName> outputs;
    private final List<SharedArray> arrays = new ArrayList<>();

    /**
     * Makes random arrays.
     *
     * @param scope of the kernel, whose outputs this takes away: from now on they are there where it says so
     * @param threads how many a block has
     * @param thread the variable that holds the thread's number in the block
     */
    Exchange(KernelScope scope, int threads, String thread) {
        this.scope = scope;
        this.threads = threads;
        this.thread = thread;
        this.outputs = List.copyOf(scope.outputs);
        scope.outputs.clear();
        for (int i = scope.random.nextInt(1, 4); i > 0; i--) {
            arrays.add(array());
        }
    }

    /** Mostly as many elements as threads or twice that, rarely very few. */
    private SharedArray array() {
        int full = 1 << (32 - Integer.numberOfLeadingZeros(threads - 1));
        int size = scope.percent(75) ? full : scope.percent(50) ? 2 * full : scope.oneOf(List.of(1, 2, 4));
        String name = scope.newName("shared");
        if (size >= 8 && scope.percent(35)) {
            int columns = scope.oneOf(List.of(2, 4));
            return new SharedArray(name, scope.oneOf(OF_ROWS), List.of(size / columns, columns));
        }
        // Atomic operations are there for two types alone.
        NumberType type = scope.percent(40) ? scope.oneOf(OF_ROWS.subList(0, 2)) : scope.shared.anyType();
        return new SharedArray(name, type, List.of(size));
    }

    List<SharedArray> arrays() {
        return List.copyOf(arrays);
    }

    /** Declares the arrays and gives every element a value, without anything that may throw; a barrier must follow. */
    void declare(SourceLines lines) {
        arrays.forEach(array -> lines.line(array.declaration()));
        arrays.forEach(array -> fill(array, lines));
    }

    private void fill(SharedArray array, SourceLines lines) {
        int size = array.size();
        if (size == threads && scope.percent(70)) {
            lines.line(first(array, thread));
        } else if (size < threads && scope.percent(70)) {
            lines.line("if (" + thread + " < " + size + ") {");
            lines.line("    " + first(array, thread));
            lines.line("}");
        } else {
            String each = scope.newName("k");
            lines.line("for (int " + each + " = " + thread + "; " + each + " < " + size + "; " + each + " += " + threads
                    + ") {");
            lines.line("    " + first(array, each));
            lines.line("}");
        }
    }

    private String first(SharedArray array, String number) {
        NumberType type = array.type();
        String value = type == NumberType.BOOLEAN
                ? "(" + number + " & 2) == 0"
                : scope.percent(50)
                        ? "(" + type.text() + ") (" + number + " * 3 - 7)"
                        : ExpressionGenerator.literal(type, EdgeValues.next(type, scope.random));
        ArrayName element = array.element(number);
        return element.name() + "[" + element.index() + "] = " + value + ";";
    }

    /** Chooses how each shared array is used until the next barrier. */
    void open() {
        for (SharedArray array : arrays) {
            int choice = scope.random.nextInt(100);
            if (array.mayBeAtomic() && choice < 30) {
                scope.atomics.add(array.atomic(AtomicArray.Family.any(scope)));
            } else if (array.size() >= threads && choice < 70) {
                scope.outputs.add(array.element(place(array.size())));
            } else {
                scope.addReadable(array.readable());
            }
        }
    }

    /** Lets every shared array be read until the next barrier. */
    void openToRead(KernelScope reader) {
        arrays.forEach(array -> reader.addReadable(array.readable()));
    }

    /** A number for each thread that no other thread of the block has, all of them below the number of elements. */
    private String place(int size) {
        List<String> places = new ArrayList<>(List.of(thread, thread, (threads - 1) + " - " + thread));
        if (isPowerOfTwo()) {
            places.add(thread + " ^ 1");
            places.add("(" + thread + " + 3) & " + (threads - 1));
        }
        if (size >= 2 * threads) {
            places.add(thread + " + " + threads);
            places.add("2 * " + thread + " + 1");
        }
        return scope.oneOf(places);
    }

    private boolean isPowerOfTwo() {
        return Integer.bitCount(threads) == 1;
    }

    /**
     * Lets the kernel's own arrays be used until the next barrier: mostly each at the thread's own index, some read by the whole
     * block.
     *
     * @param neighbours whether threads of a block have neighbouring indices
     */
    void openOutputs(boolean neighbours) {
        for (ArrayName output : outputs) {
            boolean own = output.index().equals(KernelScope.INDEX);
            if (own && neighbours && isPowerOfTwo() && scope.percent(30)) {
                String first = KernelScope.INDEX + " - " + thread;
                scope.inputs.add(
                        new ArrayName(output.name(), output.type(), "", first + " + (%s & " + (threads - 1) + ")"));
            } else {
                scope.outputs.add(output);
            }
        }
    }

    /** {@return statements that put something of each shared array into the first of the kernel's arrays} */
    List<String> digest() {
        ArrayName output = outputs.getFirst();
        String place = output.name() + "[" + output.index() + "]";
        List<String> statements = new ArrayList<>();
        for (SharedArray array : arrays) {
            ArrayName element = array.element("(" + thread + " + 1) & " + (array.size() - 1));
            String value = element.name() + "[" + element.index() + "]";
            boolean isTruth = array.type() == NumberType.BOOLEAN;
            if (output.type() == NumberType.BOOLEAN) {
                statements.add(place + " ^= " + (isTruth ? value : value + " > 1") + ";");
            } else {
                statements.add(place + " += " + (isTruth ? value + " ? 1 : 2" : value) + ";");
            }
        }
        return statements;
    }
}
