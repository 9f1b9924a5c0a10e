package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.internal.cuda.CopierPool.Chunks;
import dev.gpukernel.internal.cuda.CopierPool.Copier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Moves what pieces of work need to the device and what they leave back to the heap, both ways at once, while the device does other
 * pieces. A copy one way is a single piece.
 *
 * <p>Every thread has a {@link Copier} of its own: a stream each way and chunks of pinned memory, for whose transfers it alone
 * waits. It does what there is to do next: it has the device fill a chunk, empties one that came back into the heap, or fills one from the
 * heap and sends it. Chunks of all pieces follow one another without a gap. Who sends the last chunk of a piece launches the piece. No
 * thread waits for another as long as there is something to do. What lies in registered memory takes no chunk: the thread whose turn it is
 * has the driver copy all of it.
 *
 * <p>On the device, a piece follows what was enqueued before all of them and the last that each thread sent for it, and what comes back
 * follows the piece. Memory of a piece is used again when all that comes back of it is here, by copies that follow the piece.
 *
 * @param <X> what work may throw
 */
final class CopyPipeline<X extends Exception> {
    private final PipedWork<X> work;
    private final PipelineSizes sizes;
    private final HostRegistry registry;
    private final CopierPool copiers;
    private final Chunks chunks;
    private final PipelineTrace trace;

    /** What is left to claim of the last piece that was opened, and of the last one that comes back. */
    private Deque<CopyMove> movesIn = new ArrayDeque<>();

    private Deque<CopyMove> movesBack = new ArrayDeque<>();

    /** The places in memory, which pieces use in turn. */
    private final List<Place> places = new ArrayList<>();

    /** How many pieces had their copies there handed out, were launched, ended, began to come back, and need their memory no more. */
    private int opened;

    private int launched;
    private int ended;
    private int returning;
    private int released;

    private final List<Worker> workers = new ArrayList<>();
    private boolean isEnding;
    private int running;
    private int waiting;
    private @Nullable Throwable failure;

    private record Coming(PinnedChunk chunk, CopyMove move) {}

    /** What a thread does next. */
    private interface Step<X extends Exception> {
        void run() throws X;
    }

    /** Memory for a piece. */
    private static final class Place implements AutoCloseable {
        /** After this, the memory may be written: at first what comes before all pieces, then the last piece that had it. */
        final CudaEvent computed;

        /** How many copies of the piece that has it are not sent, and not here again. */
        int unsent;

        int unreturned;

        /** The last chunk that each thread sent for it. */
        final Map<Worker, PinnedChunk> sent = new HashMap<>();

        Place(CudaStream start) {
            computed = CudaEvent.untimed(start.context());
            computed.record(start);
        }

        @Override
        public void close() {
            computed.close();
        }
    }

    /** A thread with its copier. Nothing here is any other's. */
    private static final class Worker {
        final Copier copier;

        /** Chunks on their way to the device, or idle, that sent first at the front. */
        final Deque<PinnedChunk> sent;

        /** Chunks with nothing that anybody needs. */
        final Deque<PinnedChunk> empty;

        /** Chunks that the device fills, or has filled. */
        final Deque<Coming> coming = new ArrayDeque<>();

        /** What left the copier in an unknown state. */
        @Nullable Throwable broken;

        Worker(Copier copier, Chunks chunks) {
            this.copier = copier;
            this.sent = new ArrayDeque<>(copier.there().chunks(chunks.there()));
            this.empty = new ArrayDeque<>(copier.back().chunks(chunks.back()));
        }

        /** Waits until the device touches neither chunks nor places any longer. */
        void synchronize() {
            try {
                copier.there().synchronize();
                copier.back().synchronize();
            } catch (RuntimeException failed) {
                broken = failed;
            }
        }
    }

    /**
     * Prepares a run.
     *
     * @param work what is done
     * @param sizes how much moves at once
     * @param registry has what is registered
     * @param copiers has one for each thread
     * @param chunks how many chunks each has, at least one for a way that anything goes
     */
    CopyPipeline(PipedWork<X> work, PipelineSizes sizes, HostRegistry registry, CopierPool copiers, Chunks chunks) {
        this.work = work;
        this.sizes = sizes;
        this.registry = registry;
        this.copiers = copiers;
        this.chunks = chunks;
        this.trace = PipelineTrace.of(work.pieces());
    }

    /**
     * Does all the work, in this thread and in others that may come late, or never.
     *
     * @param own the copier of this thread, which goes back
     * @param executor has the others
     * @param helpers how many they are
     * @throws X what the work threw
     */
    void run(Copier own, Executor executor, int helpers) throws X {
        Worker first = new Worker(own, chunks);
        enter(first);
        try {
            for (int i = 0; i < work.atOnce(); i++) {
                places.add(new Place(work.start()));
            }
            for (int i = 0; i < helpers; i++) {
                executor.execute(this::help);
            }
        } catch (RuntimeException | Error failed) {
            fail(failed);
        }
        work(first);
        awaitHelpers();
        workers.forEach(this::settle);
        places.forEach(Place::close);
        throwFailure();
        trace.print();
    }

