package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.HostTraffic;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.jit.LoopCut.Piece;
import dev.gpukernel.internal.pass.ReductionKernel;
import dev.gpukernel.internal.pass.ScanKernel;
import dev.gpukernel.internal.pass.Scans;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A loop with running values: what blocks of its iterations add up to, what is before each, the iterations. */
final class ScanStep extends NestStep.OfResults {
    private final Allocator allocator;
    private final KernelPlan.ScanPlan plans;
    private final Invocation totals;
    private final Invocation prefixes;
    private final @Nullable ChunkReduction chunks;
    private final List<ElementType> elements = new ArrayList<>();

    /** Places of what the loop carries. */
    private final List<Integer> running = new ArrayList<>();

    private final List<Integer> reduced = new ArrayList<>();
    private final int first;
    private final boolean inWords;

    /** So many iterations or fewer are one block of a device that does a block's in turn. */
    private final long mostInOneBlock;

    private final boolean isAsked;

    /**
     * Prepares it.
     *
     * @param nest the loop
     * @param plans its first steps
     * @param isAsked whether anything asks for the results
     * @param isLast as {@link NestStep#isLast}
     */
    ScanStep(KernelPlan.NestPlan nest, KernelPlan.ScanPlan plans, boolean isAsked, boolean isLast) {
        super(nest, isLast);
        this.allocator = plan.gpu().allocator();
        this.plans = plans;
        this.isAsked = isAsked;
        this.totals = plans.totals().executable().newInvocation();
        this.prefixes = plans.prefixes().executable().newInvocation();
        Function combine = program.combine();
        this.chunks = combine == null
                ? null
                : new ChunkReduction(allocator, combine, Objects.requireNonNull(nest.chunks(), "a reduction"));
        Scans scans = Objects.requireNonNull(program.scans(), "a scan");
        scans.running().forEach(one -> running.add(one.place()));
        int carried = running.size() + (chunks == null ? 0 : chunks.accumulators());
        this.inWords = scans.isNarrow() && !plan.gpu().raw().sharesHeap();
        this.mostInOneBlock = mostInOneBlock(scans);
        List<BlockParam> all = program.launched().params();
        this.first = params - carried;
        for (int place = 0; place < carried; place++) {
            elements.add(ReductionKernel.element(all.get(first + place).type()));
            if (!running.contains(place)) {
                reduced.add(place);
            }
        }
    }

    /** Several blocks take twice as long as one, as each must know what those before it add up to: that pays where there are cores for them. */
    private long mostInOneBlock(Scans scans) {
        if (!plan.gpu().raw().sharesHeap() || scans.isRounded() || chunks != null) {
            return ScanKernel.TILE;
        }
        int cores = plan.gpu().raw().info().limits().multiprocessors();
        return cores <= 2 ? Integer.MAX_VALUE : ScanKernel.TILE;
    }

    /** {@return how many blocks a launch with so many iterations has} */
    private int blocks(long count) {
        return count <= mostInOneBlock ? 1 : Math.toIntExact(Math.ceilDiv(count, ScanKernel.TILE));
    }

    /** Its steps read the same elements. */
    @Override
    long hostTraffic(long iterations) {
        return HostTraffic.UNKNOWN;
    }

    @Override
    void launch(Operands numbers, LaunchArrays arrays, long[] results) throws KernelFault {
        pass(invocation, numbers, arrays);
        long count = numbers.counts()[0];
        int blocks = blocks(count);
        if (!inWords && blocks > 1) {
            pass(totals, numbers, arrays);
        }
        run(arrays, numbers.numbers(), count, blocks, results);
    }

    private void run(LaunchArrays arrays, long[] operands, long iterations, int blocks, long[] results)
            throws KernelFault {
        Stream stream = arrays.stream();
        List<Memory> owned = new ArrayList<>();
        List<Memory> ends = new ArrayList<>();
        Memory[] partial = {};
        try {
            for (int i = 0; i < running.size(); i++) {
                owned.add(cells(i, blocks, stream));
                ends.add(end(i, stream));
            }
            Memory[] cells = owned.toArray(Memory[]::new);
            if (!inWords) {
                before(stream, operands, blocks, cells);
            }
            if (chunks != null) {
                partial = chunks.allocate(blocks, stream);
            }
            iterations(stream, blocks, iterations, cells, ends, partial);
            partial = finish(arrays, operands, blocks, ends, partial, results);
        } finally {
            ChunkReduction.free(owned, stream);
            ChunkReduction.free(ends, stream);
            ChunkReduction.free(List.of(partial), stream);
        }
    }

