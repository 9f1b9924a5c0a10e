package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A random kernel with functions, in fields of its object and made in it.
 *
 * @param seed what it was made from
 * @param className its class
 * @param source that class's source
 * @param type what its arrays hold
 */
record FunctionsKernel(long seed, String className, String source, NumberType type) implements LaunchedKernel {
    @Override
    public Expectation expectation() {
        return Expectation.OPEN;
    }

    /** Too many functions that a variable may be, of all that are told apart, and loops inside of one in its order that carry what they compute. */
    @Override
    public Set<Message> codes() {
        return EnumSet.of(Message.OBJECT_CHOICE, Message.ARRAY_CHOICE, Message.KERNEL_TOO_LARGE, Message.LOOP_CARRIED);
    }

    @Override
    public List<String> parameters() {
        return ObjectsKernel.PARAMETERS;
    }

    @Override
    public LaunchArguments arguments(int number, Method method) {
        return new InstanceKernel.Arguments(
                ObjectsKernel.arguments(type, new SplittableRandom(seed * 31 + number)), true);
    }
}
