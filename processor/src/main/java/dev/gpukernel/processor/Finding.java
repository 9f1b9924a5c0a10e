package dev.gpukernel.processor;

import javax.annotation.processing.Messager;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * A mistake in a kernel's declaration.
 *
 * @param text code, text and help
 * @param element where
 * @param annotation the element's annotation that is wrong, or {@code null}
 * @param value the annotation's value that is wrong, or {@code null}
 */
record Finding(
        String text,
        Element element,
        @Nullable AnnotationMirror annotation,
        @Nullable AnnotationValue value) {

    Finding(String text, Element element) {
        this(text, element, null, null);
    }

    void printTo(Messager messager) {
        messager.printMessage(Diagnostic.Kind.ERROR, text, element, annotation, value);
    }
}
