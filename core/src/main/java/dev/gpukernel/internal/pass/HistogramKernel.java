package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.AtomicKind;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.Pipeline.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the blocks of a launch update histograms in shared memory. There are as many blocks as run at a time; each takes one thread's
 * work after another, and in the end combines its own with the arrays. A block has {@code 2^shift} copies of an element side by
 * side, of which neighbouring lanes take different ones, so that they do not wait for each other.
 */
public final class HistogramKernel {
    /** Threads of a block. */
    public static final int THREADS = 512;

    /** As many copies as a warp has lanes: more would be of no use. */
    public static final int MOST_SHIFT = 5;

    /** Afterwards. */
    private static final List<Stage> FINISH = Pipeline.stages(
            new ConstantFolding(),
            new ControlFlowSimplification(),
            new ValueNumbering(),
            new LoopInvariantMotion(),
            new DeadCodeElimination(),
            new ControlFlowSimplification(),
            new EdgeSplitting());

    private final Function work;
    private final List<Axis> axes;
    private final List<Histogram> histograms;
    private final int shift;
    private final Function kernel;
    private final LoopEmitter emitter;
    private List<Value> params = List.of();
    private final List<BlockParam> counts = new ArrayList<>();
    private final Builder builder;

    private HistogramKernel(Function work, List<Axis> axes, List<Histogram> histograms, int shift) {
        this.work = work;
        this.axes = axes;
        this.histograms = histograms;
        this.shift = shift;
        this.kernel = new Function(work.name() + "_shared" + (1 << shift));
        this.emitter = new LoopEmitter(kernel);
        this.builder = emitter.builder();
    }

    /**
     * Tells how much memory a launch must give each block.
     *
     * @param elements number of elements of all histograms
     * @param bytes of an element
     * @param shift logarithm of the number of copies of each
     * @return number of bytes
     */
    public static long sharedBytes(long elements, int bytes, int shift) {
        return ((elements + 1) * bytes) << shift;
    }

    /**
     * Makes the kernel. Its parameters are those of the code and how many threads' work there is along each axis, in the order of
     * axes.
     *
     * @param work what would be done by one thread; stays as it is
     * @param axes along which the loops of the nest lie, that of the outermost first
     * @param histograms arrays that it updates, of one type
     * @param shift logarithm of the number of copies that a block has of an element
     * @return what a thread does
     */
    public static Function of(Function work, List<Axis> axes, List<Histogram> histograms, int shift) {
        HistogramKernel made = new HistogramKernel(work, axes, histograms, shift);
        made.build();
        Pipeline.run(FINISH, made.kernel, (_, _) -> {});
        return made.kernel;
    }

    private ElementType element() {
        return histograms.getFirst().element();
    }

    private void build() {
        Block entry = kernel.addBlock();
        params = LoopEmitter.parameters(work, entry);
        axes.forEach(_ -> counts.add(entry.addParam(ScalarType.I64)));
        builder.atEnd(entry);
        Value thread = builder.emit(new Op.Call(Intrinsics.THREAD_IDX_X));
        Value threads = builder.emit(new Op.Call(Intrinsics.BLOCK_DIM_X));
        List<Value> bases = new ArrayList<>();
        Value end = builder.constant(0);
        for (Histogram histogram : histograms) {
            bases.add(end);
            end = emitter.int32(BinaryKind.ADD, end, copies(length(histogram)));
        }
        Value shared = builder.emit(new Op.DynamicShared(element()), builder.constant(0), end);
        for (int i = 0; i < histograms.size(); i++) {
            fill(histograms.get(i), shared, bases.get(i), thread, threads);
        }
        builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
        // An array without elements has a slice that begins behind the others.
        Value limit = emitter.int32(BinaryKind.ADD, end, builder.constant(1 << shift));
        Value lane = emitter.int32(BinaryKind.AND, thread, builder.constant((1 << shift) - 1));
        List<Value> own = new ArrayList<>();
        for (Value base : bases) {
            own.add(from(emitter.int32(BinaryKind.ADD, base, lane), limit));
        }
        update(own, thread, threads);
        builder.emit(new Op.Call(Intrinsics.BLOCK_SYNC));
        for (int i = 0; i < histograms.size(); i++) {
            merge(histograms.get(i), shared, bases.get(i), thread, threads);
        }
        builder.ret();
        ControlFlowSimplification.removeUnreachable(kernel);
    }

    /** {@return the block's memory from an element on: what is added to each index once need not be added to each} */
    private Value from(Value first, Value limit) {
        Value offset =
                emitter.int32(BinaryKind.MUL, first, builder.constant(element().bytes()));
        return builder.emit(new Op.DynamicShared(element()), offset, emitter.int32(BinaryKind.SUB, limit, first));
    }

    private Value length(Histogram histogram) {
        return builder.emit(new Op.Length(element()), params.get(histogram.parameter()));
    }

    private Value copies(Value count) {
        return shift == 0 ? count : emitter.int32(BinaryKind.SHL, count, builder.constant(shift));
    }

    private void fill(Histogram histogram, Value shared, Value base, Value thread, Value threads) {
        Value identity = builder.emit(histogram.identity());
        emitter.repeat(
                thread,
                copies(length(histogram)),
                threads,
                place -> builder.emit(
                        new Op.Store(element(), Space.SHARED),
                        shared,
                        emitter.int32(BinaryKind.ADD, base, place),
                        identity));
    }

