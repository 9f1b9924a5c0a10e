package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the statements of one carried value. */
final class CarriedStatements {
    /** Stands for a {@code return} of what the method returns. */
    static final String RETURN = "RETURN;";

    private final KernelClass shared;
    private final CarriedNode node;
    private final String operator;
    private final boolean located;
    private final boolean second;
    private final boolean swaps;
    private final boolean kept;
    private final boolean varies;
    /** Whether another condition is with that of a best value: 1 for before it, 2 for behind it, 0 for none. */
    private final int guarded;

    /**
     * What an iteration does.
     *
     * @param condition what the statements in the middle stand under; empty for nothing
     */
    record Text(List<String> before, String condition, List<String> then, List<String> after) {}

    CarriedStatements(KernelClass shared, CarriedNode node) {
        this.shared = shared;
        this.node = node;
        this.operator = shared.oneOf(
                node.type == NumberType.BOOLEAN ? List.of("&", "|", "^", "||", "&&") : List.of("&", "|", "^"));
        this.located = shared.percent(60);
        this.second = shared.percent(30);
        this.swaps = shared.percent(80);
        this.kept = shared.percent(60);
        this.varies = shared.percent(20);
        this.guarded = shared.percent(20) ? shared.random.nextInt(1, 3) : 0;
    }

    private String name() {
        return node.name();
    }

    private String array() {
        return "o" + node.number;
    }

    private String where() {
        return "at" + node.number;
    }

    private boolean isFloating() {
        return node.type == NumberType.FLOAT || node.type == NumberType.DOUBLE;
    }

    private boolean holdsFloating() {
        return node.variable == NumberType.FLOAT || node.variable == NumberType.DOUBLE;
    }

    /** {@return whether a loop that carries it, and nothing that depends on it, must be accepted} */
    boolean isUsual() {
        boolean isMixed = node.type.isSmall() && node.variable != node.type;
        return switch (node.kind) {
            case SUM, DIFFERENCE, COUNT, PRODUCT, BITS, BEST, LAST, COMPACTION, EXIT -> true;
            // What it begins with may be of no such type.
            case LEAST, GREATEST -> !isMixed;
            case SCAN -> !node.type.isSmall();
            // What wraps around comes to the same element again.
            case AFFINE -> !located || node.variable != NumberType.SHORT;
            // The order of rounding shows.
            case HISTOGRAM -> !isFloating();
            case ARRAY_SCAN, ROTATION, SERIAL -> false;
        };
    }

    /** {@return whether it is a flag that decides whether what it is set to is asked} */
    boolean asksUntilSet() {
        return node.kind == CarriedKind.BITS && (operator.equals("||") || operator.equals("&&"));
    }

    /** {@return whether it is a best value that is loaded or computed once to compare and once to keep} */
    boolean isComputedTwice() {
        return node.kind == CarriedKind.BEST && !kept;
    }

    /** {@return what a value has come to so far, as an int} */
    static String read(KernelClass shared, CarriedNode node, CarriedValues values) {
        return switch (node.kind) {
            case HISTOGRAM -> "((int) o" + node.number + "[k[" + values.position() + "]])";
            case ARRAY_SCAN -> "((int) o" + node.number + "[" + values.position() + "])";
            case ROTATION -> "ra" + node.number + "[" + values.position() + "]";
            default ->
                switch (node.variable) {
                    case INT, BYTE, SHORT, CHAR -> node.name();
                    case LONG, FLOAT, DOUBLE -> "((int) " + node.name() + ")";
                    case BOOLEAN -> "(" + node.name() + " ? 2 : " + (shared.percent(50) ? 0 : 5) + ")";
                };
        };
    }

