package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes random kernels of plain loops whose iterations touch elements of each other by construction. They must be refused, unless
 * all that they do with the array is to update integers by one operation or to store the same value, or each adds to the element of the one
 * before, or reads elements before others write them.
 */
final class DependentGenerator {
    private static final List<String> UPDATES = List.of(
            "E += V;", "E -= V;", "E++;", "E ^= V;", "E = (T) (V + E);", "E &= V;", "E |= V;", "E = Math.max(E, V);");
    /** Stores of what is the same in all iterations, and of what is one of two values. */
    private static final List<String> STORES = List.of(
            "E = (T) 7;", "E = (T) n;", "if (x[i] > 50) {\n    E = (T) n;\n}", "E = (T) (x[i] > 50 ? 7 : 8);");

    private static final List<String> PARAMETERS = List.of("a", "x", "b", "n", "m", "count");

    private static final List<String> FORGETFUL = List.of(
            "i & ~1",
            "i | 1",
            "(i ^ 1) / 2",
            "i - i % 3",
            "i / n",
            "i % n",
            "Math.min(i, 5)",
            "Math.max(i, 9)",
            "i * i % 7",
            "i / 4 * 2 + (i & 1)",
            "i % 4 * 2 + i / 4",
            "i * (i + 1) / 2 % 5",
            "i >>> 1",
            "i & n");

    private static final List<String> ONE_TO_ONE = List.of(
            "i ^ 1",
            "i ^ n",
            "i / 4 * 4 + 3 - i % 4",
            "(i & ~3) + 3 - (i & 3)",
            "i + 1 - 2 * (i & 1)",
            "i / n * n + n - 1 - i % n");

    /** Where a loop touches the array {@code a}: the first writes, the others read. */
    private record Pattern(List<LoopHead> loops, List<String> indices) {}

    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    DependentKernel generate(long seed) {
        KernelClass shared = new KernelClass(new SplittableRandom(seed * 5 + 0x646570), true);
        String type = shared.oneOf(NumberType.numeric()).text();
        if (shared.percent(12)) {
            return filter(seed, shared, type);
        }
        boolean carried = shared.percent(20);
        Pattern pattern = carried ? line(shared, List.of("i")) : any(shared);
        String statement = carried ? carrying(shared, type) : statement(pattern, type, shared);
        String kernel = loops(
                shared, pattern, statement, carried ? type + " last = 1;" : "", carried ? "b[0] = (int) last;" : "");
        String trace = loops(shared, pattern, touches(pattern), "", "");
        return kernel(seed, type, pattern, kernel, trace, message(pattern, type, statement, carried));
    }

    /** Elements move down, to where a counter is, in place. */
    private static DependentKernel filter(long seed, KernelClass shared, String type) {
        int first = shared.random.nextInt(0, 4);
        String read = "i + " + shared.random.nextInt(-2, 3);
        String low = String.valueOf(shared.random.nextInt(1, 4));
        LoopHead head = LoopHead.any(shared, "i", NumberType.INT, low, "count", 1, false);
        Pattern pattern = new Pattern(List.of(head), List.of(read));
        String kept = shared.oneOf(List.of("(i * 5 & 3) > 1", "i % 3 == 0", "i != 7"));
        boolean isTwice = shared.percent(15);
        String value = shared.percent(30) ? "a[i]" : "(%s) (a[%s] + x[i])".formatted(type, read);
        String late = shared.percent(20) ? "x[i] = a[%s];".formatted(read) : "";
        String store = isTwice
                ? "%s v = V;\na[c++] = v;\na[c++] = v;".formatted(type)
                : shared.oneOf(List.of("a[c++] = V;", "a[c] = V;\nc++;"));
        String condition = shared.percent(30) ? "a[%s] != x[i] && %s".formatted(read, kept) : kept;
        String kernel = loops(
                shared,
                pattern,
                "if (%s) {\n%s\n}\n%s".formatted(condition, store.replace("V", value), late),
                "int c = " + first + ";",
                "b[0] = c;");
        boolean isMoved = value.equals("a[i]");
        // An element that is stored where it was is as good as not written.
        String write = (isMoved ? "if (c != i) " : "") + "touches.add(new long[] {1, c, i});\nc++;\n";
        String reads = "touches.add(new long[] {0, %s, i});\n".formatted(read);
        String own = isMoved ? "touches.add(new long[] {0, i, i});\n" : "";
        String trace = loops(
                shared,
                pattern,
                "%s%sif (%s) {\n%s}\n%s"
                        .formatted(
                                isMoved && condition.equals(kept) ? "" : reads,
                                own,
                                kept,
                                isTwice ? write + write : write,
                                late.isEmpty() ? "" : reads),
                "int c = " + first + ";",
                "");
        return kernel(seed, type, pattern, kernel, trace, Message.LOOP_DEPENDENCE);
    }

