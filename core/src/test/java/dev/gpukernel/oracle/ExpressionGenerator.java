package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Random expressions as Java source, each of exactly the type asked for and in parentheses wherever that matters. */
final class ExpressionGenerator {
    private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=");
    private static final List<String> LOGICAL = List.of(" & ", " | ", " ^ ", " == ", " != ");
    private static final List<NumberType> SMALL = List.of(NumberType.BYTE, NumberType.SHORT, NumberType.CHAR);

    private final KernelScope scope;
    private final RecordExpressions records;
    private final ElementExpressions elements;
    private final HelperCalls helpers;

    ExpressionGenerator(KernelScope scope) {
        this.scope = scope;
        this.records = new RecordExpressions(scope, this);
        this.elements = new ElementExpressions(scope, this);
        this.helpers = new HelperCalls(scope, this);
    }

    ElementExpressions elements() {
        return elements;
    }

    HelperCalls helpers() {
        return helpers;
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
        if (choice < 41) {
            return arithmetic(type, depth - 1);
        }
        if (choice < 55) {
            return type.isIntegral() ? bitwise(type, depth - 1) : arithmetic(type, depth - 1);
        }
        if (choice < 64) {
            String operator = type.isIntegral() && scope.percent(40) ? "~" : "-";
            return "(" + operator + number(type, depth - 1) + ")";
        }
        if (choice < 77) {
            return cast(type, depth - 1);
        }
        if (choice < 85) {
            return choice(type, depth - 1);
        }
        if (choice < 88) {
            return new SwitchGenerator(scope, this).expression(type, depth - 1);
        }
        String call = choice < 96 ? helpers.expression(type, depth - 1) : null;
        if (call != null) {
            return call;
        }
        return scope.shared.intrinsics ? call(type, depth - 1) : arithmetic(type, depth - 1);
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
        String call = choice < 66 ? helpers.expression(NumberType.BOOLEAN, depth - 1) : null;
        if (call != null) {
            return "(" + call + ")";
        }
        if (choice < 67 && scope.shared.intrinsics) {
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

    /** {@return a number or record of a type} */
    String value(ValueType type, int depth) {
        return switch (type) {
            case NumberType number -> number(number, depth);
            case RecordType record -> records.record(record, depth);
        };
    }

    NumberType anyType() {
        return scope.shared.anyType();
    }

    NumberType anyNumber() {
        return scope.oneOf(NumberType.numeric());
    }

    private String small(NumberType type, int depth) {
        int choice = scope.random.nextInt(100);
        if (choice < 4) {
            return new SwitchGenerator(scope, this).expression(type, depth);
        }
        if (choice < 8 && scope.shared.intrinsics) {
            return JdkCalls.next(type, depth, scope, this);
        }
        String call = choice < 18 ? helpers.expression(type, depth) : null;
        if (call != null) {
            return call;
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

    private String leaf(NumberType wanted, int depth) {
        boolean small = wanted == NumberType.INT && scope.percent(25);
        NumberType type = small ? scope.oneOf(SMALL) : wanted;
        List<Variable> variables = scope.variables(type);
        int choice = scope.random.nextInt(100);
        if (choice < 45 && !variables.isEmpty()) {
            return variable(scope.oneOf(variables));
        }
        String component = choice < 55 ? records.component(type) : null;
        if (component != null) {
            return component;
        }
        String element = choice < 80 ? elements.any(type, depth) : null;
        if (element != null) {
            return element;
        }
        String place = choice < 85 && wanted == NumberType.INT ? placeOrLength(depth) : null;
        if (place != null) {
            return place;
        }
        return literal(wanted, EdgeValues.next(wanted, scope.random));
    }

    private @Nullable String placeOrLength(int depth) {
        return !scope.places.isEmpty() && scope.percent(60) ? scope.oneOf(scope.places) : elements.length(depth);
    }

    private String variable(Variable variable) {
        if (variable.assignable() && scope.percent(4)) {
            return "(" + change(variable.name(), variable.type(), 1) + ")";
        }
        return variable.name();
    }

    /** {@return an expression that changes a variable or an element and gives its old or new value} */
    String change(String place, NumberType type, int depth) {
        if (type == NumberType.BOOLEAN) {
            return place + scope.oneOf(List.of(" ^= ", " |= ", " = ")) + condition(depth);
        }
        int choice = scope.random.nextInt(10);
        if (choice == 0) {
            return place + " = " + number(type, depth);
        }
        if (choice == 1) {
            return place + " += " + number(anyNumber(), depth);
        }
        return scope.oneOf(List.of("%s++", "--%s", "%s--", "++%s", "%s += 3", "%s ^= 5", "%s *= 2", "%s -= 1"))
                .replace("^", type.isIntegral() ? "^" : "-")
                .replace("%s", place);
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
