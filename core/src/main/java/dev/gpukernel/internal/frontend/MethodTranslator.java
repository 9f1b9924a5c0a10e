package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Translates a method to SSA form, at the end of whatever block the builder is at. Reachable bytecode blocks are visited in reverse
 * postorder. A block with several predecessors gets a parameter for each leaf of each live local and each stack entry; those that
 * turn out to receive one value only are removed later, which leaves the minimal form for what Java compilers emit.
 */
final class MethodTranslator {
    /** What ends a block that is rejected. */
    static final Op NEVER = Op.Throw.of("java.lang.Error");

    /** Most copies of a block for the arrays that its variables may hold. */
    private static final int MOST_COPIES = 16;

    /** Most copies where these are objects too. */
    private static final int MOST_OF_OBJECTS = 64;

    /** Most where a switch on patterns begins again, as many for each case. */
    private static final int MOST_OF_PATTERNS = 256;

    /** Most numbers of objects that its variables may lead to: there is no end to them where a list grows in a loop. */
    private static final int MOST_SIZES = 16;

    private final Translation translation;
    private final MethodNode method;
    private final MethodSource source;
    private final LoopMarks marks;
    private final InsnList code;
    private final Builder builder;
    private final InstructionTranslator instructions;
    private final BytecodeGraph graph;
    private final Exceptions exceptions;

    private final Map<BytecodeBlock, Map<Known, Entry>> entries = new HashMap<>();
    private final Set<Entry> translated = new HashSet<>();
    private final @Nullable Returns returns;
    private final List<ThrownAgain> caught = new ArrayList<>();
    private final CopiedHeads heads = new CopiedHeads();

    private Known current = new Known(Shape.NONE, List.of(), Map.of());

    /**
     * What tells the copies of a bytecode block apart, nothing unless arrays are told apart. The loops around belong to it: a copy of a
     * loop is entered with the same arrays each time, so that it keeps one head whatever its iterations do with them.
     *
     * @param shape the arrays and objects that are known there
     * @param numbers what is being made, and numbers that are constants after the only block before
     * @param entered how each loop around it was entered, by its first block
     */
    private record Known(Shape shape, List<@Nullable Integer> numbers, Map<BytecodeBlock, Entered> entered) {}

    /**
     * How a copy of a loop was entered. Iterations may lead to several objects, and from each to each: so the objects at the heads that led
     * here belong to it, each once, and copies that lead to each other have one head that comes first.
     *
     * @param shape what was known where the loop was entered
     * @param heads the objects at each head since then that was not left for good
     */
    private record Entered(Shape shape, List<List<Operand>> heads) {
        Entered(Shape shape) {
            this(shape, List.of(shape.objects()));
        }

        /** {@return how it is known at its head when an iteration leads there} */
        Entered again(List<Operand> objects) {
            int known = heads.indexOf(objects);
            if (known >= 0) {
                return new Entered(shape, heads.subList(0, known + 1));
            }
            List<List<Operand>> more = new ArrayList<>(heads);
            more.add(objects);
            return new Entered(shape, more);
        }
    }

    /** A {@code throw} of what was caught, or of an exception of which it is the cause. */
    private static final class ThrownAgain {
        private final Operand.Caught exception;
        private final @Nullable Thrown around;
        private final Frame frame;
        private final int instruction;
        private final Known known;
        private final SourcePosition position;
        private Block rest;
        private int raised;

        ThrownAgain(
                Block block,
                Operand.Caught exception,
                @Nullable Thrown around,
                Frame frame,
                int instruction,
                Known known,
                SourcePosition position) {
            this.rest = block;
            this.exception = exception;
            this.around = around;
            this.frame = frame;
            this.instruction = instruction;
            this.known = known;
            this.position = position;
        }
    }

    /** Where a bytecode block begins in the function, and what is known there. */
    private record Entry(Join join, Known known) {}

    private MethodTranslator(
            Translation translation,
            ClassFiles.Found found,
            List<ActiveCall> active,
            @Nullable SourcePosition called,
            Exceptions.@Nullable Call call,
            @Nullable InstructionTranslator caller,
            @Nullable Returns returns) {
        this.translation = translation;
        this.method = found.method();
        this.source = new MethodSource(found.owner(), method, called);
        this.marks = source.marks();
        translation.marks.add(marks);
        this.code = method.instructions;
        this.builder = translation.builder;
        this.returns = returns;
        this.graph = new BytecodeGraph(method, translation.tellsArraysApart);
        this.exceptions = new Exceptions(translation, graph, new NullTexts(method, source), call, this::jump);
        this.instructions =
                new InstructionTranslator(translation, active, exceptions, caller, new Frame(method.maxLocals));
    }

