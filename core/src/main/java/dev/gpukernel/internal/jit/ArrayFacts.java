package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.frontend.Inputs;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What holds of the arrays of a launch, so that its code may rely on it.
 *
 * @param distinct whether every array that is written is passed once
 * @param aligned whether all begin at a multiple of {@link #ALIGNMENT} bytes, as all do but slices
 */
record ArrayFacts(boolean distinct, boolean aligned) {
    /** In bytes: what a thread moves at once begins at a multiple of it in its array. */
    static final int ALIGNMENT = 16;

    /** What holds of most launches. */
    static final ArrayFacts USUAL = new ArrayFacts(true, true);

    private static final ArrayFacts SHARED = new ArrayFacts(false, true);
    private static final ArrayFacts UNALIGNED = new ArrayFacts(true, false);
    private static final ArrayFacts SHARED_UNALIGNED = new ArrayFacts(false, false);

    /**
     * Looks at arrays that are passed.
     *
     * @param program the kernel
     * @param parameters its parameters, records taken apart
     * @param arrays the arrays by parameter, null for what is none
     * @return what holds of them
     * @throws IllegalArgumentException if the same array is passed twice, and the iterations of a loop are then not independent; or if
     *     two overlap otherwise and one is written
     */
    static ArrayFacts of(Program program, List<Parameter> parameters, @Nullable Object[] arrays) {
        boolean distinct = true;
        // A thread of a grid kernel moves one element at a time.
        boolean isGrid = program.form() == KernelForm.GRID;
        boolean aligned = true;
        for (int i = 0; i < arrays.length; i++) {
            aligned &= !(arrays[i] instanceof HeldArray<?> held) || isGrid || held.isAligned(ALIGNMENT);
            for (int j = i + 1; j < arrays.length; j++) {
                if (areSame(arrays[i], arrays[j])) {
                    requireNoConflict(program, parameters.get(i), parameters.get(j));
                    requireNotCompared(program, parameters.get(i), parameters.get(j));
                    distinct &= !isWritten(program, i) && !isWritten(program, j);
                } else {
                    requireApart(program, parameters, arrays, i, j);
                }
            }
        }
        // Not made anew: a launch allocates nothing.
        return distinct ? aligned ? USUAL : UNALIGNED : aligned ? SHARED : SHARED_UNALIGNED;
    }

    private static void requireNotCompared(Program program, Parameter first, Parameter second) {
        Set<Inputs.ArrayPair> compared = program.inputs().apartArrays();
        if (!compared.isEmpty() && compared.contains(new Inputs.ArrayPair(first.index(), second.index()))) {
            throw refusal("the same array", first, second, "and is compiled for two, which it compares");
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    static boolean areSame(@Nullable Object first, @Nullable Object second) {
        return first != null
                && (first == second
                        || (first instanceof HeldArray<?> one
                                && second instanceof HeldArray<?> other
                                && one.isSame(other)));
    }

    private static boolean isWritten(Program program, int parameter) {
        return program.uses().get(parameter).written();
    }

    private static void requireNoConflict(Program program, Parameter first, Parameter second) {
        String reason = program.conflict(first.index(), second.index());
        if (reason != null) {
            throw refusal("the same array", first, second, "and its iterations are then not independent: " + reason);
        }
    }

    /**
     * Looks for arrays that share some elements, at different indices or not all of them. Code is made for arrays that share all elements or
     * none.
     *
     * @throws IllegalArgumentException if there are such, and one is written
     */
    static void requireNoOverlaps(Program program, List<Parameter> parameters, @Nullable Object[] arrays) {
        for (int i = 0; i < arrays.length; i++) {
            for (int j = i + 1; j < arrays.length; j++) {
                requireApart(program, parameters, arrays, i, j);
            }
        }
    }

    private static void requireApart(
            Program program, List<Parameter> parameters, @Nullable Object[] arrays, int i, int j) {
        if (arrays[i] instanceof HeldArray<?> one
                && arrays[j] instanceof HeldArray<?> other
                && one.overlaps(other)
                && !one.isSame(other)
                && (isWritten(program, i) || isWritten(program, j))) {
            Parameter first = parameters.get(i);
            Parameter second = parameters.get(j);
            throw refusal(
                    "%s %s and %s of one array".formatted(one.parts(), one.range(), other.range()),
                    first,
                    second,
                    "and writes '%s'".formatted(isWritten(program, i) ? first.name() : second.name()));
        }
    }

    private static IllegalArgumentException refusal(String what, Parameter first, Parameter second, String why) {
        return new IllegalArgumentException(
                Message.ALIASED_ARGUMENTS.format(first.kernel(), what, first.name(), second.name(), why));
    }
}