    /** Finds out what the loop comes to, if anything asks for that. {@return what is left of what blocks came to, to be freed} */
    private Memory[] finish(
            LaunchArrays arrays, long[] operands, int blocks, List<Memory> ends, Memory[] blockwise, long[] results)
            throws KernelFault {
        if (!isAsked) {
            return blockwise;
        }
        Memory[] partial = blockwise;
        Stream stream = arrays.stream();
        if (chunks != null) {
            long[] starts = new long[reduced.size()];
            for (int i = 0; i < starts.length; i++) {
                starts[i] = operands[first + reduced.get(i)];
            }
            partial = chunks.reduce(partial, blocks, starts, stream);
        }
        arrays.giveUpClaim();
        ChunkReduction.settle(ends, stream);
        ChunkReduction.settle(List.of(partial), stream);
        for (int i = 0; i < ends.size(); i++) {
            results[running.get(i)] = ChunkReduction.read(ends.get(i), stream);
        }
        for (int i = 0; i < partial.length; i++) {
            results[reduced.get(i)] = ChunkReduction.read(partial[i], stream);
        }
        return partial;
    }

    @Override
    void run(PiecePlan nest, LoopCut cut, Operands operands, LaunchArrays arrays, long[] results) throws KernelFault {
        Stream stream = arrays.stream();
        long count = operands.counts()[0];
        int blocks = Math.toIntExact(Math.ceilDiv(count, ScanKernel.TILE));
        List<Memory> ends = new ArrayList<>();
        Memory[] partial = {};
        try {
            for (int i = 0; i < running.size(); i++) {
                ends.add(end(i, stream));
            }
            partial = chunks == null ? partial : chunks.allocate(blocks, stream);
            arrays.run(cut, new Pieces(nest.plans(), operands.numbers(), count, ends, partial));
            partial = finish(arrays, operands.numbers(), blocks, ends, partial, results);
        } finally {
            ChunkReduction.free(ends, stream);
            ChunkReduction.free(List.of(partial), stream);
        }
    }

    /** Launches the steps of one piece after another, and hands over what the running values are. */
    private final class Pieces implements PieceRun.Launcher {
        private final Plan totalsPlan;
        private final Plan prefixesPlan;
        private final Plan iterationsPlan;
        private final Invocation totals;
        private final Invocation prefixes;
        private final Invocation iterations;
        private final long count;
        private final List<Memory> ends;
        private final Memory[] partial;
        private final long[] carried;

        Pieces(List<Plan> steps, long[] operands, long count, List<Memory> ends, Memory[] partial) {
            this.totalsPlan = steps.get(0);
            this.prefixesPlan = steps.get(1);
            this.iterationsPlan = steps.get(2);
            this.totals = totalsPlan.executable().newInvocation();
            this.prefixes = prefixesPlan.executable().newInvocation();
            this.iterations = iterationsPlan.executable().newInvocation();
            this.count = count;
            this.ends = ends;
            this.partial = partial;
            this.carried = new long[running.size()];
            for (int i = 0; i < carried.length; i++) {
                carried[i] = operands[first + running.get(i)];
            }
            for (int i = 0; i < params; i++) {
                if (!isArray(i)) {
                    // Behind the parameters that are not carried comes the first iteration.
                    int place = i < first ? i : i + 1;
                    totals.setScalar(place, operands[i]);
                    iterations.setScalar(place, operands[i]);
                }
            }
        }

        @Override
        public void set(int parameter, Memory memory) {
            totals.setArray(parameter, memory);
            iterations.setArray(parameter, memory);
        }