    private static DependentKernel kernel(
            long seed, String type, Pattern pattern, String kernel, String trace, @Nullable Message message) {
        String parameters = "%s[] a, %s[] x, int[] b, int n, int m, int count".formatted(type, type);
        String name = "Dependent" + seed;
        String source = """
                package generated;

                import dev.gpukernel.GpuKernel;

                final class %s {
                    @GpuKernel
                    static void kernel(%s) {
                %s    }

                    static void trace(java.util.List<long[]> touches, %s) {
                %s    }
                }
                """.formatted(name, parameters, kernel, parameters, trace);
        return new DependentKernel(
                seed,
                "generated." + name,
                source,
                pattern.loops().stream().map(LoopHead::variable).toList(),
                PARAMETERS,
                message);
    }

    private static @Nullable Message message(Pattern pattern, String type, String statement, boolean carried) {
        if (carried) {
            return statement.endsWith("\nlast = x[i];") ? null : Message.LOOP_CARRIED;
        }
        return isSame(pattern, statement) || isUpdate(pattern, type, statement) || isScan(pattern) ? null : Message.LOOP_DEPENDENCE;
    }

    private static Pattern any(KernelClass shared) {
        int apart = shared.random.nextInt(1, 4);
        int factor = shared.random.nextInt(2, 5);
        return switch (shared.random.nextInt(15)) {
            // Sums of all before, shifts in place, up and down.
            case 0 -> line(shared, List.of("i", "i - " + apart));
            case 1 -> line(shared, List.of("i", "i + " + apart));
            case 2 -> line(shared, List.of(factor + " * i", factor + " * i + " + factor * apart));
            // Strides that overlap.
            case 3 -> line(shared, List.of(factor + " * i", "i"));
            case 4 -> line(shared, List.of("i", factor + " * i + " + apart));
            case 5 -> line(shared, List.of("i", "count - 1 - i"));
            // One element for several iterations.
            case 6 -> line(shared, List.of(shared.oneOf(List.of("0", "n", "m + 3", "count - 1"))));
            case 7 -> line(shared, List.of(shared.oneOf(List.of("i / 2", "i & 3", "i % 5", "i >> 1", "i / 3 * 2"))));
            // Histograms and scattering.
            case 8 -> line(shared, List.of(shared.oneOf(List.of("b[i]", "b[i] & 7", "x.length - b[i]"))));
            // Sweeps over a plane that use what they have just computed.
            case 9 -> plane(shared, List.of("i * m + j", "(i - 1) * m + j", "i * m + j - 1"), 1);
            case 10 -> plane(shared, List.of("i + j", "i + j + " + apart), 0);
            // Bits and quotients that forget something.
            case 11 -> line(shared, List.of(shared.oneOf(FORGETFUL)));
            // Those that forget nothing, beside the element itself.
            case 12 -> line(shared, List.of(shared.oneOf(ONE_TO_ONE), "i"));
            case 13 -> line(shared, List.of("i", shared.oneOf(ONE_TO_ONE)));
            // Rows that overlap.
            default -> narrow(shared, apart);
        };
    }

    private static Pattern line(KernelClass shared, List<String> indices) {
        String low = indices.stream().anyMatch(index -> index.startsWith("i - ")) ? "3" : "0";
        String high = shared.percent(70) ? "count" : String.valueOf(shared.random.nextInt(12, 40));
        // Of a mirrored loop, both halves.
        LoopHead head = head(shared, "i", low, indices.contains("count - 1 - i") ? "count" : high);
        return new Pattern(List.of(head), indices);
    }

    private static Pattern plane(KernelClass shared, List<String> indices, int from) {
        String low = String.valueOf(from);
        return new Pattern(List.of(head(shared, "i", low, "n"), head(shared, "j", low, "m")), indices);
    }

