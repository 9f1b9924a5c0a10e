package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import org.junit.jupiter.api.Test;

/** A bound that is an element of an array is read once, where nothing in the loop changes it. */
class BoundInArrayTest {
    @GpuKernel
    static void ofOther(int[] n, int[] a) {
        for (int i = 0; i < n[0]; i++) {
            a[i] = i;
        }
    }

    @GpuKernel
    static void ofOwn(int[] a) {
        for (int i = 0; i < a[0]; i++) {
            a[i] = a.length - i;
        }
    }

    @GpuKernel
    static void ofSteps(int[] n, int[] a) {
        for (int t = 0; t < n[0]; t++) {
            for (int i = 0; i < a.length; i++) {
                a[i]--;
            }
        }
    }

    private static void launch(String kernel, Object... arguments) {
        Kernel.of(BoundInArrayTest.class, kernel).launch(arguments);
    }

    @Test
    void isReadOnce() {
        int[] a = new int[4];
        launch("ofOther", new int[] {3}, a);
        assertThat(a).containsExactly(0, 1, 2, 0);
    }

    @Test
    void isNotOfTheArrayThatIsWritten() {
        int[] a = {9, 9};
        assertThatThrownBy(() -> launch("ofOther", a, a)).hasMessageContaining("[AliasedArguments]");
    }

    @Test
    void isNotReadOnceWhereTheLoopWritesIt() {
        assertThatThrownBy(() -> launch("ofOwn", new int[4])).hasMessageContaining("[LoopShape]");
    }

    /** The host reads it anew for each step, as Java does. */
    @Test
    void ofStepsMayChange() {
        int[] a = {5, 7};
        launch("ofSteps", a, a);
        assertThat(a).containsExactly(2, 4);
        int[] b = {0, 7};
        launch("ofSteps", new int[] {2}, b);
        assertThat(b).containsExactly(-2, 5);
    }
}
