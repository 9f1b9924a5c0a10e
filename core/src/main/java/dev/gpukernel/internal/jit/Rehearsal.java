package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Goes through the host's part of a kernel before it runs, as far as that follows from the arguments alone: so that what a loop
 * needs to be true of them is asked before the loops ahead of it have changed anything. Elements of arrays and results of loops are
 * unknown. Where control depends on one, it goes all ways, with the numbers that are the same on each: constant propagation as in
 * Wegman and Zadeck, "Constant Propagation with Conditional Branches", TOPLAS 13(2), 1991.
 */
final class Rehearsal {
    /** Time steps may be many, and are much alike. */
    private static final int MOST_LAUNCHES = 1000;

    private static final int MOST_STEPS = 100_000;

    private final Function function;
    private final List<Block> blocks;

    /** The parameters that the code makes arrays of. */
    private final List<BlockParam> made;

    private final long[] numbers;

    /** What is known of a value, by its id. */
    private final Knowledge[] knowledge;

    private final boolean[] isReached;
    private final long[] operands = new long[3];
    private long[] passed = {};
    private boolean[] isPassedKnown = {};
    private boolean isChanged;

    private enum Knowledge {
        UNSEEN,
        KNOWN,
        UNKNOWN
    }

    /** What a launch asks for. */
    enum Answer {
        HOLDS,
        FAILS,
        UNKNOWN
    }

    /** Looks at a launch that will come, or may. */
    interface Checker {
        /**
         * Asks what must be true of it.
         *
         * @param nest what is done for an iteration
         * @param arguments its arguments, then the numbers of iterations
         * @param isKnown which of these are known
         * @return whether that is so
         */
        Answer check(Function nest, long[] arguments, boolean[] isKnown);

        /**
         * Says how long an array is that will be made, before a launch that uses it is checked.
         *
         * @param parameter which it is
         * @param length how many elements it has
         */
        void make(int parameter, int length);

        /** Refuses the last launch that was checked. */
        RuntimeException refusal();

        /** {@return whether {@link Op.SplitInner} holds where the code will run} */
        boolean splitsInner(Op.Sums sums, long outside, long inside);

        /** {@return whether {@link Op.MayLaunch} holds where the code will run} */
        boolean mayLaunch(Op.MayLaunch question, long[] arguments);
    }

    Rehearsal(Program program) {
        this.function = program.function();
        this.blocks = List.copyOf(function.blocks());
        this.made = program.made().stream().mapToObj(function.params()::get).toList();
        this.numbers = new long[function.valueCount()];
        this.knowledge = new Knowledge[function.valueCount()];
        this.isReached = new boolean[function.blockCount()];
    }

