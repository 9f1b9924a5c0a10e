package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A random kernel of uses of arrays.
 *
 * @param seed what it was made from
 * @param className its class
 * @param source that class's source
 * @param parameters its parameters, in order
 * @param codes why it must be refused, nothing if it must not be
 * @param uses what it does, in order
 * @param segments what the segments are of that it takes, by name
 * @param returned what it returns
 * @param isGrid whether it is a grid kernel
 */
record StorageKernel(
        long seed,
        String className,
        String source,
        List<String> parameters,
        Set<Message> codes,
        List<StorageUse> uses,
        Map<String, NumberType> segments,
        Returned returned,
        boolean isGrid)
        implements LaunchedKernel {
    /** What a kernel returns. */
    enum Returned {
        NOTHING,
        NUMBER,
        NUMBERS,
        ROWS,
        RECORDS,
        /** Arrays and a number. */
        RECORD,
        /** Arrays of records and a number. */
        STATE
    }

    @Override
    public Expectation expectation() {
        if (codes.isEmpty()) {
            return Expectation.ACCEPTED;
        }
        boolean mustBe = uses.stream().anyMatch(use -> !use.codes().isEmpty() && !use.mayBeTable());
        return mustBe ? Expectation.REFUSED : Expectation.OPEN;
    }

    @Override
    public boolean mayRunOnHost() {
        return false;
    }

    @Override
    public LaunchArguments arguments(int number, Method method) {
        return StorageArguments.of(this, number, method.getParameterTypes());
    }
}
