package dev.gpukernel.oracle;

import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.RecordVariable;
import dev.gpukernel.oracle.KernelScope.Variable;
import dev.gpukernel.oracle.RecordType.Component;
import dev.gpukernel.oracle.RecordType.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Makes loops over arrays of records, with the records and arrays. */
final class RecordLoops {
    /** What a comment before a loop says, for tests to count. */
    enum Kind {
        /** Each element from itself. */
        EACH,
        /** Each element from the same of another array. */
        OTHER,
        /** Some elements, in reverse order. */
        REVERSED,
        /** Elements chosen by numbers. */
        GATHER,
        COMPACTION,
        /** A sum over an enhanced for. */
        TOTAL,
        /** The best element, and where it is. */
        BEST,
        HISTOGRAM,
        /** A sum of what came before. */
        SCAN,
        /** A loop that ends early. */
        SEARCH,
        /** A method is given the array. */
        METHOD,
        /** Arrays that change places after each step. */
        ROTATION,
        /** Each step makes the array of the next. */
        STEPS;

        String comment() {
            return "// records " + name().toLowerCase(Locale.ROOT);
        }
    }

    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;
    private final List<RecordVariable> known = new ArrayList<>();
    private final StringBuilder members = new StringBuilder();

    RecordLoops(ArraysScope arrays, SourceLines lines) {
        this.nest = arrays.nest;
        this.shared = arrays.shared;
        this.lines = lines;
    }

    /** Declares records and the parameters that are arrays of them. */
    void declare() {
        RecordType inner = shared.percent(40) ? type(List.of()) : null;
        RecordType type = type(inner == null ? List.of() : List.of(inner));
        for (int i = shared.oneOf(List.of(1, 2, 2, 3)); i > 0; i--) {
            RecordType held = inner != null && shared.percent(20) ? inner : type;
            known.add(new RecordVariable("items" + i, held, false));
        }
    }

    /** The first component is a number, so that there is one. */
    private RecordType type(List<RecordType> inner) {
        List<Component> components = new ArrayList<>();
        components.add(new Component(shared.newName("a"), shared.oneOf(NumberType.numeric())));
        for (int i = shared.random.nextInt(4); i > 0; i--) {
            components.add(new Component(shared.newName("a"), shared.anyType()));
        }
        inner.forEach(record -> components.add(new Component(shared.newName("a"), record)));
        RecordType type = new RecordType(shared.newName("Item"), List.copyOf(components), true);
        String declarations = String.join(
                ", ",
                components.stream()
                        .map(component -> component.type().text() + " " + component.name())
                        .toList());
        String rest = String.join(
                "",
                components.stream()
                        .skip(1)
                        .map(component -> switch (component.type()) {
                            case NumberType number -> ", " + number.converted(NumberType.INT, "7");
                            case RecordType record ->
                                ", new " + record.text() + "((" + number(record).text() + ") 5)";
                        })
                        .toList());
        Component first = components.getFirst();
        members.append("    record " + type.text() + "(" + declarations + ") {\n");
        if (components.size() > 1) {
            members.append("        " + type.text() + "(" + first.type().text() + " " + first.name() + ") {\n"
                    + "            this(" + first.name() + rest + ");\n        }\n");
        }
        members.append("    }\n\n");
        return type;
    }

    private static NumberType number(RecordType record) {
        return (NumberType) record.components().getFirst().type();
    }

    /** {@return the records and methods} */
    String members() {
        return members.toString();
    }

    /** {@return the arrays that code names} */
    List<Parameter> parameters(String body) {
        Set<String> used = SourceLines.words(body);
        return known.stream()
                .filter(array -> used.contains(array.name()))
                .map(array -> new Parameter(array.name(), array.type(), true))
                .toList();
    }

