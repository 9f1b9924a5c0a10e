package uk.ac.manchester.tornado.api;

/** What ran. */
public final class TornadoExecutionResult {
    private final DeviceMemory memory;

    TornadoExecutionResult(DeviceMemory memory) {
        this.memory = memory;
    }

    public TornadoExecutionResult transferToHost(Object... arrays) {
        for (Object array : arrays) {
            memory.toHost(array);
        }
        return this;
    }
}
