package dev.gpukernel.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.jit.SharedArrays;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What holds of memory that arrays have in common with another library of the process. */
@SuppressWarnings({"NullAway", "ReferenceEquality", "try"}) // null and closed arrays are what is tested
public abstract class SharingContract {
    private static final int LENGTH = 1000;

    protected abstract Gpu gpu();

    /** {@return memory of another library, for a device that is in use} */
    protected abstract OtherMemory others();

    /** {@return the address of new memory of another library} */
    protected final long allocate(long bytes) {
        gpu().memory();
        return others().allocate(bytes);
    }

    private void free(long address) {
        others().free(address);
    }

    private void fill(long address, int value, long bytes, long stream) {
        others().fill(address, value, bytes, stream);
    }

    protected final int[] read(long address, int length) {
        return others().read(address, length);
    }

    static final class Kernels {
        private Kernels() {}

        @GpuKernel
        static void addOne(int[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] = a[i] + 1;
            }
        }

        @GpuKernel
        static void sum(int[] a, int[] b, int[] c) {
            for (int i = 0; i < c.length; i++) {
                c[i] = a[i] + b[i];
            }
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(MethodHandles.lookup(), Kernels.class, name);
    }

    private static int[] all(int value) {
        int[] all = new int[LENGTH];
        Arrays.fill(all, value);
        return all;
    }

    private static void refused(String code, Class<? extends Exception> type, Executable body) {
        Exception thrown = assertThrows(type, body);
        assertTrue(String.valueOf(thrown.getMessage()).startsWith("[" + code + "]"), thrown.getMessage());
    }

    @Test
    void kernelsWorkOnMemoryOfOthers() {
        long address = allocate(4L * LENGTH);
        fill(address, 0, 4L * LENGTH, 0);
        AtomicInteger endings = new AtomicInteger();
        try (GpuStream stream = gpu().newStream()) {
            GpuArray<int[]> array = SharedArrays.wrap(
                    gpu(), int[].class, address, LENGTH, gpu().defaultStream(), endings::incrementAndGet);
            kernel("addOne").launch(array);
            stream.run(() -> kernel("addOne").launch(array));
            assertArrayEquals(all(2), array.toHost());
            assertEquals(address, array.address());
            assertEquals(address + 40, array.slice(10, 20).address());
            kernel("addOne").launch(array);
            array.close();
            assertEquals(1, endings.get());
            assertArrayEquals(all(3), read(address, LENGTH));
            array.close();
            assertEquals(1, endings.get());
            refused("ArrayClosed", IllegalStateException.class, array::address);
            refused(
                    "ArrayClosed",
                    IllegalStateException.class,
                    () -> kernel("addOne").launch(array));
        }
        free(address);
    }

    @Test
    void ownersStayAsLongAsTheMemoryIsUsed() throws InterruptedException {
        long address = allocate(4L * LENGTH);
        Object owner = new Object();
        WeakReference<Object> seen = new WeakReference<>(owner);
        GpuArray<int[]> array = gpu().wrap(int[].class, address, LENGTH, owner);
        owner = array;
        System.gc();
        assertNotNull(seen.get());
        assertEquals(LENGTH, owner == array ? array.length() : 0);
        array.close();
        for (int i = 0; i < 50 && seen.get() != null; i++) {
            System.gc();
            Thread.sleep(i);
        }
        assertEquals(null, seen.get());
        free(address);
    }

    @Test
    void whatIsForgottenIsGivenBack() throws InterruptedException {
        long address = allocate(4L * LENGTH);
        AtomicInteger endings = new AtomicInteger();
        kernel("addOne")
                .launch(SharedArrays.wrap(
                        gpu(), int[].class, address, LENGTH, gpu().defaultStream(), endings::incrementAndGet));
        for (int i = 0; i < 50 && endings.get() == 0; i++) {
            System.gc();
            Thread.sleep(i);
        }
        assertEquals(1, endings.get());
        free(address);
    }

    @Test
    void whatCannotBeWrappedIsRefused() {
        long address = allocate(4L * LENGTH);
        Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
        refused("ForeignMemory", wrong, () -> gpu().wrap(int[].class, 0, LENGTH, this));
        refused("ForeignMemory", wrong, () -> gpu().wrap(int[].class, address + 2, 10, this));
        refused("NegativeSize", wrong, () -> gpu().wrap(int[].class, address, -1, this));
        refused("ArrayType", wrong, () -> gpu().wrap(boolean[].class, address, 1, this));
        refused("NotPrimitiveArray", wrong, () -> gpu().wrap(String[].class, address, 1, this));
        assertThrows(NullPointerException.class, () -> gpu().wrap(int[].class, address, 1, null));
        try (GpuArray<int[]> first = gpu().wrap(int[].class, address, 100, this)) {
            refused("ForeignMemory", wrong, () -> gpu().wrap(float[].class, address, 100, this));
            refused("ForeignMemory", wrong, () -> gpu().wrap(int[].class, address + 40, 100, this));
            assertEquals(100, first.length());
        }
        try (GpuArray<float[]> other = gpu().wrap(float[].class, address, 100, this);
                GpuArray<int[]> empty = gpu().wrap(int[].class, 0, 0, this)) {
            assertEquals(100, other.length());
            assertEquals(0, empty.toHost().length);
        }
        free(address);
    }

