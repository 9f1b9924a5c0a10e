package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Facts;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
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

    private final ExitControl control;
    private final Set<Value> needed = new HashSet<>();
    private final Set<Instr> asked = new LinkedHashSet<>();
    private final List<AliasConflict> conflicts = new ArrayList<>();
    private final Set<Instr> passing = new HashSet<>();
    private boolean usesLocals;
    private boolean rereads;
    private @Nullable String hindrance;

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
        this.control = new ExitControl(loop, kept);
        hindrance = SearchForm.hindrance(kernel, loop, exits, kept);
        if (hindrance == null) {
            passing.addAll(passing());
            askTests();
        }
        if (hindrance == null) {
            askChecks();
        }
    }

    /** {@return why it cannot be asked ahead, in words that go after "the place cannot be found ahead, since "; null if it can} */
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

    /** {@return the branches whose ways meet again before anything leaves, and which of them may be taken} */
    Map<Instr, Edge> undecided() {
        return control.shortest();
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

    /** {@return whether something that is asked follows from a value} */
    boolean isNeeded(Value value) {
        return needed.contains(value);
    }

    /** {@return whether a load that is needed needs a test of its own: no check is made before it} */
    boolean isOpen(Instr load) {
        return Stream.concat(asked.stream(), passing.stream())
                        .noneMatch(check -> Access.isCheck(check, load) && isBefore(check, load))
                && !(loop.isInvariant(load.operand(1)) && isCheckedOutside(load));
    }

    private boolean isCheckedOutside(Instr load) {
        return load.operand(1).users().stream()
                .anyMatch(check -> Access.isCheck(check, load)
                        && !loop.contains(check.block())
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
                || loop.blocks().stream()
                        .flatMap(block -> block.instrs().stream())
                        .anyMatch(this::isEffect);
    }

    private boolean isEffect(Instr instr) {
        return switch (instr.op().effect()) {
            case NONE, READ, ALLOCATE, CONTROL -> false;
            case FAULT -> !asked.contains(instr) && !passing.contains(instr);
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

    /** {@return the checks that pass in all iterations up to the count, those among them that Java never does} */
    private Set<Instr> passing() {
        Map<Block, Block> copies = new HashMap<>();
        Function copy = FunctionCopy.of(kernel, copies);
        // What is known because the loop is not left is not known ahead.
        for (Edge exit : exits) {
            Instr end =
                    Objects.requireNonNull(copies.get(exit.source().block())).terminator();
            Edge inside = end.edges().get(1 - exit.source().edges().indexOf(exit));
            new Builder(copy).before(end).jump(inside.target(), List.copyOf(inside.arguments()));
            end.remove();
        }
        ControlFlowSimplification.removeUnreachable(copy);
        Map<Block, Block> originals = new HashMap<>();
        loop.blocks().forEach(block -> originals.put(copies.get(block), block));
        Set<Instr> proven = new HashSet<>();
        Facts facts = new Facts(copy, Dominators.of(copy));
        facts.walk(block -> {
            Block original = originals.get(block);
            for (int i = 0; i < block.instrs().size(); i++) {
                Instr instr = block.instrs().get(i);
                if (original == null) {
                    facts.pass(instr);
                } else if (RangeCheckElimination.isProven(instr, facts)) {
                    proven.add(original.instrs().get(i));
                }
            }
            return true;
        });
        return proven;
    }

    /** Looks at what decides how iterations go, up to where nothing leads out any more. */
    private void askTests() {
        boolean isAll = false;
        while (!isAll) {
            isAll = true;
            Map<Instr, Edge> undecided = control.shortest();
            for (Block block : control.passed()) {
                if (undecided.containsKey(block.terminator())) {
                    continue;
                }
                List<Value> roots = new ArrayList<>(block.terminator().operands());
                if (usesLocals) {
                    block.instrs().stream()
                            .filter(instr -> instr.op() instanceof Op.Store store && store.space() == Space.LOCAL)
                            .forEach(store -> roots.addAll(store.operands()));
                }
                SearchSource source = new SearchSource(counted, kept, roots);
                String own = source.hindrance() == null ? written(block, source) : source.hindrance();
                if (own != null) {
                    hindrance = own;
                    return;
                }
                needed.addAll(source.values());
                isAll &= usesLocals || !source.readsLocals();
                usesLocals |= source.readsLocals();
            }
            if (usesLocals) {
                control.keepAll();
            }
            isAll &= !control.decide(needed);
        }
    }

    /** {@return what forbids to read arrays ahead for a branch, because the loop writes them} */
    private @Nullable String written(Block asking, SearchSource source) {
        for (Access access : Access.in(loop.blocks())) {
            if (!access.isWrite()) {
                continue;
            }
            for (BlockParam array : source.arrays()) {
                if (access.array() == array) {
                    if (!isAskedBefore(asking, access.instr())) {
                        return "it follows from elements of '" + array.name()
                                + "', which the loop may have written before; read them from another array";
                    }
                    rereads = true;
                } else if (access.array().type().equals(array.type())) {
                    conflicts.add(new AliasConflict(
                            array.index(),
                            access.array().index(),
                            "one of them decides where a loop ends that writes the other"));
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
        for (Block block : control.passed()) {
            for (Instr instr : block.instrs()) {
                boolean isCheck = instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.DivisorCheck;
                if (isCheck && !passing.contains(instr)) {
                    SearchSource source = new SearchSource(counted, kept, instr.operands());
                    boolean isFree = source.hindrance() == null
                            && (usesLocals || !source.readsLocals())
                            && source.arrays().stream().noneMatch(this::isWritten)
                            && !control.isChosen(source.values());
                    if (isFree) {
                        asked.add(instr);
                        needed.addAll(source.values());
                    }
                }
            }
        }
    }

    /** An array of the same type may be the same one. */
    private boolean isWritten(BlockParam array) {
        return Access.in(loop.blocks()).stream()
                .anyMatch(access -> access.isWrite() && access.array().type().equals(array.type()));
    }
}
