package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.WidenedFloats;
import dev.gpukernel.internal.frontend.Operand.Aggregate;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Reference;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Text;
import dev.gpukernel.internal.frontend.Operand.TextBuilder;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.intrinsic.FloatingRemainder;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Translates calls: of intrinsics to their operation, of other methods by translating their bytecode, mostly in place of the call. */
final class CallTranslator {
    private static final String CONSTRUCTOR = "<init>";
    private static final String OBJECT = "java/lang/Object";

    /** Calls inside each other, beyond which the translation itself might overflow its stack. */
    private static final int MOST_DEPTH = 200;

    private static final int BODILESS = Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;

    private final Translation translation;
    private final InstructionTranslator instructions;
    private final List<ActiveCall> active;
    private final SharedCalls shared;
    private final AtomicCalls atomics;
    private final PrintCalls printing;
    private final SegmentCalls segments;
    private final TextCalls texts;
    private final RecordArrayCopies recordCopies;
    private final CudaCalls cuda;
    private final List<Returns.Way> otherReturns = new ArrayList<>();

    /** Objects that the method made, whose constructors are done when the calls here return. */
    private final Set<Reference> making = new HashSet<>();

    CallTranslator(Translation translation, InstructionTranslator instructions, List<ActiveCall> active) {
        this.translation = translation;
        this.instructions = instructions;
        this.active = active;
        this.shared = new SharedCalls(translation, instructions, this);
        this.atomics = new AtomicCalls(instructions);
        this.printing = new PrintCalls(translation, instructions);
        this.segments = new SegmentCalls(translation, instructions);
        this.texts = new TextCalls(instructions, this);
        this.recordCopies = new RecordArrayCopies(instructions, this);
        this.cuda = new CudaCalls(translation, instructions);
    }

    PrintCalls printing() {
        return printing;
    }

    /** {@return internal name of the class that declares the method with the calls} */
    String owner() {
        return active.getLast().owner();
    }

    /** Notes that an object is made, whose constructor is called next. */
    void making(Reference object) {
        making.add(object);
    }

    /** {@return where the last call leads to with another array or object, which is given out once} */
    List<Returns.Way> otherReturns() {
        List<Returns.Way> others = List.copyOf(otherReturns);
        otherReturns.clear();
        return others;
    }

    void translate(MethodInsnNode call) {
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        int operands = Type.getArgumentTypes(call.desc).length + (isStatic ? 0 : 1);
        List<Operand> arguments = instructions.frame().popAll(operands);
        Type result = Type.getReturnType(call.desc);
        if (hasRejected(arguments)) {
            if (call.name.equals(CONSTRUCTOR) && arguments.getFirst() instanceof Reference object) {
                instructions.frame().reject(object);
            }
            pushRejected(result);
        } else if (JdkObjects.isUnseeded(call)) {
            rejectUnseeded(call, arguments, result);
        } else if (translatesEnum(call, arguments)
                || recordCopies.translate(call, arguments)
                || copiesRows(call, arguments)) {
            return;
        } else if (call.name.equals(CONSTRUCTOR)) {
            construct(call, arguments);
        } else if (isStatic) {
            callStatic(call, arguments, result);
        } else if (printing.prints(call, arguments)
                || segments.translate(call, arguments)
                || texts.translate(call, arguments)) {
            return;
        } else if (arguments.getFirst() instanceof TextBuilder builder) {
            callBuilder(call, builder, arguments, result);
        } else if (arguments.getFirst() instanceof Aggregate record) {
            callMethod(record.className(), call, arguments, result);
        } else if (arguments.getFirst() instanceof Reference object) {
            callMethod(object.className(), call, arguments, result);
        } else if (arguments.getFirst() instanceof Operand.Instance object) {
            callMethod(object.node(), call, arguments, result);
        } else if (arguments.getFirst() instanceof Operand.Held object) {
            callMethod(object.className(), call, arguments, result);
        } else if (arguments.getFirst() instanceof Operand.EnumValue constant) {
            callMethod(constant, call, arguments, result);
        } else {
            callReference(call, arguments, result);
        }
    }

