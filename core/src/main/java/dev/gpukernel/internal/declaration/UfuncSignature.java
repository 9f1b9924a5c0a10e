package dev.gpukernel.internal.declaration;

import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a function of arrays takes for each element of their outer axes, and what it gives, as NumPy's signatures say it: {@code (m,n),(n)->(m)}.
 *
 * @param inputs the inner dimensions of each argument, by names or as sizes
 * @param output those of the result
 */
public record UfuncSignature(List<List<String>> inputs, List<String> output) {
    /** A parameter is a row, a matrix or a stack of them at most. */
    private static final int MOST_DIMENSIONS = KernelDeclaration.MOST_DIMENSIONS - 1;

    private static final String DIMENSION = "\\s*(?:[A-Za-z_]\\w*|[1-9]\\d{0,8})\\s*";
    private static final String ARRAY = "\\s*\\((?:\\s*|" + DIMENSION + "(?:," + DIMENSION + ")*)\\)\\s*";
    private static final Pattern FORM = Pattern.compile("(" + ARRAY + "(?:," + ARRAY + ")*)->(" + ARRAY + ")");
    private static final Pattern ONE_ARRAY = Pattern.compile("\\(([^)]*)\\)");

    /** Copies the dimensions. */
    public UfuncSignature {
        inputs = inputs.stream().map(List::copyOf).toList();
        output = List.copyOf(output);
    }

    /** {@return that of a function of numbers} */
    public static UfuncSignature ofNumbers(int count) {
        return new UfuncSignature(Collections.nCopies(count, List.of()), List.of());
    }

    /**
     * Reads a signature.
     *
     * @param text such as {@code (n),(n)->()}
     * @param method the method that it is of, for the message
     * @throws IllegalArgumentException if it is none
     */
    public static UfuncSignature parse(String text, String method) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refused(text, method, "is not of the form (m,n),(n)->(m), with one result");
        }
        List<List<String>> inputs = arrays(form.group(1));
        List<String> output = arrays(form.group(2)).getFirst();
        Set<String> known = new HashSet<>();
        inputs.forEach(known::addAll);
        for (String dimension : output) {
            if (!isSize(dimension) && !known.contains(dimension)) {
                throw refused(text, method, "gives dimension '" + dimension + "', which no argument has");
            }
        }
        return new UfuncSignature(inputs, output);
    }

    private static List<List<String>> arrays(String text) {
        List<List<String>> arrays = new ArrayList<>();
        Matcher array = ONE_ARRAY.matcher(text);
        while (array.find()) {
            String dimensions = array.group(1).strip();
            arrays.add(dimensions.isEmpty() ? List.of() : List.of(dimensions.split("\\s*,\\s*")));
        }
        return arrays;
    }

    /** {@return whether a dimension is given by its size} */
    public static boolean isSize(String dimension) {
        return Character.isDigit(dimension.charAt(0));
    }

    /**
     * Checks that a method has it: arrays of as many dimensions, and numbers where there are none, and behind them the array that it fills,
     * unless the result is a number, which it returns.
     *
     * @param text the signature as it was written
     * @param method the method's name
     * @param parameters dimensions of its parameters, 0 of numbers
     * @param returnsNumber whether it returns a number, and else nothing
     * @throws IllegalArgumentException if it does not
     */
    public void requireFit(String text, String method, List<Integer> parameters, boolean returnsNumber) {
        List<List<String>> expected = new ArrayList<>(inputs);
        if (!output.isEmpty()) {
            expected.add(output);
        }
        String ofResult = output.isEmpty()
                ? "has a number for result, which the method is to return"
                : "has an array for result, which the method is to fill as its last parameter and to return nothing";
        if (returnsNumber != output.isEmpty()) {
            throw refused(text, method, ofResult);
        }
        if (expected.size() != parameters.size()) {
            throw refused(
                    text, method, "needs " + expected.size() + " parameters, and the method has " + parameters.size());
        }
        for (int i = 0; i < parameters.size(); i++) {
            int dimensions = expected.get(i).size();
            if (dimensions > MOST_DIMENSIONS) {
                throw refused(text, method, "has an array of more than " + MOST_DIMENSIONS + " dimensions");
            }
            if (!Objects.equals(dimensions, parameters.get(i))) {
                String needed = dimensions == 0 ? "a number" : "an array of " + dimensions + " dimensions";
                throw refused(text, method, "needs " + needed + " as parameter " + (i + 1));
            }
        }
    }

    private static IllegalArgumentException refused(String text, String method, String reason) {
        return new IllegalArgumentException(Message.UFUNC_SIGNATURE.format(text, method, reason));
    }

    /** {@return the signature, without spaces} */
    @Override
    public String toString() {
        List<String> arrays = new ArrayList<>();
        inputs.forEach(input -> arrays.add(text(input)));
        return String.join(",", arrays) + "->" + text(output);
    }

    private static String text(List<String> dimensions) {
        return "(" + String.join(",", dimensions) + ")";
    }
}
