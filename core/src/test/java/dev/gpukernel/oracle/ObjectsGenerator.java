package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Makes random kernels of plain loops with objects, which stay inside or are returned: of a hierarchy of classes with fields that hide each other, of an
 * interface with a default method, cells of lists, and records, with switches on patterns. Their references are copied, chosen, compared, changed through one name and
 * read through another, replaced in loops and passed to methods. The objects are made in each iteration, or before a loop that adds up
 * in them, or before one in its order.
 */
final class ObjectsGenerator {
    /** Too many objects that a variable may be, of all that are told apart; a pair that is returned, which its constructor changes. */
    private static final Set<Message> CODES =
            EnumSet.of(Message.OBJECT_CHOICE, Message.ARRAY_CHOICE, Message.KERNEL_TOO_LARGE, Message.RECORD_RESULT);

    /** Beside one that is parallel, a loop in one that is marked is refused if it changes what variables refer to: it should be marked, too. */
    private static final Set<Message> CODES_IN_ORDER = EnumSet.of(
            Message.OBJECT_CHOICE,
            Message.ARRAY_CHOICE,
            Message.KERNEL_TOO_LARGE,
            Message.RECORD_RESULT,
            Message.LOOP_SHAPE,
            Message.LOOP_CARRIED);

    private static final String CLASSES = """
                enum Kind {
                    ONE,
                    TWO {
                        @Override
                        public String toString() {
                            return "two of " + values().length;
                        }
                    };

                    static Kind of(int k) {
                        return values()[k & 1];
                    }
                }

                interface Op {
                    T get();

                    default T twice() {
                        return (T) (get() + get());
                    }
                }

                abstract static class Base implements Op {
                    protected T a;
                    protected int b = START;

                    Base(T a, int b) {
                        if (b == 77) {
                            throw new IllegalArgumentException(MESSAGE);
                        }
                        this.a = a;
                        this.b += b;
                        init();
                    }

                    void init() {
                        b ^= 3;
                    }

                    void step(T v, int k) {
                        STEP
                        STEP
                    }

                    Base self() {
                        return this;
                    }

                    int counted() {
                        return b++;
                    }
                }

                static class First extends Base {
                    private T a;
                    Base other;

                    First(T a, int b) {
                        super(a, b + 1);
                        this.a = (T) (super.a + b);
                    }

                    First(T a, Base other) {
                        this(a, other.b & 15);
                        this.other = other;
                    }

                    @Override
                    void step(T v, int k) {
                        STEP
                        if (other != null) {
                            other.b += k;
                        }
                        super.step(a, k);
                    }

                    @Override
                    public T get() {
                        return (T) (a - super.a + b);
                    }
                }

                static final class Second extends First {
                    private int c;

                    Second(T a, int b) {
                        super(a, b);
                        c += b;
                    }

                    @Override
                    void init() {
                        super.init();
                        c++;
                    }

                    @Override
                    public T get() {
                        return (T) (super.get() + c);
                    }
                }

                static final class Third extends Base {
                    private final int[] few = new int[4];

                    Third(T a, int b) {
                        super(a, b);
                        few[b & 3] = b;
                    }

                    @Override
                    void step(T v, int k) {
                        few[k & 3] += b;
                        STEP
                    }

                    @Override
                    public T get() {
                        return (T) (few[b & 3] + few[1] * 5 + a);
                    }

                    @Override
                    public T twice() {
                        return (T) few[2];
                    }
                }

                record Pair(T p, int q) implements Op {
                    Pair {
                        q &= 31;
                    }

                    @Override
                    public T get() {
                        return (T) (p + q);
                    }
                }

                static final class Cell {
                    T v;
                    Cell next;

                    Cell(T v, Cell next) {
                        this.v = v;
                        this.next = next;
                    }

                    Cell last() {
                        return next == null ? this : next;
                    }
                }

                static Base pick(Base p, Base q, int k) {
                    if (k > 2) {
                        return p;
                    }
                    if (k == 1) {
                        q.b++;
                        return q;
                    }
                    return k < -5 ? new First(p.a, k) : q;
                }

                static void exchange(Base p, Base q) {
                    T a = p.a;
                    p.a = q.a;
                    q.a = a;
                }

                static T fitted(Op op, T v, int k) {
                    return switch (op) {
                        CASES
                        default -> v;
                    };
                }

                static T sum(Op op, int k) {
                    T sum = 0;
                    for (int j = 0; j < (k & 3); j++) {
                        sum += op instanceof Base base ? base.b : op.get();
                    }
                    return sum;
                }
            """;

    private static final List<String> MESSAGES = List.of(
            "\"b is \" + b",
            "\"b is \" + Kind.of(b + START)",
            "Kind.of((int) a) + \" of \" + new Pair(a, b)",
            "String.format(\"%s %d %.3f\", Kind.TWO, b, (double) a)");

    /** Cases of a switch, of which any may come before any other. */
    private static final List<String> GUARDED = List.of(
            "case Pair(T p, int q) when q > k -> (T) (p + q);",
            "case Pair(T p, int q) when p > v -> (T) (p - q);",
            "case Pair(var p, var q) when q % 2 == 0 -> p;",
            "case Pair p when k < 0 -> p.get();",
            "case Second s when s.c > k -> (T) s.c;",
            "case First f when f.other instanceof First g && g.b > 1 -> (T) g.b;",
            "case First f when f.counted() > k -> f.twice();",
            "case Third t when t.few[k & 3] > 0 -> t.get();",
            "case Base b when pick(b, b, k).a > v -> (T) b.b;");

