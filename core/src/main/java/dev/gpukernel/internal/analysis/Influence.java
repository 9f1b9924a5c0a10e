package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What depends on some values within one iteration of a loop, by data and by control: values that are computed from them, values that
 * are chosen by a branch that they decide, and effects and faults that such a branch decides on. It is what may differ if the values
 * do, so nothing else does.
 */
public final class Influence {
    private final Loop loop;
    private final List<Loop> inner;
    private final Set<Value> values = new LinkedHashSet<>();
    private final Set<Instr> effects = new LinkedHashSet<>();
    private final Deque<Value> work = new ArrayDeque<>();

    private final Set<? extends Value> steady;

    /** Whether only iterations that get to their end count. */
    private final boolean completed;

    private final Set<BlockParam> chosen = new HashSet<>();
    private final Set<Block> decided = new HashSet<>();

    private Influence(Loop loop, List<Loop> loops, Set<? extends Value> steady, boolean completed) {
        this.loop = loop;
        this.inner = loop.inside(loops);
        this.steady = steady;
        this.completed = completed;
    }

    /**
     * Follows values through an iteration.
     *
     * @param loop the loop
     * @param loops loops of its function; those inside it count
     * @param steady parameters of its header that get the same from all ways to it, the loop's variable for one
     * @param roots values in the loop, such as parameters of its header
     * @return what depends on them until control gets to the header again, or leaves the loop
     */
    public static Influence of(
            Loop loop, List<Loop> loops, Set<? extends Value> steady, Iterable<? extends Value> roots) {
        return new Influence(loop, loops, steady, false).from(roots);
    }

    /**
     * Follows values through an iteration that throws nothing: a branch of which one way leads to an exception decides on nothing else.
     *
     * @param loop the loop
     * @param loops loops of its function; those inside it count
     * @param steady parameters of its header that get the same from all ways to it
     * @param roots values in the loop
     * @return what depends on them until control gets to the header again
     */
    public static Influence ofCompleted(
            Loop loop, List<Loop> loops, Set<? extends Value> steady, Iterable<? extends Value> roots) {
        return new Influence(loop, loops, steady, true).from(roots);
    }

    private Influence from(Iterable<? extends Value> roots) {
        roots.forEach(this::add);
        while (!work.isEmpty()) {
            follow(work.pop());
        }
        return this;
    }

    /** {@return the values themselves, what is computed from them, and what is chosen by them; branches too} */
    public Set<Value> values() {
        return values;
    }

    /** {@return what is done to memory, or may fault, with such values or only if such a value says so} */
    public Set<Instr> effects() {
        return effects;
    }

    /** {@return parameters of blocks that such values choose, by branches, what they get for} */
    public Set<BlockParam> chosen() {
        return chosen;
    }

    /** {@return blocks that control may get to or not, as such values say} */
    public Set<Block> decided() {
        return decided;
    }

    private void choose(BlockParam param) {
        chosen.add(param);
        add(param);
    }

    private void add(Value value) {
        if (values.add(value)) {
            work.push(value);
        }
    }

    private void follow(Value value) {
        for (Instr user : value.users()) {
            if (!loop.contains(user.block())) {
                continue;
            }
            if (user.operands().contains(value)) {
                add(user);
                addEffect(user);
                if (user.edges().size() > 1) {
                    decide(user);
                }
            }
            for (Edge edge : user.edges()) {
                passOn(value, edge);
            }
        }
    }

    private void passOn(Value value, Edge edge) {
        Block target = edge.target();
        if (!loop.contains(target)) {
            return;
        }
        for (int i = 0; i < edge.arguments().size(); i++) {
            if (edge.arguments().get(i) == value) {
                add(target.params().get(i));
            }
        }
    }

    private void addEffect(Instr instr) {
        boolean matters = switch (instr.op().effect()) {
            case NONE, READ, ALLOCATE, CONTROL -> false;
            case WRITE, FAULT, SYNCHRONISE -> true;
        };
        if (matters || instr.op().mayFault()) {
            effects.add(instr);
        }
    }

    /** Control goes one way or another: what is done on the ways until they meet, and what is chosen where they do. */
    private void decide(Instr branch) {
        Set<Block> certain = meeting(branch);
        Set<Block> joins = new HashSet<>();
        Set<Block> between = new HashSet<>(Set.of(branch.block()));
        boolean again = false;
        for (Edge edge : branch.edges()) {
            Set<Block> reached = reached(edge.target(), certain);
            again |= reached.contains(branch.block());
            for (Block block : reached) {
                boolean isJoin = certain.contains(block) || !between.add(block);
                if (isJoin) {
                    joins.add(block);
                }
            }
        }
        for (Block block : between) {
            if (block != branch.block() || again) {
                block.instrs().forEach(this::addEffect);
                decided.add(block);
            }
        }
        joins.forEach(block -> chooses(block, between));
        for (Loop around : inner) {
            boolean leaves = around.contains(branch.block())
                    && between.stream()
                            .filter(around::contains)
                            .flatMap(block -> block.successors().stream())
                            .anyMatch(next -> !around.contains(next) && (!completed || loop.contains(next)));
            if (leaves) {
                // How often it goes round decides what it has in the end.
                around.header().params().forEach(this::choose);
            }
        }
    }

    /** What a block gets over different ways that are decided on differs, unless it gets the same over all. */
    private void chooses(Block block, Set<Block> between) {
        for (BlockParam param : block.params()) {
            List<Value> passed = block.incoming().stream()
                    .filter(edge -> between.contains(edge.source().block()))
                    .map(edge -> edge.arguments().get(param.index()))
                    .distinct()
                    .toList();
            if (passed.size() > 1 && !steady.contains(param)) {
                choose(param);
            }
        }
    }

    /** {@return the blocks up to the header or the end of what is certain, these included} */
    private Set<Block> reached(Block from, Set<Block> certain) {
        Set<Block> reached = new LinkedHashSet<>();
        Deque<Block> blocks = new ArrayDeque<>(List.of(from));
        while (!blocks.isEmpty()) {
            Block block = blocks.pop();
            boolean isNew = loop.contains(block) ? reached.add(block) : addOutside(block);
            if (isNew && loop.contains(block) && block != loop.header() && !certain.contains(block)) {
                blocks.addAll(block.successors());
            }
        }
        return reached;
    }

    /** A way out of the loop other than by its header leads to an exception. */
    private boolean addOutside(Block block) {
        effects.add(block.terminator());
        return false;
    }

    /** {@return the blocks of an iteration that control gets to whichever way a branch goes; the header, where the next begins} */
    private Set<Block> meeting(Instr branch) {
        Set<Block> meeting = new HashSet<>(Set.of(loop.header()));
        for (Block block : loop.blocks()) {
            if (block != branch.block() && block != loop.header() && isUnavoidable(block, branch)) {
                meeting.add(block);
            }
        }
        return meeting;
    }

    /** {@return whether there is no way from a branch to the header, or out of the loop where that counts, around a block} */
    private boolean isUnavoidable(Block block, Instr branch) {
        Set<Block> around =
                Reach.from(branch.block().successors(), at -> at != block && at != loop.header() && loop.contains(at));
        return Stream.concat(Stream.of(branch.block()), around.stream())
                .flatMap(at -> at.successors().stream())
                .noneMatch(at -> at == loop.header() || (!completed && !loop.contains(at)));
    }
}
