package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.Kernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** {@link GpuArray}s of more elements than an array of Java's has. Needs memory for them, or tests nothing. */
public abstract class LargeArrayContract {
    private static final int PART = 5000;

    /** {@return the device to launch on} */
    protected abstract Gpu gpu();

    /** {@return bytes that may be allocated} */
    protected abstract long room();

    /** {@return number of bytes in the array, more than 2^31} */
    protected abstract long bytes();

    private record Point(float x, float y) {}

    private static Kernel kernel(String name) {
        return Kernel.of(LargeSegmentKernels.class, name);
    }

    private static byte[] part(GpuArray<byte[]> x, long from) {
        return x.slice(from, Math.min(from + PART, x.size())).toHost();
    }

    private static byte filled(long i) {
        return (byte) (i >> 8);
    }

    @Test
    final void bytesOnTheDevice() {
        long n = bytes();
        assumeTrue(room() > n + (1L << 28));
        long[] places = {0, (1L << 31) - PART / 2, n - PART};
        try (GpuArray<byte[]> x = gpu().allocate(byte[].class, n)) {
            assertThat(x.size()).isEqualTo(n);
            assertThatThrownBy(x::length)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("[ArrayTooLong]", Long.toString(n), "2147483647");
            assertThat(x).hasToString("byte[" + n + "] on " + gpu());
            for (long place : places) {
                assertThat(part(x, place)).containsOnly(0);
            }
            kernel("fillBytes").launch(x);
            for (long place : places) {
                byte[] part = part(x, place);
                for (int i = 0; i < PART; i++) {
                    assertThat(part[i]).isEqualTo(filled(place + i));
                }
            }
            long expected = 0;
            for (long i = 0; i < n; i += 256) {
                expected += Math.min(256, n - i) * filled(i);
            }
            assertThat(kernel("sumBytes").launch(x)).isEqualTo(expected);
            copies(x);
            refusals(x);
            outOfBounds(x);
        }
    }

    /** 256 bytes have all bytes once, and then are followed by as many of the next ones. */
    @Test
    final void runningValues() {
        long n = bytes();
        assumeTrue(room() > n + (1L << 30));
        try (GpuArray<byte[]> x = gpu().allocate(byte[].class, n)) {
            kernel("fillBytes").launch(x);
            kernel("cumulateBytes").launch(x);
            // Where 65,536 elements end, the sum is a multiple of 256.
            for (long place : new long[] {0, (1L << 31) - 65_536, 1L << 31, (n - PART) >> 16 << 16}) {
                byte[] part = part(x, place);
                byte sum = 0;
                for (int i = 0; i < part.length; i++) {
                    sum += filled(place + i);
                    assertThat(part[i]).as("element %s", place + i).isEqualTo(sum);
                }
            }
        }
    }

    private void copies(GpuArray<byte[]> x) {
        long from = (1L << 31) - 100;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(PART);
            GpuArray<byte[]> slice = x.slice(from, from + PART);
            slice.copyTo(host);
            for (int i = 0; i < PART; i++) {
                assertThat(host.get(ValueLayout.JAVA_BYTE, i)).isEqualTo(filled(from + i));
            }
            host.fill((byte) 77);
            slice.copyFrom(host);
            assertThat(part(x, from)).containsOnly(77);
            kernel("negate").launch(slice);
            assertThat(part(x, from)).containsOnly(-77);
            try (GpuArray<byte[]> some = gpu().allocate(byte[].class, 10)) {
                kernel("shift").launch(x, some, from);
                assertThat(some.toHost()).containsOnly(-77);
            }
            try (GpuGraph graph = gpu().record(() -> kernel("fillBytes").launch(x))) {
                graph.launch();
            }
            byte[] again = part(x, from);
            for (int i = 0; i < PART; i++) {
                assertThat(again[i]).isEqualTo(filled(from + i));
            }
        }
    }

    private void refusals(GpuArray<byte[]> x) {
        String length = Long.toString(x.size());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kernel("negate").launch(x))
                .withMessageContainingAll("[ArrayTooLong]", length, "argument 'x' of kernel", "2147483647");
        assertThatIllegalArgumentException()
                .isThrownBy(x::toHost)
                .withMessageContainingAll("[ArrayTooLong]", length, "2147483647");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> x.copyTo(new byte[10]))
                .withMessageContainingAll("[LengthMismatch]", length);
        assertThatThrownBy(() -> x.slice(5, x.size() + 1)).isInstanceOf(IndexOutOfBoundsException.class);
        try (GpuArray<byte[]> small = gpu().allocate(byte[].class, 10);
                GpuGraph graph = gpu().record(() -> kernel("fillBytes").launch(small))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.set(0, 0, x))
                    .withMessageContainingAll("[ArrayTooLong]", length);
            graph.launch();
        }
    }

    private void outOfBounds(GpuArray<byte[]> x) {
        long n = x.size();
        try (GpuArray<byte[]> some = gpu().allocate(byte[].class, 10)) {
            assertThatThrownBy(() -> {
                        kernel("shift").launch(x, some, n - 5);
                        some.toHost();
                    })
                    .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageMatching("Out of bound access on segment .*; new offset = " + n + "; new length = 1");
        }
    }

    @Test
    final void lengthsBeyondAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(float[].class, (1L << 40) + 1))
                .withMessageContainingAll("[ArrayTooLong]", "1099511627777", "1099511627776");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(Point[].class, 1L << 31))
                .withMessageContainingAll("[ArrayTooLong]", "2147483648", "2147483647");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gpu().allocate(float[].class, -(1L << 40)))
                .withMessageContaining("[NegativeSize]");
    }
}
