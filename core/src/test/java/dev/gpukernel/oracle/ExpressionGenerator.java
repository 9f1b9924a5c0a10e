package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;

/** Random expressions as Java source, each of exactly the type asked for and in parentheses wherever that matters. */
final class ExpressionGenerator {
    private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=");
    private static final List<String> LOGICAL = List.of(" & ", " | ", " ^ ", " == ", " != ");
    private static final List<String> PLACES =
            List.of("Grid.x()", "Grid.sizeX()", "ThreadIdx.x()", "BlockIdx.x()", "BlockDim.x()", "GridDim.x()");

    private static final List<NumberType> SMALL = List.of(NumberType.BYTE, NumberType.SHORT, NumberType.CHAR);

    private final KernelScope scope;

    ExpressionGenerator(KernelScope scope) {
        this.scope = scope;
    }

    /** {@return a number of a type, of at most so many levels} */
    String number(NumberType type, int depth) {
        if (type == NumberType.BOOLEAN) {
            return condition(depth);
        }
        if (depth <= 0 || scope.percent(20)) {
            return leaf(type, depth);
        }
        if (type.isSmall()) {
            return small(type, depth - 1);
        }
        int choice = scope.random.nextInt(100);
        if (choice < 44) {
            return arithmetic(type, depth - 1);
        }
        if (choice < 60) {
            return type.isIntegral() ? bitwise(type, depth - 1) : arithmetic(type, depth - 1);
        }
        if (choice < 70) {
            String operator = type.isIntegral() && scope.percent(40) ? "~" : "-";
            return "(" + operator + number(type, depth - 1) + ")";
        }
        if (choice < 85) {
            return cast(type, depth - 1);
        }
        if (choice < 94) {
            return choice(type, depth - 1);
        }
        if (choice < 97) {
            return new SwitchGenerator(scope, this).expression(type, depth - 1);
        }
        return scope.intrinsics ? call(type, depth - 1) : arithmetic(type, depth - 1);
    }

    /** {@return a condition; it may be a constant} */
    String condition(int depth) {
        int choice = scope.random.nextInt(100);
        if (choice < 12) {
            return "(" + leaf(NumberType.BOOLEAN, depth) + ")";
        }
        if (depth <= 0 || choice < 60) {
            return "(" + operands(anyNumber(), " " + scope.oneOf(COMPARISONS) + " ", depth - 1) + ")";
        }
        if (choice < 62) {
            return new SwitchGenerator(scope, this).expression(NumberType.BOOLEAN, depth - 1);
        }
        if (choice < 64 && scope.intrinsics) {
            return "(" + JdkCalls.next(NumberType.BOOLEAN, depth - 1, scope, this) + ")";
        }
        if (choice < 70) {
            return "(!" + condition(depth - 1) + ")";
        }
        String operator = choice < 80 ? " && " : choice < 90 ? " || " : scope.oneOf(LOGICAL);
        return "(" + condition(depth - 1) + operator + condition(depth - 1) + ")";
    }

    /** {@return an integral divisor, which is rarely zero} */
    String divisor(NumberType type, int depth) {
        String number = number(type, depth);
        return type.isIntegral() && !scope.percent(6) ? "(" + number + " | 1)" : number;
    }

    /** {@return an element of an array} */
    String element(ArrayName array, int depth) {
        return array.name() + "[" + (array.index().isEmpty() ? index(array, depth - 1) : array.index()) + "]";
    }

    NumberType anyType() {
        return scope.oneOf(List.of(NumberType.values()));
    }

    NumberType anyNumber() {
        return scope.oneOf(NumberType.numeric());
    }

    private String small(NumberType type, int depth) {
        int choice = scope.random.nextInt(100);
        if (choice < 4) {
            return new SwitchGenerator(scope, this).expression(type, depth);
        }
        if (choice < 8 && scope.intrinsics) {
            return JdkCalls.next(type, depth, scope, this);
        }
        return choice < 70 ? cast(type, depth) : choice(type, depth);
    }

    private String cast(NumberType type, int depth) {
        return "((" + type.text() + ") " + number(anyNumber(), depth) + ")";
    }

    private String choice(NumberType type, int depth) {
        return "(" + condition(depth) + " ? " + operands(type, " : ", depth) + ")";
    }

    private String arithmetic(NumberType type, int depth) {
        int choice = scope.random.nextInt(100);
        if (choice < 80) {
            return "(" + operands(type, scope.oneOf(List.of(" + ", " - ", " * ")), depth) + ")";
        }
        String operator = choice < 90 ? " / " : " % ";
        return "(" + number(type, depth) + operator + divisor(narrowerOrSame(type), depth) + ")";
    }

