package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Arrays of records that a kernel makes. Their elements are null until they are stored, which threads cannot see: so one loop stores all of
 * them before any is read. Whether an element is null is then a question of those that are returned, whose marks tell it.
 */
final class MadeRecords {
    private MadeRecords() {}

    /** Rejects what reads an element that may be null, in a kernel in which every array is known. */
    static void requireSet(Translation translation) {
        // What is not known yet may be an element.
        for (Instr maker : translation.later.isLeftOpen() ? List.<Instr>of() : translation.madeMarks) {
            SetElements elements = new SetElements(translation.function, maker, true);
            Map<Instr, CountedLoop> loops = loopsOverAll(elements, maker);
            boolean isSetAtOnce = isCloneOfSet(translation, maker);
            for (Instr user : maker.operand(0).users()) {
                if (user.op() instanceof Op.Invoke) {
                    // Which elements it reads, the function alone knows.
                    translation.functions.refuse(user);
                }
                if (isRead(user)
                        && !isSetAtOnce
                        && loops.entrySet().stream().noneMatch(set -> isAfter(elements, set, user))) {
                    translation.findings.add(Message.NULL_RECORD, Objects.requireNonNull(user.position()));
                }
            }
        }
    }

    /** {@return the loops that store every element, by what stores it} */
    private static Map<Instr, CountedLoop> loopsOverAll(SetElements elements, Instr maker) {
        Map<Instr, CountedLoop> loops = new HashMap<>();
        for (Instr user : maker.operand(0).users()) {
            CountedLoop over = isSet(user) ? elements.loopOverAll(user) : null;
            if (over != null && Objects.equals(SetElements.number(over.start()), 0)) {
                loops.put(user, over);
            }
        }
        return loops;
    }

    /** {@return whether an array is a clone of one that the kernel made and of which every element was stored by then} */
    private static boolean isCloneOfSet(Translation translation, Instr maker) {
        if (!translation.clonedMarks.contains(maker)) {
            return false;
        }
        Value marks = ((Instr) maker.operand(1)).operand(0);
        for (Instr original : translation.madeMarks) {
            if (original.operand(0) == marks) {
                SetElements elements = new SetElements(translation.function, original, true);
                return isCloneOfSet(translation, original)
                        || loopsOverAll(elements, original).values().stream()
                                .anyMatch(over -> elements.isAfter(over, maker));
            }
        }
        return false;
    }

    private static boolean isAfter(SetElements elements, Map.Entry<Instr, CountedLoop> set, Instr read) {
        CountedLoop over = set.getValue();
        Value index = read.operand(1);
        return elements.isAfter(over, read) || elements.isReached(set.getKey(), over, index, read);
    }

    private static boolean isSet(Instr user) {
        return user.op() instanceof Op.Store && Objects.equals(SetElements.number(user.operand(2)), 1);
    }

    /** {@return whether an element is read: nobody uses its mark} */
    private static boolean isRead(Instr user) {
        return user.op() instanceof Op.Load && !user.isUsed();
    }
}
