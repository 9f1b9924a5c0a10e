package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** One backend with one device. */
public final class StandInRuntime implements TornadoRuntime, TornadoBackend {
    private final TornadoDevice device = new StandInDevice();

    public StandInRuntime() {}

    /** {@return bytes that were moved between host and device so far} */
    public static long bytesMoved() {
        return DeviceMemory.moved();
    }

    @Override
    public int getNumBackends() {
        return 1;
    }

    @Override
    public TornadoBackend getBackend(int index) {
        return this;
    }

    @Override
    public int getNumDevices() {
        return 1;
    }

    @Override
    public TornadoDevice getDevice(int index) {
        return device;
    }

    @Override
    public Type getBackendType() {
        return Type.PTX;
    }
}
