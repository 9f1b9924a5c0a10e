package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.ForeignArray;
import dev.gpukernel.internal.backend.StagingBuffer;
import dev.gpukernel.internal.ir.ElementType;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What has to be moved of the host arrays of a launch. */
final class HostArrays {
    private final Program program;
    private final @Nullable Object[] arrays;

    /**
     * Makes it.
     *
     * @param program the kernel
     * @param arrays where the host arrays are found at each launch, by parameter
     */
    HostArrays(Program program, @Nullable Object[] arrays) {
        this.program = program;
        this.arrays = arrays;
    }

    /** What is to be moved of an array, in the order of a staging buffer. */
    enum Way {
        THERE,
        THERE_AND_BACK,
        BACK,
        NEITHER;

        boolean goes() {
            return this == THERE || this == THERE_AND_BACK;
        }

        boolean comesBack() {
            return this == THERE_AND_BACK || this == BACK;
        }
    }

    /**
     * What is to be moved of an array.
     *
     * @param array one of the arrays
     * @param overwritten parameters whose old contents do not matter if there are enough threads
     * @param threads how many there are
     */
    Way way(Object array, BitSet overwritten, long threads) {
        boolean goes = isOldContentNeeded(array, overwritten, threads);
        if (isWritten(array)) {
            return goes ? Way.THERE_AND_BACK : Way.BACK;
        }
        return goes ? Way.THERE : Way.NEITHER;
    }

    /** {@return whether all arrays fit a staging buffer} */
    boolean areSmall() {
        long bytes = 0;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array != null && first(array) == i) {
                long own = ForeignArray.lengthOf(array) * elementOf(array).bytes();
                bytes += Math.ceilDiv(own, StagingBuffer.ALIGNMENT) * StagingBuffer.ALIGNMENT;
            }
        }
        return bytes <= StagingBuffer.CAPACITY;
    }

    /** {@return bytes of all arrays} */
    long bytes() {
        long bytes = 0;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array != null && first(array) == i) {
                bytes += ForeignArray.lengthOf(array) * elementOf(array).bytes();
            }
        }
        return bytes;
    }

    static ElementType elementOf(Object array) {
        return array instanceof ForeignArray foreign
                ? foreign.element()
                : Objects.requireNonNull(ElementType.ofArray(array.getClass()));
    }

    /** {@return the first parameter that an array is passed for} */
    int first(Object array) {
        int i = 0;
        while (!isSame(arrays[i], array)) {
            i++;
        }
        return i;
    }

    /** An element that is not surely overwritten must come back as it was, so it has to go there first. */
    private boolean isOldContentNeeded(Object array, BitSet fullWrites, long threads) {
        boolean touched = false;
        boolean overwritten = false;
        for (int i = 0; i < arrays.length; i++) {
            if (isSame(arrays[i], array)) {
                if (program.uses().get(i).read()) {
                    return true;
                }
                touched |= program.uses().get(i).written();
                overwritten |= fullWrites.get(i) && threads >= ForeignArray.lengthOf(array);
            }
        }
        return touched && !overwritten;
    }

    boolean isWritten(Object array) {
        for (int i = 0; i < arrays.length; i++) {
            if (isSame(arrays[i], array) && program.uses().get(i).written()) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    private static boolean isSame(@Nullable Object one, Object other) {
        return one == other;
    }
}
