package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.Alignment;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.Pipeline.Stage;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gives each thread several iterations of a plain loop, or of the innermost one of a nest, that follow one another, so that it moves 16 bytes at a time to and from
 * arrays that it goes through element by element. If all its iterations exist and their checks pass, it does them at once, straight
 * on; else one after another as they were, so that they throw what they have to.
 *
 * <p>Which iterations are a thread's is chosen so that most of such accesses begin at a multiple of the vector's length, wherever
 * in its arrays the loop begins: thread 0 may leave out up to {@code n - 1} iterations before the first.
 */
public final class Coarsening {
    /** How many vectors a thread moves to or from an array, of those with the smallest elements. */
    private static final int VECTORS = 1;

    /** Most vectors to or from one array, where elements of arrays have different sizes. */
    private static final int MOST_VECTORS = 2;

    /**
     * Most instructions of all iterations of a thread, less those that they share: with more, it does not wait for memory but for
     * its own computations.
     */
    private static final int MOST_INSTRS = 160;

    /** Makes the code of an iteration straight, if it can. */
    private static final List<Stage> PREPARE = Pipeline.stages(
            new LongIndexChecks(),
            new IfConversion(),
            new ControlFlowSimplification(),
            new ConstantFolding(),
            new ValueNumbering(),
            new DeadCodeElimination());

    private static final List<Stage> FINISH = Pipeline.stages(
            new ConstantFolding(),
            new ValueNumbering(),
            new ControlFlowSimplification(),
            new VectorAccess(),
            new DeadCodeElimination(),
            new EdgeSplitting());

    private final Function function;
    private final IterationBody body;
    private final Instr reference;
    private final int count;
    private final Block fast;

    /** Where what begins in {@code fast} ends. */
    private Block done;

    private Coarsening(Function function, IterationBody body, Instr reference, int count) {
        this.function = function;
        this.body = body;
        this.reference = reference;
        this.count = count;
        this.fast = function.addBlock();
        this.done = fast;
    }

    /**
     * A loop of which each thread runs several iterations.
     *
     * @param function what one thread does
     * @param iterations how many iterations a thread runs
     * @param mostSkipped how many of those of thread 0 may come before the first that there is
     */
    public record Coarse(Function function, int iterations, int mostSkipped) {}

    /**
     * Makes it, where that pays.
     *
     * @param iteration the code of one iteration, which stays as it is
     * @return the code of several, null if one iteration for each thread is better
     */
    public static @Nullable Coarse of(Function iteration) {
        if (!iteration.callsOnlyRare()) {
            return null;
        }
        Function function = FunctionCopy.of(iteration);
        Pipeline.run(PREPARE, function, (_, _) -> {});
        IterationBody body = IterationBody.innermost(function);
        VectorShape shape = body == null ? null : VectorShape.of(body, VECTORS, MOST_VECTORS, MOST_INSTRS);
        if (body == null || shape == null) {
            return null;
        }
        int before = shape.accesses();
        Coarsening coarsening = new Coarsening(function, body, shape.reference(), shape.count());
        int mostSkipped = coarsening.rewrite();
        Pipeline.run(FINISH, function, (_, _) -> {});
        return coarsening.accesses() <= before ? new Coarse(function, shape.count(), mostSkipped) : null;
    }

    /** {@return accesses to global arrays in the code that does all iterations at once} */
    private int accesses() {
        Stream<Instr> instrs = fast.instrs().stream();
        Stream<Instr> all = done == fast ? instrs : Stream.concat(instrs, done.instrs().stream());
        return (int) all.filter(instr -> instr.op() instanceof Op.LoadVector
                        || instr.op() instanceof Op.StoreVector
                        || IterationBody.isAccess(instr.op()))
                .count();
    }

