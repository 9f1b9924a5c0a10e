package dev.gpukernel.processor;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;

/**
 * A kernel whose declaration is sound.
 *
 * @param element the annotated method
 * @param parameters its parameters, at least one of them an array
 * @param form which launchers it gets
 */
record KernelMethod(ExecutableElement element, List<Parameter> parameters, KernelForm form) {

    KernelMethod {
        parameters = List.copyOf(parameters);
    }

    /** {@return a kernel that passed {@link DeclarationRules}} */
    static KernelMethod of(ExecutableElement element, KernelForm form) {
        List<Parameter> parameters = element.getParameters().stream()
                .map(Parameter::of)
                .flatMap(Optional::stream)
                .toList();
        return new KernelMethod(element, parameters, form);
    }

    String name() {
        return element.getSimpleName().toString();
    }

    /** {@return name and parameter types, such as {@code saxpy(float, float[], float[])}} */
    String signature() {
        return parameters.stream()
                .map(parameter -> parameter.type().toString())
                .collect(joining(", ", name() + "(", ")"));
    }

    /** Tells whether the launchers that take GpuArrays have one erasure, which Java allows only once in a class. */
    boolean clashesOnDevice(KernelMethod other) {
        return name().equals(other.name()) && erasure().equals(other.erasure());
    }

    private List<String> erasure() {
        return parameters.stream()
                .map(parameter ->
                        parameter.isArray() ? "GpuArray" : parameter.element().toString())
                .toList();
    }
}
