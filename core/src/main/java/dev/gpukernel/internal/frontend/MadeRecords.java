package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of records that a kernel makes. Their elements are null until they are stored, which threads cannot see: so one loop stores all of
 * them before any is read. Whether an element is null is then a question of those that are returned, whose marks tell it.
 */
final class MadeRecords {
    private final Translation translation;
    private final BlockParam marks;

    /** What makes the array: in steps, several places in turn. */
    private final Map<Instr, SetElements> makers = new LinkedHashMap<>();

    private final List<SetLoop> loops = new ArrayList<>();

    private final Map<Block, State> states = new HashMap<>();

    /** A loop that stores every element of what a place made, in one place. */
    private record SetLoop(Instr maker, List<Instr> stores, CountedLoop over) {}

    /**
     * What is known of the array at a place.
     *
     * @param maker what made it last, null if that may be one of several
     * @param isSet whether every element was stored since
     */
    private record State(@Nullable Instr maker, boolean isSet) {
        static State join(@Nullable State one, @Nullable State other) {
            if (one == null || other == null) {
                return one == null ? Objects.requireNonNull(other) : one;
            }
            return new State(Objects.equals(one.maker, other.maker) ? one.maker : null, one.isSet && other.isSet);
        }
    }

    private MadeRecords(Translation translation, BlockParam marks) {
        this.translation = translation;
        this.marks = marks;
        for (Instr maker : translation.madeMarks) {
            if (maker.operand(0) == marks) {
                SetElements elements = new SetElements(translation.function, maker, true);
                makers.put(maker, elements);
                addLoops(elements, maker);
            }
        }
    }

    /** Rejects what reads an element that may be null, in a kernel in which every array is known. */
    static void requireSet(Translation translation) {
        if (translation.later.isLeftOpen()) {
            // What is not known yet may be an element.
            return;
        }
        Map<Value, MadeRecords> all = new LinkedHashMap<>();
        for (Instr maker : translation.madeMarks) {
            Value marks = maker.operand(0);
            if (!all.containsKey(marks)) {
                all.put(marks, new MadeRecords(translation, (BlockParam) marks));
            }
        }
        // What is known of a clone follows from what is known of the original, which may be a clone, in steps one of
        // this.
        boolean changed = true;
        while (changed) {
            changed = false;
            for (MadeRecords records : all.values()) {
                changed |= records.follow(all);
            }
        }
        all.values().forEach(records -> records.requireSet(all));
    }

    private void addLoops(SetElements elements, Instr maker) {
        // Of one element, branches of an iteration may store a record each.
        Map<Value, List<Instr>> stores = marks.users().stream()
                .filter(MadeRecords::isSet)
                .collect(Collectors.groupingBy(set -> set.operand(1), LinkedHashMap::new, Collectors.toList()));
        stores.forEach((index, together) -> {
            List<Instr> inLoop = together.stream()
                    .filter(set -> {
                        Loop loop = elements.innermost(set.block());
                        return index instanceof BlockParam && loop != null && loop.header() == index.block();
                    })
                    .toList();
            CountedLoop over = inLoop.isEmpty() ? null : elements.loopThroughAll(inLoop);
            if (over != null && Objects.equals(SetElements.number(over.start()), 0)) {
                loops.add(new SetLoop(maker, inLoop, over));
            }
        });
    }

    /** Finds out what is known where blocks begin, if all is so that seemed to be known of other arrays; {@return whether that changed} */
    private boolean follow(Map<Value, MadeRecords> all) {
        Map<Block, State> before = Map.copyOf(states);
        List<Block> order = ReversePostorder.of(translation.function);
        states.clear();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Block block : order) {
                boolean isReached =
                        states.containsKey(block) || block.instrs().stream().anyMatch(makers::containsKey);
                State after = isReached ? at(block, null, all) : null;
                if (after == null) {
                    continue;
                }
                for (Edge edge : block.terminator().edges()) {
                    State joined = State.join(states.get(edge.target()), over(edge, after));
                    changed |= !joined.equals(states.put(edge.target(), joined));
                }
            }
        }
        return !states.equals(before);
    }

    /** {@return what is known where control takes an edge, by which it may leave a loop} */
    private State over(Edge edge, State before) {
        boolean isSet = loops.stream().anyMatch(loop -> loop.maker == before.maker && loop.over.exit() == edge);
        return isSet ? new State(before.maker, true) : before;
    }

    /** {@return what is known in a block before an instruction, at its end if there is none; null if the array is not made by then} */
    private @Nullable State at(Block block, @Nullable Instr before, Map<Value, MadeRecords> all) {
        State state = states.get(block);
        for (Instr instr : block.instrs()) {
            if (instr == before) {
                return state;
            }
            if (makers.containsKey(instr)) {
                state = new State(instr, isCloneOfSet(instr, all));
            }
        }
        return state;
    }

    /** {@return whether an array is a clone of one that the kernel made and of which every element was stored by then} */
    private boolean isCloneOfSet(Instr maker, Map<Value, MadeRecords> all) {
        if (!translation.clonedMarks.contains(maker)) {
            return false;
        }
        MadeRecords original = all.get(((Instr) maker.operand(1)).operand(0));
        State state = original == null ? new State(null, false) : original.at(maker.block(), maker, all);
        // Of what was not looked at yet, the best may be true.
        return state == null || state.isSet;
    }

    private void requireSet(Map<Value, MadeRecords> all) {
        for (Instr user : marks.users()) {
            if (user.op() instanceof Op.Invoke) {
                // Which elements it reads, the function alone knows.
                translation.functions.refuse(user);
            }
            if (isRead(user)) {
                State state = at(user.block(), user, all);
                if (state == null || !(state.isSet || isReached(state, user))) {
                    translation.findings.add(Message.NULL_RECORD, Objects.requireNonNull(user.position()));
                }
            }
        }
    }

    /** {@return whether an element was stored in the loop that stores all of them, in which it is read} */
    private boolean isReached(State state, Instr read) {
        SetElements elements = state.maker == null ? null : makers.get(state.maker);
        return elements != null
                && loops.stream()
                        .anyMatch(set -> set.maker == state.maker
                                && elements.isReached(set.stores, set.over, read.operand(1), read));
    }

    private static boolean isSet(Instr user) {
        return user.op() instanceof Op.Store && Objects.equals(SetElements.number(user.operand(2)), 1);
    }

    /** {@return whether an element is read: nobody uses its mark} */
    private static boolean isRead(Instr user) {
        return user.op() instanceof Op.Load && !user.isUsed();
    }
}
