package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.ReversePostorder;
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
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the code of one iteration of a reduction into what one thread does for a whole chunk, in the order of {@link
 * ReductionKernel}: for who has few threads. Iterations are done one after another, each for its lane, as the loop does them.
 */
public final class ReductionChunk {
    private final Function iteration;
    private final Function combine;
    private final Function code;
    private final int accumulators;
    private final Builder builder;
    private final List<Value> lanes = new ArrayList<>();

    private ReductionChunk(Function iteration, Function combine) {
        this.iteration = iteration;
        this.combine = combine;
        this.code = new Function(iteration.name());
        this.accumulators = combine.params().size() / 2;
        this.builder = new Builder(code);
    }

    /**
     * Makes the code. Its parameters are those of the iteration and, for each accumulator, an array for what chunks come to.
     *
     * @param iteration code of one iteration, its last parameters the accumulators, which it returns
     * @param combine takes the accumulators of two lanes and returns them combined
     * @return the code of one chunk, whose number is the iteration along x
     */
    public static Function of(Function iteration, Function combine) {
        return new ReductionChunk(iteration, combine).build();
    }

    private Function build() {
        Block entry = code.addBlock();
        List<Value> arguments = new ArrayList<>();
        for (BlockParam param : iteration.params()) {
            BlockParam own = entry.addParam(param.type());
            own.setName(param.name());
            arguments.add(own);
        }
        List<Value> starts = arguments.subList(arguments.size() - accumulators, arguments.size());
        List<Value> chunks = new ArrayList<>();
        for (Value start : starts) {
            chunks.add(entry.addParam(new ArrayType(ReductionKernel.element(start.type()), Space.GLOBAL)));
        }
        Block inside = code.addBlock();
        Block end = code.addBlock();
        builder.atEnd(entry);
        Value chunk = builder.emit(new Op.Iteration(Axis.X));
        Value count = builder.emit(new Op.Length(element(chunks.getFirst())), chunks.getFirst());
        Value isInside = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I64), chunk, wide(count));
        builder.branch(isInside, inside, List.of(), end, List.of());
        builder.atEnd(inside);
        for (Value start : starts) {
            lanes.add(builder.emit(new Op.LocalArray(ReductionKernel.element(start.type()), ReductionKernel.LANES)));
        }
        loop(ReductionKernel.LANES, lane -> storeLanes(lane, starts));
        accumulate(chunk, arguments);
        for (int half = ReductionKernel.LANES / 2; half > 0; half /= 2) {
            int distance = half;
            loop(half, lane -> combineLanes(lane, distance));
        }
        Value index = builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), chunk);
        List<Value> results = loadLanes(builder.constant(0));
        for (int i = 0; i < results.size(); i++) {
            builder.emit(new Op.Store(element(chunks.get(i))), chunks.get(i), index, results.get(i));
        }
        builder.jump(end, List.of());
        new Builder(code).atEnd(end).ret();
        return code;
    }

    private static ElementType element(Value array) {
        return ((ArrayType) array.type()).element();
    }

    private Value wide(Value narrow) {
        return builder.emit(new Op.Convert(ScalarType.I32, ScalarType.I64), narrow);
    }

    /** What a loop does for each value of its variable; ends in the block where the builder then is. */
    private interface Body {
        void emit(Value variable);
    }

    /** Emits a loop from 0 to a number; the builder is after it. */
    private void loop(int count, Body body) {
        Block header = code.addBlock();
        Block inside = code.addBlock();
        Block after = code.addBlock();
        builder.jump(header, List.of(builder.constant(0)));
        BlockParam variable = header.addParam(ScalarType.I32);
        builder.atEnd(header);
        Value goesOn = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), variable, builder.constant(count));
        builder.branch(goesOn, inside, List.of(), after, List.of());
        builder.atEnd(inside);
        body.emit(variable);
        Value next = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), variable, builder.constant(1));
        builder.jump(header, List.of(next));
        builder.atEnd(after);
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
        Value other = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), lane, builder.constant(distance));
        List<Value> both = new ArrayList<>(loadLanes(lane));
        both.addAll(loadLanes(other));
        storeLanes(lane, Inlining.inline(builder, combine, both));
    }

    private void accumulate(Value chunk, List<Value> arguments) {
        Value first = builder.emit(
                new Op.Binary(BinaryKind.MUL, ScalarType.I64), chunk, builder.constant((long) ReductionKernel.CHUNK));
        loop(ReductionKernel.STEPS, step -> {
            Value distance =
                    builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I64), wide(step), builder.constant((long)
                            ReductionKernel.LANES));
            Value row = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), first, distance);
            loop(ReductionKernel.LANES, lane -> {
                Value number = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), row, wide(lane));
                iterate(number, lane, arguments);
            });
        });
    }

    private void iterate(Value number, Value lane, List<Value> arguments) {
        RegionCopy copy = new RegionCopy(code, ReversePostorder.of(iteration));
        List<Value> passed = new ArrayList<>(arguments.subList(0, arguments.size() - accumulators));
        passed.addAll(loadLanes(lane));
        for (BlockParam param : iteration.params()) {
            copy.map(param, passed.get(param.index()));
        }
        Block first = code.addBlock();
        Block after = code.addBlock();
        List<Value> results = new ArrayList<>();
        passed.subList(passed.size() - accumulators, passed.size())
                .forEach(value -> results.add(after.addParam(value.type())));
        copy.redirect(iteration.entry(), first);
        copy.copyTo(first);
        builder.jump(first, List.of());
        for (Block block : copy.copies()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op() instanceof Op.Iteration) {
                    instr.replaceAllUsesWith(number);
                    instr.remove();
                } else if (instr.op() instanceof Op.Return) {
                    new Builder(code).before(instr).jump(after, instr.operands());
                    instr.remove();
                }
            }
        }
        builder.atEnd(after);
        storeLanes(lane, results);
    }
}
