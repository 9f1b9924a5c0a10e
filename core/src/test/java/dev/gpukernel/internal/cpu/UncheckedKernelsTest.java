package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.ThreadState;
import dev.gpukernel.oracle.OmittedDetails;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On the CPU, a kernel that asks for no checks throws what Java throws, where Java throws it, and leaves what Java leaves. */
final class UncheckedKernelsTest {
    private static final int ELEMENTS = 100;
    private static final int SHORT = 1_000;

    /** Long enough for workers to take over. */
    private static final int LONG = 200_000;

    private static final Gpu CPU = Gpu.all().stream()
            .filter(gpu -> gpu.backend().equals(CpuBackend.NAME))
            .findFirst()
            .orElseThrow();

    /**
     * Arguments of a launch: one element of {@code index} may be out of range, or {@code at}.
     *
     * @param length of {@code index} and {@code to}
     * @param place of the bad element, -1 for none
     * @param bad the bad element
     * @param at the argument
     */
    private record Case(int length, int place, int bad, int at) {
        int[][] arrays() {
            int[] index = IntStream.range(0, length)
                    .map(i -> i == place ? bad : 1 + i % (ELEMENTS - 1))
                    .toArray();
            return new int[][] {index, IntStream.range(0, ELEMENTS).toArray(), new int[length]};
        }

