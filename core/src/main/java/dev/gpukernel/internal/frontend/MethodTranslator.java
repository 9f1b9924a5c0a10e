package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Translates a method to SSA form, at the end of whatever block the builder is at. Reachable bytecode blocks are visited in reverse
 * postorder. A block with several predecessors gets a parameter for each leaf of each live local and each stack entry; those that
 * turn out to receive one value only are removed later, which leaves the minimal form for what Java compilers emit.
 */
final class MethodTranslator {
    /** Most copies of a block for the arrays that its variables may hold. */
    private static final int MOST_COPIES = 16;

    private final Translation translation;
    private final MethodNode method;
    private final MethodSource source;
    private final InsnList code;
    private final Builder builder;
    private final InstructionTranslator instructions;
    private final BytecodeGraph graph;

    private final Map<BytecodeBlock, Map<Known, Entry>> entries = new HashMap<>();
    private final Set<Entry> translated = new HashSet<>();
    private final @Nullable Returns returns;
    private Known current = new Known(List.of(), List.of(), Map.of());

    /**
     * What tells the copies of a bytecode block apart, nothing unless arrays are told apart. The loops around belong to it: a copy of a
     * loop is entered with the same arrays each time, so that it keeps one head whatever its iterations do with them.
     *
     * @param arrays the arrays that are known there
     * @param numbers objects that are being made, and numbers that are constants after the only block before
     * @param entered the arrays that were known where each loop around it was entered, by its first block
     */
    private record Known(
            List<Value> arrays, List<@Nullable Integer> numbers, Map<BytecodeBlock, List<Value>> entered) {}

    /** Where a bytecode block begins in the function, and what the locals and the stack hold there. */
    private record Entry(Block block, Frame frame, Known known) {
        /** {@return whether a leaf of its frame is the same over all ways and needs no parameter} */
        private boolean isKnown(Value leaf) {
            return !block.params().contains(leaf);
        }
    }

    private MethodTranslator(
            Translation translation,
            ClassFiles.Found found,
            List<ActiveCall> active,
            @Nullable SourcePosition caller,
            @Nullable Returns returns) {
        this.translation = translation;
        this.method = found.method();
        this.source = new MethodSource(found.owner(), method, caller);
        this.code = method.instructions;
        this.builder = translation.builder;
        this.returns = returns;
        this.graph = new BytecodeGraph(code, method.name.equals("<init>"), translation.tellsArraysApart);
        this.instructions = new InstructionTranslator(translation, active, new Frame(method.maxLocals));
    }

    /** Translates a kernel's own method to the whole of the function. */
    static void translateKernel(Translation translation, ClassFiles.Found found) {
        ActiveCall kernel = new ActiveCall(found.owner().name, found.method().name, found.method().desc);
        MethodTranslator translator = new MethodTranslator(translation, found, List.of(kernel), null, null);
        Block entry = translation.function.addBlock();
        translation.builder.atEnd(entry).at(translator.source.position(translator.source.firstLine()));
        List<Operand> arguments = new ArrayList<>();
        if ((found.method().access & Opcodes.ACC_STATIC) == 0) {
            arguments.add(InstructionTranslator.rejected(Type.getObjectType(found.owner().name)));
        }
        List<String> names = translator.source.parameterNames();
        Type[] types = Type.getArgumentTypes(found.method().desc);
        for (int i = 0; i < types.length; i++) {
            Operand argument = types[i].getDescriptor().equals(SegmentCalls.DESCRIPTOR)
                    ? segment(translation, entry, names.get(i))
                    : translation.records.operand(types[i], names.get(i), leaf -> parameter(translation, entry, leaf));
            if (argument instanceof Operand.RecordArray records) {
                records.components()
                        .leaves()
                        .forEach(array -> ((BlockParam) array).setMarks((BlockParam) records.marks()));
            }
            if (argument instanceof Operand.Rows rows) {
                translation.passedRows.put(rows.elements(), rows.layout());
            }
            // A type that no kernel may take is reported as such.
            arguments.add(argument == null ? InstructionTranslator.rejected(types[i]) : argument);
        }
        translator.translate(arguments);
    }

    private static Operand segment(Translation translation, Block entry, String name) {
        int leaf = entry.params().size();
        BlockParam elements = entry.addParam(translation.segments.type(leaf));
        elements.setName(name);
        return new Operand.Segment(leaf, name, elements);
    }

