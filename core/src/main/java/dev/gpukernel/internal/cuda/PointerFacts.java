package dev.gpukernel.internal.cuda;

import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What the driver knows of an address that somebody else gave. */
final class PointerFacts {
    private static final int MEMORY_TYPE = 2;
    private static final int DEVICE_POINTER = 3;
    private static final int IS_MANAGED = 8;
    private static final int DEVICE_ORDINAL = 9;
    private static final int RANGE_START = 11;
    private static final int RANGE_SIZE = 12;
    private static final int[] ASKED = {MEMORY_TYPE, DEVICE_POINTER, IS_MANAGED, DEVICE_ORDINAL, RANGE_START, RANGE_SIZE
    };

    private static final int NOT_KNOWN = 0;
    private static final int OF_DEVICE = 2;

    private PointerFacts() {}

    /**
     * Asks whether kernels of a device may use memory: its own, managed memory, or memory of the host that is pinned.
     *
     * @throws IllegalArgumentException if not
     */
    static void require(long address, long bytes, CudaContext context) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(ValueLayout.JAVA_INT, ASKED.length);
            MemorySegment values = arena.allocate(ValueLayout.JAVA_LONG, ASKED.length);
            MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, ASKED.length);
            for (int i = 0; i < ASKED.length; i++) {
                attributes.setAtIndex(ValueLayout.JAVA_INT, i, ASKED[i]);
                pointers.setAtIndex(ValueLayout.ADDRESS, i, values.asSlice((long) i * Long.BYTES, Long.BYTES));
            }
            context.makeCurrent();
            int status = MemoryCalls.cuPointerGetAttributes(ASKED.length, attributes, pointers, address);
            if (status != Check.SUCCESS) {
                throw Check.failure(status, "cuPointerGetAttributes", Check.hex(address));
            }
            int type = values.get(ValueLayout.JAVA_INT, 0);
            long there = values.getAtIndex(ValueLayout.JAVA_LONG, 1);
            boolean isManaged = values.get(ValueLayout.JAVA_BYTE, 2L * Long.BYTES) != 0;
            int ordinal = values.get(ValueLayout.JAVA_INT, 3L * Long.BYTES);
            long start = values.getAtIndex(ValueLayout.JAVA_LONG, 4);
            long size = values.getAtIndex(ValueLayout.JAVA_LONG, 5);
            String device = context.device().name();
            if (type == NOT_KNOWN) {
                throw unusable(
                        address,
                        bytes,
                        device,
                        "the driver knows no memory there",
                        "pass an address of the device, or register memory of the host first");
            }
            if (type == OF_DEVICE && !isManaged && ordinal != context.device().ordinal()) {
                throw unusable(
                        address, bytes, device, "it is on device " + ordinal, "use that device, as Gpu.all() has it");
            }
            if (there != address) {
                throw unusable(address, bytes, device, "kernels find it at " + Check.hex(there), "pass that address");
            }
            if (size != 0 && address + bytes > start + size) {
                throw unusable(
                        address,
                        bytes,
                        device,
                        "what was allocated there ends at " + Check.hex(start + size),
                        "pass a length that fits");
            }
        }
    }

    private static IllegalArgumentException unusable(
            long address, long bytes, String device, String reason, String advice) {
        return new IllegalArgumentException(
                Message.FOREIGN_MEMORY.format(Check.hex(address), bytes, device, reason, advice));
    }
}
