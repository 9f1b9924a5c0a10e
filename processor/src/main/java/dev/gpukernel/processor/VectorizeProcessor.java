package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.NOT_VECTORIZED;
import static javax.tools.Diagnostic.Kind.ERROR;

import dev.gpukernel.array.Vectorize;
import dev.gpukernel.internal.declaration.UfuncSignature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Generates a class of functions of arrays beside each class with {@link Vectorize} methods. */
public final class VectorizeProcessor extends SourceGenerator {
    /** Made by the compiler. */
    public VectorizeProcessor() {
        super(Vectorize.class);
    }

    @Override
    void process(Set<? extends Element> annotated) {
        Map<TypeElement, List<VectorizedMethod>> methods = new LinkedHashMap<>();
        for (Element element : annotated) {
            if (element instanceof ExecutableElement method
                    && element.getEnclosingElement() instanceof TypeElement owner) {
                VectorizedMethod vectorized = read(method, owner);
                if (vectorized != null) {
                    methods.computeIfAbsent(owner, _ -> new ArrayList<>()).add(vectorized);
                }
            }
        }
        methods.forEach((owner, found) -> guarded(owner, () -> write(owner, found)));
    }

    /** {@return the method, null if something is wrong with it, which is said} */
    private @Nullable VectorizedMethod read(ExecutableElement method, TypeElement owner) {
        VectorizedMethod.Written written = VectorizedMethod.written(method);
        if (!isSound(method, owner, written != null)) {
            return null;
        }
        if (written == null) {
            return new VectorizedMethod(method, null);
        }
        String name = owner.getSimpleName() + "." + method.getSimpleName();
        try {
            UfuncSignature signature = UfuncSignature.parse(written.text(), name);
            List<Integer> dimensions = method.getParameters().stream()
                    .map(parameter -> VectorizedMethod.dimensions(parameter.asType()))
                    .toList();
            signature.requireFit(written.text(), name, dimensions, isNumber(method.getReturnType()));
            return new VectorizedMethod(method, signature);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            processingEnv.getMessager().printMessage(ERROR, message, method, written.annotation(), written.value());
            return null;
        }
    }

    private boolean isSound(ExecutableElement method, TypeElement owner, boolean hasSignature) {
        boolean isSound = method.getModifiers().contains(Modifier.STATIC)
                && !method.getParameters().isEmpty();
        TypeMirror returned = method.getReturnType();
        isSound &= isNumber(returned) || (hasSignature && returned.getKind() == TypeKind.VOID);
        for (VariableElement parameter : method.getParameters()) {
            TypeMirror type = parameter.asType();
            isSound &= isNumber(hasSignature ? VectorizedMethod.innermost(type) : type);
        }
        for (Element e = owner; e instanceof TypeElement; e = e.getEnclosingElement()) {
            isSound &= !e.getModifiers().contains(Modifier.PRIVATE);
        }
        if (!isSound) {
            String name = owner.getSimpleName() + "." + method.getSimpleName();
            error(method, NOT_VECTORIZED.format(name));
        }
        return isSound;
    }

    private static boolean isNumber(TypeMirror type) {
        return switch (type.getKind()) {
            case INT, LONG, FLOAT, DOUBLE, BOOLEAN -> true;
            default -> false;
        };
    }

    private void write(TypeElement owner, List<VectorizedMethod> methods) {
        UfuncSource source = new UfuncSource(processingEnv.getElementUtils(), owner, methods);
        write(owner, source.name().toString(), source.text());
    }
}