        Object[] arguments(int[][] arrays) {
            return new Object[] {arrays[0], arrays[1], arrays[2], at};
        }
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int length : new int[] {SHORT, LONG}) {
            cases.add(new Case(length, -1, 0, 10));
            for (int bad : new int[] {-1, ELEMENTS}) {
                for (int place : new int[] {0, 363, length / 2 + 3, length - 1}) {
                    cases.add(new Case(length, place, bad, 10));
                }
                cases.add(new Case(length, -1, 0, bad));
            }
        }
        for (int extreme : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            cases.add(new Case(SHORT, 77, extreme, 10));
            cases.add(new Case(SHORT, -1, 0, extreme));
        }
        return cases;
    }

    private static Stream<Method> kernels(String ending) {
        return Arrays.stream(UncheckedKernels.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .filter(method -> method.getName().matches(ending));
    }

    static Stream<Method> loops() {
        return kernels("(?!grid|block).*");
    }

    static Stream<Method> grids() {
        return kernels("grid.*");
    }

    /**
     * What a call led to.
     *
     * @param result what it returned
     * @param thrown what it threw
     * @param arrays the arrays afterwards
     */
    @SuppressWarnings("ArrayRecordComponent") // compared element by element
    private record Ending(@Nullable Object result, @Nullable Throwable thrown, int[][] arrays) {
        static Ending of(Callable<@Nullable Object> call, int[][] arrays) {
            try {
                return new Ending(call.call(), null, arrays);
            } catch (InvocationTargetException e) {
                return new Ending(null, e.getTargetException(), arrays);
            } catch (Exception e) {
                return new Ending(null, e, arrays);
            }
        }

        static Ending ofJava(Method method, Case launch) {
            int[][] arrays = launch.arrays();
            return of(() -> method.invoke(null, launch.arguments(arrays)), arrays);
        }

        /** {@return whether it is what Java does, but for what the JVM leaves out of what it throws often} */
        boolean throwsAs(Ending java) {
            if (thrown == null || java.thrown == null || OmittedDetails.areOf(java.thrown)) {
                return thrown == null
                        ? java.thrown == null
                        : java.thrown != null && java.thrown.getClass() == thrown.getClass();
            }
            return thrown.toString().equals(java.thrown.toString())
                    && frames(thrown).equals(frames(java.thrown));
        }

        /** {@return the same of a thread among others, which cannot be run once more to see what the JVM left out} */
        boolean throwsAmongOthersAs(Ending java) {
            if (thrown == null || java.thrown == null || !OmittedDetails.areOf(thrown)) {
                return throwsAs(java);
            }
            return java.thrown.getClass() == thrown.getClass();
        }

        boolean isLike(Ending java) {
            return throwsAs(java)
                    && String.valueOf(result).equals(String.valueOf(java.result))
                    && Arrays.deepEquals(arrays, java.arrays);
        }

        /** {@return the kernel's frames and those of what it calls, but of intrinsics} */
        private static List<String> frames(Throwable thrown) {
            List<String> frames = new ArrayList<>();
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (frame.getClassName().startsWith("dev.gpukernel.device.")) {
                    frames.clear();
                } else if (frame.getClassName().contains(".reflect.")
                        || frame.getClassName().equals("dev.gpukernel.internal.jit.Call")) {
                    break;
                } else {
                    frames.add(frame.getMethodName() + ":" + frame.getLineNumber());
                }
            }
            return frames;
        }

        @Override
        public String toString() {
            return thrown == null ? "returns " + result : thrown.getClass() + " at " + frames(thrown);
        }
    }

    private static void assertNone(List<String> differences) {
        assertThat(differences.stream().limit(3)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("loops")
    void loopsEndAsInJava(Method method) {
        Kernel kernel = Kernel.of(UncheckedKernels.class, method.getName());
        List<String> differences = new ArrayList<>();
        int thrown = 0;
        for (Case launch : cases()) {
            Ending java = Ending.ofJava(method, launch);
            int[][] arrays = launch.arrays();
            Ending launched = Ending.of(() -> CPU.call(() -> kernel.launch(launch.arguments(arrays))), arrays);
            if (!launched.isLike(java)) {
                differences.add(launch + " " + launched + ", not " + java);
            }
            thrown += java.thrown == null ? 0 : 1;
        }
        assertNone(differences);
        assertThat(thrown).isGreaterThan(1);
    }

    /** Of many threads, the lowest that throws is known, but not which others have run. */
    @ParameterizedTest
    @MethodSource("grids")
    void threadsThrowWhatJavaThrows(Method method) {
        Kernel kernel = Kernel.of(UncheckedKernels.class, method.getName());
        List<String> differences = new ArrayList<>();
        for (Case launch : cases()) {
            for (int threads : new int[] {1, 64}) {
                int blocks = threads == 1 ? 1 : (launch.length + threads - 1) / threads;
                if (launch.length == SHORT || threads == 64) {
                    int[][] arrays = launch.arrays();
                    Ending launched = Ending.of(
                            () -> CPU.call(() -> {
                                kernel.launch(Launch.of(blocks, threads), launch.arguments(arrays));
                                return null;
                            }),
                            arrays);
                    Ending java = inTurn(method, launch, blocks, threads);
                    if (threads == 1 ? !launched.isLike(java) : !launched.throwsAmongOthersAs(java)) {
                        differences.add(threads + " threads, " + launch + " " + launched + ", not " + java);
                    }
                }
            }
        }
        assertNone(differences);
    }

    private static Ending inTurn(Method method, Case launch, int blocks, int threads) {
        int[][] arrays = launch.arrays();
        ThreadState state = new ThreadState();
        state.gridDimX = blocks;
        state.blockDimX = threads;
        return Ending.of(
                () -> ScopedValue.where(ThreadState.CURRENT, state).call(() -> {
                    for (int i = 0; i < blocks * threads; i++) {
                        state.blockX = i / threads;
                        state.threadX = i % threads;
                        method.invoke(null, launch.arguments(arrays));
                    }
                    return null;
                }),
                arrays);
    }

    @Test
    void sharedArraysAreChecked() {
        Case launch = new Case(64, 5, 70, 0);
        Throwable thrown = thrownBy("blockShared", Launch.of(1, 64), launch);
        assertThat(thrown)
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 69 out of bounds for length 64");
        assertThat(thrown.getStackTrace()[0].getMethodName()).isEqualTo("blockShared");
        assertThat(thrown.getStackTrace()[0].getLineNumber()).isPositive();
    }

    @Test
    void slicesOfSharedMemoryAreChecked() {
        Case launch = new Case(64, -1, 0, 64);
        Throwable thrown = thrownBy("blockSlice", Launch.of(1, 64).sharedBytes(256), launch);
        assertThat(thrown).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(thrown.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("blockSlice"));
    }

    private static Throwable thrownBy(String kernel, Launch shape, Case launch) {
        return catchThrowable(() -> CPU.run(
                () -> Kernel.of(UncheckedKernels.class, kernel).launch(shape, launch.arguments(launch.arrays()))));
    }

    @Test
    void loopsOnResidentArraysEndAsInJava() {
        Case launch = new Case(SHORT, 363, -1, 10);
        Method method = loops().filter(loop -> loop.getName().equals("gather"))
                .findFirst()
                .orElseThrow();
        int[][] arrays = launch.arrays();
        try (GpuArray<int[]> index = CPU.upload(arrays[0]);
                GpuArray<int[]> from = CPU.upload(arrays[1]);
                GpuArray<int[]> to = CPU.upload(arrays[2])) {
            Kernel kernel = Kernel.of(UncheckedKernels.class, method.getName());
            Ending launched = Ending.of(() -> kernel.launch(index, from, to, launch.at), arrays);
            to.copyTo(arrays[2]);
            Ending java = Ending.ofJava(method, launch);
            assertThat(launched.isLike(java)).as(launched + ", not " + java).isTrue();
        }
    }
}
