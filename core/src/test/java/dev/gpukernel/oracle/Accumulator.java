package dev.gpukernel.oracle;

import java.util.List;

/**
 * What a generated loop carries from one iteration to the next.
 *
 * @param name name of its variable
 * @param type the variable's type
 * @param kind how it accumulates
 * @param exact whether sums and products are the same in any order
 */
record Accumulator(String name, NumberType type, Kind kind, boolean exact) {
    private static final List<NumberType> BITS = List.of(
            NumberType.BYTE, NumberType.SHORT, NumberType.CHAR, NumberType.INT, NumberType.LONG, NumberType.BOOLEAN);

    /** How a variable accumulates. */
    enum Kind {
        SUM,
        COUNT,
        PRODUCT,
        AND,
        OR,
        XOR,
        LEAST,
        GREATEST,
        ASSIGNED,
        BEST
    }

    /** {@return any} */
    static Accumulator any(KernelClass shared, boolean exact) {
        // Sums have the most forms.
        Kind kind = shared.percent(20) ? Kind.SUM : shared.oneOf(List.of(Kind.values()));
        NumberType type = shared.oneOf(
                switch (kind) {
                    case SUM, COUNT, PRODUCT, LEAST, GREATEST, BEST -> NumberType.numeric();
                    case ASSIGNED -> List.of(NumberType.values());
                    case AND, OR, XOR -> BITS;
                });
        boolean rounds = !type.isIntegral() && (kind == Kind.SUM || kind == Kind.PRODUCT);
        return new Accumulator(shared.newName("total"), type, kind, exact || !rounds);
    }

    /** {@return a value to begin with} */
    String start(KernelScope scope) {
        boolean small = !type.isIntegral()
                && type != NumberType.BOOLEAN
                && (kind == Kind.SUM || kind == Kind.COUNT || kind == Kind.PRODUCT);
        Object value = EdgeValues.next(type, scope.random);
        return small ? String.valueOf(scope.random.nextInt(-2, 3)) : ExpressionGenerator.literal(type, value);
    }

    /**
     * Makes a statement that accumulates one more value.
     *
     * @param variable of the loop: in values that would else be constants, as one that keeps nothing of what was before is no reduction
     */
    String statement(KernelScope scope, ExpressionGenerator expressions, String variable) {
        return switch (kind) {
            case SUM -> name + scope.oneOf(List.of(" += ", " += ", " -= ")) + value(scope, expressions) + ";";
            case COUNT ->
                scope.oneOf(List.of("%s++;", "%s--;", "++%s;", "%s += 3;")).formatted(name);
            case PRODUCT -> name + " *= " + factor(scope, expressions, variable) + ";";
            case AND -> name + " &= " + changing(scope, expressions, variable) + ";";
            case OR -> name + " |= " + changing(scope, expressions, variable) + ";";
            case XOR -> name + " ^= " + bits(scope, expressions) + ";";
            case LEAST -> name + " = " + cast() + "Math.min(" + operands(scope, expressions) + ");";
            case GREATEST -> name + " = " + cast() + "Math.max(" + operands(scope, expressions) + ");";
            case ASSIGNED -> name + " = " + assigned(scope, expressions) + ";";
            case BEST -> throw new IllegalStateException("takes several lines");
        };
    }

    private String value(KernelScope scope, ExpressionGenerator expressions) {
        if (exact && !type.isIntegral()) {
            return "(" + type.text() + ") (" + expressions.number(NumberType.INT, 2) + " & 31)";
        }
        return bits(scope, expressions);
    }

    private String factor(KernelScope scope, ExpressionGenerator expressions, String variable) {
        if (exact && !type.isIntegral()) {
            String factors = scope.oneOf(List.of(" ? -1 : 1)", " ? 1 : -1)", " ? 1 : -1f)"));
            return "(" + expressions.condition(1) + factors;
        }
        return type.isIntegral() ? changing(scope, expressions, variable) : bits(scope, expressions);
    }

    private String changing(KernelScope scope, ExpressionGenerator expressions, String variable) {
        String other = type == NumberType.BOOLEAN ? "(" + variable + " == 3)" : "(int) " + variable;
        return "(" + bits(scope, expressions) + " ^ " + other + ")";
    }

    /** A narrow variable takes an int and is narrowed each time. */
    private String bits(KernelScope scope, ExpressionGenerator expressions) {
        NumberType operand = type.isSmall() && scope.percent(50) ? NumberType.INT : type;
        return expressions.number(operand, 2);
    }

    private String operands(KernelScope scope, ExpressionGenerator expressions) {
        // What a method returns or a parameter holds is not known to be narrow.
        String value = type.isSmall()
                ? cast() + "(" + expressions.number(NumberType.INT, 2) + ")"
                : expressions.number(type, 2);
        return scope.percent(70) ? name + ", " + value : value + ", " + name;
    }

    private String cast() {
        return type.isSmall() ? "(" + type.text() + ") " : "";
    }

    private String assigned(KernelScope scope, ExpressionGenerator expressions) {
        if (scope.percent(40)) {
            return ExpressionGenerator.literal(type, EdgeValues.next(type, scope.random));
        }
        return type == NumberType.BOOLEAN ? expressions.condition(2) : expressions.number(type, 2);
    }
}
