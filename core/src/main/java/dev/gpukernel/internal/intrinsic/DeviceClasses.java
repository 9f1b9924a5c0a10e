package dev.gpukernel.internal.intrinsic;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.SharedSlice;

/** Internal names of the classes whose methods work on arrays, so that they become operations and not calls. */
public final class DeviceClasses {
    /** Arrays of the block. */
    public static final String SHARED = internalName(Shared.class);

    /** Changes of elements that no other thread comes between. */
    public static final String ATOMIC = internalName(Atomic.class);

    /** What is checked of a slice of dynamic shared memory, in Java; never called by a kernel itself. */
    public static final Class<?> SLICE_CHECK = SharedSlice.class;

    private DeviceClasses() {}

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
