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
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a GPU. Its lock is held while something is enqueued, so that launches get their numbers in the order in which they run.
 */
final class NvidiaStream implements Stream {
    /** After so many launches the stream makes sure that as many before are done, so that their slots are used again. */
    private static final int LAUNCHES_BETWEEN_MARKS = 512;

    /** After so many launches it is worth the time to ask whether one has faulted. */
    private static final int LAUNCHES_BETWEEN_LOOKS = 128;

    private final NvidiaDevice device;
    private final CudaStream stream;
    private final LaunchLog log;
    private final StreamLog logged = new StreamLog();
    private final PrintBox prints;
    private @Nullable ResultCells cells;
    private @Nullable DeviceMemory gridBarrier;

    /** For the next launch that may fault. It is taken while the log is told of the last one, so that a launch locks it once. */
    private @Nullable FaultSlot nextSlot;

    /** How many launches and small copies were enqueued, and how many of them are known to be done. */
    private long enqueued;

    private long done;

    /** Number of the last launch here, or of the last waiting for another stream. */
    private long last;

    private int launchesSinceMark;
    private int launchesSinceLook;
    private @Nullable Mark olderMark;
    private @Nullable Mark newerMark;
    private int waiting;
    private boolean closed;

    NvidiaStream(NvidiaDevice device) {
        this(device, CudaStream.create(device.context()));
    }

    NvidiaStream(NvidiaDevice device, CudaStream stream) {
        this.device = device;
        this.stream = stream;
        this.log = device.log();
        this.prints = new PrintBox(device, stream);
        log.add(this);
    }

    /** A point in the stream, used again for later points. */
    private static final class Mark {
        private final CudaEvent event;
        private long number;

        Mark(CudaEvent event) {
            this.event = event;
        }
    }

    CudaStream cuda() {
        return stream;
    }

    LaunchLog log() {
        return log;
    }

    /** {@return its launches, for the log} */
    StreamLog logged() {
        return logged;
    }

    /** {@return where kernels of this stream leave what they print} */
    PrintBox prints() {
        return prints;
    }

    /** {@return a place for the fault of the next launch, under the stream's lock} It is kept until a launch has it. */
    FaultSlot nextSlot() {
        FaultSlot slot = nextSlot;
        if (slot == null) {
            slot = log.takeSlot();
            nextSlot = slot;
        }
        return slot;
    }

    /** Says what place the next launch has, if there is one already, under the stream's lock. */
    void setNextSlot(@Nullable FaultSlot slot) {
        nextSlot = slot;
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

    /**
     * Takes note of what was just enqueued, under the stream's lock.
     *
     * @param arrays its arrays, null for what is none
     * @param written which of them it writes
     * @param place where it leaves its faults, null if it cannot fault
     * @param launches of how many kernels
     * @return its number, 0 if it need not be kept
     */
    synchronized long enqueued(
            @Nullable ArrayHistory[] arrays, BitSet written, @Nullable FaultPlace place, int launches) {
        enqueued++;
        long number = log.enqueued(arrays, written, place, this);
        if (number == 0) {
            return 0;
        }
        last = number;
        launchesSinceLook += launches;
        launchesSinceMark += launches;
        if (launchesSinceMark >= LAUNCHES_BETWEEN_MARKS) {
            launchesSinceMark = 0;
            mark();
        }
        return number;
    }

    /** Takes note that a small copy, or something of others, was just enqueued. */
    synchronized void enqueuedCopy() {
        enqueued++;
    }

    private void mark() {
        Mark older = olderMark;
        if (older != null) {
            older.event.synchronize();
            log.done(this, older.number);
        }
        Mark mark = older == null ? new Mark(CudaEvent.untimed(device.context())) : older;
        mark.event.record(stream);
        mark.number = last;
        olderMark = newerMark;
        newerMark = mark;
    }

    @Override
    public void beginCall() {
        CallChain.current().begin();
    }

    @Override
    public void endCall() {
        CallChain.current().end();
    }

    @Override
    public synchronized boolean isFaulty() {
        if (launchesSinceLook < LAUNCHES_BETWEEN_LOOKS) {
            return false;
        }
        launchesSinceLook = 0;
        return log.isFaulty(this);
    }

    /** Waits for everything that is enqueued now, and {@return the number of the last launch of it} */
    long await() {
        long upTo;
        long count;
        synchronized (this) {
            waiting++;
            upTo = closed ? -1 : last;
            count = enqueued;
        }
        boolean isDone = false;
        try {
            if (upTo >= 0) {
                stream.synchronize();
            }
            isDone = true;
            return upTo;
        } finally {
            endWaiting(isDone ? count : 0);
        }
    }

    private synchronized void endWaiting(long doneNow) {
        done = Math.max(done, doneNow);
        waiting--;
        notifyAll();
    }

    /** Waits for the launches and small copies that are enqueued now, unless something did since. {@return as {@link #await}} */
    long awaitEnqueued() {
        synchronized (this) {
            if (done == enqueued) {
                return closed ? -1 : last;
            }
        }
        return await();
    }

    /** {@return the number of the last launch if everything is done, else a lower one than any} */
    synchronized long doneIfIdle() {
        return !closed && stream.isIdle() ? last : -1;
    }

    @Override
    public void synchronize() throws KernelFault {
        settle(await());
    }

    @Override
    public void settle() throws KernelFault {
        settle(awaitEnqueued());
    }

    private void settle(long upTo) throws KernelFault {
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
    public void follow(Event event) {
        stream.waitFor(((NvidiaEvent) event).cuda());
    }

    @Override
    public void waitFor(Event event) {
        ((NvidiaEvent) event).letWait(this);
    }

    /** Waits for an event that was recorded when another stream had launches up to a number. */
    synchronized void waitFor(CudaEvent event, NvidiaStream other, long upTo) {
        stream.waitFor(event);
        if (other != this) {
            last = log.waits(this, other, upTo);
        }
    }

    @Override
    public void close() {
        await();
        log.remove(this);
        synchronized (this) {
            closed = true;
            awaitNobody();
            prints.close();
            if (nextSlot != null) {
                log.giveBack(nextSlot);
            }
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
}