    @Test
    void arraysOfTheSameMemoryAreOneArray() {
        long address = allocate(4L * LENGTH);
        fill(address, 0, 4L * LENGTH, 0);
        AtomicInteger endings = new AtomicInteger();
        GpuArray<int[]> whole =
                SharedArrays.wrap(gpu(), int[].class, address, LENGTH, gpu().defaultStream(), endings::incrementAndGet);
        GpuArray<int[]> part = SharedArrays.wrap(
                gpu(), int[].class, address + 4, LENGTH - 1, gpu().defaultStream(), endings::incrementAndGet);
        GpuArray<int[]> same =
                SharedArrays.wrap(gpu(), int[].class, address, LENGTH, gpu().defaultStream(), endings::incrementAndGet);
        try (GpuStream one = gpu().newStream();
                GpuStream other = gpu().newStream()) {
            for (int i = 0; i < 10; i++) {
                one.run(() -> kernel("addOne").launch(whole));
                other.run(() -> kernel("addOne").launch(part));
                kernel("addOne").launch(same);
            }
            int[] expected = all(30);
            expected[0] = 20;
            assertArrayEquals(expected, whole.toHost());
            refused(
                    "AliasedArguments",
                    IllegalArgumentException.class,
                    () -> kernel("sum").launch(whole, whole, part));
            kernel("sum").launch(whole, same, same);
            whole.close();
            assertEquals(0, endings.get());
            assertEquals(40, same.toHost()[0]);
            refused("ArrayClosed", IllegalStateException.class, whole::toHost);
            part.close();
            assertEquals(1, endings.get());
            same.close();
            assertEquals(3, endings.get());
        }
        free(address);
    }

    @Test
    void whatOthersEnqueueIsInOrder() {
        long address = allocate(4L * LENGTH);
        try (GpuStream one = gpu().newStream();
                GpuStream other = gpu().newStream();
                GpuArray<int[]> array = gpu().wrap(int[].class, address, LENGTH, this);
                GpuArray<int[]> own = gpu().allocate(int[].class, LENGTH)) {
            for (int i = 0; i < 20; i++) {
                int value = i;
                one.run(() -> kernel("addOne").launch(array));
                other.enqueue(
                        stream -> fill(array.address(), value, 4L * LENGTH, stream), List.of(own), List.of(array));
                one.run(() -> kernel("addOne").launch(array));
                kernel("sum").launch(array, array, own);
                int expected = 2 * (value * 0x01010101 + 1);
                assertEquals(expected, own.toHost()[LENGTH - 1]);
            }
            Class<IllegalStateException> wrong = IllegalStateException.class;
            refused(
                    "ArrayInUse",
                    wrong,
                    () -> one.enqueue(_ -> kernel("addOne").launch(array), List.of(), List.of(array)));
            refused("ArrayInUse", wrong, () -> one.enqueue(_ -> array.close(), List.of(array), List.of()));
            assertThrows(
                    ArithmeticException.class,
                    () -> one.enqueue(
                            _ -> {
                                throw new ArithmeticException();
                            },
                            List.of(array),
                            List.of()));
        }
        try (GpuStream one = gpu().newStream()) {
            one.enqueue(_ -> {}, List.of(), List.of());
        }
        free(address);
    }

    @Test
    void nothingIsLeftOfManyWrappedArrays() {
        long address = allocate(4L * LENGTH);
        AtomicInteger endings = new AtomicInteger();
        long used = gpu().memory().used();
        int count = FakeDriver.isInstalled() ? 1_000 : 10_000;
        for (int i = 0; i < count; i++) {
            GpuArray<int[]> array = SharedArrays.wrap(
                    gpu(), int[].class, address, LENGTH, gpu().defaultStream(), endings::incrementAndGet);
            Runnable back = i % 2 == 0 ? SharedArrays.lend(array) : null;
            if (i % 100 == 0) {
                kernel("addOne").launch(array);
            }
            array.close();
            if (back != null) {
                back.run();
            }
        }
        assertEquals(count, endings.get());
        // Less if arrays of other tests are collected meanwhile.
        assertTrue(gpu().memory().used() <= used);
        free(address);
    }

    @Test
    void lentMemoryOutlivesItsArray() {
        long address = allocate(4L * LENGTH);
        AtomicInteger endings = new AtomicInteger();
        GpuArray<int[]> array =
                SharedArrays.wrap(gpu(), int[].class, address, LENGTH, gpu().defaultStream(), endings::incrementAndGet);
        Runnable back = SharedArrays.lend(array);
        Runnable other = SharedArrays.lend(array.slice(1, 2));
        array.close();
        refused("ArrayClosed", IllegalStateException.class, () -> SharedArrays.lend(array));
        back.run();
        back.run();
        assertEquals(0, endings.get());
        other.run();
        assertEquals(1, endings.get());
        free(address);
    }

    @Test
    void addressesThatAreNotAlignedForVectorsDo() {
        long address = allocate(4L * LENGTH + 64);
        fill(address, 0, 4L * LENGTH + 64, 0);
        try (GpuArray<int[]> array = gpu().wrap(int[].class, address + 4, LENGTH, this)) {
            kernel("addOne").launch(array);
            kernel("sum").launch(array, array, array);
            assertArrayEquals(all(2), array.toHost());
        }
        assertEquals(0, read(address, 1)[0]);
        assertEquals(0, read(address + 4 + 4L * LENGTH, 1)[0]);
        free(address);
    }
}
