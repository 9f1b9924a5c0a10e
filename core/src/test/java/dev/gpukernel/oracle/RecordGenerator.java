package dev.gpukernel.oracle;

import dev.gpukernel.oracle.RecordType.Component;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Makes random records: some hold others, and some have constructors, accessors and methods of their own. */
final class RecordGenerator {
    private final KernelClass shared;
    private final HelperGenerator methods;

    RecordGenerator(KernelClass shared, HelperGenerator methods) {
        this.shared = shared;
        this.methods = methods;
    }

    /** {@return the source of a record that the class has from now on} */
    String next() {
        List<Component> components = new ArrayList<>();
        for (int i = shared.random.nextInt(1, 5); i > 0; i--) {
            components.add(new Component(shared.newName("c"), shared.anyValue()));
        }
        boolean argument = shared.percent(60)
                && components.stream()
                        .allMatch(component -> !(component.type() instanceof RecordType inner) || inner.argument());
        RecordType type = new RecordType(shared.newName("R"), List.copyOf(components), argument);
        String source = "    record " + type.name() + "(" + declarations(components) + ") {\n"
                + constructor(type)
                + (components.size() > 1 ? shortConstructor(type) : "")
                + (!argument && shared.percent(40) ? accessor(type) : "");
        shared.records.add(type);
        StringBuilder text = new StringBuilder(source);
        for (int i = shared.random.nextInt(3); i > 0; i--) {
            text.append(methods.nextOf(type, 2));
        }
        return text.append("    }\n").toString();
    }

    private static String declarations(List<Component> components) {
        return components.stream()
                .map(component -> component.type().text() + " " + component.name())
                .collect(Collectors.joining(", "));
    }

    private String constructor(RecordType type) {
        if (shared.percent(15)) {
            return canonicalConstructor(type);
        }
        return !type.argument() && shared.percent(60) ? compactConstructor(type) : "";
    }

    /** One that sets the fields in an order of its own, perhaps one order or another. */
    private String canonicalConstructor(RecordType type) {
        SourceLines lines = new SourceLines(2);
        ExpressionGenerator expressions = new ExpressionGenerator(methods.insideOf(type, false));
        boolean branches = !type.argument() && shared.percent(50);
        lines.line(type.name() + "(" + declarations(type.components()) + ") {");
        lines.indented(() -> {
            if (branches) {
                lines.line("if " + expressions.condition(2) + " {");
                lines.indented(() -> shuffled(type, "this.%1$s = %1$s;").forEach(lines::line));
                lines.line("} else {");
                lines.indented(() -> shuffled(type, "this.%1$s = %1$s;").forEach(lines::line));
                lines.line("}");
            } else {
                shuffled(type, "this.%1$s = %1$s;").forEach(lines::line);
            }
        });
        lines.line("}");
        return lines.toString();
    }

    private List<String> shuffled(RecordType type, String template) {
        List<String> statements = new ArrayList<>();
        type.components().forEach(component -> statements.add(template.formatted(component.name())));
        Collections.shuffle(statements, shared.random);
        return statements;
    }

    /** One that checks its arguments or changes one of them. */
    private String compactConstructor(RecordType type) {
        KernelScope scope = methods.insideOf(type, true);
        SourceLines lines = new SourceLines(2);
        ExpressionGenerator expressions = new ExpressionGenerator(scope);
        lines.line(type.name() + " {");
        lines.indented(() -> {
            if (shared.percent(50)) {
                lines.line("if ((" + expressions.number(NumberType.INT, 2) + " & 0x1ff) == 7) {");
                lines.line("    throw new IllegalArgumentException(\"no record of \" + "
                        + expressions.number(NumberType.INT, 0) + ");");
                lines.line("}");
            }
            Component changed = shared.oneOf(type.components());
            if (shared.percent(70)) {
                lines.line(changed.name() + " = " + expressions.value(changed.type(), 2) + ";");
            }
        });
        lines.line("}");
        return lines.toString();
    }

    /** A constructor that takes the first component only. */
    private String shortConstructor(RecordType type) {
        RecordType first = new RecordType("", type.components().subList(0, 1), false);
        ExpressionGenerator expressions = new ExpressionGenerator(methods.insideOf(first, false));
        String arguments = type.components().stream()
                .skip(1)
                .map(component -> ", " + expressions.value(component.type(), 1))
                .collect(Collectors.joining());
        String declarations = declarations(first.components());
        return "        " + type.name() + "(" + declarations + ") {\n            this("
                + first.components().getFirst().name() + arguments + ");\n        }\n";
    }

    /** An accessor that gives something else than the component. */
    private String accessor(RecordType type) {
        Component component = shared.oneOf(type.components());
        String value = new ExpressionGenerator(methods.insideOf(type, false)).value(component.type(), 2);
        return "        public " + component.type().text() + " " + component.name() + "() {\n            return "
                + value + ";\n        }\n";
    }
}
