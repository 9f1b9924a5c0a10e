package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A fault that a launch left, until something that waits for the launch takes it. Guarded by the {@link LaunchLog}. */
final class LaunchFault {
    static final Comparator<LaunchFault> IN_ORDER = Comparator.comparingLong(fault -> fault.number);

    /** Number of the launch that faulted. */
    final long number;

    /** Null once it is taken: an exception leads to classes. */
    private @Nullable KernelFault fault;

    /** The open arrays whose contents follow from the launch. */
    private final List<ArrayHistory> arrays = new ArrayList<>();

    /** Whether it had arrays: what has none is found by its stream alone. */
    private boolean hadArrays;

    LaunchFault(long number, KernelFault fault) {
        this.number = number;
        this.fault = fault;
    }

    boolean isTaken() {
        return fault == null;
    }

    /** {@return the fault, which nobody took before} */
    KernelFault take() {
        KernelFault taken = Objects.requireNonNull(fault, "not taken");
        fault = null;
        arrays.clear();
        return taken;
    }

    void addArray(ArrayHistory array) {
        hadArrays = true;
        if (!isTaken() && !array.isClosed() && !arrays.contains(array.whole())) {
            arrays.add(array.whole());
        }
    }

    /** {@return whether every array that it could be found by is closed} */
    boolean lostItsArrays() {
        arrays.removeIf(ArrayHistory::isClosed);
        return hadArrays && arrays.isEmpty();
    }
}
