package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.ElementUses.Use;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.cuda.CudaContext;
import dev.gpukernel.internal.cuda.HostCopy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The launches of a device that may have left faults. A fault belongs to its launch: whatever waits takes those of the launches that
 * it waits for, each once.
 *
 * <p>A launch that may fault gets a {@link FaultSlot} of its own. It is found by the arrays that it writes, or by those that it reads
 * if it writes none, and it follows from the launches that wrote its arrays before, so that what waits for a result finds the faults
 * of everything that the result was computed from. A launch that cannot fault is kept only if it follows from one that may have.
 *
 * <p>Everything is under the lock of this object, which nobody holds while waiting for a kernel. Streams take it inside their own.
 */
final class LaunchLog {
    /**
     * As many faults are passed on from launch to launch. What follows from so many computes nothing that means anything, and a fault of
     * its own is one more consequence, so it is not looked at: else a loop of launches that all fault would cost the square of its
     * length.
     */
    private static final int MOST_FOLLOWED = 32;

    private final FaultSlots slots;
    private final ArrayDeque<LoggedLaunch> idleLaunches = new ArrayDeque<>();
    private final Set<NvidiaStream> streams = new LinkedHashSet<>();

    private final UnreadFaults unread = new UnreadFaults();
    private final AbandonedLaunches abandoned = new AbandonedLaunches(this);
    private final Predicate<LaunchFault> isFollowed = this::isFollowed;
    private long launches;

    /** How many launches there are that may run still or have left faults. */
    private volatile int kept;

    LaunchLog(CudaContext context, HostCopy copy) {
        this.slots = new FaultSlots(context, copy);
    }

    synchronized void add(NvidiaStream own) {
        streams.add(own);
    }

    /** Forgets a stream, all of whose launches are done. */
    synchronized void remove(NvidiaStream own) {
        retire(own.logged(), Long.MAX_VALUE);
        streams.remove(own);
    }

    /** {@return a place for the fault of a launch} */
    synchronized FaultSlot takeSlot() {
        return slots.take();
    }

    /** Takes back the place of a launch that did not come about. */
    synchronized void giveBack(FaultPlace place) {
        place.giveBack(slots);
    }

    /**
     * Notes what was just enqueued on a stream. For the stream, under its lock. What is launched with an array after another launch is known
     * to come after it, so a launch that cannot fault sees all that it may follow from kept.
     *
     * @param arrays the arrays of what was launched, null for what is none
     * @param written which of them it writes
     * @param place where it leaves its faults, null if it cannot fault
     * @param queue where
     * @return the number of the launch, 0 if it need not be kept
     */
    long enqueued(@Nullable ArrayHistory[] arrays, BitSet written, @Nullable FaultPlace place, NvidiaStream queue) {
        return place == null && (kept == 0 || written.isEmpty()) ? 0 : note(arrays, written, place, queue);
    }

    private synchronized long note(
            @Nullable ArrayHistory[] arrays, BitSet written, @Nullable FaultPlace place, NvidiaStream queue) {
        CallChain call = CallChain.current();
        LoggedLaunch earlier = call.last();
        LoggedLaunch launch = place == null ? joining(arrays, earlier) : take();
        if (launch == null) {
            return 0;
        }
        boolean isNew = place != null || launch.number == 0;
        if (isNew) {
            kept++;
            launch.number = ++launches;
            launch.stream = queue;
            launch.place = place;
            queue.logged().append(launch);
            launch.follow(written, arrays);
            if (earlier != null) {
                launch.follow(earlier, call.number());
            }
            call.add(launch);
        }
        launch.findBy(written, arrays);
        if (place instanceof FaultSlot) {
            queue.setNextSlot(slots.poll());
        }
        return isNew ? launch.number : 0;
    }

    private LoggedLaunch take() {
        LoggedLaunch idle = idleLaunches.poll();
        return idle != null ? idle : new LoggedLaunch();
    }

