package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.BUG;
import static dev.gpukernel.diagnostic.Message.LIBRARY_MISSING;

import java.io.PrintWriter;
import java.io.StringWriter;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** Keeps a mistake of the processor from ending the compiler, whose message would name neither class nor processor. */
final class Guard {
    private Guard() {}

    /** Runs a step; what it throws becomes an error that asks for a report. */
    static void run(Messager messager, String what, @Nullable Element element, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            messager.printMessage(Diagnostic.Kind.ERROR, text(what, e), element);
        }
    }

    private static String text(String what, Throwable thrown) {
        String missing = thrown instanceof NoClassDefFoundError ? String.valueOf(thrown.getMessage()) : "";
        if (missing.startsWith("org/objectweb/asm/")) {
            return LIBRARY_MISSING.format(missing.replace('/', '.'));
        }
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return BUG.format("annotation processor on " + what + ": " + trace);
    }
}
