package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuException;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What would hang on a GPU is told. */
@Timeout(60)
final class DivergenceTest {
    private static final Gpu CPU = Gpu.all().stream()
            .filter(gpu -> gpu.backend().equals(CpuBackend.NAME))
            .findFirst()
            .orElseThrow();

    private static void launch(String kernel, Launch launch, Object... arguments) {
        CPU.run(() -> Kernel.of(DivergentKernels.class, kernel).launch(launch, arguments));
    }

    private static Throwable thrownBy(String kernel, Launch launch, Object... arguments) {
        return catchThrowable(() -> launch(kernel, launch, arguments));
    }

    private static void assertDiverged(Throwable thrown, String places) {
        assertThat(thrown)
                .isInstanceOf(GpuException.class)
                .hasMessage(Message.BARRIER_DIVERGENCE.format("[0, 0, 0]", places));
        assertThat(((GpuException) thrown).code()).isEqualTo(Message.BARRIER_DIVERGENCE);
    }

    @Test
    void barrierInEachBranch() {
        Throwable thrown = thrownBy("branches", Launch.of(2, 100), (Object) new int[200]);
        assertDiverged(
                thrown,
                "3 threads, the first of them [0, 0, 0], in Block.sync at DivergentKernels.java:18; "
                        + "97 threads, the first of them [3, 0, 0], in Block.sync at DivergentKernels.java:21");
        assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("branches");
        assertThat(thrown.getStackTrace()[0].getLineNumber()).isEqualTo(18);
        assertThat(thrown.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("in block [0, 0, 0], thread [0, 0, 0]");
    }

    @ParameterizedTest
    @CsvSource({"onOneLine, 115, ''", "methodsOnOneLine, 126, ' from DivergentKernels.java:122'"})
    void barriersOnOneLineAreNotOne(String kernel, int line, String caller) {
        String place = "in Block.syncOr at DivergentKernels.java:" + line + caller;
        assertDiverged(
                thrownBy(kernel, Launch.of(1, 100), (Object) new int[100]),
                "3 threads, the first of them [0, 0, 0], " + place + "; 97 threads, the first of them [3, 0, 0], "
                        + place);
    }

    @Test
    void branchesThatAllThreadsTakeAlikeAreFine() {
        int[] out = new int[4];
        launch("branches", Launch.of(2, 2), (Object) out);
        assertThat(out).containsOnly(1);
    }

    @Test
    void helperCalledInEachBranch() {
        assertDiverged(
                thrownBy("helperInBranches", Launch.of(1, 8), (Object) new int[8]),
                "7 threads, the first of them [0, 0, 0], in Block.sync at DivergentKernels.java:36 from DivergentKernels.java:31; "
                        + "thread [5, 0, 0] in Block.sync at DivergentKernels.java:36 from DivergentKernels.java:29");
    }

    @Test
    void loopThatNotAllThreadsGoThroughEquallyOften() {
        int[] turns = {2, 2, 2, 3};
        int[] out = new int[4];
        assertDiverged(
                thrownBy("unevenLoop", Launch.of(1, 4), turns, out),
                "3 threads, the first of them [0, 0, 0], in Block.syncCount at DivergentKernels.java:46; "
                        + "thread [3, 0, 0] in Block.sync at DivergentKernels.java:43");
        Arrays.fill(turns, 2);
        Arrays.fill(out, 0);
        launch("unevenLoop", Launch.of(1, 4), turns, out);
        assertThat(out).containsOnly(6);
    }

    @Test
    void warpOperationThatHalfAWarpReaches() {
        assertDiverged(
                thrownBy("halfAWarp", Launch.of(1, 64), (Object) new int[64]),
                "32 threads, the first of them [0, 0, 0], in Warp.shuffle at DivergentKernels.java:53; "
                        + "32 threads, the first of them [16, 0, 0], in Block.sync at DivergentKernels.java:55");
    }

    @Test
    void someWaitForTheGridAndSomeForTheBlock() {
        int[] out = new int[64];
        assertDiverged(
                thrownBy("gridOrBlock", Launch.of(4, 16), (Object) out),
                "8 threads, the first of them [0, 0, 0], in Grid.sync at DivergentKernels.java:62; "
                        + "8 threads, the first of them [8, 0, 0], in Block.sync at DivergentKernels.java:64");
        assertThat(out).containsOnly(1);
    }

    @ParameterizedTest
    @CsvSource({"9, 32, 0xfffffdff", "20, 20, 0xffdff", "31, 20, 0xffdff"})
    void shuffleFromALaneThatIsNotThere(int lane, int threads, String present) {
        Throwable thrown = thrownBy("absentLane", Launch.of(1, threads), lane, new int[threads]);
        assertThat(thrown)
                .isInstanceOf(GpuException.class)
                .hasMessage(Message.LANE_ABSENT.format("Warp.shuffle", lane, present));
        assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("absentLane");
    }

    @Test
    void maskWithoutTheLaneItself() {
        Throwable thrown = thrownBy("strangeMask", Launch.of(1, 16), (Object) new int[16]);
        assertThat(thrown).isInstanceOf(GpuException.class).hasMessage(Message.LANE_NOT_IN_MASK.format("0xff", 8));
    }

    @Test
    void partsOfSharedMemoryThatOverlap() {
        Throwable thrown = thrownBy("overlap", Launch.of(1, 1).sharedBytes(64), (Object) new int[1]);
        assertThat(thrown)
                .isInstanceOf(GpuException.class)
                .hasMessage(Message.SHARED_OVERLAP.format("int[8] at byte 0", "float[4] at byte 28"));
    }

    /** It may be the reason for the divergence, so it is told first. */
    @Test
    void whatTheKernelThrowsGoesBeforeDivergence() {
        int[] index = new int[100];
        index[70] = -1;
        Throwable thrown = thrownBy("faultAndBranches", Launch.of(1, 100), index, new int[100]);
        assertThat(thrown)
                .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index -1 out of bounds for length 100");
    }

    /** Compiled code that throws often leaves message and trace out. */
    @Test
    void typeMethodAndThreadOfAnExceptionThatIsThrownOften() {
        int[] index = new int[1000];
        Arrays.fill(index, 5, 1000, 1000);
        for (int i = 0; i < 100; i++) {
            Throwable thrown = thrownBy("faultAfterBarrier", Launch.of(1, 1000), index, new int[1000]);
            assertThat(thrown).isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class);
            assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("faultAfterBarrier");
            assertThat(thrown.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("in block [0, 0, 0], thread [5, 0, 0]");
        }
    }
}
