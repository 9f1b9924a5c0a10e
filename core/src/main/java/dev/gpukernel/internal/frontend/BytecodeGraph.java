package dev.gpukernel.internal.frontend;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The blocks of a method that control can reach from its start, in reverse postorder, with the liveness of its locals. */
final class BytecodeGraph {
    private final InsnList code;
    private final boolean tellsArraysApart;
    private final TreeMap<Integer, BytecodeBlock> blocks = new TreeMap<>();
    private final List<BytecodeBlock> order = new ArrayList<>();

    /**
     * Makes the graph.
     *
     * @param code a method's instructions
     * @param tellsArraysApart whether blocks are copied for arrays: one ends where statements do, and loops are known
     */
    BytecodeGraph(InsnList code, boolean tellsArraysApart) {
        this.code = code;
        this.tellsArraysApart = tellsArraysApart;
        split();
        for (BytecodeBlock block : blocks.values()) {
            for (int target : targets(block.end - 1)) {
                block.successors.add(blockAt(target));
            }
        }
        visit(blocks.firstEntry().getValue(), new HashSet<>());
        Collections.reverse(order);
        order.forEach(block -> block.successors.forEach(successor -> successor.predecessors.add(block)));
        if (tellsArraysApart) {
            findLoops();
        }
        computeLiveness();
    }

    /** {@return the reachable blocks in reverse postorder, the method's start first} */
    List<BytecodeBlock> order() {
        return order;
    }

    BytecodeBlock blockAt(int index) {
        return blocks.floorEntry(index).getValue();
    }

    BytecodeBlock blockAt(LabelNode label) {
        return blockAt(code.indexOf(label));
    }

    /** {@return whether there are subroutines, which compilers up to Java 6 made of {@code finally} blocks} */
    boolean hasSubroutines() {
        for (AbstractInsnNode insn : code) {
            if (insn.getOpcode() == Opcodes.JSR) {
                return true;
            }
        }
        return false;
    }

    private void findLoops() {
        Set<BytecodeBlock> before = new HashSet<>();
        for (BytecodeBlock block : order) {
            before.add(block);
            for (BytecodeBlock successor : block.successors) {
                if (before.contains(successor)) {
                    addLoop(successor, block);
                }
            }
        }
    }

    private static void addLoop(BytecodeBlock head, BytecodeBlock latch) {
        head.loops.add(head);
        Deque<BytecodeBlock> waiting = new ArrayDeque<>(List.of(latch));
        while (!waiting.isEmpty()) {
            BytecodeBlock block = waiting.pop();
            if (block.loops.add(head)) {
                waiting.addAll(block.predecessors);
            }
        }
    }

    private void split() {
        BitSet starts = new BitSet();
        starts.set(0);
        for (int i = 0; i < code.size(); i++) {
            if (endsBlock(code.get(i)) || (tellsArraysApart && endsStatement(code.get(i)))) {
                starts.set(i + 1);
                for (int target : targets(i)) {
                    starts.set(target);
                }
            }
        }
        starts.clear(code.size());
        for (int start = 0; start >= 0; ) {
            int next = starts.nextSetBit(start + 1);
            blocks.put(start, new BytecodeBlock(start, next < 0 ? code.size() : next));
            start = next;
        }
    }

    /** {@return whether control may go on elsewhere than at the next instruction, or nowhere} */
    static boolean endsBlock(AbstractInsnNode insn) {
        return insn instanceof JumpInsnNode
                || insn instanceof TableSwitchInsnNode
                || insn instanceof LookupSwitchInsnNode
                || endsMethod(insn);
    }

    /** {@return whether a statement may end after an instruction, and with it the need of an array, or another array come from it} */
    private static boolean endsStatement(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        return switch (insn) {
            case MethodInsnNode call -> {
                int sort = Type.getReturnType(call.desc).getSort();
                yield sort == Type.VOID || sort >= Type.ARRAY || takesObject(call);
            }
            case IincInsnNode _ -> true;
            default -> opcode >= Opcodes.ISTORE && opcode <= Opcodes.SASTORE;
        };
    }

