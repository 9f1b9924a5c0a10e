package dev.gpukernel.processor;

import dev.gpukernel.Specialise;
import dev.gpukernel.internal.declaration.KernelDeclaration;
import dev.gpukernel.internal.declaration.KernelDeclaration.BlockSize;
import dev.gpukernel.internal.declaration.KernelDeclaration.Kind;
import dev.gpukernel.internal.declaration.KernelDeclaration.Mistake;
import dev.gpukernel.internal.declaration.KernelDeclaration.OneParameter;
import dev.gpukernel.internal.declaration.KernelDeclaration.Whole;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Reads the declaration of a kernel and says where its mistakes are. Its body is checked when it is compiled for a device. */
final class DeclarationRules {
    private final Types types;

    DeclarationRules(Types types) {
        this.types = types;
    }

    /** {@return everything that is wrong, in source order of modifiers, type and parameters} */
    List<Finding> check(ExecutableElement kernel) {
        Optional<BlockSizeValue> blockSize = blockSize(kernel);
        Set<String> modifiers = new HashSet<>();
        for (Modifier modifier : kernel.getModifiers()) {
            modifiers.add(modifier.toString());
        }
        List<KernelDeclaration.Parameter> parameters = new ArrayList<>();
        for (VariableElement parameter : kernel.getParameters()) {
            parameters.add(parameter(parameter));
        }
        KernelDeclaration declaration = new KernelDeclaration(
                kernel.getSimpleName().toString(),
                privateClassAround(kernel),
                modifiers,
                !kernel.getTypeParameters().isEmpty(),
                sourceName(kernel.getReturnType()),
                Parameter.isResult(KernelMethod.erased(kernel.getReturnType())),
                parameters,
                blockSize.map(BlockSizeValue::size).orElse(0));
        List<Finding> findings = new ArrayList<>();
        for (Mistake mistake : declaration.mistakes()) {
            findings.add(finding(mistake, kernel, blockSize));
        }
        return findings;
    }

    private static Finding finding(Mistake mistake, ExecutableElement kernel, Optional<BlockSizeValue> blockSize) {
        return switch (mistake.part()) {
            case Whole _ -> new Finding(mistake.text(), kernel);
            case OneParameter(int index) ->
                new Finding(mistake.text(), kernel.getParameters().get(index));
            case BlockSize _ ->
                blockSize
                        .map(set -> new Finding(mistake.text(), kernel, set.annotation, set.value))
                        .orElseThrow();
        };
    }

    private KernelDeclaration.Parameter parameter(VariableElement parameter) {
        String name = parameter.getSimpleName().toString();
        return Parameter.of(parameter)
                .map(valid -> new KernelDeclaration.Parameter(
                        name, valid.type(), kind(valid), parameter.getAnnotation(Specialise.class) != null))
                .orElseGet(
                        () -> new KernelDeclaration.Parameter(name, sourceName(parameter.asType()), Kind.OTHER, false));
    }

    private static Kind kind(Parameter parameter) {
        return switch (parameter.kind()) {
            case SCALAR -> Kind.SCALAR;
            case ARRAY -> Kind.ARRAY;
            case ARRAYS -> Kind.ARRAYS;
            case RECORD -> Kind.RECORD;
            case RECORD_ARRAY -> Kind.RECORD_ARRAY;
            case SEGMENT -> Kind.SEGMENT;
            case OBJECT -> Kind.OBJECT;
        };
    }

    /** {@return the outermost private class around a kernel; that it is in a local class, its tree alone shows} */
    private static @Nullable String privateClassAround(ExecutableElement kernel) {
        for (Element e = kernel.getEnclosingElement(); e instanceof TypeElement type; e = e.getEnclosingElement()) {
            if (type.getModifiers().contains(Modifier.PRIVATE)) {
                return "private class " + type.getQualifiedName();
            }
        }
        return null;
    }

    /** What the source says of the size of blocks, and where. */
    private record BlockSizeValue(int size, AnnotationMirror annotation, AnnotationValue value) {}

    private static Optional<BlockSizeValue> blockSize(ExecutableElement kernel) {
        for (AnnotationMirror annotation : kernel.getAnnotationMirrors()) {
            if (!Kernels.isKernelAnnotation(annotation)) {
                continue;
            }
            for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry :
                    annotation.getElementValues().entrySet()) {
                boolean isBlockSize = entry.getKey().getSimpleName().contentEquals("blockSize");
                if (isBlockSize && entry.getValue().getValue() instanceof Integer size) {
                    return Optional.of(new BlockSizeValue(size, annotation, entry.getValue()));
                }
            }
        }
        return Optional.empty();
    }

    /** {@return the type without annotations, which would hide what it is} */
    private String sourceName(TypeMirror type) {
        return types.stripAnnotations(type).toString();
    }
}
