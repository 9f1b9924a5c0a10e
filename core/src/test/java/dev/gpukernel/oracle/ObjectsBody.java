package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Writes what a generated kernel does with objects of the classes of {@link ObjectsGenerator}. */
final class ObjectsBody {
    private static final int MOST_DEPTH = 2;
    private static final List<String> CONDITIONS =
            List.of("w[i] > 2", "w[i] % 3 == 0", "x[i] > 1", "t > 5", "(k & 1) == 0", "i % 4 == 1");

    private final KernelClass shared;
    private final SourceLines lines;
    private final List<String> bases = new ArrayList<>(List.of("o0", "o1", "o2"));
    private final boolean inOrder;
    private final boolean returns;
    private int loops;

    /**
     * Makes it.
     *
     * @param inOrder whether one loop goes through its iterations in their order, with objects that are made before it
     * @param returns whether an object is returned
     */
    ObjectsBody(KernelClass shared, SourceLines lines, boolean inOrder, boolean returns) {
        this.shared = shared;
        this.returns = returns;
        this.lines = lines;
        this.inOrder = inOrder;
    }

    /** Writes one loop or two, of which each makes its own objects, or the one in its order. */
    void write() {
        if (inOrder) {
            begin("x[0]", "w[0]");
            loop("for (@Sequential int i = 0; i < n; i++) {", false);
        } else {
            loop("for (int i = 0; i < n; i++) {", true);
            if (shared.percent(20)) {
                loop("for (int i = 1; i <= n; i++) {", true);
            }
            if (returns) {
                begin("x[n]", "w[n]");
            }
        }
        if (returns) {
            end();
        }
    }

    /** Returns one of the objects, or none; what their fields hold may be others of them. */
    private void end() {
        if (shared.percent(40)) {
            lines.line("if (o0 instanceof First first && n > 2) {");
            lines.indented(() -> lines.line("first.other = " + shared.oneOf(List.of("o0", "o1", "o2")) + ";"));
            lines.line("}");
        }
        lines.line(shared.oneOf(List.of(
                "return o0;",
                "return p0;",
                "return k > 0 ? o1 : o0;",
                "return k > 2 ? null : p0;",
                "if (k == 1) { return o2; } return t > 1 ? new Pair(t, k) : new First(t, o1);")));
    }

    private void loop(String head, boolean makes) {
        lines.line(head);
        lines.indented(() -> {
            if (makes) {
                begin("x[i]", "w[i]");
            }
            statements(3 + shared.random.nextInt(5), 0);
            lines.line("for (Cell c = c0; c != null; c = c.next) {");
            lines.indented(() -> lines.line("t += c.v;"));
            lines.line("}");
            lines.line("out[i] = (T) (t + k + o0.get() + o1.b * 3 + o2.twice() + p0.get());");
        });
        lines.line("}");
    }

    private void begin(String element, String number) {
        lines.line("Base o0 = " + object(element, number) + ";");
        lines.line("Base o1 = " + object("(T) 2", number) + ";");
        lines.line("Base o2 = " + (shared.percent(40) ? "o0" : object(element, "1")) + ";");
        lines.line("Op p0 = " + (shared.percent(50) ? "new Pair(" + element + ", " + number + ")" : "o1") + ";");
        lines.line("Cell c0 = new Cell(" + element + ", null);");
        lines.line("Cell c1 = " + shared.oneOf(List.of("c0", "null", "new Cell((T) 7, c0)")) + ";");
        lines.line("int k = " + number + ";");
        lines.line("T t = " + element + ";");
    }

    private String object(String element, String number) {
        // An array that is made before a loop in its order is none that it may use.
        List<String> classes = inOrder ? List.of("First", "Second") : List.of("First", "First", "Second", "Third");
        return "new %s(%s, %s)".formatted(shared.oneOf(classes), element, number);
    }

    private String base() {
        return shared.oneOf(bases);
    }

    private void statements(int count, int depth) {
        IntStream.range(0, count).forEach(_ -> statement(depth));
    }

    private void block(String head, int depth) {
        lines.line(head);
        lines.indented(() -> statements(1 + shared.random.nextInt(2), depth + 1));
    }

    private void statement(int depth) {
        int kinds = depth < MOST_DEPTH ? 20 : 16;
        switch (shared.random.nextInt(kinds)) {
            case 0, 1, 2 -> lines.line("%s.step((T) (t + %d), k);".formatted(base(), shared.random.nextInt(4)));
            case 3, 4 ->
                lines.line("t += %s.%s;".formatted(base(), shared.oneOf(List.of("get()", "twice()", "a", "b"))));
            case 5 -> lines.line("%s = %s;".formatted(base(), base()));
            case 6 -> lines.line("%s = %s;".formatted(base(), object("t", "(k & 7)")));
            case 7 -> lines.line("%s = %s ? %s : %s;".formatted(base(), shared.oneOf(CONDITIONS), base(), base()));
            case 8 -> lines.line("%s = pick(%s, %s, w[i]);".formatted(base(), base(), base()));
            case 9 -> lines.line("exchange(%s, %s);".formatted(base(), base()));
            case 10 -> lines.line("k += %s == %s ? 1 : 2;".formatted(base(), base()));
            case 11 ->
                lines.line(
                        "if (%s instanceof First first && first.other != null) { t -= first.other.b; first.other = %s; }"
                                .formatted(base(), base()));
            case 12 -> lines.line("%s = new First(t, %s);".formatted(base(), base()));
            case 13 ->
                lines.line("t += %s, k);"
                        .formatted(shared.oneOf(
                                List.of("sum(p0", "sum(" + base(), "fitted(p0, t", "fitted(" + base() + ", t"))));
            case 14 ->
                lines.line("p0 = %s;".formatted(shared.oneOf(List.of("new Pair(t, k)", base(), base() + ".self()"))));
            case 15 -> cells();
            case 16, 17 -> {
                block("if (" + shared.oneOf(CONDITIONS) + ") {", depth);
                if (shared.percent(40)) {
                    block("} else {", depth);
                }
                lines.line("}");
            }
            default -> {
                String j = "j" + loops++;
                block("for (int %s = 0; %s < (w[i] & 3); %s++) {".formatted(j, j, j), depth);
                lines.line("}");
            }
        }
    }

    private void cells() {
        lines.line(shared.oneOf(List.of(
                "c0.v += t;",
                "c1 = c0;",
                "c1 = c1 == null ? c0 : c1.next;",
                "if (c1 != null) { c1.v += k; t += c1.last().v; }",
                "c0 = new Cell(t, c0.next);",
                "if (c0.next == null && c1 != c0) { c0.next = new Cell(t, null); }",
                "if (c1 != null && c1 != c0) { c1.next = null; }")));
    }
}
