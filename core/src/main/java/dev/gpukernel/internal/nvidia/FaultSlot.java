package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.cuda.HeapArray;
import dev.gpukernel.internal.cuda.HostCopy;
import dev.gpukernel.internal.cuda.PinnedMemory;
import dev.gpukernel.internal.ptx.FaultRecord;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FaultRecord}, used by one launch at a time, and a flag in host memory that tells without a copy whether there is anything
 * in it.
 */
final class FaultSlot implements FaultPlace {
    private static final int WORDS = FaultRecord.BYTES / Long.BYTES;
    private static final int SLOTS = 256;

    private final PinnedMemory flags;
    private final long flag;
    private final long address;

    /** Knows what a fault here means; of the launch that has the slot. */
    private @Nullable NvidiaExecutable executable;

    private FaultSlot(PinnedMemory flags, long flag, long address) {
        this.flags = flags;
        this.flag = flag;
        this.address = address;
    }

    /**
     * Makes slots that last as long as the device's context.
     *
     * @param to where they go
     * @param copy moves their first contents
     * @param stream where; done when this returns
     */
    static void make(ArrayDeque<FaultSlot> to, HostCopy copy, CudaStream stream) {
        PinnedMemory flags = PinnedMemory.allocate(stream.context(), (long) SLOTS * Integer.BYTES);
        flags.segment().fill((byte) 0);
        DeviceMemory records = DeviceMemory.allocate((long) SLOTS * FaultRecord.BYTES, stream);
        long[] words = new long[SLOTS * WORDS];
        for (int i = 0; i < SLOTS; i++) {
            long flag = (long) i * Integer.BYTES;
            clear(words, i * WORDS, flags.devicePointer() + flag);
            to.add(new FaultSlot(flags, flag, records.pointer() + (long) i * FaultRecord.BYTES));
        }
        copy.copyIn(HeapArray.of(words, 0, words.length), records.pointer(), stream);
        stream.synchronize();
    }

    private static void clear(long[] words, int from, long flagPointer) {
        words[from + FaultRecord.LOWEST / Long.BYTES] = FaultRecord.NONE;
        words[from + FaultRecord.FLAG_ADDRESS / Long.BYTES] = flagPointer;
    }

    /** {@return address of the record on the device} */
    long address() {
        return address;
    }

    /** Gives the slot to a launch. */
    FaultSlot of(@Nullable NvidiaExecutable launched) {
        executable = launched;
        return this;
    }

    @Override
    public boolean isRaised() {
        return flags.segment().get(ValueLayout.JAVA_INT, flag) != 0;
    }

    @Override
    public List<KernelFault> take(FaultSlots slots) {
        long[] words = new long[WORDS];
        slots.read(words, address);
        clear(slots);
        return List.of(Objects.requireNonNull(executable, "launched").fault(new Words(words)));
    }

    @Override
    public void clear(FaultSlots slots) {
        long[] cleared = new long[WORDS];
        clear(cleared, 0, flags.devicePointer() + flag);
        slots.write(cleared, address);
        flags.segment().set(ValueLayout.JAVA_INT, flag, 0);
    }

    @Override
    public void giveBack(FaultSlots slots) {
        executable = null;
        slots.giveBack(this);
    }

    /** The contents of a record. */
    static final class Words {
        private final long[] words;

        private Words(long[] words) {
            this.words = words;
        }

        long wide(int offset) {
            return words[offset / Long.BYTES];
        }

        int narrow(int offset) {
            return (int) (words[offset / Long.BYTES] >>> (offset % Long.BYTES * Byte.SIZE));
        }

        List<Integer> triple(int offset) {
            return List.of(narrow(offset), narrow(offset + Integer.BYTES), narrow(offset + 2 * Integer.BYTES));
        }
    }
}
