package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.Pipeline.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The iterations of a lane of a {@link ReductionKernel}, several at a time: what they load is under way at once, as memory is far
 * away, and is then accumulated in the lane's order; whether they exist, and where they are, is computed once. Only as many as exist,
 * and only if the checks of all of them pass, which is asked once before; only for straight code that does not write.
 */
final class LaneIterations {
    /** Most iterations at a time: of two arrays of floats 16 loads, at half the threads that there can be more than memory needs. */
    private static final int MOST_AT_ONCE = 8;

    private static final int LEAST_AT_ONCE = 2;

    /** Most instructions of all of them, for the sake of registers. */
    private static final int MOST_INSTRS = 160;

    /** Beyond it, the index of the last iteration could have wrapped around. */
    private static final int MOST_FACTOR = Integer.MAX_VALUE / ReductionKernel.CHUNK;

    /** Makes the code of an iteration straight, if it can: of the best so far, all that goes with it is to choose. */
    private static final List<Stage> PREPARE = Pipeline.stages(
            new LongIndexChecks(),
            new ValueNumbering(),
            new ControlFlowSimplification(),
            new DeadCodeElimination(),
            new IfConversion(8),
            new ControlFlowSimplification(),
            new ConstantFolding(),
            new ValueNumbering(),
            new DeadCodeElimination());

    private final Function kernel;
    private final IterationBody body;
    private final Lane lane;
    private final Set<Value> accumulating;
    private final int atOnce;

    /**
     * A lane.
     *
     * @param first its first iteration, an I64
     * @param steps how many iterations it has at most, an I32, {@link ReductionKernel#STEPS} or fewer
     * @param arguments of an iteration
     * @param starts the last of these, what the accumulators begin with
     */
    record Lane(Value first, Value steps, List<Value> arguments, List<Value> starts) {}

    private LaneIterations(Function kernel, IterationBody body, Lane lane) {
        this.kernel = kernel;
        this.body = body;
        this.lane = lane;
        this.accumulating = accumulating(body, lane.starts);
        this.atOnce = atOnce(body);
    }

    /**
     * Emits them, where that pays.
     *
     * @param builder at the end of a block, which goes on from there
     * @param iteration code of one iteration, which stays as it is
     * @param lane the lane
     * @param slow where the other iterations are done one by one; its parameters are how many the lane has done, an I32, and the accumulators
     * @return how many iterations the lane has, an I32, its steps at most, and so many if that is not known; null if
     *     nothing was emitted: then the block has no end, and there may be blocks that nothing leads to
     */
    static @Nullable Value emit(Builder builder, Function iteration, Lane lane, Block slow) {
        if (!iteration.callsOnlyRare()) {
            return null;
        }
        Function straight = FunctionCopy.of(iteration);
        Pipeline.run(PREPARE, straight, (_, _) -> {});
        Function kernel = builder.block().function();
        Block guard = copy(kernel, straight, lane);
        IterationBody body = IterationBody.of(kernel);
        LaneIterations iterations = body == null ? null : new LaneIterations(kernel, body, lane);
        if (iterations == null || !iterations.isSuitable()) {
            return null;
        }
        builder.jump(guard, List.of());
        return iterations.rewrite(slow);
    }

    private static Block copy(Function kernel, Function straight, Lane lane) {
        RegionCopy copy = new RegionCopy(kernel, ReversePostorder.of(straight));
        for (BlockParam param : straight.params()) {
            copy.map(param, lane.arguments.get(param.index()));
        }
        Block first = kernel.addBlock();
        copy.redirect(straight.entry(), first);
        copy.copyTo(first);
        return first;
    }

    private static Set<Value> accumulating(IterationBody body, List<Value> starts) {
        Set<Value> accumulating = new HashSet<>(starts);
        for (Block block : List.of(body.guard(), body.block())) {
            for (Instr instr : block.instrs()) {
                if (instr.operands().stream().anyMatch(accumulating::contains)) {
                    accumulating.add(instr);
                }
            }
        }
        return accumulating;
    }

    private static int atOnce(IterationBody body) {
        long instrs = body.block().instrs().stream()
                .filter(instr -> !(instr.op() instanceof Op.Constant))
                .count();
        int atOnce = MOST_AT_ONCE;
        while (atOnce * instrs > MOST_INSTRS) {
            atOnce /= 2;
        }
        return atOnce;
    }