    /** Gives a copier back, or up. After a failure, what was enqueued may be under way still. */
    private void settle(Worker worker) {
        if (failure != null) {
            worker.synchronize();
        }
        if (worker.broken == null) {
            copiers.giveBack(worker.copier);
        } else {
            fail(worker.broken);
            copiers.discard(worker.copier, worker.broken);
        }
    }

    @SuppressWarnings("unchecked") // nothing else is thrown by steps
    private void throwFailure() throws X {
        switch (failure) {
            case null -> {}
            case RuntimeException failed -> throw failed;
            case Error failed -> throw failed;
            case Throwable other -> throw (X) other;
        }
    }

    /** Where there is no pinned memory for one more thread, the others go on without it. */
    private void help() {
        if (isOver()) {
            return;
        }
        Copier copier;
        try {
            copier = copiers.take(chunks);
        } catch (GpuException _) {
            return;
        }
        Worker helper = new Worker(copier, chunks);
        if (enter(helper)) {
            work(helper);
        } else {
            copiers.giveBack(copier);
        }
    }

    private synchronized boolean isOver() {
        return failure != null || isAllClaimed();
    }

    /** {@return whether there is something to do} If so, the run does not end before the thread leaves. */
    private synchronized boolean enter(Worker worker) {
        if (isOver()) {
            return false;
        }
        workers.add(worker);
        running++;
        return true;
    }

    private synchronized void leave() {
        running--;
        notifyAll();
    }

    private void work(Worker own) {
        try {
            for (Step<X> step = next(own); step != null; step = next(own)) {
                step.run();
            }
        } catch (RuntimeException | Error failed) {
            own.broken = failed;
            fail(failed);
        } catch (Exception fault) {
            fail(fault);
        }
        leave();
    }