    private void rejectUnseeded(MethodInsnNode call, List<Operand> arguments, Type result) {
        instructions.reject(Message.RANDOM_NUMBERS, MethodText.of(call));
        if (!arguments.isEmpty() && arguments.getFirst() instanceof Reference object) {
            instructions.frame().reject(object);
        }
        pushRejected(result);
    }

    /** Pushes a copy of an array of rows with another length, if that is what is called; {@return whether it is} */
    private boolean copiesRows(MethodInsnNode call, List<Operand> arguments) {
        return call.owner.equals("java/util/Arrays")
                && call.name.equals("copyOf")
                && call.desc.equals("([Ljava/lang/Object;I)[Ljava/lang/Object;")
                && arguments.getLast() instanceof Plain(Value length)
                && instructions.copiesRows(arguments.getFirst(), length);
    }

    private void callReference(MethodInsnNode call, List<Operand> arguments, Type result) {
        JdkCalls.Own copy = JdkCalls.ofClone(call, arguments);
        if (copy == null) {
            if (!JdkCalls.isClone(call) || !instructions.clonesRows(arguments.getFirst())) {
                rejectUnknown(call, arguments, result);
            }
        } else {
            push(inlineOwn(copy.owner(), call.name, copy.descriptor(), arguments), result);
        }
    }

    /** Calls a method of an object that is passed. Where kernels are compiled, its class is not known, and may override the method. */
    private void callMethod(Inputs.Node object, MethodInsnNode call, List<Operand> arguments, Type result) {
        translation.inputs.ask(object);
        ClassFiles.Found found = translation.classes.selected(object.className(), call.owner, call.name, call.desc);
        boolean isMissing = found == null || (found.method().access & Opcodes.ACC_ABSTRACT) != 0;
        if (isMissing && translation.isOpen(object)) {
            translation.later.leaveOpen();
            pushRejected(result);
        } else if (isMissing && found != null && !object.isExact()) {
            // It is null, which plain Java throws at.
            push(never(call.desc), result);
        } else if (isMissing && FunctionClass.isOne(object.className())) {
            instructions.reject(
                    Message.FUNCTION_UNSEEN, object.name(), MethodText.simpleName(call.owner), MethodText.of(call));
            pushRejected(result);
        } else {
            callMethod(object.className(), call, arguments, result);
        }
    }

    /** Calls a method of an object whose class is known, and so the method that runs. */
    private void callMethod(String className, MethodInsnNode call, List<Operand> arguments, Type result) {
        ClassFiles.Found found = call.getOpcode() == Opcodes.INVOKESPECIAL
                ? translation.classes.method(above(call), call.name, call.desc)
                : translation.classes.selected(className, call.owner, call.name, call.desc);
        if (found != null && found.owner().name.equals(OBJECT) && !call.name.equals("equals")) {
            callObject(className, call, result);
        } else if (Enums.isName(found) && arguments.getFirst() instanceof Operand.EnumValue constant) {
            chooseText(constant, "name", Enums.names(ofConstants(constant)));
        } else {
            inline(found, className, call, arguments, result);
        }
    }

    /**
     * Pushes a text that goes with a constant of an enum, one text or another.
     *
     * @param what the texts are
     * @param texts that of each constant, in their order
     */
    void chooseText(Operand.EnumValue constant, String what, List<@Nullable String> texts) {
        Enums.Texts chosen = new Enums.Texts(ofConstants(constant), what, texts);
        MethodInsnNode call = chosen.call();
        inline(
                new ClassFiles.Found(ofConstants(constant), chosen),
                call.owner,
                call,
                List.of(constant),
                Type.getReturnType(call.desc));
    }

