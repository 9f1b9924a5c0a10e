package dev.gpukernel.benchmarks.suite;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An argument as {@link SuiteTable} has it: a number, such as {@code n*n}, {@code 1<<24}, {@code 1.5} or {@code 1.5f}; an array of zeros,
 * {@code float[n]}; or one that a method of {@link Fill} makes, {@code floats(n, -1, 1)}. Quotients of whole numbers are whole.
 */
final class Expression {
    private final String text;
    private final int n;
    private final Fill fill;
    private int at;
    private boolean isFloat;
    private boolean isReal;

    private Expression(String text, int n, Fill fill) {
        this.text = text.replace(" ", "");
        this.n = n;
        this.fill = fill;
    }

    /** {@return the value of an argument: an array, an int, a float or a double} */
    static Object argument(String text, int n, Fill fill) {
        return new Expression(text, n, fill).argument();
    }

    /** {@return the value of a whole number} */
    static int whole(String text, int n, Fill fill) {
        return (int) argument(text, n, fill);
    }

    private Object argument() {
        int start = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        String name = text.substring(start, at);
        Object value;
        if (take("[")) {
            value = Array.newInstance(elements(name), (int) shift());
            expect("]");
        } else if (!name.isEmpty() && take("(")) {
            value = call(name);
        } else {
            at = start;
            value = number();
        }
        if (at < text.length()) {
            throw error("the end");
        }
        return value;
    }

    private Object number() {
        double value = shift();
        return isFloat ? (Object) (float) value : isReal ? (Object) value : (Object) (int) value;
    }

    private Object call(String name) {
        List<Double> values = new ArrayList<>();
        do {
            values.add(shift());
        } while (take(","));
        expect(")");
        Method method = Arrays.stream(Fill.class.getDeclaredMethods())
                .filter(one -> one.getName().equals(name) && one.getParameterCount() == values.size())
                .findFirst()
                .orElseThrow(() -> error("a method of Fill"));
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            double value = values.get(i);
            arguments[i] = types[i] == int.class
                    ? (Object) (int) value
                    : types[i] == float.class ? (Object) (float) value : (Object) value;
        }
        try {
            return method.invoke(fill, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(text, e);
        }
    }

    private static Class<?> elements(String name) {
        return switch (name) {
            case "float" -> float.class;
            case "double" -> double.class;
            case "int" -> int.class;
            case "long" -> long.class;
            case "byte" -> byte.class;
            default -> throw new IllegalArgumentException("elements of type " + name);
        };
    }

    private double shift() {
        double value = sum();
        while (take("<<")) {
            value = (int) value << (int) sum();
        }
        return value;
    }

    private double sum() {
        double value = product();
        while (true) {
            if (take("+")) {
                value += product();
            } else if (take("-")) {
                value -= product();
            } else {
                return value;
            }
        }
    }

    private double product() {
        double value = atom();
        while (true) {
            if (take("*")) {
                value *= atom();
            } else if (take("/")) {
                value /= atom();
                value = isReal ? value : (long) value;
            } else {
                return value;
            }
        }
    }

    private double atom() {
        if (take("-")) {
            return -atom();
        }
        if (take("(")) {
            double value = shift();
            expect(")");
            return value;
        }
        if (take("entries")) {
            return fill.entries();
        }
        if (take("n")) {
            return n;
        }
        int start = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at == start) {
            throw error("a number");
        }
        String digits = text.substring(start, at);
        isFloat |= take("f");
        isReal |= isFloat || digits.contains(".");
        return isFloat ? Float.parseFloat(digits) : Double.parseDouble(digits);
    }

    private boolean take(String word) {
        boolean there = text.startsWith(word, at);
        at += there ? word.length() : 0;
        return there;
    }

    private void expect(String word) {
        if (!take(word)) {
            throw error(word);
        }
    }

    private IllegalArgumentException error(String expected) {
        return new IllegalArgumentException(text + ": " + expected + " is missing at " + at);
    }
}
