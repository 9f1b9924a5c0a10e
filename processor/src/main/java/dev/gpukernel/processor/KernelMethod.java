package dev.gpukernel.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import org.jspecify.annotations.Nullable;

/**
 * A kernel whose declaration is sound.
 *
 * @param element the annotated method
 * @param receiver the object that it is called on, {@code null} if it is static
 * @param parameters its parameters
 * @param form which launchers it gets
 * @param doc its documentation
 */
record KernelMethod(
        ExecutableElement element,
        @Nullable Parameter receiver,
        List<Parameter> parameters,
        KernelForm form,
        KernelDoc doc) {

    KernelMethod {
        parameters = List.copyOf(parameters);
    }

    /**
     * {@return a kernel that passed {@link DeclarationRules}}
     *
     * @param element the annotated method
     * @param form which launchers it gets
     * @param doc its doc comment, or {@code null} if it has none
     */
    static KernelMethod of(ExecutableElement element, KernelForm form, @Nullable String doc) {
        List<Parameter> parameters = new ArrayList<>();
        for (VariableElement parameter : element.getParameters()) {
            Parameter.of(parameter).ifPresent(parameters::add);
        }
        return new KernelMethod(element, receiver(element, parameters), parameters, form, KernelDoc.of(doc));
    }

    private static @Nullable Parameter receiver(ExecutableElement element, List<Parameter> parameters) {
        if (element.getModifiers().contains(Modifier.STATIC)
                || !(element.getEnclosingElement() instanceof TypeElement owner)) {
            return null;
        }
        UnusedNames names = new UnusedNames();
        parameters.forEach(parameter -> names.like(parameter.name()));
        String name = owner.getSimpleName().toString();
        String variable = Character.toLowerCase(name.charAt(0)) + name.substring(1);
        return Parameter.ofObject(names.like(SourceVersion.isName(variable) ? variable : "object"), owner);
    }

    /** {@return what a launcher takes: the object that the kernel is called on, if any, and its parameters} */
    List<Parameter> arguments() {
        List<Parameter> arguments = new ArrayList<>(parameters);
        if (receiver != null) {
            arguments.addFirst(receiver);
        }
        return arguments;
    }

    String name() {
        return element.getSimpleName().toString();
    }

    /** {@return name and parameter types, such as {@code saxpy(float, float[], float[])}} */
    String signature() {
        StringBuilder signature = new StringBuilder(name()).append('(');
        String separator = "";
        for (Parameter parameter : parameters) {
            signature.append(separator).append(parameter.type());
            separator = ", ";
        }
        return signature.append(')').toString();
    }

    boolean takesArrays() {
        for (Parameter parameter : parameters) {
            if (parameter.isArray()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether it takes memory segments, of which its declaration does not say what they hold} */
    boolean takesSegments() {
        return parameters.stream().anyMatch(parameter -> parameter.kind() == Parameter.Kind.SEGMENT);
    }

    /** {@return whether it takes arrays that buffers may stand for} */
    boolean takesBuffers() {
        for (Parameter parameter : parameters) {
            if (parameter.hasBuffer()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether it returns an array} */
    boolean returnsArray() {
        return element.getReturnType().getKind() == TypeKind.ARRAY;
    }

    /** {@return whether it returns an object that may hold arrays} */
    boolean mayReturnArraysInObject() {
        return !returnsArray() && resultClass() != null && !Parameter.isOfNumbers(element.getReturnType());
    }

    /** {@return the class or interface of the object that it returns, or of those in an array that it returns, or {@code null}} */
    @Nullable TypeElement resultClass() {
        return declared(held(element.getReturnType()));
    }

    private static @Nullable TypeElement declared(TypeMirror type) {
        return erased(type) instanceof DeclaredType declared && declared.asElement() instanceof TypeElement found
                ? found
                : null;
    }

    /** {@return the type that a variable of a class stands for in class files, another type as it is} */
    static TypeMirror erased(TypeMirror type) {
        return switch (type) {
            case TypeVariable variable -> erased(variable.getUpperBound());
            case IntersectionType bounds -> erased(bounds.getBounds().getFirst());
            default -> type;
        };
    }

    /** {@return the type of what it returns, as Java prints it} */
    String result() {
        TypeMirror type = element.getReturnType();
        String brackets = "";
        while (type instanceof ArrayType array) {
            type = array.getComponentType();
            brackets += "[]";
        }
        TypeElement declared = declared(type);
        if (declared != null) {
            return QualifiedName.of(declared) + brackets;
        }
        return brackets.isEmpty() ? type.toString() : type.getKind().name().toLowerCase(Locale.ROOT) + brackets;
    }

    private static TypeMirror held(TypeMirror type) {
        return type instanceof ArrayType array ? array.getComponentType() : type;
    }

    /** {@return the exceptions that it declares} */
    List<QualifiedName> thrown() {
        List<QualifiedName> names = new ArrayList<>();
        for (TypeMirror type : element.getThrownTypes()) {
            names.add(QualifiedName.of((TypeElement) ((DeclaredType) type).asElement()));
        }
        return names;
    }

    /** {@return the classes that it takes or returns and the exceptions that it declares} */
    List<TypeElement> namedTypes() {
        List<TypeMirror> types = new ArrayList<>(element.getThrownTypes());
        types.add(held(element.getReturnType()));
        for (VariableElement parameter : element.getParameters()) {
            types.add(held(parameter.asType()));
        }
        List<TypeElement> named = new ArrayList<>();
        for (TypeMirror type : types) {
            TypeElement found = declared(type);
            if (found != null) {
                named.add(found);
            }
        }
        return named;
    }

    /** Tells whether one launcher that takes GpuArrays is for both kernels. */
    boolean sharesLauncher(KernelMethod other) {
        boolean isOneForm = form == other.form || form == KernelForm.EITHER || other.form == KernelForm.EITHER;
        return isOneForm
                && takesArrays()
                && other.takesArrays()
                && !takesSegments()
                && !other.takesSegments()
                && clashesOnDevice(other);
    }

    /** Tells whether the launchers that take GpuArrays have one erasure, which Java allows only once in a class. */
    boolean clashesOnDevice(KernelMethod other) {
        List<Parameter> own = arguments();
        List<Parameter> others = other.arguments();
        if (!name().equals(other.name()) || own.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < own.size(); i++) {
            Parameter left = own.get(i);
            Parameter right = others.get(i);
            boolean isSame = left.isArray()
                    ? right.isArray()
                    : !right.isArray() && left.element().equals(right.element());
            if (!isSame) {
                return false;
            }
        }
        return true;
    }
}
