package dev.gpukernel.processor;

import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * A method as class files name it.
 *
 * @param owner internal name of its class
 * @param name its name
 * @param descriptor its descriptor
 */
record MethodKey(String owner, String name, String descriptor) {
    static MethodKey of(ExecutableElement method, Elements elements, Types types) {
        StringBuilder descriptor = new StringBuilder("(");
        for (VariableElement parameter : method.getParameters()) {
            descriptor.append(descriptor(parameter.asType(), elements, types));
        }
        descriptor.append(')').append(descriptor(method.getReturnType(), elements, types));
        return new MethodKey(
                internalName(method.getEnclosingElement(), elements),
                method.getSimpleName().toString(),
                descriptor.toString());
    }

    private static String descriptor(TypeMirror type, Elements elements, Types types) {
        return switch (type.getKind()) {
            case BOOLEAN -> "Z";
            case BYTE -> "B";
            case CHAR -> "C";
            case SHORT -> "S";
            case INT -> "I";
            case LONG -> "J";
            case FLOAT -> "F";
            case DOUBLE -> "D";
            case VOID -> "V";
            case ARRAY -> "[" + descriptor(((ArrayType) type).getComponentType(), elements, types);
            case DECLARED -> "L" + internalName(((DeclaredType) type).asElement(), elements) + ";";
            case ERROR -> "?"; // a class that does not exist has no method either
            default -> descriptor(types.erasure(type), elements, types);
        };
    }

    private static String internalName(@Nullable Element type, Elements elements) {
        if (!(type instanceof TypeElement known)) {
            throw new IllegalStateException("not a class: " + type);
        }
        return elements.getBinaryName(known).toString().replace('.', '/');
    }
}
