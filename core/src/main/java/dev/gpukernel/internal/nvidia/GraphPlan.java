package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.ElementUses;
import dev.gpukernel.internal.backend.ElementUses.Use;
import dev.gpukernel.internal.backend.NotedLaunch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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

    /** {@return the arrays and slices of all launches, first what is written, then what is read} */
    ArrayHistory[] arrays() {
        return arrays;
    }

    /** {@return which of them are written} */
    BitSet written() {
        return written;
    }

    static GraphPlan of(List<NotedLaunch> noted) {
        List<NvidiaLaunch> launches =
                noted.stream().map(NvidiaLaunch.class::cast).toList();
        Map<ArrayHistory, ElementUses<Integer>> uses = new HashMap<>();
        List<ArrayHistory> read = new ArrayList<>();
        List<ArrayHistory> written = new ArrayList<>();
        List<int[]> after = new ArrayList<>();
        for (int place = 0; place < launches.size(); place++) {
            BitSet writes = launches.get(place).executable().written();
            @Nullable ArrayHistory[] histories = launches.get(place).invocation().histories();
            TreeSet<Integer> before = new TreeSet<>();
            for (int i = 0; i < histories.length; i++) {
                ArrayHistory array = histories[i];
                if (array != null) {
                    (writes.get(i) ? written : read).add(array);
                    use(
                            uses.computeIfAbsent(array.whole(), _ -> new ElementUses<>()),
                            array,
                            writes.get(i),
                            place,
                            before);
                }
            }
            before.remove(place);
            after.add(before.stream().mapToInt(Integer::intValue).toArray());
        }
        List<ArrayHistory> arrays = joined(written);
        BitSet isWritten = new BitSet();
        isWritten.set(0, arrays.size());
        arrays.addAll(joined(read));
        return new GraphPlan(launches, after, arrays.toArray(ArrayHistory[]::new), isWritten);
    }

    /** Finds out what a launch waits for because of an array. */
    private static void use(
            ElementUses<Integer> uses, ArrayHistory array, boolean writes, int place, Set<Integer> before) {
        for (Use<Integer> use = uses.first(); use != null; use = use.next()) {
            if (use.overlaps(array.from(), array.to()) && (writes || use.writes())) {
                before.add(use.by());
            }
        }
        if (writes) {
            uses.cut(array.from(), array.to(), _ -> true);
        }
        uses.add(place, 0, array.from(), array.to(), writes);
    }

    /** {@return the elements of arrays and slices, with as few slices as it takes} */
    private static List<ArrayHistory> joined(List<ArrayHistory> arrays) {
        Map<ArrayHistory, List<ArrayHistory>> byWhole = new LinkedHashMap<>();
        arrays.forEach(array ->
                byWhole.computeIfAbsent(array.whole(), _ -> new ArrayList<>()).add(array));
        List<ArrayHistory> joined = new ArrayList<>();
        byWhole.forEach((whole, slices) -> {
            slices.sort(Comparator.comparingLong(ArrayHistory::from));
            long from = slices.getFirst().from();
            long to = from;
            for (ArrayHistory slice : slices) {
                if (slice.from() > to) {
                    joined.add(whole.slice(from, to - from));
                    from = slice.from();
                }
                to = Math.max(to, slice.to());
            }
            joined.add(whole.slice(from, to - from));
        });
        return joined;
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
