package uk.ac.manchester.tornado.api.runtime;

import uk.ac.manchester.tornado.api.StandInRuntime;
import uk.ac.manchester.tornado.api.TornadoRuntime;

/** Where the runtime is found. */
public final class TornadoRuntimeProvider {
    private static final TornadoRuntime RUNTIME = new StandInRuntime();

    private TornadoRuntimeProvider() {}

    public static TornadoRuntime getTornadoRuntime() {
        return RUNTIME;
    }
}
