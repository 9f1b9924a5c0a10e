package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes random kernels with functions: lambdas that capture numbers, arrays, records, objects and functions, and method references; in
 * fields of the kernel's object and static ones, made in it and in its iterations, chosen, composed and passed to methods; and comparators.
 */
final class FunctionsGenerator {
    private static final String CLASSES = """
                interface F extends Serializable {
                    T at(T v, int k);

                    default F then(F g) {
                        return (v, k) -> g.at(at(v, k), k);
                    }
                }

                interface P extends Serializable {
                    boolean is(T v, int k);
                }

                record Pair(T p, int q) {
                    T mix(T v, int k) {
                        return (T) (p + v * q - k);
                    }
                }

                static final class Box {
                    private T held = 1;
                    private int count;

                    T add(T v, int k) {
                        held += v;
                        count += k & 1;
                        return (T) (held + count);
                    }
                }

                static T plain(T v, int k) {
                    return (T) (v + 2 * k);
                }

                static T failing(T v, int k) {
                    if (k == 77) {
                        throw new IllegalStateException("k is " + k);
                    }
                    return v;
                }

                static T apply(F f, T v, int k) {
                    return f.at(f.at(v, k), k + 1);
                }

                static F scaled(T by) {
                    return (v, k) -> (T) (v * by - k);
                }

                static F chosen(boolean first, F f, F g) {
                    return first ? f : g;
                }

                static F made(int a, T b, T[] table, Pair pair, F f) {
                    return MADE;
                }
            """;

    private static final String CHOSEN_ORDER = "k > 2 ? c0 : c1";

    private static final List<String> CONDITIONS = List.of("w[i] > 2", "w[i] % 3 == 0", "x[i] > 1", "i % 4 == 1");

    private final List<String> functions = new ArrayList<>();
    private boolean isMany;
    private KernelClass shared = new KernelClass(new SplittableRandom(0), false);

    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    FunctionsKernel generate(long seed) {
        return new FunctionsGenerator().make(seed);
    }

    private FunctionsKernel make(long seed) {
        shared = new KernelClass(new SplittableRandom(seed * 7 + 0x66756e63), false);
        boolean adds = shared.percent(25);
        // What is added up in parallel is rounded nowhere.
        NumberType type = shared.oneOf(
                adds
                        ? List.of(NumberType.INT, NumberType.LONG)
                        : List.of(NumberType.INT, NumberType.LONG, NumberType.FLOAT, NumberType.DOUBLE));
        String classes =
                CLASSES.replace("MADE", lambda(List.of("a", "b", "table[k & 1]", "pair.p()", "f.at(b, a)"), 2));
        SourceLines fields = new SourceLines(1);
        if (shared.percent(15)) {
            fields.line("static F ofMany(int which) {");
            fields.indented(() -> {
                fields.line("return switch (which) {");
                for (int i = 0; i < 18; i++) {
                    fields.line("    case " + i + " -> (v, k) -> (T) (v " + shared.oneOf(List.of("+", "-", "*")) + " "
                            + i + " + k);");
                }
                fields.line("    default -> FunctionsClass::plain;");
                fields.line("};");
            });
            fields.line("}");
            isMany = true;
        }
        functions.add("scaled((T) 3)");
        for (int i = 0; i < 2; i++) {
            String held = "((F) " + function(List.of("3"), 2) + ")";
            String composed = shared.percent(50) ? held : held + ".then(scaled((T) " + i + "))";
            fields.line("static final F s" + i + " = " + composed + ";");
            functions.add("s" + i);
        }
        fields.line("static final Comparator<Pair> c0 = " + order(false, 2) + ";");
        fields.line("final Comparator<Pair> c1 = " + order(true, 2) + ";");
        functions.addAll(List.of("FunctionsClass::plain", "FunctionsClass::failing"));
        for (int i = 0; i < 3; i++) {
            String held = shared.percent(50)
                    ? function(List.of("3"), 2)
                    : "made(" + i + ", (T) 2, new T[] {1, 5}, new Pair((T) 3, " + i + "), " + function(List.of("7"), 1)
                            + ")";
            fields.line("F f" + i + " = " + held + ";");
            functions.add("f" + i);
        }
        fields.line("P p0 = (v, k) -> " + shared.oneOf(List.of("v > k", "(k & 1) == 0", "v < 3 || k > 4")) + ";");
        SourceLines lines = new SourceLines(2);
        boolean inOrder = !adds && shared.percent(25);
        write(lines, adds, inOrder);
        String name = "Functions" + seed;
        String source = """
                package generated;

                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Sequential;
                import java.io.Serializable;
                import java.util.Collections;
                import java.util.Comparator;
                import java.util.function.Function;
                import java.util.function.ToDoubleFunction;
                import java.util.function.ToIntFunction;

                final class %s {
                    int n;
                    T[] x;
                    int[] w;
                    T[] out;
                %s
                %s
                    @GpuKernel
                    %s %s() {
                %s    }
                }
                """.formatted(name, fields, classes, adds ? "long" : "void", Generated.METHOD, lines)
                .replaceAll("\\bFunctionsClass\\b", name)
                .replaceAll("\\bT\\b", type.text());
        return new FunctionsKernel(seed, "generated." + name, source, type);
    }

