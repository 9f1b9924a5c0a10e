package dev.gpukernel.internal.frontend;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.intrinsic.GridOperations;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.RedundantParams;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.ThreadArrays;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/** Reads kernels from class files. */
public final class FrontEnd {
    private FrontEnd() {}

    /**
     * A kernel as it was read.
     *
     * @param function the method's code, unchanged in meaning, calling functions if that is worth it
     * @param parameterNames names of its parameters
     * @param marks what the author says of its loops
     * @param hasCopies whether its code may be there several times, for each array that a variable may be
     * @param checksNull whether it asks if an array or object is null; the code is that of a kernel of which none is
     * @param alignedSegments leaves that are memory segments which must begin at a multiple of their elements' size
     * @param inputs what it uses of objects, which are the last parameters
     * @param outputs what it may return
     */
    public record ReadKernel(
            Function function,
            List<String> parameterNames,
            LoopMarks marks,
            boolean hasCopies,
            boolean checksNull,
            BitSet alignedSegments,
            Inputs inputs,
            List<Output.Choice> outputs) {}

    /**
     * Reads a kernel.
     *
     * @param method an annotated method
     * @param outlining which of the methods it calls shall be functions
     * @return its code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     * @throws IllegalArgumentException if the class file cannot be found
     */
    public static ReadKernel read(Method method, Outlining outlining) {
        return read(method, outlining, false, Variant.USUAL);
    }

    /**
     * Reads a kernel.
     *
     * @param method an annotated method
     * @param outlining which of the methods it calls shall be functions
     * @param checksIndices whether indices are checked even if the annotation asks for no checks
     * @param variant what arguments it is read for
     * @return its code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     * @throws IllegalArgumentException if the class file cannot be found
     */
    public static ReadKernel read(Method method, Outlining outlining, boolean checksIndices, Variant variant) {
        return switch (reading(method, outlining, checksIndices, variant)) {
            case Reading.Complete(ReadKernel kernel) -> kernel;
            case Reading.Refused(String name, List<Reading.Finding> findings, Reading.@Nullable Rest _) ->
                throw new KernelRejectedException(
                        name, findings.stream().map(Reading.Finding::diagnostic).toList());
            case Reading.Open _ -> throw new IllegalStateException("all classes are loaded");
        };
    }

