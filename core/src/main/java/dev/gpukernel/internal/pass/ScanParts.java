package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Growth;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A loop with running values, and the parameters of the three steps that it takes: what blocks of iterations add up to, what the
 * running values are before each block, and the iterations.
 *
 * @param iteration code of one iteration, its last parameters what the loop carries, which it returns
 * @param scans the running values
 * @param combine takes what two parts of the loop carry besides, and returns it combined; {@code null} if there is nothing
 */
record ScanParts(Function iteration, Scans scans, @Nullable Function combine) {
    /** As many as have all threads that a multiprocessor holds. */
    private static final int RESIDENT_BLOCKS = 8;

    private static final int RESIDENT_KEEPING = 6;

    /** Most instructions of an iteration that is written out for each that a thread does. */
    private static final int MOST_WRITTEN_OUT = 128;

    /** {@return how many values the loop carries} */
    int carried() {
        return scans.running().size() + reduced().size();
    }

    /** {@return the places of what is reduced} */
    List<Integer> reduced() {
        int others = combine == null ? 0 : combine.params().size() / 2;
        List<Integer> places = new ArrayList<>(
                IntStream.range(0, others + scans.running().size()).boxed().toList());
        scans.running().forEach(one -> places.removeIf(place -> place == one.place()));
        return places;
    }

    /**
     * {@return for each running value the only operation of an iteration that reads it, or null} Summands of an iteration that throws are left
     * out, so what it comes to is computed again where that decides what it throws.
     */
    List<@Nullable Instr> updates() {
        int own = iteration.params().size() - carried();
        List<@Nullable Instr> updates = new ArrayList<>();
        for (Scans.Running one : scans.running()) {
            Instr update = RunningUpdate.of(iteration, own, one, guard(iteration));
            updates.add(update != null && scans.mayAbandon() && RunningUpdate.decides(update) ? null : update);
        }
        return updates;
    }

    /**
     * {@return what threads keep of what they loaded for summands, until they do the iterations} If there is nothing else to wait for than
     * votes, neighbours are soon loaded again from the cache, and without registers for them more blocks are resident.
     */
    KeptLoads keptLoads() {
        List<@Nullable Instr> updates = updates();
        KeptLoads kept = KeptLoads.of(iteration, scans.summands()).without(updates::contains);
        return scans.isShort() && isVoted(0) ? kept.ofLoadedIndices() : kept;
    }

    /** {@return whether a running value is a sum to which each iteration adds 0 or 1, and there are registers for the votes} */
    boolean isVoted(int which) {
        return isWrittenOut(scans.summands()) && isWrittenOut(iteration) && growsAtMost(which, 1);
    }

    /**
     * {@return whether a running value is a sum of ints that are not negative}
     *
     * @param most the most that an iteration may add
     */
    boolean growsAtMost(int which, int most) {
        Scans.Running one = scans.running().get(which);
        Function summands = scans.summands();
        BlockParam param = summands.params().get(summands.params().size() - carried() + one.place());
        return one.isJoinedBy(new Op.Binary(Op.BinaryKind.ADD, ScalarType.I32))
                && Growth.isSmall(summands, param, which, most);
    }

    /** {@return whether an iteration is written out for each that a thread does, so that what it keeps of them is in registers} */
    static boolean isWrittenOut(Function code) {
        return code.size() <= MOST_WRITTEN_OUT;
    }

    /**
     * {@return how many blocks of the kernel that does all in one go a multiprocessor is to hold, 0 if that is left open} Blocks wait for
     * memory and for one another, so that what little they compute is hidden only if there are many. Long iterations need their
     * registers, and so does what is kept.
     */
    int residentBlocks() {
        if (!scans.isShort()) {
            return 0;
        }
        return keptLoads().pairs().isEmpty() ? RESIDENT_BLOCKS : RESIDENT_KEEPING;
    }

    /** {@return the branch at the beginning of an iteration that asks whether there is one, null if something else stands there} */
    static @Nullable Instr guard(Function code) {
        Instr branch = code.entry().terminator();
        boolean asks = branch.op() instanceof Op.Branch
                && branch.operand(0) instanceof Instr compare
                && compare.op() instanceof Op.Compare(Predicate _, ScalarType type)
                && type == ScalarType.I64
                && compare.block() == code.entry()
                && code.entry().instrs().stream().anyMatch(instr -> instr.op() instanceof Op.Iteration);
        return asks ? branch : null;
    }

