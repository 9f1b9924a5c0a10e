package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Kernel;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both loops of a checkerboard are split among threads, whatever its size. */
class CheckerboardTest {
    private static final int MOST = 6;

    private static Kernel kernel(String name) {
        return Kernel.of(MethodHandles.lookup(), CheckerboardKernels.class, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"blackFields", "redBlack", "overRelaxation", "pastTheEnd"})
    void rowsAndColumnsAreParallel(String name) {
        assertThat(kernel(name).schedule()).containsPattern("parallel over [yi], [xj], 1 iteration a thread");
    }

    @ParameterizedTest
    @ValueSource(strings = {"byIndex", "threeColours", "fromTheRight"})
    void rowsAreParallel(String name) {
        assertThat(kernel(name).schedule())
                .contains("parallel over y, 1 iteration")
                .doesNotContain("on the host");
    }

    @Test
    void whatIsAboveOfTheSameColourMakesRowsDepend() {
        assertThat(kernel("sameColourAbove").schedule())
                .contains("are not independent: u[y * w + x - 2 * w], read at line");
    }

    @Test
    void sizesOfAllKinds() {
        Kernel redBlack = kernel("redBlack");
        for (int w = 0; w <= MOST; w++) {
            for (int h = 0; h <= MOST; h++) {
                float[] expected = Seeded.floats(w * h, 1, -9, 9);
                float[] actual = expected.clone();
                CheckerboardKernels.redBlack(2, w, h, expected);
                redBlack.launch(2, w, h, actual);
                assertThat(actual).as("%d by %d", w, h).isEqualTo(expected);
            }
        }
    }

    @Test
    void rowsThatBeginAtOrBehindTheirEnd() {
        Kernel fields = kernel("blackFields");
        for (int w = -1; w <= 3; w++) {
            int[] expected = new int[20];
            Arrays.setAll(expected, i -> -i);
            int[] actual = expected.clone();
            CheckerboardKernels.blackFields(w, 5, expected);
            fields.launch(w, 5, actual);
            assertThat(actual).as("width %d", w).isEqualTo(expected);
        }
    }
}