    private ClassNode ofConstants(Operand.EnumValue constant) {
        ClassNode node = translation.classes.find(constant.className());
        if (node == null) {
            throw new IllegalStateException("no class file of " + constant.className());
        }
        return node;
    }

    /** Calls a method of a constant of an enum, which may have a body of its own with that method. */
    private void callMethod(Operand.EnumValue constant, MethodInsnNode call, List<Operand> arguments, Type result) {
        ClassNode node = translation.classes.find(constant.className());
        if (node == null || call.getOpcode() == Opcodes.INVOKESPECIAL) {
            callMethod(constant.className(), call, arguments, result);
            return;
        }
        List<String> classNames = Enums.classNames(translation.classes, node);
        Integer ordinal = ConstantSizes.of(constant.ordinal());
        if (ordinal != null) {
            callMethod(classNames.get(ordinal), call, arguments, result);
            return;
        }
        List<ClassFiles.@Nullable Found> methods = classNames.stream()
                .<ClassFiles.@Nullable Found>map(
                        name -> translation.classes.selected(name, call.owner, call.name, call.desc))
                .toList();
        if (methods.stream().distinct().count() <= 1) {
            callMethod(constant.className(), call, arguments, result);
        } else {
            Enums.Choice choice = new Enums.Choice(node.name, call, methods);
            inline(new ClassFiles.Found(node, choice), node.name, choice.call(), arguments, result);
        }
    }

    /** {@return the class in which a search begins for what {@code super.method()} calls, or for a private method} */
    private String above(MethodInsnNode call) {
        String caller = active.getLast().owner();
        ClassNode node = translation.classes.find(caller);
        if (node == null
                || node.superName == null
                || call.owner.equals(caller)
                || !translation.classes.isSubclass(caller, call.owner)) {
            return call.owner;
        }
        return node.superName;
    }

    /** What an object has of {@link Object} tells it from others, or is told by its class. */
    private void callObject(String className, MethodInsnNode call, Type result) {
        if (call.name.equals("getClass")) {
            instructions.frame().push(new Operand.ClassLiteral(className));
        } else {
            reject(new MethodInsnNode(call.getOpcode(), className, call.name, call.desc), result);
        }
    }

    private boolean hasRejected(List<Operand> arguments) {
        for (Operand argument : arguments) {
            if (argument instanceof Rejected
                    || (argument instanceof Operand.BoxedArray array && array.isRejected())
                    || (argument instanceof Reference object
                            && instructions.frame().isRejected(object))) {
                return true;
            }
        }
        return false;
    }

    /** Translates a call that has to do with an enum, or with a switch over one; {@return whether it was such a call} */
    private boolean translatesEnum(MethodInsnNode call, List<Operand> arguments) {
        Operand made = Enums.result(instructions, translation.classes, call, arguments);
        if (made != null) {
            instructions.frame().push(made);
            return true;
        }
        return arguments.isEmpty()
                && SwitchIdioms.isEclipseTable(call)
                && instructions.loadsTable(
                        translation.statics.made(call.owner, call.name), Type.getReturnType(call.desc));
    }

    private void callBuilder(MethodInsnNode call, TextBuilder builder, List<Operand> arguments, Type result) {
        Operand made = TextCalls.result(call, builder, arguments);
        if (made == null) {
            reject(call, result);
            return;
        }
        if (made instanceof TextBuilder) {
            instructions.frame().replaceObject(builder.identity(), made);
        }
        instructions.frame().push(made);
    }

    private void reject(MethodInsnNode call, Type result) {
        instructions.reject(Message.CALL_UNSUPPORTED, UnsupportedCall.arguments(MethodText.of(call), ""));
        pushRejected(result);
    }

