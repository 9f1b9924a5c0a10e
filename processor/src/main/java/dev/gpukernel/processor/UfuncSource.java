package dev.gpukernel.processor;

import dev.gpukernel.array.NdArrays;
import dev.gpukernel.array.Ufunc;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.annotation.processing.Generated;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/** The source of the functions of arrays of one class. */
final class UfuncSource {
    /** Beyond so many parameters, all of them take arrays. */
    private static final int MOST_CHOICES = 4;

    private static final QualifiedName UFUNC = QualifiedName.of(Ufunc.class);
    private static final QualifiedName ND_ARRAYS = QualifiedName.of(NdArrays.class);

    private final Elements elements;
    private final TypeElement owner;
    private final List<ExecutableElement> methods;
    private final QualifiedName name;
    private final Imports imports;

    UfuncSource(Elements elements, TypeElement owner, List<ExecutableElement> methods) {
        this.elements = elements;
        this.owner = owner;
        this.methods = methods;
        QualifiedName declaring = QualifiedName.of(owner);
        this.name =
                new QualifiedName(declaring.packageName(), declaring.className().replace('.', '_') + "Arrays");
        this.imports = new Imports(name);
        imports.reserve(declaring);
    }

    QualifiedName name() {
        return name;
    }

    /** {@return all of it} */
    String text() {
        String declaring = imports.nameOf(QualifiedName.of(owner));
        StringBuilder type = new StringBuilder("\n/** Functions of arrays: the methods of {@link ")
                .append(declaring)
                .append("} for each element. */\n");
        // A user's module need not read java.compiler, which declares the annotation.
        if (elements.getTypeElement(elements.getModuleOf(owner), Generated.class.getName()) != null) {
            type.append("@" + imports.nameOf(QualifiedName.of(Generated.class)) + "(\"")
                    .append(VectorizeProcessor.class.getName())
                    .append("\")\n");
        }
        type.append(LauncherName.isPublic(owner) ? "public final class " : "final class ")
                .append(name.className())
                .append(" {\n");
        UnusedNames constants = new UnusedNames();
        for (ExecutableElement method : methods) {
            method.getParameters()
                    .forEach(parameter ->
                            constants.like(parameter.getSimpleName().toString()));
        }
        List<String> named = new ArrayList<>();
        for (ExecutableElement method : methods) {
            String constant = constants.like(
                    KernelConstants.constantCase(method.getSimpleName().toString()));
            named.add(constant);
            List<String> arguments =
                    new ArrayList<>(List.of(declaring + ".class", "\"" + method.getSimpleName() + "\""));
            method.getParameters().forEach(parameter -> arguments.add(primitive(parameter.asType()) + ".class"));
            String ufunc = imports.nameOf(UFUNC);
            type.append(new WrappedLine("    private static final " + ufunc + " " + constant + " =", "            ")
                            .add(" ", ufunc + ".of(")
                            .addAll("", arguments)
                            .add(");")
                            .end())
                    .append('\n');
        }
        type.append("    private ").append(name.className()).append("() {}\n");
        for (int i = 0; i < methods.size(); i++) {
            addFunctions(methods.get(i), named.get(i), declaring, type);
        }
        type.append("}\n");
        // What is imported is known now.
        String inPackage = name.packageName().isEmpty() ? "" : "package " + name.packageName() + ";\n\n";
        return inPackage + imports.declarations() + type;
    }

    /** Adds one for each choice of the parameters that take arrays, at least one of them. */
    private void addFunctions(ExecutableElement method, String constant, String declaring, StringBuilder type) {
        int count = method.getParameters().size();
        int all = (1 << Math.min(count, MOST_CHOICES)) - 1;
        for (int arrays = count > MOST_CHOICES ? all : 1; arrays <= all; arrays++) {
            List<String> parameters = new ArrayList<>();
            List<String> arguments = new ArrayList<>();
            StringBuilder types = new StringBuilder();
            for (int i = 0; i < count; i++) {
                VariableElement parameter = method.getParameters().get(i);
                String own = parameter.getSimpleName().toString();
                boolean isArray = count > MOST_CHOICES || (arrays & (1 << i)) != 0;
                String primitive = primitive(parameter.asType());
                parameters.add((isArray ? arrayOf(parameter.asType()) : primitive) + " " + own);
                arguments.add(isArray ? own : imports.nameOf(ND_ARRAYS) + ".full(" + own + ")");
                types.append(i == 0 ? "" : ", ").append(primitive);
            }
            boolean isPublic = method.getModifiers().contains(Modifier.PUBLIC);
            String start = (isPublic ? "    public static " : "    static ") + arrayOf(method.getReturnType()) + " ";
            type.append("\n    /** {@return {@link " + declaring + "#" + method.getSimpleName() + "(" + types
                            + ")} of each element} */\n")
                    .append(new WrappedLine(start + method.getSimpleName() + "(", "            ")
                            .addAll("", parameters)
                            .add(") {")
                            .end())
                    .append(new WrappedLine(
                                    "        return " + constant + "." + primitive(method.getReturnType()) + "s(",
                                    "                ")
                            .addAll("", arguments)
                            .add(");")
                            .end())
                    .append("    }\n");
        }
    }

    private static String primitive(TypeMirror type) {
        return type.getKind().name().toLowerCase(Locale.ROOT);
    }

    private String arrayOf(TypeMirror type) {
        String primitive = primitive(type);
        String simpleName = primitive.substring(0, 1).toUpperCase(Locale.ROOT) + primitive.substring(1) + "NdArray";
        return imports.nameOf(new QualifiedName(ND_ARRAYS.packageName(), simpleName));
    }
}