    /** {@return what comes before the loops that carry it} */
    List<String> declarations() {
        if (node.kind == CarriedKind.ROTATION) {
            String number = String.valueOf(node.number);
            return List.of("int[] ra# = oa#;".replace("#", number), "int[] rb# = ob#;".replace("#", number));
        }
        if (node.kind.isOfArrays()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add(node.variable.text() + " " + name() + " = " + start() + ";");
        if (located && (node.kind == CarriedKind.BEST || node.kind == CarriedKind.LAST)) {
            lines.add("int " + where() + " = -1;");
            if (second) {
                lines.add("boolean found" + node.number + " = false;");
            }
        }
        return lines;
    }

    private String start() {
        if (node.kind == CarriedKind.EXIT) {
            return "-1";
        }
        if (node.kind == CarriedKind.AFFINE || node.kind == CarriedKind.COMPACTION) {
            return "(" + node.variable.text() + ") " + shared.oneOf(List.of("0", "0", "few", "1"));
        }
        if (node.variable == NumberType.BOOLEAN) {
            return shared.oneOf(List.of("false", "true", "p > 0"));
        }
        if (isFloating()) {
            boolean compares = node.kind == CarriedKind.BEST
                    || node.kind == CarriedKind.LAST
                    || node.kind == CarriedKind.LEAST
                    || node.kind == CarriedKind.GREATEST;
            return shared.oneOf(
                    compares
                            ? List.of("0", "few", "-1e30f", "Float.NaN", "-0f", "Float.POSITIVE_INFINITY")
                            : List.of("0", "1", "few", "2"));
        }
        String cast = "(" + node.variable.text() + ") ";
        if (node.kind == CarriedKind.SERIAL || node.kind == CarriedKind.PRODUCT) {
            // From a constant it might never get to anything else, nor from 0 to a product.
            return cast + shared.oneOf(List.of("p", "few"));
        }
        return cast
                + shared.oneOf(List.of("0", "1", "p", "p", "few", "1000", "Integer.MAX_VALUE", "Integer.MIN_VALUE"));
    }

    void arrays(Map<String, NumberType> arrays) {
        switch (node.kind) {
            case ROTATION -> {
                arrays.put("oa" + node.number, NumberType.INT);
                arrays.put("ob" + node.number, NumberType.INT);
            }
            case AFFINE, EXIT -> {
                if (located) {
                    arrays.put(array(), NumberType.INT);
                }
            }
            case SCAN, ARRAY_SCAN, COMPACTION, HISTOGRAM -> arrays.put(array(), node.type);
            default -> {}
        }
    }

    /** {@return what becomes of it} */
    List<String> results(boolean returned) {
        if (node.kind.isOfArrays()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        if (located && (node.kind == CarriedKind.BEST || node.kind == CarriedKind.LAST)) {
            lines.add("res[%d] = %s;".formatted(2 * node.number + 1, where()));
            if (second) {
                lines.add("res[%d] += found%d ? 1000 : 0;".formatted(2 * node.number + 1, node.number));
            }
        }
        if (!returned) {
            String value = node.variable == NumberType.BOOLEAN ? name() + " ? 1 : 0" : name();
            lines.add((holdsFloating() ? "more" : "res") + "[%d] = %s;".formatted(2 * node.number, value));
        }
        return lines;
    }

    /** {@return what comes at the end of the body of a loop further out} */
    List<String> turn() {
        String number = String.valueOf(node.number);
        return node.kind == CarriedKind.ROTATION
                ? List.of("int[] rt# = ra#;", "ra# = rb#;", "rb# = rt#;").stream()
                        .map(line -> line.replace("#", number))
                        .toList()
                : List.of();
    }

    /**
     * Makes what an iteration does.
     *
     * @param value what is added, compared or stored
     * @param innermost whether nothing is at the end of the body of a loop further out
     */
    Text of(CarriedValues values, String value, boolean innermost) {
        return switch (node.kind) {
            case SUM -> plain(values, operation("+", value));
            case DIFFERENCE -> plain(values, operation("-", value));
            case PRODUCT -> plain(values, product(value));
            case COUNT -> plain(values, operation(shared.percent(50) ? "+" : "-", "1"));
            case LEAST -> plain(values, extreme("min", value));
            case GREATEST -> plain(values, extreme("max", value));
            case BITS -> plain(values, bits(value));
            case BEST -> best(values, value);
            case LAST ->
                new Text(List.of(), shared.percent(80) ? values.condition() : "", assigned(values, value), List.of());
            case AFFINE -> affine(value);
            case SCAN -> scan(values, value);
            case ARRAY_SCAN ->
                always("#[P + 1] = #[P] + V;"
                        .replace("#", array())
                        .replace("P", values.position())
                        .replace("V", value));
            case COMPACTION -> compaction(values, value);
            case HISTOGRAM -> histogram(values, value);
            case ROTATION -> rotation(values, value, innermost);
            case EXIT -> exit(values, value);
            case SERIAL -> always(serial(value));
        };
    }

    private static Text always(String... lines) {
        return new Text(List.of(), "", List.of(lines), List.of());
    }

    private Text plain(CarriedValues values, String line) {
        return new Text(List.of(), shared.percent(40) ? values.condition() : "", List.of(line), List.of());
    }

    private String operation(String sign, String value) {
        if (value.equals("1") && !node.variable.isSmall() && node.variable == node.type && shared.percent(60)) {
            return name() + sign + sign + ";";
        }
        boolean narrows = node.type.isSmall() && (node.variable != node.type || shared.percent(70));
        return narrows
                ? "#N = (T) (#N S V);"
                        .replace("#N", name())
                        .replace("T", node.type.text())
                        .replace("S", sign)
                        .replace("V", value)
                : name() + " " + sign + "= " + value + ";";
    }

    /** Some are written as a change of sign or as a shift. */
    private String product(String value) {
        boolean isNegated = second && operator.equals("^") && node.variable != NumberType.CHAR;
        boolean isShifted = second && operator.equals("|") && !holdsFloating();
        String cast = node.variable.isSmall() ? "(" + node.variable.text() + ") " : "";
        return isNegated
                ? name() + " = " + cast + "-" + name() + ";"
                : isShifted ? name() + " <<= 1;" : operation("*", value);
    }

    private String extreme(String method, String value) {
        String call = "Math." + method + (shared.percent(50) ? "(#N, V)" : "(V, #N)");
        String cast = node.type.isSmall() ? "(" + node.type.text() + ") " : "";
        return name() + " = " + cast + call.replace("#N", name()).replace("V", value) + ";";
    }

    private String bits(String value) {
        if (operator.length() == 2) {
            return name() + " = " + (shared.percent(50) ? name() + operator + value : value + operator + name()) + ";";
        }
        if (node.variable == NumberType.BOOLEAN && operator.equals("^") && second) {
            return "if (" + value + ") { # = !#; }".replace("#", name());
        }
        boolean narrows = node.type.isSmall() && node.variable != node.type;
        return narrows
                ? "%s = (%s) (%s %s %s);".formatted(name(), node.type.text(), name(), operator, value)
                : "%s %s= %s;".formatted(name(), operator, value);
    }

    private List<String> assigned(CarriedValues values, String value) {
        List<String> lines = new ArrayList<>(List.of(name() + " = " + value + ";"));
        if (located) {
            lines.add(where() + " = " + values.variable() + ";");
            if (second) {
                lines.add("found" + node.number + " = true;");
            }
        }
        return lines;
    }

    private Text best(CarriedValues values, String value) {
        String candidate = kept ? "t" + node.number : value;
        List<String> before = kept ? List.of("%s %s = %s;".formatted(node.type.text(), candidate, value)) : List.of();
        String sign = shared.oneOf(List.of("<", "<=", ">", ">="));
        String condition =
                shared.percent(50) ? candidate + " " + sign + " " + name() : name() + " " + sign + " " + candidate;
        if (guarded > 0) {
            String other = "(" + values.condition() + ")";
            condition = guarded == 1 ? other + " && " + condition : condition + " && " + other;
        }
        return new Text(before, condition, assigned(values, candidate), List.of());
    }

    private Text affine(String value) {
        String step = varies ? "few" : shared.oneOf(List.of("1", "2", "2", "3"));
        String grows = "# += S;".replace("#", name()).replace("S", step);
        if (!located) {
            return always(grows);
        }
        String store = array() + "[(int) " + name() + "] = (int) (" + value + ");";
        return shared.percent(50) ? always(store, grows) : always(grows, store);
    }

    private Text scan(CarriedValues values, String value) {
        String update = switch (shared.random.nextInt(isFloating() ? 3 : 4)) {
            case 0 -> extreme("max", value);
            case 3 -> bits(value);
            default -> operation("+", value);
        };
        String store = "%s[%s] = (%s) %s;".formatted(array(), values.position(), node.type.text(), name());
        if (shared.percent(30)) {
            return new Text(List.of(), values.condition(), List.of(update), List.of(store));
        }
        return shared.percent(60) ? always(update, store) : always(store, update);
    }

    private Text compaction(CarriedValues values, String value) {
        String cast = node.variable == NumberType.LONG ? "(int) " : "";
        String store = array() + "[" + cast + name() + "++] = " + value + ";";
        String plain = array() + "[" + cast + name() + "] = " + value + ";";
        List<String> then = switch (shared.random.nextInt(5)) {
            case 0, 1 -> List.of(store);
            case 2 -> List.of(store, store);
            case 3 ->
                List.of(
                        plain,
                        array() + "[" + cast + (shared.percent(50) ? "#" : "(#)").replace("#", name() + " + 1")
                                + "] = 0;",
                        name() + " += 2;");
            default -> List.of(plain, name() + "++;");
        };
        return new Text(List.of(), shared.percent(90) ? values.condition() : "", then, List.of());
    }

    private Text histogram(CarriedValues values, String value) {
        String bin = array() + "[k[" + values.position() + "]]";
        String line = switch (shared.random.nextInt(isFloating() ? 2 : 7)) {
            case 5 -> bin + " = Math.max(" + value + ", " + bin + ");";
            case 6 -> bin + "--;";
            case 0 -> array() + "[(int) (" + value + ") & 7]++;";
            case 1 -> bin + " += " + value + ";";
            case 2 -> bin + " " + operator + "= " + value + ";";
            case 3 -> bin + " = Math.min(" + bin + ", " + value + ");";
            default -> bin + " -= " + value + ";";
        };
        return plain(values, line);
    }

    private Text rotation(CarriedValues values, String value, boolean innermost) {
        String at = innermost && shared.percent(70) ? values.inner() : values.position();
        String line = "rb#[P] = ra#[P] + V;"
                .replace("#", String.valueOf(node.number))
                .replace("P", at)
                .replace("V", value);
        List<String> lines = new ArrayList<>(List.of(line));
        if (!innermost && swaps) {
            lines.addAll(turn());
        }
        return new Text(List.of(), "", lines, List.of());
    }

    /** Leaves the loop in one or several places, and stores to the same element once or twice before. */
    private Text exit(CarriedValues values, String value) {
        String condition = shared.percent(40) ? "(" + value + ") == " + shared.random.nextInt(-9, 50) : values.seldom();
        List<String> before = new ArrayList<>();
        List<String> then = new ArrayList<>();
        List<String> after = new ArrayList<>();
        String store = "#[P] += V;".replace("#", array()).replace("P", values.position());
        if (located && shared.percent(50)) {
            (swaps ? before : after).add(store.replace("V", "1"));
        }
        if (located && (kept || before.isEmpty())) {
            then.add(store.replace("V", "100"));
        }
        then.add(name() + " = " + values.variable() + ";");
        String leave = shared.oneOf(List.of("break;", "break;", RETURN));
        switch (shared.random.nextInt(8)) {
            case 0 -> then.add("if (" + values.condition() + ") { break; }");
            case 1 -> condition = values.condition() + " && (" + condition + " || " + values.seldom() + ")";
            case 2 -> after.add("if (" + values.seldom() + ") { " + name() + " = -2; " + leave + " }");
            case 3 -> before.add("if (" + values.seldom() + ") { throw new IllegalStateException(\"at \" + few); }");
            case 4 -> before.add(values.chosen(name() + " = -3; " + RETURN));
            default -> {}
        }
        then.add(leave);
        return new Text(before, condition, then, after);
    }

    private String serial(String value) {
        List<String> lines = new ArrayList<>(List.of("# = # * 3 + V;", "# = V - #;", "# = # / 2 + V;"));
        if (!isFloating()) {
            // As if it were a flag, but 2 is none; and what is asked may be so again.
            lines.addAll(List.of("if (# == 2) { # = (V) | 2; }", "if (# != 0) { # = (V) & ~1; }"));
        }
        String line = shared.oneOf(lines);
        return line.replace("#", name()).replace("V", value);
    }
}
