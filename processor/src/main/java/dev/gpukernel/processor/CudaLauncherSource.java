package dev.gpukernel.processor;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Launch;
import dev.gpukernel.cuda.CudaKernel;
import dev.gpukernel.cuda.CudaModule;
import dev.gpukernel.cuda.CudaOptions;
import dev.gpukernel.cuda.CudaParameter;
import dev.gpukernel.cuda.CudaSource;
import java.lang.foreign.MemorySegment;
import java.util.List;
import javax.annotation.processing.Generated;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** The source of the class that launches the raw kernels of an interface. */
final class CudaLauncherSource {
    private static final List<String> COMPILED = List.of(".ptx", ".cubin", ".fatbin");

    private final Elements elements;
    private final TypeElement owner;
    private final CudaSource source;
    private final List<CudaMethod> methods;
    private final QualifiedName name;
    private final Imports imports;

    CudaLauncherSource(Elements elements, TypeElement owner, CudaSource source, List<CudaMethod> methods) {
        this.elements = elements;
        this.owner = owner;
        this.source = source;
        this.methods = methods;
        this.name = LauncherName.of(owner);
        this.imports = new Imports(name);
        imports.reserve(QualifiedName.of(owner));
    }

    /** {@return whether a resource is code that was compiled before} */
    static boolean isCompiled(String resource) {
        return COMPILED.stream().anyMatch(resource::endsWith);
    }

    QualifiedName name() {
        return name;
    }

    private String nameOf(Class<?> type) {
        return imports.nameOf(QualifiedName.of(type));
    }

    /** {@return all of it} */
    String text() {
        String declaring = imports.nameOf(QualifiedName.of(owner));
        String visibility = LauncherName.isPublic(owner) ? "public " : "";
        StringBuilder type = new StringBuilder("\n/** Launches the kernels of {@link ")
                .append(declaring)
                .append("}. */\n");
        // A user's module need not read java.compiler, which declares the annotation.
        if (elements.getTypeElement(elements.getModuleOf(owner), Generated.class.getName()) != null) {
            type.append("@" + nameOf(Generated.class) + "(\"")
                    .append(CudaSourceProcessor.class.getName())
                    .append("\")\n");
        }
        type.append(visibility)
                .append("final class ")
                .append(name.className())
                .append(" implements ")
                .append(declaring)
                .append(" {\n");
        for (int i = 0; i < methods.size(); i++) {
            type.append("    private final ")
                    .append(nameOf(CudaKernel.class))
                    .append(" kernel")
                    .append(i + 1)
                    .append(";\n");
        }
        addConstructors(type, declaring, visibility);
        for (int i = 0; i < methods.size(); i++) {
            addMethod(type, methods.get(i), "kernel" + (i + 1));
        }
        type.append("}\n");
        // What is imported is known now.
        String inPackage = name.packageName().isEmpty() ? "" : "package " + name.packageName() + ";\n\n";
        return inPackage + imports.declarations() + type;
    }

    private void addConstructors(StringBuilder type, String declaring, String visibility) {
        String module = nameOf(CudaModule.class);
        String resource = elements.getConstantExpression(source.value());
        type.append(
                        "\n    /** Compiles the source for the GPU at hand, or reads what an earlier run compiled. */\n    ")
                .append(visibility)
                .append(name.className())
                .append("() {\n        this(")
                .append(module)
                .append(isCompiled(source.value()) ? ".load(" : ".compile(")
                .append(declaring)
                .append(".class, ")
                .append(resource);
        if (!isCompiled(source.value())) {
            type.append(", ").append(nameOf(CudaOptions.class)).append(".of()");
            for (String option : source.options()) {
                type.append(".option(")
                        .append(elements.getConstantExpression(option))
                        .append(")");
            }
        }
        type.append("));\n    }\n\n    /** Takes the kernels of a module. */\n    ")
                .append(visibility)
                .append(name.className())
                .append("(")
                .append(module)
                .append(" module) {\n");
        for (int i = 0; i < methods.size(); i++) {
            type.append("        kernel")
                    .append(i + 1)
                    .append(" = module.kernel(\"")
                    .append(methods.get(i).name())
                    .append("\", ")
                    .append(nameOf(List.class))
                    .append(".of(")
                    .append(String.join(
                            ", ",
                            methods.get(i).arguments().stream()
                                    .map(this::declaration)
                                    .toList()))
                    .append("));\n");
        }
        type.append("    }\n");
    }

    private String declaration(CudaMethod.Argument argument) {
        String declared =
                argument.declared().equals("MemorySegment") ? nameOf(MemorySegment.class) : argument.declared();
        return nameOf(CudaParameter.class) + "." + argument.direction() + "(" + declared + ".class)";
    }

    private void addMethod(StringBuilder type, CudaMethod method, String kernel) {
        type.append("\n    @Override\n    public void ")
                .append(method.name())
                .append("(")
                .append(nameOf(Launch.class))
                .append(" ")
                .append(method.launch());
        for (CudaMethod.Argument argument : method.arguments()) {
            type.append(", ").append(typeName(argument)).append(" ").append(argument.name());
        }
        type.append(") {\n        this.")
                .append(kernel)
                .append(".call(")
                .append(method.launch())
                .append(")");
        for (CudaMethod.Argument argument : method.arguments()) {
            type.append(".")
                    .append(argument.pass())
                    .append("(")
                    .append(argument.name())
                    .append(")");
        }
        type.append(".run();\n    }\n");
    }

    private String typeName(CudaMethod.Argument argument) {
        return switch (argument.pass()) {
            case "passSegment" -> nameOf(MemorySegment.class);
            case "passGpuArray" -> nameOf(GpuArray.class) + "<" + argument.declared() + ">";
            default -> argument.declared();
        };
    }
}
