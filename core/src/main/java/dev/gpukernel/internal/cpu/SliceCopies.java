package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.SegmentMemory;
import dev.gpukernel.internal.backend.Stream;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Java arrays that a launch gets in place of slices: its code indexes whole arrays. Elements are copied there before it, and back
 * after it if it may have written them.
 */
final class SliceCopies {
    /** Of a launch without slices. */
    static final SliceCopies NONE = new SliceCopies();

    private final List<Copy> copies = new ArrayList<>();

    private static final class Copy {
        final Memory slice;
        final Object array;
        boolean isWritten;

        Copy(Memory slice) {
            this.slice = slice;
            this.array = Array.newInstance(slice.element().arrayClass().componentType(), (int) slice.length());
        }
    }

    /**
     * Takes a slice, the same one for several parameters perhaps.
     *
     * @param slice the slice
     * @param written whether the launch may write its elements
     * @return what the launch gets
     */
    Object add(Memory slice, boolean written) {
        Copy copy = copies.stream()
                .filter(known -> isSame(known.slice, slice))
                .findFirst()
                .orElse(null);
        if (copy == null) {
            copy = new Copy(slice);
            copies.add(copy);
        }
        copy.isWritten |= written;
        return copy.array;
    }

    @SuppressWarnings("ReferenceEquality") // the very same memory
    private static boolean isSame(Memory one, Memory other) {
        return switch (one) {
            case HeapMemory own -> other instanceof HeapMemory heap && own.isSame(heap);
            case SegmentMemory own -> other instanceof SegmentMemory segment && own.isSame(segment);
            default -> one == other;
        };
    }

    void fill(Stream stream) {
        // Without an iterator: most launches have none, and make nothing.
        for (int i = 0; i < copies.size(); i++) {
            copies.get(i).slice.copyTo(copies.get(i).array, stream);
        }
    }

    void giveBack(Stream stream) {
        for (int i = 0; i < copies.size(); i++) {
            Copy copy = copies.get(i);
            if (copy.isWritten) {
                copy.slice.copyFrom(copy.array, stream);
            }
        }
    }

    /** {@return the slice that an array is a copy of, null for another array} */
    @SuppressWarnings("ReferenceEquality") // the very same array
    @Nullable Memory slice(Object array) {
        return copies.stream()
                .filter(copy -> copy.array == array)
                .map(copy -> copy.slice)
                .findFirst()
                .orElse(null);
    }
}