        @Override
        public void launch(Piece piece, Stream stream) throws KernelFault {
            ScanPiece part = ScanPiece.of(
                    piece, Objects.requireNonNull(program.scans(), "a scan").pieceIterations(), count);
            List<Memory> cells = new ArrayList<>();
            List<Memory> unused = new ArrayList<>();
            try {
                for (int place : running) {
                    cells.add(allocator.allocate(elements.get(place), part.totals() + 1, stream));
                    if (!part.isLast()) {
                        unused.add(allocator.allocate(elements.get(place), 1, stream));
                    }
                }
                before(part, cells, stream);
                iterate(part, cells, part.isLast() ? ends : unused, stream);
            } finally {
                ChunkReduction.free(cells, stream);
                ChunkReduction.free(unused, stream);
            }
        }

        /** Finds out what the running values are before each block, and before the next piece. */
        private void before(ScanPiece part, List<Memory> cells, Stream stream) throws KernelFault {
            totals.setScalar(first, part.first());
            for (int i = 0; i < cells.size(); i++) {
                totals.setArray(params + 1 + i, cells.get(i));
                prefixes.setScalar(i, carried[i]);
                prefixes.setArray(cells.size() + i, cells.get(i));
            }
            if (part.totals() > 0) {
                totals.launch(totalsPlan.forBlocks(part.totals(), ScanKernel.LANES), stream);
            }
            prefixes.launch(prefixesPlan.forBlocks(1, ScanKernel.LANES), stream);
            for (int i = 0; i < cells.size() && !part.isLast(); i++) {
                Object one =
                        Array.newInstance(cells.get(i).element().arrayClass().getComponentType(), 1);
                cells.get(i).copyTo(one, 0, part.totals(), 1, stream);
                carried[i] = ElementBits.get(one, 0);
            }
        }

        private void iterate(ScanPiece part, List<Memory> cells, List<Memory> after, Stream stream) throws KernelFault {
            iterations.setScalar(first, part.first());
            for (int i = 0; i < cells.size(); i++) {
                iterations.setArray(params + 1 + running.get(i), cells.get(i));
                iterations.setArray(params + 1 + elements.size() + i, after.get(i));
            }
            for (int i = 0; i < partial.length; i++) {
                Memory own = partial[i].slice(part.blocksBefore(), part.blocks());
                iterations.setArray(params + 1 + reduced.get(i), own);
            }
            iterations.setScalar(params + 1 + elements.size() + cells.size(), part.iterations());
            iterations.launch(iterationsPlan.forBlocks(part.blocks(), ScanKernel.LANES), stream);
        }
    }

    private Memory cells(int which, int blocks, Stream stream) {
        if (!inWords) {
            return allocator.allocate(elements.get(running.get(which)), blocks, stream);
        }
        Memory words = allocator.allocate(ElementType.LONG, Scans.words(blocks), stream);
        words.clear(stream);
        return words;
    }

    /** {@return where a running value is after the loop} What nobody asks for is not given back before the device has written it. */
    private Memory end(int which, Stream stream) {
        ElementType element = elements.get(running.get(which));
        return isAsked ? allocator.cell(element, stream) : allocator.allocate(element, 1, stream);
    }

    /** Finds out what the running values are before each block. */
    private void before(Stream stream, long[] operands, int blocks, Memory[] cells) throws KernelFault {
        if (blocks > 1) {
            for (int i = 0; i < cells.length; i++) {
                totals.setArray(params + i, cells[i]);
            }
            totals.launch(plans.totals().forBlocks(blocks - 1L, ScanKernel.LANES), stream);
        }
        for (int i = 0; i < cells.length; i++) {
            prefixes.setScalar(i, operands[first + running.get(i)]);
            prefixes.setArray(cells.length + i, cells[i]);
        }
        prefixes.launch(plans.prefixes().forBlocks(1, ScanKernel.LANES), stream);
    }

    private void iterations(Stream stream, int blocks, long count, Memory[] cells, List<Memory> ends, Memory[] partial)
            throws KernelFault {
        for (int i = 0; i < cells.length; i++) {
            invocation.setArray(params + running.get(i), cells[i]);
        }
        for (int i = 0; i < partial.length; i++) {
            invocation.setArray(params + reduced.get(i), partial[i]);
        }
        for (int i = 0; i < ends.size(); i++) {
            invocation.setArray(params + elements.size() + i, ends.get(i));
        }
        invocation.setScalar(params + elements.size() + ends.size(), count);
        invocation.launch(plan.forBlocks(blocks, ScanKernel.LANES), stream);
    }
}