    /** Rows of few elements, each of which begins before the last has ended; the host does not repeat such short loops. */
    private static Pattern narrow(KernelClass shared, int apart) {
        int width = shared.random.nextInt(apart + 1, apart + 6);
        return new Pattern(
                List.of(head(shared, "i", "0", "n"), head(shared, "j", "0", String.valueOf(width))),
                List.of("i * " + apart + " + j"));
    }

    private static LoopHead head(KernelClass shared, String variable, String low, String high) {
        return LoopHead.any(shared, variable, NumberType.INT, low, high, 1, shared.percent(30));
    }

    private static String loops(KernelClass shared, Pattern pattern, String body, String before, String after) {
        SourceLines lines = new SourceLines(2);
        before.lines().forEach(lines::line);
        level(lines, shared, pattern, 0, body);
        after.lines().forEach(lines::line);
        return lines.toString();
    }

    private static void level(SourceLines lines, KernelClass shared, Pattern pattern, int level, String body) {
        pattern.loops().get(level).write(lines, shared.newName("next"), "", _ -> {
            if (level + 1 < pattern.loops().size()) {
                level(lines, shared, pattern, level + 1, body);
            } else {
                body.lines().forEach(lines::line);
            }
        });
    }

    /** {@return whether a statement updates an element of an array of integers that the loop does not use otherwise} */
    private static boolean isUpdate(Pattern pattern, String type, String statement) {
        return pattern.indices().size() == 1
                && List.of("int", "long").contains(type)
                && Stream.of("(x[i] + 1)", "? 7 : 8").noneMatch(statement::contains);
    }

    /** {@return whether a statement stores the same value in each iteration} */
    private static boolean isSame(Pattern pattern, String statement) {
        return pattern.indices().size() == 1 && Stream.of(") 7;", ") n;").anyMatch(statement::contains);
    }

    /** {@return whether an iteration of the innermost loop reads just what the one before it wrote} */
    private static boolean isScan(Pattern pattern) {
        if (pattern.indices().size() != 2) {
            return false;
        }
        String written = pattern.indices().getFirst();
        String distance = written.indexOf('*') < 0 ? "1" : written.substring(0, written.indexOf(' '));
        String before = pattern.loops().getLast().down() ? " + " : " - ";
        return pattern.indices().getLast().equals(written + before + distance);
    }

    private static String statement(Pattern pattern, String type, KernelClass shared) {
        String written = "a[" + pattern.indices().getFirst() + "]";
        if (pattern.indices().size() == 1) {
            boolean isFloating = List.of("float", "double").contains(type);
            boolean isSmall = !isFloating && !List.of("int", "long").contains(type);
            String update = shared.oneOf(UPDATES.subList(0, isFloating ? 3 : isSmall ? 7 : 8));
            if (shared.percent(20)) {
                update = shared.oneOf(STORES);
            }
            return shared.percent(60)
                    ? update.replace("E", written).replace("V", "x[i]").replace("(T)", "(" + type + ")")
                    : written + " = (" + type + ") (x[i] + 1);";
        }
        return pattern.indices().stream()
                .skip(1)
                .map(index -> "a[" + index + "]")
                .collect(Collectors.joining(" + ", written + " = (" + type + ") (", " + x[i]);"));
    }

    private static String touches(Pattern pattern) {
        List<String> lines = new ArrayList<>();
        String iteration = pattern.loops().stream().map(LoopHead::variable).collect(Collectors.joining(", "));
        for (String index : pattern.indices()) {
            lines.add("touches.add(new long[] {%d, %s, %s});".formatted(lines.isEmpty() ? 1 : 0, index, iteration));
        }
        return String.join("\n", lines);
    }

    /** What an iteration needs of the one before, and is no reduction. */
    private static String carrying(KernelClass shared, String type) {
        return Stream.of(
                        "last = (T) (last / 2 + x[i]);\na[i] = last;",
                        "a[i] = last;\nlast = x[i];",
                        "last = (T) (last * 3 + x[i]);\na[i] = (T) (last ^ 1);",
                        "if (x[i] > last) {\n    a[i] = x[i];\n}\nlast = x[i];",
                        "last = (T) (x[i] - last);\na[i] = last;",
                        "last += x[i];\nlast *= 3;\na[i] = x[i];")
                .filter(body ->
                        !body.contains("^") || !List.of("float", "double").contains(type))
                .skip(shared.random.nextInt(5))
                .findFirst()
                .orElseThrow()
                .replace("(T)", "(" + type + ")");
    }
}
