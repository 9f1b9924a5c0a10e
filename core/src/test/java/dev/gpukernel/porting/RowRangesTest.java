package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import dev.gpukernel.porting.MadeRowsTest.Case;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link RowRangeKernels} do what Java does, and refuse numbers with which loops would set a row twice or none. */
class RowRangesTest {
    private static int[][] rows(int rows, int seed, boolean areOfOneLength) {
        SplittableRandom random = new SplittableRandom(seed);
        int[][] a = new int[rows][];
        Arrays.setAll(
                a, i -> random.ints(areOfOneLength ? 4 : 1 + i * 3 % 5, -50, 50).toArray());
        return a;
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int n : new int[] {0, 1, 2, 9, 40}) {
            for (boolean isEven : new boolean[] {true, false}) {
                int[][] a = rows(n, n, isEven);
                int[][] b = rows(n / 2 + 1, 5, isEven);
                for (String kernel :
                        List.of("backwards", "backwardsToOne", "running", "runningDown", "mirrored", "copyOfRows")) {
                    cases.add(Case.of(kernel, (Object) a));
                }
                for (int m : new int[] {-1, 0, 3}) {
                    cases.add(Case.of("clonedThenNew", a, m));
                    cases.add(Case.of("stackedByOneIndex", a, b, m));
                    cases.add(Case.of("clonedHalves", a, m));
                    cases.add(Case.of("throughTheCopy", a, m));
                    cases.add(Case.of("resized", a, 5, m));
                    cases.add(Case.of("resized", a, m, 2));
                    int[][][] volume = {a, b, rows(3, 8, isEven)};
                    cases.add(Case.of("plane", volume, m));
                    cases.add(Case.of("planeThroughTheClone", volume, m + 1, 4));
                    cases.add(Case.of("sumOfAPlane", volume, m));
                    cases.add(Case.of("plane", volume, 1));
                    cases.add(Case.of("sumOfAPlane", volume, 2));
                }
                cases.add(Case.of("stacked", a, b));
                cases.add(Case.of("stacked", b, a));
                cases.add(Case.of("appended", a, new int[] {4, 3}));
                cases.add(Case.of("appended", a, new int[0]));
                cases.add(Case.of("betweenTwo", new int[3], a, new int[] {4, 3}));
                if (n > 0) {
                    cases.add(Case.of("closed", a, new int[] {4, 3}));
                    cases.add(Case.of("closed", a, new int[] {4, 3, 2, 1}));
                }
                cases.add(Case.of("part", a, 0, n - 1, 0, 0));
                cases.add(Case.of("part", a, 1, n, 0, 0));
                cases.add(Case.of("part", a, n / 2, n - 1, 1, 2));
                cases.add(Case.of("part", a, 3, 1, 0, 0));
                cases.add(Case.of("part", a, 2, 1, 0, 0));
                cases.add(Case.of("part", a, -1, 1, 0, 0));
            }
            cases.add(Case.of("triangleDown", n));
            cases.add(Case.of("fromTheRowOfTheOtherLoop", n + 1, 5));
            cases.add(Case.of("thirds", n, n / 3, n / 2));
            cases.add(Case.of("thirds", n, n, n));
            cases.add(Case.of("thirds", n, 0, 0));
            cases.add(Case.of("rangesInSteps", new int[n], 3));
            cases.add(Case.of("rangesInAnIteration", new int[33], n));
        }
        cases.add(Case.of("triangleDown", -2));
        cases.add(Case.of("fromTheRowOfTheOtherLoop", 3, -2));
        cases.add(Case.of("rangesInAnIteration", new int[33], -3));
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavas(Case launch) throws IllegalAccessException {
        MadeRowsTest.compare(Gpu.current(), launch, launch.compiled());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isJavasOnADevice(Case launch) throws IllegalAccessException {
        Gpu gpu = OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE));
        MadeRowsTest.compare(gpu, launch, launch.compiled());
    }

    /** Java throws at some of them, and sets rows twice or leaves them null for others. */
    static Stream<Case> refused() {
        return Stream.of(
                Case.of("thirds", 9, 6, 3),
                Case.of("thirds", 9, -2, 3),
                Case.of("thirds", 9, 10, 12),
                Case.of("thirds", 9, Integer.MIN_VALUE, Integer.MAX_VALUE),
                Case.of("closed", new int[0][], new int[2]),
                Case.of("fromTheRowOfTheOtherLoop", 0, 5),
                Case.of("rangesInAnIteration", new int[33], -1),
                Case.of("part", rows(3, 1, true), Integer.MAX_VALUE, Integer.MIN_VALUE + 4, 0, 0),
                Case.of("part", rows(3, 1, true), Integer.MAX_VALUE - 3, Integer.MAX_VALUE, 0, 0));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefused(Case launch) {
        for (Gpu gpu : List.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)))) {
            Kernel kernel = launch.compiled();
            Object[] arguments = launch.arguments().toArray();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> gpu.call(() -> kernel.launch(arguments)))
                    .withMessageContaining("[RowByRow]");
        }
    }
}
