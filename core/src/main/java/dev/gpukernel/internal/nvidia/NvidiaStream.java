package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaEvent;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ptx.GridBarrier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a GPU. Its lock is held while something is enqueued, so that launches get their numbers in the order in which they run.
 */
final class NvidiaStream implements Stream {
    /** After so many launches the stream makes sure that as many before are done, so that their slots are used again. */
    private static final int LAUNCHES_BETWEEN_MARKS = 512;

    /** After so many launches it is worth the time to ask whether one has faulted. */
    private static final int LAUNCHES_BETWEEN_LOOKS = 128;

    /** Faults that are kept until something waits for the stream. */
    private static final int MOST_FAULTS = 1000;

    private final NvidiaDevice device;
    private final CudaStream stream;
    private final LaunchLog log;
    private final PrintBox prints;
    private @Nullable ResultCells cells;
    private @Nullable DeviceMemory gridBarrier;

    /** Number of the last launch here. */
    private long last;

    private int launchesSinceMark;
    private @Nullable Mark olderMark;
    private @Nullable Mark newerMark;
    private int waiting;
    private boolean closed;

    // Guarded by the log.

    /** The oldest of the launches that may run still. */
    private @Nullable LoggedLaunch first;

    private @Nullable LoggedLaunch lastLogged;
    private final List<Left> faults = new ArrayList<>();

    NvidiaStream(NvidiaDevice device) {
        this.device = device;
        this.stream = CudaStream.create(device.context());
        this.log = device.log();
        this.prints = new PrintBox(device, stream);
        log.add(this);
    }

    /** A point in the stream. */
    private record Mark(CudaEvent event, long number) {}

    /** A fault that a launch of a number left, or follows from. */
    private record Left(long number, LaunchFault fault) {}

    CudaStream cuda() {
        return stream;
    }

    LaunchLog log() {
        return log;
    }

    /** {@return where kernels of this stream leave what they print} */
    PrintBox prints() {
        return prints;
    }

    /** {@return device address of where blocks of this stream's kernels wait for each other} */
    synchronized long gridBarrier() {
        DeviceMemory known = gridBarrier;
        if (known == null) {
            known = DeviceMemory.allocate(GridBarrier.BYTES, stream);
            known.fill((byte) 0, stream);
            gridBarrier = known;
        }
        return known.pointer();
    }

    /** Takes note of a launch that was just enqueued, under the stream's lock. */
    synchronized void enqueued(NvidiaExecutable executable, @Nullable ArrayHistory[] arrays, @Nullable FaultSlot slot) {
        long number = log.enqueued(executable, arrays, slot, this);
        if (number == 0) {
            return;
        }
        last = number;
        if (++launchesSinceMark == LAUNCHES_BETWEEN_MARKS) {
            launchesSinceMark = 0;
            mark();
        }
    }

    private void mark() {
        Mark older = olderMark;
        if (older != null) {
            older.event.synchronize();
            log.done(this, older.number);
        }
        CudaEvent event = older == null ? CudaEvent.untimed(device.context()) : older.event;
        event.record(stream);
        olderMark = newerMark;
        newerMark = new Mark(event, last);
    }

    @Override
    public synchronized boolean isFaulty() {
        return launchesSinceMark % LAUNCHES_BETWEEN_LOOKS == 0 && log.isFaulty(this);
    }

    /** Waits for everything that is enqueued now, and {@return the number of the last launch of it} */
    long await() {
        long upTo = beginWaiting();
        try {
            if (upTo >= 0) {
                stream.synchronize();
            }
            return upTo;
        } finally {
            endWaiting();
        }
    }

    private synchronized long beginWaiting() {
        waiting++;
        return closed ? -1 : last;
    }

    private synchronized void endWaiting() {
        waiting--;
        notifyAll();
    }

    /** {@return the number of the last launch if everything is done, else a lower one than any} */
    synchronized long doneIfIdle() {
        return !closed && stream.isIdle() ? last : -1;
    }

    @Override
    public void synchronize() throws KernelFault {
        long upTo = await();
        drain();
        log.settle(this, upTo);
    }

    /** Prints what kernels left that are done, and waits for the others that print. */
    void drain() {
        if (prints.isPrinting()) {
            synchronized (this) {
                prints.drain();
            }
        }
    }

    /** Records an event, and {@return the number of the last launch before it} */
    synchronized long record(CudaEvent event) {
        event.record(stream);
        return last;
    }

    @Override
    public synchronized @Nullable Memory cell(ElementType element) {
        ResultCells known = cells;
        if (known == null) {
            known = new ResultCells(device.context());
            cells = known;
        }
        return known.take(element, this);
    }

    @Override
    public void waitFor(Event event) {
        stream.waitFor(((NvidiaEvent) event).cuda());
    }

    @Override
    public void close() {
        await();
        log.remove(this);
        synchronized (this) {
            closed = true;
            awaitNobody();
            prints.close();
            DeviceMemory barrier = gridBarrier;
            if (barrier != null) {
                barrier.free(stream);
            }
            ResultCells results = cells;
            if (results != null) {
                results.close();
            }
            close(olderMark);
            close(newerMark);
            stream.close();
        }
    }

    private void awaitNobody() {
        boolean interrupted = false;
        while (waiting > 0) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(@Nullable Mark mark) {
        if (mark != null) {
            mark.event.close();
        }
    }

    /** {@return the oldest of the launches that may run still, under the log's lock} */
    @Nullable LoggedLaunch first() {
        return first;
    }

    /** Adds a launch that may run still, under the log's lock. */
    void append(LoggedLaunch launch) {
        LoggedLaunch before = lastLogged;
        if (first == null || before == null) {
            first = launch;
        } else {
            before.next = launch;
        }
        lastLogged = launch;
    }

    /** Removes the oldest launch, which is done, under the log's lock. */
    void removeFirst() {
        LoggedLaunch done = first;
        first = done == null ? null : done.next;
    }

    /**
     * Keeps what a launch left, under the log's lock. Of very many, the later ones are found by their arrays alone.
     */
    void add(long number, List<LaunchFault> left) {
        if (faults.size() > MOST_FAULTS) {
            faults.removeIf(known -> known.fault.isTaken);
        }
        for (LaunchFault fault : left) {
            if (faults.size() < MOST_FAULTS && faults.stream().noneMatch(known -> known.fault == fault)) {
                faults.add(new Left(number, fault));
            }
        }
    }

    /** {@return whether it keeps a fault that nothing has taken, under the log's lock} */
    boolean hasFaults() {
        faults.removeIf(known -> known.fault.isTaken);
        return !faults.isEmpty();
    }

    /** {@return what launches up to a number left, kept here no longer, under the log's lock} */
    List<LaunchFault> takeFaults(long upTo) {
        if (faults.isEmpty()) {
            return List.of();
        }
        List<LaunchFault> taken = new ArrayList<>();
        faults.removeIf(known -> known.number <= upTo && taken.add(known.fault));
        return taken;
    }
}
