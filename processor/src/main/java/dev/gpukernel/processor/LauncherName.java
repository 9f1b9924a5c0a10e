package dev.gpukernel.processor;

import com.palantir.javapoet.ClassName;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Where the launchers of a class's kernels go. */
final class LauncherName {
    private LauncherName() {}

    /** {@return {@code VectorOpsGpu}, for a nested class {@code Outer_InnerGpu}, in the package of the class} */
    static ClassName of(TypeElement declaringClass) {
        ClassName name = ClassName.get(declaringClass);
        return ClassName.get(name.packageName(), String.join("_", name.simpleNames()) + "Gpu");
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
