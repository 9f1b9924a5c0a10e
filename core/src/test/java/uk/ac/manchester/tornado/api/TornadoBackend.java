package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** A way to devices. */
public interface TornadoBackend {
    /** Names of ways. */
    enum Type {
        PTX
    }

    int getNumDevices();

    TornadoDevice getDevice(int index);

    Type getBackendType();
}
