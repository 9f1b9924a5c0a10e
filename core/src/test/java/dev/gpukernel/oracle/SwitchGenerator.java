package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Selectors and labels of random switches, and switch expressions. */
final class SwitchGenerator {
    private static final List<NumberType> SELECTORS =
            List.of(NumberType.INT, NumberType.INT, NumberType.BYTE, NumberType.SHORT, NumberType.CHAR);
    private static final List<Integer> DENSE = List.of(0, 1, 2, 3, 4, 5, 6, 7);
    private static final List<Integer> SPARSE = List.of(0, 1, 5, 7, 100, 127);
    private static final List<Integer> SPARSE_INTS = List.of(Integer.MIN_VALUE, -1, 0, 3, 7, 65536, Integer.MAX_VALUE);

    private final KernelScope scope;
    private final ExpressionGenerator expressions;

    SwitchGenerator(KernelScope scope, ExpressionGenerator expressions) {
        this.scope = scope;
        this.expressions = expressions;
    }

    /**
     * What a switch selects by.
     *
     * @param text the expression
     * @param labels of the cases, a group for each
     */
    record Selector(String text, List<String> labels) {}

    Selector selector(int depth) {
        NumberType type = scope.oneOf(SELECTORS);
        String number = expressions.number(type, depth);
        String text = "(" + type.text() + ") (" + number + (scope.percent(70) ? " & 7)" : ")");
        List<Integer> values =
                new ArrayList<>(scope.percent(60) ? DENSE : type == NumberType.INT ? SPARSE_INTS : SPARSE);
        Collections.shuffle(values, scope.random);
        List<String> labels = new ArrayList<>();
        for (int count = scope.random.nextInt(1, 5); count > 0 && !values.isEmpty(); count--) {
            int size = Math.min(values.size(), scope.percent(75) ? 1 : 2);
            List<Integer> group = values.subList(0, size);
            labels.add(group.stream().map(String::valueOf).collect(Collectors.joining(", ")));
            group.clear();
        }
        return new Selector(text, labels);
    }

    /** {@return a switch expression of a type} */
    String expression(ValueType type, int depth) {
        Selector selector = selector(depth);
        String cast = type instanceof NumberType ? "(" + type.text() + ") " : "";
        StringBuilder text = new StringBuilder("(" + cast + "switch (" + selector.text() + ") { ");
        boolean arrows = !(type instanceof NumberType) || scope.percent(60);
        for (String label : selector.labels()) {
            text.append("case ").append(label);
            text.append(scope.percent(2) ? thrown(arrows) : arm(type, arrows, depth));
        }
        return text.append("default")
                .append(arm(type, arrows, depth))
                .append("})")
                .toString();
    }

    private static String thrown(boolean arrow) {
        return (arrow ? " -> " : ": ") + "throw new IllegalArgumentException(\"no such case\"); ";
    }

    private String arm(ValueType type, boolean arrow, int depth) {
        // A yield of something in parentheses may be taken for a call: hence the operator.
        String sign = type == NumberType.BOOLEAN ? "!" : type instanceof NumberType ? "+" : "";
        String value = sign + expressions.value(type, depth) + "; ";
        if (!arrow) {
            return ": yield " + value;
        }
        return sign.isEmpty() || scope.percent(70) ? " -> " + value : " -> { yield " + value + "} ";
    }
}
