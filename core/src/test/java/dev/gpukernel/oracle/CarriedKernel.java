package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.CarriedHead.Form;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A random kernel of loops that carry values.
 *
 * @param seed what it was made from
 * @param className its class
 * @param source that class's source
 * @param parameters its parameters, in order
 * @param expectation what must become of it
 * @param codes why it may be refused, if it may
 * @param kinds what it carries
 * @param pairs which values stand where, relative to which; none if it carries one
 * @param forms how its loops are written, from the outermost
 * @param sizes makes the numbers that say how often loops run
 * @param arrays the arrays that it has for itself, by name
 */
record CarriedKernel(
        long seed,
        String className,
        String source,
        List<String> parameters,
        Expectation expectation,
        Set<Message> codes,
        List<CarriedKind> kinds,
        List<Pair> pairs,
        List<Form> forms,
        Sizes sizes,
        Map<String, NumberType> arrays)
        implements LaunchedKernel {
    /** A carried value, where another stands relative to it, and that other. */
    record Pair(CarriedKind first, CarriedPlace place, CarriedKind second) {}

    /** Makes the numbers that say how often loops run. */
    interface Sizes {
        /**
         * Makes them.
         *
         * @param arguments where they go, by name
         * @param odd whether a loop should run on beyond the end of its type, if one can
         * @return how many elements arrays should have
         */
        int put(Map<String, Object> arguments, boolean odd, SplittableRandom random);
    }

    @Override
    public LaunchArguments arguments(int number, Method method) {
        return CarriedArguments.of(this, number);
    }
}
