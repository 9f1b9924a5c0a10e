package dev.gpukernel.oracle;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A loop's head, and the arguments that make it run so often.
 *
 * @param level how many loops are around it
 * @param variable the loop's variable
 * @param form how it is written
 */
@SuppressWarnings("EnumOrdinal")
record CarriedHead(int level, String variable, Form form) {
    /** How many iterations loops have at most that step over a large part of their type. */
    private static final int FEW = 3;

    /** How a loop is written, with {@code V} for its variable and {@code #} for its level. */
    enum Form {
        UP("for (int V = 0; V < n#; V++)", "V", Reach.PLAIN),
        OVER_ARRAY("for (int V = 0; V < x.length; V++)", "V", Reach.LENGTH),
        DOWN("for (int V = n# - 1; V >= 0; V--)", "V", Reach.PLAIN),
        FROM("for (int V = from#; V < to#; V++)", "V - from#", Reach.INT),
        TO("for (int V = from#; V <= to#; V++)", "V - from#", Reach.INT_LAST),
        NOT_EQUAL("for (int V = 0; V != n#; V++)", "V", Reach.NOT_EQUAL),
        FROM_NOT_EQUAL("for (int V = from#; V != to#; V++)", "V - from#", Reach.INT),
        DOWN_FROM("for (int V = to#; V > from#; V--)", "to# - V", Reach.INT),
        DOWN_TO("for (int V = to#; V >= from#; V--)", "to# - V", Reach.INT_FIRST),
        BY_THREE("for (int V = 0; V < n#; V += 3)", "V", Reach.PLAIN),
        LONG_FROM("for (long V = wide#; V < end#; V++)", "(int) (V - wide#)", Reach.LONG),
        LONG_TO("for (long V = wide#; V <= end#; V++)", "(int) (V - wide#)", Reach.LONG_LAST),
        LONG_DOWN("for (long V = end#; V > wide#; V--)", "(int) (end# - V)", Reach.LONG),
        LONG_FAR("for (long V = wide#; V < end#; V += 1L << 52)", "(int) ((V - wide#) >>> 52)", Reach.FAR),
        LONG_FARTHEST("for (long V = wide#; V < end#; V += 1L << 62)", "(int) ((V - wide#) >>> 62)", Reach.FARTHEST),
        INT_FAR("for (int V = from#; V < to#; V += 1 << 28)", "((V - from#) >>> 28)", Reach.INT_FAR),
        WIDE_BOUND("for (int V = 0; V < end#; V++)", "V", Reach.WIDE_BOUND),
        BY_PARAMETER("for (int V = 0; V < n#; V += step)", "V", Reach.PLAIN),
        TWO_BOUNDS("for (int V = 0; V < n# && V < x.length; V++)", "V", Reach.PLAIN),
        SUM_BOUND("for (int V = 0; V + 1 < n#; V++)", "V", Reach.PLAIN),
        TWO_VARIABLES("for (int V = 0, VV = n# - 1; V < n#; V++, VV--)", "V", Reach.PLAIN),
        SHORT("for (short V = 0; V < n#; V++)", "V", Reach.SMALL),
        BYTE("for (byte V = 0; V < n#; V++)", "V", Reach.SMALL),
        CHAR("for (char V = 0; V < n#; V++)", "V", Reach.SMALL),
        WHILE("int V = 0;\nwhile (V < n#)", "V", Reach.PLAIN),
        DO("int V = 0;\ndo", "V", Reach.PLAIN),
        STEP_FIRST("int V = -1;\nwhile (++V < n#)", "V", Reach.PLAIN),
        STEP_LAST("for (int V = n#; V-- > 0;)", "V", Reach.PLAIN),
        DOWN_BY_TWO("for (int V = n# - 1; V >= 0; V -= 2)", "V", Reach.PLAIN),
        TO_LAST("for (int V = 0; V <= n# - 1; V++)", "V", Reach.PLAIN),
        NEGATED("for (int V = 0; !(V >= n#); V++)", "V", Reach.PLAIN),
        LEAST_BOUND("for (int V = 0; V < Math.min(n#, x.length); V++)", "V", Reach.PLAIN),
        LABELLED("rows#:\nfor (int V = 0; n# > V; V += 1)", "V", Reach.PLAIN),
        ELEMENT_BOUND("for (int V = 0; V < nn#[0]; V++)", "V", Reach.ELEMENT),
        BREAK("for (int V = 0;; V++) {\n    if (V >= n#) {\n        break;\n    }", "V", Reach.PLAIN),
        BREAK_EARLY("for (int V = 0; V < n#; V++) {\n    if (V == few) {\n        break;\n    }", "V", Reach.PLAIN),
        FOR_EACH("int V = 0;\nfor (int each# : x)", "V", Reach.LENGTH);

