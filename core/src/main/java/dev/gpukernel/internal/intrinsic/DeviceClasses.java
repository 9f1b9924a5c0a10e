package dev.gpukernel.internal.intrinsic;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Shared;

/** Internal names of the classes whose methods work on arrays, so that they become operations and not calls. */
public final class DeviceClasses {
    /** Arrays of the block. */
    public static final String SHARED = internalName(Shared.class);

    /** Changes of elements that no other thread comes between. */
    public static final String ATOMIC = internalName(Atomic.class);

    private DeviceClasses() {}

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
