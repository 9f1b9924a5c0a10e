package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;

/** Makes loops of well-known patterns, each iteration of which also reads the very array that it writes, or neighbours in another. */
final class NestPatterns {
    /** A form that keeps an array with an index of its own from being read anywhere else. */
    private static final String ONLY_THERE = "%s";

    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;

    NestPatterns(NestScope nest, SourceLines lines) {
        this.nest = nest;
        this.shared = nest.shared;
        this.lines = lines;
    }

    /** Writes any of them. */
    void write() {
        ArrayName array = shared.oneOf(nest.outputs);
        switch (shared.random.nextInt(8)) {
            case 0 -> halves(array);
            case 1 -> oddFromEven(array);
            case 2 -> transposed(array);
            case 3 -> runningInRows(array);
            case 4 -> rowSums(array);
            case 5 -> rowAfterRow(array);
            case 6 -> new RunningIndex(nest, lines).write(array);
            default -> stencil(array, neighbours());
        }
    }

    /** One half of an array and the other. */
    private void halves(ArrayName array) {
        String length = shared.percent(50) ? array.name() + ".length" : "count";
        nest.reach(40);
        write(
                shape(head("i", "0", length + " / 2")),
                List.of(at(array, "i"), at(array, length + " - 1 - i")),
                List.of(),
                1);
    }

    /** Odd elements from even ones. */
    private void oddFromEven(ArrayName array) {
        nest.reach(2 * 41);
        write(
                shape(head("i", "0", "count")),
                List.of(at(array, "2 * i + 1")),
                List.of(at(array, "2 * i"), at(array, "2 * i + 2")),
                1);
    }

    /** Each row from the one before: the host goes through the rows. */
    private void rowAfterRow(ArrayName array) {
        nest.reach(36);
        write(
                shape(upwards("i", "1", "n"), head("j", "0", "m")),
                List.of(at(array, "i * m + j")),
                List.of(at(array, "(i - 1) * m + j")),
                1);
    }

    /** Elements on both sides of a matrix's diagonal. */
    private void transposed(ArrayName array) {
        nest.reach(36);
        write(
                shape(head("i", "0", "n"), head("j", "0", "i")),
                List.of(at(array, "i * n + j"), at(array, "j * n + i")),
                List.of(),
                1);
    }

    /** In each row, one element after another. */
    private void runningInRows(ArrayName array) {
        String width = shared.oneOf(List.of("m", "pitch", "5"));
        nest.reach(6 * 9);
        LoopHead rows = head("i", "0", "n");
        String exclusive = array.type() == NumberType.BOOLEAN ? " ^= " : shared.oneOf(List.of(" += ", " -= "));
        rows.write(lines, shared.newName("next"), "", _ -> {
            lines.line("for (int j = 1; j < " + width + "; j++) {");
            lines.line("    " + array.name() + "[i * " + width + " + j]" + exclusive + array.name() + "[i * " + width
                    + " + j - 1];");
            lines.line("}");
        });
        nest.levels.add(1);
    }

    /** A number for each row, added up in the row's order. */
    private void rowSums(ArrayName array) {
        List<ArrayName> numbers = nest.inputs.stream()
                .filter(input -> input.type() != NumberType.BOOLEAN)
                .toList();
        if (numbers.isEmpty() || array.type() == NumberType.BOOLEAN) {
            halves(array);
            return;
        }
        ArrayName input = shared.oneOf(numbers);
        String type = shared.oneOf(List.of("double", "float", "long", "int"));
        boolean isUpdated = shared.random.nextBoolean();
        nest.reach(36);
        LoopHead rows = head("i", "0", "n");
        rows.write(lines, shared.newName("next"), "", _ -> {
            String sum = shared.newName("sum");
            lines.line(type + " " + sum + " = 0;");
            lines.line("for (int j = 0; j < m; j++) {");
            lines.line("    " + sum + " += " + input.name() + "[i * m + j];");
            lines.line("}");
            lines.line(array.name() + "[i] = (" + array.type().text() + ") " + sum + ";");
            if (isUpdated) {
                lines.line("for (int j = 0; j < m; j++) {");
                lines.line("    " + array.name() + "[i] += " + input.name() + "[i * m + j];");
                lines.line("}");
            }
        });
        nest.levels.add(1);
    }