    /** Writes a loop. */
    void write() {
        RecordVariable array = shared.oneOf(known);
        List<RecordVariable> alike = known.stream()
                .filter(other -> !other.equals(array) && other.type().equals(array.type()))
                .toList();
        RecordVariable other = alike.isEmpty() ? array : shared.oneOf(alike);
        Kind kind = shared.oneOf(List.of(Kind.values()));
        while (!fits(kind, array, !alike.isEmpty())) {
            kind = shared.oneOf(List.of(Kind.values()));
        }
        lines.line(kind.comment());
        switch (kind) {
            case EACH -> each(array, array);
            case OTHER -> each(array, other);
            case REVERSED -> reversed(array, other);
            case GATHER -> gather(array, other);
            case COMPACTION -> compaction(array, other);
            case TOTAL -> total(array);
            case BEST -> best(array);
            case HISTOGRAM -> histogram(array);
            case SCAN -> scan(array);
            case SEARCH -> search(array);
            case METHOD -> method(array);
            case ROTATION -> rotation(array, other);
            case STEPS -> steps(array);
        }
    }

    private boolean fits(Kind kind, RecordVariable array, boolean hasOther) {
        return switch (kind) {
            case EACH, TOTAL, BEST, METHOD -> true;
            case OTHER, REVERSED, GATHER -> hasOther;
            case ROTATION -> hasOther && !nest.repeated;
            case COMPACTION -> hasOther && !nest.repeated;
            case SEARCH, STEPS -> !nest.repeated;
            case SCAN -> number(array.type()).isIntegral();
            case HISTOGRAM ->
                nest.outputs.stream().anyMatch(into -> into.type() == NumberType.INT || into.type() == NumberType.LONG);
        };
    }

    private LoopHead head(String low, String high) {
        return LoopHead.any(shared, "i", NumberType.INT, low, high, 1, shared.percent(20));
    }

    private String lengthOf(RecordVariable array) {
        return shared.oneOf(List.of("n", array.name() + ".length", array.name() + ".length"));
    }

    /** {@return a number in an element, as one of a type} */
    private String number(RecordVariable array, String index, NumberType as) {
        List<Path> paths = new ArrayList<>();
        for (NumberType type : NumberType.values()) {
            paths.addAll(array.type().paths(type));
        }
        Path path = shared.oneOf(paths);
        return as.converted(
                (NumberType) path.type(), array.name() + "[" + index + "]." + String.join("().", path.steps()) + "()");
    }

    /** {@return what code can name that has an index and an element} */
    private ExpressionGenerator expressions(RecordVariable element) {
        KernelScope scope = nest.writing(List.of());
        scope.add(new Variable("i", NumberType.INT, false));
        scope.add(element);
        return new ExpressionGenerator(scope);
    }

    private void each(RecordVariable array, RecordVariable from) {
        String own = shared.newName("own");
        ExpressionGenerator expressions = expressions(new RecordVariable(own, from.type(), false));
        boolean isAsked = shared.percent(40);
        head("0", lengthOf(array)).write(lines, shared.newName("next"), "", _ -> {
            lines.line(from.type().text() + " " + own + " = " + from.name() + "[i];");
            if (isAsked) {
                lines.line("if " + expressions.condition(2) + " {");
            }
            lines.line((isAsked ? "    " : "") + array.name() + "[i] = " + expressions.value(array.type(), 3) + ";");
            if (isAsked) {
                lines.line("}");
            }
        });
    }

    private void reversed(RecordVariable array, RecordVariable other) {
        head("0", lengthOf(array))
                .write(
                        lines,
                        shared.newName("next"),
                        "",
                        _ -> lines.line(
                                array.name() + "[" + array.name() + ".length - 1 - i] = " + other.name() + "[i];"));
    }

    private void gather(RecordVariable array, RecordVariable other) {
        ArrayName which = shared.oneOf(nest.inputs);
        String index = "(" + NumberType.INT.converted(which.type(), which.name() + "[i]") + " & 0x7fffffff) % "
                + other.name() + ".length";
        head("0", lengthOf(array))
                .write(
                        lines,
                        shared.newName("next"),
                        "",
                        _ -> lines.line(array.name() + "[i] = " + other.name() + "[" + index + "];"));
    }

