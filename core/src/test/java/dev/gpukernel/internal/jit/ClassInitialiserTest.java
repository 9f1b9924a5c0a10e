package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels that are launched while classes whose constants they use are being initialised, or fail to be. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ClassInitialiserTest {
    private static final Gpu CPU = Gpu.all().stream()
            .filter(gpu -> gpu.backend().equals("cpu"))
            .findFirst()
            .orElseThrow();

    /** Not a constant for javac. */
    private static int number(String text) {
        return Integer.parseInt(text);
    }

    /** {@return what a kernel {@code fill} of a class stores in each of many elements} */
    private static int filled(Class<?> owner, int length) {
        int[] to = new int[length];
        CPU.run(() -> Kernel.of(owner, "fill").launch(to));
        int[] distinct = Arrays.stream(to).distinct().toArray();
        assertThat(distinct).hasSize(1);
        return distinct[0];
    }

    /** Launches its kernel before its constants have their values, between them, and behind. */
    static final class Early {
        static final int FIRST;
        static final int SECOND;
        static final List<Integer> SEEN;

        static {
            int before = filled(Early.class, 10);
            FIRST = number("7");
            int between = filled(Early.class, 100_000);
            SECOND = number("40");
            SEEN = List.of(before, between, filled(Early.class, 10));
        }

        @GpuKernel
        static void fill(int[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = FIRST + SECOND;
            }
        }
    }

    @Test
    void aLaunchTakesConstantsAsTheyAre() {
        assertThat(Early.SEEN).containsExactly(0, 7, 47);
        assertThat(filled(Early.class, 10)).isEqualTo(47);
        assertThat(Kernel.of(Early.class, "fill").lastRun()).isPresent();
    }

    /** Initialised before what is below it. */
    static class Above {
        static final List<Integer> SEEN = List.of(filled(Below.class, 10));
    }

    static final class Below extends Above {
        static final int NUMBER = number("5");

        @GpuKernel
        static void fill(int[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = NUMBER;
            }
        }
    }

    @Test
    void soDoesOneFromTheClassAbove() {
        // Initialises both.
        assertThat(Below.NUMBER).isEqualTo(5);
        assertThat(Above.SEEN).containsExactly(0);
        assertThat(filled(Below.class, 10)).isEqualTo(5);
    }

    /** Launches a kernel of another class that takes a constant from it. */
    static final class Constants {
        static final int[] TABLE;

        @SuppressWarnings("StaticAssignmentOfThrowable") // looked at once
        static final @Nullable Throwable THROWN;

        static {
            THROWN = catchThrowable(() -> filled(OfConstants.class, 10));
            TABLE = new int[] {number("3"), number("4")};
        }
    }

    static final class OfConstants {
        @GpuKernel
        static void fill(int[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = Constants.TABLE[1];
            }
        }
    }

    @Test
    void aRefusalIsNotKeptEither() {
        assertThat(Constants.THROWN).isInstanceOf(KernelRejectedException.class).hasMessageContaining("FieldAccess");
        assertThat(filled(OfConstants.class, 10)).isEqualTo(4);
    }

    private static final CountDownLatch BEGUN = new CountDownLatch(1);
    private static final FutureTask<Integer> OTHER = new FutureTask<>(() -> {
        BEGUN.countDown();
        return filled(Shared.class, 10);
    });

    /** While it is initialised, another thread launches its kernel. */
    static final class Shared {
        static final int SEEN;
        static final int NUMBER;

        static {
            Thread other = Thread.ofPlatform().daemon().start(OTHER);
            try {
                assertThat(BEGUN.await(30, TimeUnit.SECONDS)).isTrue();
                // It waits for this class, or will.
                other.join(200);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            SEEN = filled(Shared.class, 10);
            NUMBER = number("9");
        }

        @GpuKernel
        static void fill(int[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = NUMBER;
            }
        }
    }

    @Test
    void otherThreadsSeeTheClassOnceItIsInitialised() throws Exception {
        assertThat(Shared.SEEN).isZero();
        assertThat(OTHER.get(30, TimeUnit.SECONDS)).isEqualTo(9);
        assertThat(filled(Shared.class, 10)).isEqualTo(9);
    }

    /** Long enough for all cores, which cannot use the class. */
    static final class OfGrid {
        static final int LENGTH = 1 << 20;
        static final int[] SEEN = new int[LENGTH];

        static {
            CPU.run(() -> Kernel.of(OfGrid.class, "fill").launch(Launch.covering(LENGTH), SEEN));
        }

        @GpuKernel
        static void fill(int[] to) {
            int i = Grid.x();
            if (i < to.length) {
                to[i] = Math.floorMod(i * 31, 1_000) + 1;
            }
        }
    }

    @Test
    void aGridInAnInitialiserEnds() {
        assertThat(Arrays.stream(OfGrid.SEEN).filter(number -> number == 0)).isEmpty();
    }

    static final class OfBlocks {
        @SuppressWarnings("StaticAssignmentOfThrowable") // looked at once
        static final @Nullable Throwable THROWN = catchThrowable(() -> launch(new int[256]));

        static void launch(int[] to) {
            CPU.run(() -> Kernel.of(OfBlocks.class, "fill").launch(Launch.covering(to.length), to));
        }

        @GpuKernel
        static void fill(int[] to) {
            int i = Grid.x();
            Block.sync();
            to[i] = i + 1;
        }
    }

    @Test
    void threadsThatWaitForEachOtherAreRefusedInAnInitialiser() {
        assertThat(OfBlocks.THROWN)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("LaunchInInitialiser");
        int[] to = new int[256];
        OfBlocks.launch(to);
        assertThat(to).endsWith(256);
    }

    static final class Failing {
        static final int NUMBER = number("no number");
    }

    static final class OfFailing {
        @GpuKernel
        static void fill(int[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = Failing.NUMBER;
            }
        }
    }

    @Test
    void anInitialiserThatThrowsEndsLaunchesAsInJava() {
        assertThatThrownBy(() -> filled(OfFailing.class, 10))
                .isInstanceOf(ExceptionInInitializerError.class)
                .hasCauseInstanceOf(NumberFormatException.class);
        for (int i = 0; i < 2; i++) {
            Throwable java = catchThrowable(() -> OfFailing.fill(new int[10]));
            assertThat(java).isInstanceOf(NoClassDefFoundError.class);
            assertThatThrownBy(() -> filled(OfFailing.class, 10))
                    .isInstanceOf(NoClassDefFoundError.class)
                    .hasMessage(java.getMessage());
        }
    }

    /** What its fields would hold follows from its class file. */
    static final class FailingLater {
        static final int[] TABLE = {1, 2, 3};

        static {
            fail();
        }

        private static void fail() {
            throw new AssertionError("not today");
        }
    }

    static final class OfFailingLater {
        @GpuKernel
        static void fill(int[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = FailingLater.TABLE[1];
            }
        }
    }

    @Test
    void anErrorOfAnInitialiserArrivesItself() {
        assertThatThrownBy(() -> filled(OfFailingLater.class, 10))
                .isInstanceOf(AssertionError.class)
                .hasMessage("not today");
        assertThatThrownBy(() -> filled(OfFailingLater.class, 10)).isInstanceOf(NoClassDefFoundError.class);
    }
}
