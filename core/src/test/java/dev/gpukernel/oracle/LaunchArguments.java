package dev.gpukernel.oracle;

import java.util.List;

/** Arguments of a generated kernel, and what may become of a launch with them. */
interface LaunchArguments {
    /** {@return one for each parameter} */
    List<Object> values();

    /** {@return whether an argument, an array, is to be on the device} */
    boolean isOnDevice(int argument);

    /** {@return whether a launch may be refused for them in these words} */
    boolean mayBeRefused(String message, Outcome java);

    /** {@return whether the method itself may run on the calling thread, so that arrays are as Java leaves them on every device} */
    boolean mayRunAsJava();
}
