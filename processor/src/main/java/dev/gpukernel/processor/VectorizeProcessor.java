package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.LAUNCHER_NAME_TAKEN;
import static dev.gpukernel.diagnostic.Message.LAUNCHER_NOT_WRITTEN;
import static dev.gpukernel.diagnostic.Message.NOT_VECTORIZED;
import static javax.tools.Diagnostic.Kind.ERROR;

import dev.gpukernel.array.Vectorize;
import dev.gpukernel.internal.declaration.UfuncSignature;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Generates a class of functions of arrays beside each class with {@link Vectorize} methods. */
public final class VectorizeProcessor extends AbstractProcessor {
    /** Made by the compiler. */
    public VectorizeProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(Vectorize.class.getName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    /** Those of {@link GpuKernelProcessor}: of an option that no processor knows javac warns, also where a program has no kernels. */
    @Override
    public Set<String> getSupportedOptions() {
        return Set.of(GpuKernelProcessor.CHECKED_AT_COMPILE_TIME, HostLoops.OPTION);
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Map<TypeElement, List<VectorizedMethod>> methods = new LinkedHashMap<>();
        for (TypeElement annotation : annotations) {
            for (Element element : round.getElementsAnnotatedWith(annotation)) {
                if (element instanceof ExecutableElement method
                        && element.getEnclosingElement() instanceof TypeElement owner) {
                    VectorizedMethod vectorized = read(method, owner);
                    if (vectorized != null) {
                        methods.computeIfAbsent(owner, _ -> new ArrayList<>()).add(vectorized);
                    }
                }
            }
        }
        methods.forEach((owner, found) ->
                Guard.run(processingEnv.getMessager(), owner.toString(), owner, () -> write(owner, found)));
        return false; // other processors may have a use for the annotation
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
            processingEnv.getMessager().printError(NOT_VECTORIZED.format(name), method);
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
        String name = source.name().toString();
        try (Writer writer =
                processingEnv.getFiler().createSourceFile(name, owner).openWriter()) {
            writer.write(source.text());
        } catch (FilerException _) {
            processingEnv.getMessager().printError(LAUNCHER_NAME_TAKEN.format(owner.getQualifiedName(), name), owner);
        } catch (IOException e) {
            processingEnv.getMessager().printError(LAUNCHER_NOT_WRITTEN.format(name, e), owner);
        }
    }
}
