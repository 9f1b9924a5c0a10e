package dev.gpukernel.internal.array;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Einstein's sum convention: products of arrays whose axes have letters, or are those of an ellipsis, counted from the last. */
public final class Einsum {
    private static final String ARROW = "->";
    private static final String ELLIPSIS = "...";

    /** Stands for the last axis of an ellipsis; those before it follow. No subscripts may have it: they are letters. */
    private static final char LAST_OF_ELLIPSIS = '\uE000';

    private final String subscripts;
    private final String result;
    private final List<String> terms;
    private final List<Expression> operands;

    /** An array and the letters of its axes, each once. */
    private record Term(String letters, Expression value) {
        int size(char letter) {
            return value.shape()[letters.indexOf(letter)];
        }
    }

    private Einsum(String subscripts, List<Expression> operands) {
        this.subscripts = subscripts;
        String text = subscripts.replace(" ", "");
        int arrow = text.indexOf(ARROW);
        List<String> given = List.of((arrow < 0 ? text : text.substring(0, arrow)).split(",", -1));
        if (given.size() != operands.size()) {
            throw refused("it has " + given.size() + " operands, and " + operands.size() + " are given");
        }
        List<int[]> unnamed = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            unnamed.add(unnamed(given.get(i), operands.get(i).shape()));
        }
        int[] common = unnamed.stream().reduce(new int[0], this::common);
        this.terms = new ArrayList<>();
        this.operands = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            addOperand(given.get(i), operands.get(i), unnamed.get(i), common);
        }
        String implied = ELLIPSIS + once(given);
        this.result = named(arrow < 0 ? implied : text.substring(arrow + ARROW.length()), common.length);
    }

    private int[] common(int[] first, int[] second) {
        return Shapes.broadcast(
                first,
                second,
                (one, other, axis) -> Message.EINSUM.format(
                        subscripts,
                        "axis " + axis + " of the ellipsis stands for " + one + " and for " + other + " elements"));
    }

    /** {@return the sizes of the axes of an ellipsis} */
    private int[] unnamed(String term, int[] shape) {
        int at = term.indexOf(ELLIPSIS);
        int letters = term.length() - (at < 0 ? 0 : ELLIPSIS.length());
        String left = at < 0 ? term : term.substring(0, at) + term.substring(at + ELLIPSIS.length());
        if (!left.chars().allMatch(letter -> isLetter((char) letter))) {
            throw refused("'" + term + "' is not letters and at most one ellipsis");
        }
        if (at < 0 ? letters != shape.length : letters > shape.length) {
            throw refused("'" + term + "' names " + letters + " axes of an array of shape " + Shapes.text(shape));
        }
        return at < 0 ? new int[0] : Arrays.copyOfRange(shape, at, at + shape.length - letters);
    }

    /** Adds an operand without those axes of its ellipsis along which it is repeated. */
    private void addOperand(String term, Expression operand, int[] unnamed, int[] common) {
        int first = term.indexOf(ELLIPSIS);
        StringBuilder letters = new StringBuilder();
        Expression kept = operand;
        for (int i = unnamed.length - 1; i >= 0; i--) {
            int fromLast = unnamed.length - 1 - i;
            if (unnamed[i] == common[common.length - 1 - fromLast]) {
                letters.insert(0, (char) (LAST_OF_ELLIPSIS + fromLast));
            } else {
                kept = kept.squeeze(first + i);
            }
        }
        terms.add(term.replace(ELLIPSIS, letters));
        operands.add(kept);
    }

    /** {@return letters with those of all axes of an ellipsis in its place} */
    private String named(String letters, int axes) {
        StringBuilder all = new StringBuilder();
        for (int fromLast = axes - 1; fromLast >= 0; fromLast--) {
            all.append((char) (LAST_OF_ELLIPSIS + fromLast));
        }
        int at = letters.indexOf(ELLIPSIS);
        if (at < 0 && axes > 0) {
            throw refused("the result has no ellipsis, which operands have for " + axes + " axes");
        }
        return at < 0 ? letters : letters.substring(0, at) + all + letters.substring(at + ELLIPSIS.length());
    }

    /**
     * Computes products and sums.
     *
     * @param subscripts the letters of each operand and of the result
     * @param operands the operands
     * @return the result, of the type of their products
     * @throws IllegalArgumentException if letters and axes do not fit
     */
    public static Expression of(String subscripts, List<Expression> operands) {
        Einsum sum = new Einsum(subscripts, operands);
        sum.check();
        return sum.compute();
    }

    /** {@return the letters that operands have once, in alphabetical order} */
    private static String once(List<String> terms) {
        String all = String.join("", terms).replace(".", "");
        return all.chars()
                .sorted()
                .filter(letter -> all.indexOf(letter) == all.lastIndexOf(letter))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private void check() {
        Map<Character, Integer> sizes = new LinkedHashMap<>();
        for (int i = 0; i < operands.size(); i++) {
            String term = terms.get(i);
            int[] shape = operands.get(i).shape();
            for (int axis = 0; axis < shape.length; axis++) {
                Integer known = sizes.putIfAbsent(term.charAt(axis), shape[axis]);
                if (known != null && known != shape[axis]) {
                    throw refused("'" + term.charAt(axis) + "' stands for " + known + " and for " + shape[axis]
                            + " elements");
                }
            }
        }
        for (int i = 0; i < result.length(); i++) {
            char letter = result.charAt(i);
            if (!sizes.containsKey(letter) || result.indexOf(letter) != i) {
                throw refused("'" + letter + "' of the result is "
                        + (sizes.containsKey(letter) ? "there twice" : "in no operand"));
            }
        }
    }

    private static boolean isLetter(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    }

    private IllegalArgumentException refused(String why) {
        return new IllegalArgumentException(Message.EINSUM.format(subscripts, why));
    }

    private Expression compute() {
        List<Term> left = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            left.add(diagonal(terms.get(i), operands.get(i)));
        }
        Term soFar = summed(left.removeFirst(), needed(left));
        while (!left.isEmpty()) {
            Term next = left.removeFirst();
            String needed = needed(left);
            soFar = product(summed(soFar, needed + next.letters), summed(next, needed + soFar.letters), needed);
        }
        Term sum = summed(soFar, result);
        return sum.value.transpose(order(sum.letters, result));
    }

    private String needed(List<Term> left) {
        return result + left.stream().map(Term::letters).collect(Collectors.joining());
    }

    /** {@return what is left where a letter that an operand has several times stands for one index} */
    private static Term diagonal(String letters, Expression value) {
        String seen = letters;
        Expression viewed = value;
        for (int axis = 0; axis < seen.length(); axis++) {
            int first = axis;
            int other = seen.indexOf(seen.charAt(axis), axis + 1);
            if (other >= 0) {
                viewed = viewed.diagonal(first, other);
                seen = seen.substring(0, other) + seen.substring(other + 1);
                axis--;
            }
        }
        return new Term(seen, viewed);
    }

    /** {@return the sums along the axes that nothing needs} */
    private static Term summed(Term term, String needed) {
        StringBuilder kept = new StringBuilder();
        List<Integer> gone = new ArrayList<>();
        for (int axis = 0; axis < term.letters.length(); axis++) {
            char letter = term.letters.charAt(axis);
            if (needed.indexOf(letter) >= 0) {
                kept.append(letter);
            } else {
                gone.add(axis);
            }
        }
        return gone.isEmpty()
                ? term
                : new Term(
                        kept.toString(),
                        term.value.reduced(
                                Reduction.SUM,
                                gone.stream().mapToInt(axis -> axis).toArray()));
    }

    private static Term product(Term left, Term right, String needed) {
        String both = common(left.letters, right.letters, true);
        String stack = common(both, needed, true);
        String depth = common(both, needed, false);
        String rows = common(left.letters, both, false);
        String columns = common(right.letters, both, false);
        String letters = stack + rows + columns;
        if (depth.isEmpty()) {
            Expression first = left.value.transpose(order(left.letters, stack + rows));
            Expression second = right.value.transpose(order(right.letters, stack + columns));
            for (int i = 0; i < columns.length(); i++) {
                first = first.expandDims(first.shape().length);
            }
            for (int i = 0; i < rows.length(); i++) {
                second = second.expandDims(stack.length());
            }
            return new Term(letters, first.arithmetic(BinaryKind.MUL, second));
        }
        Expression first = grouped(left, stack, rows, depth);
        Expression second = grouped(right, stack, depth, columns);
        int[] shape = new int[letters.length()];
        for (int i = 0; i < shape.length; i++) {
            char letter = letters.charAt(i);
            shape[i] = (left.letters.indexOf(letter) >= 0 ? left : right).size(letter);
        }
        return new Term(letters, Products.matmul(first, second).reshape(shape));
    }

    /** {@return the letters of the one that are, or are not, in the other} */
    private static String common(String letters, String others, boolean areIn) {
        return letters.chars()
                .filter(letter -> others.indexOf(letter) >= 0 == areIn)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    /** {@return matrices, with an axis for each letter of the stack and one for each of two groups} */
    private static Expression grouped(Term term, String stack, String first, String second) {
        int[] shape = new int[stack.length() + 2];
        for (int i = 0; i < stack.length(); i++) {
            shape[i] = term.size(stack.charAt(i));
        }
        shape[stack.length()] = size(term, first);
        shape[stack.length() + 1] = size(term, second);
        return term.value.transpose(order(term.letters, stack + first + second)).reshape(shape);
    }

    private static int size(Term term, String letters) {
        return letters.chars().map(letter -> term.size((char) letter)).reduce(1, (a, b) -> a * b);
    }

    private static int[] order(String letters, String wanted) {
        return wanted.chars().map(letters::indexOf).toArray();
    }
}
