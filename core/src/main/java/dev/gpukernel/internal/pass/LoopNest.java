package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.diagnostic.Place;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a method that is one counted loop, {@code for (int i = start; i < bound; i++)}, with scalar set-up before it; or
 * says what keeps it from being one.
 */
final class LoopNest {
    /**
     * A counted loop.
     *
     * @param loop the loop
     * @param variable its variable, the header's only parameter
     * @param start first value of the variable
     * @param bound value that the variable must stay below, or not exceed if {@code inclusive}
     * @param inclusive whether the bound itself is still an iteration
     * @param setup the blocks before the loop
     * @param exit the edge to what comes after it
     */
    record Counted(
            Loop loop, BlockParam variable, Value start, Value bound, boolean inclusive, Set<Block> setup, Edge exit) {}

    private final Function function;
    private final List<Diagnostic> findings = new ArrayList<>();

    LoopNest(Function function) {
        this.function = function;
    }

    List<Diagnostic> findings() {
        return findings;
    }

    /** {@return the loop, or null if there are findings} */
    @Nullable Counted recognise() {
        List<Loop> loops = Loop.of(function);
        List<Loop> outermost = loops.stream()
                .filter(loop -> loops.stream().noneMatch(o -> o.header() != loop.header() && o.contains(loop.header())))
                .toList();
        if (outermost.isEmpty()) {
            reject(Message.NOT_A_KERNEL, position(function.entry().instrs().getFirst()), function.name());
            return null;
        }
        List<Loop> candidates =
                preferring(preferring(outermost, loop -> reachesReturn(loop.header())), LoopNest::isOwn);
        if (candidates.size() > 1) {
            shape(candidates.get(1), "the kernel has " + candidates.size() + " loops one after another");
            return null;
        }
        Loop loop = candidates.getFirst();
        Counted counted = count(loop);
        if (counted != null) {
            checkSurroundings(counted);
        }
        return findings.isEmpty() ? counted : null;
    }

    /** {@return those for which something holds, or all if it holds for none} */
    private static List<Loop> preferring(List<Loop> loops, java.util.function.Predicate<Loop> better) {
        List<Loop> preferred = loops.stream().filter(better).toList();
        return preferred.isEmpty() ? loops : preferred;
    }

    /** {@return whether a loop stands in the kernel itself: one in a method that it calls is part of the set-up} */
    private static boolean isOwn(Loop loop) {
        SourcePosition position = position(loop.header().terminator());
        return position == null || position.caller() == null;
    }

    private @Nullable Counted count(Loop loop) {
        Instr test = loop.header().terminator();
        if (loop.entryEdges().size() != 1 || !(test.op() instanceof Op.Branch)) {
            shape(loop, "it has no condition at its beginning");
            return null;
        }
        List<Edge> exits = loop.exitEdges().stream()
                .filter(edge -> reachesReturn(edge.target()))
                .toList();
        if (exits.size() != 1) {
            shape(loop, "it is left by break or return");
            return null;
        }
        Edge exit = exits.getFirst();
        if (exit.source() != test || hasEffect(loop.header())) {
            shape(loop, "its condition must come first and only compare the loop variable with a bound");
            return null;
        }
        BlockParam variable = variable(loop, test);
        return variable == null ? null : bounds(loop, variable, test, exit);
    }

    /** {@return whether control can get from a block to the end of the function; else it only leads to a throw} */
    private static boolean reachesReturn(Block from) {
        return blocksFrom(from).stream().anyMatch(block -> block.terminator().op() instanceof Op.Return);
    }

