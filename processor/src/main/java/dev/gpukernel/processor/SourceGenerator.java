package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.LAUNCHER_NAME_TAKEN;
import static dev.gpukernel.diagnostic.Message.LAUNCHER_NOT_WRITTEN;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileManager;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/** What processors of one annotation have in common, which look at each element that has it alone. */
abstract class SourceGenerator extends AbstractProcessor {
    /** Where build tools put resources, as far as the compiler is told. */
    private static final List<JavaFileManager.Location> LOCATIONS =
            List.of(StandardLocation.CLASS_OUTPUT, StandardLocation.SOURCE_PATH, StandardLocation.CLASS_PATH);

    private final Class<?> annotation;

    SourceGenerator(Class<?> annotation) {
        this.annotation = annotation;
    }

    @Override
    public final Set<String> getSupportedAnnotationTypes() {
        return Set.of(annotation.getName());
    }

    @Override
    public final SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    /** Those of {@link GpuKernelProcessor}: of an option that no processor knows javac warns, also where a program has no kernels. */
    @Override
    public final Set<String> getSupportedOptions() {
        return GpuKernelProcessor.OPTIONS;
    }

    @Override
    public final boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (TypeElement found : annotations) {
            process(round.getElementsAnnotatedWith(found));
        }
        return false; // other processors may have a use for the annotation
    }

    /** Looks at the elements of a round. */
    abstract void process(Set<? extends Element> annotated);

    /** Does something about a class; what goes wrong in it is said there. */
    final void guarded(TypeElement owner, Runnable work) {
        Guard.run(processingEnv.getMessager(), owner.toString(), owner, work);
    }

    /** {@return the text of a resource beside a class, null if the compiler does not see resources} */
    final @Nullable String text(TypeElement owner, String resource) {
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

    /** Writes a class that belongs to another one. */
    final void write(TypeElement owner, String name, String text) {
        try (Writer writer =
                processingEnv.getFiler().createSourceFile(name, owner).openWriter()) {
            writer.write(text);
        } catch (FilerException _) {
            error(owner, LAUNCHER_NAME_TAKEN.format(owner.getQualifiedName(), name));
        } catch (IOException e) {
            error(owner, LAUNCHER_NOT_WRITTEN.format(name, e));
        }
    }

    final void error(Element element, String message) {
        processingEnv.getMessager().printError(message, element);
    }
}