    private void write(SourceLines lines, boolean adds, boolean inOrder) {
        lines.line("F g0 = " + function(List.of("n", "x.length"), 2) + ";");
        functions.add("g0");
        lines.line("long sum = 5;");
        lines.line("T state = (T) 1;");
        String variable = inOrder ? "@Sequential int i" : "int i";
        lines.line("for (" + variable + " = 0; i < n; i++) {");
        lines.indented(() -> {
            lines.line("T own = x[i];");
            lines.line("int k = w[i];");
            lines.line("Box box = new Box();");
            lines.line("Pair pair = new Pair(own, k & 7);");
            functions.addAll(List.of("box::add", "pair::mix"));
            lines.line("F h0 = " + function(List.of("own", "pair.q()", "box.held"), 2) + ";");
            functions.add("h0");
            lines.line("F h1 = " + shared.oneOf(CONDITIONS) + " ? " + function(List.of("own"), 1) + " : "
                    + function(List.of("pair.p()"), 1) + ";");
            functions.add("h1");
            lines.line("T t = 0;");
            for (int i = 0; i < 2 + shared.random.nextInt(3); i++) {
                statement(lines);
            }
            if (inOrder) {
                lines.line("state = g0.at(state, k);");
            }
            if (adds) {
                lines.line("sum += apply(" + name() + ", own, k);");
            }
            lines.line("out[i] = (T) (t + state + box.count);");
        });
        lines.line("}");
        if (adds) {
            lines.line("return sum;");
        }
    }

    private void statement(SourceLines lines) {
        if (isMany) {
            // Once, as each makes so many copies of what follows.
            isMany = false;
            lines.line("F many = ofMany(k & 31);");
            lines.line("t += apply(many, own, k) + many.at(own, 2);");
            return;
        }
        switch (shared.random.nextInt(6)) {
            case 0 -> lines.line("t += apply(" + name() + ", own, k);");
            case 1 -> {
                lines.line("if (p0.is(t, k)) {");
                lines.indented(() -> lines.line("t += apply(" + function(List.of("own"), 1) + ", own, 2);"));
                lines.line("}");
            }
            case 2 -> {
                lines.line("for (int j = 0; j < (k & 3); j++) {");
                lines.indented(() -> lines.line("t += apply(" + name() + ", t, j);"));
                lines.line("}");
            }
            case 3 ->
                lines.line("t -= apply(chosen(" + shared.oneOf(CONDITIONS) + ", " + name() + ", " + name()
                        + "), own, k);");
            case 4 ->
                lines.line("t += (T) " + shared.oneOf(List.of("c0", "c1", "(" + CHOSEN_ORDER + ")"))
                        + ".compare(pair, new Pair(t, 3));");
            default -> {
                lines.line("try {");
                lines.indented(() -> lines.line("t += apply(" + name() + ", t, k);"));
                lines.line("} catch (IllegalStateException e) {");
                lines.indented(() -> lines.line("t++;"));
                lines.line("}");
            }
        }
    }

    /** {@return an order of pairs, of functions that tell what they do, as those must that are made on the host, or of any} */
    private String order(boolean tells, int depth) {
        return switch (depth == 0 ? shared.random.nextInt(4) : shared.random.nextInt(8)) {
            case 0 -> "Comparator.<Pair>comparingInt(" + key(tells, "ToIntFunction<Pair>", "Pair::q") + ")";
            case 1 -> "Comparator.<Pair>comparingDouble(" + key(tells, "ToDoubleFunction<Pair>", "Pair::p") + ")";
            case 2 ->
                "Comparator.<Pair, Integer>comparing(" + key(tells, "Function<Pair, Integer>", "pair -> pair.q() & 3")
                        + shared.oneOf(List.of("", ", Comparator.reverseOrder()", ", Comparator.naturalOrder()"))
                        + ")";
            case 3 -> "((Comparator<Pair>) " + key(tells, "Comparator<Pair>", "(l, r) -> l.q() - r.q()") + ")";
            case 4 -> order(tells, depth - 1) + ".reversed()";
            case 5 -> "Collections.reverseOrder(" + order(tells, depth - 1) + ")";
            case 6 -> order(tells, depth - 1) + ".thenComparing(" + order(tells, depth - 1) + ")";
            default ->
                order(tells, depth - 1) + ".thenComparingInt("
                        + key(tells, "ToIntFunction<Pair>", "pair -> 5 - pair.q()") + ")";
        };
    }

    private static String key(boolean tells, String type, String function) {
        return tells ? "(" + type + " & Serializable) " + function : function;
    }

    private String name() {
        return shared.oneOf(functions);
    }

    /** {@return a function that captures some of the values, and other functions} */
    private String function(List<String> values, int depth) {
        return switch (shared.random.nextInt(depth == 0 || functions.isEmpty() ? 1 : 4)) {
            case 0, 1 -> lambda(values, depth);
            case 2 -> name();
            default -> "((F) " + name() + ").then(" + function(values, depth - 1) + ")";
        };
    }

    private String lambda(List<String> values, int depth) {
        List<String> known = new ArrayList<>(values);
        known.addAll(List.of("v", "k"));
        functions.stream()
                .filter(function -> !function.contains(":"))
                .map(function -> function + ".at(v, k)")
                .forEach(known::add);
        // A parameter of a lambda has a name that no variable around it has.
        String body = expression(known, depth).replaceAll("\\bk\\b", "q").replaceAll("\\bv\\b", "u");
        return "(u, q) -> (T) (" + body + ")";
    }

    private String expression(List<String> values, int depth) {
        if (depth == 0) {
            return shared.oneOf(values);
        }
        String left = expression(values, depth - 1);
        String right = expression(values, depth - 1);
        return switch (shared.random.nextInt(5)) {
            case 0 -> left + " + " + right;
            case 1 -> left + " - (" + right + ")";
            case 2 -> "(" + left + ") * 3 + " + right;
            case 3 -> "(v > k ? " + left + " : " + right + ")";
            default -> left;
        };
    }
}