    /** Rejects a call of a method that cannot be read, and so does what nobody knows with the objects that it is given. */
    private void rejectUnknown(MethodInsnNode call, List<Operand> arguments, Type result) {
        int first = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
        for (Operand argument : arguments.subList(first, arguments.size())) {
            if (argument instanceof Reference object) {
                instructions.rejectLeaving(object, "passed to " + MethodText.of(call));
                pushRejected(result);
                return;
            }
        }
        if (first == 1 && arguments.getFirst() instanceof Operand.Null) {
            instructions.reject(Message.REFERENCE_VALUE, "null, of which " + MethodText.of(call) + " is called");
            pushRejected(result);
        } else if (first == 1
                && arguments.getFirst() instanceof Operand.Held held
                && FunctionClass.isOne(held.className())) {
            instructions.reject(
                    Message.FUNCTION_UNSEEN,
                    MethodText.simpleName(held.className()),
                    MethodText.simpleName(call.owner),
                    MethodText.of(call));
            pushRejected(result);
        } else {
            reject(call, result);
        }
    }

    private void pushRejected(Type result) {
        if (result.getSort() != Type.VOID) {
            instructions.frame().push(InstructionTranslator.rejected(result));
        }
    }

    /** {@return what a method of the program is that takes the greater or the lesser of two numbers, null if it does something else} */
    private @Nullable Intrinsics comparison(MethodInsnNode call) {
        ClassFiles.Found found =
                ComparisonMethods.mayBe(call) ? translation.classes.method(call.owner, call.name, call.desc) : null;
        return found == null ? null : ComparisonMethods.of(found.method());
    }