    /**
     * Goes through the code.
     *
     * @param scalars scalar arguments by parameter
     * @param lengths lengths of array arguments by parameter
     * @param checker told of each launch
     * @return whether all that launches ask for is known to hold
     * @throws RuntimeException the checker's refusal of a launch that is reached for certain
     */
    boolean run(long[] scalars, IntToLongFunction lengths, Checker checker) {
        Arrays.fill(knowledge, Knowledge.UNSEEN);
        for (BlockParam param : function.params()) {
            set(param, scalars[param.index()], true);
        }
        // Of those that it makes, what is known is the length, once they are made.
        made.forEach(array -> knowledge[array.id()] = Knowledge.UNSEEN);
        boolean isSure = true;
        int launches = 0;
        int steps = 0;
        Block block = function.entry();
        while (true) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Launch) {
                    Answer answer = check(instr, checker);
                    if (answer == Answer.FAILS) {
                        throw checker.refusal();
                    }
                    isSure &= answer == Answer.HOLDS;
                    launches++;
                }
                if (isThrown(instr)) {
                    return isSure;
                }
                if (isRefusal(instr)) {
                    throw new IllegalArgumentException(((Op.Throw) instr.op()).message());
                }
                compute(instr, lengths, checker);
                steps++;
            }
            Instr end = block.terminator();
            if (end.edges().isEmpty()) {
                return isSure;
            }
            if (launches > MOST_LAUNCHES || steps > MOST_STEPS || !isDecided(end)) {
                return isSure && holdsOnAllWays(block, lengths, checker);
            }
            Edge edge = taken(end);
            take(edge.arguments());
            for (BlockParam param : edge.target().params()) {
                set(param, passed[param.index()], isPassedKnown[param.index()]);
            }
            block = edge.target();
        }
    }

    private boolean isKnown(Value value) {
        return knowledge[value.id()] == Knowledge.KNOWN;
    }

    private boolean isDecided(Instr end) {
        return end.edges().size() == 1 || isKnown(end.operand(0));
    }

    private Edge taken(Instr end) {
        boolean isSecond = end.edges().size() > 1 && numbers[end.operand(0).id()] == 0;
        return end.edges().get(isSecond ? 1 : 0);
    }

    private Answer check(Instr launch, Checker checker) {
        take(launch.operands());
        for (BlockParam array : made) {
            if (launch.operands().contains(array)) {
                if (!isKnown(array)) {
                    return Answer.UNKNOWN;
                }
                checker.make(array.index(), (int) numbers[array.id()]);
            }
        }
        return checker.check(((Op.Launch) launch.op()).nest(), passed, isPassedKnown);
    }

    /** Numbers of values seen before stay known only where they do not change. */
    private boolean holdsOnAllWays(Block from, IntToLongFunction lengths, Checker checker) {
        Arrays.fill(isReached, false);
        isReached[from.id()] = true;
        do {
            isChanged = false;
            for (Block block : blocks) {
                if (isReached[block.id()]) {
                    follow(block, lengths, checker);
                }
            }
        } while (isChanged);
        for (Block block : blocks) {
            for (Instr instr : isReached[block.id()] ? block.instrs() : List.<Instr>of()) {
                boolean holds =
                        instr.op() instanceof Op.Launch ? check(instr, checker) == Answer.HOLDS : !isRefusal(instr);
                if (!holds) {
                    return false;
                }
            }
        }
        return true;
    }

    private void follow(Block block, IntToLongFunction lengths, Checker checker) {
        for (Instr instr : block.instrs()) {
            Value changed = instr.op() instanceof Op.MakeArray ? instr.operand(0) : instr;
            long before = numbers[changed.id()];
            Knowledge known = knowledge[changed.id()];
            compute(instr, lengths, checker);
            meet(changed, known, before);
        }
        Instr end = block.terminator();
        for (Edge edge : end.edges().size() > 1 && isDecided(end) ? List.of(taken(end)) : end.edges()) {
            Block target = edge.target();
            isChanged |= !isReached[target.id()];
            isReached[target.id()] = true;
            take(edge.arguments());
            for (BlockParam param : target.params()) {
                long before = numbers[param.id()];
                Knowledge known = knowledge[param.id()];
                set(param, passed[param.index()], isPassedKnown[param.index()]);
                meet(param, known, before);
            }
        }
    }

    /** Joins what is known of a value now with what was. */
    private void meet(Value value, Knowledge before, long number) {
        boolean isSame = before == Knowledge.UNSEEN
                || (before == Knowledge.KNOWN && isKnown(value) && numbers[value.id()] == number);
        if (!isSame) {
            knowledge[value.id()] = Knowledge.UNKNOWN;
        }
        isChanged |= knowledge[value.id()] != before;
    }

    private void set(Value value, long bits, boolean known) {
        numbers[value.id()] = bits;
        knowledge[value.id()] = known ? Knowledge.KNOWN : Knowledge.UNKNOWN;
    }

    private void take(List<Value> values) {
        if (passed.length < values.size()) {
            passed = new long[values.size()];
            isPassedKnown = new boolean[values.size()];
        }
        for (int i = 0; i < values.size(); i++) {
            passed[i] = numbers[values.get(i).id()];
            isPassedKnown[i] = isKnown(values.get(i));
        }
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

    /** {@return whether the code itself refuses a launch, where a loop did not count as it was to} */
    static boolean isRefusal(Instr instr) {
        if (!(instr.op() instanceof Op.Throw thrown)
                || !thrown.className().equals(IllegalArgumentException.class.getName())) {
            return false;
        }
        String message = thrown.message();
        return message != null && message.startsWith("[" + Message.LOOP_CONDITION.code() + "]");
    }

    private boolean knows(Instr instr) {
        for (Value operand : instr.operands()) {
            if (!isKnown(operand)) {
                return false;
            }
        }
        return true;
    }

    private void compute(Instr instr, IntToLongFunction lengths, Checker checker) {
        switch (instr.op()) {
            case Op.Constant constant -> set(instr, constant.bits(), true);
            case Op.MakeArray _ -> {
                long elements = 1;
                boolean areKnown = true;
                for (Value length : instr.operands().subList(1, instr.operands().size())) {
                    elements *= numbers[length.id()];
                    areKnown &= isKnown(length);
                }
                // More than an array can have are refused where it is made.
                set(instr.operand(0), elements, areKnown && elements <= Integer.MAX_VALUE);
            }
            case Op.Length _
            when instr.operand(0) instanceof BlockParam array && made.contains(array) ->
                set(instr, numbers[array.id()], isKnown(array));
            case Op.Length _
            when instr.operand(0) instanceof BlockParam array -> set(instr, lengths.applyAsLong(array.index()), true);
            case Op.SplitInner(var sums)
            when knows(instr) -> {
                load(instr);
                set(instr, checker.splitsInner(sums, operands[0], operands[1]) ? 1 : 0, true);
            }
            case Op.MayLaunch question
            when knows(instr) -> {
                take(instr.operands());
                set(instr, checker.mayLaunch(question, passed) ? 1 : 0, true);
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
