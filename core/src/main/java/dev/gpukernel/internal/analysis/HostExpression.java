package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/** A number that follows from a kernel's arguments alone, evaluated on the host before a launch. Evaluating allocates nothing. */
public sealed interface HostExpression {
    /** What a kernel was called with. */
    interface Arguments {
        /** {@return a scalar argument's bits, as in {@link Op.Constant}} */
        long scalarBits(int parameter);

        /** {@return the length of an array argument} */
        long arrayLength(int parameter);
    }

    /** {@return the number's bits, as in {@link Op.Constant}} */
    long evaluate(Arguments arguments);

    /** A number known when the kernel is compiled. */
    record Known(long bits) implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            return bits;
        }
    }

    /** A scalar argument. */
    record Scalar(int parameter) implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            return arguments.scalarBits(parameter);
        }
    }

    /** The length of an array argument. */
    record Length(int parameter) implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            return arguments.arrayLength(parameter);
        }
    }

    /** Two numbers to one. */
    record Binary(BinaryKind kind, ScalarType type, HostExpression left, HostExpression right)
            implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            return Arithmetic.binary(kind, type, left.evaluate(arguments), right.evaluate(arguments));
        }
    }

    /**
     * A sum, difference or product of two numbers in 64 bits. Evaluating it throws an ArithmeticException if it does not fit.
     *
     * @param kind ADD, SUB or MUL
     */
    record Exact(BinaryKind kind, HostExpression left, HostExpression right) implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            long a = left.evaluate(arguments);
            long b = right.evaluate(arguments);
            return switch (kind) {
                case ADD -> Math.addExact(a, b);
                case SUB -> Math.subtractExact(a, b);
                case MUL -> Math.multiplyExact(a, b);
                case DIV, REM, AND, OR, XOR, SHL, SHR, USHR -> throw new IllegalStateException("exact " + kind);
            };
        }
    }

    /** A number converted. */
    record Converted(ScalarType from, ScalarType to, HostExpression operand) implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            return Arithmetic.convert(from, to, operand.evaluate(arguments));
        }
    }

    /** The lesser or greater of two integers. */
    record Extremum(boolean greatest, HostExpression left, HostExpression right) implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            long a = left.evaluate(arguments);
            long b = right.evaluate(arguments);
            return greatest ? Math.max(a, b) : Math.min(a, b);
        }
    }

    /** 1 if a comparison of two integers holds, else 0. */
    record Compared(Predicate predicate, HostExpression left, HostExpression right) implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            int comparison = Long.compare(left.evaluate(arguments), right.evaluate(arguments));
            return predicate.holds(comparison, false) ? 1 : 0;
        }
    }

    /** One number where a condition is not 0, else another. */
    record Selected(HostExpression condition, HostExpression yes, HostExpression no) implements HostExpression {
        @Override
        public long evaluate(Arguments arguments) {
            return condition.evaluate(arguments) != 0 ? yes.evaluate(arguments) : no.evaluate(arguments);
        }
    }

    /**
     * Expresses a value by the function's parameters.
     *
     * @param function the function it is in
     * @param value the value
     * @return the expression, or {@code null} if it depends on more than the parameters or on how control got there, or is too long
     */
    static @Nullable HostExpression of(Function function, Value value) {
        return new HostExpressionFinder(function, false).of(value);
    }

    /** {@return whether a value is an expression of parameters of the function and of its blocks, such as variables of loops} */
    static boolean isOfParameters(Function function, Value value) {
        return new HostExpressionFinder(function, true).of(value) != null;
    }
}
