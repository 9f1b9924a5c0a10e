package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuArrays;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Memory that arrays and kernels share, and when it is freed. */
class NdArrayMemoryTest {
    private static final Kernel ADD = Kernel.of(NdArrayMemoryTest.class, "add");
    private static final Kernel SUM = Kernel.of(NdArrayMemoryTest.class, "sum");

    @GpuKernel
    static void add(int[] x, int value) {
        for (int i = 0; i < x.length; i++) {
            x[i] += value;
        }
    }

    @GpuKernel
    static int sum(int[] x) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
        }
        return sum;
    }

    private static void onEachDevice(Runnable test) {
        test.run();
        OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE))
                .run(test);
    }

    private static Map<String, Supplier<NdArray<?>>> results() {
        IntNdArray x = NdArrays.of(3, 1, 2, 5, 4, 1).reshape(2, 3);
        FloatNdArray y = x.toFloat().times(1.5f);
        Map<String, Supplier<NdArray<?>>> all = new LinkedHashMap<>();
        all.put("plus", () -> x.plus(1));
        all.put("sum", () -> y.sum(1));
        all.put("mean", y::mean);
        all.put("reduce", () -> x.reduce(0, Integer::max, 0));
        all.put("argMax", () -> y.argMax(1));
        all.put("argMax of longs", () -> x.toLong().argMax());
        all.put("cumSum", () -> x.cumSum(1));
        all.put("transposed reshape", () -> x.transpose().reshape(-1));
        all.put("sort", y::sort);
        all.put("sort of rows", () -> x.sort(0));
        all.put("sort of longs", () -> x.toLong().sort());
        all.put("argSort", x::argSort);
        all.put("sortBy", () -> x.ravel().sortBy(y.ravel()));
        all.put("unique", () -> x.unique().values());
        all.put("counts", () -> x.unique().counts());
        all.put("topK", () -> x.topK(2).values());
        all.put("searchSorted", () -> x.ravel().sort().searchSorted(x));
        all.put("bincount", () -> x.ravel().bincount());
        all.put("histogram", () -> y.histogram(3).counts());
        all.put("matmul", () -> y.matmul(y.transpose()));
        all.put("dot", () -> y.ravel().dot(y.ravel()));
        all.put("einsum", () -> NdArrays.einsum("ij,ij->i", y, y));
        all.put("take", () -> x.take(NdArrays.of(2, 0), 1));
        all.put("select", () -> x.select(x.greater(1)));
        all.put("put", () -> x.put(NdArrays.full(7), NdArrays.of(1)));
        all.put("addAt", () -> x.ravel().addAt(NdArrays.full(7), NdArrays.of(1, 1)));
        all.put("concat", () -> NdArrays.concat(0, x, x));
        all.put("random", () -> NdArrays.random(1).normal(3));
        all.put("permutation", () -> NdArrays.random(1).permutation(5));
        return all;
    }

    /** Whatever scope is open where an array is computed, its memory is that of where it was made. */
    @Test
    void memoryBelongsToWhereAnArrayIsMade() {
        onEachDevice(() -> results().forEach((name, maker) -> {
            String expected = maker.get().toString();
            NdArray<?> before = maker.get();
            NdArray<?> kept;
            try (NdScope scope = NdArrays.scope()) {
                before.compute();
                NdArray<?> within = maker.get();
                try (NdScope _ = NdArrays.scope()) {
                    within.compute();
                }
                assertThat(within.toString()).as(name).isEqualTo(expected);
                kept = scope.keep(maker.get());
            }
            assertThat(before.toString()).as(name).isEqualTo(expected);
            assertThat(kept.toString()).as(name).isEqualTo(expected);
        }));
    }

    /** What is no array with a shape is no scope's. */
    @Test
    void scopesLeaveMemoryOfOthers() {
        onEachDevice(() -> {
            try (GpuArray<int[]> keys = Gpu.current().upload(new int[] {3, 1, 2})) {
                GpuArray<int[]> order;
                GpuArray<int[]> target = Gpu.current().allocate(int[].class, 3);
                try (NdScope _ = NdArrays.scope()) {
                    order = GpuArrays.argSort(keys);
                    NdArrays.ofInts(keys).sort().into(target);
                    NdArrays.ofInts(keys).cumSum().toInt().compute();
                }
                try (order;
                        target) {
                    assertThat(order.toHost()).containsExactly(1, 2, 0);
                    assertThat(target.toHost()).containsExactly(1, 2, 3);
                    assertThat(keys.toHost()).containsExactly(3, 1, 2);
                }
            }
        });
    }

    /** Nothing that was made of memory changes when a kernel or a copy writes it. */
    @Test
    void elementsStayWhatTheyAre() {
        onEachDevice(() -> {
            try (GpuArray<int[]> memory = Gpu.current().upload(new int[] {1, 2, 3, 4, 5, 6})) {
                IntNdArray x = NdArrays.ofInts(memory, 2, -1);
                IntNdArray lazy = x.times(10);
                IntNdArray computed = x.plus(0).compute();
                ADD.launch(memory, 1);
                IntNdArray later = NdArrays.ofInts(memory);
                memory.slice(2, 4).copyFrom(new int[] {0, 0});
                assertThat(lazy.toArray()).containsExactly(10, 20, 30, 40, 50, 60);
                assertThat(x.toArray()).containsExactly(1, 2, 3, 4, 5, 6);
                assertThat(later.toArray()).containsExactly(2, 3, 4, 5, 6, 7);
                assertThat(computed.sum().get()).isEqualTo(21);
                assertThat(memory.toHost()).containsExactly(2, 3, 0, 0, 6, 7);
            }
        });
    }

    @Test
    void aKernelTakesAnArray() {
        onEachDevice(() -> {
            IntNdArray x = NdArrays.arange(4);
            GpuArray<int[]> memory = x.asGpuArray();
            assertThat(SUM.launch(memory)).isEqualTo(6);
            assertThat(x.asGpuArray()).isSameAs(memory);
            IntNdArray view = x.slice(Slice.from(1).step(2));
            assertThat(SUM.launch(view.asGpuArray())).isEqualTo(4);
            IntNdArray shaped = x.reshape(2, 2);
            ADD.launch(memory, 5);
            ADD.launch(view.asGpuArray(), 1);
            assertThat(memory.toHost()).containsExactly(5, 6, 7, 8);
            assertThat(x.toArray()).containsExactly(0, 1, 2, 3);
            assertThat(shaped.toArray()).containsExactly(0, 1, 2, 3);
            assertThat(view.toArray()).containsExactly(1, 3);
            assertThat(x.asGpuArray()).isNotSameAs(memory);
        });
    }

    /** Also where what is computed reads the memory that it goes to, in another order. */
    @Test
    void computesIntoMemory() {
        onEachDevice(() -> {
            try (GpuArray<int[]> memory = Gpu.current().upload(new int[] {1, 2, 3})) {
                IntNdArray x = NdArrays.ofInts(memory);
                x.flip().plus(x).times(x).into(memory);
                assertThat(memory.toHost()).containsExactly(4, 8, 12);
                assertThat(x.toArray()).containsExactly(1, 2, 3);
                NdArrays.ofInts(memory, 1, 3).reduce(0, Integer::sum, 0).into(memory);
                assertThat(memory.toHost()).containsExactly(4, 8, 12);
                NdArrays.arange(600).reshape(2, 300).reduce(0, Integer::sum, 1).into(memory.slice(1, 3));
                NdArrays.full(9, 1).into(memory.slice(0, 1));
                assertThat(memory.toHost()).containsExactly(9, 44850, 134850);
                x.compute().into(memory);
                assertThat(memory.toHost()).containsExactly(1, 2, 3);
                NdArrays.arange(6)
                        .reshape(2, 3)
                        .transpose()
                        .at(-1)
                        .slice(Slice.to(1))
                        .into(memory.slice(2, 3));
                assertThat(memory.toHost()).containsExactly(1, 2, 2);
            }
        });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NdArrays.arange(3).into(NdArrays.arange(4).asGpuArray()))
                .withMessageContaining("[TargetDiffers]")
                .withMessageContaining("(3,), 3 elements of type int");
    }

    @Test
    void saysWhatIsClosed() {
        GpuArray<int[]> memory = Gpu.current().upload(new int[] {1, 2, 3});
        IntNdArray x = NdArrays.ofInts(memory);
        IntNdArray sum = x.plus(1);
        memory.close();
        assertThatIllegalStateException().isThrownBy(sum::toArray).withMessageContaining("[ArrayClosed]");
        assertThatIllegalStateException().isThrownBy(x::toArray).withMessageContaining("[ArrayClosed]");
        assertThatIllegalStateException()
                .isThrownBy(() -> NdArrays.ofInts(memory))
                .withMessageContaining("[ArrayClosed]");
        assertThatIllegalStateException()
                .isThrownBy(() -> NdArrays.arange(3).into(memory))
                .withMessageContaining("[ArrayClosed]");
        IntNdArray own = NdArrays.arange(3).compute();
        own.asGpuArray().close();
        assertThatIllegalStateException().isThrownBy(own::toArray).withMessageContaining("[ArrayClosed]");
    }

    @Test
    void saysThatArraysAreOnSeveralDevices() {
        Gpu other = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));
        IntNdArray there = Objects.requireNonNull(other.call(() -> NdArrays.of(1, 2)));
        assertThatThrownBy(() -> NdArrays.of(3, 4).plus(there).toArray()).hasMessageContaining("[");
    }

    /** Outside scopes, what an array needed that nobody has is freed when it is computed. */
    @Test
    void temporariesAreFreedAtOnce() {
        Gpu gpu = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));
        gpu.run(() -> {
            IntNdArray x = NdArrays.arange(80).times(7).rem(50).reshape(8, 10).compute();
            FloatNdArray y = x.toFloat().times(0.5f).compute();
            IntNdArray rows = NdArrays.of(2, 0, 5).compute();
            BooleanNdArray mask = x.greater(20).compute();
            FloatNdArray values = NdArrays.full(7f, 10).compute();
            Map<String, Supplier<NdArray<?>>> all = new LinkedHashMap<>();
            all.put("var", () -> y.var(0));
            all.put("argMax", () -> y.argMax(1));
            all.put("sort", y::sort);
            all.put("put", () -> y.put(values, rows));
            all.put("put with a mask", () -> x.put(x.select(mask), mask));
            all.put("addAt", () -> y.addAt(values, rows));
            all.put("concat", () -> NdArrays.concat(0, x, x, x, x, x, x, x, x, x));
            List<NdArray<?>> kept = new ArrayList<>();
            all.forEach((name, maker) -> {
                NdArray<?> made = maker.get();
                kept.add(made);
                long before = used();
                made.compute();
                long bytes = 4L * made.size();
                // The collector may free others meanwhile.
                assertThat(used() - before).as(name).isLessThanOrEqualTo(bytes + 8);
            });
            // Nothing of what is still there was freed.
            kept.forEach(NdArray::toArray);
        });
    }

    /** What users have stays, also what they made of it in another way; and what was freed is there again where it is needed. */
    @Test
    void whatUsersHaveIsNotComputedAgain() {
        onEachDevice(() -> {
            FloatNdArray x = NdArrays.of(3f, 1f, 2f, 5f).reshape(2, 2);
            FloatNdArray sorted = x.sort();
            FloatNdArray first = sorted.at(0);
            FloatNdArray sum = sorted.plus(x.var(0));
            assertThat(first.toArray()).containsExactly(1f, 3f);
            assertThat(sum.toArray()).containsExactly(1.25f, 7f, 2.25f, 9f);
            assertThat(sorted.toArray()).containsExactly(1f, 3f, 2f, 5f);
            FloatNdArray variance = x.var(0);
            FloatNdArray turned = variance.expandDims(0).transpose();
            FloatNdArray twice = variance.times(2f);
            assertThat(variance.toArray()).containsExactly(0.25f, 4f);
            assertThat(turned.toArray()).containsExactly(0.25f, 4f);
            assertThat(twice.toArray()).containsExactly(0.5f, 8f);
        });
    }

    /** Threads that need the same at once. */
    @Test
    void temporariesAreSharedByThreads() {
        FloatNdArray x = NdArrays.of(3f, 1f, 2f, 5f).reshape(2, 2);
        FloatNdArray variance = x.var(0);
        FloatNdArray turned = variance.expandDims(0).transpose().squeeze();
        List<Float> sums = IntStream.range(0, 64)
                .parallel()
                .mapToObj(i ->
                        (i % 2 == 0 ? turned : variance).plus(variance).sum().get())
                .distinct()
                .toList();
        assertThat(sums).containsExactly(8.5f);
    }

    /** A fault of what was computed before, whose memory is freed, comes with the result. */
    @Test
    void faultsOfTemporariesAreTold() {
        onEachDevice(() -> {
            IntNdArray x = NdArrays.arange(100);
            DoubleNdArray mean = x.toDouble().minus(x.div(x).toDouble().var());
            assertThatThrownBy(mean::toArray).isInstanceOf(ArithmeticException.class);
            assertThatThrownBy(() -> x.div(x).toFloat().sort().toArray()).isInstanceOf(ArithmeticException.class);
        });
    }

    private static long used() {
        return Gpu.current().memory().used();
    }

    /** What a scope makes is freed at its end, but for what is kept; what fails too. */
    @Test
    void scopesFreeWhatTheyMade() {
        Gpu gpu = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));
        gpu.run(() -> {
            IntNdArray outer = NdArrays.of(5, 7, 9, 11);
            IntNdArray lazy = outer.times(2);
            long before = used();
            IntNdArray kept;
            IntNdArray lost;
            try (NdScope scope = NdArrays.scope()) {
                int[] table = {1, 2, 3};
                IntNdArray x = NdArrays.arange(1000).map(v -> table[v % 3]);
                lost = x.plus(1).compute();
                kept = scope.keep(lost.sum().toInt().plus(outer));
                try (NdScope inner = NdArrays.scope()) {
                    kept = scope.keep(kept.plus(inner.keep(outer.minus(outer.max()))));
                    assertThatIllegalStateException().isThrownBy(scope::close).withMessageContaining("[ScopeOrder]");
                }
                lazy.compute();
                x.reduce(0, Integer::sum).get();
                assertThatThrownBy(() -> x.div(0).toArray()).isInstanceOf(ArithmeticException.class);
                lost.asGpuArray();
                ADD.launch(lost.asGpuArray(), 1);
            }
            // Four ints each: what is kept, and what was made outside.
            assertThat(used() - before).isLessThanOrEqualTo(64);
            assertThat(lazy.toArray()).containsExactly(10, 14, 18, 22);
            assertThat(kept.toArray()).containsExactly(2999 + 5 - 6, 2999 + 7 - 4, 2999 + 9 - 2, 2999 + 11);
            assertThatIllegalStateException().isThrownBy(lost::toArray).withMessageContaining("[ArrayClosed]");
        });
    }
}
