package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A random kernel with objects.
 *
 * @param seed what it was made from
 * @param className its class
 * @param source that class's source
 * @param codes why it may be refused; if there are none, it must not be
 */
record ObjectsKernel(long seed, String className, String source, Set<Message> codes) implements LaunchedKernel {
    static final List<String> PARAMETERS = List.of("n", "x", "w", "out");

    @Override
    public Expectation expectation() {
        return codes.isEmpty() ? Expectation.ACCEPTED : Expectation.OPEN;
    }

    @Override
    public List<String> parameters() {
        return PARAMETERS;
    }

    @Override
    public LaunchArguments arguments(int number, Method method) {
        return arguments(NumberType.ofArray(method.getParameterTypes()[1]), new SplittableRandom(seed * 31 + number));
    }

    /** {@return a count, an array of a type, one of numbers, and another of the type} */
    static LaunchArguments arguments(NumberType type, SplittableRandom random) {
        int n = random.nextInt(10) == 0 ? random.nextInt(3) : random.nextInt(1, 80);
        // One element of a hundred makes a constructor throw.
        int[] w = IntStream.generate(() -> random.nextInt(100) == 0 ? 77 : random.nextInt(-9, 10))
                .limit(n + 1L)
                .toArray();
        return new Arguments(
                List.of(
                        n,
                        CarriedArguments.filled(type, n + 1, true, random),
                        w,
                        CarriedArguments.filled(type, n + 1, true, random)),
                random.nextBoolean(),
                1 + random.nextInt(2));
    }

    /**
     * Arguments of such a kernel.
     *
     * @param values one for each parameter
     * @param onDevice whether arrays are to be on the device
     * @param launches how many there are in a row
     */
    private record Arguments(List<Object> values, boolean onDevice, int launches) implements LaunchArguments {
        @Override
        public boolean isOnDevice(int argument) {
            return onDevice && argument > 0;
        }

        @Override
        public boolean mayBeRefused(String message, Outcome java) {
            return false;
        }

        @Override
        public boolean mayRunAsJava() {
            return false;
        }
    }
}
