package dev.gpukernel;

import dev.gpukernel.contract.FaultTrials;
import dev.gpukernel.internal.cuda.FakeDriver;

/** Runs {@link FaultTrials} on a GPU that is not there: {@code two 100}, {@code mixed 8 10}. */
public final class FakeGpu {
    private FakeGpu() {}

    /**
     * Runs one trial.
     *
     * @param arguments as for {@link FaultTrials}
     */
    public static void main(String[] arguments) throws Exception {
        FakeDriver.install();
        FaultTrials.main(arguments);
    }
}
