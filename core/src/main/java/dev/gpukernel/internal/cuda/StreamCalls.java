package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Streams and events, 1:1 as the driver names them (its header drops the version suffix too). Results are unchecked: see
 * {@link Check}. Safe for use by several threads.
 */
final class StreamCalls {
    private static final MethodHandle STREAM_CREATE = Driver.link(DriverFunction.STREAM_CREATE);
    private static final MethodHandle STREAM_DESTROY = Driver.link(DriverFunction.STREAM_DESTROY);
    private static final MethodHandle STREAM_SYNCHRONIZE = Driver.link(DriverFunction.STREAM_SYNCHRONIZE);
    private static final MethodHandle STREAM_QUERY = Driver.link(DriverFunction.STREAM_QUERY);
    private static final MethodHandle STREAM_WAIT_EVENT = Driver.link(DriverFunction.STREAM_WAIT_EVENT);
    private static final MethodHandle EVENT_CREATE = Driver.link(DriverFunction.EVENT_CREATE);
    private static final MethodHandle EVENT_DESTROY = Driver.link(DriverFunction.EVENT_DESTROY);
    private static final MethodHandle EVENT_RECORD = Driver.link(DriverFunction.EVENT_RECORD);
    private static final MethodHandle EVENT_SYNCHRONIZE = Driver.link(DriverFunction.EVENT_SYNCHRONIZE);
    private static final MethodHandle EVENT_QUERY = Driver.link(DriverFunction.EVENT_QUERY);
    private static final MethodHandle EVENT_ELAPSED_TIME = Driver.link(DriverFunction.EVENT_ELAPSED_TIME);
    private static final MethodHandle STREAM_GET_CTX = Driver.link(DriverFunction.STREAM_GET_CTX);

    private StreamCalls() {}

    static int cuStreamCreate(MemorySegment stream, int flags) {
        try {
            return (int) STREAM_CREATE.invokeExact(stream, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuStreamDestroy(long stream) {
        try {
            return (int) STREAM_DESTROY.invokeExact(stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuStreamSynchronize(long stream) {
        try {
            return (int) STREAM_SYNCHRONIZE.invokeExact(stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuStreamQuery(long stream) {
        try {
            return (int) STREAM_QUERY.invokeExact(stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuStreamWaitEvent(long stream, long event, int flags) {
        try {
            return (int) STREAM_WAIT_EVENT.invokeExact(stream, event, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuEventCreate(MemorySegment event, int flags) {
        try {
            return (int) EVENT_CREATE.invokeExact(event, flags);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuEventDestroy(long event) {
        try {
            return (int) EVENT_DESTROY.invokeExact(event);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuEventRecord(long event, long stream) {
        try {
            return (int) EVENT_RECORD.invokeExact(event, stream);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuEventSynchronize(long event) {
        try {
            return (int) EVENT_SYNCHRONIZE.invokeExact(event);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuEventQuery(long event) {
        try {
            return (int) EVENT_QUERY.invokeExact(event);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuEventElapsedTime(MemorySegment milliseconds, long start, long end) {
        try {
            return (int) EVENT_ELAPSED_TIME.invokeExact(milliseconds, start, end);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }

    static int cuStreamGetCtx(long stream, MemorySegment context) {
        try {
            return (int) STREAM_GET_CTX.invokeExact(stream, context);
        } catch (Throwable thrown) {
            throw Driver.unchecked(thrown);
        }
    }
}
