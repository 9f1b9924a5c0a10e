package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Needs a GPU, and some 500 MiB of its memory. */
@Tag("gpu")
@Timeout(300)
class CudaSmokeTest {
    /** c[i] = a[i] + b[i] for i below n. */
    private static final String VECTOR_ADD = """
            .version 7.8
            .target sm_75
            .address_size 64
            .visible .entry add(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u32 pn)
            {
                .reg .pred %p<2>;
                .reg .b32 %r<6>;
                .reg .b64 %d<11>;
                .reg .f32 %f<4>;
                ld.param.u64 %d1, [pa];
                ld.param.u64 %d2, [pb];
                ld.param.u64 %d3, [pc];
                ld.param.u32 %r1, [pn];
                mov.u32 %r2, %ctaid.x;
                mov.u32 %r3, %ntid.x;
                mov.u32 %r4, %tid.x;
                mad.lo.s32 %r5, %r2, %r3, %r4;
                setp.ge.s32 %p1, %r5, %r1;
                @%p1 bra done;
                cvta.to.global.u64 %d4, %d1;
                cvta.to.global.u64 %d5, %d2;
                cvta.to.global.u64 %d6, %d3;
                mul.wide.s32 %d7, %r5, 4;
                add.s64 %d8, %d4, %d7;
                add.s64 %d9, %d5, %d7;
                add.s64 %d10, %d6, %d7;
                ld.global.f32 %f1, [%d8];
                ld.global.f32 %f2, [%d9];
                add.rn.f32 %f3, %f1, %f2;
                st.global.f32 [%d10], %f3;
            done:
                ret;
            }
            """;

    private static CudaDevice device;
    private static CudaContext context;
    private static HostCopy copies;

    @BeforeAll
    static void open() {
        CudaDriver.Presence presence = CudaDriver.find();
        assertThat(presence).isInstanceOf(CudaDriver.Present.class);
        device = ((CudaDriver.Present) presence).driver().devices().getFirst();
        context = CudaContext.retain(device, Long.MAX_VALUE);
        copies = new HostCopy(context);
    }

    @AfterAll
    static void close() {
        copies.close();
        context.close();
    }

    @Test
    void listsDevices() {
        CudaDriver driver = ((CudaDriver.Present) CudaDriver.find()).driver();
        assertThat(driver.version()).matches("\\d+\\.\\d");
        assertThat(driver.devices()).isNotEmpty().allSatisfy(each -> {
            assertThat(each.name()).isNotBlank();
            assertThat(each.major()).isGreaterThanOrEqualTo(5);
            assertThat(each.totalMemory()).isGreaterThan(1L << 30);
            assertThat(each.get(DeviceAttribute.WARP_SIZE)).isEqualTo(32);
            assertThat(each.get(DeviceAttribute.MAX_THREADS_PER_BLOCK)).isEqualTo(1024);
            assertThat(each.get(DeviceAttribute.MAX_GRID_DIM_X)).isEqualTo(Integer.MAX_VALUE);
        });
        assertThat(context.memoryInfo().free())
                .isBetween(1L, context.memoryInfo().total());
    }

