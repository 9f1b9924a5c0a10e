package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** The only device of the stand-in. */
final class StandInDevice implements TornadoDevice {
    static final long MEMORY = 64 << 20;

    @Override
    public String getDeviceName() {
        return "Stand-in";
    }

    @Override
    public long getMaxGlobalMemory() {
        return MEMORY;
    }

    @Override
    public long getDeviceLocalMemorySize() {
        return 48 * 1024;
    }
}
