package dev.gpukernel;

import java.lang.foreign.MemorySegment;

/**
 * Memory that is registered with a device, until this is closed: see {@link Gpu#register(MemorySegment, Reading)}. One that becomes
 * unreachable is closed some time later.
 */
public interface GpuRegistration extends AutoCloseable {
    /** What launches do with a registered segment that they only read. */
    enum Reading {
        /** They copy it to the device first. That is faster where elements are read several times, or most are. */
        COPIED,

        /**
         * The device reads it where it is, in the host's memory, element by element: it takes no memory on the device, and only what is read
         * moves.
         */
        IN_PLACE,

        /**
         * The device reads it where it is, and nothing is pinned: registering costs nothing, whatever the size, and more memory may be registered
         * than the system lets a process lock. Only some devices can; copies are as without a registration.
         */
        UNPINNED
    }

    /** {@return the memory} */
    MemorySegment memory();

    /** {@return the device that it is registered with} */
    Gpu device();

    /**
     * {@return whether the memory is pinned} If not, copies are as without a registration: if it is registered with {@link Reading#UNPINNED},
     * on a device that has no memory of its own, or where the driver does not take the memory, as it does not that of some mapped files, or more
     * than the system lets a process lock.
     */
    boolean isPinned();

    /** Ends the registration, at the latest when launches and copies that use it are done. Later calls do nothing. */
    @Override
    void close();
}