    /** Arrays of so many bytes, or one element more; one at a time, because together they need much heap. */
    static Stream<Named<Object>> arrays() {
        List<Object> oneElement = List.of(
                new boolean[1],
                new byte[1],
                new short[1],
                new char[1],
                new int[1],
                new long[1],
                new float[1],
                new double[1]);
        return Stream.of(0, 1, 1000, (3 << 20) + 1, 100 << 20)
                .flatMap(bytes -> oneElement.stream().map(one -> {
                    long elementBytes = HeapArray.of(one, 0, 1).bytes();
                    int length = (int) Math.ceilDiv(bytes, elementBytes);
                    Class<?> type = one.getClass().getComponentType();
                    // Named, because the default name of a test holds every element.
                    return Named.of(type + "[" + length + "]", Array.newInstance(type, length));
                }));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void arraysComeBackBitForBit(Object array) {
        fill(array, new Random(1));
        Object back = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
        try (CudaStream stream = CudaStream.create(context)) {
            roundTrip(array, back, stream);
        }
        assertThat(Arrays.mismatch(bytes(back), bytes(array))).isEqualTo(-1);
    }

    @Test
    void copiesWithoutPinnedMemoryGiveTheSame() {
        float[] array = new float[(3 << 20) + 1];
        fill(array, new Random(2));
        float[] back = new float[array.length];
        try (CudaStream stream = CudaStream.create(context);
                DeviceMemory memory = DeviceMemory.allocate(4L * array.length, stream)) {
            DirectCopy.in(HeapArray.of(array, 0, array.length), memory.pointer(), stream);
            DirectCopy.out(HeapArray.of(back, 0, back.length), memory.pointer(), stream);
        }
        assertThat(Arrays.mismatch(bytes(back), bytes(array))).isEqualTo(-1);
    }

    @Test
    void aHostArrayMayChangeAsSoonAsItIsCopied() {
        int[] array = IntStream.range(0, 20 << 20).toArray();
        int[] back = new int[array.length];
        try (CudaStream stream = CudaStream.create(context);
                DeviceMemory memory = DeviceMemory.allocate(4L * array.length, stream)) {
            copies.copyIn(HeapArray.of(array, 0, array.length), memory.pointer(), stream);
            Arrays.fill(array, -1);
            copies.copyOut(HeapArray.of(back, 0, back.length), memory.pointer(), stream);
        }
        assertThat(back).isEqualTo(IntStream.range(0, back.length).toArray());
    }

    @Test
    void fillsAndCopiesOnTheDevice() {
        byte[] back = new byte[5000];
        try (CudaStream stream = CudaStream.create(context);
                DeviceMemory first = DeviceMemory.allocate(5000, stream);
                DeviceMemory second = DeviceMemory.allocate(5000, stream)) {
            first.fill((byte) 7, stream);
            second.fill((byte) -1, stream);
            first.copyTo(0, second, 0, 4999, stream);
            copies.copyOut(HeapArray.of(back, 0, 5000), second.pointer(), stream);
        }
        assertThat(back[0]).isEqualTo((byte) 7);
        assertThat(back[4998]).isEqualTo((byte) 7);
        assertThat(back[4999]).isEqualTo((byte) -1);
    }

    @Test
    void launchesAKernel() {
        addVectors(100_003, 5);
    }

    @Test
    void readsWhatAKernelNeeds() {
        try (CudaModule module = CudaModule.load(context, "add", VECTOR_ADD)) {
            CudaFunction add = module.function("add");
            assertThat(add.resources().registers()).isBetween(4, 32);
            assertThat(add.resources().maxThreadsPerBlock()).isEqualTo(1024);
            assertThat(add.resources().localBytes()).isZero();
            assertThat(add.resources().staticSharedBytes()).isZero();
            assertThat(add.suggested(0).blockSize()).isBetween(128, 1024);
            assertThat(add.suggested(0).gridSize()).isPositive();
            assertThat(add.blocksPerMultiprocessor(256, 0)).isBetween(1, 32);
            assertThatThrownBy(() -> module.function("sub")).isInstanceOfSatisfying(GpuException.class, failure -> {
                assertThat(failure.code()).isEqualTo(Message.DRIVER_CALL);
                assertThat(failure).hasMessageContaining("sub").hasMessageContaining("CUDA_ERROR_NOT_FOUND");
            });
        }
    }

    @Test
    void refusedPtxComesWithTheCompilersLog() {
        String bad = VECTOR_ADD.replace("add.rn.f32 %f3", "nonsense.f32 %f3");
        assertThatThrownBy(() -> CudaModule.load(context, "add", bad))
                .isInstanceOfSatisfying(GpuException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(Message.PTX_REFUSED);
                    assertThat(failure)
                            .hasMessageContaining("CUDA_ERROR_INVALID_PTX")
                            .hasMessageContaining("line 29");
                });
    }

    @Test
    void anImpossibleLaunchNamesItsShape() {
        try (CudaModule module = CudaModule.load(context, "add", VECTOR_ADD);
                CudaStream stream = CudaStream.create(context)) {
            CudaFunction add = module.function("add");
            assertThatThrownBy(() -> add.launch(false, 1, 1, 1, 2048, 1, 1, 0, stream.handle(), MemorySegment.NULL))
                    .isInstanceOf(GpuException.class)
                    .hasMessageContaining("cuLaunchKernel(add, grid=1x1x1, block=2048x1x1, sharedBytes=0)")
                    .hasMessageContaining("CUDA_ERROR_INVALID_VALUE");
        }
    }

    @Test
    void tooLittleMemoryIsSaidAndNothingIsLost() {
        try (CudaStream stream = CudaStream.create(context)) {
            for (long bytes : new long[] {device.totalMemory(), device.totalMemory() + 1, Long.MAX_VALUE}) {
                assertThatThrownBy(() -> DeviceMemory.allocate(bytes, stream))
                        .isInstanceOfSatisfying(GpuException.class, failure -> {
                            assertThat(failure.code()).isEqualTo(Message.OUT_OF_DEVICE_MEMORY);
                            assertThat(failure).hasMessageContaining(bytes + " bytes are needed on");
                        });
            }
            int[] array = {1, 2, 3};
            int[] back = new int[3];
            roundTrip(array, back, stream);
            assertThat(back).containsExactly(1, 2, 3);
        }
    }

