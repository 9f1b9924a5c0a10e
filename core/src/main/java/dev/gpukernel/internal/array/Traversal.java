package dev.gpukernel.internal.array;

import dev.gpukernel.internal.array.Structure.Place;
import dev.gpukernel.internal.array.Structure.Step;
import dev.gpukernel.internal.ir.ElementType;
import java.util.List;

/** What a kernel does with the elements of an expression, one after the other, where it does not just store or reduce them. */
sealed interface Traversal {
    /** What becomes of an element of memory that another one comes to. */
    enum Update {
        /** The greater of both. */
        LAST,
        SUM
    }

    /** {@return what the memory holds that it fills} */
    ElementType output(List<Step> steps);

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
     * Stores what becomes of elements along the last axes in lanes: of element r in lane r modulo their number, each in order. So neighbouring
     * threads read neighbouring elements.
     *
     * @param reduction how they are combined
     * @param lanes how many lanes there are
     */
    record Lanes(Reduction reduction, int lanes) implements Traversal {
        @Override
        public ElementType output(List<Step> steps) {
            return steps.getLast().type();
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
}
