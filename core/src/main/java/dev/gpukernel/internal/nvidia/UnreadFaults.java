package dev.gpukernel.internal.nvidia;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelFault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Faults that nobody took and that were not logged. Guarded by the {@link LaunchLog}. */
final class UnreadFaults {
    private static final System.Logger LOG = System.getLogger(LaunchLog.class.getName());

    private final List<LaunchFault> unread = new ArrayList<>();

    void add(LaunchFault fault) {
        unread.add(fault);
    }

    /** {@return the fault of the first launch, those of the others suppressed; null if all were taken before} */
    @Nullable KernelFault take(List<LaunchFault> faults) {
        List<LaunchFault> left = new ArrayList<>(faults);
        left.removeIf(LaunchFault::isTaken);
        left.sort(LaunchFault.IN_ORDER);
        unread.removeAll(left);
        KernelFault first = null;
        for (LaunchFault fault : left) {
            KernelFault taken = fault.take();
            if (first == null) {
                first = taken;
            } else {
                first.thrown().addSuppressed(taken.thrown());
            }
        }
        return first;
    }

    /**
     * Logs the faults whose arrays are all closed, since hardly anything will wait for them.
     *
     * @param isFollowed whether a launch that may run still follows from a fault
     */
    void logAbandoned(Predicate<LaunchFault> isFollowed) {
        if (unread.isEmpty()) {
            return;
        }
        for (LaunchFault fault : List.copyOf(unread)) {
            if (fault.lostItsArrays() && !isFollowed.test(fault)) {
                unread.remove(fault);
                log(fault);
            }
        }
    }

    private static void log(LaunchFault fault) {
        LOG.log(
                System.Logger.Level.WARNING,
                Message.FAULT_UNREAD.format(),
                fault.take().thrown());
    }
}
