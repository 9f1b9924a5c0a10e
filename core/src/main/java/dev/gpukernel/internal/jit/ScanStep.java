package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.pass.ReductionKernel;
import dev.gpukernel.internal.pass.ScanKernel;
import dev.gpukernel.internal.pass.Scans;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A loop with running values: what blocks of its iterations add up to, what is before each, the iterations. */
final class ScanStep extends NestStep {
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
    private final boolean isAsked;

    /**
     * Prepares it.
     *
     * @param nest the loop
     * @param plans its first steps
     * @param isAsked whether anything asks for the results
     */
    ScanStep(KernelPlan.NestPlan nest, KernelPlan.ScanPlan plans, boolean isAsked) {
        super(nest);
        this.allocator = plan.gpu().allocator();
        this.plans = plans;
        this.isAsked = isAsked;
        this.totals = plans.totals().executable().newInvocation();
        this.prefixes = plans.prefixes().executable().newInvocation();
        Function combine = program.combine();
        this.chunks = combine == null
                ? null
                : new ChunkReduction(combine, Objects.requireNonNull(nest.chunks(), "a reduction"));
        Scans scans = Objects.requireNonNull(program.scans(), "a scan");
        scans.running().forEach(one -> running.add(one.place()));
        int carried = running.size() + (chunks == null ? 0 : chunks.accumulators());
        this.inWords = scans.isNarrow() && !plan.gpu().raw().sharesHeap();
        List<BlockParam> all = program.launched().params();
        this.first = params - carried;
        for (int place = 0; place < carried; place++) {
            elements.add(ReductionKernel.element(all.get(first + place).type()));
            if (!running.contains(place)) {
                reduced.add(place);
            }
        }
    }

    @Override
    boolean hasResults() {
        return true;
    }

    @Override
    void launch(Operands numbers, long iterations, LaunchArrays arrays, long[] results) throws KernelFault {
        pass(invocation, numbers, arrays);
        pass(totals, numbers, arrays);
        run(arrays, numbers.numbers(), numbers.counts()[0], results);
    }

    private void run(LaunchArrays arrays, long[] operands, long iterations, long[] results) throws KernelFault {
        Stream stream = arrays.stream();
        int blocks = Math.toIntExact(Math.ceilDiv(iterations, ScanKernel.TILE));
        List<Memory> owned = new ArrayList<>();
        Memory[] partial = {};
        @Nullable Memory[] fetched = {};
        try {
            for (int i = 0; i < running.size(); i++) {
                owned.add(cells(i, blocks, stream));
            }
            Memory[] cells = owned.toArray(Memory[]::new);
            if (!inWords) {
                before(stream, operands, blocks, cells);
            }
            if (chunks != null) {
                partial = chunks.allocate(blocks, stream);
            }
            iterations(stream, blocks, iterations, cells, partial);
            if (!isAsked) {
                return;
            }
            if (chunks != null) {
                long[] starts = new long[reduced.size()];
                for (int i = 0; i < starts.length; i++) {
                    starts[i] = operands[first + reduced.get(i)];
                }
                partial = chunks.reduce(partial, blocks, starts, stream);
            }
            fetched = fetch(cells, blocks, stream);
            arrays.giveUpClaim();
            ChunkReduction.settle(cells, stream);
            ChunkReduction.settle(partial, stream);
            for (int i = 0; i < cells.length; i++) {
                Memory there = fetched[i];
                long bits = there == null
                        ? ChunkReduction.read(cells[i], lastOf(cells[i], blocks), stream)
                        : ChunkReduction.read(there, 0, stream);
                results[running.get(i)] = inWords ? narrow(bits, elements.get(running.get(i))) : bits;
            }
            for (int i = 0; i < partial.length; i++) {
                results[reduced.get(i)] = ChunkReduction.read(partial[i], 0, stream);
            }
        } finally {
            ChunkReduction.free(owned.toArray(Memory[]::new), stream);
            ChunkReduction.free(partial, stream);
            ChunkReduction.free(fetched, stream);
        }
    }

    private Memory cells(int which, int blocks, Stream stream) {
        if (!inWords) {
            return allocator.allocate(elements.get(running.get(which)), blocks + 1, stream);
        }
        Memory words = allocator.allocate(ElementType.LONG, Scans.words(blocks), stream);
        words.clear(stream);
        return words;
    }

    /** Has the running values after the loop fetched, so that one wait is enough for all. {@return where they will be, null for nowhere} */
    private @Nullable Memory[] fetch(Memory[] cells, int blocks, Stream stream) {
        @Nullable Memory[] fetched = new Memory[cells.length];
        boolean isWhole = false;
        try {
            for (int i = 0; i < cells.length; i++) {
                fetched[i] = stream.fetch(cells[i], lastOf(cells[i], blocks));
            }
            isWhole = true;
            return fetched;
        } finally {
            if (!isWhole) {
                ChunkReduction.free(fetched, stream);
            }
        }
    }

    /** {@return which of the cells of a running value has what it is after the loop} */
    private int lastOf(Memory cells, int blocks) {
        return inWords ? cells.length() - 2 : blocks;
    }

    /** {@return the bits of a running value in the lower half of a word} */
    private static long narrow(long word, ElementType element) {
        int bits = (int) word;
        return element == ElementType.FLOAT
                ? Op.Constant.of(Float.intBitsToFloat(bits)).bits()
                : bits;
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

    private void iterations(Stream stream, int blocks, long count, Memory[] cells, Memory[] partial)
            throws KernelFault {
        for (int i = 0; i < cells.length; i++) {
            invocation.setArray(params + running.get(i), cells[i]);
        }
        for (int i = 0; i < partial.length; i++) {
            invocation.setArray(params + reduced.get(i), partial[i]);
        }
        invocation.setScalar(params + elements.size(), count);
        invocation.launch(plan.forBlocks(blocks, ScanKernel.LANES), stream);
    }
}