    /** {@return what a launch that cannot fault is found by: nothing, the one launch that it follows from, or one of its own} */
    private @Nullable LoggedLaunch joining(@Nullable ArrayHistory[] arrays, @Nullable LoggedLaunch earlier) {
        LoggedLaunch only = earlier;
        for (ArrayHistory array : arrays) {
            if (array == null) {
                continue;
            }
            for (Use<LoggedLaunch> use = array.firstUse(); use != null; use = use.next()) {
                if (use.by() != only && array.leadsTo(use, false)) {
                    if (only != null) {
                        return take();
                    }
                    only = use.by();
                }
            }
        }
        return only;
    }

    /**
     * Waits for the launches that an array's contents follow from.
     *
     * @throws KernelFault the first of their faults, the others suppressed
     */
    void settle(ArrayHistory array) throws KernelFault {
        List<Launched> launches = new ArrayList<>(2);
        synchronized (this) {
            for (Use<LoggedLaunch> use = array.firstUse(); use != null; use = use.next()) {
                if (array.leadsTo(use, true)) {
                    launches.add(new Launched(use.by(), use.number()));
                }
            }
        }
        for (Launched launched : launches) {
            await(launched);
        }
        KernelFault fault;
        synchronized (this) {
            List<LaunchFault> faults = new ArrayList<>();
            launches.forEach(launched -> addAll(faults, launched.launch.faultsOf(launched.number)));
            fault = unread.take(faults);
        }
        if (fault != null) {
            throw fault;
        }
    }

    /** A launch, unless it has another number by now. */
    private record Launched(LoggedLaunch launch, long number) {}

    private void await(Launched launched) {
        NvidiaStream running;
        synchronized (this) {
            running = launched.launch.isPending(launched.number) ? launched.launch.stream : null;
        }
        if (running != null) {
            done(running, running.await());
        }
    }

    private static void addAll(List<LaunchFault> faults, List<LaunchFault> more) {
        for (LaunchFault fault : more) {
            if (!fault.isTaken() && !faults.contains(fault)) {
                faults.add(fault);
            }
        }
    }

    /** Keeps the first of faults, if there are too many to pass on. */
    private static void limit(List<LaunchFault> faults) {
        if (faults.size() > MOST_FOLLOWED) {
            faults.sort(LaunchFault.IN_ORDER);
            faults.subList(MOST_FOLLOWED, faults.size()).clear();
        }
    }

    /**
     * Notes that what a stream gets next waits for what another one has up to a number. For the stream, under its lock.
     *
     * @return the number of the waiting, as if it were a launch
     */
    synchronized long waits(NvidiaStream queue, NvidiaStream other, long upTo) {
        queue.logged().waitFor(++launches, other.logged(), upTo);
        return launches;
    }

    /**
     * Takes the faults of the launches of a stream up to a number, which are done, and of those that it waited for.
     *
     * @throws KernelFault the first of them, the others suppressed
     */
    void settle(NvidiaStream queue, long upTo) throws KernelFault {
        KernelFault fault;
        synchronized (this) {
            StreamLog own = queue.logged();
            if (own.hasNotWaited()) {
                retire(own, upTo);
                if (!own.hasFaults()) {
                    // As most often, and then nothing is allocated.
                    logUnread();
                    return;
                }
            }
            Map<StreamLog, Long> done = own.doneWith(upTo);
            done.forEach(this::retire);
            List<LaunchFault> faults = new ArrayList<>();
            done.forEach((stream, number) -> stream.takeFaults(number, faults));
            fault = unread.take(faults);
            logUnread();
        }
        if (fault != null) {
            throw fault;
        }
    }

    /** Takes note that the launches of a stream up to a number are done. */
    synchronized void done(NvidiaStream queue, long upTo) {
        retire(queue.logged(), upTo);
        logUnread();
    }

