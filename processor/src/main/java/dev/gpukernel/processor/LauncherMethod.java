package dev.gpukernel.processor;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * One launcher: a method that passes its arguments to a kernel, or to one of several that GpuArrays alone tell apart, which it
 * then finds out.
 */
final class LauncherMethod {
    private static final QualifiedName GPU_ARRAY = QualifiedName.of(GpuArray.class);
    private static final QualifiedName KERNEL = QualifiedName.of(Kernel.class);
    private static final QualifiedName LAUNCH = QualifiedName.of(Launch.class);
    private static final QualifiedName DEPRECATED = QualifiedName.of(Deprecated.class);

    private final List<KernelMethod> overloads;
    private final LauncherKind kind;
    private final @Nullable String launch;
    private final KernelConstants constants;
    private final Imports imports;

    /**
     * Prepares to write.
     *
     * @param overloads the kernels
     * @param kind what it takes for arrays
     * @param launch name of the parameter for the launch's shape, or {@code null} if there is none
     * @param constants the fields that hold kernels
     * @param imports of the source
     */
    LauncherMethod(
            List<KernelMethod> overloads,
            LauncherKind kind,
            @Nullable String launch,
            KernelConstants constants,
            Imports imports) {
        this.overloads = List.copyOf(overloads);
        this.kind = kind;
        this.launch = launch;
        this.constants = constants;
        this.imports = imports;
    }

    /** {@return the method with its documentation} */
    String text(Elements elements, QualifiedName declaringClass) {
        StringBuilder text = new StringBuilder(
                LauncherDoc.of(first().doc(), imports.nameOf(declaringClass), overloads, kind, launch));
        if (overloads.stream().allMatch(kernel -> elements.isDeprecated(kernel.element()))) {
            text.append("    @").append(imports.nameOf(DEPRECATED)).append('\n');
        }
        return text.append(header()).append(body()).append("    }\n").toString();
    }

    private KernelMethod first() {
        return overloads.getFirst();
    }

    private String header() {
        boolean isPublic =
                overloads.stream().anyMatch(k -> k.element().getModifiers().contains(Modifier.PUBLIC));
        String start = (isPublic ? "    public static " : "    static ") + result() + " ";
        WrappedLine header = new WrappedLine(start + first().name() + "(", "            ");
        header.addAll("", parameters()).add(")");
        if (!thrown().isEmpty()) {
            header.add(" ", "throws").addAll(" ", thrown());
        }
        return header.add(" {").end();
    }

    /** {@return the type of what it returns} */
    private String result() {
        return isOnDevice() ? imports.nameOf(GPU_ARRAY) + "<" + javaResult() + ">" : declaredResult();
    }

    private boolean isOnDevice() {
        return kind == LauncherKind.GPU_ARRAYS && first().returnsArray();
    }

    /** {@return the type of what the kernel returns, without type arguments} */
    private String javaResult() {
        TypeElement declared = first().resultClass();
        return declared == null
                ? first().result()
                : imports.nameOf(QualifiedName.of(declared)) + (first().returnsArray() ? "[]" : "");
    }

    /** {@return the same as a launcher declares it: of any type arguments} */
    private String declaredResult() {
        TypeElement declared = first().resultClass();
        return javaResult()
                + (declared == null
                        ? ""
                        : Parameter.anyArguments(declared.getTypeParameters().size()));
    }

    private List<String> parameters() {
        List<String> parameters = new ArrayList<>();
        if (launch != null) {
            parameters.add(imports.nameOf(LAUNCH) + " " + launch);
        }
        for (int i = 0; i < first().arguments().size(); i++) {
            parameters.add(parameter(i));
        }
        return parameters;
    }

    private String parameter(int index) {
        Parameter parameter = first().arguments().get(index);
        boolean isLast = index == first().arguments().size() - 1;
        String type = switch (kind) {
            case ARRAYS -> parameter.declared(imports);
            case BUFFERS -> parameter.hasBuffer() ? imports.nameOf(parameter.buffer()) : parameter.declared(imports);
            case GPU_ARRAYS -> onDevice(index);
        };
        if (isLast && first().element().isVarArgs() && kind == LauncherKind.ARRAYS) {
            type = type.substring(0, type.length() - 2) + "...";
        }
        return type + " " + parameter.name();
    }

    private List<String> thrown() {
        Set<String> names = new LinkedHashSet<>();
        for (KernelMethod kernel : overloads) {
            for (QualifiedName type : kernel.thrown()) {
                names.add(imports.nameOf(type));
            }
        }
        return List.copyOf(names);
    }

    private String body() {
        String choice = "";
        String kernel = constants.nameOf(first());
        if (overloads.size() > 1) {
            kernel = UnusedNames.inParameters(first(), "kernel");
            choice = "        " + imports.nameOf(KERNEL) + " " + kernel + " = " + choice() + ";\n";
        }
        WrappedLine call = new WrappedLine(
                "        " + returning(first().result()) + kernel
                        + (launch == null ? ".call()" : ".call(" + launch + ")"),
                "                ");
        for (Parameter parameter : first().arguments()) {
            call.add("", "." + parameter.passedBy(kind) + "(" + parameter.name() + ")");
        }
        return choice + call.add("", run(first().result())).end();
    }

    private String run(String result) {
        if (first().returnsArray()) {
            return (isOnDevice() ? ".runGpuArray(" : ".runArray(") + javaResult() + ".class);";
        }
        if (first().resultClass() != null) {
            return ".runObject(" + javaResult() + ".class);";
        }
        return switch (result) {
            case "void" -> ".run();";
            case "byte", "char", "short" -> ".runInt();";
            default -> ".run" + Character.toUpperCase(result.charAt(0)) + result.substring(1) + "();";
        };
    }

    /** {@return what comes before a call that gives the kernel's result} */
    private static String returning(String result) {
        return switch (result) {
            case "void" -> "";
            case "byte", "char", "short" -> "return (" + result + ") ";
            default -> "return ";
        };
    }

    /** {@return an expression that picks the kernel for the arrays passed; the last one says what is wrong with others} */
    private String choice() {
        StringBuilder choice = new StringBuilder();
        for (KernelMethod kernel : overloads.subList(0, overloads.size() - 1)) {
            choice.append(takesArguments(kernel))
                    .append("\n                ? ")
                    .append(constants.nameOf(kernel))
                    .append("\n                : ");
        }
        return choice.append(constants.nameOf(overloads.getLast())).toString();
    }

    private String takesArguments(KernelMethod kernel) {
        StringBuilder condition = new StringBuilder();
        for (int i = 0; i < kernel.arguments().size(); i++) {
            if (differs(i)) {
                String name = first().arguments().get(i).name();
                condition
                        .append(condition.isEmpty() ? "" : " && ")
                        .append(name + " != null && " + name + ".type() == ")
                        .append(kernel.arguments().get(i).type(imports) + ".class");
            }
        }
        return condition.toString();
    }

    /** Tells whether the overloads have arrays of different types there. */
    private boolean differs(int index) {
        String type = first().arguments().get(index).type();
        for (KernelMethod kernel : overloads) {
            if (!kernel.arguments().get(index).type().equals(type)) {
                return true;
            }
        }
        return false;
    }

    private String onDevice(int index) {
        Parameter parameter = first().arguments().get(index);
        if (!parameter.isArray()) {
            return parameter.declared(imports);
        }
        boolean isOpen = differs(index) || parameter.kind() == Parameter.Kind.SEGMENT;
        return imports.nameOf(GPU_ARRAY) + (isOpen ? "<?>" : "<" + parameter.type(imports) + ">");
    }
}
