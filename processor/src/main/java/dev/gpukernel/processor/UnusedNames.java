package dev.gpukernel.processor;

import java.util.HashSet;
import java.util.Set;

/** Makes names that nothing else in a scope has. */
final class UnusedNames {
    private final Set<String> used = new HashSet<>();

    /** Notes the names of what a kernel's launcher takes. */
    void use(KernelMethod kernel) {
        for (Parameter parameter : kernel.arguments()) {
            used.add(parameter.name());
        }
    }

    /** {@return the name, or if it is used, the name with the first number from 2 that makes it unused; used from now on} */
    String like(String wanted) {
        String name = wanted;
        for (int number = 2; !used.add(name); number++) {
            name = wanted + "_" + number;
        }
        return name;
    }

    /** {@return a name that no parameter of a kernel has} */
    static String inParameters(KernelMethod kernel, String wanted) {
        UnusedNames names = new UnusedNames();
        names.use(kernel);
        return names.like(wanted);
    }
}
