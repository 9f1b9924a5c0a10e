package dev.gpukernel.junit;

import dev.gpukernel.Gpu;
import dev.gpukernel.Gpu.BackendStatus;
import dev.gpukernel.GpuException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Asks for a GPU. */
final class GpuCondition implements ExecutionCondition {
    private static final String CPU = "cpu";

    /** Made by JUnit. */
    GpuCondition() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        try {
            Gpu current = Gpu.current();
            String where = current.name() + " (" + current.backend() + " " + current.ordinal() + ")";
            return current.backend().equals(CPU)
                    ? ConditionEvaluationResult.disabled("kernels run on " + where + absences(Gpu.backends()))
                    : ConditionEvaluationResult.enabled("kernels run on " + where);
        } catch (GpuException e) {
            return ConditionEvaluationResult.disabled(String.valueOf(e.getMessage()));
        }
    }

    static String absences(List<BackendStatus> backends) {
        return backends.stream()
                .filter(backend -> !backend.isAvailable())
                .map(backend -> "; " + backend.name() + " is not available: " + backend.absence())
                .collect(Collectors.joining());
    }
}
