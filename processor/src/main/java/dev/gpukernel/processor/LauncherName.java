package dev.gpukernel.processor;

import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Where the launchers of a class's kernels go. */
final class LauncherName {
    private LauncherName() {}

    /** {@return {@code VectorOpsGpu}, for a nested class {@code Outer_InnerGpu}, in the package of the class} */
    static QualifiedName of(TypeElement declaringClass) {
        QualifiedName name = QualifiedName.of(declaringClass);
        return new QualifiedName(name.packageName(), name.className().replace('.', '_') + "Gpu");
    }

    /** Tells whether the class can be seen from other packages. */
    static boolean isPublic(TypeElement declaringClass) {
        boolean isPublic = true;
        for (Element e = declaringClass; e instanceof TypeElement; e = e.getEnclosingElement()) {
            isPublic &= e.getModifiers().contains(Modifier.PUBLIC);
        }
        return isPublic;
    }
}
