package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * What a plan is made for, apart from the kernel and the device.
 *
 * @param shape the grid
 * @param arrays the arrays that the kernel touches, in order
 */
record PlanKey(Shape shape, List<PassedArray> arrays) {
    /**
     * An array that is passed.
     *
     * @param length number of its elements
     * @param same the first that is the very same array
     */
    record PassedArray(int length, int same) {}

    PlanKey {
        arrays = List.copyOf(arrays);
    }

    /** {@return whether no array is passed twice} */
    boolean areDistinct() {
        return arrays.stream().map(PassedArray::same).distinct().count() == arrays.size();
    }

    @SuppressWarnings("ReferenceEquality") // the very same memory
    static PlanKey of(Shape shape, List<TornadoMemory> memories) {
        List<PassedArray> arrays = new ArrayList<>();
        for (TornadoMemory memory : memories) {
            int same = 0;
            while (memories.get(same) != memory) {
                same++;
            }
            arrays.add(new PassedArray(Math.toIntExact(memory.length()), same));
        }
        return new PlanKey(shape, arrays);
    }
}
