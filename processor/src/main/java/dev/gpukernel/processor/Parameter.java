package dev.gpukernel.processor;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.TypeName;
import java.util.Optional;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/**
 * A parameter of a type that goes to the GPU.
 *
 * @param name name in the source
 * @param scalar its type, or the type of its elements
 * @param isArray whether it is an array
 */
record Parameter(String name, TypeName scalar, boolean isArray) {

    /** {@return the parameter, or nothing if its type does not go to the GPU} */
    static Optional<Parameter> of(VariableElement parameter) {
        boolean isArray = parameter.asType() instanceof ArrayType;
        TypeMirror scalar =
                parameter.asType() instanceof ArrayType array ? array.getComponentType() : parameter.asType();
        String name = parameter.getSimpleName().toString();
        return switch (scalar.getKind()) {
            case INT -> Optional.of(new Parameter(name, TypeName.INT, isArray));
            case LONG -> Optional.of(new Parameter(name, TypeName.LONG, isArray));
            case FLOAT -> Optional.of(new Parameter(name, TypeName.FLOAT, isArray));
            case DOUBLE -> Optional.of(new Parameter(name, TypeName.DOUBLE, isArray));
            default -> Optional.empty();
        };
    }

    /** {@return its type in the kernel} */
    TypeName type() {
        return isArray ? ArrayTypeName.of(scalar) : scalar;
    }
}
