package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.IterationGuard;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the code of one iteration of a reduction into what one thread does for a whole chunk, in the order of {@link
 * ReductionKernel}: for who has few threads. Iterations are done one after another, each for its lane, as the loop does them. Where no
 * order shows in what they come to, there are no lanes.
 */
public final class ReductionChunk {
    private final Function iteration;
    private final Function combine;
    private final Function code;
    private final int accumulators;
    private final boolean isSpread;
    private final LoopEmitter emitter;
    private final Builder builder;
    private final List<Value> lanes = new ArrayList<>();

    private ReductionChunk(Function iteration, Function combine, boolean isSpread) {
        this.iteration = iteration;
        this.combine = combine;
        this.code = new Function(iteration.name());
        this.accumulators = combine.params().size() / 2;
        this.isSpread = isSpread;
        this.emitter = new LoopEmitter(code);
        this.builder = emitter.builder();
    }

    /**
     * Makes the code. Its parameters are those of the iteration and, for each accumulator, an array for what chunks come to.
     *
     * @param iteration code of one iteration, its last parameters the accumulators, which it returns
     * @param combine takes the accumulators of two lanes and returns them combined
     * @return the code of one chunk, whose number is the iteration along x
     */
    public static Function of(Function iteration, Function combine) {
        return new ReductionChunk(iteration, combine, false).build();
    }

    /**
     * Makes the code for chunks of which a launch chooses the size, as {@link ReductionKernel#spread} does.
     *
     * @param iteration as above
     * @param combine as above
     * @return the code of one chunk
     */
    public static Function spread(Function iteration, Function combine) {
        return new ReductionChunk(iteration, combine, !ReductionKernel.isRounded(combine)).build();
    }

    private Function build() {
        Block entry = code.addBlock();
        List<Value> arguments = LoopEmitter.parameters(iteration, entry);
        List<Value> starts = arguments.subList(arguments.size() - accumulators, arguments.size());
        List<Value> chunks = new ArrayList<>();
        for (Value start : starts) {
            chunks.add(entry.addParam(new ArrayType(ReductionKernel.element(start.type()), Space.GLOBAL)));
        }
        Value chosen = isSpread ? ReductionKernel.stepsParameter(entry) : null;
        builder.atEnd(entry);
        Value steps = chosen == null ? builder.constant(ReductionKernel.STEPS) : chosen;
        Value chunk = builder.emit(new Op.Iteration(Axis.X));
        Value count = builder.emit(new Op.Length(element(chunks.getFirst())), chunks.getFirst());
        emitter.when(emitter.isLess(chunk, emitter.wide(count)), () -> reduce(chunk, steps, arguments, starts, chunks));
        builder.ret();
        return code;
    }

    private void reduce(Value chunk, Value steps, List<Value> arguments, List<Value> starts, List<Value> chunks) {
        List<Value> results = ReductionKernel.isRounded(combine)
                ? inLanes(chunk, arguments, starts)
                : inTurn(chunk, steps, arguments, starts);
        Value index = emitter.narrow(chunk);
        for (int i = 0; i < results.size(); i++) {
            builder.emit(new Op.Store(element(chunks.get(i))), chunks.get(i), index, results.get(i));
        }
    }

    /** {@return what the iterations of a chunk come to, one after another: in one loop, as that is what the JVM makes vectors of} */
    private List<Value> inTurn(Value chunk, Value steps, List<Value> arguments, List<Value> starts) {
        Value size = ReductionKernel.chunk(emitter, steps);
        Value first = emitter.int64(BinaryKind.MUL, chunk, size);
        Value exists = ScanParts.existence(iteration);
        Instr guard = exists == null ? null : ScanParts.guard(iteration);
        Value count = guard == null ? emitter.narrow(size) : existing(guard, arguments, first, size);
        if (guard != null && IterationGuard.hasIntBound(guard)) {
            // The JVM makes better code of what is computed of a loop's own variable than of a sum with it.
            Value from = emitter.int32(BinaryKind.AND, emitter.narrow(first), Integer.MAX_VALUE);
            Value to = emitter.int32(BinaryKind.ADD, from, count);
            return emitter.repeat(
                    from, to, starts, (step, carried) -> iterate(arguments, carried, emitter.wide(step), guard));
        }
        return emitter.repeat(count, starts, (step, carried) -> {
            Value number = emitter.int64(BinaryKind.ADD, first, emitter.wide(step));
            return iterate(arguments, carried, number, guard);
        });
    }

    private List<Value> iterate(List<Value> arguments, List<Value> carried, Value number, @Nullable Instr guard) {
        List<Value> passed = new ArrayList<>(arguments.subList(0, arguments.size() - accumulators));
        passed.addAll(carried);
        return emitter.iterate(iteration, passed, number, guard, _ -> {});
    }