    private void compaction(RecordVariable array, RecordVariable other) {
        Variable kept = new Variable(shared.newName("kept"), NumberType.INT, false);
        String value = number(other, "i", NumberType.INT);
        lines.line("int " + kept.name() + " = 0;");
        head("0", lengthOf(other)).write(lines, shared.newName("next"), "", _ -> {
            lines.line("if (" + value + " > 1) {");
            lines.line("    " + array.name() + "[" + kept.name() + "++] = " + other.name() + "[i];");
            lines.line("}");
        });
        store(kept);
    }

    private void store(Variable variable) {
        new FoldResults(nest, lines).known(variable);
    }

    private void total(RecordVariable array) {
        Variable total = new Variable(shared.newName("total"), NumberType.LONG, false);
        String each = shared.newName("each");
        String value = number(new RecordVariable(each, array.type(), false), "", NumberType.INT)
                .replace("[]", "");
        lines.line("long " + total.name() + " = 0;");
        lines.line("for (" + array.type().text() + " " + each + " : " + array.name() + ") {");
        lines.line("    " + total.name() + " += " + value + ";");
        lines.line("}");
        store(total);
    }

    private void best(RecordVariable array) {
        NumberType type = number(array.type());
        Variable best = new Variable(shared.newName("best"), type, false);
        Variable where = new Variable(shared.newName("where"), NumberType.INT, false);
        String sign = shared.oneOf(List.of("<", ">", "<=", ">="));
        String component = array.type().components().getFirst().name();
        lines.line(type.text() + " " + best.name() + " = 3;");
        lines.line("int " + where.name() + " = -1;");
        head("0", lengthOf(array)).write(lines, shared.newName("next"), "", _ -> {
            String value = array.name() + "[i]." + component + "()";
            lines.line("if (" + value + " " + sign + " " + best.name() + ") {");
            lines.line("    " + best.name() + " = " + value + ";");
            lines.line("    " + where.name() + " = i;");
            lines.line("}");
        });
        store(best);
        store(where);
    }

    private void histogram(RecordVariable array) {
        ArrayName into = shared.oneOf(nest.outputs.stream()
                .filter(counts -> counts.type() == NumberType.INT || counts.type() == NumberType.LONG)
                .toList());
        String bin = number(array, "i", NumberType.INT) + " & 7";
        head("0", lengthOf(array))
                .write(lines, shared.newName("next"), "", _ -> lines.line(into.name() + "[" + bin + "]++;"));
    }

    private void scan(RecordVariable array) {
        String sum = shared.newName("sum");
        String own = shared.newName("own");
        String type = array.type().text();
        Component first = array.type().components().getFirst();
        String rest = String.join(
                "",
                array.type().components().stream()
                        .skip(1)
                        .map(component -> ", " + own + "." + component.name() + "()")
                        .toList());
        lines.line("int " + sum + " = 0;");
        LoopHead upwards = new LoopHead("i", NumberType.INT, "0", lengthOf(array), 1, false, 0);
        upwards.write(lines, shared.newName("next"), "", _ -> {
            lines.line(type + " " + own + " = " + array.name() + "[i];");
            lines.line(sum + " += (int) " + own + "." + first.name() + "();");
            lines.line(array.name() + "[i] = new " + type + "((" + first.type().text() + ") " + sum + rest + ");");
        });
    }

    private void search(RecordVariable array) {
        Variable where = new Variable(shared.newName("where"), NumberType.INT, false);
        lines.line("int " + where.name() + " = -1;");
        lines.line("for (int i = 0; i < " + lengthOf(array) + "; i++) {");
        lines.line("    if (" + number(array, "i", NumberType.INT) + " > " + shared.random.nextInt(100) + ") {");
        lines.line("        " + where.name() + " = i;");
        lines.line("        break;");
        lines.line("    }");
        lines.line("}");
        store(where);
    }

