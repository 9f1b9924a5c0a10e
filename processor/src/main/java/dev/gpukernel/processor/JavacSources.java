package dev.gpukernel.processor;

import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Sources as javac shows them. */
final class JavacSources implements Sources {
    private final ProcessingEnvironment environment;
    private final DocTrees trees;
    private final CompiledClasses classes;
    private final BodyReader bodies;
    private final BodyCheck check;

    /**
     * Begins to listen to javac.
     *
     * @param environment javac's own
     * @throws IllegalArgumentException if it is another
     */
    JavacSources(ProcessingEnvironment environment) {
        this.environment = environment;
        this.trees = DocTrees.instance(environment);
        this.classes = new CompiledClasses(environment);
        this.bodies = new BodyReader(trees, environment, classes);
        JavacTask task = JavacTask.instance(environment);
        this.check = new BodyCheck(classes, new BodyErrors(environment, trees, classes), task::removeTaskListener);
        task.addTaskListener(check);
    }

    @Override
    public void addRoots(Set<? extends Element> roots) {
        bodies.beginRound();
        check.addRoots(roots);
    }

    @Override
    public boolean checkBody(ExecutableElement kernel, List<Finding> mistakes) {
        List<Runnable> printers = new ArrayList<>();
        for (Finding mistake : mistakes) {
            Runnable printer = mistake.printer(trees);
            if (printer == null) {
                return false;
            }
            printers.add(printer);
        }
        Element topLevel = kernel;
        for (Element e = kernel; e != null && e.getKind() != ElementKind.PACKAGE; e = e.getEnclosingElement()) {
            topLevel = e;
        }
        MethodKey key = MethodKey.of(kernel, environment.getElementUtils(), environment.getTypeUtils());
        check.add(new Check(key, HostLoops.in(kernel, environment.getOptions()), printers), topLevel.toString());
        return true;
    }

    @Override
    public KernelForm formOf(ExecutableElement kernel) {
        return bodies.formOf(kernel);
    }

    @Override
    public @Nullable String typeNamed(ExecutableElement kernel, String name) {
        TreePath path = trees.getPath(kernel);
        TypeElement type = path == null ? null : ClassScope.typeInScope(trees, path, name);
        return type == null ? null : type.getQualifiedName().toString();
    }

    @Override
    public void rejectLocalKernels(TypeElement root) {
        TreePath path = trees.getPath(root);
        if (path != null) {
            new LocalKernels(trees, path).report();
        }
    }
}
