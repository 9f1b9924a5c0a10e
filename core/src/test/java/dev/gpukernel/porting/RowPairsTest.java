package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that branches set, and those of clones, with what else kernels have: objects, records, reductions, exceptions, streams and arrays of a device. */
@Execution(ExecutionMode.CONCURRENT)
class RowPairsTest {
    /** Rows and what they come to. */
    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Split(int[][] rows, long sum, int[] lengths) {}

    /** A table with a threshold. */
    static final class Table {
        private int[][] rows;
        private final int most;
        private int changed;

        Table(int[][] rows, int most) {
            this.rows = rows;
            this.most = most;
        }

        /** Its own copy, with rows whose first element is too large left out. */
        @GpuKernel
        int[][] cleared() {
            int[][] copy = rows.clone();
            int count = 0;
            for (int i = 0; i < copy.length; i++) {
                if (copy[i][0] > most) {
                    copy[i] = new int[rows[i].length];
                    count++;
                } else {
                    copy[i] = copy[i].clone();
                }
            }
            changed = count;
            return copy;
        }
    }

    /** Kernels. */
    static final class Kernels {
        private Kernels() {}

        private static int[] clipped(int[] row, int most) {
            if (row.length > most) {
                throw new IllegalArgumentException("row of " + row.length);
            }
            return row.clone();
        }

        /** Sums, lengths and rows, in a record. */
        @GpuKernel
        static Split split(int[][] a, int by) {
            int[][] rows = new int[a.length][];
            int[] lengths = new int[a.length];
            long sum = 0;
            for (int i = 0; i < a.length; i++) {
                if (i % 2 == by % 2) {
                    rows[i] = a[i].clone();
                } else {
                    rows[i] = new int[i + by];
                }
                lengths[i] = rows[i].length;
            }
            for (int i = 0; i < rows.length; i++) {
                for (int j = 0; j < rows[i].length; j++) {
                    sum += rows[i][j];
                }
            }
            return new Split(rows, sum, lengths);
        }

        /** A row that is too long throws, which its iteration catches or lets through. */
        @GpuKernel
        static int[][] caught(int[][] a, int most, boolean catches) {
            int[][] rows = a.clone();
            for (int i = 0; i < rows.length; i++) {
                try {
                    rows[i] = clipped(rows[i], most);
                } catch (IllegalArgumentException e) {
                    if (!catches) {
                        throw e;
                    }
                    rows[i] = new int[most];
                }
            }
            return rows;
        }

        /** The least of all that is made, and no array. */
        @GpuKernel
        static int least(int[][] a, int by) {
            int[][] rows = new int[a.length][];
            for (int i = 0; i < a.length; i++) {
                rows[i] = a[i][0] < 0 ? a[i].clone() : new int[] {by, i, by - i};
            }
            int least = Integer.MAX_VALUE;
            for (int i = 0; i < rows.length; i++) {
                for (int j = 0; j < rows[i].length; j++) {
                    least = Math.min(least, rows[i][j]);
                }
            }
            return least;
        }

        @GpuKernel
        static int[][] framed(int[][] a, int by) {
            int[][] framed = new int[a.length][];
            for (int i = 0; i < a.length; i++) {
                if (i == 0 || i == a.length - 1) {
                    framed[i] = new int[a[i].length];
                } else {
                    framed[i] = a[i].clone();
                    framed[i][0] += by;
                }
            }
            return framed;
        }
    }

    static Stream<Gpu> gpus() {
        return Stream.of(Gpu.current(), OtherEngine.gpu(new Interpreted(1 << 15, Long.MAX_VALUE)));
    }

    private static int[][] even() {
        return new int[][] {{1, 2, 3}, {-4, 5, 6}, {7, -8, 9}, {10, 11, -12}};
    }

    private static int[][] uneven() {
        return new int[][] {{1, 2, 3}, {-4}, {7, -8}, {10, 11, -12, 13, 14}, {-2, 1}};
    }

    private static List<int[][]> tables() {
        return List.of(even(), uneven(), new int[0][], new int[][] {{5}});
    }

    @ParameterizedTest
    @MethodSource("gpus")
    void objects(Gpu gpu) {
        Kernel kernel = Kernel.of(Table.class, "cleared");
        for (int[][] rows : tables()) {
            Table java = new Table(rows, 3);
            int[][] expected = java.cleared();
            Table object = new Table(rows, 3);
            assertThat((int[][]) gpu.call(() -> kernel.launch(object))).isDeepEqualTo(expected);
            assertThat(object.changed).isEqualTo(java.changed);
            assertThat(object.rows).isSameAs(rows);
        }
    }

    @ParameterizedTest
    @MethodSource("gpus")
    void recordsAndReductions(Gpu gpu) {
        Kernel split = Kernel.of(Kernels.class, "split");
        Kernel least = Kernel.of(Kernels.class, "least");
        for (int[][] rows : tables()) {
            for (int by = 0; by < 3; by++) {
                int number = by;
                Split expected = Kernels.split(rows, by);
                Split found = (Split) Objects.requireNonNull(gpu.call(() -> split.launch(rows, number)));
                assertThat(found.rows()).isDeepEqualTo(expected.rows());
                assertThat(found.lengths()).isEqualTo(expected.lengths());
                assertThat(found.sum()).isEqualTo(expected.sum());
                assertThat(gpu.call(() -> least.launch(rows, number))).isEqualTo(Kernels.least(rows, by));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("gpus")
    void exceptions(Gpu gpu) {
        Kernel kernel = Kernel.of(Kernels.class, "caught");
        for (int[][] rows : tables()) {
            assertThat((int[][]) gpu.call(() -> kernel.launch(rows, 5, false))).isDeepEqualTo(rows);
            assertThat((int[][]) gpu.call(() -> kernel.launch(rows, 2, true)))
                    .isDeepEqualTo(Kernels.caught(rows, 2, true));
        }
        assertThatThrownBy(() -> gpu.call(() -> kernel.launch(uneven(), 2, false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("row of 3");
    }

    @ParameterizedTest
    @MethodSource("gpus")
    void streamsAndFutures(Gpu gpu) {
        Kernel framed = Kernel.of(Kernels.class, "framed");
        Kernel caught = Kernel.of(Kernels.class, "caught");
        List<CompletableFuture<Object>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int by = i;
            all.add(gpu.callAsync(() -> framed.launch(by % 2 == 0 ? even() : uneven(), by)));
        }
        CompletableFuture<Object> failed = gpu.callAsync(() -> caught.launch(uneven(), 1, false));
        for (int i = 0; i < all.size(); i++) {
            assertThat((int[][]) all.get(i).join()).isDeepEqualTo(Kernels.framed(i % 2 == 0 ? even() : uneven(), i));
        }
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(failed::join)
                .withCauseInstanceOf(IllegalArgumentException.class);
        try (GpuStream stream = gpu.newStream();
                GpuArray<int[][]> on = gpu.upload(even());
                GpuArray<int[][]> of = gpu.upload(uneven())) {
            for (GpuArray<int[][]> rows : List.of(on, of)) {
                try (GpuArray<?> once =
                                (GpuArray<?>) Objects.requireNonNull(stream.call(() -> framed.launch(rows, 3)));
                        GpuArray<?> twice =
                                (GpuArray<?>) Objects.requireNonNull(stream.call(() -> framed.launch(once, 4)))) {
                    assertThat((int[][]) twice.toHost())
                            .isDeepEqualTo(Kernels.framed(Kernels.framed(rows.toHost(), 3), 4));
                }
            }
        }
    }
}
