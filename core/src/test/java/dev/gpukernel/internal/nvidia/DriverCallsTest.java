package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRun;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.cuda.FakeDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a launch asks of the driver, once everything it needs is there. Runs on a {@link FakeDriver} only. */
@Tag("gpu")
final class DriverCallsTest {
    private static final int LENGTH = 1000;

    /** For a sum by many blocks. */
    private static final int MANY = 20_000;

    private static final List<String> SUM = List.of("cuLaunchKernel", "cuStreamSynchronize");

    @GpuKernel
    static void add(int[] a, int[] b, int[] sum) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = a[i] + b[i];
        }
    }

    /** Always of the same length: of a kernel with many, it is not asked whether a launch may fault. */
    @GpuKernel
    static void doubled(int[] a, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = 2 * a[i];
        }
    }

    @GpuKernel
    static void gather(int[] a, int[] index, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = a[index[i]];
        }
    }

    @GpuKernel
    static void addInGrid(int[] a, int[] b, int[] sum) {
        int i = Grid.x();
        if (i < sum.length) {
            sum[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void sums(int width, int[] a, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            int sum = 0;
            for (int j = 0; j < width; j++) {
                sum += a[(i + j) % a.length];
            }
            sums[i] = sum;
        }
    }

    @GpuKernel
    static int sum(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
        }
        return sum;
    }

    /** May fault, so that its launches have to be retired. */
    @GpuKernel
    static int sumOf(int[] a, int[] index) {
        int sum = 0;
        for (int i = 0; i < index.length; i++) {
            sum += a[index[i]];
        }
        return sum;
    }

    @GpuKernel
    static int keep(int[] a, int[] kept) {
        int n = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] % 3 == 0) {
                kept[n++] = a[i];
            }
        }
        return n;
    }

    @GpuKernel
    static void keepAll(int[] a, int[] kept) {
        int n = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] % 3 == 0) {
                kept[n++] = a[i];
            }
        }
    }

    @BeforeEach
    void requireFakeDriver() {
        assumeTrue(FakeDriver.isInstalled());
    }

    private static Kernel kernel(String name) {
        return Kernel.of(DriverCallsTest.class, name);
    }

    /** {@return the calls of one time, once it was done before} */
    private static List<String> calls(Runnable body) {
        body.run();
        body.run();
        // Lanes take turns, and each gets its cells when it is first used; other tests may have left many.
        return IntStream.range(0, 200)
                .mapToObj(_ -> FakeDriver.callsOf(body).stream()
                        // Which takes no time where it is the current one.
                        .filter(name -> !name.equals("cuCtxSetCurrent"))
                        .toList())
                .min(Comparator.comparingInt(List::size))
                .orElseThrow();
    }

    private static int[] numbers() {
        return IntStream.range(0, LENGTH).toArray();
    }

    @Test
    void smallHostArraysTakeOneLaunchAndOneWait() {
        int[] a = numbers();
        int[] sum = new int[LENGTH];
        assertThat(calls(() -> kernel("add").launch(a, a, sum)))
                .containsExactly("cuEventRecord", "cuLaunchKernel", "cuEventRecord", "cuStreamSynchronize");
        assertThat(sum).isEqualTo(Arrays.stream(a).map(i -> 2 * i).toArray());
        int[] twice = new int[LENGTH];
        assertThat(calls(() -> kernel("addInGrid").launch(Launch.covering(LENGTH), a, a, twice)))
                .containsExactly("cuEventRecord", "cuLaunchKernel", "cuEventRecord", "cuStreamSynchronize");
        assertThat(twice).isEqualTo(sum);
    }

    /** {@return the methods between a launcher and the driver, the first that is called first} */
    private static List<String> wayOf(Runnable launch) {
        List<String> way = new ArrayList<>();
        FakeDriver.watch(
                function -> {
                    if (function.equals("cuLaunchKernel")) {
                        way.addAll(StackWalker.getInstance().walk(DriverCallsTest::way));
                    }
                },
                launch);
        return way.reversed();
    }

    /** {@return the frames from the call of the driver up to the one that a launcher calls} */
    private static List<String> way(Stream<StackWalker.StackFrame> frames) {
        return frames.filter(frame -> frame.getClassName().startsWith("dev.gpukernel.internal."))
                .map(frame -> frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName())
                .dropWhile(name -> !name.equals("ModuleCalls.cuLaunchKernel"))
                .takeWhile(name -> !name.startsWith("DriverCallsTest.") && !name.startsWith("FakeDriver."))
                .toList();
    }

    /** {@return the same as docs/architecture.md has it} */
    private static List<String> writtenWay(String script) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "architecture.md"));
        Matcher way = Pattern.compile("calls lead from a launcher to the driver[^:]*:(.*?)\\.\\s", Pattern.DOTALL)
                .matcher(page);
        assertThat(way.find()).isTrue();
        return Pattern.compile("`([^`]+)`")
                .matcher(way.group(1))
                .results()
                .map(name -> name.group(1).replace("KernelScript.run", script))
                .toList();
    }

    @Test
    void sevenCallsLeadFromALauncherToTheDriver() throws IOException {
        Launch covering = Launch.covering(LENGTH);
        int[] host = numbers();
        try (GpuArray<int[]> a = Gpu.current().upload(host);
                GpuArray<int[]> sum = Gpu.current().allocate(int[].class, LENGTH)) {
            List<String> ofGrid =
                    wayOf(() -> pass(kernel("addInGrid").call(covering), a, sum).run());
            List<String> ofLoop = wayOf(() -> pass(kernel("add").call(), a, sum).run());
            assertThat(ofGrid).hasSize(7).isEqualTo(writtenWay("MethodScript.run"));
            assertThat(ofLoop).hasSize(7).isEqualTo(writtenWay("HostScript.run"));
        }
        Runnable ofHostArrays =
                kernel("add").call().passArray(host).passArray(host).passArray(new int[LENGTH])::run;
        assertThat(wayOf(ofHostArrays)).isEqualTo(writtenWay("HostScript.run"));
    }

    private static KernelCall pass(KernelCall call, GpuArray<int[]> a, GpuArray<int[]> sum) {
        return call.passGpuArray(a).passGpuArray(a).passGpuArray(sum);
    }

    /** Over the bus, elements would go again and again. */
    @Test
    void smallHostArraysThatAreReadAgainAndAgainMoveByThreads() {
        int[] a = numbers();
        int[] sums = new int[LENGTH];
        List<String> copied = List.of(
                "cuEventRecord",
                "cuLaunchKernel",
                "cuEventRecord",
                "cuLaunchKernel",
                "cuEventRecord",
                "cuLaunchKernel",
                "cuEventRecord",
                "cuStreamSynchronize");
        assertThat(calls(() -> kernel("sums").launch(20, a, sums))).isEqualTo(copied);
        assertThat(sums[3]).isEqualTo(20 * 3 + 19 * 20 / 2);
    }

    @Test
    void aSumOfSmallHostArraysTakesOneWait() {
        int[] a = numbers();
        assertThat(calls(() -> assertThat(kernel("sum").launch((Object) a)).isEqualTo(LENGTH * (LENGTH - 1) / 2)))
                .containsExactly("cuEventRecord", "cuLaunchKernel", "cuStreamSynchronize", "cuEventRecord");
    }

    @Test
    void aSumOfAnArrayOnTheDeviceTakesOneWait() {
        try (GpuArray<int[]> a = Gpu.current().upload(numbers())) {
            assertThat(calls(() -> kernel("sum").launch(a))).isEqualTo(SUM);
            assertThat(calls(() -> kernel("sumOf").launch(a, a))).isEqualTo(SUM);
        }
    }

    /** What blocks come to is put together by the last one of the launch, which needs nothing to be cleared before. */
    @Test
    void aSumByManyBlocksTakesOneLaunch() {
        int[] host = IntStream.range(0, MANY).toArray();
        int sum = IntStream.of(host).sum();
        try (GpuArray<int[]> a = Gpu.current().upload(host)) {
            assertThat(calls(() -> assertThat(kernel("sum").launch(a)).isEqualTo(sum)))
                    .isEqualTo(SUM);
            assertThat(calls(() -> assertThat(kernel("sumOf").launch(a, a)).isEqualTo(sum)))
                    .isEqualTo(SUM);
        }
    }

    /** A launch in which a block ends early leaves its counter anywhere. */
    @Test
    void aSumAfterOneThatThrewIsRight() {
        int[] host = IntStream.range(0, MANY).toArray();
        int[] wrong = host.clone();
        try (GpuArray<int[]> a = Gpu.current().upload(host);
                GpuArray<int[]> index = Gpu.current().allocate(int[].class, MANY)) {
            for (int at : new int[] {0, 70, 5000, MANY - 1}) {
                wrong[at] = MANY + at;
                index.copyFrom(wrong);
                assertThatThrownBy(() -> kernel("sumOf").launch(a, index))
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessage("Index " + (MANY + at) + " out of bounds for length " + MANY);
                wrong[at] = at;
                assertThat(kernel("sumOf").launch(a, a))
                        .isEqualTo(IntStream.of(host).sum());
            }
        }
    }

    /** Each launch that is under way has a counter of its own. */
    @Test
    void sumsOfManyThreadsEachComeToTheirOwn() throws InterruptedException {
        List<String> wrong = new CopyOnWriteArrayList<>();
        List<Thread> threads = IntStream.range(0, 6)
                .mapToObj(t -> Thread.ofPlatform().start(() -> {
                    int[] host = IntStream.range(t, t + 5000 + 700 * t).toArray();
                    try (GpuArray<int[]> a = Gpu.current().upload(host);
                            GpuStream own = Gpu.current().newStream()) {
                        for (int i = 0; i < 6; i++) {
                            Object sum = i % 2 == 0
                                    ? kernel("sum").launch(a)
                                    : own.<Object>call(() -> kernel("sum").launch(a));
                            if (!Objects.equals(sum, IntStream.of(host).sum())) {
                                wrong.add(sum + " by thread " + t);
                            }
                        }
                    } catch (RuntimeException | Error failed) {
                        wrong.add(failed.toString());
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).isEmpty();
    }

    /** A launch that may fault has a place for that, which is used again once a mark behind it is reached. */
    @Test
    void launchesThatAreKnownNotToFaultNeedNoMarks() {
        try (GpuArray<int[]> a = Gpu.current().upload(numbers());
                GpuArray<int[]> sum = Gpu.current().allocate(int[].class, LENGTH);
                GpuArray<int[]> index = Gpu.current().upload(numbers())) {
            kernel("doubled").launch(a, sum);
            kernel("gather").launch(a, index, sum);
            Gpu.current().synchronize();
            FakeDriver.pretend(true);
            try {
                assertThat(ofMany(() -> kernel("doubled").launch(a, sum))).containsOnly("cuLaunchKernel");
                assertThat(ofMany(() -> kernel("gather").launch(a, index, sum))).contains("cuEventRecord");
            } finally {
                FakeDriver.pretend(false);
            }
        }
    }

    /** {@return the calls of more launches than there are between two marks, but those that make a context the current one} */
    private static List<String> ofMany(Runnable launch) {
        return FakeDriver.callsOf(() -> IntStream.range(0, 600).forEach(_ -> launch.run())).stream()
                .filter(name -> !name.equals("cuCtxSetCurrent"))
                .toList();
    }

    /** The same code runs with and without a place for faults. */
    @Test
    void aLaunchThatMayFaultDoesAfterOneThatCannot() {
        int[] host = numbers();
        int less = LENGTH - 300;
        try (GpuArray<int[]> a = Gpu.current().upload(host);
                GpuArray<int[]> shorter = Gpu.current().upload(Arrays.copyOf(host, less));
                GpuArray<int[]> sum = Gpu.current().allocate(int[].class, LENGTH)) {
            for (int i = 0; i < 3; i++) {
                kernel("add").launch(a, a, sum);
                assertThat(sum.toHost())
                        .isEqualTo(Arrays.stream(host).map(e -> 2 * e).toArray());
                kernel("add").launch(a, shorter, sum);
                assertThatThrownBy(sum::toHost)
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessage("Index " + less + " out of bounds for length " + less);
            }
        }
    }

    @Test
    void aCompactionTakesOneWait() {
        try (GpuArray<int[]> a = Gpu.current().upload(numbers());
                GpuArray<int[]> kept = Gpu.current().allocate(int[].class, LENGTH)) {
            assertThat(calls(() -> assertThat(kernel("keep").launch(a, kept)).isEqualTo(Math.ceilDiv(LENGTH, 3))))
                    .containsExactly("cuMemsetD8Async", "cuLaunchKernel", "cuStreamSynchronize");
        }
    }

    /** The bounds are asked by the kernel, whose fault is found by the cell that the count is in. */
    @Test
    void aCompactionThatFindsNoRoomThrowsAsJavaDoes() {
        int[] host = numbers();
        int room = LENGTH / 4;
        try (GpuArray<int[]> a = Gpu.current().upload(host);
                GpuArray<int[]> little = Gpu.current().allocate(int[].class, room);
                GpuArray<int[]> kept = Gpu.current().allocate(int[].class, LENGTH)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> kernel("keep").launch(a, little))
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessage("Index " + room + " out of bounds for length " + room);
                assertThat(kernel("keep").launch(a, kept)).isEqualTo(Math.ceilDiv(LENGTH, 3));
            }
            assertThat(kernel("keep").launch(host, new int[LENGTH])).isEqualTo(Math.ceilDiv(LENGTH, 3));
        }
    }

    /** Nobody asks for their number: the memory that they need is freed before they are known to be done. */
    @Test
    void compactionsThatNobodyWaitsForStartNoThread() throws InterruptedException {
        try (GpuArray<int[]> a = Gpu.current().upload(numbers());
                GpuArray<int[]> kept = Gpu.current().allocate(int[].class, LENGTH)) {
            while (isWatched()) {
                Thread.sleep(10);
            }
            for (int i = 0; i < 10; i++) {
                kernel("keepAll").launch(a, kept);
                assertThat(isWatched()).isFalse();
            }
            assertThat(kept.toHost()[100]).isEqualTo(300);
        }
    }

    private static boolean isWatched() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("gpukernel-faults"));
    }

    /** On the default stream, which they share, and on streams of their own. */
    @Test
    void compactionsOfManyThreadsEachGetTheirCount() throws InterruptedException {
        int[] host = IntStream.range(0, 5000).toArray();
        List<String> wrong = new CopyOnWriteArrayList<>();
        List<Thread> threads = IntStream.range(0, 6)
                .mapToObj(t -> Thread.ofPlatform().start(() -> {
                    int length = 4000 + 150 * t;
                    try (GpuArray<int[]> a = Gpu.current().upload(Arrays.copyOf(host, length));
                            GpuArray<int[]> kept = Gpu.current().allocate(int[].class, length);
                            GpuStream own = Gpu.current().newStream()) {
                        for (int i = 0; i < 6; i++) {
                            Object count = i % 2 == 0
                                    ? kernel("keep").launch(a, kept)
                                    : own.<Object>call(() -> kernel("keep").launch(a, kept));
                            if (!Objects.equals(count, Math.ceilDiv(length, 3))) {
                                wrong.add(count + " of " + length);
                            }
                        }
                        int[] back = kept.toHost();
                        if (back[1000] != 3000) {
                            wrong.add("element " + back[1000]);
                        }
                    } catch (RuntimeException | Error failed) {
                        wrong.add(failed.toString());
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).isEmpty();
    }

    /** Others run in between, on the same lane and with the same events if these were not the run's own. */
    @Test
    void timesAreThoseOfTheRunWheneverSomebodyAsks() {
        int[] a = numbers();
        int[] some = Arrays.copyOf(a, 10);
        kernel("add").launch(a, a, new int[LENGTH]);
        for (int i = 0; i < 5; i++) {
            kernel("sum").launch((Object) some);
        }
        KernelRun first = kernel("add").lastRun().orElseThrow();
        assertThat(first.bytesToDevice()).isEqualTo(LENGTH * 4L);
        assertThat(first.bytesToHost()).isEqualTo(LENGTH * 4L);
        assertThat(first.kernel()).isPositive();
        assertThat(List.of(first.toDevice(), first.toHost())).containsOnly(Duration.ZERO);
        kernel("sums").launch(20, a, new int[LENGTH]);
        KernelRun copied = kernel("sums").lastRun().orElseThrow();
        assertThat(List.of(copied.toDevice(), copied.kernel(), copied.toHost())).allMatch(Duration::isPositive);
        // It is read once.
        assertThat(FakeDriver.callsOf(() -> assertThat(kernel("add").lastRun()).contains(first)))
                .isEmpty();
        kernel("add").launch(some, some, new int[10]);
        assertThat(kernel("add").lastRun().orElseThrow().bytesToHost()).isEqualTo(40);
        assertThat(kernel("sum").lastRun().orElseThrow().bytesToHost()).isZero();
    }

    /** While threads launch, another asks again and again. */
    @Test
    void timesAreReadWhileOthersLaunch() throws InterruptedException {
        int[] a = numbers();
        Kernel kernel = kernel("add");
        kernel.launch(a, a, new int[LENGTH]);
        List<Thread> threads = IntStream.range(0, 3)
                .mapToObj(t -> Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 50; i++) {
                        int length = 1 + (t * 50 + i) % LENGTH;
                        kernel.launch(Arrays.copyOf(a, length), a, new int[length]);
                    }
                }))
                .toList();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            KernelRun run = kernel.lastRun().orElseThrow();
            assertThat(run.bytesToHost()).isBetween(4L, 4L * LENGTH);
            assertThat(List.of(run.toDevice(), run.kernel(), run.toHost())).noneMatch(time -> time.isNegative());
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
