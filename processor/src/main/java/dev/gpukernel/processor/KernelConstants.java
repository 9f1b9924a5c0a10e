package dev.gpukernel.processor;

import static java.util.Objects.requireNonNull;

import dev.gpukernel.Kernel;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;

/** The fields of a launcher class, each of which holds a kernel. */
final class KernelConstants {
    private static final QualifiedName KERNEL = QualifiedName.of(Kernel.class);
    private static final QualifiedName METHOD_HANDLES = QualifiedName.of(MethodHandles.class);

    private final QualifiedName declaringClass;
    private final Imports imports;
    private final IdentityHashMap<KernelMethod, String> names = new IdentityHashMap<>();

    KernelConstants(QualifiedName declaringClass, List<KernelMethod> kernels, Imports imports) {
        this.declaringClass = declaringClass;
        this.imports = imports;
        UnusedNames unused = new UnusedNames();
        // A parameter of the same name would hide the constant.
        kernels.forEach(unused::use);
        for (KernelMethod kernel : kernels) {
            names.put(kernel, unused.like(constantCase(kernel.name())));
        }
    }

    /** {@return {@code SCALE_ALL} for {@code scaleAll}} */
    static String constantCase(String name) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            if (i > 0 && isIn('A', name.charAt(i), 'Z') && isIn('a', name.charAt(i - 1), 'z')) {
                words.append('_');
            }
            words.append(name.charAt(i));
        }
        return words.toString().toUpperCase(Locale.ROOT);
    }

    private static boolean isIn(char first, char c, char last) {
        return first <= c && c <= last;
    }

    /** Types that need not be told are types that javac need not look up, for each of hundreds of kernels. */
    private boolean isOverloaded(KernelMethod kernel) {
        int ofThisName = 0;
        for (KernelMethod any : names.keySet()) {
            ofThisName += any.name().equals(kernel.name()) ? 1 : 0;
        }
        return ofThisName > 1;
    }

    String nameOf(KernelMethod kernel) {
        return requireNonNull(names.get(kernel));
    }

    /** {@return the declaration of one} */
    String declarationOf(KernelMethod kernel) {
        String type = imports.nameOf(KERNEL);
        List<String> arguments = new ArrayList<>();
        arguments.add(imports.nameOf(METHOD_HANDLES) + ".lookup()");
        arguments.add(imports.nameOf(declaringClass) + ".class");
        arguments.add("\"" + kernel.name() + "\"");
        if (isOverloaded(kernel)) {
            for (Parameter parameter : kernel.parameters()) {
                arguments.add(parameter.type(imports) + ".class");
            }
        }
        return new WrappedLine("    private static final " + type + " " + nameOf(kernel) + " =", "            ")
                .add(" ", type + ".of(")
                .addAll("", arguments)
                .add(");")
                .end();
    }
}
