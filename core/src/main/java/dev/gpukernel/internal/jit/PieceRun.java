package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Elements;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.jit.LoopCut.CutArray;
import dev.gpukernel.internal.jit.LoopCut.Part;
import dev.gpukernel.internal.jit.LoopCut.Piece;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs a loop over host arrays in pieces. The thread that launched it copies one piece's part of the arrays to the device and launches it,
 * while the device does the one before, and another thread copies back what the one before that wrote.
 *
 * <p>A loop that may throw is done in order, and what is overwritten in the host's arrays is kept, so that they are as they were where
 * an iteration throws.
 */
final class PieceRun {
    /** Pieces under way at once: one goes there, one is computed, one comes back, and the next need not wait for that. */
    static final int AT_ONCE = 4;

    /** Pieces that come back at once: while one goes from pinned memory to the heap, another goes from the device to pinned memory. */
    private static final int BACK_AT_ONCE = 2;

    private static final long IDLE_SECONDS = 10;

    private static final Executor DOWNLOADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            // Without the context of whoever launches first, which would keep its classes.
            Thread.ofPlatform()
                    .daemon()
                    .inheritInheritableThreadLocals(false)
                    .name("gpukernel-pieces-", 0)
                    .factory());

    private final LoopCut cut;
    private final @Nullable Object[] hostArrays;
    private final Launcher launcher;
    private final Lane lane;
    private final List<Slot> slots = new ArrayList<>();
    private final Memory[] residents;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicLong bytesIn = new AtomicLong();
    private final AtomicLong bytesOut = new AtomicLong();
    private final AtomicLong nanosIn = new AtomicLong();
    private final AtomicLong nanosOut = new AtomicLong();

    /** What launches pieces. */
    interface Launcher {
        /** Sets an array, all of which a piece touches is there. */
        void set(int parameter, Memory memory);

        /** Enqueues a piece. */
        void launch(Piece piece, Stream stream) throws KernelFault;
    }

    /** What one piece at a time uses: a stream, and for each array memory for a part of it; none for arrays that stay. */
    private static final class Slot {
        private final Stream stream;
        private final @Nullable Memory[] memories;

        Slot(Stream stream, int arrays) {
            this.stream = stream;
            this.memories = new Memory[arrays];
        }
    }

    /** What some elements of a host array were. */
    private record Kept(Object host, int from, Object elements) {
        static Kept of(Object host, Elements range) {
            Object elements = Array.newInstance(host.getClass().getComponentType(), range.count());
            System.arraycopy(host, range.from(), elements, 0, range.count());
            return new Kept(host, range.from(), elements);
        }

        void putBack() {
            System.arraycopy(elements, 0, host, from, Array.getLength(elements));
        }
    }

    /**
     * Prepares a run.
     *
     * @param cut the pieces
     * @param hostArrays the host arrays, by parameter
     * @param lane whose streams it uses
     * @param launcher launches pieces
     */
    PieceRun(LoopCut cut, @Nullable Object[] hostArrays, Lane lane, Launcher launcher) {
        this.cut = cut;
        this.hostArrays = hostArrays;
        this.launcher = launcher;
        this.lane = lane;
        this.residents = new Memory[cut.arrays().size()];
    }

    long bytesIn() {
        return bytesIn.get();
    }

    long bytesOut() {
        return bytesOut.get();
    }

    /** {@return nanoseconds that copies to the device took} */
    long nanosIn() {
        return nanosIn.get();
    }

    /** {@return nanoseconds that copies to the host took} */
    long nanosOut() {
        return nanosOut.get();
    }

    /**
     * Runs all pieces. When it returns, the host's arrays have what the loop wrote.
     *
     * @param allocator allocates memory for parts
     * @param begin what comes before
     * @throws KernelFault of the first iteration that threw; the host's arrays are then as they were
     */
    void run(Allocator allocator, Event begin) throws KernelFault {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        try {
            open(allocator, begin);
            bringResidents();
            for (int i = 0; i < cut.pieces().size() && failure.get() == null; i++) {
                Slot slot = slots.get(i % slots.size());
                if (i >= slots.size()) {
                    ends.get(i - slots.size()).join();
                }
                upload(i, slot);
                launcher.launch(cut.pieces().get(i), slot.stream);
                ends.add(end(i, slot, ends));
            }
            ends.forEach(CompletableFuture::join);
            throwFailure();
            for (Slot slot : slots) {
                slot.stream.synchronize();
            }
            takeResidents();
        } catch (KernelFault | RuntimeException | Error failed) {
            ends.forEach(CompletableFuture::join);
            settle(failed);
            kept.forEach(Kept::putBack);
            throw failed;
        } finally {
            close();
        }
    }

    private void throwFailure() throws KernelFault {
        switch (failure.get()) {
            case null -> {}
            case KernelFault fault -> throw fault;
            case RuntimeException failed -> throw failed;
            case Error failed -> throw failed;
            case Throwable other -> throw new AssertionError(other);
        }
    }

    /** Waits for what was launched before something failed. */
    private void settle(Throwable failed) {
        for (Slot slot : slots) {
            try {
                slot.stream.synchronize();
            } catch (KernelFault _) {
                // Of a later piece.
            } catch (RuntimeException broken) {
                failed.addSuppressed(broken);
            }
        }
    }

    private void open(Allocator allocator, Event begin) {
        List<CutArray> arrays = cut.arrays();
        int needed = Math.min(cut.atOnce(), cut.pieces().size());
        for (Stream stream : lane.streams(needed)) {
            stream.follow(begin);
            Slot slot = new Slot(stream, arrays.size());
            slots.add(slot);
            for (int a = 0; a < arrays.size(); a++) {
                CutArray array = arrays.get(a);
                if (!array.isResident()) {
                    slot.memories[a] = allocator.allocate(array.element(), array.capacity(), stream);
                } else if (slots.size() == 1) {
                    residents[a] = allocator.allocate(array.element(), array.capacity(), stream);
                }
            }
        }
    }

    private void close() {
        for (Memory memory : residents) {
            if (memory != null) {
                // The other streams are done with it.
                memory.free(slots.getFirst().stream);
            }
        }
        for (Slot slot : slots) {
            for (Memory memory : slot.memories) {
                if (memory != null) {
                    memory.free(slot.stream);
                }
            }
        }
    }

    private Object host(CutArray array) {
        Object host = hostArrays[array.parameters().getFirst()];
        if (host == null) {
            throw new IllegalStateException("no array for parameter " + array.parameters());
        }
        return host;
    }

    private Memory part(CutArray array, Memory memory, Part part) {
        return memory.asPart(part.there().from(), Array.getLength(host(array)));
    }

    private void bringResidents() throws KernelFault {
        Stream stream = slots.getFirst().stream;
        for (int a = 0; a < residents.length; a++) {
            CutArray array = cut.arrays().get(a);
            if (array.isResident()) {
                Part only = array.part(0);
                copyIn(array, only, part(array, residents[a], only), stream);
            }
        }
        // Copies to the device may be under way still when they return.
        stream.synchronize();
    }

    private void upload(int piece, Slot slot) {
        for (int a = 0; a < residents.length; a++) {
            CutArray array = cut.arrays().get(a);
            Memory own = slot.memories[a];
            Part part = array.part(piece);
            Memory memory = part(array, own == null ? residents[a] : own, part);
            if (own != null) {
                copyIn(array, part, memory, slot.stream);
            }
            array.parameters().forEach(parameter -> launcher.set(parameter, memory));
        }
    }

    private void copyIn(CutArray array, Part part, Memory memory, Stream stream) {
        Elements range = part.in();
        if (!range.isEmpty()) {
            long start = System.nanoTime();
            memory.copyFrom(host(array), range.from(), range.from(), range.count(), stream);
            nanosIn.addAndGet(System.nanoTime() - start);
            bytesIn.addAndGet((long) range.count() * array.element().bytes());
        }
    }

    /** {@return what is done when a piece's slot can be used again} */
    private CompletableFuture<Void> end(int piece, Slot slot, List<CompletableFuture<Void>> before) {
        if (cut.isFaultFree() && !cut.bringsBackPieces()) {
            // What is enqueued next comes after.
            return CompletableFuture.completedFuture(null);
        }
        int turn = piece - (cut.isFaultFree() ? BACK_AT_ONCE : 1);
        CompletableFuture<Void> earlier = turn < 0 ? CompletableFuture.completedFuture(null) : before.get(turn);
        return earlier.thenRunAsync(() -> end(piece, slot), DOWNLOADS);
    }

    private void end(int piece, Slot slot) {
        if (failure.get() != null) {
            return;
        }
        try {
            if (!cut.isFaultFree()) {
                slot.stream.synchronize();
            }
            for (int a = 0; a < slot.memories.length; a++) {
                Memory memory = slot.memories[a];
                if (memory != null) {
                    CutArray array = cut.arrays().get(a);
                    copyOut(array, array.part(piece), memory, slot.stream);
                }
            }
        } catch (KernelFault | RuntimeException | Error failed) {
            failure.compareAndSet(null, failed);
        }
    }

    private void copyOut(CutArray array, Part part, Memory memory, Stream stream) {
        Elements range = part.back();
        if (!range.isEmpty()) {
            if (!cut.isFaultFree()) {
                kept.add(Kept.of(host(array), range));
            }
            long start = System.nanoTime();
            part(array, memory, part).copyTo(host(array), range.from(), range.from(), range.count(), stream);
            nanosOut.addAndGet(System.nanoTime() - start);
            bytesOut.addAndGet((long) range.count() * array.element().bytes());
        }
    }

    private void takeResidents() {
        for (int a = 0; a < residents.length; a++) {
            CutArray array = cut.arrays().get(a);
            if (array.isResident()) {
                copyOut(array, array.part(0), residents[a], slots.getFirst().stream);
            }
        }
    }
}
