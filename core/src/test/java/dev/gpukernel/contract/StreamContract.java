package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Launch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches on streams, in other threads and in virtual ones. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class StreamContract {
    private static final int LENGTH = 4096;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return how many virtual threads launch at once} */
    protected int virtualThreads() {
        return 10_000;
    }

    private boolean isAsynchronous() {
        return gpu().backend().equals("cuda");
    }

    private static int[] upTo(int length) {
        return IntStream.range(0, length).toArray();
    }

    @Test
    final void launchesInAScopeGoToItsStream() {
        Gpu gpu = gpu();
        try (GpuStream stream = gpu.newStream();
                GpuStream other = gpu.newStream();
                GpuArray<int[]> from = gpu.upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH)) {
            for (Runnable launch : launches(from, to)) {
                if (isAsynchronous()) {
                    stream.run(launch);
                    other.synchronize();
                    gpu.synchronize();
                    assertThatThrownBy(stream::synchronize).isInstanceOf(ArrayIndexOutOfBoundsException.class);
                } else {
                    assertThatThrownBy(() -> stream.run(launch)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
                }
                to.toHost();
            }
        }
    }

    /** {@return launches of each form, each with a fault} */
    private static List<Runnable> launches(GpuArray<int[]> from, GpuArray<int[]> to) {
        return List.of(
                () -> FaultTrial.kernel("shiftLoop").launch(from, to, 5),
                () -> FaultTrial.kernel("shiftGrid").launch(Launch.covering(LENGTH), from, to, 5));
    }

    @Test
    final void aLaunchThatNamesAStreamGoesThere() {
        Gpu gpu = gpu();
        if (!isAsynchronous()) {
            return;
        }
        try (GpuStream stream = gpu.newStream();
                GpuStream named = gpu.newStream();
                GpuArray<int[]> from = gpu.upload(upTo(LENGTH));
                GpuArray<int[]> to = gpu.allocate(int[].class, LENGTH)) {
            stream.run(() -> FaultTrial.kernel("shiftGrid")
                    .launch(Launch.covering(LENGTH).on(named), from, to, 5));
            stream.synchronize();
            assertThatThrownBy(named::synchronize).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            stream.run(() -> gpu.run(() -> FaultTrial.kernel("shiftLoop").launch(from, to, 5)));
            stream.synchronize();
            assertThatThrownBy(gpu::synchronize).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        }
    }

    @Test
    final void resultsOfScopesAreThoseWithoutThem() {
        Gpu gpu = gpu();
        int[] index = upTo(LENGTH);
        int[] to = new int[LENGTH];
        try (GpuStream stream = gpu.newStream();
                GpuEvent done = gpu.newEvent();
                GpuArray<int[]> there = gpu.upload(index)) {
            Object sum = stream.call(() -> FaultTrial.kernel("sum").launch(index, index));
            assertThat(sum).isEqualTo(Arrays.stream(index).sum());
            assertThat(stream.<Object>call(() -> FaultTrial.kernel("sum").launch(there, there)))
                    .isEqualTo(sum);
            stream.run(() -> {
                assertThat(Gpu.current()).isSameAs(gpu);
                FaultTrial.kernel("copy").launch(index, to);
                FaultTrial.kernel("increment").launch(there);
                done.record(stream);
            });
            assertThat(to).isEqualTo(index);
            done.synchronize();
            assertThat(there.toHost()[17]).isEqualTo(18);
            index[9] = -1;
            assertThatThrownBy(() -> stream.run(() -> FaultTrial.kernel("sum").launch(index, to)))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessageContaining("Index -1 ");
            stream.synchronize();
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what callers without null checks may do
    final void whatCannotRunInAScopeIsRefused() {
        GpuStream stream = gpu().newStream();
        assertThatNullPointerException().isThrownBy(() -> stream.run(null));
        assertThatNullPointerException().isThrownBy(() -> stream.call(null));
        assertThatNullPointerException().isThrownBy(() -> gpu().callAsync(null));
        assertThatNullPointerException().isThrownBy(() -> gpu().runAsync(null));
        AtomicBoolean ran = new AtomicBoolean();
        stream.run(() -> {
            stream.close();
            assertThatIllegalStateException()
                    .isThrownBy(() -> FaultTrial.kernel("copy").launch(new int[3], new int[3]));
        });
        assertThatIllegalStateException().isThrownBy(() -> stream.run(() -> ran.set(true)));
        assertThat(ran).isFalse();
    }

    @Test
    final void futuresHaveWhatTheirBodiesCompute() {
        Gpu gpu = gpu();
        int[] index = upTo(LENGTH);
        List<int[]> results = new ArrayList<>();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int[] to = new int[LENGTH];
            results.add(to);
            all.add(gpu.runAsync(() -> FaultTrial.kernel("copy").launch(index, to)));
        }
        CompletableFuture<Object> sum =
                gpu.callAsync(() -> FaultTrial.kernel("sum").launch(index, index));
        int[] bad = {0, 1, LENGTH};
        CompletableFuture<Object> failed =
                gpu.callAsync(() -> FaultTrial.kernel("sum").launch(bad, index));
        all.forEach(CompletableFuture::join);
        assertThat(results).allSatisfy(to -> assertThat(to).isEqualTo(index));
        assertThat(sum.join()).isEqualTo(Arrays.stream(index).sum());
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(failed::join)
                .havingCause()
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .withMessageContaining("Index " + LENGTH + " ");
        assertThat(gpu.callAsync(Gpu::current).join()).isSameAs(gpu);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    final void virtualThreadsLaunchAndWait(boolean resident) throws Exception {
        Gpu gpu = gpu();
        List<Future<int[]>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                GpuArray<int[]> shared = gpu.upload(upTo(33))) {
            for (int i = 0; i < virtualThreads(); i++) {
                int length = 1 + i % 33;
                all.add(threads.submit(() -> gpu.call(() -> copy(resident ? shared : null, length))));
            }
            for (int i = 0; i < all.size(); i++) {
                assertThat(all.get(i).get()).isEqualTo(upTo(1 + i % 33));
            }
        }
    }

    private static int[] copy(@Nullable GpuArray<int[]> shared, int length) {
        int[] to = new int[length];
        if (shared == null) {
            FaultTrial.kernel("copy").launch(upTo(length), to);
            return to;
        }
        try (GpuArray<int[]> there = Gpu.current().allocate(int[].class, length)) {
            FaultTrial.kernel("copy").launch(shared, there);
            there.copyTo(to);
            return to;
        }
    }
}
