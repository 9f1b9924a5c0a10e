package dev.gpukernel.internal.intrinsic;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Philox;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.SharedSlice;

/** Internal names of the classes whose methods, mostly on arrays, become something other than their own code. */
public final class DeviceClasses {
    /** Arrays of the block. */
    public static final String SHARED = internalName(Shared.class);

    /** Changes of elements that no other thread comes between. */
    public static final String ATOMIC = internalName(Atomic.class);

    /** What is checked of a slice of dynamic shared memory, in Java; never called by a kernel itself. */
    public static final Class<?> SLICE_CHECK = SharedSlice.class;

    /** Random numbers. */
    public static final String PHILOX = internalName(Philox.class);

    private DeviceClasses() {}

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
