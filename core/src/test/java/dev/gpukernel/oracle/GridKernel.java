package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Shape;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A grid kernel whose threads wait for each other, see {@link GridGenerator}.
 *
 * @param shape what it is launched with
 */
record GridKernel(long seed, String className, String source, Shape shape) implements LaunchedKernel {
    private static final int MOST_ELEMENTS = 300;

    @Override
    public Expectation expectation() {
        return Expectation.ACCEPTED;
    }

    @Override
    public boolean isGrid() {
        return true;
    }

    @Override
    public boolean hasWarps() {
        return true;
    }

    @Override
    public Set<Message> codes() {
        return Set.of();
    }

    @Override
    public List<String> parameters() {
        return List.of("n", "in", "fin", "out", "fout", "total");
    }

    @Override
    public LaunchArguments arguments(int number, Method method) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        int threads = (int) (shape.blocks() * shape.threadsPerBlock());
        // Zeros often, so that branches are taken alike by some and not by others.
        int[] in = random.ints(1 + random.nextInt(MOST_ELEMENTS), -9, 10).toArray();
        float[] fin = new float[1 + random.nextInt(MOST_ELEMENTS)];
        for (int i = 0; i < fin.length; i++) {
            fin[i] = (float) random.nextDouble(-2, 2);
        }
        List<Object> values = List.of(random.nextInt(8), in, fin, new int[threads], new float[threads], new int[16]);
        return new LaunchArguments() {
            @Override
            public List<Object> values() {
                return values;
            }

            @Override
            public boolean isOnDevice(int argument) {
                return number % 2 == 1 && values.get(argument).getClass().isArray();
            }

            @Override
            public boolean mayBeRefused(String message, Outcome java) {
                return false;
            }

            @Override
            public boolean mayRunAsJava() {
                return true;
            }
        };
    }
}
