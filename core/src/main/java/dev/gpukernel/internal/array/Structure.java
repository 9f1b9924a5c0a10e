package dev.gpukernel.internal.array;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.jit.ElementFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel's code depends on: everything of an expression but numbers, sizes, and where memory is. Expressions with equal structures
 * share a kernel.
 *
 * @param rank how many axes are left where those are one that are evenly spaced together
 * @param multiple of what the size of the last axis is known to be a multiple, and where neighbours along it are neighbours in memory the
 *     offset and the strides of the other axes; 1 if that does not matter
 * @param walked how many of the last axes are walked along for each element of the others
 * @param arrays what different memory holds
 * @param steps how an element is computed, operands first; the last step is the result
 * @param traversal what is done with elements, {@code null} if they are stored
 */
record Structure(
        int rank,
        int multiple,
        int walked,
        List<ElementType> arrays,
        List<Step> steps,
        @Nullable Traversal traversal) {
    /** How far apart neighbours along an axis are: a number that is not known is a parameter. */
    enum Stride {
        ZERO,
        ONE,
        ANY
    }

    /**
     * Where an element is.
     *
     * @param isMoved whether the first one is not at 0; the offset is a parameter then
     * @param strides for each axis
     */
    record Place(boolean isMoved, List<Stride> strides) {
        /** {@return whether neighbours along the last axis are neighbours in memory} */
        boolean isAlong() {
            return strides.getLast() == Stride.ONE;
        }
    }

    /** A part of the computation. */
    sealed interface Step {
        /** {@return what it comes to} */
        ElementType type();
    }

    /**
     * Reads an element.
     *
     * @param array number of the memory
     */
    record Read(ElementType type, int array, Place place) implements Step {}

    /**
     * Reads an element at a place that is computed.
     *
     * @param array number of the memory
     * @param place number of the step that gives the place
     */
    record Gather(ElementType type, int array, int place) implements Step {}

    /** The place itself. */
    record Index(Place place) implements Step {
        @Override
        public ElementType type() {
            return ElementType.INT;
        }
    }

    /**
     * All of an array, for a function to read from.
     *
     * @param array number of the memory
     */
    record Whole(ElementType type, int array) implements Step {}

    /** A number, which is a parameter. */
    record Scalar(ElementType type) implements Step {}

    /**
     * An operation.
     *
     * @param operands numbers of the steps that it works on
     */
    record Apply(ElementType type, Operation operation, List<Integer> operands) implements Step {}

    ElementType result() {
        return traversal == null ? steps.getLast().type() : traversal.output(steps);
    }

    /** {@return whether an element may throw an exception} */
    boolean mayThrow() {
        for (Step step : steps) {
            if (step instanceof Apply apply && apply.operation.mayThrow()) {
                return true;
            }
        }
        return traversal instanceof Traversal.Combine || traversal instanceof Traversal.Rows;
    }

    /** {@return a function of the user's that it applies, null if it applies none} */
    @Nullable ElementFunction function() {
        for (Step step : steps) {
            if (step instanceof Apply apply && apply.operation instanceof Operation.Applied applied) {
                return applied.function();
            }
        }
        return switch (traversal) {
            case Traversal.Combine combine -> combine.function();
            case Traversal.Rows rows -> rows.function();
            case null, default -> null;
        };
    }
}
