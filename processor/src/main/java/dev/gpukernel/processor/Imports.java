package dev.gpukernel.processor;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The classes that a source names: by their simple names, imported from other packages, and by their whole names where two have
 * the same simple one. A class in another is named with the outermost.
 */
final class Imports {
    private final String packageName;

    /** Packages of the classes that simple names stand for. */
    private final Map<String, String> packages = new HashMap<>();

    /**
     * Prepares to name.
     *
     * @param own the class that the source declares
     */
    Imports(QualifiedName own) {
        this.packageName = own.packageName();
        reserve(own);
    }

    /** Keeps a simple name for a class if that is in the package of the source: no other name may exist for it. */
    void reserve(QualifiedName type) {
        if (type.packageName().equals(packageName)) {
            packages.put(type.outermost(), packageName);
        }
    }

    /** {@return how the source names a type} */
    String nameOf(QualifiedName type) {
        String meant = packages.putIfAbsent(type.outermost(), type.packageName());
        return meant == null || meant.equals(type.packageName()) ? type.className() : type.toString();
    }

    /** {@return the import declarations that the names given so far need, a line for each} */
    String declarations() {
        TreeSet<String> names = new TreeSet<>();
        packages.forEach((simpleName, from) -> {
            if (!from.isEmpty() && !from.equals(packageName)) {
                names.add(from + "." + simpleName);
            }
        });
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            text.append("import ").append(name).append(";\n");
        }
        return text.toString();
    }
}
