package dev.gpukernel.oracle;

import dev.gpukernel.oracle.RecordType.Component;
import java.util.ArrayList;
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
        boolean checks = shared.percent(25);
        boolean throwing = checks
                || components.stream()
                        .anyMatch(component -> component.type() instanceof RecordType inner && inner.throwing());
        RecordType type = new RecordType(shared.newName("R"), List.copyOf(components), throwing);
        String source = "    record " + type.name() + "(" + declarations(components) + ") {\n"
                + (checks || shared.percent(25) ? compactConstructor(type, checks) : "")
                + (components.size() > 1 ? shortConstructor(type) : "")
                + (shared.percent(20) ? accessor(type) : "");
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

    private String compactConstructor(RecordType type, boolean checks) {
        KernelScope scope = methods.insideOf(type, true);
        SourceLines lines = new SourceLines(2);
        ExpressionGenerator expressions = new ExpressionGenerator(scope);
        lines.line(type.name() + " {");
        lines.indented(() -> {
            if (checks) {
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
