package dev.gpukernel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.array.IntNdArray;
import dev.gpukernel.array.NdArray;
import dev.gpukernel.array.NdArrays;
import dev.gpukernel.array.Slice;
import dev.gpukernel.contract.OtherMemory;
import dev.gpukernel.internal.cuda.FakeDriver;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Tensors handed over to another library and by one, which is played here as dlpack.h has it. */
@SuppressWarnings("restricted") // plays another library
abstract class DlPackContract {
    /** Where dlpack.h of version 1 has its fields, written down from there: nothing of the class under test. */
    private static final int VERSION = 0;

    private static final int CONTEXT = 8;
    private static final int DELETER = 16;
    private static final int FLAGS = 24;
    private static final int DATA = 32;
    private static final int DEVICE_TYPE = 40;
    private static final int DEVICE_ID = 44;
    private static final int NDIM = 48;
    private static final int CODE = 52;
    private static final int BITS = 53;
    private static final int LANES = 54;
    private static final int SHAPE = 56;
    private static final int STRIDES = 64;
    private static final int BYTE_OFFSET = 72;
    private static final int BYTES = 80;

    private static final long LEAK = 128 << 20;

    private static final AtomicInteger DELETED = new AtomicInteger();

    static final class Kernels {
        private Kernels() {}

        @GpuKernel
        static void addOne(int[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] = a[i] + 1;
            }
        }
    }

    protected abstract Gpu gpu();

    protected abstract int deviceType();

    /** {@return memory of another library, for a device that is in use} */
    protected abstract OtherMemory others();

    private long allocate(long bytes) {
        gpu().memory();
        return others().allocate(bytes);
    }

    private void free(long address) {
        others().free(address);
    }

    private void write(long address, int[] values) {
        others().write(address, values);
    }

    private int[] read(long address, int length) {
        return others().read(address, length);
    }

    /** {@return an array that can be exported} */
    protected abstract GpuArray<int[]> exportable(int length);

    /** {@return how many tensors each way} */
    protected abstract int count();

    private static void addOne(GpuArray<int[]> array) {
        Kernel.of(MethodHandles.lookup(), Kernels.class, "addOne").launch(array);
    }

    @SuppressWarnings("unused") // called through a stub
    private static void delete(MemorySegment tensor) {
        MemorySegment all = tensor.reinterpret(BYTES);
        assertEquals(77, all.get(JAVA_LONG, CONTEXT));
        all.set(JAVA_LONG, CONTEXT, 78);
        DELETED.incrementAndGet();
    }

    private static MemorySegment stub() {
        try {
            MethodHandle delete = MethodHandles.lookup()
                    .findStatic(DlPackContract.class, "delete", MethodType.methodType(void.class, MemorySegment.class));
            return Linker.nativeLinker().upcallStub(delete, FunctionDescriptor.ofVoid(ADDRESS), Arena.global());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("delete", e);
        }
    }

    private static final MemorySegment STUB = stub();

    private MemorySegment tensor(Arena arena, long address, long[] shape, long[] strides) {
        MemorySegment all = arena.allocate(BYTES, 8);
        all.set(JAVA_INT, VERSION, 1);
        all.set(JAVA_INT, VERSION + 4, 3);
        all.set(JAVA_LONG, CONTEXT, 77);
        all.set(ADDRESS, DELETER, STUB);
        all.set(JAVA_LONG, DATA, address);
        all.set(JAVA_INT, DEVICE_TYPE, deviceType());
        all.set(JAVA_INT, NDIM, shape.length);
        all.set(JAVA_BYTE, CODE, (byte) 0);
        all.set(JAVA_BYTE, BITS, (byte) 32);
        all.set(JAVA_SHORT, LANES, (short) 1);
        all.set(ADDRESS, SHAPE, arena.allocateFrom(JAVA_LONG, shape));
        all.set(ADDRESS, STRIDES, strides.length == 0 ? MemorySegment.NULL : arena.allocateFrom(JAVA_LONG, strides));
        return all;
    }

    private static long[] longs(MemorySegment tensor, int field, int count) {
        return tensor.get(ADDRESS, field).reinterpret(8L * count).toArray(JAVA_LONG);
    }

    private static void refused(String part, Executable body) {
        Exception thrown = assertThrows(IllegalArgumentException.class, body);
        assertTrue(String.valueOf(thrown.getMessage()).startsWith("[DlpackTensor]"), thrown.getMessage());
        assertTrue(String.valueOf(thrown.getMessage()).contains(part), thrown.getMessage());
    }

    private static int[] counted(int length) {
        int[] counted = new int[length];
        Arrays.setAll(counted, i -> i);
        return counted;
    }

    /** {@return how many tensors are with others, once those of other tests are collected} */
    private static int exported() throws InterruptedException {
        for (int i = 0; i < 100 && Tensor.exported() > 0; i++) {
            System.gc();
            Thread.sleep(i);
        }
        return Tensor.exported();
    }

    @Test
    void arraysAreImported() {
        long address = allocate(4 * 20);
        write(address, counted(20));
        int before = DELETED.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment tensor = tensor(arena, address - 8, new long[] {3, 1, 4}, new long[] {4, 99, 1});
            tensor.set(JAVA_LONG, BYTE_OFFSET, 16);
            gpu().run(() -> {
                GpuArray<int[]> array = DlPack.importArray(int[].class, tensor);
                addOne(array);
                assertArrayEquals(new int[] {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, array.toHost());
                assertEquals(before, DELETED.get());
                array.close();
                array.close();
                assertEquals(before + 1, DELETED.get());
            });
            assertEquals(78, tensor.get(JAVA_LONG, CONTEXT));
            int[] all = read(address, 20);
            assertEquals(1, all[1]);
            assertEquals(3, all[2]);
            assertEquals(14, all[13]);
            assertEquals(14, all[14]);
        }
        free(address);
    }

    @Test
    void tensorsWithStridesAreImported() throws InterruptedException {
        long address = allocate(4 * 24);
        write(address, counted(24));
        int before = DELETED.get();
        // The collector says when the tensors end.
        Arena arena = Arena.global();
        try (GpuStream stream = gpu().newStream()) {
            MemorySegment transposed = tensor(arena, address, new long[] {6, 4}, new long[] {1, 6});
            transposed.set(JAVA_LONG, FLAGS, 1);
            MemorySegment backwards = tensor(arena, address + 4 * 23, new long[] {2, 3}, new long[] {-12, -2});
            MemorySegment same = tensor(arena, address + 4 * 7, new long[] {2, 2}, new long[] {0, 0});
            MemorySegment number = tensor(arena, address + 4 * 9, new long[0], new long[0]);
            MemorySegment plain = tensor(arena, address, new long[] {4, 6}, new long[0]);
            MemorySegment other = tensor(arena, address, new long[] {4, 6}, new long[0]);
            MemorySegment empty = tensor(arena, 0, new long[] {4, 0}, new long[] {7, 7});
            gpu().run(() -> {
                IntNdArray first = (IntNdArray) DlPack.importNdArray(int[].class, transposed);
                assertArrayEquals(new int[] {6, 4}, first.shape());
                assertArrayEquals(new int[] {0, 6, 12, 18, 1, 7}, Arrays.copyOf(first.toArray(), 6));
                NdArray<int[]> second = DlPack.importNdArray(int[].class, backwards, stream);
                assertArrayEquals(new int[] {23, 21, 19, 11, 9, 7}, second.toArray());
                assertArrayEquals(
                        new int[] {7, 7, 7, 7},
                        DlPack.importNdArray(int[].class, same).toArray());
                assertArrayEquals(
                        new int[] {9}, DlPack.importNdArray(int[].class, number).toArray());
                assertArrayEquals(
                        counted(24), DlPack.importNdArray(int[].class, plain).toArray());
                assertEquals(0, DlPack.importNdArray(int[].class, empty).toArray().length);
                NdArray<int[]> sum = first.plus(((IntNdArray) DlPack.importNdArray(int[].class, other)).transpose());
                assertArrayEquals(new int[] {0, 12, 24, 36, 2, 14}, Arrays.copyOf(sum.toArray(), 6));
                refused("read-only", () -> DlPack.importArray(int[].class, transposed));
            });
        }
        for (int i = 0; i < 100 && DELETED.get() < before + 7; i++) {
            System.gc();
            Thread.sleep(i);
        }
        assertEquals(before + 7, DELETED.get());
        free(address);
    }

    @Test
    void tensorsThatDoNotFitAreRefused() {
        long address = allocate(4 * 24);
        int before = DELETED.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment tensor = tensor(arena, address, new long[] {4, 6}, new long[] {6, 1});
            gpu().run(() -> {
                refused("int32, which are no float[]", () -> DlPack.importArray(float[].class, tensor));
                refused("int32, which are no boolean[]", () -> DlPack.importArray(boolean[].class, tensor));
                tensor.set(JAVA_BYTE, CODE, (byte) 4);
                tensor.set(JAVA_BYTE, BITS, (byte) 16);
                refused("bfloat16", () -> DlPack.importArray(short[].class, tensor));
                tensor.set(JAVA_BYTE, CODE, (byte) 2);
                refused("float16", () -> DlPack.importNdArray(float[].class, tensor));
                tensor.set(JAVA_BYTE, CODE, (byte) 1);
                tensor.set(JAVA_BYTE, BITS, (byte) 32);
                tensor.set(JAVA_SHORT, LANES, (short) 4);
                refused("uint32 x 4", () -> DlPack.importArray(int[].class, tensor));
                tensor.set(JAVA_SHORT, LANES, (short) 1);
                tensor.set(JAVA_INT, DEVICE_ID, 7);
                tensor.set(JAVA_INT, DEVICE_TYPE, 10);
                refused("type 10", () -> DlPack.importArray(int[].class, tensor));
                tensor.set(JAVA_INT, DEVICE_TYPE, deviceType() == 1 ? 2 : 1);
                refused(deviceType() == 1 ? "CUDA device 7" : "the CPU", () -> DlPack.importArray(int[].class, tensor));
                tensor.set(JAVA_INT, DEVICE_ID, 0);
                tensor.set(JAVA_INT, DEVICE_TYPE, deviceType());
                tensor.set(JAVA_INT, VERSION, 2);
                refused("version 2", () -> DlPack.importArray(int[].class, tensor));
                tensor.set(JAVA_INT, VERSION, 1);
                tensor.get(ADDRESS, STRIDES).reinterpret(16).set(JAVA_LONG, 0, 7);
                refused("strides [7, 1]", () -> DlPack.importArray(int[].class, tensor));
                tensor.get(ADDRESS, SHAPE).reinterpret(16).set(JAVA_LONG, 0, -1);
                refused("shape [-1, 6]", () -> DlPack.importArray(int[].class, tensor));
                tensor.get(ADDRESS, SHAPE).reinterpret(16).set(JAVA_LONG, 0, 1L << 40);
                refused("larger", () -> DlPack.importNdArray(int[].class, tensor));
                refused("null", () -> DlPack.importArray(int[].class, MemorySegment.NULL));
                refused("native", () -> DlPack.importArray(int[].class, MemorySegment.ofArray(new byte[80])));
                tensor.set(JAVA_INT, NDIM, -3);
                refused("axes", () -> DlPack.importArray(int[].class, tensor));
            });
        }
        assertEquals(before, DELETED.get());
        free(address);
    }

    @Test
    void arraysAreExported() throws InterruptedException {
        int before = exported();
        GpuArray<int[]> array = exportable(24);
        array.copyFrom(counted(24));
        addOne(array);
        MemorySegment tensor = DlPack.export(array, 2, 3, 4);
        assertEquals(1, tensor.get(JAVA_INT, VERSION));
        assertEquals(0, tensor.get(JAVA_LONG, FLAGS));
        assertEquals(deviceType(), tensor.get(JAVA_INT, DEVICE_TYPE));
        assertEquals(0, tensor.get(JAVA_INT, DEVICE_ID));
        assertEquals(3, tensor.get(JAVA_INT, NDIM));
        assertEquals(0, tensor.get(JAVA_BYTE, CODE));
        assertEquals(32, tensor.get(JAVA_BYTE, BITS));
        assertEquals(1, tensor.get(JAVA_SHORT, LANES));
        assertArrayEquals(new long[] {2, 3, 4}, longs(tensor, SHAPE, 3));
        assertArrayEquals(new long[] {12, 4, 1}, longs(tensor, STRIDES, 3));
        long address = tensor.get(JAVA_LONG, DATA) + tensor.get(JAVA_LONG, BYTE_OFFSET);
        assertEquals(24, read(address, 24)[23]);
        array.close();
        // The memory stays.
        write(address, counted(24));
        try (GpuArray<int[]> other = exportable(24)) {
            other.copyFrom(new int[24]);
            assertEquals(23, read(address, 24)[23]);
        }
        assertEquals(before + 1, Tensor.exported());
        Thread deleter = Thread.ofPlatform().start(() -> DlPack.delete(tensor));
        deleter.join();
        assertEquals(before, Tensor.exported());
        assertThrows(IllegalStateException.class, () -> DlPack.export(array));
        Exception thrown = assertThrows(IllegalArgumentException.class, () -> {
            try (GpuArray<int[]> other = exportable(24)) {
                DlPack.export(other, 5, 5);
            }
        });
        assertTrue(String.valueOf(thrown.getMessage()).startsWith("[DlpackShape]"), thrown.getMessage());
    }

    @Test
    void whatIsExportedIsImported() throws InterruptedException {
        int before = exported();
        gpu().run(() -> {
            GpuArray<int[]> array = exportable(100);
            array.copyFrom(counted(100));
            try (GpuStream one = gpu().newStream();
                    GpuStream other = gpu().newStream()) {
                one.run(() -> addOne(array));
                GpuArray<int[]> again = DlPack.importArray(int[].class, DlPack.export(array, other), other);
                one.run(() -> addOne(again));
                addOne(array);
                other.run(() -> addOne(again));
                assertEquals(99 + 4, array.toHost()[99]);
                array.close();
                one.run(() -> addOne(again));
                assertEquals(99 + 5, again.toHost()[99]);
                assertEquals(before + 1, Tensor.exported());
                again.close();
                assertEquals(before, Tensor.exported());
            }
        });
    }

    @Test
    void arraysWithShapesAreExported() {
        gpu().run(() -> {
            IntNdArray whole = NdArrays.of(new int[][] {{1, 2, 3}, {4, 5, 6}});
            IntNdArray view = whole.transpose().slice(Slice.of(1, 3));
            MemorySegment tensor = DlPack.export(view);
            assertEquals(deviceType() == 1 ? 3 : 1, tensor.get(JAVA_LONG, FLAGS));
            assertArrayEquals(new long[] {2, 2}, longs(tensor, SHAPE, 2));
            if (deviceType() != 1) {
                assertArrayEquals(new long[] {1, 3}, longs(tensor, STRIDES, 2));
            }
            NdArray<int[]> back = DlPack.importNdArray(int[].class, tensor);
            assertArrayEquals(view.toArray(), back.toArray());
            MemorySegment sum = DlPack.export(whole.plus(whole), gpu().defaultStream());
            IntNdArray same = (IntNdArray) DlPack.importNdArray(int[].class, sum);
            assertArrayEquals(new int[] {2, 4, 6, 8, 10, 12}, same.toArray());
            assertArrayEquals(new int[] {3, 6, 9, 12, 15, 18}, same.plus(whole).toArray());
            MemorySegment flags = DlPack.export(NdArrays.of(true, false));
            assertEquals(6, flags.get(JAVA_BYTE, CODE));
            assertEquals(8, flags.get(JAVA_BYTE, BITS));
            DlPack.delete(flags);
            MemorySegment numbers = DlPack.export(NdArrays.of(1.5, 2.5));
            assertEquals(2, numbers.get(JAVA_BYTE, CODE));
            assertEquals(64, numbers.get(JAVA_BYTE, BITS));
            DlPack.delete(numbers);
        });
    }

    @Test
    void anArrayWithAShapeIsExportedManyTimesWithoutACopy() {
        gpu().run(() -> {
            IntNdArray numbers = NdArrays.of(counted(1 << 16));
            DlPack.delete(DlPack.export(numbers));
            long used = gpu().memory().used();
            for (int i = 0; i < 8; i++) {
                IntNdArray exported = deviceType() == 1 ? numbers : numbers.slice(Slice.from(i));
                DlPack.delete(DlPack.export(exported));
            }
            assertEquals(used, gpu().memory().used());
            try (GpuArray<int[]> elements = numbers.asGpuArray()) {
                addOne(elements);
                assertEquals(used + (4L << 16), gpu().memory().used());
                assertEquals(1, elements.toHost()[0]);
            }
            assertArrayEquals(counted(1 << 16), numbers.toArray());
        });
    }

    @Test
    void nothingIsLeftOfManyTensors() throws InterruptedException {
        int exported = exported();
        int deleted = DELETED.get();
        long address = allocate(4 * 24);
        long used = gpu().memory().used();
        gpu().run(() -> {
            try (Arena arena = Arena.ofConfined();
                    GpuArray<int[]> array = exportable(24)) {
                MemorySegment tensor = tensor(arena, address, new long[] {4, 6}, new long[] {6, 1});
                for (int i = 0; i < count(); i++) {
                    tensor.set(JAVA_LONG, CONTEXT, 77);
                    DlPack.importArray(int[].class, tensor).close();
                    DlPack.delete(DlPack.export(array, gpu().defaultStream()));
                }
            }
        });
        assertEquals(deleted + count(), DELETED.get());
        assertEquals(exported, Tensor.exported());
        // Other tests have arrays of their own meanwhile, and less if these are collected; what is lost stays.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (gpu().memory().used() > used && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        assertTrue(gpu().memory().used() <= used);
        free(address);
    }

    private static @Nullable DlPackPeer compiled;

    private static synchronized DlPackPeer peer() throws IOException, InterruptedException {
        assumeTrue(!FakeDriver.isInstalled(), "memory of the stand-in is not another library's to read");
        DlPackPeer peer = compiled;
        if (peer == null) {
            peer = DlPackPeer.compile(Files.createTempDirectory("dlpack"));
            compiled = peer;
        }
        return peer;
    }

    /** {@return what writes down messages: who calls a deleter gets no exception} */
    private static Handler handler(List<String> said) {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getLevel().equals(Level.SEVERE)) {
                    said.add(entry.getMessage() + " " + entry.getThrown());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    @Test
    void aLibraryOfCKeepsATensorAndEndsItInAThreadOfItsOwn() throws IOException, InterruptedException {
        DlPackPeer peer = peer();
        int before = exported();
        gpu().run(() -> {
            GpuArray<int[]> array = exportable(12);
            array.copyFrom(counted(12));
            addOne(array);
            MemorySegment tensor = DlPack.export(array, 3, 4);
            assertArrayEquals(new long[] {1, 0, deviceType(), 0, 2, 0, 32, 1, 0, 3, 4, 4, 1}, peer.fields(tensor, 2));
            peer.add(tensor, 100);
            assertArrayEquals(new int[] {101, 102}, Arrays.copyOf(array.toHost(), 2));
            addOne(array);
            gpu().synchronize();
            GpuArray<int[]> again = null;
            if (deviceType() != 1) {
                // Memory that is kept stays where it is.
                array.close();
                again = exportable(12);
                again.copyFrom(new int[12]);
            }
            peer.add(tensor, 1000);
            if (again != null) {
                assertArrayEquals(new int[12], again.toHost());
                again.close();
            } else {
                assertEquals(11 + 2 + 100 + 1000, array.toHost()[11]);
            }
            assertEquals(before + 1, Tensor.exported());
            List<String> said = new ArrayList<>();
            Logger logger = Logger.getLogger("dev.gpukernel");
            Handler handler = handler(said);
            logger.addHandler(handler);
            peer.end(tensor);
            logger.removeHandler(handler);
            assertEquals(List.of(), said);
            assertEquals(before, Tensor.exported());
            array.close();
        });
    }

    @Test
    void aLibraryOfCGivesTensors() throws IOException, InterruptedException {
        DlPackPeer peer = peer();
        long before = peer.tensors();
        gpu().run(() -> {
            MemorySegment plain = peer.make(deviceType(), 3, 5, false);
            GpuArray<int[]> array = DlPack.importArray(int[].class, plain);
            addOne(array);
            gpu().synchronize();
            peer.add(plain, 10);
            addOne(array);
            assertArrayEquals(new int[] {12, 13, 14}, Arrays.copyOf(array.toHost(), 3));
            assertEquals(before + 1, peer.tensors());
            array.close();
            assertEquals(before, peer.tensors());
            MemorySegment transposed = peer.make(deviceType(), 3, 5, true);
            refused("strides [1, 3]", () -> DlPack.importArray(int[].class, transposed));
            assertEquals(before + 1, peer.tensors());
            NdArray<int[]> byColumns = DlPack.importNdArray(int[].class, transposed);
            assertArrayEquals(counted(15), byColumns.toArray());
            MemorySegment unused = peer.make(deviceType(), 1, 1, false);
            DlPack.delete(unused);
        });
        for (int i = 0; i < 100 && peer.tensors() > before; i++) {
            System.gc();
            Thread.sleep(i);
        }
        assertEquals(before, peer.tensors());
    }

    /** 640 MB each way, if anything were left, each time: others take memory, too, but not that of every time. */
    @Test
    void memoryOfManyTensorsOfALibraryOfCIsFreed() throws IOException, InterruptedException {
        DlPackPeer peer = peer();
        List<Long> lost = new ArrayList<>();
        do {
            long before = peer.tensors();
            int exported = exported();
            long allocated = peer.allocatedBytes();
            long free = gpu().freeMemory();
            gpu().run(() -> {
                IntNdArray numbers = NdArrays.of(counted(1 << 18));
                for (int i = 0; i < 640; i++) {
                    DlPack.importArray(int[].class, peer.make(deviceType(), 1 << 9, 1 << 9, false))
                            .close();
                    DlPack.delete(DlPack.export(numbers));
                }
            });
            assertEquals(before, peer.tensors());
            assertEquals(exported, Tensor.exported());
            assertTrue(peer.allocatedBytes() - allocated < LEAK, () -> "bytes before " + allocated);
            lost.add(deviceType() == 1 ? 0 : free - gpu().freeMemory());
        } while (lost.getLast() >= LEAK && lost.size() < 4);
        assertTrue(lost.getLast() < LEAK, () -> "bytes of the device that are lost each time: " + lost);
    }
}
