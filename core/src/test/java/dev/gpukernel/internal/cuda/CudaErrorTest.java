package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CudaErrorTest {
    @ParameterizedTest
    @CsvSource({
        "2, close GpuArrays",
        "100, nvidia-smi",
        "218, report",
        "222, newer driver",
        "700, restart the JVM",
        "700, checked = true",
        "719, restart the JVM",
        "701, fewer threads",
        "802, fabricmanager",
        "803, reboot",
        "805, MPS",
        "800, administrator",
    })
    void tellsWhatToDo(int code, String advice) {
        assertThat(CudaError.adviceFor(code)).contains(advice);
    }

    @Test
    void anythingElseHasGenericAdvice() {
        assertThat(CudaError.of(912)).isEmpty();
        assertThat(CudaError.adviceFor(912)).isEqualTo(CudaError.GENERIC_ADVICE);
    }

    @Test
    void codesAreDistinctAndNotSuccess() {
        assertThat(Arrays.stream(CudaError.values()).map(CudaError::code))
                .doesNotHaveDuplicates()
                .allMatch(code -> code > 0);
    }
}
