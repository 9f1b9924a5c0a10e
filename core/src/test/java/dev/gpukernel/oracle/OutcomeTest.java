package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.backend.KernelForm;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How outcomes are compared, and how a Java method's comes about. */
class OutcomeTest {
    private static Outcome of(Object... arguments) {
        return new Outcome(List.of(arguments), null);
    }

    private static Outcome failed(@Nullable String message, String... frames) {
        return new Outcome(List.of(new int[] {1}), new Outcome.Fault("E", message, List.of(frames), null));
    }

    @Test
    void arraysAreComparedByBits() {
        Outcome zero = of(1, new float[] {1f, 0f, Float.NaN});
        assertThat(zero.describeDifference(of(1, new float[] {1f, 0f, Float.intBitsToFloat(0xffc00001)})))
                .isEmpty();
        assertThat(zero.describeDifference(of(1, new float[] {1f, -0f, Float.NaN})))
                .contains("argument 1[1]: 0.0 (0x0) against -0.0 (0x80000000)");
        assertThat(of((Object) new int[1]).describeDifference(of((Object) new int[2])))
                .contains("argument 0[1]: nothing against 0");
    }

    @Test
    void anExceptionIsComparedInsteadOfArrays() {
        assertThat(failed("m", "a:1").describeDifference(failed("m", "a:1"))).isEmpty();
        assertThat(failed("m", "a:1")
                        .describeDifference(
                                new Outcome(List.of(new int[] {2}), failed("m").fault())))
                .isEmpty();
        assertThat(failed("m", "a:1").describeDifference(failed("m", "a:2"))).isPresent();
        assertThat(failed("m").describeDifference(failed("n"))).contains("E: m at [] against E: n at []");
        assertThat(failed("m").describeDifference(of((Object) new int[] {1}))).isPresent();
        assertThat(of((Object) new int[] {1}).describeDifference(failed("m"))).isPresent();
    }

    @Test
    void theThreadIsComparedWhereItIsKnown() {
        List<Object> arrays = List.of();
        Outcome first = new Outcome(arrays, new Outcome.Fault("E", "m", List.of(), "first"));
        Outcome second = new Outcome(arrays, new Outcome.Fault("E", "m", List.of(), "second"));
        assertThat(first.describeDifference(second)).contains("E: m at [] first against E: m at [] second");
        assertThat(first.describeDifference(failed("m"))).isEmpty();
        assertThat(failed("m").describeDifference(first)).isEmpty();
    }

    @Test
    void whatTheJvmLeftOutIsNotCompared() {
        RuntimeException full = new ArrayIndexOutOfBoundsException("Index 1 out of bounds for length 1");
        RuntimeException omitted = new ArrayIndexOutOfBoundsException();
        omitted.setStackTrace(new StackTraceElement[] {new StackTraceElement("K", "kernel", null, -1)});
        assertThat(OmittedDetails.areOf(full)).isFalse();
        assertThat(OmittedDetails.areOf(omitted)).isTrue();
        RuntimeException users = new IllegalStateException();
        users.setStackTrace(new StackTraceElement[0]);
        assertThat(OmittedDetails.areOf(users)).isFalse();
        assertThat(thrown(full, "t").describeDifference(thrown(omitted, "t"))).isEmpty();
        assertThat(thrown(full, "t").describeDifference(thrown(omitted, "u"))).isPresent();
        assertThat(thrown(new ArithmeticException("/ by zero"), "t").describeDifference(thrown(omitted, "t")))
                .isPresent();
    }

    private static Outcome thrown(RuntimeException thrown, String thread) {
        return new Outcome(List.of(), Outcome.Fault.of(thrown, OutcomeTest.class.getName(), "thrown", thread));
    }

    @Test
    void aNullPointerExceptionMayLackItsText() {
        RuntimeException full = new NullPointerException("because \"row\" is null");
        RuntimeException bare = new NullPointerException();
        assertThat(thrown(full, "t").describeDifference(thrown(bare, "t")))
                .as("thrown elsewhere")
                .isPresent();
        bare.setStackTrace(full.getStackTrace());
        assertThat(thrown(full, "t").describeDifference(thrown(bare, "t"))).isEmpty();
        RuntimeException other = new NullPointerException("because \"column\" is null");
        other.setStackTrace(full.getStackTrace());
        assertThat(thrown(full, "t").describeDifference(thrown(other, "t"))).isPresent();
    }

    @Test
    @SuppressWarnings("NullAway") // a row that is null
    void rowsAreCopiedAndCompared() {
        int[] shared = {1, 2};
        int[][] rows = {shared, null, {3}, shared};
        List<Object> copies = Oracle.copies(List.of(rows, shared));
        int[][] copy = (int[][]) copies.getFirst();
        assertThat(copy).isNotSameAs(rows).isDeepEqualTo(rows);
        assertThat(copy[0]).isNotSameAs(shared).isSameAs(copy[3]).isSameAs(copies.get(1));
        Outcome outcome = new Outcome(List.of((Object) rows), null);
        assertThat(outcome.describeDifference(new Outcome(List.of((Object) copy), null)))
                .isEmpty();
        copy[0][1] = 7;
        assertThat(outcome.describeDifference(new Outcome(List.of((Object) copy), null)))
                .hasValue("argument 0[0][1]: 2 against 7");
        copy[0] = null;
        assertThat(outcome.describeDifference(new Outcome(List.of((Object) copy), null)))
                .hasValue("argument 0[0]: a row of 2 against null");
    }

    static void grid(int[] out, int n) {
        int i = Grid.x();
        out[i] = 7 / (n - i);
    }

    static void loop(int[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = i + 1;
        }
    }

    @Test
    void aJavaMethodIsRunOnCopies() throws NoSuchMethodException {
        var method = OutcomeTest.class.getDeclaredMethod("loop", int[].class, int.class);
        int[] out = new int[3];
        Outcome outcome = Oracle.runJava(method, KernelForm.LOOP, Oracle.GRID, List.of(out, 2));
        assertThat(out).containsOnly(0);
        assertThat((int[]) outcome.arguments().getFirst()).containsExactly(1, 2, 0);
        assertThat(Oracle.runJava(method, KernelForm.LOOP, Oracle.GRID, List.of(out, 4))
                        .fault())
                .isNotNull()
                .satisfies(fault -> assertThat(fault.message()).isEqualTo("Index 3 out of bounds for length 3"))
                .satisfies(fault -> assertThat(fault.frames())
                        .singleElement()
                        .asString()
                        .startsWith(OutcomeTest.class.getName() + ".loop:"));
    }

    @Test
    void aJavaMethodIsRunForEveryThreadOfTheGrid() throws NoSuchMethodException {
        var method = OutcomeTest.class.getDeclaredMethod("grid", int[].class, int.class);
        Outcome outcome = Oracle.runJava(method, KernelForm.GRID, Oracle.GRID, List.of(new int[24], 23));
        assertThat(outcome.fault())
                .isNotNull()
                .satisfies(fault -> assertThat(fault.message()).isEqualTo("/ by zero"))
                .satisfies(fault -> assertThat(fault.thread()).isEqualTo("in block [2, 0, 0], thread [7, 0, 0]"));
        assertThat((int[]) outcome.arguments().getFirst()).startsWith(0, 0).endsWith(3, 7, 0);
    }
}
