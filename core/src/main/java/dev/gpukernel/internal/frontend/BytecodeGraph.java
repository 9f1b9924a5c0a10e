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
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The blocks of a method that control can reach from its start, in reverse postorder, with the liveness of its locals. */
final class BytecodeGraph {
    private final InsnList code;
    private final boolean tellsArraysApart;
    private final TreeMap<Integer, BytecodeBlock> blocks = new TreeMap<>();
    private final List<BytecodeBlock> order = new ArrayList<>();
    private final List<Handler> handlers = new ArrayList<>();

    /**
     * What catches exceptions of some instructions.
     *
     * @param start index of the first of them
     * @param end index of the one after the last
     * @param target where it begins
     * @param type internal name of the class of what it catches, null for all
     */
    record Handler(
            int start,
            int end,
            BytecodeBlock target,
            @Nullable String type) {
        boolean covers(int instruction) {
            return start <= instruction && instruction < end;
        }
    }

    /**
     * Makes the graph.
     *
     * @param method a method
     * @param tellsArraysApart whether blocks are copied for arrays: one ends where statements do, and loops are known
     */
    BytecodeGraph(MethodNode method, boolean tellsArraysApart) {
        this.code = method.instructions;
        this.tellsArraysApart = tellsArraysApart;
        List<TryCatchBlockNode> caught = method.tryCatchBlocks.stream()
                .filter(block -> !isUnlocking(block))
                .toList();
        split(caught);
        for (TryCatchBlockNode block : caught) {
            BytecodeBlock target = blockAt(block.handler);
            target.isHandler = true;
            handlers.add(new Handler(code.indexOf(block.start), code.indexOf(block.end), target, block.type));
        }
        for (BytecodeBlock block : blocks.values()) {
            for (int target : successors(code, block.end - 1)) {
                block.successors.add(blockAt(target));
            }
            handlers.stream()
                    .filter(handler -> handler.covers(block.start))
                    .map(Handler::target)
                    .distinct()
                    .filter(target -> !block.successors.contains(target))
                    .forEach(block.successors::add);
        }
        visit(blocks.firstEntry().getValue(), new HashSet<>());
        Collections.reverse(order);
        order.forEach(block -> block.successors.forEach(successor -> successor.predecessors.add(block)));
        if (tellsArraysApart) {
            order.forEach(this::findRestart);
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

    /** {@return what catches exceptions, the first that applies first} */
    List<Handler> handlers() {
        return handlers;
    }

    /** {@return whether a handler is part of a synchronized block, which is reported as such} */
    private static boolean isUnlocking(TryCatchBlockNode handler) {
        return handler.type == null
                && Stream.iterate(handler.handler.getNext(), Objects::nonNull, AbstractInsnNode::getNext)
                        .filter(insn -> insn.getOpcode() >= 0)
                        .limit(3)
                        .anyMatch(insn -> insn.getOpcode() == Opcodes.MONITOREXIT);
    }

    /** {@return whether a handler does anything with what it catches} */
    boolean readsException(BytecodeBlock handler) {
        int first = handler.start;
        while (code.get(first).getOpcode() < 0) {
            first++;
        }
        AbstractInsnNode insn = code.get(first);
        boolean isForgotten =
                insn instanceof VarInsnNode store && !liveAfter(handler, first).get(store.var);
        return insn.getOpcode() != Opcodes.POP && !isForgotten;
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

    private void findRestart(BytecodeBlock block) {
        for (int i = block.start; i < block.end && block.predecessors.size() > 1; i++) {
            int restart = TypeSwitch.restart(code.get(i));
            block.restart = restart == BytecodeBlock.NONE ? block.restart : restart;
        }
    }

    private void findLoops() {
        Set<BytecodeBlock> before = new HashSet<>();
        for (BytecodeBlock block : order) {
            before.add(block);
            for (BytecodeBlock successor : block.successors) {
                if (before.contains(successor) && successor.restart == BytecodeBlock.NONE) {
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

    private void split(List<TryCatchBlockNode> caught) {
        BitSet starts = new BitSet();
        starts.set(0);
        for (TryCatchBlockNode block : caught) {
            starts.set(code.indexOf(block.start));
            starts.set(code.indexOf(block.end));
            starts.set(code.indexOf(block.handler));
        }
        for (int i = 0; i < code.size(); i++) {
            if (endsBlock(code.get(i)) || (tellsArraysApart && endsStatement(code.get(i)))) {
                starts.set(i + 1);
                for (int target : successors(code, i)) {
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
            // A constant of an enum may have one text or another in it.
            case FieldInsnNode field -> opcode == Opcodes.GETFIELD && field.desc.equals("Ljava/lang/String;");
            case IincInsnNode _ -> true;
            default -> opcode >= Opcodes.ISTORE && opcode <= Opcodes.SASTORE;
        };
    }

    /** {@return whether a call may change what the fields of an object refer to} */
    private static boolean takesObject(MethodInsnNode call) {
        return call.getOpcode() != Opcodes.INVOKESTATIC
                || Arrays.stream(Type.getArgumentTypes(call.desc)).anyMatch(type -> type.getSort() == Type.OBJECT);
    }

    /** {@return whether a way from a block of a loop always ends with an exception that no handler of the method catches} */
    boolean endsLoop(BytecodeBlock block, BytecodeBlock next) {
        Set<BytecodeBlock> reached = reached(next);
        return reached(block).stream().anyMatch(each -> each.successors.contains(block))
                && reached.stream()
                        .allMatch(each -> !each.successors.isEmpty()
                                || code.get(each.end - 1).getOpcode() == Opcodes.ATHROW)
                && !reached.contains(block);
    }

    private static Set<BytecodeBlock> reached(BytecodeBlock from) {
        Set<BytecodeBlock> reached = new HashSet<>();
        Deque<BytecodeBlock> waiting = new ArrayDeque<>(List.of(from));
        while (!waiting.isEmpty()) {
            BytecodeBlock block = waiting.pop();
            if (reached.add(block)) {
                waiting.addAll(block.successors);
            }
        }
        return reached;
    }

    private static boolean endsMethod(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        return (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) || opcode == Opcodes.ATHROW;
    }

    /** {@return where control may go from an instruction but for the next one: the target of a jump, those of a switch, its default the last} */
    static List<LabelNode> targets(AbstractInsnNode insn) {
        return switch (insn) {
            case JumpInsnNode jump -> List.of(jump.label);
            case TableSwitchInsnNode table -> targets(table.labels, table.dflt);
            case LookupSwitchInsnNode lookup -> targets(lookup.labels, lookup.dflt);
            default -> List.of();
        };
    }

    private static List<LabelNode> targets(List<LabelNode> cases, LabelNode otherwise) {
        List<LabelNode> targets = new ArrayList<>(cases);
        targets.add(otherwise);
        return targets;
    }

    /** {@return indices of the instructions that may follow the one at an index} */
    static List<Integer> successors(InsnList code, int index) {
        AbstractInsnNode insn = code.get(index);
        List<Integer> successors = new ArrayList<>();
        targets(insn).forEach(target -> successors.add(code.indexOf(target)));
        boolean mayGoOn = insn instanceof JumpInsnNode ? insn.getOpcode() != Opcodes.GOTO : !endsBlock(insn);
        if (mayGoOn && index + 1 < code.size()) {
            successors.add(index + 1);
        }
        return successors;
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
                in.or(liveInHandlers(block));
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
        live.or(liveInHandlers(block));
        return live;
    }

    /** {@return the local variable slots that handlers of a block's exceptions may read, whatever was written before} */
    private BitSet liveInHandlers(BytecodeBlock block) {
        BitSet live = new BitSet();
        handlers.stream()
                .filter(handler -> handler.covers(block.start))
                .forEach(handler -> live.or(handler.target.liveIn));
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