    private String bitwise(NumberType type, int depth) {
        if (scope.percent(50)) {
            return "(" + operands(type, scope.oneOf(List.of(" & ", " | ", " ^ ")), depth) + ")";
        }
        NumberType distance = scope.percent(70) ? NumberType.INT : NumberType.LONG;
        String operator = scope.oneOf(List.of(" << ", " >> ", " >>> "));
        return "(" + number(type, depth) + operator + number(distance, depth) + ")";
    }

    /** Two operands of which one has the type and the other has it or a narrower one, so that the result has the type. */
    private String operands(NumberType type, String operator, int depth) {
        String exact = number(type, depth);
        String other = number(narrowerOrSame(type), depth);
        return scope.percent(50) ? exact + operator + other : other + operator + exact;
    }

    /** Only where Java promotes to the type: an int with an int stays int, a long with an int is a long. */
    private NumberType narrowerOrSame(NumberType type) {
        return type.isSmall() || scope.percent(75) ? type : scope.oneOf(type.upToThis());
    }

    private String call(NumberType type, int depth) {
        return scope.percent(40) ? intrinsic(type, depth) : JdkCalls.next(type, depth, scope, this);
    }

    private String intrinsic(NumberType type, int depth) {
        List<String> calls = new ArrayList<>(List.of(
                "Math.abs(" + number(type, depth) + ")",
                "Math.min(" + operands(type, ", ", depth) + ")",
                "Math.max(" + operands(type, ", ", depth) + ")"));
        if (!type.isIntegral()) {
            String cast = type == NumberType.FLOAT ? "((float) " : "(";
            calls.add(cast + "Math.sqrt(" + number(type, depth) + "))");
            calls.add("Math.fma(" + operands(type, ", ", depth) + ", " + number(type, depth) + ")");
        }
        return scope.oneOf(calls);
    }

    /** {@return an element of an own array or a table, rarely out of range} */
    String element(OwnArray array, int depth) {
        StringBuilder text = new StringBuilder(array.name());
        for (int length : array.lengths()) {
            int choice = scope.random.nextInt(1000);
            String index = choice < 400
                    ? String.valueOf(scope.random.nextInt(length))
                    : choice < 995 ? "(" + number(NumberType.INT, depth - 1) + " & " + (length - 1) + ")" : "i";
            text.append('[').append(index).append(']');
        }
        return text.toString();
    }

    private String leaf(NumberType wanted, int depth) {
        boolean small = wanted == NumberType.INT && scope.percent(25);
        NumberType type = small ? scope.oneOf(SMALL) : wanted;
        List<Variable> variables = scope.variables(type);
        List<ArrayName> arrays = scope.arrays(type);
        int choice = scope.random.nextInt(100);
        if (choice < 50 && !variables.isEmpty()) {
            return variable(scope.oneOf(variables));
        }
        List<OwnArray> owned = scope.tablesAndOwned(type);
        if (choice < 62 && !owned.isEmpty()) {
            return element(scope.oneOf(owned), depth);
        }
        if (choice < 80 && !arrays.isEmpty()) {
            return element(scope.oneOf(arrays), depth);
        }
        if (choice < 85 && wanted == NumberType.INT) {
            return scope.form == KernelForm.GRID && scope.percent(60)
                    ? scope.oneOf(PLACES)
                    : scope.oneOf(scope.arrays()).name() + ".length";
        }
        return literal(wanted, EdgeValues.next(wanted, scope.random));
    }

    private String variable(Variable variable) {
        if (variable.assignable() && scope.percent(4)) {
            List<String> changes = variable.type() == NumberType.BOOLEAN
                    ? List.of("(%s ^= true)")
                    : List.of("(%s++)", "(--%s)", "(%s += 3)");
            return scope.oneOf(changes).formatted(variable.name());
        }
        return variable.name();
    }

    private String index(ArrayName array, int depth) {
        int choice = scope.random.nextInt(100);
        if (choice < 75) {
            return KernelScope.INDEX;
        }
        if (choice < 87) {
            return "(" + number(NumberType.INT, depth) + " & 7)";
        }
        if (choice < 99) {
            return "(" + number(NumberType.INT, depth) + " & 0x7fffffff) % " + array.name() + ".length";
        }
        return scope.oneOf(List.of("i + 1", "i - 1", number(NumberType.INT, depth)));
    }

    /** {@return a number as Java writes it} */
    static String literal(NumberType type, Object value) {
        String text = switch (type) {
            case BYTE, SHORT -> "((" + type.text() + ") " + value + ")";
            case CHAR -> "((char) " + (int) (char) value + ")";
            case INT, BOOLEAN -> value.toString();
            case LONG -> value + "L";
            case FLOAT -> floating((float) value, "Float", value + "f");
            case DOUBLE -> floating((double) value, "Double", value.toString());
        };
        return text.startsWith("-") ? "(" + text + ")" : text;
    }

    private static String floating(double value, String box, String literal) {
        if (Double.isNaN(value)) {
            return box + ".NaN";
        }
        if (Double.isInfinite(value)) {
            return box + (value > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
        }
        return literal;
    }
}