        private final String text;
        private final String position;
        private final Reach reach;

        Form(String text, String position, Reach reach) {
            this.text = text;
            this.position = position;
            this.reach = reach;
        }
    }

    /** Which parameters say how often a loop runs, and how near the ends of its type they may be. */
    private enum Reach {
        PLAIN,
        LENGTH,
        NOT_EQUAL,
        INT,
        INT_LAST,
        INT_FIRST,
        LONG,
        LONG_LAST,
        FAR,
        FARTHEST,
        INT_FAR,
        WIDE_BOUND,
        ELEMENT,
        SMALL
    }

    /** {@return any loop} */
    static CarriedHead any(KernelClass shared, int level, int depth) {
        List<Form> forms = List.of(Form.values());
        int first = shared.percent(35) ? 1 : shared.percent(75) ? Form.WIDE_BOUND.ordinal() : forms.size();
        return of(forms.get(shared.random.nextInt(first)), level, depth);
    }

    /** {@return a loop of a form, or of the plainest where that does not fit} */
    static CarriedHead of(Form form, int level, int depth) {
        boolean fits = form.reach != Reach.LENGTH || depth == 1;
        return new CarriedHead(level, List.of("i", "j", "l", "u").get(level), fits ? form : Form.UP);
    }

    /** {@return whether {@code continue} goes on with the next iteration} */
    boolean mayContinue() {
        return form != Form.WHILE && form != Form.DO && form != Form.FOR_EACH;
    }

    /** {@return the same loop, to run in its order} */
    List<String> sequential() {
        return opening().stream()
                .map(line -> line.replaceFirst("^for \\((\\w+ %s)".formatted(variable), "for (@Sequential $1"))
                .toList();
    }

    /** {@return whether its positions are understood as indices} */
    boolean isLinear() {
        return form.reach != Reach.FAR && form.reach != Reach.FARTHEST && form.reach != Reach.INT_FAR;
    }

    boolean isLong() {
        return form.text.contains("long");
    }

    /** {@return whether it goes on for ever if nothing throws that depends on the iteration, for some arguments} */
    boolean mayWrap() {
        return switch (form.reach) {
            case NOT_EQUAL, INT, INT_LAST, INT_FIRST, LONG_LAST -> true;
            // In a nest, what wraps around stays in range: the position of a row makes up for it.
            case SMALL -> level == 0;
            case PLAIN, LENGTH, ELEMENT, LONG, FAR, FARTHEST, INT_FAR, WIDE_BOUND -> false;
        };
    }

    /** {@return whether its variable is told many iterations ahead} */
    private boolean reachesAhead() {
        return form.reach != Reach.FAR && form.reach != Reach.FARTHEST;
    }

    /** {@return whether it may also be left before its count is reached, and still be parallel} */
    boolean isSearched() {
        boolean counts = reachesAhead() && !isSmall();
        return counts && form != Form.DO && form != Form.BY_PARAMETER;
    }

    /** {@return whether its variable is smaller than an int} */
    boolean isSmall() {
        return form.reach == Reach.SMALL;
    }

    /** {@return the line, or lines, that it begins with} */
    List<String> opening() {
        String text = text();
        return List.of((text.contains("{") ? text : text + " {").split("\n"));
    }

    /** {@return what comes last in its body, if anything} */
    List<String> step() {
        return form == Form.WHILE || form == Form.FOR_EACH ? List.of(variable + "++;") : List.of();
    }

    /** {@return whether its variable is still there after it} */
    boolean isLeft() {
        return form == Form.WHILE || form == Form.DO || form == Form.STEP_FIRST || form == Form.FOR_EACH;
    }

