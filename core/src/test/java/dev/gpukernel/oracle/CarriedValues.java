package dev.gpukernel.oracle;

import java.util.List;

/** Makes expressions of what an iteration has: elements at its position, and its variables. Sums of floating ones are exact. */
final class CarriedValues {
    private static final List<String> ELEMENTS = List.of(
            "x[P]", "x[P]", "x[P] * 3 - 1", "w[P]", "(int) y[P]", "b[P]", "h[P]", "c[P]", "k[P]", "Math.abs(x[P])");
    private static final List<String> CONDITIONS = List.of(
            "x[P] > 5",
            "(x[P] & 1) == 0",
            "k[P] == 3",
            "z[P]",
            "x[P] < 40 && k[P] != 1",
            "z[P] || x[P] > 20",
            "g[P] > 0",
            "y[P] < 0");

    private static final List<String> SELDOM = List.of(
            "x[P] > 48",
            "x[P] == 17 && k[P] == 3",
            "w[P] == 0 || x[P] < -49",
            "k[P] > 7",
            "x[P] > 47 && (z[P] || k[P] < 2)",
            "tab[x[P] & 15] > 38",
            "100 / x[P] == 33",
            "w[x[P] & 31] == 1",
            "y[P] == p",
            "g[P] == few");

    private final KernelClass shared;
    private final String position;
    private final String inner;
    private final List<CarriedHead> loops;
    private final boolean touched;
    private final boolean numbersOnly;

    /**
     * What there is in the body of a loop.
     *
     * @param position an index, another one in each iteration
     * @param inner an index without the outermost loop
     * @param loops the loops around, from the outermost
     * @param touched whether {@code v} is the element at the position
     * @param numbersOnly whether there are no arrays
     */
    CarriedValues(
            KernelClass shared,
            String position,
            String inner,
            List<CarriedHead> loops,
            boolean touched,
            boolean numbersOnly) {
        this.shared = shared;
        this.position = position;
        this.inner = inner;
        this.loops = loops;
        this.touched = touched;
        this.numbersOnly = numbersOnly;
    }

    String position() {
        return position;
    }

    String inner() {
        return inner;
    }

    /** {@return a loop's variable as an int} */
    String variable() {
        CarriedHead loop = shared.oneOf(loops);
        return loop.isLong() ? "(int) (" + loop.variable() + " & 1023)" : loop.variable();
    }

    private String at(String text) {
        return text.replace("P", position);
    }

    /** {@return an int} */
    String integer() {
        if (numbersOnly || shared.percent(10)) {
            return "(" + variable() + " & 15)";
        }
        return touched && shared.percent(40) ? "v" : element();
    }

    private String element() {
        String first = at(shared.oneOf(ELEMENTS));
        String second = at(shared.oneOf(ELEMENTS));
        return switch (shared.random.nextInt(12)) {
            case 0 -> "(" + condition() + " ? " + first + " : " + second + ")";
            case 1 -> "mix(" + first + ", " + second + ")";
            case 2 -> "pick(" + first + ", 7)";
            case 3 ->
                at("(switch (k[P]) { case 0, 5 -> A; case 1 -> 7; default -> B; })")
                        .replace("A;", first + ";")
                        .replace("B;", second + ";");
            default -> "(" + first + ")";
        };
    }

    /** {@return what is true in some iterations} */
    String condition() {
        if (numbersOnly || shared.percent(15)) {
            return variable() + " % 3 == " + shared.random.nextInt(2);
        }
        return touched && shared.percent(20) ? "v > 3" : at(shared.oneOf(CONDITIONS));
    }

    /** {@return what is true in few iterations, and may throw} */
    String seldom() {
        return numbersOnly || shared.percent(10)
                ? variable() + " == " + shared.random.nextInt(300)
                : at(shared.oneOf(SELDOM));
    }

    /** {@return a switch that does something in few iterations} */
    String chosen(String statements) {
        String chosen = numbersOnly ? variable() : at("x[P]");
        return "switch (%s) { case 49, 17 -> { %s } default -> {} }".formatted(chosen, statements);
    }

    /** {@return a number to add, to compare or to assign} */
    String value(CarriedKind kind, NumberType type) {
        boolean compares = kind == CarriedKind.LEAST
                || kind == CarriedKind.GREATEST
                || kind == CarriedKind.BEST
                || kind == CarriedKind.LAST
                || kind == CarriedKind.COMPACTION;
        if (compares && !numbersOnly && shared.percent(60)) {
            return switch (type) {
                case BYTE -> at("b[P]");
                case SHORT -> at("h[P]");
                case CHAR -> at("c[P]");
                case INT -> at("w[P]");
                case LONG -> at("y[P]");
                case FLOAT -> at("g[P]");
                case DOUBLE -> at("e[P]");
                case BOOLEAN -> at("z[P]");
            };
        }
        if (type == NumberType.LONG && !numbersOnly && shared.percent(50)) {
            return at("y[P]");
        }
        boolean floating = type == NumberType.FLOAT || type == NumberType.DOUBLE;
        if (floating && !numbersOnly && kind != CarriedKind.PRODUCT && shared.percent(50)) {
            return at(type == NumberType.FLOAT ? "f[P]" : "d[P]");
        }
        return fitted(kind, type, integer());
    }

    /** {@return an int as a number of another type; one that can be added or multiplied exactly, if that is floating} */
    String fitted(CarriedKind kind, NumberType type, String integer) {
        return switch (type) {
            case INT -> integer;
            case LONG -> shared.percent(50) ? "(long) " + integer : integer + " * 5L";
            case BYTE, SHORT, CHAR -> "(" + type.text() + ") " + integer;
            case BOOLEAN -> "(" + integer + " > 3)";
            case FLOAT, DOUBLE ->
                kind == CarriedKind.PRODUCT
                        ? "(" + type.text() + ") (1 - (" + integer + " & 1) * 2)"
                        : "(" + type.text() + ") (" + integer + " & 15)";
        };
    }

    /**
     * Computes with what another carried value has come to so far.
     *
     * @param read that, as an int
     * @return an int
     */
    String computed(CarriedPlace place, String read) {
        return switch (place) {
            case INDEX ->
                "("
                        + shared.oneOf(List.of("tab[R & 15]", "tab[R]", "x[R]", "tab[R & 15]"))
                                .replace("R", read) + ")";
            case DIVISOR ->
                "("
                        + shared.oneOf(List.of("V / R", "100 / R", "V % (R | 1)", "1000 / (R | 1)"))
                                .replace("V", integer())
                                .replace("R", read)
                        + ")";
            case ARGUMENT ->
                shared.oneOf(List.of("mix(R, V)", "pick(V, R)", "Math.max(R, V)"))
                        .replace("V", integer())
                        .replace("R", read);
            default ->
                shared.oneOf(List.of("(V + R)", "R", "(V - R)", "(V ^ R)"))
                        .replace("V", integer())
                        .replace("R", read);
        };
    }
}
