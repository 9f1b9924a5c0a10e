package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.tornado.KernelLayout.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Fills the buffers of scalars and tables. */
final class ScalarBuffers {
    private ScalarBuffers() {}

    /** Fills in what stays: the size of the grid, constants and tables. */
    static void fillOnce(KernelLayout layout, Shape shape, Map<NativeKind, MemorySegment> buffers) {
        if (buffers.containsKey(NativeKind.INTS)) {
            int[] grid = {shape.gridX(), shape.gridY(), shape.gridZ()};
            for (int i = 0; i < grid.length; i++) {
                set(buffers, new Place(NativeKind.INTS, KernelLayout.GRID + i), grid[i]);
            }
            set(buffers, new Place(NativeKind.INTS, KernelLayout.ZERO), 0);
            set(buffers, new Place(NativeKind.INTS, KernelLayout.OTHER_ZERO), 0);
        }
        layout.constants().forEach((constant, place) -> set(buffers, place, constant.bits()));
        for (Map.Entry<Op.ConstantArray, Place> table : layout.tables().entrySet()) {
            List<Long> elements = table.getKey().elements();
            Place first = table.getValue();
            for (int i = 0; i < elements.size(); i++) {
                set(buffers, new Place(first.kind(), first.index() + i), elements.get(i));
            }
        }
    }

    /**
     * Fills in the arguments of a launch.
     *
     * @param values by parameter: the bits of a scalar, or the length of an array
     */
    static void fill(
            KernelLayout layout, List<BlockParam> params, long[] values, Map<NativeKind, MemorySegment> buffers) {
        for (BlockParam param : params) {
            Place place = layout.place(param);
            if (place != null) {
                set(buffers, place, values[param.index()]);
            }
        }
    }

    private static void set(Map<NativeKind, MemorySegment> buffers, Place place, long bits) {
        MemorySegment buffer = Objects.requireNonNull(buffers.get(place.kind()), "a buffer of the kernel");
        switch (place.kind()) {
            case INTS, FLOATS -> buffer.setAtIndex(ValueLayout.JAVA_INT, place.index(), (int) bits);
            case LONGS, DOUBLES -> buffer.setAtIndex(ValueLayout.JAVA_LONG, place.index(), bits);
            case BYTES, SHORTS -> throw new IllegalArgumentException("no buffer of " + place.kind());
        }
    }
}
