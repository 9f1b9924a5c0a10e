package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Elements;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.ForeignArray;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.PieceWork;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.jit.LoopCut.CutArray;
import dev.gpukernel.internal.jit.LoopCut.Piece;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a loop over host arrays in pieces, which the device overlaps.
 *
 * <p>Of a loop that may throw, each piece ends before anything of it comes back, and what is overwritten in the host's arrays is kept, so
 * that they are as they were where an iteration throws.
 */
final class PieceRun implements PieceWork {
    /**
     * Pieces with memory at once: one is computed, and what two or three need and what two left is in pinned memory, on its way or waiting
     * for it.
     */
    static final int AT_ONCE = 6;

    private final LoopCut cut;
    private final @Nullable Object[] hostArrays;
    private final Launcher launcher;
    private final Streams streams;

    /** For each array, as many as there are pieces at once, or one that stays. */
    private final List<List<Memory>> memories = new ArrayList<>();

    private final List<Kept> kept = new ArrayList<>();
    private long bytesIn;
    private long bytesOut;
    private long start;
    private long there;
    private long back;
    private long end;

    /** What launches pieces. */
    interface Launcher {
        /** Sets an array, all of which a piece touches is there. */
        void set(int parameter, Memory memory);

        /** Enqueues a piece. */
        void launch(Piece piece, Stream stream) throws KernelFault;
    }

    /** What some elements of a host array were. */
    private record Kept(Object host, long from, Object elements) {
        static Kept of(Object host, Elements range) {
            Class<?> type = HostArrays.elementOf(host).arrayClass().componentType();
            int count = Math.toIntExact(range.count());
            Object elements = Array.newInstance(type, count);
            ForeignArray.read(host, range.from(), elements, 0, count);
            return new Kept(host, range.from(), elements);
        }

        void putBack() {
            ForeignArray.write(host, from, elements, 0, Array.getLength(elements));
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
        // What one stream prints comes out in the order of its launches.
        List<Stream> own = lane.streams((cut.prints() ? 1 : atOnce()) + 1);
        this.streams = new Streams(own.getFirst(), own.subList(1, own.size()));
    }

    long bytesIn() {
        return bytesIn;
    }

    long bytesOut() {
        return bytesOut;
    }

    /** {@return nanoseconds until the last copy to the device was enqueued} */
    long nanosIn() {
        return there - start;
    }

    /** {@return nanoseconds from the first copy to the host on} */
    long nanosOut() {
        return bytesOut == 0 ? 0 : end - back;
    }

    /**
     * Runs all pieces. When it returns, the host's arrays have what the loop wrote.
     *
     * @param device where
     * @param allocator allocates memory for parts
     * @param begin what comes before
     * @throws KernelFault of the first iteration that threw; the host's arrays are then as they were
     */
    void run(Device device, Allocator allocator, Event begin) throws KernelFault {
        start = System.nanoTime();
        try {
            streams.start().follow(begin);
            allocate(allocator);
            for (Part part : parts(0, LoopCut.Part::in, true)) {
                part.memory().copyFrom(part.hostArray(), part.from(), part.from(), part.count(), streams.start());
                bytesIn += bytes(part);
            }
            device.run(this, streams);
            for (Stream stream : streams.kernels()) {
                stream.synchronize();
            }
            beginBack();
            for (Part part : parts(0, LoopCut.Part::back, true)) {
                keep(part);
                part.memory().copyTo(part.hostArray(), part.from(), part.from(), part.count(), streams.start());
                bytesOut += bytes(part);
            }
            end = System.nanoTime();
        } catch (KernelFault | RuntimeException | Error failed) {
            settle(failed);
            kept.forEach(Kept::putBack);
            throw failed;
        } finally {
            memories.forEach(each -> each.forEach(memory -> memory.free(streams.start())));
        }
    }

    /** Waits for what was enqueued before something failed. */
    private void settle(Throwable failed) {
        List<Stream> all = new ArrayList<>(streams.kernels());
        all.add(streams.start());
        for (Stream stream : all) {
            try {
                stream.synchronize();
            } catch (KernelFault _) {
                // Of a later piece.
            } catch (RuntimeException broken) {
                failed.addSuppressed(broken);
            }
        }
    }

    private void allocate(Allocator allocator) {
        for (CutArray array : cut.arrays()) {
            List<Memory> own = new ArrayList<>();
            memories.add(own);
            for (int i = 0; i < (array.isResident() ? 1 : atOnce()); i++) {
                own.add(allocator.allocate(array.element(), array.capacity(), streams.start()));
            }
        }
    }

    private Object host(CutArray array) {
        return Objects.requireNonNull(hostArrays[array.parameters().getFirst()], "an array");
    }

    /** {@return what of an array is there for a piece, taken for the whole} */
    private Memory memory(int array, int piece) {
        CutArray cutArray = cut.arrays().get(array);
        List<Memory> own = memories.get(array);
        Memory memory = own.get(piece % own.size());
        return memory.asPart(cutArray.part(piece).there().from(), ForeignArray.lengthOf(host(cutArray)));
    }

    /** {@return what moves of arrays that stay, or of those in parts for a piece} */
    private List<Part> parts(int piece, Function<LoopCut.Part, Elements> which, boolean ofResidents) {
        List<Part> parts = new ArrayList<>();
        for (int a = 0; a < memories.size(); a++) {
            CutArray array = cut.arrays().get(a);
            Elements range = which.apply(array.part(piece));
            if (array.isResident() == ofResidents && !range.isEmpty()) {
                parts.add(new Part(host(array), memory(a, piece), range.from(), range.count()));
            }
        }
        return parts;
    }

    private static long bytes(Part part) {
        return part.count() * part.memory().element().bytes();
    }

    @Override
    public int pieces() {
        return cut.pieces().size();
    }

    @Override
    public int atOnce() {
        return Math.min(cut.atOnce(), pieces());
    }

    @Override
    public boolean mayFault() {
        return !cut.isFaultFree();
    }

    @Override
    public List<Part> in(int piece) {
        List<Part> parts = parts(piece, LoopCut.Part::in, false);
        parts.forEach(part -> bytesIn += bytes(part));
        return parts;
    }

    @Override
    public void launch(int piece, Stream stream) throws KernelFault {
        there = System.nanoTime();
        for (int a = 0; a < memories.size(); a++) {
            Memory memory = memory(a, piece);
            cut.arrays().get(a).parameters().forEach(parameter -> launcher.set(parameter, memory));
        }
        launcher.launch(cut.pieces().get(piece), stream);
    }

    @Override
    public void end(int piece, Stream stream) throws KernelFault {
        stream.synchronize();
        parts(piece, LoopCut.Part::back, false).forEach(this::keep);
    }

    private void keep(Part part) {
        if (mayFault()) {
            kept.add(Kept.of(part.hostArray(), new Elements(part.from(), part.from() + part.count())));
        }
    }

    private void beginBack() {
        if (bytesOut == 0) {
            back = System.nanoTime();
        }
    }

    @Override
    public List<Part> back(int piece) {
        beginBack();
        List<Part> parts = parts(piece, LoopCut.Part::back, false);
        parts.forEach(part -> bytesOut += bytes(part));
        return parts;
    }
}