    private void method(RecordVariable array) {
        String name = shared.newName("change");
        String type = array.type().text();
        RecordVariable all = new RecordVariable("all", array.type(), false);
        Component first = array.type().components().getFirst();
        String rest = String.join(
                "",
                array.type().components().stream()
                        .skip(1)
                        .map(component -> ", all[at]." + component.name() + "()")
                        .toList());
        members.append("    static long " + name + "(" + type + "[] all, int at) {\n        long before = "
                + number(all, "at", NumberType.INT) + ";\n        all[at] = new " + type + "(("
                + first.type().text() + ") (all[at]." + first.name() + "() + at)" + rest
                + ");\n        return before;\n    }\n\n");
        Variable total = new Variable(shared.newName("total"), NumberType.LONG, false);
        lines.line("long " + total.name() + " = 0;");
        head("0", lengthOf(array))
                .write(
                        lines,
                        shared.newName("next"),
                        "",
                        _ -> lines.line(total.name() + " += " + name + "(" + array.name() + ", i);"));
        store(total);
    }

    private void rotation(RecordVariable array, RecordVariable other) {
        String type = array.type().text();
        String from = shared.newName("from");
        String to = shared.newName("to");
        String kept = shared.newName("kept");
        lines.line(type + "[] " + from + " = " + array.name() + ";");
        lines.line(type + "[] " + to + " = " + other.name() + ";");
        String own = shared.newName("own");
        ExpressionGenerator expressions = expressions(new RecordVariable(own, array.type(), false));
        String value = expressions.value(array.type(), 2);
        LoopHead steps = LoopHead.any(shared, "step", NumberType.INT, "0", "steps", 1, shared.percent(20));
        steps.write(lines, shared.newName("time"), "", _ -> {
            head("1", shared.oneOf(List.of("n", from + ".length"))).write(lines, shared.newName("next"), "", _ -> {
                lines.line(type + " " + own + " = " + from + "[i - 1];");
                lines.line(to + "[i] = " + value + ";");
            });
            lines.line(type + "[] " + kept + " = " + from + ";");
            lines.line(from + " = " + to + ";");
            lines.line(to + " = " + kept + ";");
        });
    }

    private void steps(RecordVariable array) {
        String type = array.type().text();
        RecordVariable now = new RecordVariable(shared.newName("now"), array.type(), false);
        String next = shared.newName("next");
        String own = shared.newName("own");
        ExpressionGenerator expressions = expressions(new RecordVariable(own, array.type(), false));
        String made = shared.oneOf(List.of("new " + type + "[" + now.name() + ".length]", now.name() + ".clone()"));
        String from = shared.oneOf(List.of("i", "(i + step) % " + now.name() + ".length"));
        String end = shared.oneOf(List.of(now.name(), next)) + ".length";
        String condition = shared.percent(25) ? "if (step != 1) " : "";
        String start = shared.oneOf(List.of(array.name(), array.name() + ".clone()"));
        lines.line(type + "[] " + now.name() + " = " + start + ";");
        LoopHead steps = LoopHead.any(shared, "step", NumberType.INT, "0", "steps", 1, shared.percent(20));
        steps.write(lines, shared.newName("time"), "", _ -> {
            lines.line(type + "[] " + next + " = " + made + ";");
            LoopHead upwards = new LoopHead("i", NumberType.INT, "0", end, 1, false, 0);
            upwards.write(lines, shared.newName("next"), "", _ -> {
                lines.line(type + " " + own + " = " + now.name() + "[" + from + "];");
                lines.line(next + "[i] = " + expressions.value(array.type(), 2) + ";");
            });
            lines.line(condition + now.name() + " = " + next + ";");
        });
        head("0", now.name() + ".length")
                .write(
                        lines,
                        shared.newName("next"),
                        "",
                        _ -> lines.line(array.name() + "[i] = " + now.name() + "[i];"));
    }
}
