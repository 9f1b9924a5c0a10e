package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.util.Collection;
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
        Map<CallPath, Group> groups = new LinkedHashMap<>();
        for (BlockMember member : members) {
            CallPath path = Objects.requireNonNull(member.arrival).place();
            groups.computeIfAbsent(path, _ -> new Group(place(member), GridPosition.threadIndex(member.state)))
                    .add();
        }
        this.places = places(groups.values());
    }

    /** {@return how many threads wait where} */
    static String places(Collection<Group> groups) {
        return groups.stream().map(Group::toString).collect(Collectors.joining("; "));
    }

    /** Threads that wait at one place. */
    static final class Group {
        private final String place;
        private final List<Integer> first;
        private int size;

        /**
         * Begins.
         *
         * @param place where they wait, in words
         * @param first index of the first, which is to be added
         */
        Group(String place, List<Integer> first) {
            this.place = place;
            this.first = first;
        }

        void add() {
            size++;
        }

        @Override
        public String toString() {
            return (size == 1 ? "thread " + first : size + " threads, the first of them " + first + ",") + " in "
                    + place;
        }
    }

    private static String place(BlockMember member) {
        return place(
                Objects.requireNonNull(member.arrival).operation(),
                KernelTrace.ofKernel(Objects.requireNonNull(member.runner).getStackTrace()));
    }

    /** {@return where a thread waits, in words} */
    static String place(String operation, StackTraceElement[] frames) {
        StringBuilder place = new StringBuilder(operation);
        String before = " at ";
        for (StackTraceElement frame : frames) {
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