    private boolean isSuitable() {
        List<Instr> own = body.block().instrs();
        return atOnce >= LEAST_AT_ONCE
                && body.results().size() == lane.starts.size()
                && own.stream().allMatch(this::isSuitable)
                && body.guard().instrs().stream().allMatch(this::isHarmless);
    }

    private boolean isHarmless(Instr instr) {
        return instr.isTerminator() || (instr.op().effect() == Effect.NONE && !accumulating.contains(instr));
    }

    private boolean isSuitable(Instr instr) {
        return switch (instr.op()) {
            case Op.IndexCheck _ ->
                !accumulating.contains(instr) && !body.asksLoaded(instr) && isBetweenFirstAndLast(instr);
            case Op.DivisorCheck _ ->
                !body.asksLoaded(instr) && !accumulating.contains(instr) && !body.varies(instr.operand(0));
            default ->
                switch (instr.op().effect()) {
                    case NONE, CONTROL -> true;
                    case READ -> !accumulating.contains(instr);
                    case WRITE, FAULT, ALLOCATE, SYNCHRONISE -> false;
                };
        };
    }

    /** {@return whether the check passes in all iterations of a lane if it does in the first and the last} */
    private boolean isBetweenFirstAndLast(Instr check) {
        if (body.varies(check.operand(1))) {
            return false;
        }
        if (!body.varies(check.operand(0))) {
            return true;
        }
        Affine index = body.linear(check.operand(0));
        return index != null && Math.abs((long) index.step()) <= MOST_FACTOR;
    }

    /**
     * The copied guard becomes what leads to the loop; its instructions compute what they did for the first iteration.
     *
     * @return how many iterations the lane has
     */
    private Value rewrite(Block slow) {
        Instr test = body.guard().terminator();
        Builder builder = new Builder(kernel).before(test).at(test.position());
        Value there = there(builder);
        Value all = isCounted() ? there : lane.steps;
        Value most = most(builder, there);
        Block header = kernel.addBlock();
        List<Value> begin = new ArrayList<>(List.of(builder.constant(0)));
        begin.addAll(lane.starts);
        builder.jump(header, begin);
        loop(new Builder(kernel).atEnd(header).at(test.position()), most, slow);
        test.remove();
        body.iteration().replaceAllUsesWith(lane.first);
        body.iteration().remove();
        return all;
    }

    /** {@return whether the guard counts iterations one by one up to a bound} */
    private boolean isCounted() {
        Instr compare = question();
        return compare.op().equals(new Op.Compare(Predicate.LT, ScalarType.I64)) && body.step(compare.operand(0)) == 1;
    }