    /** Combines the copies of each element, and what they come to with the array's. */
    private void merge(Histogram histogram, Value shared, Value base, Value thread, Value threads) {
        Value array = params.get(histogram.parameter());
        Op load = new Op.Load(element(), Space.SHARED);
        emitter.repeat(thread, length(histogram), threads, bin -> {
            Value first = emitter.int32(BinaryKind.ADD, base, copies(bin));
            Value sum = builder.emit(histogram.identity());
            for (int copy = 0; copy < 1 << shift; copy++) {
                // Neighbouring lanes begin with different copies, which are in different banks.
                Value turned = emitter.int32(BinaryKind.ADD, bin, builder.constant(copy));
                Value own = emitter.int32(BinaryKind.AND, turned, builder.constant((1 << shift) - 1));
                Value other = builder.emit(load, shared, emitter.int32(BinaryKind.ADD, first, own));
                sum = PlainUpdates.combined(builder, histogram.kind(), element().register(), sum, other);
            }
            Value total = sum;
            Value identity = builder.emit(histogram.identity());
            Value isChanged =
                    builder.emit(new Op.Compare(Predicate.NE, element().register()), total, identity);
            Op update = new Op.Atomic(histogram.kind(), element(), Space.GLOBAL);
            emitter.when(isChanged, () -> builder.emit(update, array, bin, total));
        });
    }

    /** Does one thread's work after another. */
    private void update(List<Value> own, Value thread, Value threads) {
        Value block = emitter.wide(builder.emit(new Op.Call(Intrinsics.BLOCK_IDX_X)));
        Value blocks = emitter.wide(builder.emit(new Op.Call(Intrinsics.GRID_DIM_X)));
        Value first = emitter.int64(
                BinaryKind.ADD, emitter.int64(BinaryKind.MUL, block, emitter.wide(threads)), emitter.wide(thread));
        Value stride = emitter.int64(BinaryKind.MUL, blocks, emitter.wide(threads));
        Value all = builder.constant(1L);
        for (Value count : counts) {
            all = emitter.int64(BinaryKind.MUL, all, count);
        }
        IterationDigits numbers = new IterationDigits(builder, axes, counts);
        List<Value> steps = numbers.of(stride);
        List<Value> begin = new ArrayList<>(List.of(first));
        begin.addAll(numbers.of(first));
        Block header = kernel.addBlock();
        Block inside = kernel.addBlock();
        Block latch = kernel.addBlock();
        Block after = kernel.addBlock();
        builder.jump(header, begin);
        BlockParam number = header.addParam(ScalarType.I64);
        List<Value> digits = new ArrayList<>();
        steps.forEach(_ -> digits.add(header.addParam(ScalarType.I64)));
        builder.atEnd(header);
        builder.branch(emitter.isLess(number, all), inside, List.of(), after, List.of());
        builder.atEnd(inside);
        copyWork(number, digits.isEmpty() ? List.of(number) : digits, latch, own);
        builder.atEnd(latch);
        List<Value> next = new ArrayList<>(List.of(emitter.int64(BinaryKind.ADD, number, stride)));
        next.addAll(numbers.sum(digits, steps));
        builder.jump(header, next);
        builder.atEnd(after);
    }

    private void copyWork(Value number, List<Value> digits, Block latch, List<Value> own) {
        RegionCopy copy = new RegionCopy(kernel, ReversePostorder.of(work));
        for (BlockParam param : work.params()) {
            copy.map(param, params.get(param.index()));
        }
        Block first = kernel.addBlock();
        copy.redirect(work.entry(), first);
        copy.copyTo(first);
        if (work.effects().mayFault()) {
            builder.emit(new Op.FaultRank(), new IterationDigits(builder, axes, counts).rank(number, digits));
        }
        builder.jump(first, List.of());
        for (Block block : copy.copies()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                switch (instr.op()) {
                    case Op.Iteration(Axis axis) -> {
                        instr.replaceAllUsesWith(digits.get(axis.index()));
                        instr.remove();
                    }
                    case Op.Return _ -> {
                        new Builder(kernel).before(instr).jump(latch, List.of());
                        instr.remove();
                    }
                    case Op.Atomic(AtomicKind kind, ElementType _, Space space, var _)
                    when space == Space.GLOBAL -> share(instr, kind, own);
                    default -> {}
                }
            }
        }
    }

    /** Lets an update go to the lane's copy. */
    private void share(Instr atomic, AtomicKind kind, List<Value> own) {
        for (int i = 0; i < histograms.size(); i++) {
            if (atomic.operand(0) == params.get(histograms.get(i).parameter())) {
                Builder before = new Builder(kernel).before(atomic);
                Value index = atomic.operand(1);
                Value scaled = shift == 0
                        ? index
                        : before.emit(new Op.Binary(BinaryKind.SHL, ScalarType.I32), index, before.constant(shift));
                before.emit(new Op.Atomic(kind, element(), Space.SHARED), own.get(i), scaled, atomic.operand(2));
                atomic.remove();
                return;
            }
        }
    }
}
