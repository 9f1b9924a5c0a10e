package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.CUDA_INTERFACE;
import static dev.gpukernel.diagnostic.Message.CUDA_KERNEL;
import static dev.gpukernel.diagnostic.Message.CUDA_PARAMETER_COUNT;
import static dev.gpukernel.diagnostic.Message.LAUNCHER_NAME_TAKEN;
import static dev.gpukernel.diagnostic.Message.LAUNCHER_NOT_WRITTEN;

import dev.gpukernel.cuda.CudaSource;
import dev.gpukernel.internal.declaration.CudaDeclarations;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.tools.JavaFileManager;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/** Generates a class that launches raw kernels for each interface with {@link CudaSource}. */
public final class CudaSourceProcessor extends AbstractProcessor {
    private static final String LAUNCH = "dev.gpukernel.Launch";

    /** Where build tools put resources, as far as the compiler is told. */
    private static final List<JavaFileManager.Location> LOCATIONS =
            List.of(StandardLocation.CLASS_OUTPUT, StandardLocation.SOURCE_PATH, StandardLocation.CLASS_PATH);

    /** Made by the compiler. */
    public CudaSourceProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(CudaSource.class.getName());
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
        for (TypeElement annotation : annotations) {
            for (Element element : round.getElementsAnnotatedWith(annotation)) {
                if (element instanceof TypeElement owner) {
                    Guard.run(processingEnv.getMessager(), owner.toString(), owner, () -> process(owner));
                }
            }
        }
        return false; // other processors may have a use for the annotation
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
        if (!CudaLauncherSource.isCompiled(source.value())) {
            String text = text(owner, source.value());
            isSound &= text == null || areIn(CudaDeclarations.of(text), source.value(), read);
        }
        if (isSound) {
            write(owner, source, read);
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
                String known = source.kernels().stream()
                        .map(CudaDeclarations.Declared::name)
                        .collect(Collectors.joining(", "));
                String help = known.isEmpty() ? "declare it extern \"C\" __global__" : "it has " + known;
                error(method.method(), CUDA_KERNEL.format(file, method.name(), help));
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

    /** {@return the text of a source, null if the compiler does not see resources} Then its kernels are looked for when it runs. */
    private @Nullable String text(TypeElement owner, String resource) {
        String ofPackage =
                resource.startsWith("/") ? "" : QualifiedName.of(owner).packageName();
        String relative = resource.startsWith("/") ? resource.substring(1) : resource;
        for (JavaFileManager.Location location : LOCATIONS) {
            try (InputStream in = processingEnv
                    .getFiler()
                    .getResource(location, ofPackage, relative)
                    .openInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (FileNotFoundException | NoSuchFileException | FilerException _) {
                // It may be elsewhere.
            } catch (IOException | IllegalArgumentException | UnsupportedOperationException _) {
                // This compiler has no such place.
            }
        }
        return null;
    }

    private void write(TypeElement owner, CudaSource source, List<CudaMethod> methods) {
        CudaLauncherSource launcher = new CudaLauncherSource(processingEnv.getElementUtils(), owner, source, methods);
        String name = launcher.name().toString();
        try (Writer writer =
                processingEnv.getFiler().createSourceFile(name, owner).openWriter()) {
            writer.write(launcher.text());
        } catch (FilerException _) {
            error(owner, LAUNCHER_NAME_TAKEN.format(owner.getQualifiedName(), name));
        } catch (IOException e) {
            error(owner, LAUNCHER_NOT_WRITTEN.format(name, e));
        }
    }

    private void error(Element element, String message) {
        processingEnv.getMessager().printError(message, element);
    }
}
