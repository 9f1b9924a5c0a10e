package dev.gpukernel.processor;

import static dev.gpukernel.diagnostic.Message.KERNEL_CLASS;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import dev.gpukernel.GpuKernel;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** Reports kernels in local and anonymous classes, which annotation processing does not visit. */
final class LocalKernels extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final DocTrees trees;
    private final TreePath root;
    private @Nullable ClassTree local;

    /**
     * Prepares to look.
     *
     * @param trees of javac
     * @param root path to a top-level class
     */
    LocalKernels(DocTrees trees, TreePath root) {
        this.trees = trees;
        this.root = root;
    }

    void report() {
        members((ClassTree) root.getLeaf());
    }

    /** What is in a class, of which the classes are local only if it is one itself. */
    private void members(ClassTree type) {
        for (Tree member : type.getMembers()) {
            if (member instanceof ClassTree inner) {
                members(inner);
            } else {
                scan(member, null);
            }
        }
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
        ClassTree around = local;
        local = type;
        members(type);
        local = around;
        return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
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
        return scan(method.getBody(), null);
    }

    private boolean isKernelAnnotation(AnnotationTree annotation) {
        String name = annotation.getAnnotationType().toString();
        if (!name.endsWith(GpuKernel.class.getSimpleName())) {
            return false;
        }
        TypeElement type = ClassScope.typeInScope(trees, root, name);
        return type != null && type.getQualifiedName().contentEquals(GpuKernel.class.getName());
    }
}