    /** {@return a parameter of a kernel} Of a narrow type, it is narrowed here, so that everything after sees of what type it is. */
    private static Value parameter(Translation translation, Block entry, Records.Leaf leaf) {
        BlockParam param = entry.addParam(leaf.type());
        param.setName(leaf.name());
        if (leaf.narrow() == null) {
            return param;
        }
        Instr narrowed = translation.builder.emit(new Op.Narrow(leaf.narrow()), param);
        narrowed.setName(leaf.name());
        return narrowed;
    }

    /**
     * Translates a called method in place of the call. Afterwards the builder is where the caller goes on.
     *
     * @param others takes where it goes on with another array, if the method returns one of several
     * @return what it returns, or what its constructed object became; null if nothing
     */
    static @Nullable Operand inline(
            Translation translation,
            ClassFiles.Found found,
            List<ActiveCall> active,
            ActiveCall callee,
            List<Operand> arguments,
            List<Returns.Way> others) {
        SourcePosition caller = translation.position();
        List<ActiveCall> deeper = new ArrayList<>(active);
        deeper.add(callee);
        Returns returns = new Returns(translation);
        new MethodTranslator(translation, found, deeper, caller, returns).translate(arguments);
        translation.builder.atEnd(returns.block()).at(caller);
        others.addAll(returns.others());
        Type type = callee.name().equals("<init>")
                ? Type.getObjectType(callee.owner())
                : Type.getReturnType(found.method().desc);
        return type.getSort() == Type.VOID ? null : returns.value(type);
    }

    /**
     * Translates a called method to a function of its own. Afterwards the builder is where it shall return.
     *
     * @return what it returns; null if nothing, or if it never does
     */
    static @Nullable Operand translateFunction(
            Translation translation,
            ClassFiles.Found found,
            List<ActiveCall> active,
            ActiveCall callee,
            List<Operand> parameters) {
        List<ActiveCall> deeper = new ArrayList<>(active);
        deeper.add(callee);
        Returns returns = new Returns(translation);
        MethodTranslator translator = new MethodTranslator(translation, found, deeper, null, returns);
        List<String> names = translator.source.parameterNames();
        int receivers = parameters.size() - names.size();
        for (int i = 0; i < names.size(); i++) {
            if (parameters.get(i + receivers) instanceof Plain(Value value)) {
                value.setName(names.get(i));
            }
        }
        translator.translate(parameters);
        translation.builder.atEnd(returns.block()).at(translator.source.position(translator.source.firstLine()));
        return returns.shape();
    }

