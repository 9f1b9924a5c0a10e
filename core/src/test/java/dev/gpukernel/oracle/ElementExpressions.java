package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Random elements and lengths of arrays as Java source, and arrays to pass on. Indices are rarely out of range. */
final class ElementExpressions {
    private final KernelScope scope;
    private final ExpressionGenerator expressions;

    ElementExpressions(KernelScope scope, ExpressionGenerator expressions) {
        this.scope = scope;
        this.expressions = expressions;
    }

    /** {@return an element of any array of a type, rarely one that it also changes; {@code null} if there is no array} */
    @Nullable String any(NumberType type, int depth) {
        List<OwnArray> owned = scope.tablesAndOwned(type);
        List<ArrayName> arrays = scope.arrays(type);
        boolean own = arrays.isEmpty() || scope.percent(40);
        if (own && !owned.isEmpty()) {
            OwnArray array = scope.oneOf(owned);
            return perhapsChanged(of(array, depth), type, scope.isOwned(array), depth);
        }
        if (arrays.isEmpty()) {
            return null;
        }
        ArrayName array = scope.oneOf(arrays);
        return perhapsChanged(of(array, depth), type, scope.outputs.contains(array), depth);
    }

    private String perhapsChanged(String element, NumberType type, boolean writable, int depth) {
        return writable && scope.percent(6) ? "(" + expressions.change(element, type, depth - 1) + ")" : element;
    }

    /** {@return an element of an array parameter} */
    String of(ArrayName array, int depth) {
        return array.name() + "[" + (array.index().isEmpty() ? index(array, depth - 1) : array.index()) + "]";
    }

    /** {@return an element of an own array or a table} */
    String of(OwnArray array, int depth) {
        String text = array.name();
        // All rows are equally long.
        String holder = array.name();
        for (int length : array.lengths()) {
            text += "[" + index(length, holder, depth) + "]";
            holder += "[0]";
        }
        return text;
    }

    /** {@return a row of an own array or a table of two dimensions} */
    String row(OwnArray array, int depth) {
        return array.name() + "[" + index(array.lengths().getFirst(), array.name(), depth) + "]";
    }

    private String index(int length, String array, int depth) {
        int choice = scope.random.nextInt(1000);
        boolean known = length != OwnArray.UNKNOWN;
        if (choice < 400) {
            return known ? String.valueOf(scope.random.nextInt(length)) : "0";
        }
        if (choice >= 995) {
            return scope.hasIndex() ? KernelScope.INDEX : "3";
        }
        String mask = known ? String.valueOf(length - 1) : "(" + array + ".length - 1)";
        return "(" + expressions.number(NumberType.INT, depth - 1) + " & " + mask + ")";
    }

    /** {@return an index for an array that is changed by atomic operations} */
    String index(AtomicArray array, int depth) {
        return array.length() == OwnArray.UNKNOWN
                ? index(new ArrayName(array.name(), array.type(), ""), depth - 1)
                : index(array.length(), array.name(), depth);
    }

    private String index(ArrayName array, int depth) {
        if (!array.pattern().isEmpty()) {
            return array.pattern().formatted(expressions.number(NumberType.INT, depth));
        }
        int choice = scope.random.nextInt(100);
        if (choice < 75 && scope.hasIndex()) {
            return KernelScope.INDEX;
        }
        if (choice < 87) {
            return "(" + expressions.number(NumberType.INT, depth) + " & 7)";
        }
        if (choice < 99) {
            return "(" + expressions.number(NumberType.INT, depth) + " & 0x7fffffff) % " + array.name() + ".length";
        }
        return scope.hasIndex() && scope.percent(66)
                ? scope.oneOf(List.of("i + 1", "i - 1"))
                : expressions.number(NumberType.INT, depth);
    }

    /** {@return the length of an array or of a row, {@code null} if there is no array} */
    @Nullable String length(int depth) {
        List<OwnArray> owned = scope.tablesAndOwned();
        if (!owned.isEmpty() && scope.percent(40)) {
            OwnArray array = scope.oneOf(owned);
            return (array.isRow() || scope.percent(50) ? array.name() : row(array, depth)) + ".length";
        }
        List<ArrayName> arrays = scope.arrays();
        return arrays.isEmpty() ? null : scope.oneOf(arrays).name() + ".length";
    }

    /** {@return an array whose length is a power of two, made on the spot} */
    String fresh(NumberType type, int depth) {
        scope.work.array();
        if (scope.percent(40)) {
            return "new " + type.text() + "[" + scope.oneOf(List.of(1, 2, 4)) + "]";
        }
        return "new " + type.text() + "[] " + initialiser(type, scope.oneOf(List.of(1, 2, 4)), depth);
    }

    /** {@return elements in braces} */
    String initialiser(NumberType type, int length, int depth) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < length; i++) {
            text.append(i == 0 ? "" : ", ").append(expressions.number(type, depth - 1));
        }
        return text.append("}").toString();
    }
}
