package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.KERNEL_CLASS;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.gpukernel.GpuKernel;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
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
        this.check = new BodyCheck(classes, new BodyErrors(environment, trees, classes));
        JavacTask.instance(environment).addTaskListener(check);
    }

    @Override
    public void addRoots(Set<? extends Element> roots) {
        check.addRoots(roots);
    }

    @Override
    public void checkBody(ExecutableElement kernel) {
        check.add(MethodKey.of(kernel, environment.getElementUtils(), environment.getTypeUtils()));
    }

    @Override
    public KernelForm formOf(ExecutableElement kernel) {
        return bodies.formOf(kernel);
    }

    @Override
    public void rejectLocalKernels(TypeElement root) {
        TreePath path = trees.getPath(root);
        if (path != null) {
            new LocalKernels(path).scan(path, null);
        }
    }

    private final class LocalKernels extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final TreePath root;

        LocalKernels(TreePath root) {
            this.root = root;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
            ClassTree local = enclosingLocalClass();
            // Nearly all methods are in no local class, and to look up what an annotation is takes long.
            if (local != null && method.getModifiers().getAnnotations().stream().anyMatch(this::isKernelAnnotation)) {
                String declaredIn =
                        local.getSimpleName().isEmpty() ? "an anonymous class" : "local class " + local.getSimpleName();
                trees.printMessage(
                        Diagnostic.Kind.ERROR,
                        KERNEL_CLASS.format(method.getName(), declaredIn),
                        method,
                        root.getCompilationUnit());
            }
            return super.visitMethod(method, null);
        }

        private @Nullable ClassTree enclosingLocalClass() {
            for (TreePath p = getCurrentPath(); p != null && p.getParentPath() != null; p = p.getParentPath()) {
                boolean isMember = p.getParentPath().getLeaf() instanceof ClassTree
                        || p.getParentPath().getLeaf() instanceof CompilationUnitTree;
                if (p.getLeaf() instanceof ClassTree type && !isMember) {
                    return type;
                }
            }
            return null;
        }

        private boolean isKernelAnnotation(AnnotationTree annotation) {
            String name = annotation.getAnnotationType().toString();
            if (!name.endsWith(GpuKernel.class.getSimpleName())) {
                return false;
            }
            TypeElement type = SourceNames.typeInScope(trees, root, name);
            return type != null && type.getQualifiedName().contentEquals(GpuKernel.class.getName());
        }
    }
}
