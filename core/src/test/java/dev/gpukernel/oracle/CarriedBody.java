package dev.gpukernel.oracle;

import dev.gpukernel.oracle.CarriedHead.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the body of a kernel whose loops carry values. */
final class CarriedBody implements CarriedKernel.Sizes {
    private static final Map<String, String> PARAMETERS = known();
    private static final List<Integer> COUNTS = List.of(
            0, 0, 1, 1, 2, 2, 3, 5, 8, 9, 17, 33, 100, 255, 256, 257, 300, 700, 1000, 4097, 16383, 16384, 16385, 33000);
    private static final int MOST = 40_000;

    /** The number of a loop that stands for itself after the others. */
    private static final int AGAIN = 3;

    private final KernelClass shared;
    private final CarriedNode root;
    private final int depth;
    private final SourceLines lines = new SourceLines(2);
    private final List<CarriedHead> heads = new ArrayList<>();
    private final Map<String, NumberType> arrays = new LinkedHashMap<>();
    private final boolean numbersOnly;
    private final boolean touches;
    private final boolean scans;
    private final boolean repeated;
    private final boolean ordered;
    /** How many loops are around where the root is declared, and around where it is changed. */
    private final int declared;

    private final int level;
    private @Nullable CarriedHead again;
    private String result = "void";

    CarriedBody(KernelClass shared, CarriedNode root, int depth, @Nullable Form form) {
        this.shared = shared;
        this.root = root;
        this.depth = depth;
        for (int i = 0; i < depth; i++) {
            CarriedHead head =
                    form != null && i == depth - 1 ? CarriedHead.of(form, i, depth) : CarriedHead.any(shared, i, depth);
            while (root.continues() && !head.mayContinue()) {
                head = CarriedHead.any(shared, i, depth);
            }
            heads.add(head);
        }
        this.scans = root.has(node -> node.kind == CarriedKind.ARRAY_SCAN);
        this.repeated = shared.percent(6);
        this.ordered =
                shared.percent(5) && heads.getFirst().sequential().toString().contains("@");
        this.numbersOnly = shared.percent(8);
        this.touches = !numbersOnly && (heads.getLast().mayWrap() || shared.percent(50));
        this.declared = depth == 1 || shared.percent(60) ? 0 : shared.random.nextInt(1, depth);
        this.level = declared == depth - 1 || shared.percent(75) ? depth : shared.random.nextInt(declared + 1, depth);
    }

    private static Map<String, String> known() {
        Map<String, String> parameters = new LinkedHashMap<>();
        Stream.of(
                        "int[] x",
                        "int[] w",
                        "long[] y",
                        "int[] k",
                        "byte[] b",
                        "short[] h",
                        "char[] c",
                        "boolean[] z",
                        "float[] f")
                .forEach(text -> parameters.put(text.substring(text.indexOf(' ') + 1), text));
        Stream.of(
                        "float[] g",
                        "double[] d",
                        "double[] e",
                        "int[] tab",
                        "long[] res",
                        "double[] more",
                        "int p",
                        "int few")
                .forEach(text -> parameters.put(text.substring(text.indexOf(' ') + 1), text));
        for (int i = 0; i <= AGAIN; i++) {
            for (String name : List.of("n", "from", "to", "pitch")) {
                parameters.put(name + i, "int " + name + i);
            }
            parameters.put("nn" + i, "int[] nn" + i);
            parameters.put("wide" + i, "long wide" + i);
            parameters.put("end" + i, "long end" + i);
        }
        parameters.put("step", "int step");
        return parameters;
    }

    void write() {
        root.arrays(arrays);
        if (declared == 0) {
            root.declare(lines);
        }
        if (repeated) {
            lines.line("for (int time = 0; time < few; time++) {");
            lines.indented(() -> loop(1));
            lines.line("}");
        } else {
            loop(1);
        }
        if (heads.getFirst().isLeft() && !repeated && shared.percent(50)) {
            lines.line("res[15] = " + heads.getFirst().variable() + ";");
        }
        if (declared == 0) {
            afterwards();
        }
        boolean returns = declared == 0 && !root.kind.isOfArrays() && shared.percent(30);
        if (declared == 0) {
            root.results(lines, returns);
        }
        if (returns) {
            result = root.variable.text();
            lines.line("return " + root.name() + ";");
        }
    }

