package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Launch;
import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.KernelFault;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What happens when threads of a kernel throw. */
abstract class FaultContract {
    private static final int LENGTH = 10_000;
    private static final int LOWEST = 4_321;

    /** Few, so that loops over as many do not make a method hot: of an exception that it threw before, that would leave out the trace. */
    private static final int HOST_LENGTH = 100;

    // Found out before anything has thrown often, since then the JVM leaves out message and trace.
    private static final Expected OUT_OF_RANGE =
            onJvm(LOWEST, () -> ContractKernels.gather(badIndices(), numbers(), new int[LENGTH]));
    private static final Expected BY_ZERO =
            onJvm(LOWEST, () -> ContractKernels.divide(numbers(), badDivisors(), new int[LENGTH]));
    private static final int[] LEFT_BY_LOOP = new int[LENGTH];
    private static final Expected OUT_OF_RANGE_IN_LOOP =
            Expected.of(() -> ContractKernels.gatherLoop(badIndices(), numbers(), LEFT_BY_LOOP));
    private static final Expected BY_ZERO_IN_LOOP =
            Expected.of(() -> ContractKernels.divideLoop(numbers(), badDivisors(), new int[LENGTH]));
    private static final Expected FIRST_OF_SUM = Expected.of(() ->
            ContractKernels.sumFunctions(indicesOfSum(), divisorsOfSum(), numbers(), new int[LENGTH], new int[1]));

    private static final List<Integer> BAD_FOR_HOST = List.of(-1, HOST_LENGTH, Integer.MIN_VALUE);
    private static final List<Expected> LOADED_BY_HOST = BAD_FOR_HOST.stream()
            .map(bad -> Expected.of(() -> ContractKernels.hostElement(new int[HOST_LENGTH], 1, bad)))
            .toList();
    private static final List<Expected> STORED_BY_HOST = BAD_FOR_HOST.stream()
            .map(bad -> Expected.of(() -> ContractKernels.hostElement(new int[HOST_LENGTH], bad, 1)))
            .toList();
    private static final List<Expected> OF_HOSTS_OWN = BAD_FOR_HOST.stream()
            .map(bad -> Expected.of(() -> ContractKernels.hostsOwn(new int[HOST_LENGTH], bad)))
            .toList();

    private final KernelContract contract;

    FaultContract(KernelContract contract) {
        this.contract = contract;
    }

    /** Every seventh index from the lowest on is out of range, each differently. */
    private static int[] badIndices() {
        return IntStream.range(0, LENGTH)
                .map(i -> i >= LOWEST && (i - LOWEST) % 7 == 0 ? LENGTH + i : i)
                .toArray();
    }

    private static int[] badDivisors() {
        return IntStream.range(0, LENGTH)
                .map(i -> i >= LOWEST && (i - LOWEST) % 7 == 0 ? 0 : i + 1)
                .toArray();
    }

    /** Out of range after the bad divisor, where the first of 256 threads comes next, and at the end. */
    private static int[] indicesOfSum() {
        int[] index = IntStream.range(0, LENGTH).map(i -> Math.max(1, i)).toArray();
        index[LOWEST + 256 - LOWEST % 256] = -1;
        index[LENGTH - 1] = LENGTH;
        return index;
    }

    private static int[] divisorsOfSum() {
        int[] divisors = IntStream.range(0, LENGTH).map(i -> i + 1).toArray();
        divisors[LOWEST] = 0;
        return divisors;
    }

    private static int[] numbers() {
        return IntStream.range(0, LENGTH).toArray();
    }

    /** What the JVM throws in one thread of a one-dimensional grid. */
    private static Expected onJvm(int thread, Runnable kernel) {
        return Expected.of(() -> onThread(thread, kernel));
    }

    private static void onThread(int thread, Runnable kernel) {
        ThreadState state = new ThreadState();
        state.blockDimX = LENGTH;
        state.threadX = thread;
        ScopedValue.where(ThreadState.CURRENT, state).run(kernel);
    }

