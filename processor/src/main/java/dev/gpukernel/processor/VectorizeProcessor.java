package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.LAUNCHER_NAME_TAKEN;
import static dev.gpukernel.diagnostic.Message.LAUNCHER_NOT_WRITTEN;
import static dev.gpukernel.diagnostic.Message.NOT_VECTORIZED;

import dev.gpukernel.array.Vectorize;
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
import javax.lang.model.type.TypeMirror;

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
        Map<TypeElement, List<ExecutableElement>> methods = new LinkedHashMap<>();
        for (TypeElement annotation : annotations) {
            for (Element element : round.getElementsAnnotatedWith(annotation)) {
                if (element instanceof ExecutableElement method
                        && element.getEnclosingElement() instanceof TypeElement owner
                        && isSound(method, owner)) {
                    methods.computeIfAbsent(owner, _ -> new ArrayList<>()).add(method);
                }
            }
        }
        methods.forEach((owner, found) ->
                Guard.run(processingEnv.getMessager(), owner.toString(), owner, () -> write(owner, found)));
        return false; // other processors may have a use for the annotation
    }

    private boolean isSound(ExecutableElement method, TypeElement owner) {
        boolean isSound = method.getModifiers().contains(Modifier.STATIC)
                && !method.getParameters().isEmpty()
                && isNumber(method.getReturnType());
        for (VariableElement parameter : method.getParameters()) {
            isSound &= isNumber(parameter.asType());
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

    private void write(TypeElement owner, List<ExecutableElement> methods) {
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
