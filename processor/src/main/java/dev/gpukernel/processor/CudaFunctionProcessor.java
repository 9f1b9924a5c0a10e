package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.CUDA_FUNCTION_DIFFERS;
import static dev.gpukernel.diagnostic.Message.CUDA_FUNCTION_MISSING;

import dev.gpukernel.cuda.CudaFunction;
import dev.gpukernel.internal.declaration.CudaDeclarations;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.jit.CudaFunctionSource;
import dev.gpukernel.internal.nvrtc.CudaSourceCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Compares methods with {@link CudaFunction} with their sources: as far as these can be read without a compiler, and all of them if NVRTC is
 * at hand. What no kernel can call is said where one does.
 */
public final class CudaFunctionProcessor extends SourceGenerator {
    private static final String NOT_PRIMITIVE = "?";

    private final CudaCompilation compilation;

    /** Made by the compiler. */
    public CudaFunctionProcessor() {
        this(CudaCompilation.ofProcess());
    }

    CudaFunctionProcessor(CudaCompilation compilation) {
        super(CudaFunction.class);
        this.compilation = compilation;
    }

    @Override
    void process(Set<? extends Element> annotated) {
        for (Element element : annotated) {
            if (element instanceof ExecutableElement method
                    && element.getEnclosingElement() instanceof TypeElement owner) {
                guarded(owner, () -> compare(method, owner));
            }
        }
        compilation.run(processingEnv);
    }

    private void compare(ExecutableElement method, TypeElement owner) {
        CudaFunction function = Objects.requireNonNull(method.getAnnotation(CudaFunction.class), "annotated");
        String source = function.value().isEmpty() ? function.source() : text(owner, function.value());
        if (source == null || source.isEmpty()) {
            return;
        }
        String name = function.name().isEmpty() ? method.getSimpleName().toString() : function.name();
        if (!name.matches("\\w+") || isDeclared(method, owner, function, name, source)) {
            compile(method, owner, function, name, source);
        }
    }

    /** {@return whether a source may have the function} If not, that is said. */
    private boolean isDeclared(
            ExecutableElement method, TypeElement owner, CudaFunction function, String name, String source) {
        CudaDeclarations declarations = CudaDeclarations.ofFunctions(source);
        CudaDeclarations.Declared found = declarations.find(name);
        String of = owner.getSimpleName() + "." + method.getSimpleName();
        if (found == null) {
            boolean isMissing = declarations.lack(source, name);
            if (isMissing) {
                String file = function.value().isEmpty() ? of : function.value();
                error(method, CUDA_FUNCTION_MISSING.format(file, name, of, declarations.help("__device__")));
            }
            return !isMissing;
        }
        List<String> types = method.getParameters().stream()
                .map(parameter -> parameter.asType().toString())
                .toList();
        boolean differs = declarations.isCertain() && !found.mayTake(types);
        if (differs) {
            error(
                    method,
                    CUDA_FUNCTION_DIFFERS.format(
                            of,
                            String.join(", ", types),
                            name,
                            found.parameters().stream().collect(Collectors.joining(", "))));
        }
        return !differs;
    }

    private void compile(
            ExecutableElement method, TypeElement owner, CudaFunction function, String name, String source) {
        String descriptor = descriptor(method);
        if (descriptor == null || !method.getModifiers().contains(Modifier.STATIC)) {
            return;
        }
        CudaBody body = new CudaBody(
                processingEnv.getElementUtils().getBinaryName(owner).toString().replace('.', '/'),
                method.getSimpleName().toString(),
                descriptor,
                function.value(),
                function.source(),
                name,
                List.of(function.options()),
                !method.getModifiers().contains(Modifier.NATIVE));
        Map<String, String> headers = CudaSourceCode.headers(source, file -> text(owner, file), Map.of());
        compilation.add(CudaFunctionSource.program(List.of(body), source, headers), method, _ -> {});
    }

    /** {@return the method's descriptor, null if it has other types than primitive ones} */
    private static @Nullable String descriptor(ExecutableElement method) {
        StringBuilder descriptor = new StringBuilder("(");
        for (VariableElement parameter : method.getParameters()) {
            descriptor.append(letter(parameter.asType()));
        }
        descriptor.append(')').append(letter(method.getReturnType()));
        return descriptor.indexOf(NOT_PRIMITIVE) < 0 ? descriptor.toString() : null;
    }

    private static String letter(TypeMirror type) {
        return switch (type.getKind()) {
            case BOOLEAN -> "Z";
            case BYTE -> "B";
            case SHORT -> "S";
            case CHAR -> "C";
            case INT -> "I";
            case LONG -> "J";
            case FLOAT -> "F";
            case DOUBLE -> "D";
            default -> NOT_PRIMITIVE;
        };
    }
}
