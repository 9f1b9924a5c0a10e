package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A random kernel with arrays of arrays and arrays of its own.
 *
 * @param seed what it was made from
 * @param className its class
 * @param source that class's source
 * @param inputs its parameters, in order; an array of arrays is said to be one of its elements
 * @param dimensions of those that have more than one, by name
 * @param codes why it may be refused; if there are none, it must not be
 * @param length how long arrays and rows mostly are
 */
record ArraysKernel(
        long seed,
        String className,
        String source,
        List<Parameter> inputs,
        Map<String, Integer> dimensions,
        Set<Message> codes,
        int length)
        implements LaunchedKernel {
    @Override
    public Expectation expectation() {
        return codes.isEmpty() ? Expectation.ACCEPTED : Expectation.OPEN;
    }

    @Override
    public List<String> parameters() {
        return inputs.stream().map(Parameter::name).toList();
    }

    @Override
    public LaunchArguments arguments(int number, Method method) {
        return ArraysArguments.of(this, number, method.getParameterTypes());
    }
}
