package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.ReversePostorder;
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
 * away, and is then accumulated in the lane's order. Only as long as the next ones exist and their checks pass, which is asked once
 * for all of them; only for straight code that loads and does not write.
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
     * @param arguments of an iteration
     * @param starts the last of these, what the accumulators begin with
     */
    record Lane(Value first, List<Value> arguments, List<Value> starts) {}

    private LaneIterations(Function kernel, IterationBody body, Lane lane) {
        this.kernel = kernel;
        this.body = body;
        this.lane = lane;
        this.accumulating = accumulating(body, lane.starts);
        this.atOnce = atOnce(body);
    }

    /**
     * Copies what asks whether there is an iteration, where doing several at a time pays.
     *
     * @param builder at the end of a block, which goes on from there
     * @param iteration code of one iteration, which stays as it is
     * @param lane the lane
     * @return the iterations, to be emitted; null if there are none: then the block has no end, and there may be blocks that nothing leads to
     */
    static @Nullable LaneIterations of(Builder builder, Function iteration, Lane lane) {
        if (!iteration.calledFunctions().isEmpty()) {
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
        return iterations;
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
                && own.stream().anyMatch(instr -> instr.op().effect() == Effect.READ)
                && own.stream().allMatch(this::isSuitable)
                && body.guard().instrs().stream().allMatch(this::isHarmless);
    }

    private boolean isHarmless(Instr instr) {
        return instr.op().isTerminator() || (instr.op().effect() == Effect.NONE && !accumulating.contains(instr));
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

    /** {@return whether there is an iteration, an I64; if not, there is none after it} Before they are emitted. */
    Value exists(Builder builder, Value number) {
        return IterationCopies.at(number, body, body.guard().terminator().operand(0), builder);
    }

    /**
     * Emits them: the copied guard becomes what leads to the loop; its instructions compute what they did for the first iteration.
     *
     * @param slow where iterations are done one by one; its parameters are how many the lane has done, an I32, and the accumulators
     */
    void emit(Block slow) {
        Instr test = body.guard().terminator();
        Block header = kernel.addBlock();
        Builder builder = new Builder(kernel).before(test).at(test.position());
        List<Value> begin = new ArrayList<>(List.of(builder.constant(0), most(builder, lane.first)));
        begin.addAll(lane.starts);
        builder.jump(header, begin);
        loop(new Builder(kernel).atEnd(header).at(test.position()), slow);
        test.remove();
        body.iteration().replaceAllUsesWith(lane.first);
        body.iteration().remove();
    }

    /** Goes on below a number of iterations that is decided in its body, so that it has one exit and a plain test there. */
    private void loop(Builder builder, Block slow) {
        Block header = builder.block();
        Block inside = kernel.addBlock();
        BlockParam step = header.addParam(ScalarType.I32);
        BlockParam most = header.addParam(ScalarType.I32);
        List<Value> sums = new ArrayList<>();
        lane.starts.forEach(start -> sums.add(header.addParam(start.type())));
        List<Value> left = new ArrayList<>(List.of(step));
        left.addAll(sums);
        Value goesOn = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), step, most);
        builder.branch(goesOn, inside, List.of(), slow, left);
        builder.atEnd(inside);
        List<Value> results = iterate(builder, number(builder, step), sums);
        Value done = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), step, builder.constant(atOnce));
        List<Value> next = new ArrayList<>(List.of(done, most(builder, number(builder, done))));
        next.addAll(results);
        builder.jump(header, next);
    }

    /** {@return below how many iterations the lane may do the next ones, which begin at a number: 0 if they are not there, or a check fails} */
    private Value most(Builder builder, Value first) {
        int distance = (atOnce - 1) * ReductionKernel.LANES;
        Value all = exists(builder, i64(builder, BinaryKind.ADD, first, builder.constant((long) distance)));
        IterationCopies extremes = new IterationCopies(body, first, 2, distance);
        for (Value condition : new FastIterations(body, extremes).conditions(builder)) {
            all = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), all, condition);
        }
        Value steps = builder.constant(ReductionKernel.STEPS);
        return builder.emit(new Op.Select(ScalarType.I32), all, steps, builder.constant(0));
    }

    private Value number(Builder builder, Value step) {
        Value wide = builder.emit(new Op.Convert(ScalarType.I32, ScalarType.I64), step);
        Value distance = i64(builder, BinaryKind.MUL, wide, builder.constant((long) ReductionKernel.LANES));
        return i64(builder, BinaryKind.ADD, lane.first, distance);
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
            if (accumulating.contains(instr) && !instr.op().isTerminator()) {
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
