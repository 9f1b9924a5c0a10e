package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.CUDA_INTERFACE;
import static dev.gpukernel.diagnostic.Message.CUDA_KERNEL;
import static dev.gpukernel.diagnostic.Message.CUDA_PARAMETER_COUNT;

import dev.gpukernel.cuda.CudaSource;
import dev.gpukernel.internal.declaration.CudaDeclarations;
import dev.gpukernel.internal.declaration.PtxDeclarations;
import dev.gpukernel.internal.nvrtc.CudaProgram;
import dev.gpukernel.internal.nvrtc.CudaSourceCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Generates a class that launches raw kernels for each interface with {@link CudaSource}. */
public final class CudaSourceProcessor extends SourceGenerator {
    private static final String LAUNCH = "dev.gpukernel.Launch";

    private final CudaCompilation compilation;

    /** Made by the compiler. */
    public CudaSourceProcessor() {
        this(CudaCompilation.ofProcess());
    }

    CudaSourceProcessor(CudaCompilation compilation) {
        super(CudaSource.class);
        this.compilation = compilation;
    }

    @Override
    void process(Set<? extends Element> annotated) {
        for (Element element : annotated) {
            if (element instanceof TypeElement owner) {
                guarded(owner, () -> process(owner));
            }
        }
        compilation.run(processingEnv);
    }

    private void process(TypeElement owner) {
        CudaSource source = Objects.requireNonNull(owner.getAnnotation(CudaSource.class), "annotated");
        String problem = problem(owner);
        if (problem != null) {
            error(owner, CUDA_INTERFACE.format(owner.getSimpleName(), problem));
            return;
        }
        List<ExecutableElement> methods =
                ElementFilter.methodsIn(processingEnv.getElementUtils().getAllMembers(owner)).stream()
                        .filter(method -> method.getModifiers().contains(Modifier.ABSTRACT))
                        .toList();
        List<CudaMethod> read = new ArrayList<>();
        for (ExecutableElement method : methods) {
            CudaMethod found = read(method);
            if (found != null) {
                read.add(found);
            }
        }
        boolean isSound = read.size() == methods.size();
        boolean isText = !CudaLauncherSource.isCompiled(source.value());
        String text = isText || source.value().endsWith(".ptx") ? text(owner, source.value()) : null;
        if (text != null && isText) {
            isSound &= areIn(CudaDeclarations.of(text), source.value(), read);
        }
        if (!isSound) {
            return;
        }
        write(owner, source, read);
        if (text != null && isText) {
            CudaProgram program = new CudaProgram(
                    source.value(),
                    text,
                    CudaSourceCode.headers(text, file -> text(owner, file), Map.of()),
                    List.of(),
                    List.of(source.options()),
                    List.of());
            compilation.add(program, owner, ptx -> compare(PtxDeclarations.of(ptx), source.value(), read));
        } else if (text != null) {
            compare(PtxDeclarations.of(text), source.value(), read);
        }
    }

    /** Compares the methods with the kernels that are in the code. */
    private void compare(PtxDeclarations code, String file, List<CudaMethod> methods) {
        for (CudaMethod method : methods) {
            String difference = code.difference(
                    file,
                    method.name(),
                    method.arguments().stream()
                            .map(CudaMethod.Argument::declared)
                            .toList());
            if (difference != null) {
                error(method.method(), difference);
            }
        }
    }

    private static @Nullable String problem(TypeElement owner) {
        if (owner.getKind() != ElementKind.INTERFACE) {
            return "it is no interface";
        }
        if (!owner.getTypeParameters().isEmpty()) {
            return "it has type parameters";
        }
        for (Element e = owner; e instanceof TypeElement; e = e.getEnclosingElement()) {
            if (e.getModifiers().contains(Modifier.PRIVATE)) {
                return "it is private";
            }
        }
        return null;
    }

    /** {@return the method, null if something is wrong with it, which is said} */
    private @Nullable CudaMethod read(ExecutableElement method) {
        String name = method.getSimpleName().toString();
        List<? extends VariableElement> all = method.getParameters();
        if (method.getReturnType().getKind() != TypeKind.VOID
                || !method.getTypeParameters().isEmpty()
                || all.isEmpty()
                || !all.getFirst().asType().toString().equals(LAUNCH)) {
            error(method, CUDA_INTERFACE.format(name, "it does not return nothing and take a Launch first"));
            return null;
        }
        List<CudaMethod.Argument> arguments = new ArrayList<>();
        for (VariableElement parameter : all.subList(1, all.size())) {
            CudaMethod.Argument argument = CudaMethod.Argument.of(parameter);
            if (argument == null) {
                error(
                        parameter,
                        CUDA_INTERFACE.format(
                                name,
                                "parameter '%s' has type %s or another direction"
                                        .formatted(parameter.getSimpleName(), parameter.asType())));
                return null;
            }
            arguments.add(argument);
        }
        return new CudaMethod(method, all.getFirst().getSimpleName().toString(), arguments);
    }

    /** {@return whether a source has the kernels} If not, that is said. */
    private boolean areIn(CudaDeclarations source, String file, List<CudaMethod> methods) {
        boolean areIn = true;
        for (CudaMethod method : methods) {
            CudaDeclarations.Declared found = source.find(method.name());
            if (found == null && source.isCertain()) {
                error(method.method(), CUDA_KERNEL.format(file, method.name(), source.help("extern \"C\" __global__")));
                areIn = false;
            }
            if (found != null && found.parameters().size() != method.arguments().size()) {
                error(
                        method.method(),
                        CUDA_PARAMETER_COUNT.format(
                                method.name(),
                                method.arguments().size(),
                                found.parameters().size()));
                areIn = false;
            }
        }
        return areIn;
    }

    private void write(TypeElement owner, CudaSource source, List<CudaMethod> methods) {
        CudaLauncherSource launcher = new CudaLauncherSource(processingEnv.getElementUtils(), owner, source, methods);
        write(owner, launcher.name().toString(), launcher.text());
    }
}
