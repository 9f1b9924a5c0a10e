package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastChecksTest {
    private static final int LENGTH = 10_000;

    /** Nothing is left of s and t but that they may throw: k[j] has been an index before. */
    @GpuKernel
    static void ofWhatIsKnown(int[] x, int[] w, int[] k, float[] g, long end, int n, int pitch, int[] bins) {
        for (long i = 0; i < end; i += 1L << 62) {
            float s = 0;
            char t = 1;
            for (int j = 0; j < n; j++) {
                int at = (int) (i >>> 62) * pitch + j;
                int v = x[at];
                bins[k[at]] &= w[at];
                if (k[at] == 3) {
                    s = Math.min(s, g[at]);
                }
                if (x[at] < 40 && k[at] != 1) {
                    t = (char) (t * (char) (v + bins[k[at]]));
                }
            }
        }
    }

    @GpuKernel
    static void justOne(int[] x, int n) {
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0) {
                int _ = x[i];
            }
        }
    }

    @GpuKernel
    static void beforeAWrite(int[] x, int[] k, int[] y) {
        for (int i = 0; i < x.length; i++) {
            if (k[i] == 3) {
                y[i] = x[i];
            }
        }
    }

    @GpuKernel
    static void onTheWayToIt(int[] x, int[] k, int[] y, int n) {
        for (int i = 0; i < n; i++) {
            if (k[i] == 3 && x[i] < 40) {
                y[i] = 1;
            }
        }
    }

    private static String ptx(String kernel) {
        return Kernel.of(LastChecksTest.class, kernel).ptx();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ofWhatIsKnown", "justOne"})
    void somethingIsDoneAfterThem(String kernel) {
        String ptx = ptx(kernel);
        String end = LastChecks.EFFECT + "\n    ret;";
        assertThat(ptx).contains(end);
        assertThat(ptx.replace(end, "")).doesNotContain("ret;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"beforeAWrite", "onTheWayToIt"})
    void nothingIsIfTheyAreNotLast(String kernel) {
        assertThat(ptx(kernel)).contains("ret;").doesNotContain(LastChecks.EFFECT);
    }

    /** Each thread threw for an index that was in range. */
    @Test
    @Tag("gpu")
    void theyPass() {
        int[] k = new int[LENGTH];
        Arrays.setAll(k, i -> i % 7);
        int[] bins = {-1, -1, -1, -1, -1, -1, -1};
        Kernel.of(LastChecksTest.class, "ofWhatIsKnown")
                .launch(new int[LENGTH], new int[LENGTH], k, new float[LENGTH], 1L, LENGTH, LENGTH, bins);
        assertThat(bins).containsOnly(0);
    }
}
