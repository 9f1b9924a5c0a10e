package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.HostTraffic;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
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

    /** Its steps read the same elements. */
    @Override
    long hostTraffic(long iterations) {
        return HostTraffic.UNKNOWN;
    }

    @Override
    boolean hasResults() {
        return true;
    }

    @Override
    void launch(Operands numbers, long iterations, LaunchArrays arrays, long[] results) throws KernelFault {
        pass(invocation, numbers, arrays);
        long count = numbers.counts()[0];
        int blocks = Math.toIntExact(Math.ceilDiv(count, ScanKernel.TILE));
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
            arrays.giveUpClaim();
            ChunkReduction.settle(ends, stream);
            ChunkReduction.settle(List.of(partial), stream);
            for (int i = 0; i < ends.size(); i++) {
                results[running.get(i)] = ChunkReduction.read(ends.get(i), stream);
            }
            for (int i = 0; i < partial.length; i++) {
                results[reduced.get(i)] = ChunkReduction.read(partial[i], stream);
            }
        } finally {
            ChunkReduction.free(owned, stream);
            ChunkReduction.free(ends, stream);
            ChunkReduction.free(List.of(partial), stream);
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