    /**
     * Reads a kernel where it runs.
     *
     * @param method an annotated method
     * @param outlining which of the methods it calls shall be functions
     * @param checksIndices whether indices are checked even if the annotation asks for no checks
     * @param variant what arguments it is read for
     * @return its code, or everything in it that cannot run on a GPU
     * @throws IllegalArgumentException if the class file cannot be found
     */
    public static Reading reading(Method method, Outlining outlining, boolean checksIndices, Variant variant) {
        Class<?> type = method.getDeclaringClass();
        LoadedClasses loaded = new LoadedClasses(
                variant.inputs().classes().loader(type), variant.inputs().classes());
        ClassFiles classes = new ClassFiles(loaded);
        ClassFiles.Found declaredThere =
                classes.method(Type.getInternalName(type), method.getName(), Type.getMethodDescriptor(method));
        if (declaredThere == null) {
            throw new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(type.getName()));
        }
        ClassFiles.Found found =
                overriding(classes, declaredThere, variant.inputs().receiver(type));
        MethodSource annotated = new MethodSource(declaredThere.owner(), declaredThere.method(), null);
        MethodSource source = new MethodSource(found.owner(), found.method(), null);
        Translation translation =
                translation(classes, found, annotated, checksIndices || annotated.isChecked(), variant, outlining);
        if (!Objects.equals(found, declaredThere)) {
            requireReadable(found, source, translation);
        }
        Signatures.check(classes, declaredThere, source, translation.findings);
        boolean declared = translation.findings.isEmpty();
        if (source.hasBody()) {
            Translation first = translation;
            translation = translated(first, found);
            if (!Objects.equals(translation, first)) {
                Signatures.check(classes, found, source, translation.findings);
            }
        }
        if (declared) {
            translation = outlined(translation, found, outlining);
        }
        loaded.requireSameClasses(translation.function.name(), classes.names());
        if (translation.findings.isEmpty()) {
            return new Reading.Complete(kernel(translation, source));
        }
        return refused(translation, declared ? rest(translation, found, source) : null);
    }

    /** {@return a kernel that is refused without what is refused in it, null if nothing can be said of that} */
    private static Reading.@Nullable Rest rest(Translation refused, ClassFiles.Found found, MethodSource source) {
        if (refused.budget().isExceeded() || !source.hasBody()) {
            return null;
        }
        Translation rest = refused.goingOn();
        translate(rest, found);
        if (rest.arrayChoices.areFound() && !rest.tellsArraysApart) {
            rest = rest.apart();
            translate(rest, found);
        }
        while (rest.made.areLearned() && !areLearned(rest)) {
            rest = rest.again();
            translate(rest, found);
        }
        Unread unread = rest.unread;
        boolean isSame = rest.findings.inOrder().equals(refused.findings.inOrder());
        return unread == null || !isSame || areLearned(rest) || !rest.isSound()
                ? null
                : new Reading.Rest(kernel(rest, source), unread.lines(), unread.values(), Unread.MARK);
    }

    /**
     * Reads a static method that computes a number of numbers.
     *
     * @param owner the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @param outlining which of the methods it calls shall be functions
     * @return its code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     * @throws IllegalArgumentException if the class file cannot be found
     */
    public static Function function(Class<?> owner, String method, String descriptor, Outlining outlining) {
        ClassFiles classes = new ClassFiles(new LoadedClasses(owner.getClassLoader()));
        ClassFiles.Found found = found(classes, Type.getInternalName(owner), method, descriptor);
        MethodSource source = new MethodSource(found.owner(), found.method(), null);
        Translation inlined = readFunction(translation(classes, found, source, true, Variant.USUAL, outlining), found);
        return outlined(inlined, found, outlining).function;
    }

    /**
     * Reads a method of an object, or a static one, that computes a number of numbers and arrays, with all that it calls in place of the calls.
     * What is used of the object are parameters, behind those of the method. An array is a row, or a matrix, in a larger array: it is the
     * elements of that one, where it is in it, and its sizes. One that returns nothing fills its last array.
     *
     * @param declared the method, as an interface of the object declares it
     * @param inputs of which class the object is
     * @param outlining which of the methods it calls shall be functions
     * @return its code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     * @throws IllegalArgumentException if the class file cannot be found
     */
    public static ReadKernel function(Method declared, Inputs inputs, Outlining outlining) {
        Class<?> type = declared.getDeclaringClass();
        LoadedClasses loaded = new LoadedClasses(inputs.classes().loader(type), inputs.classes());
        ClassFiles classes = new ClassFiles(loaded);
        ClassFiles.Found found = overriding(
                classes,
                found(classes, Type.getInternalName(type), declared.getName(), Type.getMethodDescriptor(declared)),
                inputs.receiver(type));
        MethodSource source = new MethodSource(found.owner(), found.method(), null);
        Translation inlined =
                readFunction(translation(classes, found, source, true, Variant.ofRows(inputs), outlining), found);
        loaded.requireSameClasses(inlined.function.name(), classes.names());
        ElementFunctions.check(inlined, source.returnsNothing());
        if (!inlined.findings.isEmpty()) {
            throw new KernelRejectedException(inlined.function.name(), inlined.findings.inOrder());
        }
        return kernel(outlined(inlined, found, outlining), source);
    }

    private static Translation readFunction(Translation translation, ClassFiles.Found found) {
        Translation read = translated(translation, found);
        if (!read.findings.isEmpty()) {
            throw new KernelRejectedException(read.function.name(), read.findings.inOrder());
        }
        return read;
    }

    /** Rejects what no kernel may be, though the method that it overrides is one. */
    private static void requireReadable(ClassFiles.Found found, MethodSource source, Translation translation) {
        SourcePosition position = source.position(source.firstLine());
        if ((found.method().access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            translation.findings.add(Message.SYNCHRONIZED, position);
        } else if (!source.hasBody()) {
            translation.findings.add(Message.KERNEL_WITHOUT_BODY, position, translation.function.name(), "native");
        }
        if (!translation.findings.isEmpty()) {
            throw new KernelRejectedException(translation.function.name(), translation.findings.inOrder());
        }
    }

    /** {@return the method that a call comes to on an object of a class} */
    private static ClassFiles.Found overriding(ClassFiles classes, ClassFiles.Found declared, Class<?> receiver) {
        int direct = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
        if ((declared.method().access & direct) != 0) {
            return declared;
        }
        ClassFiles.Found found = classes.selected(
                Type.getInternalName(receiver), declared.owner().name, declared.method().name, declared.method().desc);
        if (found == null) {
            throw new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(receiver.getName()));
        }
        return found;
    }

    /**
     * Reads a kernel whose declaration is sound, of class files alone.
     *
     * @param classes the class files
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @param outlining which of the methods it calls shall be functions
     * @return its code, or everything in it that cannot run on a GPU
     */
    public static Reading read(
            ClassFiles classes, String owner, String method, String descriptor, Outlining outlining) {
        return read(classes, owner, method, descriptor, outlining, Variant.USUAL);
    }

    /**
     * Reads a kernel whose declaration is sound, of class files alone.
     *
     * @param classes the class files
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @param outlining which of the methods it calls shall be functions
     * @param variant what arguments it is read for
     * @return its code, or everything in it that cannot run on a GPU
     */
    public static Reading read(
            ClassFiles classes, String owner, String method, String descriptor, Outlining outlining, Variant variant) {
        ClassFiles.Found found = classes.method(owner, method, descriptor);
        if (found == null || lacksParameter(classes, descriptor)) {
            return new Reading.Open();
        }
        MethodSource source = new MethodSource(found.owner(), found.method(), null);
        Translation translation = translation(classes, found, source, source.isChecked(), variant, outlining);
        translation = translated(translation, found);
        if (translation.later.isLeftOpen()) {
            // With functions it may be small enough, but what is not known yet cannot be passed to them.
            return translation.findings.isEmpty() || translation.budget().isExceeded()
                    ? new Reading.Open()
                    : refused(translation, null);
        }
        translation = outlined(translation, found, outlining);
        return translation.findings.isEmpty()
                ? new Reading.Complete(kernel(translation, source))
                : refused(translation, rest(translation, found, source));
    }

    /**
     * Reads the declaration of any method as if it were a kernel, of class files alone.
     *
     * @param classes the class files
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @return what is wrong with it
     * @throws IllegalArgumentException if the class files have no such method
     */
    public static List<Reading.Finding> declaration(
            ClassFiles classes, String owner, String method, String descriptor) {
        ClassFiles.Found found = found(classes, owner, method, descriptor);
        Findings findings = new Findings();
        Signatures.check(classes, found, new MethodSource(found.owner(), found.method(), null), findings);
        return all(findings);
    }

    /**
     * Reads the body of a method whose declaration is not sound as far as it can be, of class files alone.
     *
     * @param classes the class files
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @return what is wrong with it apart from what is done with parameters, or {@code this}, that no kernel may have
     * @throws IllegalArgumentException if the class files have no such method
     */
    public static List<Reading.Finding> body(ClassFiles classes, String owner, String method, String descriptor) {
        ClassFiles.Found found = found(classes, owner, method, descriptor);
        MethodSource source = new MethodSource(found.owner(), found.method(), null);
        return all(
                translated(translation(classes, found, source, true, Variant.USUAL, Outlining.NONE), found).findings);
    }

    /**
     * Asks for the body of a method.
     *
     * @param classes the class files
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @return whether the class files have such a method, and it has one
     */
    public static boolean hasBody(ClassFiles classes, String owner, String method, String descriptor) {
        ClassFiles.Found found = classes.method(owner, method, descriptor);
        return found != null && new MethodSource(found.owner(), found.method(), null).hasBody();
    }

    static ClassFiles.Found found(ClassFiles classes, String owner, String method, String descriptor) {
        ClassFiles.Found found = classes.method(owner, method, descriptor);
        if (found == null) {
            throw new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(owner));
        }
        return found;
    }

    private static Reading refused(Translation translation, Reading.@Nullable Rest rest) {
        return new Reading.Refused(translation.function.name(), all(translation.findings), rest);
    }

    private static List<Reading.Finding> all(Findings findings) {
        return findings.inOrder().stream().map(Reading.Finding::new).toList();
    }

    private static boolean lacksParameter(ClassFiles classes, String descriptor) {
        Records records = new Records(classes, false);
        for (Type type : Type.getArgumentTypes(descriptor)) {
            // Numbers and arrays of them are in no file.
            boolean isKnown = type.getDescriptor().equals(SegmentCalls.DESCRIPTOR)
                    || records.holdsNumbers(type)
                    || (type.getSort() == Type.OBJECT && !classes.mayComeLater(type.getInternalName()));
            if (!isKnown) {
                return true;
            }
        }
        return false;
    }

    private static Translation translation(
            ClassFiles classes,
            ClassFiles.Found found,
            MethodSource source,
            boolean checked,
            Variant variant,
            Outlining outlining) {
        String owner = found.owner().name;
        String name = FunctionClass.isOne(owner)
                ? MethodText.simpleName(FunctionClass.owner(owner)) + ".lambda"
                : MethodText.simpleName(owner) + "." + found.method().name;
        return new Translation(classes, name, checked, source.isFast(), variant, outlining.rows());
    }

    private static ReadKernel kernel(Translation translation, MethodSource source) {
        List<String> names = new ArrayList<>(source.parameterNames());
        translation.inputs.setApartArrays(translation.objects.apart());
        translation.inputs.leaves().forEach(leaf -> names.add(leaf.name()));
        return new ReadKernel(
                translation.function,
                names,
                LoopMarks.of(translation.marks),
                translation.tellsArraysApart,
                translation.later.checksNull(),
                translation.segments.aligned(),
                translation.inputs,
                translation.returns.choices());
    }

    /** {@return a translation that tells arrays apart if a variable is one of several, and else the given one} */
    private static Translation translated(Translation usual, ClassFiles.Found found) {
        translate(usual, found);
        if (areLearned(usual) || usual.made.areLearned()) {
            return translated(usual.again(), found);
        }
        if (!usual.arrayChoices.areFound()) {
            return usual;
        }
        Translation apart = usual.apart();
        translate(apart, found);
        if (areLearned(apart)) {
            return translated(usual.again(), found);
        }
        while (apart.made.areLearned()) {
            apart = apart.again();
            translate(apart, found);
        }
        if (apart.findings.isEmpty()) {
            rejectCopiedWaits(apart);
        }
        return apart;
    }

    /** {@return whether more is known of what is passed than when the kernel was translated} */
    private static boolean areLearned(Translation translation) {
        boolean ofSegments = translation.segments.areLearned();
        boolean ofInputs = translation.inputs.areLearned();
        if (ofInputs) {
            // A field that was found on the way may be another parameter next time.
            translation.segments.forget();
        }
        return ofInputs || ofSegments;
    }

    /** Threads that wait for each other must take the same copy of the place where they do, and share the same arrays. */
    private static void rejectCopiedWaits(Translation apart) {
        List<Function> all = new ArrayList<>(apart.function.calledFunctions());
        all.add(apart.function);
        Set<SourcePosition> seen = new HashSet<>();
        for (Function function : all) {
            for (Block block : function.blocks()) {
                for (Instr instr : block.instrs()) {
                    SourcePosition position = instr.position();
                    if (concernsOthers(instr.op()) && position != null && !seen.add(position)) {
                        apart.arrayChoices.reject(
                                apart.findings,
                                position,
                                "may be one of several arrays where threads wait for each other");
                    }
                }
            }
        }
    }

    private static boolean concernsOthers(Op op) {
        return op.effect() == Effect.SYNCHRONISE || op instanceof Op.SharedArray;
    }

    /** {@return the translation with functions, if that is worth it or makes the kernel small enough} */
    private static Translation outlined(Translation inlined, ClassFiles.Found found, Outlining outlining) {
        return inlined.findings.isEmpty() || inlined.budget().isExceeded()
                ? Retranslation.of(inlined, found, outlining)
                : inlined;
    }

    /** Translates any method that has a body as if it were a kernel. What is wrong with it is among the findings. */
    static void translate(Translation translation, ClassFiles.Found found) {
        MethodTranslator.translateKernel(translation, found);
        if (translation.inputs.isStale()) {
            return;
        }
        translation.objects.checkWrites();
        if (translation.unread != null) {
            translation.unread.isRead(translation.findings);
        }
        if (translation.isSound()) {
            translation.rowOrigins.reject(translation.findings);
            RedundantParams.removeAll(translation.function);
            translation.recursions.settle();
            translation.arrayChoices.reject(translation.findings);
        }
        if (translation.isSound()) {
            translation.made.split();
            translation.made.setRows();
        }
        if (translation.isSound() && !translation.made.areLearned()) {
            translation.made.replaceRows();
        }
        if (translation.made.areLearned()) {
            return;
        }
        if (translation.isSound()) {
            translation.rowSwaps.settle();
        }
        if (translation.isSound()) {
            translation.rowTables.make();
            RowByRow.makeAtOnce(translation);
            MadeRecords.requireSet(translation);
        }
        if (translation.isSound() && GridOperations.areIn(translation.function)) {
            ownMadeArrays(translation);
        }
        if (translation.isSound()) {
            ReturnedArrays.change(translation.function, translation.ownRows);
            requireResult(translation, found);
        }
    }

    /**
     * Rejects a static kernel of numbers that can have no effect: it returns nothing, and there is neither an array nor a static field that
     * it writes.
     */
    private static void requireResult(Translation translation, ClassFiles.Found found) {
        MethodNode method = found.method();
        boolean takesObjects = Stream.of(Type.getArgumentTypes(method.desc))
                .anyMatch(type -> type.getSort() == Type.OBJECT && !translation.records.holdsNumbers(type));
        boolean hasPlace = (method.access & Opcodes.ACC_STATIC) == 0
                || Type.getReturnType(method.desc).getSort() != Type.VOID
                || takesObjects
                || !translation.inputs.written().isEmpty()
                || translation.function.params().stream().anyMatch(param -> param.type() instanceof ArrayType);
        if (!hasPlace) {
            MethodSource source = new MethodSource(found.owner(), method, null);
            translation.findings.add(Message.KERNEL_WITHOUT_ARRAY, source.position(source.firstLine()), method.name);
        }
    }

    /** What a thread makes is its own. That it is a thread that makes it shows in the end. */
    private static void ownMadeArrays(Translation translation) {
        for (BlockParam made : List.copyOf(translation.function.params())) {
            List<Instr> makers = ThreadArrays.makers(made);
            if (!makers.isEmpty() && ThreadArrays.canBeOwn(made)) {
                Dominators dominators = Dominators.of(translation.function);
                ThreadArrays.makeOwn(
                        made,
                        dominators.common(makers.stream().map(Instr::block).toList()));
                made.block().removeParam(made);
            } else if (!makers.isEmpty()) {
                made.users().forEach(user -> rejectOwn(translation, user));
                if (makers.size() > 1) {
                    translation.arrayChoices.reject(
                            translation.findings,
                            Objects.requireNonNull(makers.getLast().position()),
                            "may be one that the thread made before, of another length");
                }
            }
        }
    }

    private static void rejectOwn(Translation translation, Instr user) {
        if (user.op() instanceof Op.Invoke) {
            // A function takes the arrays that the kernel was passed.
            translation.functions.refuse(user);
        } else if (user.op() instanceof Op.Atomic && user.position() != null) {
            translation.findings.add(Message.ATOMIC_OWN_ARRAY, user.position());
        }
    }
}
