package dev.gpukernel.processor;

import dev.gpukernel.internal.frontend.Reading.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The check of one kernel, before and after it is made. */
final class Check {
    private final MethodKey kernel;
    private List<Finding> findings = List.of();
    private @Nullable Throwable failure;

    Check(MethodKey kernel) {
        this.kernel = kernel;
    }

    MethodKey kernel() {
        return kernel;
    }

    void found(List<Finding> all) {
        findings = all;
    }

    void failed(Throwable cause) {
        failure = cause;
    }

    /** {@return what is wrong with the kernel} Throws what the check threw. */
    List<Finding> findings() {
        return switch (failure) {
            case null -> findings;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        };
    }
}
