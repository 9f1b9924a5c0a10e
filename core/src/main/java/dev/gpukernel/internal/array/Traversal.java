package dev.gpukernel.internal.array;

import dev.gpukernel.internal.array.Structure.Place;
import dev.gpukernel.internal.array.Structure.Step;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.jit.ElementFunction;
import java.util.List;

/** What a kernel does with the elements of an expression, one after the other, where it does not just store them. */
sealed interface Traversal {
    /** What becomes of an element of memory that another one comes to. */
    enum Update {
        LEAST,
        GREATEST,
        SUM
    }

    /** The elements along the last axes that become one in one thread. */
    enum Lanes {
        /** All of them. */
        ONE,
        /** Each so many of them; lanes go through the outermost loop. */
        OUTERMOST,
        /** Each so many of them; lanes go through the innermost loop. */
        INNERMOST;

        /** Threads that keep every GPU busy. */
        private static final int ENOUGH = 1 << 18;

        /** Elements of a lane, at least. */
        private static final int LEAST = 32;

        /**
         * {@return the number of lanes} It is the same on every device, for it decides in which order elements are added.
         *
         * @param others how often elements become one
         * @param elements how many each time
         */
        static int count(int others, int elements) {
            int lanes = 1;
            while ((long) others * lanes < ENOUGH && elements / LEAST >= 2 * lanes) {
                lanes *= 2;
            }
            return lanes;
        }
    }

    /** The name of the variable that goes through elements which become one, in their order. */
    String COUNTER = "element";

    /** {@return what the memory holds that it fills} */
    ElementType output(List<Step> steps);

    /** {@return whether elements that become one do so in parts, whose number is a parameter} */
    default boolean isInParts() {
        return false;
    }

    /**
     * Stores those elements for which a condition holds, one behind the other, and returns how many they are.
     *
     * @param condition number of the step that gives the condition
     * @param value that of the element
     */
    record Compaction(int condition, int value) implements Traversal {
        @Override
        public ElementType output(List<Step> steps) {
            return steps.get(value).type();
        }
    }

    /**
     * Updates elements of memory.
     *
     * @param place number of the step that says which one
     * @param value that of what comes to it
     */
    record Scatter(Update update, int place, int value) implements Traversal {
        @Override
        public ElementType output(List<Step> steps) {
            return steps.get(value).type();
        }
    }

    /**
     * Stores what elements come to up to each of them, along the last axes.
     *
     * @param reduction how they are combined
     * @param value number of the step that gives the element
     * @param output where the result is
     */
    record Scan(Reduction reduction, int value, Place output) implements Traversal {
        @Override
        public ElementType output(List<Step> steps) {
            return steps.get(value).type();
        }
    }

    /**
     * Finds which element of those along the last axes is the first of the least or greatest.
     *
     * @param isGreatest whether the greatest is searched
     * @param value number of the step that gives the element
     */
    record Best(boolean isGreatest, int value) implements Traversal {
        @Override
        public ElementType output(List<Step> steps) {
            return ElementType.INT;
        }
    }

    /**
     * Fills a row, or a matrix, of the result with a function of the user's.
     *
     * @param function the function
     * @param operands numbers of the steps that it takes
     * @param sizes numbers of the steps that give the sizes of what it fills, which it takes behind the memory and its number there
     * @param element what it fills it with
     */
    record Rows(ElementFunction function, List<Integer> operands, List<Integer> sizes, ElementType element)
            implements Traversal {
        @Override
        public ElementType output(List<Step> steps) {
            return element;
        }
    }

    /**
     * Makes one element of those along the last axes, or one for each lane of them: the first lane has the first of them and each so
     * many, the second begins with the second, and so on.
     */
    record Reduce(Reduction reduction, Lanes lanes) implements Traversal {
        @Override
        public ElementType output(List<Step> steps) {
            return steps.getLast().type();
        }

        @Override
        public boolean isInParts() {
            return lanes != Lanes.ONE;
        }
    }

    /**
     * Makes one element of those along the last axes by a function of the user's, of pieces of them.
     *
     * @param function the function; the first steps are what it begins with, and what it captures
     * @param captured how many values it captures
     */
    record Combine(ElementFunction function, int captured) implements Traversal {
        /** Elements that are combined one after another; what such pieces come to is combined in turn. */
        static final int PIECE = 256;

        @Override
        public ElementType output(List<Step> steps) {
            return steps.getLast().type();
        }

        @Override
        public boolean isInParts() {
            return true;
        }

        /** {@return how many pieces there are of some elements, at least one} */
        static int pieces(int elements) {
            return Math.max(1, elements / PIECE + (elements % PIECE == 0 ? 0 : 1));
        }
    }
}