    private void afterwards() {
        if (shared.percent(15)) {
            CarriedHead head = CarriedHead.any(shared, AGAIN, 1);
            if (root.continues() && !head.mayContinue()) {
                return;
            }
            again = head;
            lines.line("{");
            lines.indented(() -> {
                head.opening().forEach(lines::line);
                lines.indented(() -> {
                    if (touches) {
                        lines.line("int v = x[" + head.position() + "];");
                    }
                    String at = head.position();
                    root.write(lines, new CarriedValues(shared, at, at, List.of(head), touches, numbersOnly), false);
                    head.step().forEach(lines::line);
                });
                lines.line(head.closing());
            });
            lines.line("}");
        } else if (!root.kind.isOfArrays() && root.variable == NumberType.INT && shared.percent(10)) {
            lines.line("for (int r = 0; r < (" + root.name() + " & 15); r++) {");
            lines.line("    o8[r] = r * 3 + 1;");
            lines.line("}");
            arrays.put("o8", NumberType.INT);
        }
    }

    /** Writes a loop; the outermost is number 1. */
    private void loop(int number) {
        CarriedHead head = heads.get(number - 1);
        (ordered && number == 1 ? head.sequential() : head.opening()).forEach(lines::line);
        lines.indented(() -> {
            if (number == depth) {
                innermost();
            } else {
                around(number);
            }
            head.step().forEach(lines::line);
        });
        lines.line(head.closing());
    }

    private void innermost() {
        if (touches) {
            lines.line("int v = x[" + position(0, depth) + "];");
        }
        CarriedValues values = values(depth);
        if (!numbersOnly && shared.percent(6)) {
            String place = values.position();
            lines.line("if (x[P] > 49 && k[P] == 5) {".replace("P", place));
            lines.line("    throw new IllegalStateException(\"no \" + x[P]);".replace("P", place));
            lines.line("}");
        }
        if (shared.percent(level == depth ? 30 : 90)) {
            arrays.put("o9", NumberType.INT);
            String store = "o9[" + values.position() + "] = " + values.integer() + ";";
            boolean first = shared.percent(50);
            lines.line(first ? store : "int kept = " + values.integer() + ";");
            tree(depth);
            if (!first && !root.continues()) {
                lines.line("o9[" + values.position() + "] = kept;");
            }
        } else {
            tree(depth);
        }
    }

    private void tree(int number) {
        if (level == number) {
            root.write(lines, values(number), declared < depth - 1 && number == depth);
        }
    }

    private void around(int number) {
        boolean first = shared.percent(50);
        if (declared == number) {
            root.declare(lines);
        }
        if (first) {
            tree(number);
        }
        loop(number + 1);
        if (!first) {
            tree(number);
        }
        if (number == declared + 1 && level == depth) {
            root.turn(lines);
        }
        if (declared == number && !root.kind.isOfArrays()) {
            CarriedValues values = values(number);
            String value = CarriedStatements.read(shared, root, values);
            arrays.put("o7", NumberType.INT);
            lines.line("o7[" + values.position() + "] = " + value + ";");
        }
    }

    private CarriedValues values(int number) {
        boolean innermost = number == depth;
        String inner = number == 1 ? position(0, 1) : position(1, number);
        return new CarriedValues(
                shared, position(0, number), inner, heads.subList(0, number), touches && innermost, numbersOnly);
    }

    /** {@return the number of an iteration of some of the loops} */
    private String position(int from, int to) {
        String position = heads.get(from).position();
        for (int i = from + 1; i < to; i++) {
            position = "(" + position + ") * pitch" + i + " + " + heads.get(i).position();
        }
        return position;
    }

