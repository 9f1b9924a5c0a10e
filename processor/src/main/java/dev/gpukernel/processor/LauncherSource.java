package dev.gpukernel.processor;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.Generated;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** The source of the launchers of one class. */
final class LauncherSource {
    private final Elements elements;
    private final TypeElement declaringClass;
    private final QualifiedName declaringName;
    private final QualifiedName name;
    private final List<KernelMethod> kernels;
    private final Imports imports;
    private final KernelConstants constants;

    LauncherSource(Elements elements, TypeElement declaringClass, List<KernelMethod> kernels) {
        this.elements = elements;
        this.declaringClass = declaringClass;
        this.declaringName = QualifiedName.of(declaringClass);
        this.name = LauncherName.of(declaringClass);
        this.kernels = List.copyOf(kernels);
        this.imports = new Imports(name);
        this.constants = new KernelConstants(declaringName, this.kernels, imports);
        reserveNames();
    }

    private void reserveNames() {
        imports.reserve(declaringName);
        for (KernelMethod kernel : kernels) {
            kernel.arguments().forEach(parameter -> imports.reserve(parameter.element()));
            kernel.thrown().forEach(imports::reserve);
            TypeElement result = kernel.resultClass();
            if (result != null) {
                imports.reserve(QualifiedName.of(result));
            }
        }
    }

    /** {@return all of it} */
    String text() {
        StringBuilder type = new StringBuilder("\n/** Launches the kernels of {@link ")
                .append(imports.nameOf(declaringName))
                .append("}. */\n")
                .append(annotations())
                .append(LauncherName.isPublic(declaringClass) ? "public final class " : "final class ")
                .append(name.className())
                .append(" {\n");
        for (KernelMethod kernel : kernels) {
            type.append(constants.declarationOf(kernel)).append('\n');
        }
        type.append("    private ").append(name.className()).append("() {}\n");
        kernels.forEach(kernel -> addLaunchers(kernel, type));
        type.append("}\n");
        // What is imported is known now.
        String inPackage = name.packageName().isEmpty() ? "" : "package " + name.packageName() + ";\n\n";
        return inPackage + imports.declarations() + type;
    }

    private String annotations() {
        StringBuilder annotations = new StringBuilder();
        // A user's module need not read java.compiler, which declares the annotation.
        if (elements.getTypeElement(elements.getModuleOf(declaringClass), Generated.class.getName()) != null) {
            annotations
                    .append('@')
                    .append(imports.nameOf(QualifiedName.of(Generated.class)))
                    .append("(\"")
                    .append(GpuKernelProcessor.class.getName())
                    .append("\")\n");
        }
        // Naming a deprecated class warns, except in one that is deprecated itself.
        if (isDeprecated(declaringClass)) {
            annotations
                    .append('@')
                    .append(imports.nameOf(QualifiedName.of(Deprecated.class)))
                    .append('\n')
                    .append(suppressed("\"removal\""));
        } else if (namesDeprecated()) {
            annotations.append(suppressed("{\"deprecation\", \"removal\"}"));
        }
        return annotations.toString();
    }

    private String suppressed(String warnings) {
        return "@" + imports.nameOf(QualifiedName.of(SuppressWarnings.class)) + "(" + warnings + ")\n";
    }

    private boolean isDeprecated(Element type) {
        for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
            if (elements.isDeprecated(e)) {
                return true;
            }
        }
        return false;
    }

    /** Tells whether the launchers take or throw something deprecated, of which the author of the kernel was warned. */
    private boolean namesDeprecated() {
        for (KernelMethod kernel : kernels) {
            for (TypeElement type : kernel.namedTypes()) {
                if (isDeprecated(type)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void addLaunchers(KernelMethod kernel, StringBuilder type) {
        if (kernel.form() != KernelForm.GRID) {
            addLaunchers(kernel, null, type);
        }
        if (kernel.form() != KernelForm.LOOP) {
            addLaunchers(kernel, UnusedNames.inParameters(kernel, "launch"), type);
        }
    }

    /** Adds the launchers for host arrays and for buffers, and that for GpuArrays, which overloads may have in common. */
    private void addLaunchers(KernelMethod kernel, @Nullable String launch, StringBuilder type) {
        addLauncher(List.of(kernel), LauncherKind.ARRAYS, launch, type);
        if (kernel.takesBuffers()) {
            addLauncher(List.of(kernel), LauncherKind.BUFFERS, launch, type);
        }
        if (!kernel.takesArrays()) {
            return;
        }
        KernelForm other = launch == null ? KernelForm.GRID : KernelForm.LOOP;
        List<KernelMethod> overloads = new ArrayList<>();
        for (KernelMethod overload : kernels) {
            if (overload.form() != other && overload.takesArrays() && overload.clashesOnDevice(kernel)) {
                overloads.add(overload);
            }
        }
        // Arrays on a device do not tell which of them is meant if one takes memory segments.
        if (overloads.size() > 1) {
            overloads.removeIf(KernelMethod::takesSegments);
        }
        if (!overloads.isEmpty() && overloads.getFirst().equals(kernel)) {
            addLauncher(overloads, LauncherKind.GPU_ARRAYS, launch, type);
        }
    }

    private void addLauncher(
            List<KernelMethod> overloads, LauncherKind kind, @Nullable String launch, StringBuilder type) {
        type.append('\n')
                .append(new LauncherMethod(overloads, kind, launch, constants, imports).text(elements, declaringName));
    }
}
