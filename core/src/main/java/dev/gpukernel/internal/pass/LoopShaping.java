package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Brings loops into the form of a {@link CountedLoop}, whatever form their author gave them, as far as they count: with a test at the
 * end, with several tests, with a test of {@code ++i}, with a bound that is an element of an array. What they do stays the same, in
 * each case. Loops that have the form already stay as they are.
 */
final class LoopShaping {
    /** Beyond every int, and far from where longs wrap around. */
    static final long FAR = CountedLoop.NEVER;

    private final Function kernel;
    private final Set<Block> left;
    private final Set<Block> seen = new HashSet<>();
    private final List<AliasConflict> conflicts = new ArrayList<>();

    private LoopShaping(Function kernel, Set<Block> left) {
        this.kernel = kernel;
        this.left = left;
    }

    /**
     * Shapes the loops of a kernel.
     *
     * @param kernel a function, cleaned up and value-numbered
     * @param left blocks of loops that stay as they are
     * @return pairs of parameters that must not be the same array, for this to be the same kernel
     */
    static List<AliasConflict> shape(Function kernel, Set<Block> left) {
        LoopShaping shaping = new LoopShaping(kernel, left);
        shaping.shapeAll();
        return shaping.conflicts;
    }

    /** Shapes the loops of a function of which nothing else is asked; {@return whether there was anything to shape} */
    static boolean changes(Function copy, Set<Block> left) {
        return new LoopShaping(copy, left).shapeAll();
    }

    private boolean shapeAll() {
        boolean changed = false;
        while (shapeNext()) {
            ControlFlowSimplification.removeUnreachable(kernel);
            changed = true;
        }
        if (changed) {
            // Of a loop with one test more can be told than of one with several.
            for (Pass pass : List.of(
                    new InductionSubstitution(),
                    new ConstantFolding(),
                    new ValueNumbering(),
                    new DeadCodeElimination())) {
                pass.run(kernel);
            }
            List<Loop> loops = Loop.of(kernel);
            Loop.outermost(loops).forEach(this::giveBody);
        }
        return changed;
    }

    /**
     * A loop whose values all follow from its variable has nothing left but its test, which then looks like one at the end.
     *
     * @return whether it is such a loop
     */
    private boolean giveBody(Loop loop) {
        Block header = loop.header();
        boolean isPure = LoopTest.isPure(header);
        boolean given = false;
        for (Edge back : loop.backEdges()) {
            if (back.source().block() == header && isPure) {
                LoopForm.split(kernel, back);
                given = true;
            }
        }
        return given;
    }

    /**
     * {@return whether a loop's test is its first, as in {@code while (++i < n)}} So it may be of {@code do … while}, too, if all that is
     * used behind the loop is what it carries and what follows from its variable.
     */
    private static boolean testsFirst(Loop loop) {
        Edge exit = LoopTest.exit(loop, loop.header().terminator());
        Set<Value> asked = new HashSet<>();
        return exit != null
                && LoopTest.isPure(loop.header())
                && loop.instrs()
                        .filter(instr -> exit.arguments().contains(instr)
                                || instr.users().stream().anyMatch(user -> !loop.contains(user.block())))
                        .allMatch(instr -> areOfVariable(loop, instr, asked));
    }

    /** {@return whether a value follows from a loop's variable, or was asked before: the first that does not ends it} */
    private static boolean areOfVariable(Loop loop, Value value, Set<Value> asked) {
        if (!loop.contains(value.block()) || !asked.add(value)) {
            return true;
        }
        if (value instanceof BlockParam param) {
            Induction induction = Induction.byNumber(loop, param);
            return induction != null && induction.narrowed() == null;
        }
        return value instanceof Instr instr
                && instr.op().effect() == Effect.NONE
                && instr.operands().stream().allMatch(operand -> areOfVariable(loop, operand, asked));
    }

    /** {@return whether it changed one, so that there may be more} */
    private boolean shapeNext() {
        List<Loop> loops = Loop.of(kernel);
        for (Loop loop : loops) {
            if (!left.contains(loop.header()) && seen.add(loop.header()) && shape(loop)) {
                return true;
            }
        }
        return false;
    }

