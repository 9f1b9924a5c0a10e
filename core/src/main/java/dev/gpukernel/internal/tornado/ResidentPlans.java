package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.Shape;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a kernel whose arrays stay on the device, and what tells when one more is worth its compilation: that the same arrays were
 * passed before, and nothing but the kernel has changed them since.
 */
final class ResidentPlans implements AutoCloseable {
    /** They hold device memory, of arrays that may be large. */
    static final int MOST = 4;

    private static final int MOST_SIGHTINGS = 8;

    /** A plan that ran so often was worth it, whatever became of it. */
    private static final long ENOUGH_RUNS = 100;

    private static final long MOST_PATIENCE = 1L << 20;

    private final Deque<ResidentPlan> plans = new ArrayDeque<>();
    private final Deque<Sighting> sightings = new ArrayDeque<>();
    private long patience = 1;

    /** Arrays that were passed, what they were after that, how often it was so in a row, and the numbers of the last launch. */
    private record Sighting(
            PlanKey key,
            List<WeakReference<TornadoMemory>> memories,
            List<Long> versions,
            long count,
            List<Long> numbers) {
        boolean isOf(PlanKey other, List<TornadoMemory> passed) {
            if (!key.equals(other)) {
                return false;
            }
            for (int i = 0; i < passed.size(); i++) {
                if (memories.get(i).get() != passed.get(i)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** {@return the numbers of changes of arrays} */
    static List<Long> versions(List<TornadoMemory> memories) {
        return memories.stream().map(TornadoMemory::version).toList();
    }

    /** {@return the plan for a launch, {@code null} if there is none} */
    synchronized @Nullable ResidentPlan find(Shape shape, List<TornadoMemory> memories) {
        ResidentPlan last = plans.peekFirst();
        if (last == null || last.isFor(shape, memories)) {
            return last;
        }
        for (ResidentPlan plan : plans) {
            if (plan.isFor(shape, memories)) {
                plans.remove(plan);
                plans.addFirst(plan);
                return plan;
            }
        }
        return null;
    }

    /** {@return whether a plan for a launch would be worth it} */
    synchronized boolean isWorthIt(PlanKey key, List<TornadoMemory> memories) {
        return sightings.stream()
                .anyMatch(seen ->
                        seen.isOf(key, memories) && seen.count >= patience && seen.versions.equals(versions(memories)));
    }

    /** {@return whether the last launch of a kind that moved its arrays had the same numbers} */
    synchronized boolean wereNumbers(PlanKey key, List<TornadoMemory> memories, long[] values) {
        return sightings.stream().anyMatch(seen -> seen.isOf(key, memories) && seen.numbers.equals(boxed(values)));
    }

    private static List<Long> boxed(long[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    /**
     * Takes note of a launch that moved its arrays.
     *
     * @param before the numbers of changes before it
     * @param values by parameter: the bits of a scalar, or the length of an array
     */
    synchronized void saw(PlanKey key, List<TornadoMemory> memories, List<Long> before, long[] values) {
        long count = 1;
        for (Iterator<Sighting> all = sightings.iterator(); all.hasNext(); ) {
            Sighting seen = all.next();
            if (seen.isOf(key, memories)) {
                count = seen.versions.equals(before) ? seen.count + 1 : 1;
                all.remove();
                break;
            }
        }
        List<WeakReference<TornadoMemory>> references = new ArrayList<>();
        memories.forEach(memory -> references.add(new WeakReference<>(memory)));
        sightings.addFirst(new Sighting(key, references, versions(memories), count, boxed(values)));
        if (sightings.size() > MOST_SIGHTINGS) {
            sightings.removeLast();
        }
    }

    /** Keeps a plan, and closes the one not used for longest if they are too many. */
    void add(ResidentPlan plan) {
        ResidentPlan surplus;
        synchronized (this) {
            plans.addFirst(plan);
            surplus = plans.size() > MOST ? plans.removeLast() : null;
        }
        if (surplus != null) {
            surplus.close();
        }
    }

    /** Closes a plan that is of no use any more. If it was not for long, the next one is made later. */
    void drop(ResidentPlan plan) {
        synchronized (this) {
            if (plans.remove(plan) && plan.runs() < ENOUGH_RUNS) {
                patience = Math.min(2 * patience, MOST_PATIENCE);
            }
        }
        plan.close();
    }

    /** Forgets a plan that was closed. */
    synchronized void forget(ResidentPlan plan) {
        plans.remove(plan);
    }

    /** {@return how many there are} */
    synchronized int size() {
        return plans.size();
    }

    @Override
    public void close() {
        List<ResidentPlan> all;
        synchronized (this) {
            all = List.copyOf(plans);
            plans.clear();
        }
        all.forEach(ResidentPlan::close);
    }
}