    private synchronized void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
        notifyAll();
    }

    /** Returns when no thread touches arrays or memory any longer. Helpers that come later find nothing to do. */
    private synchronized void awaitHelpers() {
        boolean interrupted = false;
        while (running > 0) {
            interrupted |= waitInterrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@return what to do next, null if nothing is left to claim} */
    private @Nullable Step<X> next(Worker own) throws X {
        long from = trace.now();
        Coming first = own.coming.peek();
        boolean hasArrived = first != null && first.chunk.isIdle();
        Step<X> step = next(own, hasArrived);
        trace.add(PipelineTrace.Part.IDLE, from);
        return step;
    }

    private synchronized @Nullable Step<X> next(Worker own, boolean hasArrived) throws X {
        boolean interrupted = false;
        Step<X> step = null;
        while (failure == null) {
            step = claim(own, hasArrived);
            if (step != null || isAllClaimed()) {
                break;
            }
            interrupted |= waitInterrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return step;
    }

    private boolean isAllClaimed() {
        return returning == work.pieces() && movesBack.isEmpty();
    }

    /** {@return what a thread does next, null if there is nothing now} What came back goes first, which keeps both ways alike. */
    private @Nullable Step<X> claim(Worker own, boolean hasArrived) throws X {
        int before;
        do {
            before = released;
            open();
            beginReturn();
            // Where that freed memory, the next piece may begin, which may need nothing.
        } while (released > before);
        boolean mayBring = !movesBack.isEmpty();
        boolean mayFill = !movesIn.isEmpty();
        if (mayBring && !movesBack.element().isRegistered() && !own.empty.isEmpty()) {
            CopyMove move = movesBack.remove();
            return () -> fetch(own, move);
        }
        if (!own.coming.isEmpty() && (!mayFill || hasArrived)) {
            return () -> empty(own);
        }
        if (work.mayFault() && !isEnding && ended < launched) {
            isEnding = true;
            return this::end;
        }
        if (mayBring && movesBack.element().isRegistered()) {
            CopyMove move = movesBack.remove();
            return () -> bring(own, move);
        }
        if (mayFill) {
            CopyMove move = movesIn.remove();
            return move.isRegistered() ? () -> send(own, move) : () -> fill(own, move);
        }
        return null;
    }

    private Place place(int piece) {
        return places.get(piece % places.size());
    }

    /** {@return the stream of a thread for one way, for what follows what the place of a piece waits for} */
    private CudaStream stream(PinnedRing ring, int piece) {
        CudaStream stream = ring.stream();
        stream.waitFor(place(piece).computed);
        return stream;
    }

    private void fill(Worker own, CopyMove move) throws X {
        PinnedChunk chunk = own.sent.remove();
        own.sent.add(chunk);
        long from = trace.now();
        chunk.await();
        from = trace.add(PipelineTrace.Part.AWAIT_CHUNK, from);
        move.array().read(move.offset(), chunk.memory(), 0, move.bytes());
        from = trace.add(PipelineTrace.Part.FILL, from);
        chunk.send(move.device(), move.bytes(), stream(own.copier.there(), move.piece()));
        trace.add(PipelineTrace.Part.ENQUEUE, from);
        wasSent(own, move, chunk);
    }

    private void send(Worker own, CopyMove move) throws X {
        long from = trace.now();
        registry.copyIn(move.array(), move.device(), stream(own.copier.there(), move.piece()));
        trace.add(PipelineTrace.Part.FILL, from);
        wasSent(own, move, null);
    }

    private synchronized void wasSent(Worker own, CopyMove move, @Nullable PinnedChunk chunk) throws X {
        Place place = place(move.piece());
        if (chunk != null) {
            place.sent.put(own, chunk);
        }
        place.unsent--;
        launchReady();
    }

    private void fetch(Worker own, CopyMove move) {
        PinnedChunk chunk = own.empty.remove();
        long from = trace.now();
        chunk.fetch(move.device(), move.bytes(), stream(own.copier.back(), move.piece()));
        trace.add(PipelineTrace.Part.ENQUEUE, from);
        own.coming.add(new Coming(chunk, move));
    }

    private void empty(Worker own) {
        Coming full = own.coming.remove();
        long from = trace.now();
        full.chunk.await();
        from = trace.add(PipelineTrace.Part.AWAIT_DEVICE, from);
        CopyMove move = full.move;
        move.array().write(move.offset(), full.chunk.memory(), 0, move.bytes());
        trace.add(PipelineTrace.Part.EMPTY, from);
        own.empty.add(full.chunk);
        wasReturned(move);
    }

    private void bring(Worker own, CopyMove move) {
        long from = trace.now();
        registry.copyOut(move.array(), move.device(), stream(own.copier.back(), move.piece()));
        trace.add(PipelineTrace.Part.EMPTY, from);
        wasReturned(move);
    }

    private synchronized void wasReturned(CopyMove move) {
        place(move.piece()).unreturned--;
        trace.mark(PipelineTrace.Mark.RETURNED, move.piece());
        release();
    }

    private void end() throws X {
        work.end(ended);
        wasEnded();
    }

    private synchronized void wasEnded() {
        isEnding = false;
        ended++;
        changed();
    }

    /** Opens the next piece if all of the last one was claimed and there is memory for it. */
    private void open() throws X {
        while (movesIn.isEmpty() && opened < work.pieces() && opened < released + places.size()) {
            int piece = opened;
            movesIn = moves(piece, work.in(piece), sizes.there());
            trace.mark(PipelineTrace.Mark.OPENED, piece);
            place(piece).unsent = movesIn.size();
            opened++;
            launchReady();
        }
    }

    /** Launches pieces all of whose copies there are enqueued. */
    private void launchReady() throws X {
        while (launched < opened && place(launched).unsent == 0) {
            int piece = launched;
            long from = trace.now();
            Place place = place(piece);
            CudaStream kernels = work.kernels(piece);
            kernels.waitFor(place.computed);
            place.sent.values().forEach(last -> last.letFollow(kernels));
            place.sent.clear();
            work.launch(piece);
            place.computed.record(kernels);
            launched++;
            trace.add(PipelineTrace.Part.LAUNCH, from);
            trace.mark(PipelineTrace.Mark.LAUNCHED, piece);
            changed();
        }
    }

    /** Lets the next piece come back if all of the last one was claimed. */
    private void beginReturn() {
        while (movesBack.isEmpty() && returning < (work.mayFault() ? ended : launched)) {
            int piece = returning;
            movesBack = moves(piece, work.back(piece), sizes.back());
            place(piece).unreturned = movesBack.size();
            returning++;
            release();
        }
    }

    /** Lets memory be used again of which all is here. */
    private void release() {
        while (released < returning && place(released).unreturned == 0) {
            released++;
            changed();
        }
    }

    private void changed() {
        if (waiting > 0) {
            notifyAll();
        }
    }

    private Deque<CopyMove> moves(int piece, List<PipedWork.Span> spans, PipelineSizes.Way way) {
        return CopyMove.all(piece, piece == 0, piece == work.pieces() - 1, spans, way, registry);
    }

    /** Work cannot be abandoned half-way: other threads touch the caller's arrays. So interruption waits. */
    @SuppressWarnings("WaitNotInLoop") // every caller loops over its own condition
    private boolean waitInterrupted() {
        waiting++;
        try {
            wait();
            return false;
        } catch (InterruptedException e) {
            return true;
        } finally {
            waiting--;
        }
    }
}
