package dev.gpukernel.internal.tornado;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Tells whether a method's control flow is that of nested ifs and of loops that are left at their heads only, by taking them for one
 * block, the innermost first, until there is but one.
 */
final class StructuredCode {
    /** For each block, by its first instruction, those that may follow. */
    private final Map<Integer, Set<Integer>> next = new TreeMap<>();

    private StructuredCode(MethodNode method) {
        Map<LabelNode, Integer> labels = new HashMap<>();
        Set<Integer> starts = new TreeSet<>(Set.of(0));
        List<AbstractInsnNode> instructions = new ArrayList<>();
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof LabelNode label) {
                labels.put(label, instructions.size());
            } else if (instruction.getOpcode() >= 0) {
                instructions.add(instruction);
            }
        }
        for (int i = 0; i < instructions.size(); i++) {
            if (instructions.get(i) instanceof JumpInsnNode jump) {
                starts.add(labels.get(jump.label));
                starts.add(i + 1);
            } else if (instructions.get(i).getOpcode() == Opcodes.RETURN) {
                starts.add(i + 1);
            }
        }
        int last = -1;
        for (int i = 0; i < instructions.size(); i++) {
            last = starts.contains(i) ? i : last;
            Set<Integer> follow = next.computeIfAbsent(last, _ -> new LinkedHashSet<>());
            AbstractInsnNode instruction = instructions.get(i);
            if (instruction instanceof JumpInsnNode jump) {
                follow.add(labels.get(jump.label));
            }
            boolean goesOn = instruction.getOpcode() != Opcodes.GOTO && instruction.getOpcode() != Opcodes.RETURN;
            if (goesOn && starts.contains(i + 1)) {
                follow.add(i + 1);
            }
        }
        removeUnreachable();
    }

    /** {@return blocks that are left of a method; one if it is structured} */
    static int left(MethodNode method) {
        StructuredCode code = new StructuredCode(method);
        while (code.reduce()) {
            // Until nothing is left to do.
        }
        return code.next.size();
    }

    private void removeUnreachable() {
        next.keySet().retainAll(reachedWithout(-1));
    }

    /** {@return what control gets to without getting to a block} */
    private Set<Integer> reachedWithout(int block) {
        Set<Integer> reached = new TreeSet<>();
        List<Integer> work = new ArrayList<>(List.of(0));
        while (!work.isEmpty()) {
            int last = work.removeLast();
            if (last != block && reached.add(last)) {
                work.addAll(after(last));
            }
        }
        return reached;
    }

    /** {@return whether a block is the head of a loop: what only it leads to leads to it} */
    private boolean isHead(int block) {
        Set<Integer> others = reachedWithout(block);
        return next.entrySet().stream()
                .anyMatch(entry -> entry.getValue().contains(block) && !others.contains(entry.getKey()));
    }

    private boolean reduce() {
        for (int block :
                next.keySet().stream().sorted(Comparator.reverseOrder()).toList()) {
            if (isOfOne(block) || isOfTwo(block) || isLoop(block)) {
                return true;
            }
        }
        return false;
    }

    private Set<Integer> after(int block) {
        return next.getOrDefault(block, Set.of());
    }

    private boolean hasOneWayIn(int block) {
        return block != 0
                && next.values().stream().filter(after -> after.contains(block)).count() == 1;
    }

    /** Two blocks one after the other. */
    private boolean isOfOne(int block) {
        Set<Integer> after = after(block);
        if (after.size() == 1) {
            int other = after.iterator().next();
            if (other != block && hasOneWayIn(other)) {
                next.put(block, after(other));
                next.remove(other);
                return true;
            }
        }
        return false;
    }

    /** An if, of which one branch or both may end the method. */
    private boolean isOfTwo(int block) {
        List<Integer> after = List.copyOf(after(block));
        if (after.size() != 2 || isHead(block)) {
            return false;
        }
        for (int i = 0; i < 2; i++) {
            int one = after.get(i);
            int other = after.get(1 - i);
            Set<Integer> then = after(one);
            boolean isBranch = one != block && hasOneWayIn(one);
            if (isBranch && (then.isEmpty() || then.equals(Set.of(other)))) {
                next.remove(one);
                after(block).remove(one);
                return true;
            }
            if (isBranch && other != block && hasOneWayIn(other) && then.size() == 1 && then.equals(after(other))) {
                next.remove(one);
                next.remove(other);
                next.put(block, new LinkedHashSet<>(then));
                return true;
            }
        }
        return false;
    }

    /** A head from which control gets to a body or out, and a body from which it gets to the head. */
    private boolean isLoop(int head) {
        for (int body : after(head)) {
            if (after(head).size() == 2
                    && body != head
                    && hasOneWayIn(body)
                    && after(body).equals(Set.of(head))) {
                next.remove(body);
                after(head).remove(body);
                return true;
            }
        }
        return false;
    }
}
