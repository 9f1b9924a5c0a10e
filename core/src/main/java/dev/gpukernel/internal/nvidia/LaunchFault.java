package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A fault that a launch left, until something that waits for the launch takes it. Guarded by the {@link LaunchLog}. */
final class LaunchFault {
    static final Comparator<LaunchFault> IN_ORDER = Comparator.comparingLong(fault -> fault.number);

    /** Number of the launch that faulted. */
    final long number;

    final KernelFault fault;
    boolean isTaken;

    /** The open arrays whose contents follow from the launch. */
    private final List<ArrayHistory> arrays = new ArrayList<>();

    /** Whether it had arrays: what has none is found by its stream alone. */
    private boolean hadArrays;

    LaunchFault(long number, KernelFault fault) {
        this.number = number;
        this.fault = fault;
    }

    void addArray(ArrayHistory array) {
        hadArrays = true;
        if (!array.isClosed && !arrays.contains(array)) {
            arrays.add(array);
        }
    }

    /** {@return whether every array that it could be found by is closed} */
    boolean lostItsArrays() {
        arrays.removeIf(array -> array.isClosed);
        return hadArrays && arrays.isEmpty();
    }
}
