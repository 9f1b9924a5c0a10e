package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRun;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Launches with host arrays: what the kernel reads goes to the device, what it writes comes back, an array passed twice is one
 * buffer. If a thread faults, nothing comes back.
 */
final class HostLaunch {
    private final Program program;
    private final @Nullable Object[] arrays;
    private final @Nullable Memory[] memories;

    /**
     * Makes what launches a program.
     *
     * @param program the kernel
     * @param arrays where the host arrays are found at each launch, by parameter
     */
    HostLaunch(Program program, @Nullable Object[] arrays) {
        this.program = program;
        this.arrays = arrays;
        this.memories = new Memory[arrays.length];
    }

    KernelRun run(Plan plan, Invocation invocation, Shape shape, @Nullable DeviceStream asked) throws KernelFault {
        return plan.gpu().raw().sharesHeap()
                ? inPlace(plan, invocation, shape, asked)
                : moved(plan, invocation, shape, asked);
    }

    private KernelRun inPlace(Plan plan, Invocation invocation, Shape shape, @Nullable DeviceStream asked)
            throws KernelFault {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array != null) {
                invocation.setArray(i, plan.gpu().raw().wrap(array));
            }
        }
        DeviceStream stream = asked == null ? plan.gpu().defaultStream() : asked;
        long start = System.nanoTime();
        invocation.launch(shape, stream.raw());
        return Times.inPlace(plan, System.nanoTime() - start);
    }

    private KernelRun moved(Plan plan, Invocation invocation, Shape shape, @Nullable DeviceStream asked)
            throws KernelFault {
        Lane lane = plan.gpu().takeLane();
        Stream stream = asked == null ? lane.stream : asked.raw();
        try {
            allocate(plan.gpu().raw(), stream);
            lane.begin.record(stream);
            long bytesIn = upload(shape, stream);
            lane.uploaded.record(stream);
            for (int i = 0; i < memories.length; i++) {
                Memory memory = memories[i];
                if (memory != null) {
                    invocation.setArray(i, memory);
                }
            }
            invocation.launch(shape, stream);
            lane.computed.record(stream);
            stream.synchronize();
            long bytesOut = download(stream);
            lane.end.record(stream);
            return Times.moved(plan, lane, bytesIn, bytesOut);
        } finally {
            free(stream);
            plan.gpu().giveBack(lane);
        }
    }

    private void allocate(Device device, Stream stream) {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array != null) {
                int same = first(array);
                ElementType element = Objects.requireNonNull(ElementType.ofArray(array.getClass()));
                memories[i] = same < i ? memories[same] : device.allocate(element, Array.getLength(array), stream);
            }
        }
    }

    /** {@return the first parameter that an array is passed for} */
    private int first(Object array) {
        int i = 0;
        while (!isSame(arrays[i], array)) {
            i++;
        }
        return i;
    }

    private long upload(Shape shape, Stream stream) {
        long bytes = 0;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            Memory memory = memories[i];
            if (array != null && memory != null && first(array) == i && isOldContentNeeded(array, shape)) {
                memory.copyFrom(array, stream);
                bytes += bytes(memory);
            }
        }
        return bytes;
    }

    /** An element that is not surely overwritten must come back as it was, so it has to go there first. */
    private boolean isOldContentNeeded(Object array, Shape shape) {
        boolean touched = false;
        boolean overwritten = false;
        for (int i = 0; i < arrays.length; i++) {
            if (isSame(arrays[i], array)) {
                if (program.uses().get(i).read()) {
                    return true;
                }
                touched |= program.uses().get(i).written();
                overwritten |=
                        program.overwritten().get(i) && (long) shape.gridX() * shape.blockX() >= Array.getLength(array);
            }
        }
        return touched && !overwritten;
    }

    private long download(Stream stream) {
        long bytes = 0;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            Memory memory = memories[i];
            if (array != null && memory != null && first(array) == i && isWritten(array)) {
                memory.copyTo(array, stream);
                bytes += bytes(memory);
            }
        }
        return bytes;
    }

    private boolean isWritten(Object array) {
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

    private static long bytes(Memory memory) {
        return (long) memory.length() * memory.element().bytes();
    }

    private void free(Stream stream) {
        for (int i = 0; i < memories.length; i++) {
            Memory memory = memories[i];
            Object array = arrays[i];
            if (memory != null && array != null && first(array) == i) {
                memory.free(stream);
            }
        }
        Arrays.fill(memories, null);
    }
}
