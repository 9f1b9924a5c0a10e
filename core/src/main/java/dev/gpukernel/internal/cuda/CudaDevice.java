package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A GPU that the driver lists. Immutable: everything is read once.
 *
 * @param ordinal its number, from 0
 * @param handle what the driver calls it in calls
 * @param name such as {@code NVIDIA H200}
 * @param totalMemory in bytes
 * @param attributes a value for each attribute
 */
public record CudaDevice(
        int ordinal, int handle, String name, long totalMemory, Map<DeviceAttribute, Integer> attributes) {
    private static final int NAME_BYTES = 256;

    /** Copies the attributes, which must be complete. */
    public CudaDevice {
        attributes = Collections.unmodifiableMap(new EnumMap<>(attributes));
    }

    /** Reads the device of a number. */
    static CudaDevice read(int ordinal) {
        OutCell out = OutCell.mine();
        Check.ok(DeviceCalls.cuDeviceGet(out.first(), ordinal), "cuDeviceGet", ordinal);
        int handle = out.firstInt();
        Check.ok(DeviceCalls.cuDeviceTotalMem(out.first(), handle), "cuDeviceTotalMem", handle);
        long totalMemory = out.firstLong();
        return new CudaDevice(ordinal, handle, readName(handle), totalMemory, readAttributes(handle));
    }

    /** {@return the value of an attribute} */
    public int get(DeviceAttribute attribute) {
        Integer value = attributes.get(attribute);
        if (value == null) {
            throw new IllegalStateException(attribute + " was not read");
        }
        return value;
    }

    /** {@return the first number of the compute capability, such as 9} */
    public int major() {
        return get(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR);
    }

    /** {@return the second number of the compute capability, such as 0} */
    public int minor() {
        return get(DeviceAttribute.COMPUTE_CAPABILITY_MINOR);
    }

    private static String readName(int handle) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(NAME_BYTES);
            Check.ok(DeviceCalls.cuDeviceGetName(name, NAME_BYTES, handle), "cuDeviceGetName", handle);
            return name.getString(0);
        }
    }

    private static Map<DeviceAttribute, Integer> readAttributes(int handle) {
        OutCell out = OutCell.mine();
        Map<DeviceAttribute, Integer> values = new EnumMap<>(DeviceAttribute.class);
        for (DeviceAttribute attribute : DeviceAttribute.values()) {
            int status = DeviceCalls.cuDeviceGetAttribute(out.first(), attribute.number(), handle);
            if (status != Check.SUCCESS) {
                throw Check.failure(status, "cuDeviceGetAttribute", attribute, handle);
            }
            values.put(attribute, out.firstInt());
        }
        return values;
    }
}
