package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Parallel;
import dev.gpukernel.diagnostic.Message;
import org.junit.jupiter.api.Test;

/** The same array passed twice to a plain loop. */
class AliasTest {
    @GpuKernel
    static void add(int[] a, int[] b, int[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void shift(int[] a, int[] b) {
        for (int i = 1; i < b.length; i++) {
            b[i] = a[i - 1];
        }
    }

    @GpuKernel
    static void gather(int[] index, int[] from, int[] to, long[] other) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[index[i]];
        }
    }

    @GpuKernel
    static void everyThird(int[] x, int[] y, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int v = x[i];
            if (i % 3 == 0) {
                y[i + 1] = y[i] + 1;
            }
            out[i] = v;
        }
    }

    @GpuKernel
    static void runningAndTwice(int[] x, int[] sums, int[] twice) {
        for (int i = 1; i < x.length; i++) {
            sums[i] = sums[i - 1] + x[i];
            twice[i] = 2 * x[i];
        }
    }

    @GpuKernel
    static void movedBy(int[] a, int[] b, int length, int by) {
        for (int i = 0; i < length; i++) {
            b[i] = a[i + by];
        }
    }

    @GpuKernel
    static void vouchedFor(int[] a, int[] b) {
        for (@Parallel int i = 1; i < b.length; i++) {
            b[i] = a[i - 1];
        }
    }

    @GpuKernel
    static void scatter(int[] index, int[] to) {
        for (@Parallel int i = 0; i < index.length; i++) {
            to[index[i]] = i;
        }
    }

    private static Gpu cpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    @GpuKernel
    static void asManyAsAnElementSays(int[] x, int[] count, int[] y) {
        for (int i = 0; i < count[0]; i++) {
            y[i] = x[i] + 1;
        }
    }

    @GpuKernel
    static void asManyAsALaterElementSays(int[] x, int[] y, int[] count) {
        for (int i = 0; i < count[0]; i++) {
            y[i] = x[i] + 1;
        }
    }

    @GpuKernel
    static int untilFound(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = 7 * i;
            if (x[i] == 49) {
                return i;
            }
        }
        return -1;
    }

    @GpuKernel
    static int untilFoundInALaterArray(int[] y, int[] x) {
        for (int i = 0; i < x.length; i++) {
            y[i] = 7 * i;
            if (x[i] == 49) {
                return i;
            }
        }
        return -1;
    }

    private static void launch(String kernel, Object... arguments) {
        cpu().run(() -> Kernel.of(AliasTest.class, kernel).launch(arguments));
    }

    private static void refuses(String first, String second, String kernel, Object... arguments) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> launch(kernel, arguments))
                .withMessageStartingWith("[" + Message.ALIASED_ARGUMENTS.code() + "]")
                .withMessageContaining("'" + first + "' and '" + second + "'");
    }

    @Test
    void theSameElementInTheSameIteration() {
        int[] a = {1, 2, 3};
        launch("add", a, a, a);
        assertThat(a).containsExactly(2, 4, 6);
        launch("add", a, new int[] {1, 1, 1}, a);
        assertThat(a).containsExactly(3, 5, 7);
    }

    @Test
    void theSameElementInAnotherIteration() {
        int[] a = {1, 2, 3};
        refuses("a", "b", "shift", a, a);
        assertThat(a).containsExactly(1, 2, 3);
        int[] b = new int[3];
        launch("shift", a, b);
        assertThat(b).containsExactly(0, 1, 2);
    }

    @Test
    void anIndexThatIsOverwrittenInItsOwnIteration() {
        int[] a = {1, 0};
        launch("gather", a, new int[] {5, 6}, a, new long[2]);
        assertThat(a).containsExactly(6, 5);
    }

    @Test
    void arraysThatAreOnlyReadMayBeTheSameButNoneThatIsWritten() {
        int[] a = {1, 0};
        int[] to = new int[2];
        launch("gather", a, a, to, new long[2]);
        assertThat(to).containsExactly(0, 1);
        refuses("from", "to", "gather", new int[2], a, a, new long[2]);
    }

    /** Where both are under a condition they are apart; where only one is, they are not. */
    @Test
    void anElementThatIsReadInEveryIterationAndWrittenInSome() {
        int[] a = {5, 5, 5, 5, 5};
        int[] out = new int[4];
        refuses("x", "y", "everyThird", a, a, out);
        launch("everyThird", a, new int[5], out);
        assertThat(out).containsExactly(5, 5, 5, 5);
    }

    /** What the next iteration reads is carried, and not what another store puts in its place. */
    @Test
    void anElementThatIsReadInTheNextIterationAndWrittenTwice() {
        int[] a = {1, 2, 3};
        int[] b = new int[3];
        refuses("sums", "twice", "runningAndTwice", a, b, b);
        launch("runningAndTwice", a, b, a);
        assertThat(a).containsExactly(1, 4, 6);
        assertThat(b).containsExactly(0, 2, 5);
    }

    /** Each array by itself asks for nothing. Of one array it would have to be asked how far apart the elements are. */
    @Test
    void elementsThatAreAsFarApartAsAnArgumentSays() {
        int[] a = {1, 2, 3, 4};
        refuses("a", "b", "movedBy", a, a, 3, 1);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> launch("movedBy", a, a, 3, 1))
                .withMessageContaining("for one array, that takes a condition that launches do not check: by must be");
        assertThat(a).containsExactly(1, 2, 3, 4);
        launch("movedBy", a, a.clone(), 3, 1);
        int[] b = new int[3];
        launch("movedBy", a, b, 3, 1);
        assertThat(b).containsExactly(2, 3, 4);
    }

    /** Whichever comes first among the parameters. */
    @Test
    void anElementThatSaysHowFarALoopGoes() {
        int[] x = new int[8];
        int[] y = {3, 0, 0, 0, 0, 0, 0, 0};
        refuses("count", "y", "asManyAsAnElementSays", x, y, y);
        refuses("y", "count", "asManyAsALaterElementSays", x, y, y);
        refuses("x", "y", "untilFound", y, y);
        refuses("y", "x", "untilFoundInALaterArray", y, y);
    }

    @Test
    void theSameGpuArray() {
        try (GpuArray<int[]> a = cpu().upload(new int[] {1, 2, 3})) {
            refuses("a", "b", "shift", a, a);
            launch("add", a, a, a);
            assertThat(a.toHost()).containsExactly(2, 4, 6);
        }
    }

    @Test
    void whatTheAuthorVouchesFor() {
        int[] a = {1, 1, 1};
        launch("vouchedFor", a, a);
        assertThat(a).containsExactly(1, 1, 1);
        launch("scatter", new int[] {2, 0, 1}, a);
        assertThat(a).containsExactly(1, 2, 0);
    }

    /** A refused launch leaves the kernel as it was. */
    @Test
    void afterARefusal() {
        int[] a = {1, 2, 3};
        Kernel kernel = Kernel.of(AliasTest.class, "shift");
        refuses("a", "b", "shift", a, a);
        int[] b = new int[3];
        cpu().run(() -> kernel.launch(a, b));
        assertThat(b).containsExactly(0, 1, 2);
    }
}
