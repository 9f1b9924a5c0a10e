package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nests that have been taken out of a kernel so far. */
final class TakenNests {
    private final String name;

    /** Pairs of parameters that must not be the same array, as loops have been brought into another form. */
    private final List<AliasConflict> shaped;

    private final Map<Function, OutlinedNest> nests = new LinkedHashMap<>();

    /** Those that only few launches need. */
    private final Set<Function> rare = new LinkedHashSet<>();

    /** Those of which the host asks before whether it may launch them. */
    private final Set<Function> asked = new LinkedHashSet<>();

    private int count;

    /**
     * Makes it.
     *
     * @param name of what is launched first
     * @param shaped pairs of parameters that must not be the same array, whatever becomes of the loops
     */
    TakenNests(String name, List<AliasConflict> shaped) {
        this.name = name;
        this.shaped = shaped;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** {@return the name of what is launched next} */
    String nextName() {
        return isEmpty() ? name : name + "_" + (count + 1);
    }

    /** {@return pairs of parameters that must not be the same array if the kernel is to run at all: its first nest tells} */
    List<AliasConflict> apart() {
        return isEmpty() ? shaped : List.of();
    }

    void add(OutlinedNest nest) {
        count++;
        nests.put(nest.code(), nest);
    }

    /** Adds a nest that is launched only where the host has asked. */
    void addAsked(OutlinedNest nest) {
        add(nest);
        asked.add(nest.code());
    }

    /** Counts a nest that is not made. */
    void addUnmade() {
        count++;
    }

    /** Adds those of another part. */
    void addAll(TakenNests other) {
        nests.putAll(other.nests);
        rare.addAll(other.rare);
        asked.addAll(other.asked);
    }

    /** Adds those that are launched instead of one that most launches take. */
    void addRare(TakenNests inner) {
        nests.putAll(inner.nests);
        rare.addAll(inner.nests.keySet());
        asked.addAll(inner.asked);
    }

    /** {@return whether the nests ask nothing more of arguments than what was known before} */
    boolean suit(List<AliasConflict> conflicts) {
        return nests.values().stream()
                .allMatch(nest -> nest.conditions().isEmpty()
                        && nest.ends().stream().allMatch(List::isEmpty)
                        && nest.conflicts().stream()
                                .allMatch(own -> conflicts.stream()
                                        .anyMatch(other ->
                                                other.first() == own.first() && other.second() == own.second())));
    }

    ParallelLoops.Outcome.Outlined outcome(List<PlannedLoop> schedule) {
        return new ParallelLoops.Outcome.Outlined(nests, rare, asked, schedule);
    }
}
