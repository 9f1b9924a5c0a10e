package dev.gpukernel.processor;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import dev.gpukernel.internal.frontend.UnloadedClasses;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
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
    private final Types types;
    private final CompiledBody.Finder compiled;

    BodyReader(DocTrees trees, ProcessingEnvironment environment, UnloadedClasses.Files files) {
        this.trees = trees;
        this.elements = environment.getElementUtils();
        this.types = environment.getTypeUtils();
        this.compiled = new CompiledBody.Finder(files);
    }

    KernelForm formOf(ExecutableElement kernel) {
        return formOf(kernel, new HashSet<>());
    }

    /** The form of a method that is not yet being read further up: recursion adds nothing. */
    private KernelForm formOf(ExecutableElement method, Set<MethodKey> reading) {
        MethodKey key = MethodKey.of(method, elements, types);
        TreePath path = trees.getPath(method);
        if (path == null || !(path.getLeaf() instanceof MethodTree source)) {
            return isPlatform(method) ? KernelForm.LOOP : formOf(key, reading);
        }
        if (!reading.add(key)) {
            return KernelForm.LOOP;
        }
        Body body = new Body(new SourceNames(trees, elements, path), reading);
        body.scan(source, null);
        return body.form();
    }

    /** The form of a method without a source at hand. */
    private KernelForm formOf(MethodKey key, Set<MethodKey> reading) {
        if (key.owner().startsWith("java/") || key.owner().startsWith("jdk/")) {
            return KernelForm.LOOP;
        }
        CompiledBody body = compiled.find(key);
        if (body == null) {
            return formInSource(key, reading);
        }
        if (!reading.add(key)) {
            return KernelForm.LOOP;
        }
        if (body.owners().stream().map(owner -> owner.replace('/', '.')).anyMatch(BodyReader::dependsOnThread)) {
            return KernelForm.GRID;
        }
        Set<KernelForm> calls = EnumSet.noneOf(KernelForm.class);
        body.calls().stream()
                .filter(call -> !call.owner().startsWith(DEVICE_PACKAGE.replace('.', '/')))
                .forEach(call -> calls.add(formOf(call, reading)));
        return calls.contains(KernelForm.GRID)
                ? KernelForm.GRID
                : calls.contains(KernelForm.EITHER) ? KernelForm.EITHER : KernelForm.LOOP;
    }

    /** A class file may call a method whose source is being compiled again. */
    private KernelForm formInSource(MethodKey key, Set<MethodKey> reading) {
        TypeElement owner =
                elements.getTypeElement(key.owner().replace('/', '.').replace('$', '.'));
        if (owner == null) {
            return KernelForm.EITHER;
        }
        return ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                .filter(method -> trees.getPath(method) != null
                        && MethodKey.of(method, elements, types).equals(key))
                .findFirst()
                .map(method -> formOf(method, reading))
                .orElse(KernelForm.EITHER);
    }

    private boolean isPlatform(ExecutableElement method) {
        String module = elements.getModuleOf(method).getQualifiedName().toString();
        boolean isDevice = elements.getPackageOf(method).getQualifiedName().contentEquals(DEVICE_PACKAGE);
        return isDevice || module.startsWith("java.") || module.startsWith("jdk.");
    }

    private static boolean dependsOnThread(String className) {
        return className.startsWith(DEVICE_PACKAGE + ".")
                && !SAME_IN_EVERY_THREAD.contains(
                        className.substring(DEVICE_PACKAGE.length() + 1).split("[.$]", 2)[0]);
    }

    /** One pass over a method. */
    private final class Body extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final SourceNames names;
        private final Set<MethodKey> reading;
        private boolean usesGrid;
        private boolean mayUseGrid;

        Body(SourceNames names, Set<MethodKey> reading) {
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
            usesGrid |= type != null && dependsOnThread(type.getQualifiedName().toString());
        }

        private void join(KernelForm callee) {
            usesGrid |= callee == KernelForm.GRID;
            mayUseGrid |= callee == KernelForm.EITHER;
        }
    }
}
