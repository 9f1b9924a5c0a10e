package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Device;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Events for Java's Flight Recorder. Each method gives null unless a recording wants the event, so that a launch without one makes nothing: the
 * question is a field's value, once code is compiled.
 */
@SuppressWarnings("UnusedVariable") // the recorder reads the fields of events
final class FlightEvents {
    /** A runtime image may be without the recorder. */
    private static final boolean HAS_RECORDER =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private static final String OF_GPUKERNEL = "GpuKernel";

    private FlightEvents() {}

    /** {@return whether there has been a recording} Before that, not even the events' classes are loaded, which takes as long as a small kernel. */
    private static boolean mayRecord() {
        return HAS_RECORDER && FlightRecorder.isInitialized();
    }

    /** {@return an event of a launch, which has begun; null if nobody wants it} */
    static @Nullable Launched launch() {
        return mayRecord() ? Launched.ifWanted() : null;
    }

    /** {@return an event of a copy, which has begun; null if nobody wants it} */
    static @Nullable Copied copy() {
        return mayRecord() ? Copied.ifWanted() : null;
    }

    /** {@return an event of a compilation, which has begun; null if nobody wants it} */
    static @Nullable Compiled compilation() {
        return mayRecord() ? Compiled.ifWanted() : null;
    }

    /** {@return an event of an allocation, which has begun; null if nobody wants it} */
    static @Nullable Allocated allocation() {
        return mayRecord() ? Allocated.ifWanted() : null;
    }

    /** Takes note that an array's memory is free again. */
    static void freed(Device device, long bytes) {
        if (mayRecord()) {
            Freed.ifWanted(device, bytes);
        }
    }

    /** A launch, as the host sees it: of arrays on a device it ends when it is enqueued. */
    @Name("dev.gpukernel.Launch")
    @Label("Kernel Launch")
    @Category(OF_GPUKERNEL)
    @Description(
            "A launch of a kernel, from when its arguments are there; of arrays on the device until it is enqueued")
    static final class Launched extends Event {
        private static final Launched ANY = new Launched();

        @Label("Kernel")
        private @Nullable String kernel;

        @Label("Device")
        private @Nullable String device;

        @Label("Arrays on the Device")
        private boolean resident;

        @Label("Launches")
        @Description("More than one for a graph")
        private int launches;

        @Label("Thrown")
        @Description("Class of what it threw, if it is known when the launch ends")
        private @Nullable String thrown;

        private static @Nullable Launched ifWanted() {
            if (!ANY.isEnabled()) {
                return null;
            }
            Launched event = new Launched();
            event.begin();
            return event;
        }

        void end(String what, String where, boolean isResident, int count, @Nullable Throwable failure) {
            end();
            if (shouldCommit()) {
                kernel = what;
                device = where;
                resident = isResident;
                launches = count;
                thrown = failure == null ? null : failure.getClass().getName();
                commit();
            }
        }
    }

    /** A copy between host and device. */
    @Name("dev.gpukernel.Copy")
    @Label("Copy")
    @Category(OF_GPUKERNEL)
    @Description("A copy between host and device, until the host goes on")
    static final class Copied extends Event {
        private static final Copied ANY = new Copied();

        @Label("Device")
        private @Nullable String device;

        @Label("To the Device")
        private boolean toDevice;

        @Label("Bytes")
        @DataAmount
        private long bytes;

        private static @Nullable Copied ifWanted() {
            if (!ANY.isEnabled()) {
                return null;
            }
            Copied event = new Copied();
            event.begin();
            return event;
        }

        void end(DeviceGpu gpu, boolean isToDevice, long amount) {
            end();
            if (shouldCommit()) {
                device = gpu.raw().info().toString();
                toDevice = isToDevice;
                bytes = amount;
                commit();
            }
        }
    }

    /** A step of compiling a kernel. */
    @Name("dev.gpukernel.Compilation")
    @Label("Kernel Compilation")
    @Category(OF_GPUKERNEL)
    @Description("A step of compiling a kernel: reading and optimising its bytecode, or making code of a device")
    static final class Compiled extends Event {
        private static final Compiled ANY = new Compiled();

        @Label("Kernel")
        private @Nullable String kernel;

        @Label("Device")
        @Description("Null for what all devices have in common")
        private @Nullable String device;

        private static @Nullable Compiled ifWanted() {
            if (!ANY.isEnabled()) {
                return null;
            }
            Compiled event = new Compiled();
            event.begin();
            return event;
        }

        void end(String what, @Nullable DeviceGpu gpu) {
            end();
            if (shouldCommit()) {
                kernel = what;
                device = gpu == null ? null : gpu.raw().info().toString();
                commit();
            }
        }
    }

    /** An allocation of device memory. */
    @Name("dev.gpukernel.Allocation")
    @Label("Device Memory Allocation")
    @Category(OF_GPUKERNEL)
    @Description("Device memory of an array, or of a launch while it runs")
    static final class Allocated extends Event {
        private static final Allocated ANY = new Allocated();

        @Label("Device")
        private @Nullable String device;

        @Label("Bytes")
        @DataAmount
        private long bytes;

        private static @Nullable Allocated ifWanted() {
            if (!ANY.isEnabled()) {
                return null;
            }
            Allocated event = new Allocated();
            event.begin();
            return event;
        }

        void end(Device on, long amount) {
            end();
            if (shouldCommit()) {
                device = on.info().toString();
                bytes = amount;
                commit();
            }
        }
    }

    /** The end of an array. */
    @Name("dev.gpukernel.Free")
    @Label("Device Memory Free")
    @Category(OF_GPUKERNEL)
    @Description("Memory of a GpuArray is free again")
    @StackTrace(false)
    static final class Freed extends Event {
        private static final Freed ANY = new Freed();

        @Label("Device")
        private @Nullable String device;

        @Label("Bytes")
        @DataAmount
        private long bytes;

        private static void ifWanted(Device on, long amount) {
            if (ANY.isEnabled()) {
                Freed event = new Freed();
                event.device = on.info().toString();
                event.bytes = amount;
                event.commit();
            }
        }
    }
}
