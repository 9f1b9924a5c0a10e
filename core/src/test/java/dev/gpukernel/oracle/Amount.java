package dev.gpukernel.oracle;

/**
 * A number that a launch's arguments decide: a loop's bound, or the extent of an array's dimension.
 *
 * @param text as Java source that need not be put into parentheses beside a plus or a comparison
 * @param most its greatest value; its least is not negative
 */
record Amount(String text, int most) {
    static Amount of(int number) {
        return new Amount(Integer.toString(number), number);
    }

    boolean isConstant() {
        return text.equals(Integer.toString(most));
    }

    /** {@return the source as a factor} */
    String factor() {
        return text.contains(" ") ? "(" + text + ")" : text;
    }
}