    private void translate(List<Operand> arguments) {
        SourcePosition first = source.position(source.firstLine());
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            if (!isUnlocking(handler)) {
                int line = source.lineAt(code.indexOf(handler.start));
                translation.findings.add(Message.EXCEPTION_HANDLER, source.position(line));
            }
        }
        if (graph.hasSubroutines()) {
            translation.findings.add(Message.EXCEPTION_HANDLER, first);
            builder.ret();
            return;
        }
        Frame frame = new Frame(method.maxLocals);
        int slot = 0;
        for (Operand argument : arguments) {
            frame.setLocal(slot, argument);
            slot += argument.isWide() ? 2 : 1;
        }
        builder.at(first);
        jump(graph.order().getFirst(), frame);
        int before;
        do {
            before = translated.size();
            for (BytecodeBlock block : graph.order()) {
                translate(block);
            }
            // Arrays that change places in a loop lead to its head once more.
        } while (translation.tellsArraysApart && translated.size() > before);
    }

    /** {@return whether a handler is part of a synchronized block, which is reported as such} */
    private static boolean isUnlocking(TryCatchBlockNode handler) {
        return handler.type == null
                && Stream.iterate(handler.handler.getNext(), Objects::nonNull, AbstractInsnNode::getNext)
                        .filter(insn -> insn.getOpcode() >= 0)
                        .limit(3)
                        .anyMatch(insn -> insn.getOpcode() == Opcodes.MONITOREXIT);
    }

    private void translate(BytecodeBlock block) {
        // None leads to what is done when an array is null.
        Map<Known, Entry> all = entries.getOrDefault(block, Map.of());
        for (Entry entry : List.copyOf(all.values())) {
            if (translated.add(entry)) {
                translate(block, entry);
            }
        }
    }

    private void translate(BytecodeBlock block, Entry entry) {
        builder.atEnd(entry.block).at(source.position(source.lineAt(block.start)));
        instructions.use(entry.frame.copy());
        current = entry.known;
        for (int i = block.start; i < block.end; i++) {
            AbstractInsnNode insn = code.get(i);
            if (insn instanceof LineNumberNode number) {
                builder.at(source.position(number.line));
            } else if (BytecodeGraph.endsBlock(insn)) {
                translateEnd(insn, i);
            } else if (insn.getOpcode() >= 0) {
                instructions.translate(insn);
                nameMade(insn, i + 1);
            }
        }
        if (!builder.block().isTerminated()) {
            jump(graph.blockAt(block.end), instructions.frame());
        }
        for (Returns.Way way : instructions.otherReturns()) {
            Frame frame = instructions.frame().copy();
            frame.pop();
            frame.push(Objects.requireNonNull(way.value()));
            builder.atEnd(way.block());
            jump(graph.blockAt(block.end), frame);
        }
    }

    /** Gives an array that the kernel makes the name of the first variable that holds it. */
    private void nameMade(AbstractInsnNode insn, int next) {
        if (insn.getOpcode() == Opcodes.ASTORE && insn instanceof VarInsnNode store) {
            Value array = allOf(instructions.frame().local(store.var));
            if (array != null && array.name() == null) {
                array.setName(source.variable(store.var, next));
            }
        }
    }

    /** {@return a value, or the array that holds all elements of rows; null for other operands, also for a single row} */
    private static @Nullable Value allOf(@Nullable Operand operand) {
        return switch (operand) {
            case Plain(Value value) -> value;
            case Operand.Rows(Value elements, RowLayout _, Operand.@Nullable Row row) when row == null -> elements;
            case null, default -> null;
        };
    }

    /** Without a pattern switch, which takes the JVM longer to compile than all else here does: hundreds of kernels make this hot. */
    private void translateEnd(AbstractInsnNode insn, int index) {
        if (insn instanceof JumpInsnNode jump) {
            if (jump.getOpcode() == Opcodes.GOTO) {
                jump(graph.blockAt(jump.label), instructions.frame());
            } else {
                branch(jump, graph.blockAt(index + 1));
            }
        } else if (insn instanceof TableSwitchInsnNode || insn instanceof LookupSwitchInsnNode) {
            choose(SwitchCases.of(insn));
        } else {
            translateExit(insn.getOpcode());
        }
    }

    private void translateExit(int opcode) {
        if (opcode == Opcodes.ATHROW) {
            raise(instructions.frame().pop());
        } else if (returns == null) {
            returnFromKernel(
                    opcode == Opcodes.RETURN ? null : instructions.frame().pop());
        } else if (opcode != Opcodes.RETURN) {
            returns.add(instructions.frame().pop());
        } else {
            returns.add(method.name.equals("<init>") ? instructions.frame().local(0) : null);
        }
    }

    private void returnFromKernel(@Nullable Operand result) {
        // Other results are reported as such.
        List<Value> returned = result == null ? List.of() : results(result);
        if (returned == null) {
            if (result instanceof Operand.Aggregate || isArray(Type.getReturnType(method.desc))) {
                rejectResult(Objects.requireNonNull(result));
            }
            builder.ret();
        } else {
            rejectMakers(result);
            translation.function.setResult(TupleType.of(returned));
            builder.emit(new Op.Return(returned.stream().map(Value::type).toList()), returned);
        }
    }

    /** The host makes a record once more, of what its components are in the end. */
    private void rejectMakers(@Nullable Operand result) {
        if (result instanceof Operand.Aggregate record) {
            if (!translation.records.keepsComponents(record.className())) {
                instructions.reject(Message.RECORD_RESULT, MethodText.simpleName(record.className()));
            }
            record.fields().values().forEach(this::rejectMakers);
        }
    }

    /** {@return the numbers and arrays that make up a result, null if a kernel cannot return one of them} */
    private static @Nullable List<Value> results(Operand result) {
        if (result instanceof Operand.RecordArray) {
            return result.leaves();
        }
        if (!(result instanceof Operand.Aggregate record)) {
            Value returned = allOf(result);
            return returned != null && isReturnable(returned.type()) ? List.of(returned) : null;
        }
        List<Value> results = new ArrayList<>();
        for (Operand field : record.fields().values()) {
            List<Value> own = results(field);
            if (own == null) {
                return null;
            }
            results.addAll(own);
        }
        return results;
    }

    private void rejectResult(Operand result) {
        if (result instanceof Plain) {
            instructions.reject(Message.REFERENCE_VALUE, "a table as the result");
        } else if (result instanceof Operand.Aggregate record && !record.isRejected()) {
            record.fields().values().stream()
                    .filter(field -> results(field) == null)
                    .findFirst()
                    .ifPresent(this::rejectResult);
        } else if (!result.isRejected()) {
            instructions.reject(Message.REFERENCE_VALUE, "a reference that is not an array of numbers as the result");
        }
    }

    private static boolean isArray(Type type) {
        return type.getSort() == Type.ARRAY && type.getDimensions() <= Dimensions.MOST;
    }

    private static boolean isReturnable(dev.gpukernel.internal.ir.Type type) {
        return type instanceof ScalarType
                || (type instanceof ArrayType array && (array.space() == Space.GLOBAL || array.space() == Space.LOCAL));
    }

    private void raise(Operand operand) {
        if (operand instanceof Thrown thrown) {
            String className = thrown.className().replace('/', '.');
            Operand.Text message = thrown.message();
            builder.emit(
                    message == null
                            ? new Op.Throw(className, null, "")
                            : new Op.Throw(className, message.recipe(), message.types()),
                    thrown.leaves());
            return;
        }
        if (!(operand instanceof Rejected)) {
            instructions.reject(Message.THROW_STATEMENT);
        }
        builder.emit(new Op.Throw("java.lang.Error", null, ""));
    }

    private void branch(JumpInsnNode jump, BytecodeBlock next) {
        BytecodeBlock target = graph.blockAt(jump.label);
        Frame frame = instructions.frame();
        if (instructions.takesNullCheck(jump.getOpcode())) {
            jump(jump.getOpcode() == Opcodes.IFNULL ? next : target, frame);
            return;
        }
        Value condition = instructions.condition(jump.getOpcode());
        if (condition == null) {
            // Rejected: both ways must still be read.
            condition = builder.emit(Constant.of(false));
        }
        Block whenTrue = enter(target, frame);
        Block whenFalse = enter(next, frame);
        builder.branch(condition, whenTrue, arguments(target, frame), whenFalse, arguments(next, frame));
    }

    private void choose(SwitchCases cases) {
        Operand selector = instructions.frame().pop();
        Value value = selector instanceof Plain(Value known) ? known : builder.emit(Constant.of(0));
        choose(value, cases);
    }

    /** A binary search among the cases, in order of their keys. */
    private void choose(Value value, SwitchCases cases) {
        Frame frame = instructions.frame();
        if (cases.isEmpty()) {
            jump(graph.blockAt(cases.otherwise()), frame);
            return;
        }
        if (cases.size() == 1) {
            BytecodeBlock target = graph.blockAt(cases.label(0));
            BytecodeBlock otherwise = graph.blockAt(cases.otherwise());
            Value matches = compare(Predicate.EQ, value, cases.key(0));
            Block block = enter(target, frame);
            Block rest = enter(otherwise, frame);
            builder.branch(matches, block, arguments(target, frame), rest, arguments(otherwise, frame));
            return;
        }
        int middle = cases.size() / 2;
        Value isLower = compare(Predicate.LT, value, cases.key(middle));
        Block lower = translation.function.addBlock();
        Block upper = translation.function.addBlock();
        builder.branch(isLower, lower, List.of(), upper, List.of());
        builder.atEnd(lower);
        choose(value, cases.part(0, middle));
        builder.atEnd(upper);
        choose(value, cases.part(middle, cases.size()));
    }

    private Value compare(Predicate predicate, Value value, int key) {
        return builder.emit(new Op.Compare(predicate, ScalarType.I32), value, builder.emit(Constant.of(key)));
    }

    private void jump(BytecodeBlock target, Frame frame) {
        Block block = enter(target, frame);
        builder.jump(block, arguments(target, frame));
    }

    private boolean isJoin(BytecodeBlock block) {
        // The method's start has its callers as one more predecessor.
        return translation.tellsArraysApart || block.predecessors.size() + (block.start == 0 ? 1 : 0) > 1;
    }

    /** {@return the block for a bytecode block, made with its frame when control first leads there} */
    private Block enter(BytecodeBlock target, Frame frame) {
        return entry(target, frame).block;
    }

    private Entry entry(BytecodeBlock target, Frame frame) {
        Map<Known, Entry> all = entries.computeIfAbsent(target, key -> new LinkedHashMap<>());
        Known known = translation.tellsArraysApart ? known(target, frame) : current;
        Entry entry = all.get(known);
        if (entry != null) {
            return entry;
        }
        if (all.size() >= MOST_COPIES) {
            translation.arrayChoices.reject(
                    translation.findings,
                    source.position(source.lineAt(target.start)),
                    "may be one of more arrays than the %s combinations that are told apart".formatted(MOST_COPIES));
            return all.values().iterator().next();
        }
        Block block = translation.function.addBlock();
        Entry made = new Entry(block, isJoin(target) ? joinFrame(target, block, frame) : frame.copy(), known);
        all.put(known, made);
        return made;
    }

    private Known known(BytecodeBlock target, Frame frame) {
        List<Value> arrays = new ArrayList<>();
        List<@Nullable Integer> numbers = new ArrayList<>();
        for (Operand operand : frame.operands(target.liveIn)) {
            arrays.addAll(operand.arrays());
            if (operand.identity() != 0) {
                numbers.add(operand.identity());
            }
            if (follows(target)) {
                operand.leaves().forEach(leaf -> numbers.add(ConstantSizes.of(leaf)));
            }
        }
        Map<BytecodeBlock, List<Value>> entered = new HashMap<>();
        target.loops.forEach(loop -> entered.put(loop, current.entered.getOrDefault(loop, arrays)));
        return new Known(arrays, numbers, entered);
    }

    /** {@return whether code is translated in a row up to a block: constants stay constants there, which sizes of arrays must be} */
    private static boolean follows(BytecodeBlock target) {
        return target.start != 0 && target.predecessors.size() == 1;
    }

    private Frame joinFrame(BytecodeBlock target, Block block, Frame frame) {
        List<Value> leaves = new ArrayList<>();
        for (Operand operand : frame.operands(target.liveIn)) {
            List<Value> own = operand.leaves();
            for (int i = 0; i < own.size(); i++) {
                leaves.add(isKnown(operand, i) ? own.get(i) : joined(target, block, own.get(i)));
            }
        }
        translation.arrayChoices.note(block, source.position(source.lineAt(target.start)));
        Frame joined = frame.withLeaves(target.liveIn, leaves.iterator());
        for (int slot = target.liveIn.nextSetBit(0); slot >= 0; slot = target.liveIn.nextSetBit(slot + 1)) {
            if (joined.local(slot) instanceof Plain(Value value) && value.block() == block) {
                value.setName(source.variable(slot, target.start));
            }
        }
        return joined;
    }

    private boolean isKnown(Operand operand, int leaf) {
        return translation.tellsArraysApart && operand.belongsToArray(leaf);
    }

    private Value joined(BytecodeBlock target, Block block, Value leaf) {
        Integer constant = translation.tellsArraysApart && follows(target) ? ConstantSizes.of(leaf) : null;
        if (constant == null) {
            return param(block, leaf);
        }
        Value again = new Builder(translation.function).atEnd(block).emit(Constant.of(constant));
        again.setName(leaf.name());
        return again;
    }

    private static BlockParam param(Block block, Value like) {
        BlockParam param = block.addParam(like.type());
        param.setName(like.name());
        return param;
    }

    /** {@return what to pass to a block's parameters: the leaves of whatever its frame was made for} */
    private List<Value> arguments(BytecodeBlock target, Frame frame) {
        if (!isJoin(target)) {
            return List.of();
        }
        Entry entry = entry(target, frame);
        List<Operand> expected = entry.frame.operands(target.liveIn);
        List<Operand> passed = frame.operands(target.liveIn);
        List<Value> arguments = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            List<Value> wanted = expected.get(i).leaves();
            List<Value> given = passed.get(i).hasShapeOf(expected.get(i))
                    ? passed.get(i).leaves()
                    : mismatch(passed.get(i), expected.get(i));
            for (int k = 0; k < wanted.size(); k++) {
                if (!entry.isKnown(wanted.get(k))) {
                    arguments.add(given.get(k));
                }
            }
        }
        return arguments;
    }

    /** Something different arrives over different ways. */
    private List<Value> mismatch(Operand passed, Operand expected) {
        if (!passed.isRejected() && !expected.isRejected()) {
            translation.arrayChoices.reject(translation.findings, translation.position(), passed);
        }
        return expected.leaves();
    }
}
