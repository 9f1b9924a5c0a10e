package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.IterationWalk.Visit;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Goes through all iterations of a launch, on the host. */
public final class LoopInspector implements Inspector {
    /** Instead of an iteration, for an element that several write. */
    private static final List<Long> SEVERAL = List.of();

    private final Function function;
    private final ParallelNest nest;
    private final List<Access> accesses;

    /**
     * Makes it.
     *
     * @param function the function that the loops are in, which does not change from now on
     * @param parallel the loops that are to run in parallel, from the outermost, each inside the one before
     */
    public LoopInspector(Function function, List<CountedLoop> parallel) {
        this.function = function;
        this.nest = ParallelNest.of(function, parallel);
        this.accesses = Access.in(parallel.getFirst().loop().blocks());
    }

    @Override
    public boolean areIndependent(HostExpression.Arguments arguments) {
        int left = MOST_VISITS;
        for (BlockParam array : function.params()) {
            List<Access> own =
                    accesses.stream().filter(access -> access.array() == array).toList();
            if (own.stream().anyMatch(Access::isWrite)) {
                Map<Access, List<Visit>> visits = visits(own, arguments, left);
                if (visits == null || !areIndependent(visits)) {
                    return false;
                }
                left -= visits.values().stream().mapToInt(List::size).sum();
            }
        }
        return true;
    }

    /** {@return where accesses to an array go, null if that cannot be told or are too many} */
    private @Nullable Map<Access, List<Visit>> visits(List<Access> own, HostExpression.Arguments arguments, int most) {
        Map<Access, List<Visit>> visits = new HashMap<>();
        int left = most;
        int dimensions = 0;
        for (Access access : own) {
            IterationWalk walk = IterationWalk.all(function, nest, arguments, left);
            List<Visit> found = access.elements() == 1 ? walk.visits(access) : null;
            if (found == null || !walk.isComplete()) {
                return null;
            }
            for (Visit visit : found) {
                if (dimensions != 0 && visit.index().size() != dimensions) {
                    return null;
                }
                dimensions = visit.index().size();
            }
            left -= found.size();
            visits.put(access, found);
        }
        return visits;
    }

    private boolean areIndependent(Map<Access, List<Visit>> visits) {
        List<Access> all = new ArrayList<>(visits.keySet());
        for (Access write : all) {
            if (!write.isWrite()) {
                continue;
            }
            Map<List<Long>, List<Long>> writers = new HashMap<>();
            for (Visit visit : visits.getOrDefault(write, List.of())) {
                List<Long> writer = writers.putIfAbsent(visit.index(), visit.iteration());
                if (writer != null && !writer.equals(visit.iteration())) {
                    if (!nest.commute(write, write)) {
                        return false;
                    }
                    writers.put(visit.index(), SEVERAL);
                }
            }
            for (Access other : all) {
                if (!nest.commute(write, other) && meet(writers, visits.getOrDefault(other, List.of()))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** {@return whether an access goes to an element that another iteration writes} */
    private static boolean meet(Map<List<Long>, List<Long>> writers, List<Visit> visits) {
        for (Visit visit : visits) {
            List<Long> writer = writers.get(visit.index());
            if (writer != null && !writer.equals(visit.iteration())) {
                return true;
            }
        }
        return false;
    }
}
