package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * A random function of integers, with conditions, checks and loops, which may be endless. It calls a {@link Probe} with what values are
 * at many places.
 */
final class RandomFunction {
    /** Told what a value is where it is called. */
    record Probe(String text, List<Type> parameters) implements Intrinsic {
        @Override
        public Type result() {
            return VoidType.VOID;
        }

        @Override
        public Effect effect() {
            return Effect.WRITE;
        }
    }

    static final String PARAMS =
            "v0: int[] a, v1: char[] c, v2: i32 m, v3: i32 n, v4: i64 w, v5: f32 f, v6: byte[] b, v7: long[] l";

    private static final int[] CONSTANTS = {
        0,
        1,
        -1,
        2,
        3,
        4,
        7,
        8,
        16,
        31,
        32,
        33,
        63,
        100,
        255,
        -2,
        -7,
        -128,
        65535,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE - 1,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1,
        1 << 20
    };

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, List<Integer>> visible = new HashMap<>();
    private int values = 8;
    private int blocks = 1;
    private int probes;
    /** What was compared last, and with which array's length or another number. */
    private int compared = 2;

    private int limit = 8;

    private RandomFunction(long seed) {
        random = new Random(seed);
    }

    static Function of(long seed) {
        RandomFunction function = new RandomFunction(seed);
        String body = function.body();
        Function parsed = Parser.parse("function f -> i32 {\n" + body + "}", RandomFunction::intrinsic);
        Verifier.verify(parsed);
        return parsed;
    }

    private static Intrinsic intrinsic(String text) {
        if (!text.startsWith("probe")) {
            return Objects.requireNonNull(Intrinsics.ofText(text), text);
        }
        ScalarType type = text.endsWith("i64") ? ScalarType.I64 : text.endsWith("i1") ? ScalarType.I1 : ScalarType.I32;
        return new Probe(text, List.of(type));
    }

    private String body() {
        text.append("b0(").append(PARAMS).append("):\n");
        visible.put("i32", new ArrayList<>(List.of(2, 3)));
        visible.put("i64", new ArrayList<>(List.of(4)));
        visible.put("i1", new ArrayList<>());
        for (int array : new int[] {0, 1, 6, 7}) {
            String element = array == 0 ? "int" : array == 1 ? "char" : array == 6 ? "byte" : "long";
            define("i32", "length." + element + " v" + array);
        }
        define("i64", "iteration");
        define("i32", "convert.i64.i32 v" + last("i64"));
        condition();
        statements(3, 4);
        text.append("    return.i32 v").append(any("i32")).append('\n');
        return text.toString();
    }

    private int last(String type) {
        return visible.getOrDefault(type, List.of()).getLast();
    }

    private int any(String type) {
        List<Integer> all = visible.getOrDefault(type, List.of());
        // The latest are those that something is known of.
        int from = random.nextBoolean() ? Math.max(0, all.size() - 4) : 0;
        return all.get(from + random.nextInt(all.size() - from));
    }

    private int define(String type, String operation) {
        int value = values++;
        text.append("    v").append(value).append(" = ").append(operation).append('\n');
        visible.computeIfAbsent(type, _ -> new ArrayList<>()).add(value);
        return value;
    }

