package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.CUDA_FUNCTION_DIFFERS;
import static dev.gpukernel.diagnostic.Message.CUDA_FUNCTION_MISSING;

import dev.gpukernel.cuda.CudaFunction;
import dev.gpukernel.internal.declaration.CudaDeclarations;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Compares methods with {@link CudaFunction} with their sources, as far as these can be read without a compiler. What no kernel can call is
 * said where one does.
 */
public final class CudaFunctionProcessor extends SourceGenerator {
    /** Made by the compiler. */
    public CudaFunctionProcessor() {
        super(CudaFunction.class);
    }

    @Override
    void process(Set<? extends Element> annotated) {
        for (Element element : annotated) {
            if (element instanceof ExecutableElement method
                    && element.getEnclosingElement() instanceof TypeElement owner) {
                guarded(owner, () -> compare(method, owner));
            }
        }
    }

    private void compare(ExecutableElement method, TypeElement owner) {
        CudaFunction function = Objects.requireNonNull(method.getAnnotation(CudaFunction.class), "annotated");
        String source = function.value().isEmpty() ? function.source() : text(owner, function.value());
        String name = function.name().isEmpty() ? method.getSimpleName().toString() : function.name();
        if (source == null || source.isEmpty() || !name.matches("\\w+")) {
            return;
        }
        CudaDeclarations declarations = CudaDeclarations.ofFunctions(source);
        CudaDeclarations.Declared found = declarations.find(name);
        String of = owner.getSimpleName() + "." + method.getSimpleName();
        if (found == null) {
            if (declarations.lack(source, name)) {
                String file = function.value().isEmpty() ? of : function.value();
                error(method, CUDA_FUNCTION_MISSING.format(file, name, of, declarations.help("__device__")));
            }
            return;
        }
        List<String> types = method.getParameters().stream()
                .map(parameter -> parameter.asType().toString())
                .toList();
        if (declarations.isCertain() && !found.mayTake(types)) {
            error(
                    method,
                    CUDA_FUNCTION_DIFFERS.format(
                            of,
                            String.join(", ", types),
                            name,
                            found.parameters().stream().collect(Collectors.joining(", "))));
        }
    }
}
