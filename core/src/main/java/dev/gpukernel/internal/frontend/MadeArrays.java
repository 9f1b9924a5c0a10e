package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The parameters that arrays become which a kernel makes. Where arrays are told apart, a place that makes one is there several times: once
 * for each array that variables may hold by then. An array that no variable holds any more may be another one from there on. So the steps of
 * {@code next = new double[n]; …; now = next;} make two arrays in turn, as registers are allocated.
 */
final class MadeArrays {
    private final Translation translation;
    private final Map<Place, List<BlockParam>> all = new HashMap<>();

    private record Place(SourcePosition position, ElementType element) {}

    MadeArrays(Translation translation) {
        this.translation = translation;
    }

    /**
     * Chooses a parameter for an array that is made here.
     *
     * @param element what it holds
     * @param isHeld whether something refers to an array
     * @return one that nothing refers to
     */
    BlockParam choose(ElementType element, Predicate<Value> isHeld) {
        List<BlockParam> here =
                all.computeIfAbsent(new Place(translation.position(), element), _ -> new ArrayList<>());
        if (translation.tellsArraysApart) {
            for (BlockParam before : here) {
                if (!isHeld.test(before)) {
                    return before;
                }
            }
        }
        BlockParam made = translation.function.entry().addParam(new ArrayType(element));
        here.add(made);
        return made;
    }

    /** Gives arrays that were to be one parameter a parameter each, where no use may be of one or of another. */
    void split() {
        for (List<BlockParam> here : all.values()) {
            here.stream().filter(made -> !translation.rowSwaps.areIn(made)).forEach(this::split);
        }
    }

    private void split(BlockParam made) {
        Set<Instr> users = new LinkedHashSet<>(made.users());
        List<Set<Instr>> webs = new ArrayList<>();
        for (Instr user : users) {
            if (user.op() instanceof Op.MakeArray) {
                Set<Instr> web = web(user, users);
                for (Set<Instr> other : List.copyOf(webs)) {
                    if (!Collections.disjoint(web, other)) {
                        web.addAll(other);
                        webs.remove(other);
                    }
                }
                webs.add(web);
            }
        }
        for (Set<Instr> web : webs.stream().skip(1).toList()) {
            BlockParam own = translation.function.entry().addParam(made.type());
            own.setName(made.name());
            web.forEach(use -> use.replaceUses(made, own));
        }
    }

    /** {@return what makes an array and all users until it is another one: a web, as in graph colouring} */
    private static Set<Instr> web(Instr maker, Set<Instr> users) {
        Set<Instr> web = new LinkedHashSet<>(List.of(maker));
        List<Instr> instrs = maker.block().instrs();
        if (isPassed(instrs.subList(instrs.indexOf(maker) + 1, instrs.size()), users, web)) {
            Reach.from(maker.block().successors(), block -> isPassed(block.instrs(), users, web));
        }
        return web;
    }

    /** Notes users; {@return whether none of them makes the array} */
    private static boolean isPassed(List<Instr> instrs, Set<Instr> users, Set<Instr> web) {
        for (Instr instr : instrs) {
            if (users.contains(instr)) {
                if (instr.op() instanceof Op.MakeArray) {
                    return false;
                }
                web.add(instr);
            }
        }
        return true;
    }
}
