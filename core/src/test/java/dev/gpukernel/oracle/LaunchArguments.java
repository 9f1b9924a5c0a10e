package dev.gpukernel.oracle;

import java.util.List;

/** Arguments of a generated kernel, and what may become of a launch with them. */
interface LaunchArguments {
    /** {@return one for each parameter} */
    List<Object> values();

    /** {@return whether an argument, an array, is to be on the device} */
    boolean isOnDevice(int argument);

    /** {@return what is passed for an argument on the host: that itself, or what stands for it and shares its memory} */
    default Object passed(int argument, Object value) {
        return value;
    }

    /** {@return an argument as an array: that itself, of a segment one with its elements} */
    default Object array(int argument, Object value) {
        return value;
    }

    /** {@return whether segments are taken for large ones} */
    default boolean areLarge() {
        return false;
    }

    /** {@return how many launches there are in a row} */
    default int launches() {
        return 1;
    }

    /** {@return whether a launch may be refused for them in these words} */
    boolean mayBeRefused(String message, Outcome java);

    /** {@return whether the method itself may run on the calling thread, so that arrays are as Java leaves them on every device} */
    boolean mayRunAsJava();

    /** {@return whether arrays are as Java leaves them on every device, also where a kernel throws} */
    default boolean leavesAsJava() {
        return false;
    }
}
