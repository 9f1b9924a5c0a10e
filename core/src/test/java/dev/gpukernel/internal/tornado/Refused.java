package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.diagnostic.Message;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Reports contract tests of kernels that the backend refuses, with its code, as not run. How many those are is part of the test, so
 * that none is refused by mistake.
 */
final class Refused implements TestExecutionExceptionHandler, AfterAllCallback {
    private final Class<?> outermost;
    private final IntSupplier expected;
    private final Map<String, String> refused = new TreeMap<>();

    Refused(Class<?> outermost, int expected) {
        this(outermost, () -> expected);
    }

    /** For a test whose backend is known when it runs. */
    Refused(Class<?> outermost, IntSupplier expected) {
        this.outermost = outermost;
        this.expected = expected;
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        String said = String.valueOf(thrown.getMessage());
        int at = said.indexOf("[" + Message.TORNADO_UNSUPPORTED.code() + "]");
        if (at < 0) {
            throw thrown;
        }
        synchronized (this) {
            refused.put(
                    context.getUniqueId(),
                    said.substring(at).lines().findFirst().orElse(""));
        }
        throw new TestAbortedException(said, thrown);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (context.getRequiredTestClass() == outermost) {
            assertThat(refused).as("refused of %s", outermost.getSimpleName()).hasSize(expected.getAsInt());
        }
    }
}
