package uk.ac.manchester.tornado.api;

import java.util.IdentityHashMap;
import java.util.concurrent.atomic.AtomicLong;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Copies of a plan's arrays on the device. */
final class DeviceMemory {
    /** What memory holds that nothing was moved to. */
    private static final byte UNDEFINED = 0x55;

    private final IdentityHashMap<TornadoNativeArray, TornadoNativeArray> copies = new IdentityHashMap<>();
    private static final AtomicLong MOVED = new AtomicLong();

    /** Bytes that all plans of both devices may have. */
    private static final long MOST_OF_ALL = 7 * StandInDevice.MEMORY / 2;

    /** Bytes that all plans have, until they are closed. */
    private static final AtomicLong USED = new AtomicLong();

    private long bytes;

    /** {@return bytes that all plans have moved} */
    static long moved() {
        return MOVED.get();
    }

    /** {@return the copy of an array, made when it is first asked for} */
    TornadoNativeArray of(Object host) {
        TornadoNativeArray array = (TornadoNativeArray) host;
        TornadoNativeArray known = copies.get(array);
        if (known != null) {
            return known;
        }
        long more = array.getSegment().byteSize();
        long all = USED.addAndGet(more);
        if (bytes + more > StandInDevice.MEMORY || all > MOST_OF_ALL) {
            USED.addAndGet(-more);
            throw new OutOfDeviceMemoryError("Out of memory: " + all + " of " + StandInDevice.MEMORY + " bytes");
        }
        bytes += more;
        TornadoNativeArray made = array.another();
        made.getSegment().fill(UNDEFINED);
        copies.put(array, made);
        return made;
    }

    void free() {
        USED.addAndGet(-bytes);
        bytes = 0;
        copies.clear();
    }

    void toDevice(Object host) {
        MOVED.addAndGet(((TornadoNativeArray) host).getSegment().byteSize());
        of(host).getSegment().copyFrom(((TornadoNativeArray) host).getSegment());
    }

    void toHost(Object host) {
        MOVED.addAndGet(((TornadoNativeArray) host).getSegment().byteSize());
        ((TornadoNativeArray) host).getSegment().copyFrom(of(host).getSegment());
    }

    /** TornadoVM throws an error of its own, too. */
    static final class OutOfDeviceMemoryError extends Error {
        private static final long serialVersionUID = 1;

        OutOfDeviceMemoryError(String message) {
            super(message);
        }
    }
}
