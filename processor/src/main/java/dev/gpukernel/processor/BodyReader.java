package dev.gpukernel.processor;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import dev.gpukernel.internal.frontend.UnloadedClasses;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
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
    private static final Set<String> SAME_IN_EVERY_THREAD = Set.of("GpuMath", "Approximate", "Philox", "Atomic");

    private final DocTrees trees;
    private final Elements elements;
    private final Types types;
    private final UnloadedClasses.Files files;

    /** Made when it is first needed: most kernels call nothing that was compiled earlier, and most projects have no kernels. */
    private CompiledBody.@Nullable Finder compiled;

    // Of one round of annotation processing, as elements and trees are.
    private Members members;
    private final Map<TypeElement, List<ClassScope>> scopes = new HashMap<>();

    BodyReader(DocTrees trees, ProcessingEnvironment environment, UnloadedClasses.Files files) {
        this.trees = trees;
        this.elements = environment.getElementUtils();
        this.types = environment.getTypeUtils();
        this.files = files;
        this.members = new Members(elements);
    }

    /** Forgets what was known in the round before. */
    void beginRound() {
        members = new Members(elements);
        scopes.clear();
    }

    KernelForm formOf(ExecutableElement kernel) {
        if (isStub(kernel)) {
            return KernelForm.EITHER;
        }
        Body body = body(kernel, new HashSet<>(Set.of(MethodKey.of(kernel, elements, types))));
        if (body == null) {
            return formOf(kernel, new HashSet<>());
        }
        // Without a loop, atomic operations are those of threads. A method that is called may have the loop.
        return body.usesGrid || !body.usesAtomics || body.names.hasLoop()
                ? body.form()
                : body.callsOthers ? KernelForm.EITHER : KernelForm.GRID;
    }

    /** {@return what was read of a method, null if its source is not at hand} */
    private @Nullable Body body(ExecutableElement method, Set<MethodKey> reading) {
        MethodTree source = trees.getTree(method);
        if (source == null || !(method.getEnclosingElement() instanceof TypeElement owner)) {
            return null;
        }
        Body body = new Body(MethodNames.of(source), scopeOf(owner, source), reading);
        body.read();
        return body;
    }

    /** The form of a method that is not yet being read further up: recursion adds nothing. */
    private KernelForm formOf(ExecutableElement method, Set<MethodKey> reading) {
        if (trees.getTree(method) == null || !(method.getEnclosingElement() instanceof TypeElement)) {
            return isPlatform(method) ? KernelForm.LOOP : formOf(MethodKey.of(method, elements, types), reading);
        }
        if (isStub(method)) {
            return KernelForm.EITHER;
        }
        if (!reading.add(MethodKey.of(method, elements, types))) {
            return KernelForm.LOOP;
        }
        Body body = body(method, reading);
        return body == null ? KernelForm.LOOP : body.form();
    }

    /** kapt writes a Java source of each Kotlin class: with {@code @kotlin.Metadata}, and without what methods do. */
    private boolean isStub(ExecutableElement method) {
        Element owner = method.getEnclosingElement();
        return owner != null
                && trees.getTree(method) != null
                && owner.getAnnotationMirrors().stream()
                        .anyMatch(
                                mirror -> mirror.getAnnotationType().toString().equals("kotlin.Metadata"));
    }

    private ClassScope scopeOf(TypeElement owner, MethodTree method) {
        List<ClassScope> ofClass = scopes.computeIfAbsent(owner, key -> new ArrayList<>());
        for (ClassScope scope : ofClass) {
            if (scope.fits(method)) {
                return scope;
            }
        }
        // javac finds the path to a class quicker than that to a method.
        TreePath path = new TreePath(trees.getPath(owner), method);
        ClassScope scope = new ClassScope(trees, elements, members, owner, path);
        ofClass.add(scope);
        return scope;
    }

    /** The form of a method without a source at hand. */
    private KernelForm formOf(MethodKey key, Set<MethodKey> reading) {
        if (key.owner().startsWith("java/") || key.owner().startsWith("jdk/")) {
            return KernelForm.LOOP;
        }
        CompiledBody body = find(key);
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

    private @Nullable CompiledBody find(MethodKey key) {
        CompiledBody.Finder finder = compiled;
        if (finder == null) {
            finder = new CompiledBody.Finder(files);
            compiled = finder;
        }
        return finder.find(key);
    }

    /** A class file may call a method whose source is being compiled again. */
    private KernelForm formInSource(MethodKey key, Set<MethodKey> reading) {
        TypeElement owner =
                elements.getTypeElement(key.owner().replace('/', '.').replace('$', '.'));
        if (owner == null) {
            return KernelForm.EITHER;
        }
        return ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                .filter(method -> trees.getTree(method) != null
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

    /** What the names in one method say. */
    private final class Body {
        private final MethodNames names;
        private final ClassScope scope;
        private final Set<MethodKey> reading;
        private boolean usesGrid;
        private boolean mayUseGrid;
        private boolean usesAtomics;
        private boolean callsOthers;

        Body(MethodNames names, ClassScope scope, Set<MethodKey> reading) {
            this.names = names;
            this.scope = scope;
            this.reading = reading;
        }

        KernelForm form() {
            if (usesGrid) {
                return KernelForm.GRID;
            }
            return mayUseGrid ? KernelForm.EITHER : KernelForm.LOOP;
        }

        void read() {
            for (String name : names.used()) {
                read(name);
            }
            for (MethodNames.Call call : names.calls()) {
                // Nothing more can be learned then.
                if (!usesGrid) {
                    read(call);
                }
            }
        }

        /** A name such as {@code a.b.c} is that of a type, or what is selected of the type {@code a.b}, or of {@code a}. */
        private void read(String name) {
            if (names.locals().contains(first(name))) {
                return;
            }
            String part = startsWithVariable(name) ? first(name) : name;
            TypeElement type = type(part);
            while (type == null && part.indexOf('.') >= 0) {
                part = part.substring(0, part.lastIndexOf('.'));
                type = type(part);
            }
            use(type);
            if (type == null) {
                scope.ownersOfImportedField(part).forEach(this::use);
            }
        }

        private @Nullable TypeElement type(String name) {
            return startsWithVariable(name) ? null : scope.type(name);
        }

        /** A name that is a local variable or class anywhere in the method counts as one in all of it. */
        private boolean startsWithVariable(String name) {
            return names.locals().contains(first(name)) || scope.isField(first(name));
        }

        private static String first(String dotted) {
            int dot = dotted.indexOf('.');
            return dot < 0 ? dotted : dotted.substring(0, dot);
        }

        private void read(MethodNames.Call call) {
            if (call.target().isEmpty()) {
                call(scope.ownersOfMethod(call.method()), call);
                return;
            }
            TypeElement owner = type(call.target());
            if (owner != null) {
                call(List.of(owner), call);
            } else if (!startsWithVariable(call.target())) {
                callsOthers = true;
                mayUseGrid = true; // a class that another processor has yet to generate
            }
        }

        private void call(List<TypeElement> owners, MethodNames.Call call) {
            // Without attribution the overload is unknown; those that fit by number of arguments stand for it.
            KernelForm callee = null;
            for (TypeElement owner : owners) {
                use(owner);
                for (ExecutableElement method : members.methods(owner, call.method())) {
                    if (accepts(method, call.arity())) {
                        callsOthers |= !isPlatform(method);
                        KernelForm form = formOf(method, reading);
                        callee = callee == null ? form : callee.or(form);
                    }
                }
            }
            usesGrid |= callee == KernelForm.GRID;
            mayUseGrid |= callee == KernelForm.EITHER;
        }

        private boolean accepts(ExecutableElement method, int arity) {
            int parameters = method.getParameters().size();
            return parameters == arity || (method.isVarArgs() && arity >= parameters - 1);
        }

        private void use(@Nullable TypeElement type) {
            usesGrid |= type != null && dependsOnThread(type.getQualifiedName().toString());
            usesAtomics |= type != null && type.getQualifiedName().contentEquals(DEVICE_PACKAGE + ".Atomic");
        }
    }
}
