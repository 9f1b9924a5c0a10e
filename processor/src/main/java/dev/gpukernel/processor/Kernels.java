package dev.gpukernel.processor;

import dev.gpukernel.GpuKernel;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Finds the kernels of a class. There may be hundreds, in a compiler that has just started: so by plain loops. */
final class Kernels {
    private Kernels() {}

    static List<ExecutableElement> of(TypeElement declaringClass) {
        List<ExecutableElement> kernels = new ArrayList<>();
        for (ExecutableElement method : ElementFilter.methodsIn(declaringClass.getEnclosedElements())) {
            if (isKernel(method)) {
                kernels.add(method);
            }
        }
        return kernels;
    }

    private static boolean isKernel(ExecutableElement method) {
        for (AnnotationMirror annotation : method.getAnnotationMirrors()) {
            if (isKernelAnnotation(annotation)) {
                return true;
            }
        }
        return false;
    }

    static boolean isKernelAnnotation(AnnotationMirror annotation) {
        return annotation.getAnnotationType().asElement() instanceof TypeElement type
                && type.getQualifiedName().contentEquals(GpuKernel.class.getName());
    }

    /** Tells whether the declaration names a type that does not exist, or that another processor has yet to generate. */
    static boolean isUnresolved(ExecutableElement kernel) {
        List<TypeMirror> types = new ArrayList<>(kernel.getThrownTypes());
        types.add(kernel.getReturnType());
        for (VariableElement parameter : kernel.getParameters()) {
            types.add(parameter.asType());
        }
        for (TypeMirror type : types) {
            if (isUnresolved(type)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUnresolved(TypeMirror type) {
        return type.getKind() == TypeKind.ERROR
                || (type instanceof ArrayType array && isUnresolved(array.getComponentType()));
    }
}