    private void retire(StreamLog queue, long upTo) {
        for (LoggedLaunch launch = queue.first(); launch != null && launch.number <= upTo; launch = queue.first()) {
            // What a launch follows from is done before it. Those of the same stream were here before.
            for (int i = 0; i < launch.countBefore(); i++) {
                LoggedLaunch before = launch.before(i);
                NvidiaStream other = before.isPending(launch.numberBefore(i)) ? before.stream : null;
                if (other != null) {
                    retire(other.logged(), launch.numberBefore(i));
                }
            }
            retire(launch, queue);
        }
    }

    private synchronized void retire(LoggedLaunch launch, StreamLog queue) {
        List<LaunchFault> faults = List.of();
        for (int i = 0; i < launch.countBefore(); i++) {
            List<LaunchFault> before = launch.before(i).faultsOf(launch.numberBefore(i));
            if (!before.isEmpty()) {
                faults = new ArrayList<>(faults);
                addAll(faults, before);
                limit(faults);
            }
        }
        FaultPlace place = launch.place;
        if (place != null) {
            if (place.isRaised() && faults.size() == MOST_FOLLOWED) {
                place.clear(slots);
            } else if (place.isRaised()) {
                faults = new ArrayList<>(faults);
                for (KernelFault fault : place.take(slots)) {
                    LaunchFault own = new LaunchFault(launch.number, fault);
                    faults.add(own);
                    unread.add(own);
                }
            }
            place.giveBack(slots);
        }
        queue.removeFirst();
        if (faults.isEmpty()) {
            launch.clear();
            launch.number = 0;
            kept--;
            idleLaunches.push(launch);
            return;
        }
        for (LaunchFault fault : faults) {
            for (int i = 0; i < launch.countArrays(); i++) {
                fault.addArray(launch.array(i));
            }
        }
        launch.faults = faults;
        launch.clear();
        queue.add(launch.number, faults);
    }

    /** {@return whether a launch of a stream is known to have faulted, done or not, and nothing has taken the fault} */
    synchronized boolean isFaulty(NvidiaStream own) {
        StreamLog queue = own.logged();
        if (queue.hasFaults()) {
            return true;
        }
        for (LoggedLaunch launch = queue.first(); launch != null; launch = launch.next) {
            if (launch.place != null && launch.place.isRaised()) {
                return true;
            }
        }
        return false;
    }

    /** Takes note that an array is closed, which faults may have been found by. */
    synchronized void closed(ArrayHistory array) {
        array.close();
        // What memory of a launch's own is freed behind it costs no thread: its faults are found by the user's arrays.
        boolean hasAbandoned = false;
        for (Use<LoggedLaunch> use = array.firstUse(); use != null; use = use.next()) {
            hasAbandoned |= use.by().isPending(use.number()) && use.by().isAbandoned();
        }
        if (hasAbandoned) {
            abandoned.watch();
        }
        logUnread();
    }

    /** Takes note that the memory of a closed array is used for another one; {@return whether the history can be that of the new one} */
    synchronized boolean reopen(ArrayHistory array) {
        return array.reopen();
    }

    private void logUnread() {
        unread.logAbandoned(isFollowed);
    }

    /** {@return whether a launch that may run still follows from a fault} */
    private boolean isFollowed(LaunchFault fault) {
        for (NvidiaStream queue : streams) {
            for (LoggedLaunch launch = queue.logged().first(); launch != null; launch = launch.next) {
                for (int i = 0; i < launch.countBefore(); i++) {
                    if (launch.before(i).faultsOf(launch.numberBefore(i)).contains(fault)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** {@return the streams with launches that may run still and whose arrays are all closed} */
    synchronized List<NvidiaStream> withAbandoned() {
        List<NvidiaStream> found = new ArrayList<>();
        for (NvidiaStream queue : streams) {
            for (LoggedLaunch launch = queue.logged().first(); launch != null; launch = launch.next) {
                if (launch.isAbandoned()) {
                    found.add(queue);
                    break;
                }
            }
        }
        return found;
    }
}
