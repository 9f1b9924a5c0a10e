package dev.gpukernel.oracle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method of generated code that other generated code calls.
 *
 * @param callee what stands before the argument list; of an instance method only its name
 * @param receiver the record whose instance method it is, {@code null} if it is static
 * @param parameters its parameters
 * @param result what it returns, {@code null} for nothing
 * @param grid whether it may ask for the thread's place in the grid, as nothing may outside a kernel
 * @param work about how many statements a call runs
 * @param size about how many statements the call is when translated in place
 * @param loops whether it has a loop, or something that it calls
 * @param usesArrays whether it is passed an array or makes one, or something that it calls
 */
record Helper(
        String callee,
        @Nullable RecordType receiver,
        List<Parameter> parameters,
        @Nullable ValueType result,
        boolean grid,
        int work,
        int size,
        boolean loops,
        boolean usesArrays) {
    /** How a parameter is used, which decides what may be passed. */
    enum Use {
        /** A number or record. */
        VALUE,
        /** An array that is only read, anywhere. */
        READ,
        /** An array of the thread's own, its length a power of two. */
        OWN,
        /** An array that threads share: only the element whose index the next parameter gives is used. */
        SHARED,
        /** An array of arrays of the thread's own or of a table, only read. */
        ROWS,
        /** Numbers as many as one likes: the last parameter. */
        VARIABLE
    }

    /**
     * A parameter; one for {@link Use#SHARED} is followed by an int that is not in the list.
     *
     * @param type of the value, or of the array's elements
     */
    record Parameter(String name, Use use, ValueType type) {
        /** {@return the parameter's declaration} */
        String declaration() {
            return switch (use) {
                case VALUE -> type.text() + " " + name;
                case READ, OWN -> type.text() + "[] " + name;
                case SHARED -> type.text() + "[] " + name + ", int " + index();
                case ROWS -> type.text() + "[][] " + name;
                case VARIABLE -> type.text() + "... " + name;
            };
        }

        /** {@return name of the index that comes with a shared array} */
        String index() {
            return name + "Index";
        }
    }
}
