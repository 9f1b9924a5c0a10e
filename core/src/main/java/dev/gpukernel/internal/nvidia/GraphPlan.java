package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.NotedLaunch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The launches of a sequence, and what each must wait for. */
final class GraphPlan {
    private final List<NvidiaLaunch> launches;
    private final List<int[]> after;
    private final ArrayHistory[] arrays;
    private final BitSet written;

    private GraphPlan(List<NvidiaLaunch> launches, List<int[]> after, ArrayHistory[] arrays, BitSet written) {
        this.launches = launches;
        this.after = after;
        this.arrays = arrays;
        this.written = written;
    }

    /** {@return the launches, in the order in which they were noted} */
    List<NvidiaLaunch> launches() {
        return launches;
    }

    /** {@return which ones each launch waits for: the last that wrote an array it uses, and those that read since what it writes} */
    List<int[]> after() {
        return after;
    }

    /** {@return all arrays of all launches, each once} */
    ArrayHistory[] arrays() {
        return arrays;
    }

    /** {@return which of the arrays some launch writes} */
    BitSet written() {
        return written;
    }

    /** What was done last with an array: the place of the launch that wrote it, -1 for none, and of those that read it since. */
    private static final class LastUse {
        int writer = -1;
        boolean isWritten;
        final List<Integer> readers = new ArrayList<>();
    }

    static GraphPlan of(List<NotedLaunch> noted) {
        List<NvidiaLaunch> launches =
                noted.stream().map(NvidiaLaunch.class::cast).toList();
        Map<ArrayHistory, LastUse> uses = new HashMap<>();
        List<ArrayHistory> arrays = new ArrayList<>();
        List<int[]> after = new ArrayList<>();
        for (int i = 0; i < launches.size(); i++) {
            after.add(use(launches.get(i), i, uses, arrays));
        }
        BitSet written = new BitSet();
        for (int i = 0; i < arrays.size(); i++) {
            LastUse use = uses.get(arrays.get(i));
            written.set(i, use != null && use.isWritten);
        }
        return new GraphPlan(launches, after, arrays.toArray(ArrayHistory[]::new), written);
    }

    /** {@return what a launch waits for} */
    private static int[] use(
            NvidiaLaunch launch, int place, Map<ArrayHistory, LastUse> uses, List<ArrayHistory> arrays) {
        TreeSet<Integer> before = new TreeSet<>();
        ArrayHistory[] histories = Arrays.stream(launch.invocation().histories())
                .filter(history -> history != null)
                .distinct()
                .toArray(ArrayHistory[]::new);
        for (ArrayHistory array : histories) {
            LastUse use = uses.computeIfAbsent(array, _ -> {
                arrays.add(array);
                return new LastUse();
            });
            if (use.writer >= 0) {
                before.add(use.writer);
            }
            if (launch.writes(array)) {
                before.addAll(use.readers);
                use.readers.clear();
                use.writer = place;
                use.isWritten = true;
            } else {
                use.readers.add(place);
            }
        }
        return before.stream().mapToInt(Integer::intValue).toArray();
    }

    /** {@return whether the driver can have all of it as a graph} */
    boolean fitsGraph() {
        return launches.stream().allMatch(NvidiaLaunch::fitsGraph);
    }

    /** {@return whether a graph made of another plan can become this one, launch by launch} */
    boolean isAlike(GraphPlan other) {
        if (launches.size() != other.launches.size()) {
            return false;
        }
        for (int i = 0; i < launches.size(); i++) {
            if (!launches.get(i).isAlike(other.launches.get(i)) || !Arrays.equals(after.get(i), other.after.get(i))) {
                return false;
            }
        }
        return true;
    }
}
