package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of an iteration decides whether it leaves its loop before the count is reached: by {@code break}, {@code return} or an exception.
 * It may be asked of iterations that Java never does. So it must follow from the loop's variable and from elements that the loop has
 * not written by then, it has no effect, and where it would throw, that counts as leaving.
 */
final class SearchSlice {
    private final Function kernel;
    private final CountedLoop counted;
    private final Loop loop;
    private final Dominators dominators;

    /** The edges by which the loop is left early. */
    private final Set<Edge> exits = new LinkedHashSet<>();

    /** The blocks from which one of them can still be reached in the same iteration. */
    private final Set<Block> kept = new LinkedHashSet<>();

    private final Set<Value> needed = new HashSet<>();
    private final Set<Instr> asked = new LinkedHashSet<>();
    private final List<AliasConflict> conflicts = new ArrayList<>();
    private boolean usesLocals;
    private boolean rereads;
    private @Nullable String hindrance;

    /** What goes into a value within one iteration, and what forbids to compute it ahead. */
    private static final class Source {
        private final Set<Value> values = new HashSet<>();
        private final Set<BlockParam> arrays = new LinkedHashSet<>();
        private boolean readsLocals;
        private @Nullable String hindrance;
    }

    /**
     * Looks at a loop.
     *
     * @param kernel where it is
     * @param counted the loop, which may also end otherwise than by its count
     */
    SearchSlice(Function kernel, CountedLoop counted) {
        this.kernel = kernel;
        this.counted = counted;
        this.loop = counted.loop();
        this.dominators = Dominators.of(kernel);
        exits.addAll(loop.exitEdges());
        exits.remove(counted.exit());
        keep();
        hindrance = form();
        if (hindrance == null) {
            askTests();
        }
        if (hindrance == null) {
            askChecks();
        }
    }

    /** {@return why it cannot be asked ahead, in words that go after "it may also end at line 7, but "; null if it can} */
    @Nullable String hindrance() {
        return hindrance;
    }

    /** {@return whether an edge leaves the loop early} */
    boolean isExit(Edge edge) {
        return exits.contains(edge);
    }

    Set<Edge> exits() {
        return exits;
    }

    /** {@return the blocks to be gone through: none of the others leads to an early end in the same iteration} */
    Set<Block> kept() {
        return kept;
    }

    /** {@return whether a check is made, a failure being a way to leave} */
    boolean isAsked(Instr check) {
        return asked.contains(check);
    }

    /** {@return whether the iteration's own arrays are looked at} */
    boolean usesLocals() {
        return usesLocals;
    }

    /** {@return whether the loop writes to an array after it asked for an element of it: then its iterations must ask, too} */
    boolean rereads() {
        return rereads;
    }

    /** {@return pairs of parameters that must not be the same array} */
    List<AliasConflict> conflicts() {
        return conflicts;
    }

    /** {@return whether a load needs a test of its own: it is needed, and no check is made before it} */
    boolean isOpen(Instr load) {
        return needed.contains(load)
                && asked.stream()
                        .noneMatch(check -> check.op() instanceof Op.IndexCheck
                                && check.operand(0) == load.operand(1)
                                && check.operand(1) instanceof Instr length
                                && length.op() instanceof Op.Length
                                && length.operand(0) == load.operand(0)
                                && isBefore(check, load))
                && !(loop.isInvariant(load.operand(1)) && isCheckedOutside(load));
    }

    private boolean isCheckedOutside(Instr load) {
        return load.operand(1).users().stream()
                .anyMatch(check -> check.op() instanceof Op.IndexCheck
                        && !loop.contains(check.block())
                        && check.operand(1) instanceof Instr length
                        && length.op() instanceof Op.Length
                        && length.operand(0) == load.operand(0)
                        && dominators.dominates(check.block(), load.block()));
    }

    private boolean isBefore(Instr first, Instr second) {
        return first.block() == second.block()
                ? first.block().instrs().indexOf(first)
                        < second.block().instrs().indexOf(second)
                : dominators.dominates(first.block(), second.block());
    }

    /** {@return whether iterations do anything besides asking whether to leave} */
    boolean hasEffects() {
        return !counted.carried().isEmpty()
                || loop.blocks().stream().flatMap(block -> block.instrs().stream()).anyMatch(this::isEffect);
    }

    private boolean isEffect(Instr instr) {
        return switch (instr.op().effect()) {
            case NONE, READ, ALLOCATE, CONTROL -> false;
            case FAULT -> !asked.contains(instr);
            case WRITE, SYNCHRONISE -> !(instr.op() instanceof Op.Store store && store.space() == Space.LOCAL);
        };
    }