    String text() {
        String leave = switch (result) {
            case "void" -> "return;";
            case "boolean" -> "return true;";
            default -> "return (" + result + ") " + (root.number + 77) + ";";
        };
        return lines.toString().replace(CarriedStatements.RETURN, leave);
    }

    String result() {
        return result;
    }

    Map<String, NumberType> arrays() {
        return arrays;
    }

    /** {@return whether there is only one loop, which may be parallel or not} */
    private boolean isSingle() {
        return depth == 1 && again == null && !repeated && !root.bounds();
    }

    /** {@return whether the only loop carries what needs its order, and is not marked so} */
    boolean mustBeRefused() {
        boolean isSerial = root.has(node -> node.kind.isSerial() && node.type != NumberType.DOUBLE);
        // What is done once before the loop is left is carried nowhere.
        return isSingle() && touches && !ordered && isSerial && !root.has(CarriedNode::leaves) && !isSetUp();
    }

    /** Whether it uses no element but reads one, before a loop that is parallel: then it is over numbers alone, and the host does it. */
    private boolean isSetUp() {
        List<String> used = new ArrayList<>(parameters());
        used.removeIf(name -> !declaration(name).contains("[]"));
        used.removeAll(List.of("o8", "res", "more"));
        boolean usesNone = Pattern.compile("\\b(v|x)\\b")
                        .matcher(lines.toString())
                        .results()
                        .count()
                == 2;
        return arrays.containsKey("o8") && used.equals(List.of("x")) && usesNone;
    }

    /** {@return whether all is written as Java developers do, and needs no order but that of its kind} */
    boolean mustBeAccepted() {
        if (ordered && isSingle()) {
            return !root.has(node -> node.kind == CarriedKind.ROTATION);
        }
        boolean stores = !arrays.isEmpty();
        // What is loaded twice may be two numbers where the loop stores.
        boolean mayDiffer = stores && root.has(CarriedNode::isComputedTwice);
        boolean isLinear = heads.stream().allMatch(CarriedHead::isLinear);
        boolean isShort = depth == 1 && again == null && !repeated;
        boolean mayEnd = heads.stream().allMatch(CarriedHead::isSearched) || !root.has(CarriedNode::leaves);
        // Whether a best value is taken cannot be asked ahead, nor what comes after that in an iteration.
        mayEnd &= !root.has(CarriedNode::leaves) || !root.has(node -> node.kind == CarriedKind.BEST);
        return isShort && mayEnd && (isLinear || !stores) && !mayDiffer && root.isUsual(false);
    }

    /** {@return how its loops are written, from the outermost} */
    List<Form> forms() {
        return heads.stream().map(CarriedHead::form).toList();
    }

    /** {@return the names of the parameters that the text uses} */
    List<String> parameters() {
        List<String> names = new ArrayList<>(PARAMETERS.keySet());
        names.addAll(arrays.keySet());
        names.retainAll(SourceLines.words(lines.toString()));
        return names;
    }

    String declaration(String name) {
        NumberType array = arrays.get(name);
        return array == null ? PARAMETERS.getOrDefault(name, "") : array.text() + "[] " + name;
    }

    @Override
    public int put(Map<String, Object> arguments, boolean odd, SplittableRandom random) {
        int total = 1;
        int most = 1;
        for (CarriedHead head : heads) {
            int limit = Math.max(1, MOST / total);
            int count = Math.min(COUNTS.get(random.nextInt(COUNTS.size() - (head.level() > 0 ? 4 : 0))), limit);
            if (depth > 1 && random.nextInt(3) > 0) {
                count = Math.min(count, 20);
            }
            int extent = head.put(arguments, count, odd && head.level() == depth - 1 && touches, random);
            // What stores to the element after its own needs room at the end of a row.
            int pitch = head.level() > 0 && (scans || random.nextBoolean()) ? extent + 1 : extent;
            arguments.put("pitch" + head.level(), pitch);
            total *= pitch;
            most = Math.max(most, total);
        }
        if (again != null) {
            most = Math.max(most, again.put(arguments, random.nextInt(300), odd && touches, random));
        }
        return most;
    }
}
