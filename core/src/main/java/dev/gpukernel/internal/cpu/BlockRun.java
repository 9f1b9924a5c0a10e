package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One block of a launch whose threads wait for each other. Each thread of the block has a Java thread, but only one of a block
 * runs at a time: the lowest that can, until it waits or returns. So the order in a block is the same each time, its state needs
 * no locks, and that nobody can go on is seen at once. Cores are kept busy by several blocks.
 *
 * <p>A Java thread is made when a thread of the block first runs; one whose thread returned goes on with the next that has not
 * begun.
 */
final class BlockRun {
    private final CooperativeRun launch;
    private final long number;
    private final String name;
    private final BlockMember[] members;
    private final SharedMemory memory;
    private final BitSet ready;
    private final WaitingRoom waiting;
    private @Nullable Divergence divergence;

    BlockRun(CooperativeRun launch, long number) {
        this.launch = launch;
        this.number = number;
        this.name = "gpukernel-cpu-block-" + number;
        this.members = new BlockMember[(int) launch.shape().threadsPerBlock()];
        ThreadState state = new ThreadState();
        GridPosition.size(state, launch.shape());
        GridPosition.seek(state, number);
        for (int i = 0; i < members.length; i++) {
            members[i] = new BlockMember(this, i, GridPosition.copy(state));
            members[i].state.together = members[i];
            GridPosition.advance(state);
        }
        this.memory = new SharedMemory(launch.shape().sharedBytes());
        this.ready = new BitSet(members.length);
        this.waiting = new WaitingRoom(members, ready);
        ready.set(0, members.length);
    }

    SharedMemory memory() {
        return memory;
    }

    int presentLanes(int warp) {
        return waiting.presentLanes(warp);
    }

    long number() {
        return number;
    }

    /** {@return what its Java threads are called} */
    String name() {
        return name;
    }

    /** Runs the block's first thread, in a Java thread of its own, and then the others. */
    void start() {
        launch.newThread(this, () -> runFrom(Objects.requireNonNull(takeReady(0))))
                .start();
    }

    /** Runs a thread that has not begun, and then others, until one goes on that has a Java thread already. */
    private void runFrom(BlockMember first) {
        BlockMember member = first;
        while (true) {
            member.runner = Thread.currentThread();
            launch.runThread(member);
            waiting.leave(member);
            if (waiting.isEmpty()) {
                launch.finish(this);
                return;
            }
            BlockMember next = takeNext();
            if (next == null) {
                return;
            }
            if (next.runner != null) {
                next.wake();
                return;
            }
            member = next;
        }
    }

    /**
     * Waits in a member's own Java thread until the others have come.
     *
     * @return what they showed
     */
    Object await(BlockMember member, Arrival arrival) {
        waiting.enter(member, arrival);
        BlockMember next = takeNext();
        if (next != member) {
            if (next != null) {
                resume(next);
            }
            member.sleep();
        }
        if (divergence != null) {
            divergence.end(member);
        }
        return Objects.requireNonNull(member.outcome, "it was released");
    }

    /** Lets the block's other threads run before this one goes on, or else those of other blocks. */
    @SuppressWarnings("ThreadPriorityCheck") // a virtual thread that never parks keeps its core
    void pause(BlockMember member) {
        BlockMember next = takeReady(member.number);
        if (next == null) {
            next = takeReady(0);
        }
        if (next == null) {
            Thread.yield();
            return;
        }
        ready.set(member.number);
        resume(next);
        member.sleep();
    }

    private void resume(BlockMember next) {
        if (next.runner == null) {
            launch.newThread(this, () -> runFrom(next)).start();
        } else {
            next.wake();
        }
    }

    /** {@return the lowest thread that can run, not ready any more; null if all that have not returned wait for other blocks} */
    private @Nullable BlockMember takeNext() {
        BlockMember next = takeReady(0);
        if (next != null) {
            return next;
        }
        if (!waiting.isAtGrid()) {
            divergence = new Divergence(waiting.members());
            waiting.releaseAll();
        } else if (!launch.grid().arrive(this)) {
            return null;
        }
        return takeReady(0);
    }

    private @Nullable BlockMember takeReady(int from) {
        int lowest = ready.nextSetBit(from);
        if (lowest < 0) {
            return null;
        }
        ready.clear(lowest);
        return members[lowest];
    }

    /** Lets threads that wait for the whole grid go on; called when none of the block runs. */
    void releaseFromGrid() {
        waiting.releaseAll();
    }

    /** Sets the block going again after {@link #releaseFromGrid}. */
    void goOn() {
        Objects.requireNonNull(takeReady(0)).wake();
    }

    /** {@return what the threads printed, in their order} */
    String printed() {
        StringBuilder all = new StringBuilder();
        List.of(members).forEach(member -> member.printTo(all));
        return all.toString();
    }
}
