package dev.gpukernel.internal.cuda;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Moves what pieces of work need to the device and what they leave back to the heap, both ways at once, while the device does other
 * pieces. Everything goes through chunks of pinned memory, and chunks of all pieces follow one another without a gap. A copy one way is a
 * single piece.
 *
 * <p>Every thread does what there is to do next: it empties a chunk that came back into the heap, or fills one from the heap and sends
 * it. Who sends the last chunk of a piece launches the piece. No thread waits for another as long as there is something to do. What lies in
 * registered memory takes no chunk: the thread whose turn it is has the driver copy all of it.
 *
 * @param <X> what work may throw
 */
final class CopyPipeline<X extends Exception> {
    private final PipedWork<X> work;
    private final PipelineSizes sizes;
    private final HostRegistry registry;
    private final PipelineTrace trace;

    /** Chunks on their way to the device, or idle, that sent first at the front. */
    private final Deque<PinnedChunk> sent = new ArrayDeque<>();

    /** Chunks with nothing that anybody needs. */
    private final Deque<PinnedChunk> empty = new ArrayDeque<>();

    /** Chunks that the device fills, or has filled. */
    private final Deque<Coming> coming = new ArrayDeque<>();

    /** What is left to claim of the last piece that was opened, and of the last one that comes back. */
    private Deque<Move> movesIn = new ArrayDeque<>();

    private Deque<Move> movesBack = new ArrayDeque<>();

    /** Whether a thread has the driver copy the first of what comes back. */
    private boolean isBringing;

    /** By place in memory: chunks of a piece that are not sent yet, when its input is there and its kernel done, when its memory is free. */
    private final int[] unsent;

    private final List<CudaEvent> computed = new ArrayList<>();
    private final List<CudaEvent> freed = new ArrayList<>();

    /** Whether the order of the stream is all that is needed. */
    private final boolean isInOneStream;

    /** How many pieces had their chunks handed out, were launched, ended, began to come back, and need their memory no more. */
    private int opened;

    private int launched;
    private int ended;
    private int returning;
    private int released;

    private boolean isEnding;
    private int running;
    private int waiting;
    private @Nullable Throwable failure;

    /** Bytes that go through a chunk at once, or through none: all of an array that is registered. */
    private record Move(int piece, HeapArray array, long offset, long device, long bytes, boolean isRegistered) {}

    private record Coming(PinnedChunk chunk, Move move) {}

    /** What a thread does next. */
    private interface Step<X extends Exception> {
        void run() throws X;
    }

    /**
     * Prepares a run.
     *
     * @param work what is done
     * @param sizes how much moves at once
     * @param registry has what is registered
     * @param sending chunks for what goes to the device, at least one if anything does
     * @param returning chunks for what comes back, at least one if anything does
     */
    CopyPipeline(
            PipedWork<X> work,
            PipelineSizes sizes,
            HostRegistry registry,
            List<PinnedChunk> sending,
            List<PinnedChunk> returning) {
        this.work = work;
        this.sizes = sizes;
        this.registry = registry;
        this.isInOneStream = work.pieces() == 1 && work.in() == work.back() && work.in() == work.kernels(0);
        this.unsent = new int[work.atOnce()];
        this.trace = PipelineTrace.of(work.pieces());
        sent.addAll(sending);
        empty.addAll(returning);
    }

    /**
     * Does all the work, in this thread and in others that may come late, or never.
     *
     * @param executor has the others
     * @param helpers how many they are
     * @throws X what the work threw
     */
    void run(Executor executor, int helpers) throws X {
        CudaContext context = work.in().context();
        try {
            for (int i = 0; i < work.atOnce() && !isInOneStream; i++) {
                computed.add(CudaEvent.untimed(context));
                freed.add(CudaEvent.untimed(context));
            }
            for (int i = 0; i < helpers; i++) {
                executor.execute(this::help);
            }
            help();
        } catch (RuntimeException | Error failed) {
            fail(failed);
        } finally {
            awaitHelpers();
            awaitDevice();
            computed.forEach(CudaEvent::close);
            freed.forEach(CudaEvent::close);
        }
        throwFailure();
        trace.print();
    }

