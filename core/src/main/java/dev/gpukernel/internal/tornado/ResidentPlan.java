package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A plan of TornadoVM's for certain arrays, which stay on the device between its runs. Transfers to the device are once for all, so it
 * is of no use any more when one of the arrays was changed by anything else. As long as its numbers are the same in each run, they stay
 * there, too, and its code is for them alone.
 */
final class ResidentPlan {
    private final PlanKey key;
    private final List<TornadoMemory> memories;
    private final long[] versions;
    private final TornadoExecutable executable;
    private PlanArrays arrays;
    private TornadoApi.Plan plan;
    private long @Nullable [] numbers;
    private final AtomicLong runs = new AtomicLong();
    private final ResidentPlans owner;
    private boolean closed;

    /**
     * Makes it.
     *
     * @param code its code
     * @param memories the arrays that the kernel touches
     * @param numbers by parameter, the bits of a scalar or the length of an array, if the code is for them alone; {@code null} if
     *     it is for any
     * @param owner who keeps it, told when it is closed
     */
    ResidentPlan(
            TornadoExecutable executable,
            TornadoCode code,
            PlanKey key,
            List<TornadoMemory> memories,
            long @Nullable [] numbers,
            ResidentPlans owner) {
        this.executable = executable;
        this.owner = owner;
        this.key = key;
        this.memories = List.copyOf(memories);
        this.versions = new long[memories.size()];
        this.numbers = numbers == null ? null : numbers.clone();
        this.arrays = new PlanArrays(executable, code, key);
        for (int i = 0; i < versions.length; i++) {
            versions[i] = memories.get(i).version();
            memories.get(i).atHome();
        }
        fill();
        if (numbers != null) {
            arrays.setNumbers(numbers);
        }
        this.plan = arrays.residentPlan(numbers != null);
        memories.forEach(memory -> memory.isOn(this));
    }

    /** {@return whether it is for a launch; equal shapes are mostly the same one, and comparing records takes a JVM long at first} */
    @SuppressWarnings("ReferenceEquality")
    boolean isFor(Shape shape, List<TornadoMemory> passed) {
        for (int i = 0; i < memories.size(); i++) {
            if (memories.get(i) != passed.get(i)) {
                return false;
            }
        }
        return shape == key.shape() || shape.equals(key.shape());
    }

    /** {@return how often it ran} */
    long runs() {
        return runs.get();
    }

    /**
     * Runs the kernel once, and waits for it.
     *
     * @param values by parameter: the bits of a scalar, or the length of an array
     * @return whether it did; if not, the plan is of no use any more, and nothing has changed
     * @throws KernelFault if a thread ended with an exception: that of the lowest. Arrays hold what was written until then.
     */
    synchronized boolean run(long[] values) throws KernelFault {
        if (closed || isStale()) {
            return false;
        }
        if (numbers == null) {
            arrays.setNumbers(values);
        } else if (!Arrays.equals(numbers, values)) {
            takeAnyNumbers();
            arrays.setNumbers(values);
        }
        plan.execute();
        runs.incrementAndGet();
        for (PlanArrays.Passed array : arrays.passed()) {
            if (array.isWritten()) {
                versions[array.index()] = memories.get(array.index()).changedOn(this);
            }
        }
        KernelFault fault = arrays.fault(plan);
        if (fault != null) {
            // What faults left there would be taken for those of the next run.
            close();
            throw fault;
        }
        return true;
    }

    /** Goes on with code for any numbers. */
    private void takeAnyNumbers() {
        memories.forEach(this::bringHome);
        plan.close();
        numbers = null;
        arrays = new PlanArrays(executable, executable.ofAny(), key);
        // It is not stale, so what was brought home is all that anyone has.
        fill();
        plan = arrays.residentPlan(false);
    }

    private void fill() {
        for (PlanArrays.Passed array : arrays.passed()) {
            HostTransfer.in(memories.get(array.index()).heap(), array.data());
        }
    }

    private boolean isStale() {
        for (int i = 0; i < versions.length; i++) {
            // One that is passed twice has its version at the first place.
            if (memories.get(i).version() != versions[key.arrays().get(i).same()]) {
                return true;
            }
        }
        return false;
    }

    /** Fetches an array, if this has the newest of it. */
    synchronized void bringHome(TornadoMemory memory) {
        for (PlanArrays.Passed array : arrays.passed()) {
            if (memories.get(array.index()) == memory && !closed) {
                memory.take(this, () -> {
                    plan.fetch(List.of(array.own()));
                    HostTransfer.out(array.data(), memory.heap());
                });
            }
        }
    }

    /** Fetches what only this has, and frees it. */
    synchronized void close() {
        if (closed) {
            return;
        }
        memories.forEach(this::bringHome);
        closed = true;
        memories.forEach(memory -> memory.isNoLongerOn(this));
        owner.forget(this);
        plan.close();
    }
}
