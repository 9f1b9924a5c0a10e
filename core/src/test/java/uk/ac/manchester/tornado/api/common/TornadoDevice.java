package uk.ac.manchester.tornado.api.common;

/** A device. */
public interface TornadoDevice {
    String getDeviceName();

    long getMaxGlobalMemory();

    long getDeviceLocalMemorySize();
}