    @Test
    void eventsMeasureTimeAndOrderStreams() {
        try (CudaStream first = CudaStream.create(context);
                CudaStream second = CudaStream.create(context);
                CudaEvent start = CudaEvent.timed(context);
                CudaEvent end = CudaEvent.timed(context);
                DeviceMemory memory = DeviceMemory.allocate(256 << 20, first)) {
            assertThat(start.isDone()).isTrue();
            start.record(first);
            memory.fill((byte) 3, first);
            end.record(first);
            second.waitFor(end);
            byte[] back = new byte[1];
            copies.copyOut(HeapArray.of(back, 0, 1), memory.pointer() + memory.bytes() - 1, second);

            assertThat(back[0]).isEqualTo((byte) 3);
            assertThat(end.isDone()).isTrue();
            assertThat(end.millisSince(start)).isBetween(0.01f, 1000f);
            first.synchronize();
            assertThat(first.isIdle()).isTrue();
        }
    }

    @Test
    void pinnedMemoryIsSharedWithTheDevice() {
        try (CudaStream stream = CudaStream.create(context);
                DeviceMemory memory = DeviceMemory.allocate(16, stream);
                PinnedMemory pinned = PinnedMemory.allocate(context, 4096)) {
            memory.fill((byte) 9, stream);
            context.makeCurrent();
            assertThat(CopyCalls.cuMemcpyDtoHAsync(pinned.address(), memory.pointer(), 16, stream.handle()))
                    .isZero();
            stream.synchronize();
            assertThat(pinned.segment().get(ValueLayout.JAVA_BYTE, 15)).isEqualTo((byte) 9);
            assertThat(pinned.devicePointer()).isNotZero();
        }
    }

    @Test
    void closedThingsAreReportedAndMemoryOutlivesItsStream() {
        CudaStream stream = CudaStream.create(context);
        DeviceMemory memory = DeviceMemory.allocate(1000, stream);
        stream.close();
        stream.close();
        memory.close();
        memory.close();
        assertThatThrownBy(stream::synchronize).hasMessageContaining("the stream is closed");
        assertThatThrownBy(memory::pointer).hasMessageContaining("device memory is closed");
    }

    @Test
    void severalThreadsWorkAtOnce() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> running = IntStream.range(0, 24)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> addVectors(1_000_003 + i * 50_000, i)))
                    .toList();
            for (Future<?> each : running) {
                each.get();
            }
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = IntStream.range(0, 100)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> addVectors(10_000 + i, i)))
                    .toList();
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    private static void addVectors(int n, int seed) {
        float[] a = new float[n];
        float[] b = new float[n];
        float[] c = new float[n];
        fill(a, new Random(seed));
        fill(b, new Random(seed + 1));
        try (CudaModule module = CudaModule.load(context, "add", VECTOR_ADD);
                CudaStream stream = CudaStream.create(context);
                DeviceMemory da = DeviceMemory.allocate(4L * n, stream);
                DeviceMemory db = DeviceMemory.allocate(4L * n, stream);
                DeviceMemory dc = DeviceMemory.allocate(4L * n, stream);
                Arena arena = Arena.ofConfined()) {
            copies.copyIn(HeapArray.of(a, 0, n), da.pointer(), stream);
            copies.copyIn(HeapArray.of(b, 0, n), db.pointer(), stream);
            MemorySegment parameters = parameters(arena, da.pointer(), db.pointer(), dc.pointer(), n);
            module.function("add").launch(false, (n + 255) / 256, 1, 1, 256, 1, 1, 0, stream.handle(), parameters);
            copies.copyOut(HeapArray.of(c, 0, n), dc.pointer(), stream);
        }
        for (int i = 0; i < n; i++) {
            float sum = a[i] + b[i];
            boolean same = Float.floatToIntBits(c[i]) == Float.floatToIntBits(sum);
            assertThat(same).as("element %d: %s", i, c[i]).isTrue();
        }
    }

    /** An array of pointers, one to each value. */
    private static MemorySegment parameters(Arena arena, long... values) {
        MemorySegment cells = arena.allocateFrom(ValueLayout.JAVA_LONG, values);
        MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, values.length);
        for (int i = 0; i < values.length; i++) {
            pointers.setAtIndex(ValueLayout.ADDRESS, i, cells.asSlice(i * 8L, 8));
        }
        return pointers;
    }

    private static void roundTrip(Object array, Object back, CudaStream stream) {
        int length = Array.getLength(array);
        long bytes = HeapArray.of(array, 0, length).bytes();
        try (DeviceMemory memory = DeviceMemory.allocate(bytes, stream)) {
            copies.copyIn(HeapArray.of(array, 0, length), memory.pointer(), stream);
            copies.copyOut(HeapArray.of(back, 0, length), memory.pointer(), stream);
        }
    }

    private static void fill(Object array, Random random) {
        HeapArray heap = HeapArray.of(array, 0, Array.getLength(array));
        byte[] bytes = new byte[Math.toIntExact(heap.bytes())];
        random.nextBytes(bytes);
        heap.write(0, MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    private static byte[] bytes(Object array) {
        HeapArray heap = HeapArray.of(array, 0, Array.getLength(array));
        byte[] bytes = new byte[Math.toIntExact(heap.bytes())];
        heap.read(0, MemorySegment.ofArray(bytes), 0, bytes.length);
        return bytes;
    }
}