    /**
     * {@return the condition that {@link #guard} asks for, null if more than numbers of the iteration and parameters goes into it} Once it
     * is false, it is so for all iterations that follow.
     */
    static @Nullable Value existence(Function code) {
        Instr guard = guard(code);
        return guard != null
                        && guard.edges().get(1).target().instrs().getFirst().op() instanceof Op.Return
                        && follows(guard.operand(0))
                ? guard.operand(0)
                : null;
    }

    private static boolean follows(Value value) {
        return value instanceof Instr instr
                ? instr.op().effect() == Effect.NONE
                        && instr.operands().stream().allMatch(ScanParts::follows)
                : value.block() == value.block().function().entry();
    }

    /**
     * A function that is being written, its parameters made.
     *
     * @param code the function
     * @param arguments what stands for the parameters of the iteration, or for what the running values are before the loop
     * @param own how many of them are not carried
     * @param cells arrays for what blocks come to, by the place of what is carried
     * @param ends arrays of one element for what the running values are after the loop, empty for a step that does not know
     * @param counted number of iterations, or {@code null} if that is not needed
     */
    record Layout(
            Function code,
            List<Value> arguments,
            int own,
            Map<Integer, Value> cells,
            List<Value> ends,
            @Nullable Value counted) {
        Value cell(int place) {
            return Objects.requireNonNull(cells.get(place), "an array for what is carried");
        }

        Value count() {
            if (counted == null) {
                throw new IllegalStateException("the number of iterations is not passed");
            }
            return counted;
        }

        /** {@return the iteration's arguments with other values for what is carried} */
        List<Value> with(List<Value> carried) {
            List<Value> all = new ArrayList<>(arguments.subList(0, own));
            all.addAll(carried);
            return all;
        }

        /** {@return what stands for what is carried} */
        List<Value> carried() {
            return new ArrayList<>(arguments.subList(own, arguments.size()));
        }
    }

    Layout totals() {
        List<Integer> places =
                scans.running().stream().map(Scans.Running::place).toList();
        return layout(iteration.name() + "_totals", iteration.params(), places, false, false);
    }

    Layout prefixes() {
        List<BlockParam> params = iteration.params();
        List<BlockParam> carried = params.subList(params.size() - carried(), params.size());
        List<BlockParam> starts = new ArrayList<>();
        scans.running().forEach(one -> starts.add(carried.get(one.place())));
        List<Integer> places = IntStream.range(0, starts.size()).boxed().toList();
        return layout(iteration.name() + "_prefixes", starts, places, false, false);
    }

    /**
     * The last step.
     *
     * @param inWords whether cells of running values hold words, which are long
     */
    Layout iterations(boolean inWords) {
        List<Integer> places = IntStream.range(0, carried()).boxed().toList();
        return layout(iteration.name(), iteration.params(), places, true, inWords);
    }

    private Layout layout(String name, List<BlockParam> params, List<Integer> places, boolean isLast, boolean inWords) {
        Function code = new Function(name);
        Block entry = code.addBlock();
        List<Value> arguments = new ArrayList<>();
        for (BlockParam param : params) {
            BlockParam own = entry.addParam(param.type());
            own.setName(param.name());
            arguments.add(own);
        }
        int own = Math.max(0, params.size() - carried());
        Map<Integer, Value> cells = new HashMap<>();
        for (int place : places) {
            boolean isWord = inWords && !reduced().contains(place);
            ElementType element = isWord
                    ? ElementType.LONG
                    : ReductionKernel.element(params.get(own + place).type());
            cells.put(place, entry.addParam(new ArrayType(element, Space.GLOBAL)));
        }
        if (!isLast) {
            return new Layout(code, arguments, own, cells, List.of(), null);
        }
        List<Value> ends = new ArrayList<>();
        for (Scans.Running one : scans.running()) {
            ElementType element =
                    ReductionKernel.element(params.get(own + one.place()).type());
            ends.add(entry.addParam(new ArrayType(element, Space.GLOBAL)));
        }
        return new Layout(code, arguments, own, cells, ends, entry.addParam(ScalarType.I64));
    }
}