    /** {@return the line it ends with} */
    String closing() {
        return form == Form.DO ? named("} while (++V < n#);") : "}";
    }

    /** {@return a number that is another in each iteration, from 0} */
    String position() {
        return named(form.position);
    }

    private String text() {
        return named(form.text);
    }

    private String named(String text) {
        return text.replace("V", variable).replace("#", String.valueOf(level));
    }

    /**
     * Makes arguments.
     *
     * @param arguments where they go, by name
     * @param count how many iterations there should be
     * @param odd whether it should run on beyond the end of its type, if it can
     * @return a number greater than every position
     */
    int put(Map<String, Object> arguments, int count, boolean odd, SplittableRandom random) {
        boolean wraps = odd && mayWrap();
        boolean high = random.nextBoolean();
        switch (form.reach) {
            case PLAIN, LENGTH -> number(arguments, "n", count == 0 && high ? -3 : count);
            case SMALL -> number(arguments, "n", wraps ? 100_000 : Math.min(count, 100));
            case NOT_EQUAL -> number(arguments, "n", wraps ? -1 - random.nextInt(3) : count);
            case INT -> ints(arguments, count, wraps ? -1 - random.nextInt(2) : count, high, random);
            case INT_LAST -> lastInts(arguments, count, wraps, high, random);
            case INT_FIRST -> firstInts(arguments, count, wraps, high, random);
            case LONG -> longs(arguments, wide(count, high, random), count);
            case LONG_LAST ->
                longs(
                        arguments,
                        wraps ? Long.MAX_VALUE - Math.max(0, count - 1) : wide(count, high, random),
                        count - 1L);
            case FAR -> longs(arguments, Long.MIN_VALUE + random.nextInt(1000), (long) Math.min(count, 4000) << 52);
            case FARTHEST -> longs(arguments, Long.MIN_VALUE + random.nextInt(3), (long) Math.min(count, FEW) << 62);
            case INT_FAR -> {
                number(arguments, "from", Integer.MIN_VALUE + random.nextInt(100));
                number(arguments, "to", Integer.MIN_VALUE + (Math.min(count, 14) << 28));
            }
            case WIDE_BOUND -> arguments.put("end" + level, (long) count);
            case ELEMENT -> arguments.put("nn" + level, new int[] {count});
        }
        return Math.max(count, 1);
    }

    private void ints(Map<String, Object> arguments, int count, int difference, boolean high, SplittableRandom random) {
        int from = high ? Integer.MAX_VALUE - count - random.nextInt(3) : random.nextInt(-9, 9);
        boolean exact = form == Form.FROM_NOT_EQUAL;
        // With a condition that compares, from beyond to is no iteration at all.
        number(arguments, "from", from);
        number(arguments, "to", exact ? from + difference : from + Math.max(difference, -2));
    }

    private void lastInts(
            Map<String, Object> arguments, int count, boolean wraps, boolean high, SplittableRandom random) {
        int most = wraps ? Integer.MAX_VALUE : Integer.MAX_VALUE - 1 - random.nextInt(3);
        int to = wraps || high ? most : random.nextInt(-9, 9) + count;
        number(arguments, "to", to);
        number(arguments, "from", to - count + 1);
    }

    private void firstInts(
            Map<String, Object> arguments, int count, boolean wraps, boolean high, SplittableRandom random) {
        int least = wraps ? Integer.MIN_VALUE : Integer.MIN_VALUE + 1 + random.nextInt(3);
        int from = wraps || high ? least : random.nextInt(-9, 9);
        number(arguments, "from", from);
        number(arguments, "to", from + count - 1);
    }

    private static long wide(int count, boolean high, SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> Long.MAX_VALUE - count - random.nextInt(3);
            case 1 -> high ? Long.MIN_VALUE + 1 + random.nextInt(3) : (1L << 31) - count / 2;
            default -> random.nextInt(-9, 9);
        };
    }

    private void longs(Map<String, Object> arguments, long from, long more) {
        arguments.put("wide" + level, from);
        arguments.put("end" + level, from + more);
    }

    private void number(Map<String, Object> arguments, String name, int value) {
        arguments.put(name + level, value);
    }
}