    private void callStatic(MethodInsnNode call, List<Operand> arguments, Type result) {
        Operand made = Boxes.made(call, arguments);
        if (made == null) {
            made = TextCalls.made(call, arguments);
        }
        if (made != null) {
            instructions.frame().push(made);
            return;
        }
        if (TextCalls.isText(call) && arguments.getFirst().isReference()) {
            instructions.frame().push(arguments.getFirst());
            translate(TextCalls.toText());
            return;
        }
        if (shared.translate(call, arguments)
                || atomics.translate(call, arguments)
                || printing.translate(call, arguments)
                || texts.formats(call, arguments)) {
            return;
        }
        String owner = translation.fast && hasApproximation(call) ? Intrinsics.APPROXIMATE : call.owner;
        Intrinsics intrinsic = Intrinsics.of(owner, call.name, call.desc);
        if (intrinsic == null) {
            intrinsic = comparison(call);
        }
        if (intrinsic == null) {
            if (isFunction(call, arguments)) {
                return;
            }
            JdkCalls.Own own = JdkCalls.own(call, arguments);
            if (own == null) {
                inline(translation.classes.method(owner, call.name, call.desc), owner, call, arguments, result);
            } else {
                push(inlineOwn(own.owner(), call.name, own.descriptor(), arguments), result);
            }
            return;
        }
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            values.add(passed(
                    InstructionTranslator.value(arguments.get(i)),
                    intrinsic.parameters().get(i)));
        }
        Value value = translation.builder.emit(new Op.Call(intrinsic), values);
        if (value.type() instanceof TupleType tuple) {
            instructions.frame().push(parts(intrinsic.resultClass(), tuple, value));
        } else if (result.getSort() != Type.VOID) {
            instructions
                    .frame()
                    .push(
                            value.type() == ScalarType.I1
                                    ? instructions.emit(new Op.Convert(ScalarType.I1, ScalarType.I32), value)
                                    : value);
        }
    }

    /** {@return a record of what an intrinsic gives} */
    private Operand parts(String className, TupleType tuple, Value value) {
        List<Operand> parts = new ArrayList<>();
        for (int i = 0; i < tuple.components().size(); i++) {
            parts.add(new Plain(translation.builder.emit(new Op.Part(tuple, i), value)));
        }
        return translation.records.made(className, parts);
    }

    /** Translates a function of which the compiler has a faster form; {@return whether it was one} */
    private boolean isFunction(MethodInsnNode call, List<Operand> arguments) {
        JdkCalls.Own own = JdkCalls.function(call, arguments, owner());
        if (own == null) {
            return false;
        }
        List<Operand> passed = new ArrayList<>();
        Type[] types = Type.getArgumentTypes(own.descriptor());
        for (int i = 0; i < types.length; i++) {
            Value value = InstructionTranslator.value(arguments.get(i));
            boolean narrows = types[i].getSort() == Type.FLOAT && value.type() == ScalarType.F64;
            passed.add(new Plain(narrows ? WidenedFloats.narrowed(translation.builder, value) : value));
        }
        Operand result = inlineOwn(own.owner(), call.name, own.descriptor(), passed);
        instructions
                .frame()
                .push(
                        result instanceof Plain(Value value)
                                ? widened(value)
                                : InstructionTranslator.rejected(Type.DOUBLE_TYPE));
        return true;
    }

    private Operand widened(Value value) {
        return new Plain(value.type() == ScalarType.F32 ? instructions.emit(WidenedFloats.WIDENING, value) : value);
    }

    /** {@return an argument as an intrinsic takes it: Java's booleans are ints on the stack} */
    private Value passed(Value value, dev.gpukernel.internal.ir.Type parameter) {
        if (parameter != ScalarType.I1) {
            return value;
        }
        return instructions.emit(
                new Op.Compare(Predicate.NE, ScalarType.I32), value, instructions.emit(Op.Constant.of(0)));
    }

    private boolean hasApproximation(MethodInsnNode call) {
        return call.owner.equals(Intrinsics.EXACT)
                && translation.classes.method(Intrinsics.APPROXIMATE, call.name, call.desc) != null;
    }

    private void inline(
            ClassFiles.@Nullable Found found, String owner, MethodInsnNode call, List<Operand> arguments, Type result) {
        if (found == null ? translation.classes.mayComeLater(owner) : isStripped(found)) {
            translation.later.leaveOpen();
            pushRejected(result);
            return;
        }
        if (found != null && cuda.translate(found, call, arguments)) {
            return;
        }
        if (found == null || !isTranslatable(found, arguments)) {
            rejectUnknown(call, arguments, result);
            return;
        }
        ActiveCall callee = ActiveCall.of(found.owner().name, call.name, call.desc, arguments);
        boolean endsHere = active.contains(callee)
                && result.getSort() < Type.ARRAY
                && translation.recursions.endsHere(cycle(callee));
        if (endsHere) {
            push(never(call.desc), result);
        } else if (rejectsExpansion(callee, found, arguments)) {
            pushRejected(result);
        } else {
            call(found, callee, arguments, (frame, value) -> push(frame, value, result));
        }
    }

    /** {@return the methods by which one calls itself} */
    private String cycle(ActiveCall callee) {
        return active.subList(active.lastIndexOf(callee), active.size()).stream()
                .map(ActiveCall::text)
                .collect(Collectors.joining(" → ", "", " → " + callee.text()));
    }

    /** {@return whether a method has a body, and takes no lock or one that no other thread can have} */
    private static boolean isTranslatable(ClassFiles.Found found, List<Operand> arguments) {
        int access = found.method().access;
        boolean isOfThread = (access & Opcodes.ACC_STATIC) == 0 && arguments.getFirst() instanceof Reference;
        return (access & BODILESS) == 0 && ((access & Opcodes.ACC_SYNCHRONIZED) == 0 || isOfThread);
    }

    private void push(@Nullable Operand value, Type result) {
        push(instructions.frame(), value, result);
    }

    private static void push(Frame frame, @Nullable Operand value, Type result) {
        if (result.getSort() != Type.VOID) {
            frame.push(value == null ? InstructionTranslator.rejected(result) : value);
        }
    }

    private boolean hasRoom(ClassFiles.Found found, ActiveCall callee, List<Operand> arguments) {
        return translation.functions.isMade(CallKey.of(callee, arguments))
                || translation.budget().take(found.method().instructions.size());
    }

    /**
     * Calls the function that was made of a method, if one was chosen to be made, or else puts the method in place of the call.
     *
     * @param then does what follows from the value, null if nothing is returned, in the frame of each way on which the caller goes on
     */
    private void call(
            ClassFiles.Found found,
            ActiveCall callee,
            List<Operand> arguments,
            BiConsumer<Frame, @Nullable Operand> then) {
        CallKey key = CallKey.of(callee, arguments);
        CalledFunctions functions = translation.functions;
        Frame frame = instructions.frame();
        // No function calls itself: further calls are part of the first one.
        boolean isAgain = active.contains(callee);
        // What a function throws leaves the kernel.
        boolean staysHere = instructions.exceptions().areCaught() && !JdkCalls.isRare(callee);
        if (!isAgain && functions.isChosen(key) && !staysHere) {
            then.accept(frame, functions.invoke(translation, found, active, key, arguments));
            return;
        }
        if (!isAgain) {
            functions.profile().enter(key, found.method());
        }
        List<Returns.Way> ways = MethodTranslator.inline(translation, found, active, callee, arguments, instructions);
        if (!isAgain) {
            functions.profile().leave();
        }
        for (Returns.Way way : ways.stream().skip(1).toList()) {
            Frame other = frame.copy();
            other.takeObjects(way.frame());
            then.accept(other, way.value());
            otherReturns.add(new Returns.Way(way.block(), other));
        }
        if (ways.isEmpty()) {
            if (callee.name().equals(CONSTRUCTOR) && arguments.getFirst() instanceof Reference object) {
                neverMade(object);
            }
            then.accept(frame, never(found.method().desc));
        } else {
            frame.takeObjects(ways.getFirst().frame());
            then.accept(frame, ways.getFirst().value());
        }
    }

    /** What follows is read, although it is never done: the fields of the object are taken to hold anything. */
    private void neverMade(Reference object) {
        InstanceFields.of(translation.classes, object.className())
                .forEach((field, type) ->
                        instructions.frame().setField(object, field, Returns.never(translation, type)));
    }

    private @Nullable Operand never(String descriptor) {
        Type result = Type.getReturnType(descriptor);
        return result.getSort() == Type.VOID ? null : Returns.never(translation, result);
    }

    /** {@return whether a method cannot be translated in place of its call, which is then said} */
    private boolean rejectsExpansion(ActiveCall callee, ClassFiles.Found found, List<Operand> arguments) {
        if (active.contains(callee) && !translation.recursions.mayBeCalled(callee, active, arguments)) {
            instructions.reject(Message.RECURSION, cycle(callee));
            return true;
        }
        if (active.size() >= MOST_DEPTH || !hasRoom(found, callee, arguments)) {
            instructions.reject(Message.KERNEL_TOO_LARGE, callee.text());
            return true;
        }
        return false;
    }

    /** {@return whether a method lacks the body that it will have when the kernel runs, as in what some tools compile against} */
    private boolean isStripped(ClassFiles.Found found) {
        return translation.classes.isPartial(found.owner().name)
                && (found.method().access & BODILESS) == 0
                && found.method().instructions.size() == 0;
    }

    private void construct(MethodInsnNode call, List<Operand> arguments) {
        switch (arguments.getFirst()) {
            case Thrown thrown -> constructException(call, thrown, arguments);
            case TextBuilder _ when arguments.size() == 1 -> {}
            case TextBuilder builder
            when arguments.size() == 2 && arguments.get(1) instanceof Text text ->
                instructions.frame().replaceObject(builder.identity(), builder.plus(text));
            // What every constructor calls first.
            case Reference _ when call.owner.equals(OBJECT) || call.owner.equals("java/lang/Record") -> {}
            case Reference object -> constructObject(call, object, arguments);
            case Aggregate _, Operand.Null _, Operand.ClassLiteral _ -> reject(call, Type.VOID_TYPE);
            case Operand.UnfinishedRows _, Operand.EnumValue _, Operand.EnumArray _ -> reject(call, Type.VOID_TYPE);
            case Plain _, Operand.Rows _, Operand.RecordArray _ -> reject(call, Type.VOID_TYPE);
            case Text _, Operand.Formatted _, TextBuilder _, Rejected _ -> reject(call, Type.VOID_TYPE);
            case Operand.Console _, Operand.BoxedArray _ -> reject(call, Type.VOID_TYPE);
            case Operand.Segment _, Operand.Layout _, Operand.Caught _ -> reject(call, Type.VOID_TYPE);
            case Operand.Instance _, Operand.Held _ -> reject(call, Type.VOID_TYPE);
        }
    }

    private void constructException(MethodInsnNode call, Thrown thrown, List<Operand> arguments) {
        List<Operand> given = arguments.subList(1, arguments.size());
        if (ThrowArguments.areKnown(given) || isOfCaught(given)) {
            instructions.frame().replaceObject(thrown.identity(), thrown.of(call.desc, given, translation.position()));
        } else {
            instructions.reject(Message.EXCEPTION_ARGUMENTS, MethodText.of(call));
        }
    }

    /** {@return whether an exception is made of the text of one that was caught, and of that, as only a pattern does} */
    private static boolean isOfCaught(List<Operand> given) {
        return given.size() == 2
                && given.getFirst() instanceof Operand.Caught
                && given.getLast() instanceof Operand.Caught;
    }

    private void constructObject(MethodInsnNode call, Reference object, List<Operand> arguments) {
        String owner = JdkObjects.made(call.owner);
        ClassFiles.Found found = translation.classes.method(owner, CONSTRUCTOR, call.desc);
        if (found != null && isStripped(found)) {
            translation.later.leaveOpen();
            instructions.frame().reject(object);
            return;
        }
        if (found == null) {
            reject(call, Type.VOID_TYPE);
            return;
        }
        ActiveCall callee = ActiveCall.of(owner, CONSTRUCTOR, call.desc, arguments);
        if (rejectsExpansion(callee, found, arguments)) {
            instructions.frame().reject(object);
            return;
        }
        // A constructor may call another one, of its class or of the one above, on the same object.
        boolean isDone = making.contains(object);
        call(found, callee, arguments, (frame, _) -> {
            if (isDone && translation.classes.isRecord(object.className())) {
                // It does not change any more.
                frame.replaceReference(object, frame.state(object));
            }
        });
    }

    /** {@return the remainder of two floating-point numbers: no GPU has an instruction for it} */
    Operand floatingRemainder(List<Operand> operands, ScalarType type) {
        String descriptor = type == ScalarType.F32 ? "(FF)F" : "(DD)D";
        Operand value = inlineOwn(FloatingRemainder.class, FloatingRemainder.METHOD, descriptor, operands);
        if (value == null) {
            throw new IllegalStateException("the remainder is nothing");
        }
        return value;
    }

    /** Translates a method of the compiler's own in place of what it stands for; {@return its result, null if void} */
    @Nullable Operand inlineOwn(Class<?> type, String method, String descriptor, List<Operand> arguments) {
        String owner = type.getName().replace('.', '/');
        ClassFiles.Found found = translation.classes.method(owner, method, descriptor);
        if (found == null) {
            throw new IllegalStateException("no class file of " + owner);
        }
        return inline(found, arguments);
    }

    /** Translates a method in place; {@return its result, null if void} */
    @Nullable Operand inline(ClassFiles.Found found, List<Operand> arguments) {
        MethodNode method = found.method();
        ActiveCall callee = ActiveCall.of(found.owner().name, method.name, method.desc, arguments);
        Type result = Type.getReturnType(method.desc);
        if (rejectsExpansion(callee, found, arguments)) {
            return InstructionTranslator.rejected(result);
        }
        call(found, callee, arguments, (frame, value) -> {
            if (value != null) {
                frame.push(value);
            }
        });
        return result.getSort() == Type.VOID ? null : instructions.frame().pop();
    }
}