    /** After a failure, waits until the device fills no chunk any longer. */
    private void awaitDevice() {
        try {
            coming.forEach(left -> left.chunk.await());
        } catch (RuntimeException broken) {
            fail(broken);
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

    private void help() {
        try {
            for (Step<X> step = next(); step != null; step = next()) {
                try {
                    step.run();
                } finally {
                    done();
                }
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private synchronized void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
        notifyAll();
    }

    private synchronized void done() {
        running--;
        if (waiting > 0) {
            notifyAll();
        }
    }

    /** Returns when no thread touches arrays or chunks any longer. Helpers that come later find nothing to do. */
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
    private synchronized @Nullable Step<X> next() throws X {
        boolean interrupted = false;
        long from = trace.now();
        Step<X> step = null;
        while (failure == null && !isAllClaimed()) {
            step = claim();
            if (step != null) {
                running++;
                break;
            }
            if (!isAllClaimed()) {
                interrupted |= waitInterrupted();
            }
        }
        trace.add(PipelineTrace.Part.IDLE, from);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return step;
    }

    private boolean isAllClaimed() {
        return returning == work.pieces() && movesBack.isEmpty() && coming.isEmpty();
    }

    /** {@return what to do next, null if there is nothing now} What came back goes first, which keeps both ways alike. */
    private @Nullable Step<X> claim() throws X {
        boolean mayFill;
        do {
            mayFill = hasMoveIn() && (!sent.isEmpty() || movesIn.element().isRegistered);
            // Where that frees memory, the next piece may begin, which may need nothing.
        } while (fetchAhead());
        Coming first = coming.peek();
        if (first != null && (!mayFill || first.chunk.isIdle())) {
            coming.remove();
            return () -> empty(first);
        }
        if (work.mayFault() && !isEnding && ended < launched) {
            isEnding = true;
            return this::end;
        }
        if (hasMoveBack() && movesBack.element().isRegistered && !isBringing) {
            Move move = movesBack.element();
            isBringing = true;
            return () -> bring(move);
        }
        if (mayFill && movesIn.element().isRegistered) {
            Move move = movesIn.remove();
            return () -> send(move);
        }
        if (mayFill) {
            Move move = movesIn.remove();
            PinnedChunk chunk = sent.remove();
            return () -> fill(move, chunk);
        }
        return null;
    }

    private void fill(Move move, PinnedChunk chunk) throws X {
        long from = trace.now();
        chunk.await();
        from = trace.add(PipelineTrace.Part.AWAIT_CHUNK, from);
        move.array.read(move.offset, chunk.memory(), 0, move.bytes);
        from = trace.add(PipelineTrace.Part.FILL, from);
        chunk.send(move.device, move.bytes, work.in());
        trace.add(PipelineTrace.Part.ENQUEUE, from);
        wasSent(move, chunk);
    }

    private void send(Move move) throws X {
        long from = trace.now();
        registry.copyIn(move.array, move.device, work.in());
        trace.add(PipelineTrace.Part.FILL, from);
        wasSent(move, null);
    }

    private void bring(Move move) {
        long from = trace.now();
        registry.copyOut(move.array, move.device, work.back());
        trace.add(PipelineTrace.Part.EMPTY, from);
        wasBrought(move);
    }

    private synchronized void wasBrought(Move move) {
        isBringing = false;
        movesBack.remove();
        trace.mark(PipelineTrace.Mark.EMPTIED, move.piece);
        if (movesBack.isEmpty()) {
            release(move.piece);
        }
    }

    private synchronized void wasSent(Move move, @Nullable PinnedChunk chunk) throws X {
        if (chunk != null) {
            sent.add(chunk);
        }
        unsent[move.piece % unsent.length]--;
        launchReady();
    }

    private void empty(Coming full) {
        long from = trace.now();
        full.chunk.await();
        from = trace.add(PipelineTrace.Part.AWAIT_DEVICE, from);
        Move move = full.move;
        move.array.write(move.offset, full.chunk.memory(), 0, move.bytes);
        trace.add(PipelineTrace.Part.EMPTY, from);
        wasEmptied(full);
    }

    private synchronized void wasEmptied(Coming full) {
        empty.add(full.chunk);
        trace.mark(PipelineTrace.Mark.EMPTIED, full.move.piece);
    }

    private void end() throws X {
        work.end(ended);
        wasEnded();
    }

    private synchronized void wasEnded() {
        isEnding = false;
        ended++;
    }

    /** {@return whether there is a chunk to fill} Opens the next piece if its memory is free. */
    private boolean hasMoveIn() throws X {
        while (movesIn.isEmpty() && opened < work.pieces() && opened < released + work.atOnce()) {
            int piece = opened;
            if (piece >= work.atOnce()) {
                work.in().waitFor(freed.get(piece % work.atOnce()));
            }
            Deque<Move> moves = moves(piece, work.in(piece));
            trace.mark(PipelineTrace.Mark.OPENED, piece);
            unsent[piece % unsent.length] = moves.size();
            movesIn = moves;
            opened++;
            launchReady();
        }
        return !movesIn.isEmpty();
    }

    /** Launches pieces all of whose chunks are enqueued. */
    private void launchReady() throws X {
        while (launched < opened && unsent[launched % unsent.length] == 0) {
            int piece = launched;
            long from = trace.now();
            if (isInOneStream) {
                work.launch(piece);
            } else {
                CudaStream kernels = work.kernels(piece);
                CudaEvent mark = computed.get(piece % work.atOnce());
                mark.record(work.in());
                kernels.waitFor(mark);
                work.launch(piece);
                mark.record(kernels);
            }
            launched++;
            trace.add(PipelineTrace.Part.LAUNCH, from);
            trace.mark(PipelineTrace.Mark.LAUNCHED, piece);
        }
    }

    /** Lets the device fill all chunks that are empty, and {@return whether memory of a piece is free now} */
    private boolean fetchAhead() {
        int before = released;
        while (hasMoveBack() && !empty.isEmpty() && !movesBack.element().isRegistered) {
            long from = trace.now();
            Move move = movesBack.remove();
            PinnedChunk chunk = empty.remove();
            chunk.fetch(move.device, move.bytes, work.back());
            trace.add(PipelineTrace.Part.ENQUEUE, from);
            coming.add(new Coming(chunk, move));
            if (movesBack.isEmpty()) {
                release(move.piece);
            }
        }
        return released > before;
    }

    private boolean hasMoveBack() {
        while (movesBack.isEmpty() && returning < (work.mayFault() ? ended : launched)) {
            int piece = returning;
            if (!isInOneStream) {
                work.back().waitFor(computed.get(piece % work.atOnce()));
            }
            movesBack = moves(piece, work.back(piece));
            returning++;
            if (movesBack.isEmpty()) {
                release(piece);
            }
        }
        return !movesBack.isEmpty();
    }

    /** After what is enqueued now, the memory of a piece can be used again. */
    private void release(int piece) {
        if (piece + work.atOnce() < work.pieces()) {
            freed.get(piece % work.atOnce()).record(work.back());
        }
        released = piece + 1;
        trace.mark(PipelineTrace.Mark.FETCHED, piece);
        notifyAll();
    }

    private Deque<Move> moves(int piece, List<PipedWork.Span> spans) {
        Deque<Move> moves = new ArrayDeque<>();
        long before = 0;
        long left = spans.stream().mapToLong(span -> span.array().bytes()).sum();
        for (PipedWork.Span span : spans) {
            long end = span.array().bytes();
            if (end > 0 && registry.has(span.array())) {
                moves.add(new Move(piece, span.array(), 0, span.device(), end, true));
                before += end;
                left -= end;
                continue;
            }
            for (long offset = 0; offset < end; ) {
                long near = Math.min(
                        piece == 0 ? before : Long.MAX_VALUE, piece == work.pieces() - 1 ? left : Long.MAX_VALUE);
                long bytes = Math.min(sizes.bytesAtOnce(near), end - offset);
                moves.add(new Move(piece, span.array(), offset, span.device() + offset, bytes, false));
                offset += bytes;
                before += bytes;
                left -= bytes;
            }
        }
        return moves;
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