    private void assertSame(Throwable actual, Expected expected) {
        assertThat(Expected.of(actual)).isEqualTo(expected);
        assertThat(actual.getStackTrace())
                .as("the caller's frames follow")
                .anySatisfy(frame -> assertThat(frame.getClassName()).isEqualTo(FaultContract.class.getName()));
    }

    @Test
    final void indexOutOfRangeIsTheJvmsOfTheLowestThread() {
        int[] index = badIndices();
        for (int i = 0; i < 20; i++) {
            int[] to = new int[LENGTH];
            Throwable thrown = catchThrowable(() -> contract.gpu()
                    .run(() -> KernelContract.kernel("gather")
                            .launch(Launch.of((LENGTH + 127) / 128, 128), index, numbers(), to)));
            assertSame(thrown, OUT_OF_RANGE);
            String note = KernelFault.note(List.of(LOWEST / 128, 0, 0), List.of(LOWEST % 128, 0, 0));
            assertThat(thrown.getSuppressed()).extracting(Throwable::getMessage).contains(note);
            if (!contract.sharesHeap()) {
                assertThat(to).containsOnly(0);
            }
        }
    }

    @Test
    final void divisionByZeroIsTheJvmsOfTheLowestThread() {
        int[] divisors = badDivisors();
        for (int i = 0; i < 20; i++) {
            Throwable thrown = catchThrowable(() -> contract.gpu()
                    .run(() -> KernelContract.kernel("divide")
                            .launch(Launch.covering(LENGTH), numbers(), divisors, new int[LENGTH])));
            assertSame(thrown, BY_ZERO);
        }
    }

    /** Two ways of calls lead to the division by zero. Few threads, so that the JVM does not leave out the trace. */
    @Test
    final void whatAFunctionThrowsHasTheJvmsFramesOfAllCalls() {
        int length = 60;
        int[] index = IntStream.range(0, length).map(i -> Math.max(1, i)).toArray();
        for (int wrong : new int[] {0, -1}) {
            int[] divisors =
                    IntStream.range(0, length).map(i -> i >= 41 ? wrong : i + 1).toArray();
            List<StackTraceElement> expected = frames(catchThrowable(() ->
                    onThread(41, () -> ContractKernels.callFunctions(index, divisors, numbers(), new int[length]))));
            Throwable thrown = catchThrowable(() -> contract.gpu()
                    .run(() -> KernelContract.kernel("callFunctions")
                            .launch(Launch.covering(length), index, divisors, numbers(), new int[length])));
            assertThat(thrown).isInstanceOf(ArithmeticException.class);
            assertThat(frames(thrown)).hasSize(3).isEqualTo(expected);
        }
    }

