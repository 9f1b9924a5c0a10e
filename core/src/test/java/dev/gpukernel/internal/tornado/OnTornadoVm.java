package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.Backend.Probe;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Reports tests that need TornadoVM itself as not run where Java was not started with it. */
final class OnTornadoVm implements ExecutionCondition {
    /** {@return what the backend of the first device writes} */
    static Generator generator() {
        Probe.Present present = (Probe.Present) new TornadoBackend().probe();
        return ((TornadoDevice) present.devices().getFirst()).generator();
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return switch (new TornadoBackend().probe()) {
            case Probe.Absent(String reason) -> ConditionEvaluationResult.disabled(reason);
            case Probe.Present present -> ConditionEvaluationResult.enabled(present.toString());
        };
    }
}
