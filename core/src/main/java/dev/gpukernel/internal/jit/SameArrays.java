package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays that are passed more than once to one launch. */
final class SameArrays {
    private SameArrays() {}

    /**
     * Looks for them.
     *
     * @param program the kernel
     * @param parameters its parameters, records taken apart
     * @param arrays the arrays by parameter, null for what is none
     * @return whether every array that is written is passed once
     * @throws IllegalArgumentException if the iterations of a loop are then not independent
     */
    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    static boolean areWrittenOnesDistinct(Program program, List<Parameter> parameters, @Nullable Object[] arrays) {
        boolean distinct = true;
        for (int i = 0; i < arrays.length; i++) {
            for (int j = i + 1; j < arrays.length; j++) {
                if (arrays[i] != null && arrays[i] == arrays[j]) {
                    requireNoConflict(program, parameters.get(i), parameters.get(j));
                    distinct &= !program.uses().get(i).written()
                            && !program.uses().get(j).written();
                }
            }
        }
        return distinct;
    }

    private static void requireNoConflict(Program program, Parameter first, Parameter second) {
        for (AliasConflict conflict : program.conflicts()) {
            if (conflict.first() == first.index() && conflict.second() == second.index()) {
                throw new IllegalArgumentException(Message.ALIASED_ARGUMENTS.format(
                        first.kernel(), first.name(), second.name(), conflict.reason()));
            }
        }
    }
}