    private static Set<Block> blocksFrom(Block from) {
        Set<Block> seen = new LinkedHashSet<>();
        Deque<Block> work = new ArrayDeque<>(List.of(from));
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (seen.add(block)) {
                work.addAll(block.successors());
            }
        }
        return seen;
    }

    private static boolean hasEffect(Block header) {
        return header.instrs().stream().anyMatch(i -> i.op().effect() != Effect.NONE && !i.op().isTerminator());
    }

    /** {@return the one parameter of the header that counts up by one; every other is rejected} */
    private @Nullable BlockParam variable(Loop loop, Instr test) {
        BlockParam counter = null;
        List<BlockParam> carried = new ArrayList<>();
        for (BlockParam param : loop.header().params()) {
            if (counter == null && param.type() == ScalarType.I32 && countsUp(loop, param) && isTested(test, param)) {
                counter = param;
            } else {
                carried.add(param);
            }
        }
        for (BlockParam param : carried) {
            String name = param.name() == null ? "?" : param.name();
            if (counter == null && isTested(test, param)) {
                String what = param.type() == ScalarType.I32 ? "counted up by 1 once per iteration" : "an int";
                shape(loop, "its variable '" + name + "' is not " + what);
            } else {
                reject(Message.LOOP_CARRIED, update(loop, param), name);
            }
        }
        if (loop.header().params().isEmpty()) {
            shape(loop, "it has no loop variable");
        }
        return findings.isEmpty() ? counter : null;
    }

    private static boolean isTested(Instr test, BlockParam param) {
        return test.operand(0) instanceof Instr compare && compare.operands().contains(param);
    }

    private static boolean countsUp(Loop loop, BlockParam param) {
        int index = param.index();
        return loop.backEdges().stream()
                .allMatch(edge -> edge.arguments().get(index) instanceof Instr sum
                        && sum.op().equals(new Op.Binary(BinaryKind.ADD, ScalarType.I32))
                        && sum.operands().contains(param)
                        && sum.operands().stream()
                                .anyMatch(o -> Op.Constant.of(1).equals(ConstantFolding.constant(o))));
    }

    /** {@return where a carried value is updated, for the message} */
    private static @Nullable SourcePosition update(Loop loop, BlockParam param) {
        return loop.backEdges().stream()
                .map(edge -> edge.arguments().get(param.index()))
                .filter(Instr.class::isInstance)
                .map(value -> ((Instr) value).position())
                .findFirst()
                .orElse(position(loop.header().terminator()));
    }

    private @Nullable Counted bounds(Loop loop, BlockParam variable, Instr test, Edge exit) {
        if (!(test.operand(0) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(Predicate predicate, ScalarType type))
                || type != ScalarType.I32) {
            shape(loop, "its condition does not compare the loop variable with a bound");
            return null;
        }
        boolean variableFirst = compare.operand(0) == variable;
        Value bound = compare.operand(variableFirst ? 1 : 0);
        Predicate goesOn = variableFirst ? predicate : predicate.swapped();
        if (test.edges().get(0) == exit) {
            goesOn = goesOn.negated().ordered();
        }
        if (goesOn != Predicate.LT && goesOn != Predicate.LE) {
            shape(loop, "its condition must be '<' or '<='");
            return null;
        }
        if (!loop.isInvariant(bound)) {
            shape(loop, "its bound changes in the loop");
            return null;
        }
        Value start = loop.entryEdges().getFirst().arguments().get(variable.index());
        if (HostExpression.of(function, bound) == null || HostExpression.of(function, start) == null) {
            shape(loop, "its start and bound must follow from the parameters by plain integer arithmetic");
            return null;
        }
        return new Counted(loop, variable, start, bound, goesOn == Predicate.LE, setup(loop), exit);
    }

    private Set<Block> setup(Loop loop) {
        Set<Block> setup = new HashSet<>();
        Deque<Block> work = new ArrayDeque<>();
        work.push(function.entry());
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (block != loop.header() && setup.add(block)) {
                work.addAll(block.successors());
            }
        }
        return setup;
    }

    /** Before the loop, each thread computes the set-up again, so it must not write nor read what the loop writes. */
    private void checkSurroundings(Counted counted) {
        Set<Value> written = new HashSet<>();
        Access.in(counted.loop().blocks()).stream()
                .filter(Access::isWrite)
                .forEach(access -> written.add(access.array()));
        for (Access access : Access.in(counted.setup())) {
            SourcePosition position = access.instr().position();
            if (access.isWrite()) {
                reject(Message.LOOP_SURROUNDED, position, "a store to an array");
            } else if (written.contains(access.array())) {
                reject(
                        Message.LOOP_SURROUNDED,
                        position,
                        "a read of '" + access.array().name() + "', which the loop writes,");
            }
        }
        checkEnd(counted.exit().target());
    }

    private void checkEnd(Block exit) {
        for (Block block : blocksFrom(exit)) {
            block.instrs().stream()
                    .filter(i ->
                            i.op() instanceof Op.Throw || (i.op().effect() != Effect.NONE && !i.op().isTerminator()))
                    .findFirst()
                    .ifPresent(i -> reject(Message.LOOP_SURROUNDED, i.position(), "code that stores or may throw"));
        }
    }

    private void shape(Loop loop, String why) {
        reject(Message.LOOP_SHAPE, position(loop.header().terminator()), why);
    }

    private void reject(Message message, @Nullable SourcePosition position, Object... arguments) {
        findings.add(Diagnostic.of(message, place(position), arguments));
    }

    static @Nullable Place place(@Nullable SourcePosition position) {
        return position == null
                ? null
                : new Place(position.className(), position.method(), position.file(), position.line());
    }

    private static @Nullable SourcePosition position(Instr instr) {
        return instr.position();
    }
}
