package dev.gpukernel.contract;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuRegistration;
import dev.gpukernel.GpuRegistration.Reading;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Registered memory is what other memory is, but faster, and its arena can be closed at any time. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class RegistrationContract {
    /** More than arrays that move together have, and more than is copied without threads. */
    private static final int LENGTH = 300_000;

    private static final long BYTES = 4L * LENGTH;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether it has memory of its own, so that memory can be pinned for copies} */
    protected boolean pins() {
        return false;
    }

    /** {@return whether it reads memory of the host where it is that is not pinned} */
    protected boolean readsUnpinned() {
        return true;
    }

    private GpuRegistration register(MemorySegment memory, Reading reading) {
        assumeTrue(reading != Reading.UNPINNED || readsUnpinned());
        return gpu().register(memory, reading);
    }

    @GpuKernel
    static void add(int c, MemorySegment x, MemorySegment y) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i) + c);
        }
    }

    @GpuKernel
    static void raise(int c, MemorySegment x) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            x.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i) + c);
        }
    }

    @GpuKernel
    static int best(MemorySegment x) {
        int best = Integer.MIN_VALUE;
        for (long i = 0; i < x.byteSize() / 4; i++) {
            best = Math.max(best, x.getAtIndex(JAVA_INT, i));
        }
        return best;
    }

    @GpuKernel
    static void divide(int[] by, MemorySegment x, MemorySegment y) {
        for (int i = 0; i < by.length; i++) {
            y.setAtIndex(JAVA_INT, i, x.getAtIndex(JAVA_INT, i) / by[i]);
        }
    }

    @GpuKernel
    static void addInGrid(int c, MemorySegment x, int[] y) {
        int i = Grid.x();
        if (i < y.length) {
            y[i] = x.getAtIndex(JAVA_INT, i) + c;
        }
    }

    @GpuKernel
    static void copy(int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x[i];
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(RegistrationContract.class, name);
    }

    private static int[] numbers(long seed) {
        return new SplittableRandom(seed).ints(LENGTH).toArray();
    }

    private static int[] plus(int[] numbers, int c) {
        return Arrays.stream(numbers).map(n -> n + c).toArray();
    }

    private static MemorySegment segment(Arena arena, int... numbers) {
        MemorySegment segment = arena.allocate(4L * numbers.length, 16);
        segment.copyFrom(MemorySegment.ofArray(numbers));
        return segment;
    }

    @ParameterizedTest
    @EnumSource
    final void registeredSegmentsAreReadAndWritten(Reading reading) {
        int[] x = numbers(1);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = segment(arena, x);
            MemorySegment to = arena.allocate(BYTES, 16);
            try (GpuRegistration first = register(from, reading);
                    GpuRegistration second = register(to, reading)) {
                assertThat(first.isPinned()).isEqualTo(pins() && reading != Reading.UNPINNED);
                assertThat(first.memory()).isEqualTo(from);
                assertThat(second.device()).isSameAs(gpu());
                gpu().run(() -> {
                    kernel("add").launch(3, from, to);
                    assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 3));
                    from.set(JAVA_INT, 4, -5);
                    x[1] = -5;
                    kernel("add").launch(4, from, to);
                    assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 4));
                    kernel("raise").launch(6, to);
                    assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 10));
                    assertThat(kernel("best").launch(from))
                            .isEqualTo(Arrays.stream(x).max().orElseThrow());
                    int[] y = new int[LENGTH];
                    kernel("addInGrid").launch(Launch.covering(LENGTH), 7, from, y);
                    assertThat(y).isEqualTo(plus(x, 7));
                });
            }
            gpu().run(() -> kernel("add").launch(5, from, to));
            assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 5));
        }
    }

    /** Those that begin at multiples of 16 bytes and others, and one that is not registered as a whole. */
    @ParameterizedTest
    @EnumSource
    final void partsOfRegisteredSegmentsAreReadAndWritten(Reading reading) {
        int[] x = numbers(2);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment all = arena.allocate(4 * BYTES, 16);
            all.fill((byte) 9);
            try (GpuRegistration _ = register(all.asSlice(0, 3 * BYTES), reading)) {
                for (long offset : new long[] {16, 20, BYTES, 2 * BYTES + 4, 2 * BYTES + 16, 3 * BYTES}) {
                    MemorySegment from = all.asSlice(offset, BYTES);
                    from.copyFrom(MemorySegment.ofArray(x));
                    MemorySegment to = arena.allocate(BYTES, 4);
                    gpu().run(() -> kernel("add").launch(2, from, to));
                    assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 2));
                    gpu().run(() -> kernel("raise").launch(5, from));
                    assertThat(from.toArray(JAVA_INT)).isEqualTo(plus(x, 5));
                    assertThat(all.get(JAVA_INT, offset - 4)).isEqualTo(0x09090909);
                    all.fill((byte) 9);
                }
            }
        }
    }

    @Test
    final void copiesOfArraysTakeRegisteredSegments() {
        int[] x = numbers(3);
        try (Arena arena = Arena.ofConfined();
                GpuStream stream = gpu().newStream()) {
            MemorySegment from = segment(arena, x);
            MemorySegment to = arena.allocate(BYTES, 4);
            try (GpuRegistration _ = gpu().register(from);
                    GpuRegistration _ = gpu().register(to);
                    GpuArray<int[]> array = gpu().upload(int[].class, from.asReadOnly())) {
                stream.run(() -> kernel("raise").launch(1, array));
                array.copyTo(to);
                assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 1));
                to.set(JAVA_INT, 0, 77);
                array.copyFrom(to);
                stream.run(() -> kernel("raise").launch(1, array));
                assertThat(array.toHost()[0]).isEqualTo(78);
                if (pins()) {
                    array.slice(8, LENGTH).copyFrom(to.asSlice(0, BYTES - 32));
                    assertThat(array.toHost()[8]).isEqualTo(77);
                }
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> array.copyTo(to.asReadOnly()))
                        .withMessageContaining("[SegmentUnusable]");
                try (GpuGraph graph = gpu().record(() -> kernel("raise").launch(5, array))) {
                    array.copyFrom(from);
                    graph.launch();
                    array.copyTo(to);
                    assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 5));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    final void directBuffersAreRegisteredAsSegments(Reading reading) {
        int[] x = numbers(4);
        IntBuffer from = buffer();
        from.put(0, x);
        IntBuffer to = buffer();
        try (GpuRegistration _ = register(MemorySegment.ofBuffer(from), reading);
                GpuRegistration _ = register(MemorySegment.ofBuffer(to), reading);
                GpuArray<int[]> array = gpu().upload(int[].class, from)) {
            gpu().run(() -> kernel("copy").launch(from, to));
            assertThat(to.get(LENGTH - 1)).isEqualTo(x[LENGTH - 1]);
            assertThat(to).isEqualTo(from);
            to.put(0, new int[LENGTH]);
            array.copyTo(to);
            assertThat(to).isEqualTo(from);
        }
    }

    private static IntBuffer buffer() {
        return ByteBuffer.allocateDirect((int) BYTES)
                .order(ByteOrder.nativeOrder())
                .asIntBuffer();
    }

    /** What the driver does not take of a mapped file moves as ever. */
    @Test
    final void mappedFilesAreReadAndWritten(@TempDir Path folder) throws IOException {
        int[] x = numbers(5);
        Path file =
                Files.write(folder.resolve("numbers"), MemorySegment.ofArray(x).toArray(JAVA_BYTE));
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment read = channel.map(MapMode.READ_ONLY, 0, BYTES, arena);
            MemorySegment both = channel.map(MapMode.READ_WRITE, 0, BYTES, arena);
            MemorySegment to = arena.allocate(BYTES, 4);
            try (GpuRegistration _ = gpu().register(read, Reading.IN_PLACE);
                    GpuRegistration _ = gpu().register(both, Reading.IN_PLACE)) {
                gpu().run(() -> kernel("add").launch(1, read, to));
                assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 1));
                gpu().run(() -> kernel("raise").launch(2, both));
                assertThat(read.toArray(JAVA_INT)).isEqualTo(plus(x, 2));
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> gpu().run(() -> kernel("raise").launch(2, read)))
                        .withMessageContaining("[SegmentUnusable]");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    final void manyThreadsLaunchWithOneSegment(Reading reading) {
        int[] x = numbers(6);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment from = segment(arena, x);
            MemorySegment to = arena.allocate(8 * BYTES, 4);
            try (GpuRegistration _ = register(from, reading);
                    GpuRegistration _ = register(to, reading)) {
                CompletableFuture<?>[] all = new CompletableFuture<?>[8];
                for (int i = 0; i < all.length; i++) {
                    int c = i;
                    MemorySegment own = to.asSlice(c * BYTES, BYTES);
                    all[i] = gpu().runAsync(() -> kernel("add").launch(c, from, own));
                }
                CompletableFuture.allOf(all).join();
                for (int i = 0; i < all.length; i++) {
                    assertThat(to.asSlice(i * BYTES, BYTES).toArray(JAVA_INT)).isEqualTo(plus(x, i));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    final void whatAKernelThrowsLeavesThemAsOnTheDevice(Reading reading) {
        int[] x = numbers(7);
        int[] by = new int[LENGTH];
        Arrays.fill(by, 3);
        by[LENGTH - 1] = 0;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = segment(arena, x);
            MemorySegment to = segment(arena, numbers(8));
            try (GpuRegistration _ = register(from, reading);
                    GpuRegistration _ = register(to, reading)) {
                assertThatThrownBy(() -> gpu().run(() -> kernel("divide").launch(by, from, to)))
                        .isInstanceOf(ArithmeticException.class);
                int[] left = gpu().backend().equals("cpu")
                        ? Arrays.stream(x).map(n -> n / 3).toArray()
                        : numbers(8);
                left[LENGTH - 1] = numbers(8)[LENGTH - 1];
                assertThat(to.toArray(JAVA_INT)).isEqualTo(left);
                by[LENGTH - 1] = 3;
                gpu().run(() -> kernel("divide").launch(by, from, to));
                assertThat(to.toArray(JAVA_INT))
                        .isEqualTo(Arrays.stream(x).map(n -> n / 3).toArray());
            }
        }
    }

    /** One that is a part of another shares its registration, and one that overlaps it has none. */
    @Test
    final void registrationsOverlap() {
        int[] x = numbers(9);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = segment(arena, x);
            MemorySegment to = arena.allocate(BYTES, 4);
            GpuRegistration whole = gpu().register(all.asSlice(0, BYTES - 16));
            GpuRegistration part = gpu().register(all.asSlice(16, BYTES / 2), Reading.IN_PLACE);
            GpuRegistration same = gpu().register(all.asSlice(0, BYTES - 16));
            GpuRegistration more = gpu().register(all);
            assertThat(part.isPinned()).isEqualTo(pins());
            assertThat(same.isPinned()).isEqualTo(pins());
            assertThat(more.isPinned()).isFalse();
            for (GpuRegistration closed : new GpuRegistration[] {whole, more, part, same, same, whole}) {
                gpu().run(() -> {
                    kernel("add").launch(1, all, to);
                    assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 1));
                    kernel("add").launch(1, all.asSlice(0, BYTES - 16), to.asSlice(0, BYTES - 16));
                });
                closed.close();
            }
            try (GpuRegistration again = gpu().register(all)) {
                assertThat(again.isPinned()).isEqualTo(pins());
            }
        }
    }

    /** Memory of a closed arena may be another segment's soon. */
    @ParameterizedTest
    @EnumSource
    final void anArenaMayBeClosedBeforeItsRegistration(Reading reading) {
        GpuRegistration[] left = new GpuRegistration[10];
        int[] x = numbers(10);
        for (int i = 0; i < left.length; i++) {
            Arena arena = i % 2 == 0 ? Arena.ofConfined() : Arena.ofShared();
            MemorySegment from = segment(arena, x);
            MemorySegment to = arena.allocate(BYTES, 4);
            gpu().run(() -> kernel("add").launch(1, from, to));
            left[i] = register(from, reading);
            assertThat(left[i].isPinned()).isEqualTo(pins() && reading != Reading.UNPINNED);
            x[i]++;
            from.setAtIndex(JAVA_INT, i, x[i]);
            gpu().run(() -> kernel("add").launch(2, from, to));
            assertThat(to.toArray(JAVA_INT)).isEqualTo(plus(x, 2));
            arena.close();
            assertThatIllegalStateException()
                    .isThrownBy(() -> gpu().run(() -> kernel("add").launch(2, from, from)))
                    .withMessageContaining("[SegmentUnusable]");
        }
        for (GpuRegistration one : left) {
            one.close();
        }
    }

    @Test
    final void whatCannotBeRegisteredIsRefused() throws InterruptedException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().register(MemorySegment.ofArray(new int[4])))
                .withMessageContaining("[SegmentUnusable]")
                .withMessageContaining("Java heap");
        Arena arena = Arena.ofShared();
        MemorySegment closed = arena.allocate(64);
        arena.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> gpu().register(closed))
                .withMessageContaining("[SegmentUnusable]");
        MemorySegment[] confined = new MemorySegment[1];
        Thread owner =
                Thread.ofPlatform().start(() -> confined[0] = Arena.ofConfined().allocate(64));
        owner.join();
        assertThatThrownBy(() -> gpu().register(confined[0])).isInstanceOf(WrongThreadException.class);
        try (Arena own = Arena.ofConfined();
                GpuRegistration empty = gpu().register(own.allocate(0))) {
            assertThat(empty.isPinned()).isFalse();
        }
    }
}