    /** {@return whether a call may change what the fields of an object refer to} */
    private static boolean takesObject(MethodInsnNode call) {
        return call.getOpcode() != Opcodes.INVOKESTATIC
                || Arrays.stream(Type.getArgumentTypes(call.desc)).anyMatch(type -> type.getSort() == Type.OBJECT);
    }

    private static boolean endsMethod(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        return (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) || opcode == Opcodes.ATHROW;
    }

    /** Indices of the instructions that may follow the one at an index. */
    private List<Integer> targets(int index) {
        AbstractInsnNode insn = code.get(index);
        List<Integer> targets = new ArrayList<>();
        switch (insn) {
            case JumpInsnNode jump -> {
                targets.add(code.indexOf(jump.label));
                if (jump.getOpcode() != Opcodes.GOTO) {
                    targets.add(index + 1);
                }
            }
            case TableSwitchInsnNode table -> {
                addTargets(table.labels, targets);
                targets.add(code.indexOf(table.dflt));
            }
            case LookupSwitchInsnNode lookup -> {
                addTargets(lookup.labels, targets);
                targets.add(code.indexOf(lookup.dflt));
            }
            default -> {
                if (!endsMethod(insn) && index + 1 < code.size()) {
                    targets.add(index + 1);
                }
            }
        }
        return targets;
    }

    private void addTargets(List<LabelNode> labels, List<Integer> targets) {
        for (LabelNode label : labels) {
            targets.add(code.indexOf(label));
        }
    }

    private void visit(BytecodeBlock root, Set<BytecodeBlock> seen) {
        record Frame(BytecodeBlock block, java.util.Iterator<BytecodeBlock> rest) {}
        var stack = new java.util.ArrayDeque<Frame>();
        seen.add(root);
        stack.push(new Frame(root, root.successors.iterator()));
        while (!stack.isEmpty()) {
            Frame top = stack.getFirst();
            if (!top.rest.hasNext()) {
                order.add(top.block);
                stack.pop();
                continue;
            }
            BytecodeBlock next = top.rest.next();
            if (seen.add(next)) {
                stack.push(new Frame(next, next.successors.iterator()));
            }
        }
    }

    /** Backward data flow to a fixed point: live-in is read before written here, or live after and not written here. */
    private void computeLiveness() {
        Map<BytecodeBlock, BitSet> written = new java.util.HashMap<>();
        for (BytecodeBlock block : order) {
            BitSet writes = new BitSet();
            for (int i = block.start; i < block.end; i++) {
                scan(code.get(i), writes, block.liveIn);
            }
            written.put(block, writes);
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (BytecodeBlock block : order.reversed()) {
                BitSet in = new BitSet();
                for (BytecodeBlock successor : block.successors) {
                    in.or(successor.liveIn);
                }
                in.andNot(written.get(block));
                in.or(block.liveIn);
                if (!in.equals(block.liveIn)) {
                    block.liveIn.or(in);
                    changed = true;
                }
            }
        }
    }

    /** {@return the local variable slots whose value may still be read after an instruction of a block} */
    BitSet liveAfter(BytecodeBlock block, int index) {
        BitSet written = new BitSet();
        BitSet live = new BitSet();
        for (int i = index + 1; i < block.end; i++) {
            scan(code.get(i), written, live);
        }
        for (BytecodeBlock successor : block.successors) {
            BitSet later = (BitSet) successor.liveIn.clone();
            later.andNot(written);
            live.or(later);
        }
        return live;
    }

    private void scan(AbstractInsnNode insn, BitSet written, BitSet readFirst) {
        if (insn instanceof VarInsnNode access && access.getOpcode() >= Opcodes.ISTORE) {
            written.set(access.var);
            return;
        }
        int read = -1;
        if (insn instanceof VarInsnNode access) {
            read = access.var;
        } else if (insn instanceof IincInsnNode increment) {
            read = increment.var;
        }
        if (read >= 0 && !written.get(read)) {
            readFirst.set(read);
        }
    }
}
