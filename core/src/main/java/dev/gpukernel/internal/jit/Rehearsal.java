package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Goes through the host's part of a kernel before it runs, as far as that follows from the arguments alone: so that what a loop
 * needs to be true of them is asked before the loops ahead of it have changed anything. Elements of arrays and results of loops are
 * unknown; where control depends on one, it ends.
 */
final class Rehearsal {
    /** Time steps may be many, and are much alike. */
    private static final int MOST_LAUNCHES = 1000;

    private static final int MOST_STEPS = 100_000;

    private final Function function;
    private final long[] numbers;
    private final boolean[] isKnown;
    private final long[] operands = new long[3];
    private long[] passed = {};
    private boolean[] isPassedKnown = {};

    /** Looks at a launch that will come. */
    interface Checker {
        /**
         * Asks what must be true of it.
         *
         * @param nest what is done for an iteration
         * @param arguments its arguments, then the numbers of iterations
         * @param isKnown which of these are known
         */
        void check(Function nest, long[] arguments, boolean[] isKnown);

        /** {@return whether {@link Op.SplitInner} holds where the code will run} */
        boolean splitsInner(Op.Sums sums, long outside, long inside);
    }

    Rehearsal(Function function) {
        this.function = function;
        this.numbers = new long[function.valueCount()];
        this.isKnown = new boolean[function.valueCount()];
    }

    /**
     * Goes through the code.
     *
     * @param scalars scalar arguments by parameter
     * @param lengths lengths of array arguments by parameter
     * @param checker told of each launch
     */
    void run(long[] scalars, IntUnaryOperator lengths, Checker checker) {
        for (BlockParam param : function.params()) {
            set(param, scalars[param.index()], true);
        }
        int launches = 0;
        int steps = 0;
        Block block = function.entry();
        while (true) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Launch(Function nest, int _)) {
                    take(instr.operands());
                    checker.check(nest, passed, isPassedKnown);
                    launches++;
                }
                if (isThrown(instr) || launches > MOST_LAUNCHES || ++steps > MOST_STEPS) {
                    return;
                }
                compute(instr, lengths, checker);
            }
            Instr end = block.terminator();
            if (end.edges().isEmpty()
                    || (end.edges().size() > 1 && !isKnown[end.operand(0).id()])) {
                return;
            }
            boolean isSecond = end.edges().size() > 1 && numbers[end.operand(0).id()] == 0;
            block = follow(end.edges().get(isSecond ? 1 : 0));
        }
    }

    private void set(Value value, long bits, boolean known) {
        numbers[value.id()] = bits;
        isKnown[value.id()] = known;
    }

    private void take(List<Value> values) {
        if (passed.length < values.size()) {
            passed = new long[values.size()];
            isPassedKnown = new boolean[values.size()];
        }
        for (int i = 0; i < values.size(); i++) {
            passed[i] = numbers[values.get(i).id()];
            isPassedKnown[i] = isKnown[values.get(i).id()];
        }
    }

    private Block follow(Edge edge) {
        take(edge.arguments());
        for (BlockParam param : edge.target().params()) {
            set(param, passed[param.index()], isPassedKnown[param.index()]);
        }
        return edge.target();
    }

    /** {@return whether a check is known to fail} */
    private boolean isThrown(Instr instr) {
        return switch (instr.op()) {
            case Op.IndexCheck _ ->
                knows(instr)
                        && Long.compareUnsigned(
                                        numbers[instr.operand(0).id()],
                                        numbers[instr.operand(1).id()])
                                >= 0;
            case Op.DivisorCheck _ -> knows(instr) && numbers[instr.operand(0).id()] == 0;
            default -> false;
        };
    }

    private boolean knows(Instr instr) {
        for (Value operand : instr.operands()) {
            if (!isKnown[operand.id()]) {
                return false;
            }
        }
        return true;
    }

    private void compute(Instr instr, IntUnaryOperator lengths, Checker checker) {
        switch (instr.op()) {
            case Op.Constant constant -> set(instr, constant.bits(), true);
            case Op.Length _
            when instr.operand(0) instanceof BlockParam array -> set(instr, lengths.applyAsInt(array.index()), true);
            case Op.SplitInner(var sums) when knows(instr) -> {
                load(instr);
                set(instr, checker.splitsInner(sums, operands[0], operands[1]) ? 1 : 0, true);
            }
            default -> {
                boolean known = HostCode.isComputed(instr.op()) && knows(instr);
                if (known) {
                    load(instr);
                }
                set(instr, known ? HostCode.compute(instr.op(), operands) : 0, known);
            }
        }
    }

    private void load(Instr instr) {
        for (int i = 0; i < instr.operands().size(); i++) {
            operands[i] = numbers[instr.operand(i).id()];
        }
    }
}