    private boolean shape(Loop loop) {
        CountedLoop counted = CountedLoop.exactly(loop);
        if (CarriedElement.carry(kernel, loop)
                || ElseExtreme.drop(kernel, loop)
                || FirstMatch.carry(kernel, loop)
                || (counted != null && PreviousValue.compute(kernel, counted, conflicts))) {
            // There are blocks now of which the loops around it do not know, and there may be more.
            seen.remove(loop.header());
            return true;
        }
        if (counted != null) {
            boolean limited = limitBound(counted);
            return ExitValues.compute(kernel, loop, counted.exit()) || limited;
        }
        List<Edge> exits = LoopExits.of(loop);
        if (exits.isEmpty()) {
            return false;
        }
        boolean changed = new InvariantTest(kernel, loop, conflicts).hoist();
        if (exits.size() > 1 && new InvariantTest(kernel, loop, conflicts).hoistSecond()) {
            // There are blocks now of which the loops around it do not know.
            seen.remove(loop.header());
            return true;
        }
        Loop shaped = loop;
        if (exits.size() > 1 && TestJoining.joinLast(kernel, loop)) {
            changed = true;
            exits = LoopExits.of(loop);
        }
        boolean testsFirst = testsFirst(loop);
        if (testsFirst && giveBody(loop)) {
            seen.remove(loop.header());
            return true;
        }
        if (exits.size() == 1 && !testsFirst) {
            Block head = LoopRotation.rotate(kernel, loop, exits.getFirst());
            if (head != null) {
                seen.add(head);
                changed = true;
                shaped = Objects.requireNonNull(Loop.at(Loop.of(kernel), head), "rotated");
            }
        }
        changed |= TestJoining.join(kernel, shaped)
                || SquareTest.count(kernel, shaped)
                || ScaledTest.unscale(kernel, shaped)
                || VariableShift.shift(kernel, shaped);
        changed |= VariableStride.count(kernel, shaped);
        Edge exit = LoopTest.exit(shaped, shaped.header().terminator());
        if (exit != null) {
            changed |= ExitValues.compute(kernel, shaped, exit);
        }
        return changed;
    }

    /** What is beyond all ints is so for an int whatever it is, and computing with it must not wrap around. */
    private boolean limitBound(CountedLoop counted) {
        Value bound = counted.bound();
        if (counted.variable().type() != ScalarType.I32
                || bound.type() != ScalarType.I64
                || VariableStride.isCount(bound)
                || (bound instanceof Instr instr && instr.op() instanceof Constant)) {
            return false;
        }
        LoopForm.addPreheader(kernel, counted.loop());
        Builder builder = new Builder(kernel)
                .before(counted.loop().entryEdges().getFirst().source());
        Value limited = limited(builder, new HostValues(builder, counted.loop()).before(bound));
        Instr compare = (Instr) counted.loop().header().terminator().operand(0);
        Builder inside = new Builder(kernel).before(compare);
        List<Value> operands = new ArrayList<>(compare.operands());
        operands.replaceAll(operand -> operand == bound ? limited : operand);
        compare.replaceAllUsesWith(inside.emit(compare.op(), operands));
        compare.remove();
        return true;
    }

    static Value limited(Builder builder, Value wide) {
        Value most = builder.emit(new Op.Call(Intrinsics.MIN_I64), wide, builder.constant(FAR));
        return builder.emit(new Op.Call(Intrinsics.MAX_I64), most, builder.constant(-FAR));
    }

    /** Lets a loop's test be another one, which holds where the loop goes on. */
    static void replaceTest(Builder builder, Instr branch, Edge exit, Value goesOn) {
        Edge inside = LoopTest.inside(exit);
        builder.branch(
                goesOn, inside.target(), List.copyOf(inside.arguments()), exit.target(), List.copyOf(exit.arguments()));
        branch.remove();
    }

    /** {@return a number in 64 bits} */
    static Value wide(Builder builder, Value value) {
        return value.type() == ScalarType.I64 ? value : builder.emit(Op.Convert.WIDEN, value);
    }

    /** {@return a sum with a constant, in the value's own type} */
    static Value plus(Builder builder, Value value, long constant) {
        if (constant == 0) {
            return value;
        }
        boolean isLong = value.type() == ScalarType.I64;
        Constant known = value.constant();
        if (known != null) {
            long sum = known.bits() + constant;
            return isLong ? builder.constant(sum) : builder.constant((int) sum);
        }
        return builder.emit(
                new Op.Binary(Op.BinaryKind.ADD, (ScalarType) value.type()),
                value,
                isLong ? builder.constant(constant) : builder.constant((int) constant));
    }

    /** {@return the greater or lesser of two integers of one type} */
    static Value extremum(Builder builder, boolean greatest, Value left, Value right) {
        boolean isLong = left.type() == ScalarType.I64;
        Intrinsics choice = greatest
                ? isLong ? Intrinsics.MAX_I64 : Intrinsics.MAX_I32
                : isLong ? Intrinsics.MIN_I64 : Intrinsics.MIN_I32;
        return builder.emit(new Op.Call(choice), left, right);
    }
}
