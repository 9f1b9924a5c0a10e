package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.RedundantParams;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Translates a method to SSA form. Reachable bytecode blocks are visited in reverse postorder. A block with several
 * predecessors gets a parameter for each live local and each stack entry; those that turn out to receive one value only are
 * removed at the end, which leaves the minimal form for what Java compilers emit.
 */
final class MethodTranslator {
    private final MethodNode method;
    private final MethodSource source;
    private final Findings findings;
    private final InsnList code;
    private final Function function;
    private final Builder builder;
    private final InstructionTranslator instructions;
    private final BytecodeGraph graph;
    private final Map<BytecodeBlock, Entry> entries = new HashMap<>();

    /** Where a bytecode block begins in the function, and what the locals and the stack hold there. */
    private record Entry(Block block, Frame frame) {}

    MethodTranslator(String name, ClassNode owner, MethodNode method, Findings findings, boolean checked) {
        this.method = method;
        this.source = new MethodSource(owner, method);
        this.findings = findings;
        this.code = method.instructions;
        this.function = new Function(name);
        this.builder = new Builder(function);
        this.graph = new BytecodeGraph(code);
        this.instructions = new InstructionTranslator(
                builder, findings, checked, new Frame(method.maxLocals), source.position(source.firstLine()));
    }

    Function translate() {
        method.tryCatchBlocks.stream()
                .filter(handler -> !isUnlocking(handler))
                .forEach(handler -> findings.add(
                        Message.EXCEPTION_HANDLER, source.position(source.lineAt(code.indexOf(handler.start)))));
        Block entry = function.addBlock();
        Frame frame = parameters(entry);
        builder.atEnd(entry).at(source.position(source.firstLine()));
        jump(graph.order().getFirst(), frame);
        for (BytecodeBlock block : graph.order()) {
            translate(block);
        }
        RedundantParams.removeFrom(function);
        rejectArrayChoices();
        return function;
    }

    /** {@return whether a handler is part of a synchronized block, which is reported as such} */
    private static boolean isUnlocking(TryCatchBlockNode handler) {
        return handler.type == null
                && Stream.iterate(handler.handler.getNext(), Objects::nonNull, AbstractInsnNode::getNext)
                        .filter(insn -> insn.getOpcode() >= 0)
                        .limit(3)
                        .anyMatch(insn -> insn.getOpcode() == Opcodes.MONITOREXIT);
    }

