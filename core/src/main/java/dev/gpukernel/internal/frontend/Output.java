package dev.gpukernel.internal.frontend;

import java.util.List;

/** What a kernel returns, as the host makes it of the numbers and arrays that its code returns, in the order in which they stand in it. */
public sealed interface Output {
    /** No object. */
    record Null() implements Output {}

    /**
     * A number or an array.
     *
     * @param descriptor of its type
     */
    record Leaf(String descriptor) implements Output {}

    /**
     * An array in an array, of which the code returns the latter and a number.
     *
     * @param whole descriptor of the latter
     * @param depth how many indices lead to it there: it has the number among all that so many indices lead to
     */
    record Row(String whole, int depth) implements Output {}

    /**
     * A constant of an enum, of which the code returns the ordinal.
     *
     * @param className internal name of the enum
     */
    record Constant(String className) implements Output {}

    /**
     * An object that the kernel was passed, or that a field of one held.
     *
     * @param node which one
     */
    record Passed(Inputs.Node node) implements Output {}

    /**
     * A record, which its canonical constructor makes.
     *
     * @param className internal name of its class
     * @param components of it
     */
    record MadeRecord(String className, List<Output> components) implements Output {
        /** Copies the list. */
        public MadeRecord {
            components = List.copyOf(components);
        }
    }

    /**
     * An object that the kernel made.
     *
     * @param number tells it from the others, as far as it stands in them
     * @param className internal name of its class
     * @param fields of it
     */
    record MadeObject(int number, String className, List<Held> fields) implements Output {
        /** Copies the list. */
        public MadeObject {
            fields = List.copyOf(fields);
        }
    }

    /**
     * What a field of an object holds.
     *
     * @param field the field
     * @param value what it holds
     */
    record Held(Inputs.Field field, Output value) {}

    /**
     * An object that stands before, or around, this place already.
     *
     * @param number its number
     */
    record Same(int number) implements Output {}

    /**
     * One of several things that a kernel may return.
     *
     * @param output what it is
     * @param places of what its code returns for it, among all results
     */
    record Choice(Output output, List<Integer> places) {
        /** Copies the list. */
        public Choice {
            places = List.copyOf(places);
        }
    }
}
