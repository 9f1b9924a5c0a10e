package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the caller's that is registered with the driver, so that the device copies from and to it at full speed, or reads it where it is.
 * Memory whose arena is closed is found no more, and unregistered when somebody looks for it or registers other memory. Memory that is to be
 * read in place without being pinned is noted here alone: the driver need not know of it.
 *
 * <p>Safe for use by several threads. It is closed before its context.
 */
public final class HostRegistry implements AutoCloseable {
    private static final int PORTABLE_AND_MAPPED = 3;

    private final CudaContext context;
    private final List<Registered> all = new CopyOnWriteArrayList<>();

    HostRegistry(CudaContext context) {
        this.context = context;
    }

    /** Registered memory, until all who registered it have given it up and nobody uses it. */
    public final class Registered {
        private final MemorySegment memory;
        private final long devicePointer;
        private final boolean isPinned;

        /** How many registered it, how many of them to have it read in place, and how many use it; under the lock of this object. */
        private int holders;

        private int readers;
        private int uses;
        private boolean isGone;

        private Registered(MemorySegment memory, long devicePointer, boolean isPinned) {
            this.memory = memory;
            this.devicePointer = devicePointer;
            this.isPinned = isPinned;
        }

        /** {@return where the device finds a part of it} */
        public long devicePointer(MemorySegment part) {
            return devicePointer + (part.address() - memory.address());
        }

        private boolean contains(MemorySegment part) {
            return part.address() >= memory.address()
                    && part.address() + part.byteSize() <= memory.address() + memory.byteSize();
        }

        private boolean meets(MemorySegment other) {
            return other.address() < memory.address() + memory.byteSize()
                    && memory.address() < other.address() + other.byteSize();
        }

        private synchronized boolean isThere() {
            return !isGone && memory.scope().isAlive();
        }

        private synchronized boolean hold(boolean readInPlace) {
            if (!isThere()) {
                return false;
            }
            holders++;
            readers += readInPlace ? 1 : 0;
            return true;
        }

        private synchronized boolean beginUse(boolean readInPlace) {
            if (!isThere() || holders == 0 || (readInPlace ? readers == 0 : !isPinned)) {
                return false;
            }
            uses++;
            return true;
        }

        /** Ends a use. */
        public synchronized void endUse() {
            uses--;
            endIfUnused();
        }

        /** Gives it up, as who registered it does once. */
        public synchronized void giveUp(boolean readInPlace) {
            holders--;
            readers -= readInPlace ? 1 : 0;
            endIfUnused();
        }

        private synchronized void endIfUnused() {
            boolean isThere = memory.scope().isAlive();
            if (!isGone && uses == 0 && (holders == 0 || !isThere)) {
                isGone = true;
                all.remove(this);
                if (isPinned) {
                    unregister(isThere);
                }
            }
        }

        private void unregister(boolean isThere) {
            context.makeCurrent();
            int status = MemoryCalls.cuMemHostUnregister(memory.address());
            // Of memory that is gone, the driver may know no more.
            if (isThere) {
                Check.ok(status, "cuMemHostUnregister", memory.address());
            }
        }
    }

    /**
     * Registers memory, unless it is a part of what is registered already.
     *
     * @param memory native memory that this thread may use
     * @param readInPlace whether the device shall read it where it is
     * @return what was registered; null if the driver does not take it or it shares bytes with what is registered
     */
    public synchronized @Nullable Registered register(MemorySegment memory, boolean readInPlace) {
        for (Registered known : all) {
            known.endIfUnused();
            if (known.isPinned && known.meets(memory) && known.isThere()) {
                return known.contains(memory) && known.hold(readInPlace) ? known : null;
            }
        }
        context.makeCurrent();
        if (memory.byteSize() == 0
                || MemoryCalls.cuMemHostRegister(memory, memory.byteSize(), PORTABLE_AND_MAPPED) != Check.SUCCESS) {
            return null;
        }
        OutCell out = OutCell.mine();
        if (MemoryCalls.cuMemHostGetDevicePointer(out.first(), memory.address(), 0) != Check.SUCCESS) {
            MemoryCalls.cuMemHostUnregister(memory.address());
            return null;
        }
        return added(new Registered(memory, out.firstLong(), true), readInPlace);
    }

    private Registered added(Registered made, boolean readInPlace) {
        made.hold(readInPlace);
        all.add(made);
        return made;
    }

    /**
     * Lets the device read memory where it is, without pinning it. It can, if {@link DeviceAttribute#PAGEABLE_MEMORY_ACCESS} says so.
     *
     * @param memory native memory that this thread may use
     * @return what is to be given up as memory that is read in place
     */
    public Registered addUnpinned(MemorySegment memory) {
        return added(new Registered(memory, memory.address(), false), true);
    }

    /**
     * Begins a use of registered memory, which stays registered until the use ends.
     *
     * @param memory a part of it
     * @param readInPlace whether the device is to read it where it is, as somebody registered it for
     * @return what is used, null if it is not registered
     */
    public @Nullable Registered use(MemorySegment memory, boolean readInPlace) {
        if (!memory.isNative() || memory.byteSize() == 0) {
            return null;
        }
        for (Registered known : all) {
            if (known.contains(memory) && known.beginUse(readInPlace)) {
                return known;
            }
            if (known.meets(memory)) {
                known.endIfUnused();
            }
        }
        return null;
    }

    /** {@return whether all of some elements are registered now} */
    boolean has(HeapArray array) {
        MemorySegment memory = array.nativeMemory();
        Registered used = memory == null ? null : use(memory, false);
        if (used != null) {
            used.endUse();
        }
        return used != null;
    }

    /** Copies elements of native memory to the device, in one go, after a stream's earlier work and before its later work. */
    void copyIn(HeapArray array, long device, CudaStream stream) {
        whileRegistered(array, () -> DirectCopy.in(array, device, stream));
    }

    /** Copies elements of native memory from the device, in one go, after a stream's earlier work. */
    void copyOut(HeapArray array, long device, CudaStream stream) {
        whileRegistered(array, () -> DirectCopy.out(array, device, stream));
    }

    /** Somebody may have given it up since it was looked for: the copy is then slower. */
    private void whileRegistered(HeapArray array, Runnable copy) {
        MemorySegment memory = array.nativeMemory();
        Registered used = memory == null ? null : use(memory, false);
        try {
            copy.run();
        } finally {
            if (used != null) {
                used.endUse();
            }
        }
    }

    /** Unregisters everything. */
    @Override
    public void close() {
        for (Registered left : all) {
            synchronized (left) {
                left.holders = 0;
                left.endIfUnused();
            }
        }
    }
}
