package dev.gpukernel.processor;

import dev.gpukernel.array.NdArrays;
import dev.gpukernel.array.Ufunc;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
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
    private final List<VectorizedMethod> methods;
    private final QualifiedName name;
    private final Imports imports;

    UfuncSource(Elements elements, TypeElement owner, List<VectorizedMethod> methods) {
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
        for (VectorizedMethod vectorized : methods) {
            vectorized
                    .method()
                    .getParameters()
                    .forEach(parameter ->
                            constants.like(parameter.getSimpleName().toString()));
        }
        List<String> named = new ArrayList<>();
        for (VectorizedMethod vectorized : methods) {
            ExecutableElement method = vectorized.method();
            String constant = constants.like(
                    KernelConstants.constantCase(method.getSimpleName().toString()));
            named.add(constant);
            List<String> arguments =
                    new ArrayList<>(List.of(declaring + ".class", "\"" + method.getSimpleName() + "\""));
            if (vectorized.signature() != null) {
                arguments.addFirst("\"" + vectorized.signature() + "\"");
            }
            method.getParameters().forEach(parameter -> arguments.add(name(parameter.asType()) + ".class"));
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

    /** Adds one for each choice of the numbers that take arrays. Rows always do, and without rows one number at least. */
    private void addFunctions(VectorizedMethod vectorized, String constant, String declaring, StringBuilder type) {
        ExecutableElement method = vectorized.method();
        int count = vectorized.arguments().size();
        List<Integer> chosen = IntStream.range(0, count)
                .filter(i -> !vectorized.isRow(i))
                .boxed()
                .toList();
        int all = (1 << Math.min(chosen.size(), MOST_CHOICES)) - 1;
        int first = chosen.size() > MOST_CHOICES ? all : chosen.size() == count ? 1 : 0;
        String types = String.join(
                ", ", method.getParameters().stream().map(p -> name(p.asType())).toList());
        String applied = vectorized.signature() == null ? "each element" : "what is along the last axes";
        for (int arrays = first; arrays <= all; arrays++) {
            List<String> parameters = new ArrayList<>();
            List<String> arguments = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                VariableElement parameter = method.getParameters().get(i);
                String own = parameter.getSimpleName().toString();
                int choice = chosen.indexOf(i);
                boolean isArray = choice < 0 || chosen.size() > MOST_CHOICES || (arrays & (1 << choice)) != 0;
                TypeMirror element = VectorizedMethod.innermost(parameter.asType());
                parameters.add((isArray ? arrayOf(element) : primitive(element)) + " " + own);
                arguments.add(isArray ? own : imports.nameOf(ND_ARRAYS) + ".full(" + own + ")");
            }
            boolean isPublic = method.getModifiers().contains(Modifier.PUBLIC);
            String start = (isPublic ? "    public static " : "    static ") + arrayOf(vectorized.result()) + " ";
            type.append("\n    /** {@return {@link " + declaring + "#" + method.getSimpleName() + "(" + types + ")} of "
                            + applied + "} */\n")
                    .append(new WrappedLine(start + method.getSimpleName() + "(", "            ")
                            .addAll("", parameters)
                            .add(") {")
                            .end())
                    .append(new WrappedLine(
                                    "        return " + constant + "." + primitive(vectorized.result()) + "s(",
                                    "                ")
                            .addAll("", arguments)
                            .add(");")
                            .end())
                    .append("    }\n");
        }
    }

    private static String name(TypeMirror type) {
        return primitive(VectorizedMethod.innermost(type)) + "[]".repeat(VectorizedMethod.dimensions(type));
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
