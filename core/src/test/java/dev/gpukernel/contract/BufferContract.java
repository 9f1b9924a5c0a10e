package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Buffers where kernels take arrays, and copies between them and a device. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class BufferContract {
    private static final int LENGTH = 100;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return whether all kernels run, and not only those of integers} */
    protected boolean runsAll() {
        return true;
    }

    /** Kinds of buffers, with elements before and after those that count. */
    enum Kind {
        WHOLE_ARRAY,
        PART_OF_AN_ARRAY,
        SLICE_OF_AN_ARRAY,
        DIRECT,
        VIEW_OF_A_HEAP_BUFFER,
        BIG_ENDIAN,
        LITTLE_ENDIAN,
        UNALIGNED;

        /** {@return a buffer of some elements, from its position to its limit} */
        IntBuffer of(int... elements) {
            int before = this == WHOLE_ARRAY ? 0 : 3;
            int all = before + elements.length + (this == WHOLE_ARRAY ? 0 : 2);
            IntBuffer buffer = switch (this) {
                case WHOLE_ARRAY, PART_OF_AN_ARRAY -> IntBuffer.wrap(new int[all]);
                case SLICE_OF_AN_ARRAY -> IntBuffer.wrap(new int[all + 7]).slice(5, all);
                case DIRECT -> bytes(all).order(ByteOrder.nativeOrder()).asIntBuffer();
                case VIEW_OF_A_HEAP_BUFFER ->
                    ByteBuffer.allocate(all * Integer.BYTES)
                            .order(ByteOrder.nativeOrder())
                            .asIntBuffer();
                case BIG_ENDIAN -> bytes(all).order(ByteOrder.BIG_ENDIAN).asIntBuffer();
                case LITTLE_ENDIAN -> bytes(all).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
                case UNALIGNED ->
                    ByteBuffer.allocateDirect(all * Integer.BYTES + 1)
                            .slice(1, all * Integer.BYTES)
                            .asIntBuffer();
            };
            for (int i = 0; i < all; i++) {
                buffer.put(i, -7);
            }
            buffer.put(before, elements).position(before).limit(before + elements.length);
            return buffer;
        }

        private static ByteBuffer bytes(int ints) {
            return ByteBuffer.allocateDirect(ints * Integer.BYTES);
        }
    }

    private static Kernel kernel(String name) {
        return Kernel.of(SliceKernels.class, name);
    }

    private static int[] numbers(int first, int length) {
        return IntStream.range(first, first + length).toArray();
    }

    /** {@return the elements from position to limit, once nothing else is seen to be changed} */
    private static int[] elements(IntBuffer buffer, int position) {
        assertThat(buffer.position()).isEqualTo(position);
        for (int i = 0; i < position; i++) {
            assertThat(buffer.get(i)).isEqualTo(-7);
        }
        int[] elements = new int[buffer.remaining()];
        buffer.get(position, elements);
        int end = buffer.limit();
        buffer.limit(buffer.capacity());
        for (int i = end; i < buffer.capacity(); i++) {
            assertThat(buffer.get(i)).isEqualTo(-7);
        }
        buffer.limit(end);
        return elements;
    }

    @ParameterizedTest
    @EnumSource
    final void launchesReadAndWriteTheElementsFromPositionToLimit(Kind kind) {
        int[] expected = new int[LENGTH];
        SliceKernels.scale(3, numbers(5, LENGTH), expected);
        gpu().run(() -> {
            for (Kind other : Kind.values()) {
                IntBuffer to = kind.of(new int[LENGTH]);
                int position = to.position();
                kernel("scale").launch(3, other.of(numbers(5, LENGTH)).asReadOnlyBuffer(), to);
                assertThat(elements(to, position)).isEqualTo(expected);
                to.put(position, new int[LENGTH]);
                kernel("scaleGrid").launch(Launch.covering(LENGTH), 3, other.of(numbers(5, LENGTH)), to);
                assertThat(elements(to, position)).isEqualTo(expected);
            }
            assertThat(kernel("sum").launch(kind.of(numbers(0, LENGTH)))).isEqualTo(LENGTH * (LENGTH - 1) / 2);
            IntBuffer x = kind.of(numbers(0, LENGTH));
            int[] y = numbers(3, LENGTH);
            int position = x.position();
            int[] expectedX = numbers(0, LENGTH);
            int[] expectedY = y.clone();
            kernel("steps").launch(x, y, 5);
            SliceKernels.steps(expectedX, expectedY, 5);
            assertThat(elements(x, position)).isEqualTo(expectedX);
            assertThat(y).isEqualTo(expectedY);
            kernel("scale").launch(3, kind.of(), kind.of());
        });
    }

    @ParameterizedTest
    @EnumSource
    final void copiesToAndFromADevice(Kind kind) {
        Gpu gpu = gpu();
        for (int length : new int[] {0, 1, LENGTH, (9 << 20) / Integer.BYTES}) {
            IntBuffer from = kind.of(numbers(1, length));
            int position = from.position();
            try (GpuArray<int[]> array = gpu.upload(int[].class, from)) {
                assertThat(elements(from, position)).isEqualTo(numbers(1, length));
                assertThat(array.toHost()).isEqualTo(numbers(1, length));
                IntBuffer to = kind.of(new int[length]);
                array.copyTo(to);
                assertThat(elements(to, position)).isEqualTo(numbers(1, length));
                array.copyFrom(kind.of(numbers(2, length)).asReadOnlyBuffer());
                assertThat(array.toHost()).isEqualTo(numbers(2, length));
                if (length > 10 && !gpu.backend().equals("tornado")) {
                    array.slice(1, 6).copyFrom(kind.of(9, 8, 7, 6, 5));
                    IntBuffer some = kind.of(new int[7]);
                    array.slice(0, 7).copyTo(some);
                    assertThat(elements(some, position)).containsExactly(2, 9, 8, 7, 6, 5, 8);
                }
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> array.copyTo(kind.of(new int[length + 1])))
                        .withMessageContaining("[LengthMismatch]");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> array.copyTo(to.asReadOnlyBuffer()))
                        .withMessageContaining("[ReadOnlyBuffer]");
            }
        }
    }

    @Test
    final void buffersOfOtherTypesAreRefused() {
        Gpu gpu = gpu();
        FloatBuffer floats = FloatBuffer.allocate(4);
        try (GpuArray<int[]> array = gpu.upload(new int[4])) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> array.copyFrom(floats))
                    .withMessageContaining("[ArrayType] host array is FloatBuffer, but the GpuArray holds int[]");
            assertThatIllegalArgumentException().isThrownBy(() -> array.copyTo(ByteBuffer.allocate(16)));
            assertThatIllegalArgumentException().isThrownBy(() -> gpu.upload(int[].class, floats));
            assertThatNullPointerException().isThrownBy(() -> array.copyTo((IntBuffer) nothing()));
            gpu.run(() -> {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> kernel("sum").launch(floats))
                        .withMessageContaining("is FloatBuffer, but the parameter 'x' has type int[]");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> kernel("scale").launch(IntBuffer.allocate(1), new int[1], new int[1]));
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> kernel("scale").launch(1, array, IntBuffer.allocate(4)))
                        .withMessageContaining("[MixedArguments]");
                assertThatNullPointerException()
                        .isThrownBy(() -> kernel("sum").call().passBuffer(nothing()))
                        .withMessageContaining("'x'");
            });
            assertThatIllegalStateException()
                    .isThrownBy(() -> gpu.record(() -> kernel("increase").launch(IntBuffer.allocate(4))))
                    .withMessageContaining("[NotRecordable]");
        }
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what callers without null checks may do
    private static <T> T nothing() {
        return null;
    }

    @Test
    final void readOnlyBuffersAreRefusedWhereTheKernelWrites() {
        gpu().run(() -> {
            int[] to = new int[4];
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            kernel("scale").launch(1, to, IntBuffer.wrap(to).asReadOnlyBuffer()))
                    .withMessageContaining(
                            "[ReadOnlyBuffer] argument 'to' of kernel SliceKernels.scale is a read-only buffer,"
                                    + " which the kernel writes");
            assertThat(to).containsOnly(0);
        });
    }

    @ParameterizedTest
    @EnumSource
    final void exceptionsLeaveBuffersAsArrays(Kind kind) {
        gpu().run(() -> {
            int[] array = numbers(0, LENGTH);
            IntBuffer buffer = kind.of(array);
            int position = buffer.position();
            int[] from = numbers(50, LENGTH);
            for (Object to : new Object[] {array, buffer}) {
                assertThatThrownBy(() -> FaultTrial.kernel("shiftLoop").launch(from, to, 10))
                        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                        .hasMessage("Index %s out of bounds for length %s", LENGTH, LENGTH);
            }
            assertThat(elements(buffer, position)).isEqualTo(array);
        });
    }

    private static void refusesOverlap(Callable<?> launch) {
        assertThatIllegalArgumentException().isThrownBy(launch::call).withMessageContaining("[AliasedArguments]");
    }

    @ParameterizedTest
    @EnumSource
    final void sharedMemoryIsNoticed(Kind kind) {
        gpu().run(() -> {
            IntBuffer buffer = kind.of(numbers(0, LENGTH));
            int position = buffer.position();
            IntBuffer left = buffer.duplicate().limit(position + 50);
            IntBuffer own = buffer.slice();
            refusesOverlap(() -> kernel("scale").launch(2, left, buffer));
            refusesOverlap(() -> kernel("scale").launch(2, own.slice(0, 50), own.slice(49, 50)));
            refusesOverlap(() -> kernel("shift").launch(buffer, buffer.duplicate()));
            refusesOverlap(() -> kernel("addAll").launch(left, nothing(), buffer));
            assertThat(elements(buffer, position)).isEqualTo(numbers(0, LENGTH));
            kernel("scale").launch(2, left, own.slice(50, 50));
            int[] expected = numbers(0, LENGTH);
            SliceTrial.apply(2, expected, 0, 50, 50);
            assertThat(elements(buffer, position)).isEqualTo(expected);
            kernel("scale").launch(2, buffer, buffer.duplicate());
            SliceTrial.apply(2, expected, 0, 0, LENGTH);
            assertThat(elements(buffer, position)).isEqualTo(expected);
            kernel("addAll").launch(own.slice(0, 50), nothing(), own.slice(50, 50));
            for (int i = 0; i < 50; i++) {
                expected[50 + i] += expected[i];
            }
            assertThat(elements(buffer, position)).isEqualTo(expected);
        });
    }

    @Test
    final void arraysAndBuffersThatShareMemoryAreNoticed() {
        gpu().run(() -> {
            int[] array = numbers(0, LENGTH);
            refusesOverlap(() -> kernel("scale").launch(2, array, IntBuffer.wrap(array, 1, 9)));
            refusesOverlap(() -> kernel("scale").launch(2, IntBuffer.wrap(array, 1, 9), array));
            refusesOverlap(() -> kernel("shift").launch(IntBuffer.wrap(array), array));
            kernel("scale").launch(2, IntBuffer.wrap(array), array);
            int[] expected = numbers(0, LENGTH);
            SliceTrial.apply(2, expected, 0, 0, LENGTH);
            assertThat(array).isEqualTo(expected);
            if (runsAll()) {
                double[][] rows = {{1, 2}, {3, 4}};
                DoubleBuffer apart = DoubleBuffer.allocate(2);
                Kernel kernel = Kernel.of(BufferKernels.class, "addRows");
                kernel.launch(rows, apart);
                assertThat(apart.array()).containsExactly(3, 7);
                refusesOverlap(() -> kernel.launch(rows, DoubleBuffer.wrap(rows[1], 0, 1)));
            }
        });
    }

    @Test
    final void aKernelReturnsTheArrayOfABuffer() {
        gpu().run(() -> {
            int[] array = numbers(0, LENGTH);
            assertThat(kernel("increment").launch(IntBuffer.wrap(array))).isSameAs(array);
            assertThat(array).isEqualTo(numbers(1, LENGTH));
            IntBuffer direct = Kind.DIRECT.of(array);
            assertThat(kernel("increment").launch(direct)).isEqualTo(numbers(2, LENGTH));
            assertThat(elements(direct, 3)).isEqualTo(numbers(2, LENGTH));
        });
    }

    @Test
    final void aBufferOfClosedMemoryIsRefusedByJava() {
        gpu().run(() -> {
            int[] to = new int[4];
            IntBuffer closed;
            try (Arena arena = Arena.ofConfined()) {
                closed = arena.allocate(16, 4)
                        .asByteBuffer()
                        .order(ByteOrder.nativeOrder())
                        .asIntBuffer();
                kernel("scale").launch(3, closed, to);
                assertThat(to).containsExactly(0, 1, 2, 3);
            }
            assertThatIllegalStateException().isThrownBy(() -> kernel("scale").launch(4, closed, to));
            assertThat(to).containsExactly(0, 1, 2, 3);
        });
    }

    @Test
    final void buffersOfAllTypes() {
        if (!runsAll()) {
            return;
        }
        Random random = new Random(7);
        ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH);
        ShortBuffer shorts = ByteBuffer.allocateDirect(2 * LENGTH).asShortBuffer();
        CharBuffer chars = CharBuffer.allocate(LENGTH);
        FloatBuffer floats = ByteBuffer.allocateDirect(4 * LENGTH).asFloatBuffer();
        LongBuffer longs = LongBuffer.allocate(2 * LENGTH).position(LENGTH);
        DoubleBuffer doubles = ByteBuffer.allocateDirect(8 * LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asDoubleBuffer();
        Object[] arrays = {
            new byte[LENGTH],
            new short[LENGTH],
            new char[LENGTH],
            new float[LENGTH],
            new long[LENGTH],
            new double[LENGTH]
        };
        for (int i = 0; i < LENGTH; i++) {
            bytes.put(i, (byte) random.nextInt());
            shorts.put(i, (short) random.nextInt());
            chars.put(i, (char) random.nextInt());
            floats.put(i, random.nextFloat());
            longs.put(LENGTH + i, random.nextLong());
            doubles.put(i, random.nextDouble());
        }
        read(arrays, bytes, shorts, chars, floats, longs, doubles);
        gpu().run(() -> kernel("mix").launch(bytes, shorts, chars, floats, longs, doubles));
        SliceKernels.mix(
                (byte[]) arrays[0],
                (short[]) arrays[1],
                (char[]) arrays[2],
                (float[]) arrays[3],
                (long[]) arrays[4],
                (double[]) arrays[5]);
        Object[] results = Arrays.stream(arrays)
                .map(array ->
                        java.lang.reflect.Array.newInstance(array.getClass().componentType(), LENGTH))
                .toArray();
        read(results, bytes, shorts, chars, floats, longs, doubles);
        for (int i = 0; i < arrays.length; i++) {
            assertThat(ArrayBits.bytes(results[i])).isEqualTo(ArrayBits.bytes(arrays[i]));
        }
        gpu().run(() -> assertThat(Kernel.of(BufferKernels.class, "count").launch(CharBuffer.wrap("a banana"), 'a'))
                .isEqualTo(4));
    }

    private static void read(
            @Nullable Object[] arrays,
            ByteBuffer bytes,
            ShortBuffer shorts,
            CharBuffer chars,
            FloatBuffer floats,
            LongBuffer longs,
            DoubleBuffer doubles) {
        bytes.get(0, (byte[]) arrays[0]);
        shorts.get(0, (short[]) arrays[1]);
        chars.get(0, (char[]) arrays[2]);
        floats.get(0, (float[]) arrays[3]);
        longs.get(LENGTH, (long[]) arrays[4]);
        doubles.get(0, (double[]) arrays[5]);
    }
}
