package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the code of one iteration of a reduction into what a thread of a block does. A block takes a chunk of {@value #CHUNK}
 * iterations. Its lane {@code l}, of {@value #LANES}, accumulates iterations {@code l}, {@code l + LANES}, {@code l + 2 * LANES} and
 * so on, in this order; then, for a distance of 128, 64, … 1, lane {@code l} below it combines its own with that of lane
 * {@code l + distance}. What a chunk comes to goes into an element of an array for each accumulator, and these are reduced in turn
 * in the same way, by the {@link LastBlock} of the launch or by another launch. So the order does not depend on the device. Where no order shows in the result, a launch chooses how many iterations
 * a lane accumulates ({@link #steps}): few long iterations are spread over all multiprocessors.
 */
public final class ReductionKernel {
    /** Threads of a block. */
    public static final int LANES = 256;

    /** Iterations of a lane. */
    public static final int STEPS = 64;

    /** Iterations of a block. */
    public static final int CHUNK = LANES * STEPS;

    /** Blocks for each multiprocessor that a launch has at least, if it has so many iterations: twice as many as run at once. */
    private static final int LEAST_BLOCKS = 16;

    /** So many iterations each lane of one block does in less time than it takes to reduce what blocks come to. */
    private static final int STEPS_ALONE = 16;

    /** From here on, a lane does whole groups of as many iterations as {@link LaneIterations} does at a time. */
    private static final int GROUP = 8;

    /** Blocks of short iterations that a multiprocessor is to hold at once, as many as it has threads for: they wait for loads alone. */
    private static final int RESIDENT_BLOCKS = 8;

    /** Most instructions of an iteration that is short, so that it needs few registers. */
    private static final int MOST_HIDDEN = 24;

    private final Function iteration;
    private final Function combine;
    private final Function kernel;
    private final int accumulators;
    private final LoopEmitter emitter;
    private final Builder builder;

    /** Whether its last block reduces what chunks come to. */
    private final boolean isWhole;

    private final boolean isPiece;
    private final boolean isSpread;

    private ReductionKernel(Function iteration, Function combine, boolean isWhole, boolean isPiece, boolean isSpread) {
        this.iteration = iteration;
        this.combine = combine;
        this.kernel = new Function(iteration.name());
        this.accumulators = combine.params().size() / 2;
        this.emitter = new LoopEmitter(kernel);
        this.builder = emitter.builder();
        this.isWhole = isWhole;
        this.isPiece = isPiece;
        this.isSpread = isSpread;
    }

    /** {@return whether the order of a reduction shows in its result, as it does in sums of floating-point numbers} */
    public static boolean isRounded(Function combine) {
        return combine.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op() instanceof Op.Binary(var _, ScalarType type) && type.isFloating());
    }

    /** {@return how many blocks of a reduction a multiprocessor is to hold at once, 0 if that is left open} */
    public static int residentBlocks(Function iteration) {
        return iteration.size() <= MOST_HIDDEN && iteration.calledFunctions().isEmpty() ? RESIDENT_BLOCKS : 0;
    }

    /**
     * Chooses how many iterations each lane does in a launch of a kernel that is {@linkplain #spread}.
     *
     * @param count the number of iterations
     * @param multiprocessors those of the device
     * @return {@link #STEPS}, or fewer if these would leave multiprocessors idle and there is more to do than one block does at once
     */
    public static int steps(long count, int multiprocessors) {
        if (count <= (long) LANES * STEPS_ALONE) {
            return STEPS;
        }
        long wanted = Math.ceilDiv(count, (long) LANES * LEAST_BLOCKS * multiprocessors);
        if (wanted >= STEPS) {
            return STEPS;
        }
        return wanted < GROUP ? (int) Math.max(wanted, 1) : Math.ceilDiv((int) wanted, GROUP) * GROUP;
    }

    /**
     * Makes the kernel of chunks. Its parameters are those of the code and, for each accumulator, an array for what chunks come to.
     *
     * @param iteration code of one iteration, its last parameters the accumulators, which it returns
     * @param combine takes the accumulators of two lanes and returns them combined
     * @return the code of a thread
     */
    public static Function of(Function iteration, Function combine) {
        return new ReductionKernel(iteration, combine, false, false, false).build();
    }

    /**
     * Makes a kernel of chunks of which a launch chooses the {@link #steps}, if the order of the reduction does not show. After the
     * parameters of the other comes their number, an I32.
     *
     * @param iteration as above
     * @param combine as above
     * @return the code of a thread
     */
    public static Function spread(Function iteration, Function combine) {
        return new ReductionKernel(iteration, combine, false, false, !isRounded(combine)).build();
    }

    /**
     * Makes a kernel whose {@link LastBlock} reduces what chunks come to. After the arrays for these come, for each accumulator, an array of
     * one element for the result, a counter, and then, where a launch chooses them, the {@link #steps}, an I32.
     *
     * @param iteration as above
     * @param combine as above
     * @return the code of a thread
     */
    public static Function whole(Function iteration, Function combine) {
        return new ReductionKernel(iteration, combine, true, false, !isRounded(combine)).build();
    }

    /**
     * Makes the same kernel for launches that each take some of the chunks; the last block of all of them is that of the last chunk to be
     * done. In place of the steps comes the number of the first chunk, an I64.
     *
     * @param iteration as above
     * @param combine as above
     * @return the code of a thread
     */
    static Function ofPiece(Function iteration, Function combine) {
        return new ReductionKernel(iteration, combine, true, true, false).build();
    }

    /**
     * Makes the code of one iteration of the reduction of what chunks came to.
     *
     * @param name what to call it
     * @param combine as above
     * @return code whose parameters are an array for each accumulator, and the accumulators
     */
    public static Function ofChunks(String name, Function combine) {
        Function code = new Function(name);
        int accumulators = combine.params().size() / 2;
        Block entry = code.addBlock();
        List<Value> arrays = new ArrayList<>();
        List<Value> own = new ArrayList<>();
        List<BlockParam> first = combine.params().subList(0, accumulators);
        first.forEach(param -> arrays.add(entry.addParam(new ArrayType(element(param.type()), Space.GLOBAL))));
        first.forEach(param -> own.add(entry.addParam(param.type())));
        Block inside = code.addBlock();
        Block outside = code.addBlock();
        Builder builder = new Builder(code).atEnd(entry);
        Instr number = builder.emit(new Op.Iteration(Axis.X));
        Instr index = builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), number);
        Instr length = builder.emit(new Op.Length(element(first.getFirst().type())), arrays.getFirst());
        Instr wide = builder.emit(Op.Convert.WIDEN, length);
        Instr isInside = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I64), number, wide);
        builder.branch(isInside, inside, List.of(), outside, List.of());
        builder.atEnd(inside);
        List<Value> both = new ArrayList<>(own);
        for (Value array : arrays) {
            ElementType element = ((ArrayType) array.type()).element();
            both.add(builder.emit(new Op.Load(element), array, index));
        }
        List<Type> types = first.stream().map(Value::type).toList();
        builder.emit(new Op.Return(types), Inlining.inline(builder, combine, both));
        new Builder(code).atEnd(outside).emit(new Op.Return(types), own);
        code.setResult(combine.result());
        return code;
    }

    /** {@return what an array of accumulators of a type holds} */
    public static ElementType element(Type type) {
        return ElementType.of((ScalarType) type);
    }

    private Function build() {
        Block entry = kernel.addBlock();
        List<Value> arguments = LoopEmitter.parameters(iteration, entry);
        List<Value> starts = arguments.subList(arguments.size() - accumulators, arguments.size());
        List<Value> chunks = new ArrayList<>();
        for (Value start : starts) {
            chunks.add(entry.addParam(new ArrayType(element(start.type()), Space.GLOBAL)));
        }
        @Nullable LastBlock last = isWhole ? new LastBlock(kernel, emitter, combine, starts, chunks) : null;
        Value before = isPiece ? LoopPiece.parameter(entry, LoopPiece.FIRST) : null;
        Value chosen = isSpread ? stepsParameter(entry) : null;
        builder.atEnd(entry);
        Value steps = chosen == null ? builder.constant(STEPS) : chosen;
        Value lane = builder.emit(new Op.Call(Intrinsics.THREAD_IDX_X));
        LaneReduction lanes = new LaneReduction(emitter, combine, lane, isWhole, 0);
        Value block = builder.emit(new Op.Call(Intrinsics.BLOCK_IDX_X));
        Value chunk = before == null ? block : emitter.int32(BinaryKind.ADD, block, emitter.narrow(before));
        Value size = chosen == null ? builder.constant((long) CHUNK) : chunk(emitter, chosen);
        Value first = emitter.int64(
                BinaryKind.ADD, emitter.int64(BinaryKind.MUL, emitter.wide(chunk), size), emitter.wide(lane));
        List<Value> sums = accumulate(new LaneIterations.Lane(first, steps, arguments, starts));
        if (last != null) {
            last.emit(lanes, lane, chunk, sums);
        } else {
            lanes.combine(sums, combined -> {
                for (int i = 0; i < combined.size(); i++) {
                    emitter.store(chunks.get(i), chunk, combined.get(i));
                }
            });
            builder.ret();
        }
        ControlFlowSimplification.removeUnreachable(kernel);
        return kernel;
    }

    /** Adds the parameter for how many iterations each lane does. */
    static Value stepsParameter(Block entry) {
        BlockParam steps = entry.addParam(ScalarType.I32);
        steps.setName("steps");
        return steps;
    }

    /** {@return how many iterations a chunk has, an I64} */
    static Value chunk(LoopEmitter emitter, Value steps) {
        return emitter.int64(BinaryKind.MUL, emitter.wide(steps), (long) LANES);
    }

    /** Runs the lane's iterations; {@return what they come to, the builder after them} */
    private List<Value> accumulate(LaneIterations.Lane lane) {
        List<Value> arguments = lane.arguments();
        List<Value> starts = lane.starts();
        Block slow = kernel.addBlock();
        Block inside = kernel.addBlock();
        Block after = kernel.addBlock();
        BlockParam step = slow.addParam(ScalarType.I32);
        List<Value> sums = new ArrayList<>();
        starts.forEach(start -> sums.add(slow.addParam(start.type())));
        Value steps = LaneIterations.emit(builder, iteration, lane, slow);
        if (steps == null) {
            List<Value> begin = new ArrayList<>(List.of(builder.constant(0)));
            begin.addAll(starts);
            builder.jump(slow, begin);
        }
        builder.atEnd(slow);
        Value all = steps == null ? lane.steps() : steps;
        builder.branch(emitter.isLess(step, all), inside, List.of(), after, List.of());
        builder.atEnd(inside);
        Value number = LaneIterations.number(builder, lane.first(), step);
        List<Value> passed = new ArrayList<>(arguments.subList(0, arguments.size() - accumulators));
        passed.addAll(sums);
        List<Value> results = emitter.iterate(iteration, passed, number, null, _ -> rank(number));
        Value next = emitter.int32(BinaryKind.ADD, step, 1);
        List<Value> left = new ArrayList<>(List.of(next));
        left.addAll(results);
        builder.jump(slow, left);
        builder.atEnd(after);
        return sums;
    }

    /** The first lane that throws need not have the first iteration that does. */
    private void rank(Value number) {
        if (iteration.effects().mayFault()) {
            builder.emit(new Op.FaultRank(), number);
        }
    }
}
