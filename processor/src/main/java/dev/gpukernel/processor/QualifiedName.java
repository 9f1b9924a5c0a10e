package dev.gpukernel.processor;

import static java.util.Objects.requireNonNull;

import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The name of a type, apart from how a source writes it. A primitive type has its keyword as name.
 *
 * @param packageName its package, empty for the unnamed one and for primitive types
 * @param className its name, after those of the classes around it, joined by dots
 */
record QualifiedName(String packageName, String className) {
    static QualifiedName of(TypeElement type) {
        String packageName = packageOf(type);
        String canonical = type.getQualifiedName().toString();
        return new QualifiedName(
                packageName, packageName.isEmpty() ? canonical : canonical.substring(packageName.length() + 1));
    }

    /** {@return the name of a class that is in no other} */
    static QualifiedName of(Class<?> topLevel) {
        return new QualifiedName(topLevel.getPackageName(), topLevel.getSimpleName());
    }

    static QualifiedName ofPrimitive(String keyword) {
        return new QualifiedName("", keyword);
    }

    private static String packageOf(@Nullable Element declared) {
        if (declared instanceof PackageElement found) {
            return found.getQualifiedName().toString();
        }
        return packageOf(requireNonNull(declared, "a class is in a package").getEnclosingElement());
    }

    /** {@return the simple name of the class that it is in, or its own if it is in none} */
    String outermost() {
        int dot = className.indexOf('.');
        return dot < 0 ? className : className.substring(0, dot);
    }

    /** {@return the whole name} */
    @Override
    public String toString() {
        return packageName.isEmpty() ? className : packageName + "." + className;
    }
}