    private Frame parameters(Block entry) {
        Frame frame = new Frame(method.maxLocals);
        List<String> names = source.parameterNames();
        int slot = 0;
        Type[] types = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < types.length; i++) {
            BlockParam param = entry.addParam(type(types[i]));
            param.setName(names.get(i));
            frame.setLocal(slot, param);
            slot += types[i].getSize();
        }
        return frame;
    }

    private static dev.gpukernel.internal.ir.Type type(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> ScalarType.I64;
            case Type.FLOAT -> ScalarType.F32;
            case Type.DOUBLE -> ScalarType.F64;
            case Type.ARRAY -> new ArrayType(elementType(type));
            default -> ScalarType.I32;
        };
    }

    private static ElementType elementType(Type array) {
        for (ElementType element : ElementType.values()) {
            if (Type.getType(element.arrayClass()).equals(array)) {
                return element;
            }
        }
        throw new IllegalArgumentException("no array of primitives: " + array);
    }

    private void translate(BytecodeBlock block) {
        Entry entry = Objects.requireNonNull(entries.get(block), "reverse postorder visits a predecessor first");
        builder.atEnd(entry.block);
        instructions.use(entry.frame.copy());
        instructions.at(source.position(source.lineAt(block.start)));
        for (int i = block.start; i < block.end; i++) {
            AbstractInsnNode insn = code.get(i);
            if (insn instanceof LineNumberNode number) {
                instructions.at(source.position(number.line));
            } else if (insn.getOpcode() >= 0 && !translateEnd(insn, i)) {
                instructions.translate(insn);
            }
        }
        if (!entry.block.isTerminated()) {
            jump(graph.blockAt(block.end), instructions.frame());
        }
    }

    /** Translates what ends a block; {@return whether this did}. */
    private boolean translateEnd(AbstractInsnNode insn, int index) {
        switch (insn) {
            case JumpInsnNode jump
            when jump.getOpcode() == Opcodes.GOTO -> jump(graph.blockAt(jump.label), instructions.frame());
            case JumpInsnNode jump -> branch(jump, graph.blockAt(index + 1));
            case TableSwitchInsnNode table -> rejectSwitch(table.labels, table.dflt);
            case LookupSwitchInsnNode lookup -> rejectSwitch(lookup.labels, lookup.dflt);
            default -> {
                return translateReturn(insn.getOpcode());
            }
        }
        return true;
    }

    private boolean translateReturn(int opcode) {
        if (opcode == Opcodes.ATHROW) {
            if (!instructions.isPlaceholder(instructions.frame().pop())) {
                instructions.reject(Message.THROW_STATEMENT);
            }
        } else if (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
            return false;
        }
        builder.ret();
        return true;
    }

    private void branch(JumpInsnNode jump, BytecodeBlock next) {
        Value condition = instructions.condition(jump.getOpcode());
        BytecodeBlock target = graph.blockAt(jump.label);
        Frame frame = instructions.frame();
        if (condition == null) {
            // Rejected: both ways must still be read.
            condition = builder.emit(Op.Constant.of(false));
        }
        Block whenTrue = enter(target, frame);
        Block whenFalse = enter(next, frame);
        builder.branch(condition, whenTrue, arguments(target, frame), whenFalse, arguments(next, frame));
    }

    private void rejectSwitch(List<LabelNode> cases, LabelNode otherwise) {
        Frame frame = instructions.frame();
        frame.pop();
        instructions.reject(Message.SWITCH_STATEMENT);
        for (LabelNode label : cases) {
            // Every way must still be read.
            BytecodeBlock target = graph.blockAt(label);
            Block next = function.addBlock();
            Value never = builder.emit(Op.Constant.of(false));
            builder.branch(never, enter(target, frame), arguments(target, frame), next, List.of());
            builder.atEnd(next);
        }
        jump(graph.blockAt(otherwise), frame);
    }

    private void jump(BytecodeBlock target, Frame frame) {
        Block block = enter(target, frame);
        builder.jump(block, arguments(target, frame));
    }

    private boolean isJoin(BytecodeBlock block) {
        // The method's start has the entry as one more predecessor.
        return block.predecessors + (block.start == 0 ? 1 : 0) > 1;
    }

    private List<Value> arguments(BytecodeBlock target, Frame frame) {
        return isJoin(target) ? frame.arguments(target.liveIn) : List.of();
    }

    /** {@return the block for a bytecode block, made with its frame when control first leads there} */
    private Block enter(BytecodeBlock target, Frame frame) {
        return entries.computeIfAbsent(target, key -> {
                    Block block = function.addBlock();
                    return new Entry(block, isJoin(key) ? joinFrame(key, block, frame) : frame.copy());
                })
                .block;
    }

    private Frame joinFrame(BytecodeBlock target, Block block, Frame frame) {
        List<Value> incoming = frame.arguments(target.liveIn);
        for (Value value : incoming) {
            BlockParam param = block.addParam(value.type());
            if (instructions.isPlaceholder(value)) {
                instructions.markPlaceholder(param);
            }
        }
        int next = 0;
        for (int slot = target.liveIn.nextSetBit(0); slot >= 0; slot = target.liveIn.nextSetBit(slot + 1)) {
            block.params().get(next++).setName(source.variable(slot, target.start));
        }
        return frame.withParams(target.liveIn, block.params());
    }

    private void rejectArrayChoices() {
        entries.forEach((read, entry) -> entry.block.params().stream()
                .filter(param -> param.type() instanceof ArrayType)
                .forEach(_ -> findings.add(Message.ARRAY_CHOICE, source.position(source.lineAt(read.start)))));
    }
}