    /** {@return the frames of the kernel and of what it calls} */
    private static List<StackTraceElement> frames(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().equals(ContractKernels.class.getName()))
                .map(frame -> new StackTraceElement(
                        frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber()))
                .toList();
    }

    /** Of a reduction, a thread has iterations 256 apart, so the first thread that throws is not that of the first iteration. */
    @Test
    final void reductionsThrowWhatTheirFirstIterationThrows() {
        int[] index = indicesOfSum();
        int[] divisors = divisorsOfSum();
        for (int i = 0; i < 20; i++) {
            int[] to = new int[LENGTH];
            Throwable thrown = catchThrowable(() -> contract.gpu()
                    .run(() ->
                            KernelContract.kernel("sumFunctions").launch(index, divisors, numbers(), to, new int[1])));
            assertSame(thrown, FIRST_OF_SUM);
            if (!contract.sharesHeap()) {
                assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .anySatisfy(note -> assertThat(note).contains("iteration " + LOWEST));
                assertThat(to).containsOnly(0);
            }
        }
    }

    @Test
    final void loopsThrowWhatTheJvmThrows() {
        int[] index = badIndices();
        int[] divisors = badDivisors();
        for (int i = 0; i < 20; i++) {
            int[] to = new int[LENGTH];
            assertSame(
                    catchThrowable(() -> contract.gpu()
                            .run(() -> KernelContract.kernel("gatherLoop").launch(index, numbers(), to))),
                    OUT_OF_RANGE_IN_LOOP);
            assertThat(to).isEqualTo(contract.sharesHeap() ? LEFT_BY_LOOP : new int[LENGTH]);
            assertSame(
                    catchThrowable(() -> contract.gpu()
                            .run(() ->
                                    KernelContract.kernel("divideLoop").launch(numbers(), divisors, new int[LENGTH]))),
                    BY_ZERO_IN_LOOP);
        }
    }

    @Test
    final void laterLaunchesWork() {
        int[] to = new int[LENGTH];
        contract.gpu().run(() -> {
            Throwable thrown = catchThrowable(() -> KernelContract.kernel("gather")
                    .launch(Launch.covering(LENGTH), badIndices(), numbers(), new int[LENGTH]));
            assertThat(thrown).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            KernelContract.kernel("gather").launch(Launch.covering(LENGTH), numbers(), numbers(), to);
        });
        assertThat(to).isEqualTo(numbers());
    }

    @Test
    final void faultOnResidentArraysArrivesAtTheLatestWithTheResult() {
        var gpu = contract.gpu();
        int[] index = badIndices();
        try (GpuArray<int[]> dIndex = gpu.upload(index);
                GpuArray<int[]> from = gpu.upload(numbers());
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH)) {
            Throwable thrown = catchThrowable(() -> {
                KernelContract.kernel("gather").launch(Launch.covering(LENGTH), dIndex, from, to);
                to.copyTo(new int[LENGTH]);
            });
            assertSame(thrown, OUT_OF_RANGE);
            assertThat(from.toHost()).isEqualTo(numbers());

            dIndex.copyFrom(numbers());
            KernelContract.kernel("gather").launch(Launch.covering(LENGTH), dIndex, from, to);
            assertThat(to.toHost()).isEqualTo(numbers());
        }
    }

    @Test
    final void inputsStayAsTheyAre() {
        int[] index = badIndices();
        int[] from = numbers();
        Throwable thrown = catchThrowable(() ->
                contract.gpu().run(() -> KernelContract.kernel("gatherLoop").launch(index, from, new int[LENGTH])));
        assertThat(thrown).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(Arrays.equals(index, badIndices())).isTrue();
        assertThat(from).isEqualTo(numbers());
    }

    @Test
    final void whatTheHostAccessesIsCheckedInAnyCase() {
        for (int i = 0; i < BAD_FOR_HOST.size(); i++) {
            int bad = BAD_FOR_HOST.get(i);
            assertSame(
                    catchThrowable(() -> contract.gpu()
                            .run(() -> KernelContract.kernel("hostElement").launch(new int[HOST_LENGTH], 1, bad))),
                    LOADED_BY_HOST.get(i));
            assertSame(
                    catchThrowable(() -> contract.gpu()
                            .run(() -> KernelContract.kernel("hostElement").launch(new int[HOST_LENGTH], bad, 1))),
                    STORED_BY_HOST.get(i));
            assertSame(
                    catchThrowable(() -> contract.gpu()
                            .run(() -> KernelContract.kernel("hostsOwn").launch(new int[HOST_LENGTH], bad))),
                    OF_HOSTS_OWN.get(i));
        }
    }

    private record Expected(Class<?> type, @Nullable String message, String firstFrame) {
        static Expected of(Throwable thrown) {
            return new Expected(thrown.getClass(), thrown.getMessage(), thrown.getStackTrace()[0].toString());
        }

        static Expected of(ThrowableAssert.ThrowingCallable call) {
            return of(catchThrowable(call));
        }
    }
}
