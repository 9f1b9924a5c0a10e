package dev.gpukernel.processor;

import dev.gpukernel.GpuKernel;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Finds the kernels of a class. */
final class Kernels {
    private Kernels() {}

    static List<ExecutableElement> of(TypeElement declaringClass) {
        return ElementFilter.methodsIn(declaringClass.getEnclosedElements()).stream()
                .filter(method -> method.getAnnotationMirrors().stream().anyMatch(Kernels::isKernelAnnotation))
                .toList();
    }

    static boolean isKernelAnnotation(AnnotationMirror annotation) {
        return annotation.getAnnotationType().asElement() instanceof TypeElement type
                && type.getQualifiedName().contentEquals(GpuKernel.class.getName());
    }

    /** Tells whether the declaration names a type that does not exist, or that another processor has yet to generate. */
    static boolean isUnresolved(ExecutableElement kernel) {
        Stream<TypeMirror> parameters = kernel.getParameters().stream().map(VariableElement::asType);
        return Stream.of(parameters, Stream.of(kernel.getReturnType()), kernel.getThrownTypes().stream())
                .flatMap(types -> types)
                .anyMatch(Kernels::isUnresolved);
    }

    private static boolean isUnresolved(TypeMirror type) {
        return type.getKind() == TypeKind.ERROR
                || (type instanceof ArrayType array && isUnresolved(array.getComponentType()));
    }
}
