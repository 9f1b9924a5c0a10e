package dev.gpukernel.internal.frontend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * The cases of a switch in order of their keys.
 *
 * @param cases keys and where they lead
 * @param otherwise where every other key leads
 */
record SwitchCases(List<Case> cases, LabelNode otherwise) {
    /** A key and where it leads. */
    record Case(int key, LabelNode label) {}

    static SwitchCases of(AbstractInsnNode insn) {
        List<Case> cases = new ArrayList<>();
        LabelNode otherwise;
        if (insn instanceof TableSwitchInsnNode table) {
            for (int i = 0; i < table.labels.size(); i++) {
                cases.add(new Case(table.min + i, table.labels.get(i)));
            }
            otherwise = table.dflt;
        } else {
            LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) insn;
            for (int i = 0; i < lookup.labels.size(); i++) {
                cases.add(new Case(lookup.keys.get(i), lookup.labels.get(i)));
            }
            otherwise = lookup.dflt;
        }
        // A table names the default for its gaps.
        cases.removeIf(c -> c.label.equals(otherwise));
        cases.sort(Comparator.comparingInt(Case::key));
        return new SwitchCases(cases, otherwise);
    }

    int size() {
        return cases.size();
    }

    boolean isEmpty() {
        return cases.isEmpty();
    }

    int key(int index) {
        return cases.get(index).key;
    }

    /** {@return where a key leads} */
    LabelNode labelOf(int key) {
        return cases.stream()
                .filter(c -> c.key == key)
                .map(Case::label)
                .findFirst()
                .orElse(otherwise);
    }

    LabelNode label(int index) {
        return cases.get(index).label;
    }

    /** {@return the cases from one index, before another} */
    SwitchCases part(int from, int to) {
        return new SwitchCases(cases.subList(from, to), otherwise);
    }

    /** {@return the cases for some keys, where there are no others} */
    SwitchCases only(List<Integer> keys) {
        List<Case> led = keys.stream()
                .distinct()
                .sorted()
                .map(key -> new Case(key, labelOf(key)))
                .toList();
        return new SwitchCases(led.subList(0, led.size() - 1), led.getLast().label);
    }
}