    /** Translates a kernel's own method to the whole of the function. */
    static void translateKernel(Translation translation, ClassFiles.Found found) {
        ActiveCall kernel = ActiveCall.of(found.owner().name, found.method().name, found.method().desc, List.of());
        MethodTranslator translator = new MethodTranslator(translation, found, List.of(kernel), null, null, null, null);
        Block entry = translation.function.addBlock();
        translation.builder.atEnd(entry).at(translator.source.position(translator.source.firstLine()));
        List<String> names = new ArrayList<>(translator.source.parameterNames());
        List<Type> types = new ArrayList<>(List.of(Type.getArgumentTypes(found.method().desc)));
        if ((found.method().access & Opcodes.ACC_STATIC) == 0) {
            names.addFirst("this");
            types.addFirst(Type.getObjectType(found.owner().name));
        }
        @Nullable Operand[] arguments = new @Nullable Operand[types.size()];
        // What a method is called on is an object, also if it is a record, whose components are fields.
        int receivers = types.size() - Type.getArgumentCount(found.method().desc);
        for (int i = receivers; i < arguments.length; i++) {
            boolean isResult = translation.takesRows && translator.source.returnsNothing() && i == arguments.length - 1;
            arguments[i] = translation.takesRows && types.get(i).getSort() == Type.ARRAY
                    ? translation.objects.row(types.get(i), names.get(i), isResult)
                    : translation.objects.parameter(types.get(i), names.get(i));
            Long constant = translation.constants.get(i - receivers);
            if (constant != null
                    && arguments[i] instanceof Plain(Value value)
                    && value.type() instanceof ScalarType type) {
                arguments[i] = new Plain(translation.builder.emit(new Op.Constant(type, constant)));
            }
        }
        // What fields hold comes last.
        translation.objects.declare();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == null) {
                Operand object = translation.objects.argument(i, types.get(i), names.get(i));
                // A type that no kernel may take is reported as such.
                arguments[i] = object == null ? InstructionTranslator.rejected(types.get(i)) : object;
            }
        }
        translator.translate(translation.objects.frame(found.method().maxLocals), Arrays.asList(arguments));
        translation.returns.finish();
        if (translation.findings.isEmpty()) {
            translator.joinHeads();
        }
    }

    /**
     * Translates a called method in place of the call. Afterwards the builder is where the caller goes on.
     *
     * @param caller what calls it, the arguments taken off
     * @return the ways on which the caller goes on, none if the method never returns
     */
    static List<Returns.Way> inline(
            Translation translation,
            ClassFiles.Found found,
            List<ActiveCall> active,
            ActiveCall callee,
            List<Operand> arguments,
            InstructionTranslator caller) {
        Frame frame = caller.frame();
        SourcePosition call = translation.position();
        List<ActiveCall> deeper = new ArrayList<>(active);
        deeper.add(callee);
        Returns returns = new Returns(translation);
        new MethodTranslator(
                        translation, found, deeper, call, caller.exceptions().around(frame), caller, returns)
                .translate(frame.called(found.method().maxLocals), arguments);
        List<Returns.Way> ways = returns.lead();
        translation.builder.atEnd(returns.block()).at(call);
        return ways;
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
        MethodTranslator translator = new MethodTranslator(translation, found, deeper, null, null, null, returns);
        List<String> names = translator.source.parameterNames();
        int receivers = parameters.size() - names.size();
        for (int i = 0; i < names.size(); i++) {
            if (parameters.get(i + receivers) instanceof Plain(Value value)) {
                value.setName(names.get(i));
            }
        }
        translator.translate(new Frame(found.method().maxLocals), parameters);
        List<Returns.Way> ways = returns.lead();
        SourcePosition first = translator.source.position(translator.source.firstLine());
        for (Returns.Way other : ways.stream().skip(1).toList()) {
            translation.builder.atEnd(other.block()).at(first).emit(NEVER);
        }
        translation.builder.atEnd(returns.block()).at(first);
        return switch (ways.size()) {
            case 0 -> null;
            case 1 -> ways.getFirst().value();
            // No function returns one thing or another.
            default -> new Rejected(false);
        };
    }

    private void translate(Frame frame, List<Operand> arguments) {
        SourcePosition first = source.position(source.firstLine());
        if (graph.hasSubroutines()) {
            translation.findings.add(Message.EXCEPTION_HANDLER, first);
            builder.ret();
            return;
        }
        int slot = 0;
        for (Operand argument : arguments) {
            frame.setLocal(slot, argument);
            slot += argument.isWide() ? 2 : 1;
        }
        builder.at(first);
        jump(graph.order().getFirst(), frame);
        boolean isDone = false;
        while (!isDone) {
            int before = translated.size();
            for (BytecodeBlock block : graph.order()) {
                translate(block);
            }
            // Arrays that change places in a loop lead to its head once more, and what is thrown again to another
            // handler.
            isDone = translated.size() == before && !raisesAgain();
        }
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
        builder.atEnd(entry.join.block()).at(source.position(source.lineAt(block.start)));
        instructions.use(entry.join.frame().copy());
        current = entry.known;
        for (int i = block.start; i < block.end; i++) {
            AbstractInsnNode insn = code.get(i);
            exceptions.at(i);
            if (insn instanceof LineNumberNode number) {
                builder.at(source.position(number.line));
            } else if (BytecodeGraph.endsBlock(insn)) {
                noteUnread();
                translateEnd(insn, i);
            } else if (insn.getOpcode() >= 0) {
                if (insn instanceof MethodInsnNode) {
                    builder.at(translation.position().at(i));
                    if (instructions.frame().hasObjects()) {
                        instructions.frame().keepLocals(graph.liveAfter(block, i));
                    }
                }
                translate(insn);
                nameMade(insn, i + 1);
            }
        }
        if (!BytecodeGraph.endsBlock(code.get(block.end - 1))) {
            jump(graph.blockAt(block.end), instructions.frame());
        }
        for (Returns.Way way : instructions.otherReturns()) {
            builder.atEnd(way.block());
            jump(graph.blockAt(block.end), way.frame());
        }
    }

    private void translate(AbstractInsnNode insn) {
        if (translation.unread == null) {
            instructions.translate(insn);
            return;
        }
        noteUnread();
        Frame before = instructions.frame().copy();
        int uses = translation.unread.uses();
        instructions.translate(insn);
        if (translation.unread.uses() > uses) {
            // What was refused might have changed what it was passed.
            instructions.frame().rejectAll(before);
            translation.unread.mark(builder);
        }
        noteUnread();
    }

    private void noteUnread() {
        if (translation.unread != null && instructions.frame().holdsRejected()) {
            translation.unread.note(translation.position());
            translation.unread.mark(builder);
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
    static @Nullable Value allOf(@Nullable Operand operand) {
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
            SwitchCases cases = SwitchCases.of(insn);
            List<Integer> answers = instructions.answers();
            choose(answers.isEmpty() ? cases : cases.only(answers), graph.blockAt(index));
        } else {
            translateExit(insn.getOpcode());
        }
    }

    private void translateExit(int opcode) {
        if (opcode == Opcodes.ATHROW) {
            raise(instructions.frame().pop());
        } else if (returns == null) {
            Operand result =
                    opcode == Opcodes.RETURN ? null : instructions.frame().pop();
            translation.returns.add(result, Type.getReturnType(method.desc), instructions.frame());
        } else {
            returns.add(instructions.frame().returned(opcode != Opcodes.RETURN));
        }
    }

    /** Throws again what was caught, as only in the end it is known what that may be; {@return whether more is known than before} */
    private boolean raisesAgain() {
        boolean raises = false;
        for (ThrownAgain thrown : List.copyOf(caught)) {
            while (thrown.raised < thrown.exception.handled().count()) {
                builder.at(thrown.position);
                current = thrown.known;
                exceptions.at(thrown.instruction);
                thrown.rest = exceptions.raiseAgain(
                        thrown.exception, thrown.around, thrown.raised, thrown.rest, thrown.frame);
                thrown.raised++;
                raises = true;
            }
        }
        return raises;
    }

    private void raise(Operand operand) {
        if (operand instanceof Operand.Caught again) {
            raiseLater(again, null);
            return;
        }
        if (operand instanceof Thrown around
                && !around.arguments().isEmpty()
                && around.arguments().getLast() instanceof Operand.Caught cause) {
            raiseLater(cause, around);
            return;
        }
        if (operand instanceof Thrown thrown) {
            exceptions.raise(thrown, instructions.frame());
            return;
        }
        if (!(operand instanceof Rejected)) {
            instructions.reject(Message.THROW_STATEMENT);
        }
        builder.emit(NEVER);
    }

    private void raiseLater(Operand.Caught exception, @Nullable Thrown around) {
        Block block = translation.function.addBlock();
        builder.jump(block, List.of());
        caught.add(new ThrownAgain(
                block, exception, around, instructions.frame(), exceptions.at(), current, translation.position()));
    }

    private void branch(JumpInsnNode jump, BytecodeBlock next) {
        BytecodeBlock target = graph.blockAt(jump.label);
        Frame frame = instructions.frame();
        Boolean taken = instructions.settles(jump.getOpcode());
        if (taken != null) {
            jump(taken ? target : next, frame);
            return;
        }
        Value condition = instructions.condition(jump.getOpcode());
        if (condition == null) {
            // Rejected: both ways must still be read.
            condition = translation.unknown(ScalarType.I1);
        }
        Block whenTrue = enter(target, frame);
        Block whenFalse = enter(next, frame);
        builder.branch(condition, whenTrue, arguments(target, frame), whenFalse, arguments(next, frame));
    }

    private void choose(SwitchCases cases, BytecodeBlock block) {
        Operand selector = instructions.frame().pop();
        if (selector instanceof Plain(Instr number) && number.op() instanceof Constant) {
            BytecodeBlock chosen = graph.blockAt(cases.labelOf(Objects.requireNonNull(ConstantSizes.of(number))));
            // A loop that ends in its first iteration is one all the same.
            if (!graph.endsLoop(block, chosen)) {
                jump(chosen, instructions.frame());
                return;
            }
        }
        Value value = selector instanceof Plain(Value known) ? known : translation.unknown(ScalarType.I32);
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
        return translation.tellsArraysApart
                || block.isHandler
                || block.predecessors.size() + (block.start == 0 ? 1 : 0) > 1;
    }

    /** {@return the block for a bytecode block, made with its frame when control first leads there} */
    private Block enter(BytecodeBlock target, Frame frame) {
        return entry(target, frame).join.block();
    }

    private Entry entry(BytecodeBlock target, Frame frame) {
        Map<Known, Entry> all = entries.computeIfAbsent(target, key -> new LinkedHashMap<>());
        Known known = translation.tellsArraysApart ? known(target, frame) : current;
        Entry entry = all.get(known);
        if (entry != null) {
            return entry;
        }
        if (all.size() >= MOST_COPIES && !hasRoom(target, all.keySet(), known)) {
            return all.values().iterator().next();
        }
        Block block = translation.function.addBlock();
        noteHead(target, block, known);
        Frame start = isJoin(target) ? joinFrame(target, block, frame) : frame.copy();
        Entry made = new Entry(new Join(block, start, target.liveIn), known);
        all.put(known, made);
        return made;
    }

    /** Notes the head of a loop that is marked, which goes through its iterations as one loop, however many copies of its head there are. */
    private void noteHead(BytecodeBlock target, Block block, Known known) {
        Entered entered = known.entered.get(target);
        if (returns == null && entered != null && isSequential(target)) {
            Map<BytecodeBlock, Object> loop = new HashMap<>(known.entered);
            loop.put(target, entered.shape);
            heads.note(List.of(target.start, loop), block, source.position(source.lineAt(target.start)));
        }
    }

    private void joinHeads() {
        SourcePosition refused = heads.join(translation.function);
        if (refused != null) {
            translation.findings.add(
                    Message.OBJECT_CHOICE,
                    refused,
                    "is one array in some iterations of a loop marked with @Sequential, and another, which they make, in others");
        }
    }

    private boolean isSequential(BytecodeBlock head) {
        int line = source.lineAt(head.start);
        return marks.sequential().stream()
                .filter(mark -> mark.lines().contain(line))
                .anyMatch(mark -> mark.isElement()
                        ? line == mark.lines().first()
                        : head.liveIn.stream().anyMatch(slot -> mark.name().equals(source.variable(slot, head.start))));
    }

    /** {@return whether a block may have one more copy; else that is rejected} */
    private boolean hasRoom(BytecodeBlock target, Set<Known> copies, Known next) {
        SourcePosition position = source.position(source.lineAt(target.start));
        List<List<Operand>> objects = Stream.concat(copies.stream(), Stream.of(next))
                .map(known -> known.shape.objects())
                .distinct()
                .toList();
        boolean areObjects = objects.size() > 1;
        int most = target.restart != BytecodeBlock.NONE ? MOST_OF_PATTERNS : areObjects ? MOST_OF_OBJECTS : MOST_COPIES;
        if (copies.size() >= most) {
            translation.arrayChoices.rejectMany(translation.findings, position, areObjects, most);
            return false;
        }
        if (objects.stream().map(List::size).distinct().count() > MOST_SIZES) {
            translation.arrayChoices.rejectGrowth(translation.findings, position);
            return false;
        }
        return true;
    }

    private Known known(BytecodeBlock target, Frame frame) {
        List<@Nullable Integer> numbers = new ArrayList<>();
        List<Operand> operands = frame.operands(target.liveIn);
        for (Operand operand : operands) {
            if (operand.identity() != 0) {
                numbers.add(operand.identity());
            }
            if (follows(target)) {
                operand.leaves().forEach(leaf -> numbers.add(ConstantSizes.of(leaf)));
            }
        }
        Operand restart = restart(target, frame);
        if (restart != null) {
            numbers.add(ConstantSizes.of(restart));
        }
        Shape shape = Shape.of(translation, operands);
        Map<BytecodeBlock, Entered> entered = new HashMap<>();
        for (BytecodeBlock loop : target.loops) {
            Entered before = current.entered.get(loop);
            entered.put(
                    loop,
                    before == null ? new Entered(shape) : loop == target ? before.again(shape.objects()) : before);
        }
        return new Known(shape, numbers, entered);
    }

    /** {@return whether code is translated in a row up to a block: constants stay constants there, which sizes of arrays must be} */
    private static boolean follows(BytecodeBlock target) {
        return target.start != 0 && !target.isHandler && target.predecessors.size() == 1;
    }

    @SuppressWarnings("ReferenceEquality") // the very same operand, and not one that is equal meanwhile
    private Frame joinFrame(BytecodeBlock target, Block block, Frame frame) {
        List<Value> leaves = new ArrayList<>();
        Operand restart = restart(target, frame);
        for (Operand operand : frame.operands(target.liveIn)) {
            List<Value> own = operand.leaves();
            boolean isConstant = follows(target) || operand == restart;
            for (int i = 0; i < own.size(); i++) {
                leaves.add(translation.isKnown(operand, i) ? own.get(i) : joined(isConstant, block, own.get(i)));
            }
        }
        translation.arrayChoices.note(block, source.position(source.lineAt(target.start)));
        if (frame.isFilling() && isForward(target)) {
            translation.forwardJoins.add(block);
        }
        Frame joined = frame.withLeaves(target.liveIn, leaves.iterator());
        for (int slot = target.liveIn.nextSetBit(0); slot >= 0; slot = target.liveIn.nextSetBit(slot + 1)) {
            String name = source.variable(slot, target.start);
            name(joined, joined.local(slot), block, name);
            if (joined.local(slot) instanceof Plain(BlockParam param)
                    && param.block() == block
                    && marks(name, target)) {
                param.keep();
            }
        }
        return joined;
    }

    /** {@return whether a variable marks a loop, whose head a block is} */
    private boolean marks(@Nullable String name, BytecodeBlock head) {
        int line = source.lineAt(head.start);
        return marks.sequential().stream()
                        .anyMatch(mark -> !mark.isElement()
                                && mark.name().equals(name)
                                && mark.lines().contain(line))
                && !isForward(head);
    }

    /** Gives parameters of a block the name of the variable that they are, or are part of. */
    private static void name(Frame frame, Operand operand, Block block, @Nullable String name) {
        if (operand instanceof Plain(Value value) && value.block() == block) {
            value.setName(name);
        } else if (operand instanceof Operand.Reference reference && name != null) {
            frame.state(reference).fields().forEach((key, field) -> {
                if (field instanceof Plain) {
                    name(frame, field, block, name + "." + MethodText.field(key));
                }
            });
        }
    }

    /** {@return whether no way leads to a block that comes after it} */
    private boolean isForward(BytecodeBlock target) {
        int own = graph.order().indexOf(target);
        return target.predecessors.stream().allMatch(before -> graph.order().indexOf(before) < own);
    }

    /** {@return what says from which case on a block asks, which tells copies of it apart; null if it asks for none} */
    private static @Nullable Operand restart(BytecodeBlock target, Frame frame) {
        return switch (target.restart) {
            case BytecodeBlock.NONE -> null;
            case BytecodeBlock.ON_STACK -> frame.peek(0);
            default -> frame.local(target.restart);
        };
    }

    private Value joined(boolean isConstant, Block block, Value leaf) {
        Integer constant = translation.tellsArraysApart && isConstant ? ConstantSizes.of(leaf) : null;
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
        return isJoin(target) ? entry(target, frame).join.arguments(translation, frame) : List.of();
    }
}
