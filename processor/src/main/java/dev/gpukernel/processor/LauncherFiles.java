package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.LAUNCHER_NOT_WRITTEN;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;

/** Writes the sources of launchers. */
final class LauncherFiles {
    private final ProcessingEnvironment environment;

    LauncherFiles(ProcessingEnvironment environment) {
        this.environment = environment;
    }

    /** Writes a source for each class. */
    void write(Map<TypeElement, String> launchers) {
        launchers.forEach((declaringClass, text) -> {
            // Each for itself, so that a failure leaves the others.
            Guard.run(
                    environment.getMessager(),
                    declaringClass.toString(),
                    declaringClass,
                    () -> write(declaringClass, text));
        });
    }

    private void write(TypeElement declaringClass, String text) {
        String name = LauncherName.of(declaringClass).toString();
        try (Writer writer =
                environment.getFiler().createSourceFile(name, declaringClass).openWriter()) {
            writer.write(text);
        } catch (IOException e) {
            environment.getMessager().printError(LAUNCHER_NOT_WRITTEN.format(name, e), declaringClass);
        }
    }
}
