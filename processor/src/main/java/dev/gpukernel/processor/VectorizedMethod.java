package dev.gpukernel.processor;

import dev.gpukernel.array.Vectorize;
import dev.gpukernel.internal.declaration.UfuncSignature;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * A method of which a function of arrays is generated.
 *
 * @param method the method
 * @param signature that of the annotation, null if it has none
 */
record VectorizedMethod(ExecutableElement method, @Nullable UfuncSignature signature) {
    /**
     * The signature in an annotation.
     *
     * @param annotation the annotation
     * @param value where it is written
     * @param text the signature
     */
    record Written(AnnotationMirror annotation, AnnotationValue value, String text) {}

    /** {@return the signature that a method is annotated with, null for none} */
    static @Nullable Written written(ExecutableElement method) {
        for (AnnotationMirror annotation : method.getAnnotationMirrors()) {
            TypeElement type = (TypeElement) annotation.getAnnotationType().asElement();
            if (type.getQualifiedName().contentEquals(Vectorize.class.getName())) {
                for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> value :
                        annotation.getElementValues().entrySet()) {
                    if (value.getValue().getValue() instanceof String text && !text.isEmpty()) {
                        return new Written(annotation, value.getValue(), text);
                    }
                }
            }
        }
        return null;
    }

    /** {@return the parameters that are arguments} The other one is filled. */
    List<? extends VariableElement> arguments() {
        List<? extends VariableElement> parameters = method.getParameters();
        return fillsLast() ? parameters.subList(0, parameters.size() - 1) : parameters;
    }

    /** {@return whether a parameter has dimensions} */
    boolean isRow(int argument) {
        return dimensions(method.getParameters().get(argument).asType()) > 0;
    }

    /** {@return what the elements of the result are} */
    TypeMirror result() {
        return fillsLast() ? innermost(method.getParameters().getLast().asType()) : method.getReturnType();
    }

    private boolean fillsLast() {
        return method.getReturnType().getKind() == TypeKind.VOID;
    }

    static TypeMirror innermost(TypeMirror type) {
        return type instanceof ArrayType array ? innermost(array.getComponentType()) : type;
    }

    static int dimensions(TypeMirror type) {
        return type instanceof ArrayType array ? 1 + dimensions(array.getComponentType()) : 0;
    }
}
