package dev.gpukernel.processor;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of kernels. One is a grid kernel if it, or a static method that it calls, uses a class of {@code
 * dev.gpukernel.device} that depends on the thread.
 */
final class BodyReader {
    private static final String DEVICE_PACKAGE = "dev.gpukernel.device";

    /** Classes of that package whose methods mean the same in every thread; all others count, those to come included. */
    private static final Set<String> SAME_IN_EVERY_THREAD = Set.of("GpuMath", "Atomic");

    private final DocTrees trees;
    private final Elements elements;

    BodyReader(DocTrees trees, Elements elements) {
        this.trees = trees;
        this.elements = elements;
    }

    KernelForm formOf(ExecutableElement kernel) {
        return formOf(kernel, new HashSet<>());
    }

    /** The form of a method that is not yet being read further up: recursion adds nothing. */
    private KernelForm formOf(ExecutableElement method, Set<ExecutableElement> reading) {
        if (!reading.add(method) || isPlatform(method)) {
            return KernelForm.LOOP;
        }
        TreePath path = trees.getPath(method);
        if (path == null || !(path.getLeaf() instanceof MethodTree source)) {
            return KernelForm.EITHER;
        }
        Body body = new Body(new SourceNames(trees, elements, path), reading);
        body.scan(source, null);
        return body.form();
    }

    private boolean isPlatform(ExecutableElement method) {
        String module = elements.getModuleOf(method).getQualifiedName().toString();
        boolean isDevice = elements.getPackageOf(method).getQualifiedName().contentEquals(DEVICE_PACKAGE);
        return isDevice || module.startsWith("java.") || module.startsWith("jdk.");
    }

    private boolean dependsOnThread(TypeElement type) {
        String name = type.getQualifiedName().toString();
        boolean isDevice = elements.getPackageOf(type).getQualifiedName().contentEquals(DEVICE_PACKAGE);
        return isDevice
                && !SAME_IN_EVERY_THREAD.contains(
                        name.substring(DEVICE_PACKAGE.length() + 1).split("\\.", 2)[0]);
    }

    /** One pass over a method. */
    private final class Body extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final SourceNames names;
        private final Set<ExecutableElement> reading;
        private boolean usesGrid;
        private boolean mayUseGrid;

        Body(SourceNames names, Set<ExecutableElement> reading) {
            this.names = names;
            this.reading = reading;
        }

        KernelForm form() {
            if (usesGrid) {
                return KernelForm.GRID;
            }
            return mayUseGrid ? KernelForm.EITHER : KernelForm.LOOP;
        }

        @Override
        public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void unused) {
            use(names.type(identifier));
            names.ownersOfImportedField(identifier.getName().toString()).forEach(this::use);
            return null;
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void unused) {
            TypeElement type = names.type(select);
            use(type);
            return type == null ? super.visitMemberSelect(select, null) : null;
        }

        @Override
        public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
            int arity = call.getArguments().size();
            if (call.getMethodSelect() instanceof MemberSelectTree select) {
                scan(select.getExpression(), null);
                callOn(select.getExpression(), select.getIdentifier().toString(), arity);
            } else if (call.getMethodSelect() instanceof IdentifierTree identifier) {
                String name = identifier.getName().toString();
                call(names.ownersOfMethod(name), name, arity);
            }
            return scan(call.getArguments(), null);
        }

        private void callOn(ExpressionTree target, String name, int arity) {
            TypeElement owner = names.type(target);
            if (owner != null) {
                call(List.of(owner), name, arity);
            } else if (SourceNames.dotted(target) != null && !names.startsWithVariable(target)) {
                mayUseGrid = true; // a class that another processor has yet to generate
            }
        }

        private void call(List<TypeElement> owners, String name, int arity) {
            owners.forEach(this::use);
            // Without attribution the overload is unknown; those that fit by number of arguments stand for it.
            owners.stream()
                    .flatMap(owner -> ElementFilter.methodsIn(elements.getAllMembers(owner)).stream())
                    .filter(method -> SourceNames.isStaticMethod(method, name) && accepts(method, arity))
                    .map(method -> formOf(method, reading))
                    .reduce(KernelForm::or)
                    .ifPresent(this::join);
        }

        private boolean accepts(ExecutableElement method, int arity) {
            int parameters = method.getParameters().size();
            return parameters == arity || (method.isVarArgs() && arity >= parameters - 1);
        }

        private void use(@Nullable TypeElement type) {
            usesGrid |= type != null && dependsOnThread(type);
        }

        private void join(KernelForm callee) {
            usesGrid |= callee == KernelForm.GRID;
            mayUseGrid |= callee == KernelForm.EITHER;
        }
    }
}