    private void keep() {
        Deque<Block> work = new ArrayDeque<>();
        exits.forEach(edge -> work.push(edge.source().block()));
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (kept.add(block) && block != loop.header()) {
                for (Edge edge : block.incoming()) {
                    if (loop.contains(edge.source().block())) {
                        work.push(edge.source().block());
                    }
                }
            }
        }
    }

    /** {@return what is wrong with the loop, whatever its condition is} */
    private @Nullable String form() {
        Block header = loop.header();
        boolean isPure = header.instrs().stream()
                .allMatch(instr -> instr.op().effect() == Effect.NONE || instr.op().isTerminator());
        if (!isPure || exits.stream().anyMatch(edge -> edge.source().block() == header)) {
            return "its count is not asked first in each iteration";
        }
        boolean isPlain = header.params().stream().allMatch(param -> param.type() instanceof ScalarType);
        if (!isPlain || !LoopForm.isCopyable(loop)) {
            return "arrays change in it";
        }
        for (Block block : loop.blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Print || instr.op().effect() == Effect.SYNCHRONISE) {
                    return "it prints or waits for other threads";
                }
            }
        }
        for (Loop inner : Loop.of(kernel)) {
            if (inner.header() != header && kept.contains(inner.header()) && loop.contains(inner.header())) {
                if (!surelyEnds(inner)) {
                    return "the loop" + at(inner.header().terminator())
                            + " that decides it is not known to end in iterations that Java never does; let it count with"
                            + " '<' or '>' and a step of 1";
                }
            }
        }
        return null;
    }

    /** Asked in iterations that Java never does, a loop must not run for ever. */
    private static boolean surelyEnds(Loop inner) {
        CountedLoop own = CountedLoop.atMost(inner);
        if (own == null) {
            return false;
        }
        boolean byOnes = Math.abs(own.step()) == 1
                && (own.predicate() == Predicate.LT || own.predicate() == Predicate.GT)
                && own.variable().type().equals(own.bound().type());
        return byOnes || own.always();
    }

    /** Looks at what decides how iterations go, up to where nothing leads out any more. */
    private void askTests() {
        boolean isAll = false;
        while (!isAll) {
            isAll = true;
            for (Block block : kept) {
                if (block == loop.header()) {
                    continue;
                }
                List<Value> roots = new ArrayList<>(block.terminator().operands());
                if (usesLocals) {
                    block.instrs().stream()
                            .filter(instr -> instr.op() instanceof Op.Store store && store.space() == Space.LOCAL)
                            .forEach(store -> roots.addAll(store.operands()));
                }
                Source source = source(roots);
                String own = source.hindrance == null ? written(block, source) : source.hindrance;
                if (own != null) {
                    hindrance = own;
                    return;
                }
                needed.addAll(source.values);
                isAll &= usesLocals || !source.readsLocals;
                usesLocals |= source.readsLocals;
            }
        }
    }

    /** {@return what forbids to read arrays ahead for a branch, because the loop writes them} */
    private @Nullable String written(Block asking, Source source) {
        for (Access access : Access.in(loop.blocks())) {
            if (!access.isWrite()) {
                continue;
            }
            for (BlockParam array : source.arrays) {
                if (access.array() == array) {
                    if (!isAskedBefore(asking, access.instr())) {
                        return "whether it does follows from elements of '" + array.name()
                                + "', which the loop may have written before; read them from another array";
                    }
                    rereads = true;
                } else if (access.array().type().equals(array.type())) {
                    conflicts.add(new AliasConflict(
                            array.index(), access.array().index(), "one of them decides where a loop ends that writes the other"));
                }
            }
        }
        return null;
    }

    /** {@return whether each iteration asks before it writes, and writes only if it goes on} */
    private boolean isAskedBefore(Block asking, Instr write) {
        return asking != write.block()
                && dominators.dominates(asking, write.block())
                && Loop.of(kernel).stream()
                        .noneMatch(inner -> inner.header() != loop.header()
                                && loop.contains(inner.header())
                                && inner.contains(asking));
    }

    /** A check that cannot be asked ahead is left to the iterations that are done. */
    private void askChecks() {
        for (Block block : kept) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.DivisorCheck) {
                    Source source = source(instr.operands());
                    boolean isFree = source.hindrance == null
                            && (usesLocals || !source.readsLocals)
                            && source.arrays.stream().noneMatch(this::isWritten);
                    if (isFree) {
                        asked.add(instr);
                        needed.addAll(source.values);
                    }
                }
            }
        }
    }

    /** An array of the same type may be the same one. */
    private boolean isWritten(BlockParam array) {
        return Access.in(loop.blocks()).stream()
                .anyMatch(access ->
                        access.isWrite() && access.array().type().equals(array.type()));
    }

    private Source source(List<Value> roots) {
        Source source = new Source();
        Deque<Value> work = new ArrayDeque<>(roots);
        while (!work.isEmpty() && source.hindrance == null) {
            Value value = work.pop();
            if (!loop.contains(value.block()) || !source.values.add(value)) {
                continue;
            }
            switch (value) {
                case BlockParam param -> follow(param, source, work);
                case Instr instr -> follow(instr, source, work);
            }
        }
        return source;
    }

    private void follow(BlockParam param, Source source, Deque<Value> work) {
        if (param.block() == loop.header()) {
            if (param != counted.variable()) {
                String name = param.name();
                source.hindrance = "whether it does depends on "
                        + (name == null ? "what earlier iterations did" : "'" + name + "', which earlier iterations change");
            }
            return;
        }
        for (Edge edge : param.block().incoming()) {
            if (kept.contains(edge.source().block())) {
                work.push(edge.arguments().get(param.index()));
            }
        }
    }

    private static void follow(Instr instr, Source source, Deque<Value> work) {
        boolean isKnown = instr.op().effect() == Effect.NONE;
        switch (instr.op()) {
            case Op.Load(var _, Space space) -> {
                isKnown = space != Space.SHARED;
                source.readsLocals |= space == Space.LOCAL;
                if (space == Space.GLOBAL) {
                    source.arrays.add((BlockParam) instr.operand(0));
                }
            }
            case Op.LocalArray _ -> isKnown = true;
            default -> {}
        }
        if (!isKnown) {
            source.hindrance = "whether it does depends on what is done" + at(instr)
                    + ", which must not be done in iterations that Java never does";
        }
        instr.operands().forEach(work::push);
    }

    private static String at(Instr instr) {
        SourcePosition position = instr.position();
        return position == null || position.line() == 0 ? "" : " at line " + position.line();
    }
}