    private void statements(int depth, int most) {
        probe();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            switch (random.nextInt(depth == 0 ? 6 : 9)) {
                case 0, 1, 2, 3 -> compute();
                case 4 -> condition();
                case 5 -> check();
                case 6, 7 -> branch(depth);
                default -> loop(depth);
            }
        }
        probe();
    }

    private void probe() {
        for (String type : List.of("i32", "i32", "i64", "i1", "i32")) {
            text.append("    call probe")
                    .append(probes++)
                    .append('.')
                    .append(type)
                    .append(" v")
                    .append(any(type))
                    .append('\n');
        }
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String operand(String type) {
        if (random.nextInt(3) != 0) {
            return "v" + any(type);
        }
        long constant = CONSTANTS[random.nextInt(CONSTANTS.length)];
        return "v" + define(type, "const." + type + " " + constant);
    }

    private void compute() {
        String type = pick("i32", "i32", "i64");
        switch (random.nextInt(11)) {
            case 0, 1, 2, 3 -> {
                String kind = pick("add", "add", "sub", "sub", "mul", "div", "rem", "and", "or", "xor");
                String a = operand(type);
                define(type, kind + "." + type + " " + a + ", " + operand(type));
            }
            case 4 -> {
                String a = operand(type);
                define(type, pick("shl", "shr", "ushr") + "." + type + " " + a + ", " + operand("i32"));
            }
            case 5 -> define("i32", "narrow." + pick("byte", "char", "short", "boolean") + " v" + any("i32"));
            case 6 -> define("i64", "convert.i32.i64 v" + any("i32"));
            case 7 ->
                define(
                        "i32",
                        pick("convert.i64.i32 v" + any("i64"), "convert.f32.i32 v5", "convert.i1.i32 v" + any("i1")));
            case 8 -> define(type, "neg." + type + " v" + any(type));
            case 9 -> {
                String a = operand(type);
                define(type, "select." + type + " v" + any("i1") + ", " + a + ", " + operand(type));
            }
            default -> {
                String a = operand(type);
                define(
                        type,
                        "call Math."
                                + pick(
                                        "min." + type + " " + a + ", " + operand(type),
                                        "max." + type + " " + a + ", " + operand(type),
                                        "abs." + type + " " + a));
            }
        }
    }

    /** {@return a number to compare with, often the length of an array} */
    private String bound(String type) {
        if (type.equals("i64") || random.nextBoolean()) {
            return operand(type);
        }
        limit = 8 + random.nextInt(4);
        return "v" + limit;
    }

    private int condition() {
        String type = pick("i32", "i32", "i32", "i64");
        compared = any(type);
        String a = "v" + compared;
        String b = bound(type);
        String is = pick("lt", "le", "gt", "ge", "eq", "ne");
        int condition = define("i1", is + "." + type + " " + (random.nextBoolean() ? a + ", " + b : b + ", " + a));
        return switch (random.nextInt(6)) {
            case 0 -> define("i1", pick("and", "or") + ".i1 v" + condition + ", v" + any("i1"));
            case 1 -> define("i1", "inbounds v" + any("i32") + ", v" + (8 + random.nextInt(4)));
            default -> condition;
        };
    }

    /** An index or a divisor, and what may be done with it afterwards. */
    private void check() {
        if (random.nextInt(3) == 0) {
            String type = pick("i32", "i64");
            int divisor = any(type);
            text.append("    check.divisor.")
                    .append(type)
                    .append(" v")
                    .append(divisor)
                    .append('\n');
            define(type, pick("div", "rem") + "." + type + " v" + any(type) + ", v" + divisor);
            return;
        }
        boolean guarded =
                random.nextBoolean() && visible.getOrDefault("i32", List.of()).contains(compared);
        int array = guarded ? limit - 8 : random.nextInt(4);
        int index = guarded ? compared : any("i32");
        text.append("    check.index v")
                .append(index)
                .append(", v")
                .append(8 + array)
                .append('\n');
        switch (array) {
            case 0 ->
                define("i32", pick("load.int v0, v" + index, "atomic.add.int v0, v" + index + ", v" + any("i32")));
            case 1 -> define("i32", "load.char v1, v" + index);
            case 2 -> define("i32", "load.byte v6, v" + index);
            default -> define("i64", "load.long v7, v" + index);
        }
    }

    private Map<String, List<Integer>> scope() {
        Map<String, List<Integer>> copy = new HashMap<>();
        visible.forEach((type, all) -> copy.put(type, new ArrayList<>(all)));
        return copy;
    }

    private void branch(int depth) {
        int condition = random.nextInt(3) == 0 ? any("i1") : condition();
        int yes = blocks++;
        int no = blocks++;
        int join = blocks++;
        text.append("    branch v%d, b%d, b%d\n".formatted(condition, yes, no));
        Map<String, List<Integer>> before = scope();
        for (int side : new int[] {yes, no}) {
            text.append("b").append(side).append(":\n");
            statements(depth - 1, 3);
            text.append("    jump b%d(v%d)\n".formatted(join, any("i32")));
            visible.clear();
            visible.putAll(before);
            before = scope();
        }
        begin(join, "i32");
    }

    private void begin(int block, String... types) {
        text.append("b").append(block);
        for (int i = 0; i < types.length; i++) {
            int param = values++;
            visible.computeIfAbsent(types[i], _ -> new ArrayList<>()).add(param);
            text.append(i == 0 ? "(v" : ", v").append(param).append(": ").append(types[i]);
        }
        text.append(types.length == 0 ? ":\n" : "):\n");
    }

    private void loop(int depth) {
        String type = pick("i32", "i32", "i32", "i64");
        String start = operand(type);
        String bound = bound(type);
        String step = "v"
                + define(
                        type,
                        "const." + type + " " + pick("1", "1", "1", "-1", "-1", "2", "3", "16", "-5", "1073741824"));
        int header = blocks++;
        int body = blocks++;
        int after = blocks++;
        text.append("    jump b%d(%s, v%d)\n".formatted(header, start, any("i32")));
        Map<String, List<Integer>> before = scope();
        int counter = values;
        begin(header, type, "i32");
        int test = define(
                "i1", pick("lt", "lt", "le", "gt", "gt", "ge", "ne") + "." + type + " v" + counter + ", " + bound);
        compared = counter;
        Map<String, List<Integer>> inHeader = scope();
        text.append("    branch v%d, b%d, b%d\nb%d:\n".formatted(test, body, after, body));
        statements(depth - 1, 3);
        int next = define(type, pick("add", "add", "add", "sub") + "." + type + " v" + counter + ", " + step);
        text.append("    jump b%d(v%d, v%d)\nb%d:\n".formatted(header, next, any("i32"), after));
        visible.clear();
        visible.putAll(random.nextBoolean() ? inHeader : before);
        probe();
    }
}