    /** {@return how many iterations the lane has, or 0 if they are not all there and it is not known how many are} */
    private Value there(Builder builder) {
        Instr compare = question();
        Value last = number(
                builder, builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), lane.steps, builder.constant(-1)));
        Value some = builder.constant(0);
        if (isCounted()) {
            // From one that is there to the bound are fewer than a chunk, if the last one is not there.
            Value position = IterationCopies.at(lane.first, body, compare.operand(0), builder);
            Value left = i64(builder, BinaryKind.SUB, compare.operand(1), position);
            Value rounded = i64(builder, BinaryKind.ADD, left, builder.constant(ReductionKernel.LANES - 1L));
            Value shift = builder.constant(Integer.numberOfTrailingZeros(ReductionKernel.LANES));
            Value steps = builder.emit(new Op.Binary(BinaryKind.SHR, ScalarType.I64), rounded, shift);
            some = select(
                    builder,
                    exists(builder, lane.first),
                    builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), steps),
                    some);
        }
        Value there = select(builder, exists(builder, last), lane.steps, some);
        // As it is, which analyses see now.
        Value atLeast = builder.emit(new Op.Call(Intrinsics.MAX_I32), there, builder.constant(0));
        return builder.emit(new Op.Call(Intrinsics.MIN_I32), atLeast, builder.constant(ReductionKernel.STEPS));
    }

    /** {@return the comparison that says whether there is an iteration} */
    private Instr question() {
        return (Instr) body.guard().terminator().operand(0);
    }

    private Value exists(Builder builder, Value number) {
        return IterationCopies.at(number, body, question(), builder);
    }

    private static Value select(Builder builder, Value condition, Value then, Value otherwise) {
        return builder.emit(new Op.Select(ScalarType.I32), condition, then, otherwise);
    }

    /** {@return how many iterations are done several at a time: those of whole groups, if their checks pass in the first and the last} */
    private Value most(Builder builder, Value there) {
        Value most = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I32), there, builder.constant(-atOnce));
        Value last = number(
                builder, builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), most, builder.constant(-1)));
        for (Value number : List.of(lane.first, last)) {
            IterationCopies copy = new IterationCopies(body, number, 1);
            for (Value condition : new FastIterations(body, copy).conditions(builder)) {
                most = select(builder, condition, most, builder.constant(0));
            }
        }
        return most;
    }

    private void loop(Builder builder, Value most, Block slow) {
        Block header = builder.block();
        Block inside = kernel.addBlock();
        BlockParam step = header.addParam(ScalarType.I32);
        List<Value> sums = new ArrayList<>();
        lane.starts.forEach(start -> sums.add(header.addParam(start.type())));
        List<Value> left = new ArrayList<>(List.of(step));
        left.addAll(sums);
        Value goesOn = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), step, most);
        builder.branch(goesOn, inside, List.of(), slow, left);
        builder.atEnd(inside);
        List<Value> results = iterate(builder, number(builder, step), sums);
        List<Value> next = new ArrayList<>();
        next.add(builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), step, builder.constant(atOnce)));
        next.addAll(results);
        builder.jump(header, next);
    }

    private Value number(Builder builder, Value step) {
        return number(builder, lane.first, step);
    }

    /** {@return the number of an iteration of a lane, an I64, of its first one and of how many of the lane's are before it} */
    static Value number(Builder builder, Value first, Value step) {
        Value wide = builder.emit(Op.Convert.WIDEN, step);
        Value distance = i64(builder, BinaryKind.MUL, wide, builder.constant((long) ReductionKernel.LANES));
        return i64(builder, BinaryKind.ADD, first, distance);
    }

    /** Emits some iterations; {@return what they make of the accumulators} */
    private List<Value> iterate(Builder builder, Value number, List<Value> sums) {
        IterationCopies copies = new IterationCopies(body, number, atOnce, ReductionKernel.LANES);
        for (Instr instr : body.block().instrs()) {
            if (!accumulating.contains(instr) && instr.op().effect() == Effect.READ) {
                for (int copy = 0; copy < (body.varies(instr) ? atOnce : 1); copy++) {
                    Instr load = builder.at(instr.position()).emit(instr.op(), copies.operands(instr, copy, builder));
                    load.setName(instr.name());
                    copies.put(instr, copy, load);
                }
            }
        }
        List<Value> so = sums;
        for (int copy = 0; copy < atOnce; copy++) {
            so = accumulate(builder, copies, copy, so);
        }
        return so;
    }

    private List<Value> accumulate(Builder builder, IterationCopies copies, int copy, List<Value> sums) {
        Map<Value, Value> values = new HashMap<>();
        for (int i = 0; i < sums.size(); i++) {
            values.put(lane.starts.get(i), sums.get(i));
        }
        for (Instr instr : body.block().instrs()) {
            if (accumulating.contains(instr) && !instr.isTerminator()) {
                List<Value> operands = new ArrayList<>();
                for (Value operand : instr.operands()) {
                    operands.add(of(operand, values, copies, copy, builder));
                }
                values.put(instr, builder.at(instr.position()).emit(instr.op(), operands));
            }
        }
        List<Value> results = new ArrayList<>();
        for (Value result : body.results()) {
            results.add(of(result, values, copies, copy, builder));
        }
        return results;
    }

    private static Value of(Value value, Map<Value, Value> values, IterationCopies copies, int copy, Builder builder) {
        Value accumulated = values.get(value);
        return accumulated == null ? copies.of(value, copy, builder) : accumulated;
    }

    private static Value i64(Builder builder, BinaryKind kind, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I64), left, right);
    }
}
