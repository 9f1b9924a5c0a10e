package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.BLOCK_SIZE;
import static dev.gpukernel.diagnostic.Message.KERNEL_CLASS;
import static dev.gpukernel.diagnostic.Message.KERNEL_GENERIC;
import static dev.gpukernel.diagnostic.Message.KERNEL_NOT_STATIC;
import static dev.gpukernel.diagnostic.Message.KERNEL_PRIVATE;
import static dev.gpukernel.diagnostic.Message.KERNEL_RETURNS;
import static dev.gpukernel.diagnostic.Message.KERNEL_WITHOUT_ARRAY;
import static dev.gpukernel.diagnostic.Message.KERNEL_WITHOUT_BODY;
import static dev.gpukernel.diagnostic.Message.KERNEL_WITHOUT_PARAMETERS;
import static dev.gpukernel.diagnostic.Message.PARAMETER_TYPE;
import static dev.gpukernel.diagnostic.Message.SYNCHRONIZED;

import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
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
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** What the declaration of a kernel must be. Its body is checked when it is compiled for a device. */
final class DeclarationRules {
    private static final int MAX_BLOCK_SIZE = 1024;

    private final Types types;

    DeclarationRules(Types types) {
        this.types = types;
    }

    /** {@return everything that is wrong, in source order of modifiers, type and parameters} */
    List<Finding> check(ExecutableElement kernel) {
        List<Finding> findings = new ArrayList<>();
        checkClass(kernel, findings);
        checkModifiers(kernel, findings);
        if (!kernel.getTypeParameters().isEmpty()) {
            findings.add(finding(KERNEL_GENERIC, kernel));
        }
        if (kernel.getReturnType().getKind() != TypeKind.VOID) {
            String type = sourceName(kernel.getReturnType());
            findings.add(new Finding(KERNEL_RETURNS.format(kernel.getSimpleName(), type), kernel));
        }
        checkParameters(kernel, findings);
        blockSize(kernel).ifPresent(findings::add);
        return findings;
    }

    private static void checkClass(ExecutableElement kernel, List<Finding> findings) {
        for (Element e = kernel.getEnclosingElement(); e instanceof TypeElement type; e = e.getEnclosingElement()) {
            if (type.getModifiers().contains(Modifier.PRIVATE)) {
                String declaredIn = "private class " + type.getQualifiedName();
                findings.add(new Finding(KERNEL_CLASS.format(kernel.getSimpleName(), declaredIn), kernel));
            }
        }
    }

    private static void checkModifiers(ExecutableElement kernel, List<Finding> findings) {
        Set<Modifier> modifiers = kernel.getModifiers();
        if (modifiers.contains(Modifier.PRIVATE)) {
            findings.add(finding(KERNEL_PRIVATE, kernel));
        }
        if (!modifiers.contains(Modifier.STATIC)) {
            findings.add(finding(KERNEL_NOT_STATIC, kernel));
        }
        for (Modifier bodiless : List.of(Modifier.ABSTRACT, Modifier.NATIVE)) {
            if (modifiers.contains(bodiless)) {
                findings.add(new Finding(KERNEL_WITHOUT_BODY.format(kernel.getSimpleName(), bodiless), kernel));
            }
        }
        if (modifiers.contains(Modifier.SYNCHRONIZED)) {
            findings.add(new Finding(SYNCHRONIZED.format(), kernel));
        }
    }

    private void checkParameters(ExecutableElement kernel, List<Finding> findings) {
        if (kernel.getParameters().isEmpty()) {
            findings.add(finding(KERNEL_WITHOUT_PARAMETERS, kernel));
            return;
        }
        // A parameter of a wrong type may have been meant as the array, so it counts as one.
        boolean allScalars = true;
        for (VariableElement parameter : kernel.getParameters()) {
            Optional<Parameter> valid = Parameter.of(parameter);
            allScalars &= valid.isPresent() && !valid.get().isArray();
            if (valid.isEmpty()) {
                String type = sourceName(parameter.asType());
                String text = PARAMETER_TYPE.format(
                        parameter.getSimpleName(), kernel.getSimpleName(), type, Message.didYouMean(type));
                findings.add(new Finding(text, parameter));
            }
        }
        if (allScalars) {
            findings.add(finding(KERNEL_WITHOUT_ARRAY, kernel));
        }
    }

    private static Optional<Finding> blockSize(ExecutableElement kernel) {
        for (AnnotationMirror annotation : kernel.getAnnotationMirrors()) {
            if (!Kernels.isKernelAnnotation(annotation)) {
                continue;
            }
            for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry :
                    annotation.getElementValues().entrySet()) {
                boolean isBlockSize = entry.getKey().getSimpleName().contentEquals("blockSize");
                if (isBlockSize && entry.getValue().getValue() instanceof Integer size && !isBlockSize(size)) {
                    String text = BLOCK_SIZE.format(size, kernel.getSimpleName());
                    return Optional.of(new Finding(text, kernel, annotation, entry.getValue()));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isBlockSize(int size) {
        return size >= 0 && size <= MAX_BLOCK_SIZE;
    }

    private static Finding finding(Message message, ExecutableElement kernel) {
        return new Finding(message.format(kernel.getSimpleName()), kernel);
    }

    /** {@return the type without annotations, which would hide what it is} */
    private String sourceName(TypeMirror type) {
        return types.stripAnnotations(type).toString();
    }
}