    /** {@return an array whose neighbouring elements can be read} */
    private ArrayName neighbours() {
        return shared.oneOf(nest.inputs);
    }

    /** Elements from another array's around them, in one dimension to three. */
    void stencil(ArrayName array, ArrayName source) {
        int depth = shared.random.nextInt(1, 4);
        List<String> widths = switch (depth) {
            case 1 -> List.of("count");
            case 2 -> List.of("n", "m");
            default -> List.of("l", "n", "m");
        };
        List<LoopHead> heads = new ArrayList<>();
        String index = "";
        List<String> strides = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            String variable = List.of("i", "j", "k").get(i);
            heads.add(head(variable, "1", widths.get(i) + " - 1"));
            index = i == 0 ? variable : (i == 1 ? index : "(" + index + ")") + " * " + widths.get(i) + " + " + variable;
            strides.add(String.join(" * ", i + 1 < depth ? widths.subList(i + 1, depth) : List.of("1")));
        }
        nest.reach(144);
        String center = index;
        List<ArrayName> read = new ArrayList<>();
        for (String stride : strides) {
            read.add(at(source, center + " + " + stride));
            read.add(at(source, center + " - " + stride));
        }
        write(shape(heads.toArray(LoopHead[]::new)), List.of(at(array, center)), read, depth);
    }

    /** Eliminates below a diagonal, once for each column. */
    void elimination(ArrayName array) {
        nest.reach(36);
        lines.line("for (int column = 0; column < n - 1; column++) {");
        lines.indented(() -> write(
                shape(head("i", "column + 1", "n"), upwards("j", "column + 1", "n")),
                List.of(at(array, "i * n + j")),
                List.of(at(array, "i * n + column"), at(array, "column * n + j")),
                2));
        lines.line("}");
    }

    private LoopHead head(String variable, String low, String high) {
        return LoopHead.any(shared, variable, NumberType.INT, low, high, 1, shared.percent(25));
    }

    private LoopHead upwards(String variable, String low, String high) {
        return LoopHead.any(shared, variable, NumberType.INT, low, high, 1, false);
    }

    private static NestShape shape(LoopHead... heads) {
        return new NestShape(List.of(heads), List.of(), heads.length);
    }

    private static ArrayName at(ArrayName array, String index) {
        return new ArrayName(array.name(), array.type(), index, ONLY_THERE);
    }

    private void write(NestShape shape, List<ArrayName> written, List<ArrayName> read, int levels) {
        KernelScope scope = nest.writing(written);
        scope.inputs.addAll(read);
        level(scope, shape, 0);
        nest.levels.add(levels);
    }

    private void level(KernelScope scope, NestShape shape, int level) {
        LoopHead head = shape.loops().get(level);
        head.write(
                lines,
                shared.newName("next"),
                "",
                exit -> scope.nested(() -> {
                    scope.add(new Variable(head.variable(), head.type(), false));
                    if (level + 1 < shape.depth()) {
                        level(scope, shape, level + 1);
                        return;
                    }
                    scope.outputs.forEach(array -> lines.line(NestBody.first(array)));
                    StatementGenerator statements =
                            new StatementGenerator(scope, () -> exit, shared.random.nextInt(3), lines.indentation());
                    lines.add(statements.body(() -> {
                        reads(statements, scope);
                        scope.outputs.forEach(statements::store);
                    }));
                }));
    }

    /** Reads what the pattern is about. */
    private void reads(StatementGenerator statements, KernelScope scope) {
        scope.inputs.stream()
                .filter(array -> array.pattern().equals(ONLY_THERE))
                .toList()
                .forEach(array -> {
                    String name = shared.newName("near");
                    statements.line(
                            array.type().text() + " " + name + " = " + array.name() + "[" + array.index() + "];");
                    scope.add(new Variable(name, array.type(), true));
                });
    }
}