    /** Those that come last, in this order. */
    private static final List<String> UNGUARDED = List.of(
            "case Pair(T p, int q) -> (T) (p * 2 + q);",
            "case Second s -> s.get();",
            "case First f -> f.twice();",
            "case Base b -> (T) (b.a - v);");

    private static final List<String> STEPS = List.of(
            "a += v;",
            "a = (T) (a * 3 - v);",
            "b += k;",
            "b ^= k << 1;",
            "if (v > a) { a = v; b++; }",
            "if (k > 1) { b -= 2; } else { a -= k; }",
            "for (int j = 0; j < (k & 1) + 1; j++) { a += b; b += j; }",
            "b = b > 1000 ? 0 : b + 5;");

    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    ObjectsKernel generate(long seed) {
        KernelClass shared = new KernelClass(new SplittableRandom(seed * 7 + 0x6f626a73), false);
        boolean adds = shared.percent(20);
        // What is added up in parallel is rounded nowhere.
        NumberType type = shared.oneOf(
                adds
                        ? List.of(NumberType.INT, NumberType.LONG)
                        : List.of(NumberType.INT, NumberType.LONG, NumberType.FLOAT, NumberType.DOUBLE));
        String name = "Objects" + seed;
        SourceLines lines = new SourceLines(2);
        boolean inOrder = !adds && shared.percent(25);
        boolean returns = shared.percent(40);
        if (adds) {
            sums(shared, lines, returns);
        } else {
            new ObjectsBody(shared, lines, inOrder, returns).write();
        }
        String source = """
                package generated;

                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Sequential;

                final class %s {
                %s%s
                    @GpuKernel
                    static %s %s(int n, T[] x, int[] w, T[] out) {
                %s    }
                }
                """.formatted(
                        name,
                        classes(shared),
                        adds ? accumulator(shared) : "",
                        adds ? (returns ? "Sums" : "long") : returns ? "Op" : "void",
                        Generated.METHOD,
                        lines)
                .replaceAll("\\bT\\b", type.text());
        return new ObjectsKernel(seed, "generated." + name, source, adds ? Set.of() : inOrder ? CODES_IN_ORDER : CODES);
    }

    private static String classes(KernelClass shared) {
        String classes = CLASSES.replace("MESSAGE", shared.oneOf(MESSAGES))
                .replace("START", String.valueOf(shared.random.nextInt(5)));
        while (classes.contains("STEP")) {
            classes = classes.replaceFirst("STEP", shared.oneOf(STEPS));
        }
        List<String> cases = new ArrayList<>();
        for (int i = shared.random.nextInt(5); i > 0; i--) {
            cases.add(shared.oneOf(GUARDED));
        }
        UNGUARDED.stream().filter(_ -> shared.percent(50)).forEach(cases::add);
        classes = classes.replace("CASES", String.join("\n                        ", cases));
        return classes;
    }

    /** A class that adds up; each field by one operation. */
    private static String accumulator(KernelClass shared) {
        SourceLines lines = new SourceLines(1);
        lines.line("static final class Sums {");
        lines.indented(() -> {
            lines.line("long sum = " + shared.random.nextInt(9) + ";");
            lines.line("int count;");
            lines.line("T least = (T) 1_000_000;");
            lines.line("long bits;");
            lines.line("");
            lines.line("void add(T v, int k) {");
            lines.indented(() -> {
                lines.line(shared.oneOf(List.of("sum += v;", "sum += v * 3L;", "sum -= k;")));
                lines.line(shared.oneOf(List.of("count++;", "if (v > k) { count++; }", "count += k > 0 ? 1 : 2;")));
                lines.line(shared.oneOf(List.of("least = Math.min(least, v);", "if (v < least) { least = v; }", "")));
                lines.line(shared.oneOf(List.of("bits ^= (long) v << (k & 7);", "bits |= k;", "")));
            });
            lines.line("}");
        });
        lines.line("}");
        return lines.toString();
    }

    private static void sums(KernelClass shared, SourceLines lines, boolean returns) {
        lines.line("Sums sums = new Sums();");
        lines.line(shared.oneOf(List.of("Sums same = sums;", "Sums same = new Sums();")));
        lines.line("for (int i = 0; i < n; i++) {");
        lines.indented(() -> {
            String object =
                    shared.oneOf(List.of("new First(x[i], w[i])", "new Third(x[i], w[i])", "new Pair(x[i], w[i])"));
            lines.line("Op op = " + object + ";");
            lines.line("sums.add(op.get(), w[i]);");
            if (shared.percent(50)) {
                lines.line("out[i] = op.twice();");
            }
        });
        lines.line("}");
        lines.line(
                returns
                        ? "return sums.count > n / 2 ? sums : " + shared.oneOf(List.of("same", "null")) + ";"
                        : "return sums.sum * 31 + sums.count * 7 + (long) sums.least + sums.bits + same.count;");
    }
}
