package dev.gpukernel.internal.cpu;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class KernelFaultTest {
    private static final String KERNELS = CpuKernels.class.getName();

    private static void assertKernelFrames(Throwable thrown, String... methods) {
        assertThat(thrown.getStackTrace())
                .extracting(StackTraceElement::getMethodName)
                .containsExactly(methods);
        assertThat(thrown.getStackTrace()).allSatisfy(frame -> {
            assertThat(frame.getClassName()).isEqualTo(KERNELS);
            assertThat(frame.getFileName()).isEqualTo("CpuKernels.java");
        });
    }

    @Test
    void lowestThreadIsReportedEveryTime() {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "oneInThree")) {
            for (int i = 0; i < 50; i++) {
                Throwable thrown = launch.fault(CpuLaunch.shape(1000, 100), new int[100_000]);
                assertThat(thrown)
                        .isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessage("Index 100002 out of bounds for length 100000");
                assertKernelFrames(thrown, "oneInThree");
                assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly(KernelFault.note(List.of(0, 0, 0), List.of(2, 0, 0)));
            }
        }
    }

    /** Nothing can be replayed either, so that the message may be missing. */
    @Test
    void typeMethodAndThreadAreReportedWhereNoClassCanBeMade() {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "oneInThree", MethodHandles.publicLookup())) {
            for (int i = 0; i < 20; i++) {
                Throwable thrown = launch.fault(CpuLaunch.shape(1000, 100), new int[100_000]);
                assertThat(thrown).isExactlyInstanceOf(ArrayIndexOutOfBoundsException.class);
                assertThat(thrown.getStackTrace())
                        .extracting(StackTraceElement::getMethodName)
                        .containsExactly("oneInThree");
                assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly(KernelFault.note(List.of(0, 0, 0), List.of(2, 0, 0)));
            }
        }
    }

    @Test
    void otherThreadsGoOn() {
        int[] ran = new int[100_000];
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "oneInThree")) {
            launch.fault(CpuLaunch.shape(1000, 100), ran);
        }
        for (int i = 0; i < ran.length; i++) {
            assertThat(ran[i]).isEqualTo(i % 3 == 2 ? 0 : 1);
        }
    }

    @Test
    void traceShowsCalledMethods() {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "inHelper")) {
            Throwable thrown = launch.fault(CpuLaunch.shape(4, 8), new int[20]);
            assertThat(thrown).hasMessage("Index 20 out of bounds for length 20");
            assertKernelFrames(thrown, "read", "inHelper");
            assertThat(thrown.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly(KernelFault.note(List.of(2, 0, 0), List.of(4, 0, 0)));
        }
    }

    @Test
    void errorsArePassedOnToo() {
        int[] ran = new int[100];
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "recurse")) {
            Throwable thrown = launch.fault(CpuLaunch.shape(10, 10), ran);
            assertThat(thrown).isInstanceOf(StackOverflowError.class);
            assertThat(thrown.getStackTrace())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("recurse");
        }
        assertThat(ran[4]).isEqualTo(1);
        assertThat(ran[99]).isEqualTo(1);
    }

    @Test
    void laterLaunchesWork() throws KernelFault {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "inHelper")) {
            launch.fault(CpuLaunch.shape(1, 21), new int[20]);
            launch.run(CpuLaunch.shape(1, 20), new int[20]);
        }
    }

    @Test
    void aLoopThrowsWithoutANote() {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.LOOP, "addLoop")) {
            Throwable thrown = launch.fault(CpuLaunch.shape(1, 1), new float[5], new float[4], new float[5]);
            assertThat(thrown).hasMessage("Index 4 out of bounds for length 4");
            assertKernelFrames(thrown, "addLoop");
            assertThat(thrown.getSuppressed()).isEmpty();
        }
    }

    /** Lets a kernel throw until the JVM leaves out message and trace. */
    private static void abbreviate(Supplier<Throwable> launch) {
        for (int i = 0; i < 1_000_000; i++) {
            if (KernelTrace.isAbbreviated(launch.get())) {
                return;
            }
        }
        abort("this JVM does not abbreviate what is thrown often");
    }

    private static Throwable thrownByGrid(CpuLaunch launch) {
        Object[] arguments = {new int[] {100}, new int[7]};
        GridRun run = new GridRun(((CpuExecutable) launch.executable()).loop(), arguments, CpuLaunch.shape(1, 1));
        return requireNonNull(run.run()).thrown();
    }

    private static Throwable thrownByLoop(CpuLaunch launch) {
        Object[] arguments = {new int[] {100}, new int[7]};
        return catchThrowable(() -> ((CpuExecutable) launch.executable()).call().invoke(arguments));
    }

    @Test
    void messageAndLineOutliveAbbreviationInAGrid() {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.GRID, "push")) {
            Throwable full = launch.fault(CpuLaunch.shape(1, 1), new int[] {6}, new int[7]);
            assertThat(full).hasMessage("Index 7 out of bounds for length 7");
            int line = full.getStackTrace()[0].getLineNumber();
            assertThat(line).isPositive();

            abbreviate(() -> thrownByGrid(launch));
            for (int i = 0; i < 3; i++) {
                int[] cursor = {2, 6, 9};
                int[] to = new int[7];
                Throwable thrown = launch.fault(CpuLaunch.shape(3, 1), cursor, to);
                assertThat(thrown).hasMessage("Index 7 out of bounds for length 7");
                assertKernelFrames(thrown, "push");
                assertThat(thrown.getStackTrace()[0].getLineNumber()).isEqualTo(line);
                assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly(KernelFault.note(List.of(1, 0, 0), List.of(0, 0, 0)));
                assertThat(cursor).as("done once").containsExactly(3, 7, 10);
                assertThat(to).containsExactly(0, 0, 0, 0, 0, 0, 0);
            }
        }
    }

    @Test
    void messageAndLineOutliveAbbreviationInALoop() {
        try (CpuLaunch launch = new CpuLaunch(KernelForm.LOOP, "pushLoop")) {
            Throwable full = launch.fault(CpuLaunch.shape(1, 1), new int[] {6}, new int[7]);
            int line = full.getStackTrace()[0].getLineNumber();

            abbreviate(() -> thrownByLoop(launch));
            int[] cursor = {2, 6, 9};
            Throwable thrown = launch.fault(CpuLaunch.shape(1, 1), cursor, new int[7]);
            assertThat(thrown).hasMessage("Index 7 out of bounds for length 7");
            assertKernelFrames(thrown, "pushLoop");
            assertThat(thrown.getStackTrace()[0].getLineNumber()).isEqualTo(line);
            assertThat(cursor).as("done once, up to the fault").containsExactly(3, 7, 9);
        }
    }
}