    /** {@return how many iterations of a chunk there are} */
    private Value existing(Instr guard, List<Value> arguments, Value first, Value size) {
        if (!IterationGuard.isCounted(guard)) {
            return searched(guard.operand(0), arguments, first, emitter.narrow(size));
        }
        Instr compare = (Instr) guard.operand(0);
        Map<Value, Value> known = new HashMap<>();
        Value exists = emitter.computed(compare, arguments, first, known);
        Value left = emitter.int64(
                BinaryKind.SUB,
                emitter.computed(compare.operand(1), arguments, first, known),
                emitter.computed(compare.operand(0), arguments, first, known));
        boolean isLess = compare.op() instanceof Op.Compare(Predicate predicate, var _) && predicate == Predicate.LT;
        Value all = isLess ? left : emitter.int64(BinaryKind.ADD, left, 1L);
        Value own = builder.emit(new Op.Call(Intrinsics.MIN_I64), all, size);
        return emitter.select(exists, emitter.narrow(own), builder.constant(0));
    }

    /** As no iteration follows one that does not exist, the number is found bit by bit: the greatest of which the last one exists. */
    private Value searched(Value exists, List<Value> arguments, Value first, Value size) {
        int bits = Integer.numberOfTrailingZeros(ReductionKernel.CHUNK) + 1;
        return emitter.repeat(bits, List.of(builder.constant(0)), (step, so) -> {
                    Value bit = builder.emit(
                            new Op.Binary(BinaryKind.USHR, ScalarType.I32),
                            builder.constant(ReductionKernel.CHUNK),
                            step);
                    Value more = emitter.int32(BinaryKind.ADD, so.getFirst(), bit);
                    Value last =
                            emitter.int64(BinaryKind.ADD, first, emitter.wide(emitter.int32(BinaryKind.SUB, more, 1)));
                    Value fits = builder.emit(new Op.Compare(Predicate.LE, ScalarType.I32), more, size);
                    Value isThere = emitter.computed(exists, arguments, last, new HashMap<>());
                    return List.of(emitter.select(emitter.and(fits, isThere), more, so.getFirst()));
                })
                .getFirst();
    }

    /** {@return the first iteration of a row, which has one for each lane} */
    private Value row(Value first, Value step) {
        return emitter.int64(
                BinaryKind.ADD, first, emitter.int64(BinaryKind.MUL, emitter.wide(step), (long) ReductionKernel.LANES));
    }

    private List<Value> inLanes(Value chunk, List<Value> arguments, List<Value> starts) {
        for (Value start : starts) {
            lanes.add(builder.emit(new Op.LocalArray(ReductionKernel.element(start.type()), ReductionKernel.LANES)));
        }
        emitter.repeat(ReductionKernel.LANES, lane -> storeLanes(lane, starts));
        accumulate(chunk, arguments);
        for (int half = ReductionKernel.LANES / 2; half > 0; half /= 2) {
            int distance = half;
            emitter.repeat(half, lane -> combineLanes(lane, distance));
        }
        return loadLanes(builder.constant(0));
    }

    private static ElementType element(Value array) {
        return ((ArrayType) array.type()).element();
    }

    private void storeLanes(Value lane, List<Value> values) {
        for (int i = 0; i < values.size(); i++) {
            builder.emit(new Op.Store(element(lanes.get(i)), Space.LOCAL), lanes.get(i), lane, values.get(i));
        }
    }

    private List<Value> loadLanes(Value lane) {
        List<Value> loaded = new ArrayList<>();
        for (Value array : lanes) {
            loaded.add(builder.emit(new Op.Load(element(array), Space.LOCAL), array, lane));
        }
        return loaded;
    }

    private void combineLanes(Value lane, int distance) {
        Value other = emitter.int32(BinaryKind.ADD, lane, distance);
        List<Value> both = new ArrayList<>(loadLanes(lane));
        both.addAll(loadLanes(other));
        storeLanes(lane, Inlining.inline(builder, combine, both));
    }

    private void accumulate(Value chunk, List<Value> arguments) {
        Value first = emitter.int64(BinaryKind.MUL, chunk, (long) ReductionKernel.CHUNK);
        Value exists = ScanParts.existence(iteration);
        emitter.repeat(ReductionKernel.STEPS, step -> {
            Value row = row(first, step);
            if (exists == null) {
                emitter.repeat(ReductionKernel.LANES, lane -> iterate(row, lane, arguments));
            } else {
                // Most loops that a CPU runs are much shorter than a chunk: beyond the last iteration there are no
                // lanes.
                emitter.when(
                        emitter.computed(exists, arguments, row, new HashMap<>()),
                        () -> emitter.repeat(ReductionKernel.LANES, lane -> iterate(row, lane, arguments)));
            }
        });
    }

    private void iterate(Value row, Value lane, List<Value> arguments) {
        List<Value> passed = new ArrayList<>(arguments.subList(0, arguments.size() - accumulators));
        passed.addAll(loadLanes(lane));
        Value number = emitter.int64(BinaryKind.ADD, row, emitter.wide(lane));
        storeLanes(lane, emitter.iterate(iteration, passed, number));
    }
}
