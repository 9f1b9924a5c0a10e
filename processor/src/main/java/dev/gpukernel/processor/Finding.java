package dev.gpukernel.processor;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
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

    /**
     * {@return what prints it later, when javac has rewritten its trees; null if its place is in no source}
     *
     * @param trees those of javac
     */
    @Nullable Runnable printer(DocTrees trees) {
        TreePath path = annotation == null || value == null
                ? trees.getPath(element)
                : trees.getPath(element, annotation, value);
        if (path == null) {
            return null;
        }
        Tree tree = path.getLeaf();
        CompilationUnitTree unit = path.getCompilationUnit();
        return () -> trees.printMessage(Diagnostic.Kind.ERROR, text, tree, unit);
    }

    void printTo(Messager messager) {
        messager.printMessage(Diagnostic.Kind.ERROR, text, element, annotation, value);
    }
}
