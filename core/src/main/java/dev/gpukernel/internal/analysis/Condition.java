package dev.gpukernel.internal.analysis;

import org.jspecify.annotations.Nullable;

/**
 * What must be true of a kernel's arguments for something that was shown when the kernel was compiled; asked before a launch.
 *
 * @param value a number in 64 bits; if computing it throws an ArithmeticException, as {@link HostExpression.Exact} does, the
 *     condition does not hold
 * @param least the least that it may be
 * @param most the most that it may be
 * @param text the condition in words, for the message of a launch that is refused
 * @param inspector what may show the same of a launch of which the condition does not hold, as long as no array is passed twice; null if
 *     nothing does
 */
public record Condition(
        HostExpression value,
        long least,
        long most,
        String text,
        @Nullable Inspector inspector) {
    /** Makes one that nothing else shows. */
    public Condition(HostExpression value, long least, long most, String text) {
        this(value, least, most, text, null);
    }

    /** {@return the condition, where iterations are independent also if an inspector finds them to be} */
    public Condition or(Inspector other) {
        return new Condition(value, least, most, text, other);
    }

    /** {@return whether it holds for some arguments} */
    public boolean holds(HostExpression.Arguments arguments) {
        try {
            long number = value.evaluate(arguments);
            return least <= number && number <= most;
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    /** {@return whether it says of the same number at least what another says, also of one that need not say it of all launches} */
    boolean implies(Condition other) {
        boolean isOfSame = value.equals(other.value) && least >= other.least && most <= other.most;
        return isOfSame
                || (other.value instanceof HostExpression.Extremum(boolean greatest, HostExpression one, var _)
                        && greatest
                        && other.most == Long.MAX_VALUE
                        && implies(new Condition(one, other.least, other.most, other.text)));
    }
}
