package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.LAUNCHER_NOT_WRITTEN;

import com.palantir.javapoet.JavaFile;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;

/** Writes launchers. Their text is made on all cores, as that takes longer than anything else that the processor does. */
final class LauncherFiles {
    private final ProcessingEnvironment environment;

    LauncherFiles(ProcessingEnvironment environment) {
        this.environment = environment;
    }

    /** Writes a source for each class. */
    void write(Map<TypeElement, JavaFile> launchers) {
        // javac's own objects are for its own thread.
        List<String> texts = List.copyOf(launchers.values()).parallelStream()
                .map(JavaFile::toString)
                .toList();
        int index = 0;
        for (TypeElement declaringClass : launchers.keySet()) {
            String text = texts.get(index++);
            // Each for itself, so that a failure leaves the others.
            Guard.run(
                    environment.getMessager(),
                    declaringClass.toString(),
                    declaringClass,
                    () -> write(declaringClass, text));
        }
    }

    private void write(TypeElement declaringClass, String text) {
        String name = LauncherName.of(declaringClass).canonicalName();
        try (Writer writer =
                environment.getFiler().createSourceFile(name, declaringClass).openWriter()) {
            writer.write(text);
        } catch (IOException e) {
            environment.getMessager().printError(LAUNCHER_NOT_WRITTEN.format(name, e), declaringClass);
        }
    }
}
