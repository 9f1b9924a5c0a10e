package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.declaration.KernelDeclaration.Kind;
import dev.gpukernel.internal.declaration.KernelDeclaration.Mistake;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Reads a kernel's declaration from its class file and checks it by the rules that the annotation processor has too. */
final class Signatures {
    /** The modifiers that matter. */
    private static final Map<Integer, String> MODIFIERS = Map.of(
            Opcodes.ACC_PRIVATE, "private",
            Opcodes.ACC_STATIC, "static",
            Opcodes.ACC_ABSTRACT, "abstract",
            Opcodes.ACC_NATIVE, "native",
            Opcodes.ACC_SYNCHRONIZED, "synchronized");

    private final Records records;

    private Signatures(ClassFiles classes) {
        this.records = new Records(classes, false);
    }

    static void check(ClassFiles classes, ClassFiles.Found found, MethodSource source, Findings findings) {
        SourcePosition position = source.position(source.firstLine());
        for (Mistake mistake :
                new Signatures(classes).declaration(found, source).mistakes()) {
            findings.add(mistake.message(), position, mistake.arguments().toArray());
        }
    }

    private KernelDeclaration declaration(ClassFiles.Found found, MethodSource source) {
        MethodNode method = found.method();
        Type[] types = Type.getArgumentTypes(method.desc);
        Type result = Type.getReturnType(method.desc);
        TypeText.Declared texts = TypeText.of(method);
        List<String> names = source.parameterNames();
        List<KernelDeclaration.Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            parameters.add(new KernelDeclaration.Parameter(
                    names.get(i), texts.parameters().get(i), kind(types[i]), source.isSpecialised(i)));
        }
        return new KernelDeclaration(
                method.name,
                hiding(found.owner()),
                MODIFIERS.entrySet().stream()
                        .filter(modifier -> (method.access & modifier.getKey()) != 0)
                        .map(Map.Entry::getValue)
                        .collect(Collectors.toSet()),
                texts.isGeneric(),
                texts.result(),
                Set.of(Kind.RECORD, Kind.RECORD_ARRAY, Kind.OBJECT).contains(kind(result))
                        && !result.getDescriptor().equals(TextCalls.DESCRIPTOR),
                parameters,
                source.blockSize());
    }

    private static @Nullable String hiding(ClassNode owner) {
        for (InnerClassNode type = inner(owner, owner.name); type != null; type = inner(owner, type.outerName)) {
            if (type.innerName == null) {
                return "an anonymous class";
            }
            if (type.outerName == null) {
                return "local class " + type.innerName;
            }
            if ((type.access & Opcodes.ACC_PRIVATE) != 0) {
                return "private class " + canonicalName(owner, type);
            }
        }
        return null;
    }

    /** {@return what a class file says of a class inside another, null if it is in none} */
    private static @Nullable InnerClassNode inner(ClassNode owner, String internalName) {
        return owner.innerClasses.stream()
                .filter(type -> type.name.equals(internalName))
                .findFirst()
                .orElse(null);
    }

    private static String canonicalName(ClassNode owner, InnerClassNode type) {
        InnerClassNode around = inner(owner, type.outerName);
        String outer = around == null ? type.outerName.replace('/', '.') : canonicalName(owner, around);
        return outer + "." + type.innerName;
    }

    private Kind kind(Type type) {
        if (type.getSort() < Type.ARRAY) {
            return Kind.SCALAR;
        }
        if (Records.element(type) != null) {
            return Kind.ARRAY;
        }
        if (type.getDescriptor().equals(SegmentCalls.DESCRIPTOR)) {
            return Kind.SEGMENT;
        }
        if (ElementTypes.ofRows(type) != null) {
            return Kind.ARRAYS;
        }
        if (type.getSort() == Type.ARRAY && type.getDimensions() == 1 && records.canBeElement(type.getElementType())) {
            return Kind.RECORD_ARRAY;
        }
        if (records.isOfNumbers(type)) {
            return Kind.RECORD;
        }
        return type.getSort() == Type.ARRAY || !KernelDeclaration.isTaken(type.getClassName())
                ? Kind.OTHER
                : Kind.OBJECT;
    }
}
