package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Threads of a block that wait at different places, for ever if they were let. */
final class Divergence {
    private final BlockMember lowest;
    private final String block;
    private final String places;

    /**
     * Looks where they wait.
     *
     * @param members those that have not returned, in order; all of them wait
     */
    Divergence(List<BlockMember> members) {
        this.lowest = members.getFirst();
        this.block = GridPosition.blockIndex(lowest.state).toString();
        Map<String, Group> groups = new LinkedHashMap<>();
        for (BlockMember member : members) {
            groups.computeIfAbsent(place(member), _ -> new Group(member)).size++;
        }
        this.places = groups.entrySet().stream()
                .map(entry -> entry.getValue() + " in " + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    /** Threads that wait at one place. */
    private static final class Group {
        private final BlockMember first;
        private int size;

        Group(BlockMember first) {
            this.first = first;
        }

        @Override
        public String toString() {
            List<Integer> index = GridPosition.threadIndex(first.state);
            return size == 1 ? "thread " + index : size + " threads, the first of them " + index + ",";
        }
    }

    private static String place(BlockMember member) {
        StringBuilder place =
                new StringBuilder(Objects.requireNonNull(member.arrival).operation());
        String before = " at ";
        for (StackTraceElement frame :
                KernelTrace.ofKernel(Objects.requireNonNull(member.runner).getStackTrace())) {
            place.append(before).append(frame.getFileName()).append(':').append(frame.getLineNumber());
            before = " from ";
        }
        return place.toString();
    }

    /** Ends a thread: the lowest with the message, the others, which could only say the same, with nothing to show. */
    void end(BlockMember member) {
        if (member == lowest) {
            throw new GpuException(Message.BARRIER_DIVERGENCE, block, places);
        }
        throw new Ended();
    }

    /** Ends a thread of which nothing is to be told. */
    static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Ended() {
            super(null, null, false, false);
        }
    }
}
