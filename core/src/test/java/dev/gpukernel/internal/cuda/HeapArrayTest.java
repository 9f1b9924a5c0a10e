package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeapArrayTest {
    static Stream<Object> arrays() {
        return Stream.of(
                new boolean[] {true, false, true, true, false},
                new byte[] {-1, 2, -3, 4, -5},
                new short[] {-1, 2, -3, 4, Short.MIN_VALUE},
                new char[] {'a', 'b', '\uffff', 'd', 'e'},
                new int[] {-1, 2, -3, Integer.MIN_VALUE, 5},
                new long[] {-1, 2, Long.MIN_VALUE, 4, -5},
                new float[] {-0f, Float.NaN, Float.intBitsToFloat(0x7fc01234), 1.5f, Float.MIN_VALUE},
                new double[] {-0d, Double.NaN, Double.MAX_VALUE, 1.5, Double.MIN_VALUE});
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void aRangeGoesOutAndComesBackWithoutTouchingItsNeighbours(Object array) {
        HeapArray range = HeapArray.of(array, 1, 3);
        int size = Math.toIntExact(range.bytes());
        byte[] bytes = new byte[size + 2];
        range.read(0, MemorySegment.ofArray(bytes), 1, size);

        Object other = Array.newInstance(array.getClass().getComponentType(), 5);
        HeapArray.of(other, 1, 3).write(0, MemorySegment.ofArray(bytes), 1, size);

        Object expected = Array.newInstance(array.getClass().getComponentType(), 5);
        System.arraycopy(array, 1, expected, 1, 3);
        assertThat(other).isEqualTo(expected);
        assertThat(bytes[0]).isZero();
        assertThat(bytes[size + 1]).isZero();
    }

    @Test
    void halfARangeCanBeCopied() {
        boolean[] flags = {false, false, true, false, true};
        byte[] bytes = new byte[2];
        HeapArray.of(flags, 1, 4).read(2, MemorySegment.ofArray(bytes), 0, 2);
        assertThat(bytes).containsExactly(0, 1);
    }

    @Test
    void refusesWhatIsNoArrayOfPrimitives() {
        assertThatThrownBy(() -> HeapArray.of(new String[1], 0, 1))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("java.lang.String[] is not a one-dimensional array of primitives");
        assertThatThrownBy(() -> HeapArray.of(new int[1][1], 0, 1)).isInstanceOf(GpuException.class);
        assertThatThrownBy(() -> HeapArray.of("text", 0, 1)).isInstanceOf(GpuException.class);
    }

    @Test
    void refusesRangesOutsideTheArray() {
        assertThatThrownBy(() -> HeapArray.of(new int[5], 3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> HeapArray.of(new boolean[5], -1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> HeapArray.of(new long[5], 0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