    /** {@return how many iterations thread 0 may have to leave out} */
    private int rewrite() {
        List<Instr> own = body.before();
        Instr test = body.guard().terminator();
        Builder builder = new Builder(function).before(test);
        Start start = start(builder);
        IterationCopies copies = new IterationCopies(body, start.first, count);
        copies.define(start.linear, start.index);
        FastIterations iterations = new FastIterations(body, copies);
        Value last = plus(builder, start.first, count - 1);
        Value all = IterationCopies.at(last, body, test.operand(0), builder);
        if (start.skipped != null) {
            Value exists =
                    builder.emit(new Op.Compare(Predicate.GE, ScalarType.I64), start.first, builder.constant(0L));
            all = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), all, exists);
        }
        for (Value condition : iterations.conditions(builder)) {
            all = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), all, condition);
        }
        Block slow = function.addBlock();
        done = iterations.emit(fast, slow);
        new Builder(function)
                .atEnd(done)
                .at(test.position())
                .jump(test.edges().get(1).target(), List.of());
        builder.branch(all, fast, List.of(), slow, List.of());
        loop(slow, start, own, test);
        return start.skipped == null ? 0 : count - 1;
    }

    /**
     * Where a thread begins.
     *
     * @param first its first iteration, an I64
     * @param skipped how many iterations before the first are thread 0's, an I64, null if none
     * @param index the reference's index in the first iteration
     * @param linear the reference's index
     */
    private record Start(Value first, @Nullable Value skipped, Value index, Affine linear) {}

    /** The reference's index in iteration 0, rounded down to a multiple of the vector's length, is that of thread 0. */
    private Start start(Builder builder) {
        Affine linear = body.linear(reference.operand(1));
        if (linear == null) {
            throw new IllegalStateException(reference + " is not linear in the iteration");
        }
        Value shift = builder.constant(Integer.numberOfTrailingZeros(count));
        Value thread = body.iteration();
        Value wide = builder.emit(new Op.Binary(BinaryKind.SHL, ScalarType.I64), thread, shift);
        Value zeroth = IterationCopies.at(builder.constant(0L), body, reference.operand(1), builder);
        ScalarType type = (ScalarType) zeroth.type();
        Value own = type == ScalarType.I64 ? wide : builder.emit(new Op.Convert(ScalarType.I64, type), wide);
        if (linear.isPlain() && linear.constant() % count == 0) {
            Value index = builder.emit(
                    new Op.Binary(BinaryKind.ADD, type), own, builder.emit(new Op.Constant(type, linear.constant())));
            return new Start(wide, null, index, linear);
        }
        if (Alignment.isMultiple(zeroth, count)) {
            return new Start(wide, null, builder.emit(new Op.Binary(BinaryKind.ADD, type), zeroth, own), linear);
        }
        Value skipped = builder.emit(
                new Op.Binary(BinaryKind.AND, type), zeroth, builder.emit(new Op.Constant(type, count - 1)));
        Value wideSkipped =
                type == ScalarType.I64 ? skipped : builder.emit(new Op.Convert(type, ScalarType.I64), skipped);
        Value rounded =
                builder.emit(new Op.Binary(BinaryKind.AND, type), zeroth, builder.emit(new Op.Constant(type, -count)));
        Value first = builder.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I64), wide, wideSkipped);
        Value index = builder.emit(new Op.Binary(BinaryKind.ADD, type), rounded, own);
        return new Start(first, wideSkipped, index, linear);
    }

    /** What was one iteration becomes the body of a loop over those of the thread. */
    private void loop(Block slow, Start start, List<Instr> own, Instr test) {
        Block header = function.addBlock();
        BlockParam iteration = header.addParam(ScalarType.I64);
        Builder builder = new Builder(function).atEnd(slow).at(test.position());
        Value from = start.first;
        if (start.skipped != null) {
            Value zero = builder.constant(0L);
            Value exists = builder.emit(new Op.Compare(Predicate.GE, ScalarType.I64), from, zero);
            from = builder.emit(new Op.Select(ScalarType.I64), exists, from, zero);
        }
        Value to = plus(builder, start.first, count);
        builder.jump(header, List.of(from));

        builder.atEnd(header);
        Instr due = builder.emit(new Op.Compare(Predicate.LT, ScalarType.I64), iteration, to);
        Value both = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), test.operand(0), due);
        builder.branch(both, body.block(), List.of(), test.edges().get(1).target(), List.of());
        test.remove();
        own.forEach(instr -> instr.moveBefore(due));
        own.forEach(instr -> instr.replaceUses(body.iteration(), iteration));
        body.block().instrs().forEach(instr -> instr.replaceUses(body.iteration(), iteration));

        Instr end = body.block().terminator();
        builder.before(end);
        Value next = plus(builder, iteration, 1);
        builder.jump(header, List.of(next));
        end.remove();
    }

    private static Value plus(Builder builder, Value wide, int constant) {
        return builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), wide, builder.constant((long) constant));
    }
}
