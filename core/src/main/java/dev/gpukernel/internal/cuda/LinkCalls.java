package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The driver's linker, 1:1 as the driver names its functions. Results are unchecked: see {@link Check}. Safe for use by several threads. */
final class LinkCalls {
    private static final MethodHandle LINK_CREATE = Driver.link(DriverFunction.LINK_CREATE);
    private static final MethodHandle LINK_ADD_DATA = Driver.link(DriverFunction.LINK_ADD_DATA);
    private static final MethodHandle LINK_COMPLETE = Driver.link(DriverFunction.LINK_COMPLETE);
    private static final MethodHandle LINK_DESTROY = Driver.link(DriverFunction.LINK_DESTROY);

    private LinkCalls() {}

    static int cuLinkCreate(
            int optionCount, MemorySegment options, MemorySegment optionValues, MemorySegment linkState) {
        try {
            return (int) LINK_CREATE.invokeExact(optionCount, options, optionValues, linkState);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuLinkAddData(
            long linkState,
            int inputType,
            MemorySegment data,
            long bytes,
            MemorySegment name,
            int optionCount,
            MemorySegment options,
            MemorySegment optionValues) {
        try {
            return (int) LINK_ADD_DATA.invokeExact(
                    linkState, inputType, data, bytes, name, optionCount, options, optionValues);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuLinkComplete(long linkState, MemorySegment image, MemorySegment bytes) {
        try {
            return (int) LINK_COMPLETE.invokeExact(linkState, image, bytes);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuLinkDestroy(long linkState) {
        try {
            return (int) LINK_DESTROY.invokeExact(linkState);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }
}
