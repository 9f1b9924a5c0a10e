package dev.gpukernel.cuda;

import static dev.gpukernel.cuda.CudaParameter.in;
import static dev.gpukernel.cuda.CudaParameter.inOut;
import static dev.gpukernel.cuda.CudaParameter.out;
import static dev.gpukernel.cuda.CudaParameter.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.Launch;
import dev.gpukernel.array.NdArrays;
import dev.gpukernel.device.Grid;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.cuda.FakeDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Raw kernels, as PTX: of what a host passes, of arrays on the device, on streams, in graphs; and what is refused. */
@Tag("gpu")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CudaModuleTest {
    private static final int LENGTH = 1000;

    /** Larger than what goes through a staging buffer. */
    private static final int LARGE = (1 << 18) + 5;

    private static final String HEAD = """
            .version 7.0
            .target sm_52
            .address_size 64
            """;

    /** {@code if (i < n) data[i] = data[i] * factor;} */
    private static final String SCALE = entry("scale", ".param .u64 data, .param .u32 factor, .param .u32 n", """
            ld.param.u64 %rd0, [data];
            ld.param.u32 %r1, [factor];
            ld.param.u32 %r2, [n];
            """, """
            add.s64 %rd2, %rd0, %rd1;
            ld.global.u32 %r3, [%rd2];
            mul.lo.s32 %r3, %r3, %r1;
            st.global.u32 [%rd2], %r3;
            """);

    /** {@code if (i < n) to[i] = from[i] + offsets[i & 3];} */
    private static final String SHIFT = entry("shift", ".param .u64 from, .param .u64 to, .param .u32 n", """
            ld.param.u64 %rd0, [from];
            ld.param.u64 %rd3, [to];
            ld.param.u32 %r2, [n];
            """, """
            add.s64 %rd2, %rd0, %rd1;
            ld.global.u32 %r3, [%rd2];
            and.b32 %r4, %r0, 3;
            mul.wide.s32 %rd4, %r4, 4;
            mov.u64 %rd5, offsets;
            add.s64 %rd5, %rd5, %rd4;
            ld.global.u32 %r5, [%rd5];
            add.s32 %r3, %r3, %r5;
            add.s64 %rd2, %rd3, %rd1;
            st.global.u32 [%rd2], %r3;
            """);

    /** {@code if (i < n && i % 2 == 0) to[i] = i + 1;} */
    private static final String EVEN = entry("even", ".param .u64 to, .param .u32 n", """
            ld.param.u64 %rd0, [to];
            ld.param.u32 %r2, [n];
            """, """
            and.b32 %r3, %r0, 1;
            setp.ne.s32 %p0, %r3, 0;
            @%p0 bra $END;
            add.s64 %rd2, %rd0, %rd1;
            add.s32 %r3, %r0, 1;
            st.global.u32 [%rd2], %r3;
            """);

    private static final String VARIABLE = ".visible .global .align 4 .b8 offsets[16];\n";

    private static final CudaModule MODULE = load("kernels.ptx", HEAD + VARIABLE + SCALE + SHIFT + EVEN);

    private static String entry(String name, String parameters, String before, String body) {
        return """

                .visible .entry %s(
                %s
                )
                {
                .reg .pred %%p<2>;
                .reg .b32 %%r<10>;
                .reg .b64 %%rd<6>;
                %s
                mov.u32 %%r6, %%ctaid.x;
                mov.u32 %%r7, %%ntid.x;
                mov.u32 %%r8, %%tid.x;
                mad.lo.s32 %%r0, %%r6, %%r7, %%r8;
                setp.ge.s32 %%p1, %%r0, %%r2;
                @%%p1 bra $END;
                mul.wide.s32 %%rd1, %%r0, 4;
                %s
                $END:
                ret;
                }
                """.formatted(name, parameters.replace(", ", ",\n"), before, body);
    }

    private static CudaModule load(String name, String ptx) {
        return CudaModule.load(name, ptx.getBytes(StandardCharsets.UTF_8));
    }

    private static CudaKernel scale() {
        return MODULE.kernel("scale", int[].class, int.class, int.class);
    }

    private static CudaKernel shift() {
        return MODULE.kernel("shift", List.of(in(int[].class), out(int[].class), value(int.class)));
    }

    private static int[] numbers(int length) {
        return IntStream.range(0, length).toArray();
    }

    private static int[] scaled(int length, int factor) {
        return IntStream.range(0, length).map(i -> i * factor).toArray();
    }

    private static Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    /** Adds 1 to each. */
    @GpuKernel
    static void increment(int[] data) {
        int i = Grid.x();
        if (i < data.length) {
            data[i]++;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, LENGTH, LARGE})
    void arraysOfTheHostGoThereAndBack(int length) {
        gpu().run(() -> {
            int[] data = numbers(length);
            scale().launch(Launch.covering(length), data, 3, length);
            assertThat(data).isEqualTo(scaled(length, 3));
            scale().launch(Launch.of(Math.ceilDiv(length, 64), 64), data, -2, length);
            assertThat(data).isEqualTo(scaled(length, -6));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {LENGTH, LARGE})
    void whatIsOnlyWrittenIsZerosBefore(int length) {
        gpu().run(() -> {
            CudaKernel even = MODULE.kernel("even", List.of(out(int[].class), value(int.class)));
            int[] expected =
                    IntStream.range(0, length).map(i -> i % 2 == 0 ? i + 1 : 0).toArray();
            int[] data = IntStream.range(0, length).map(i -> 77).toArray();
            even.launch(Launch.covering(length), data, length);
            assertThat(data).isEqualTo(expected);
            // What may be read, too, stays where it is not written.
            int[] other = IntStream.range(0, length).map(i -> 77).toArray();
            MODULE.kernel("even", int[].class, int.class).launch(Launch.covering(length), other, length);
            assertThat(other)
                    .isEqualTo(IntStream.range(0, length)
                            .map(i -> i % 2 == 0 ? i + 1 : 77)
                            .toArray());
            try (GpuArray<int[]> held = Gpu.current().upload(other)) {
                even.launch(Launch.covering(length), held, length);
                assertThat(held.toHost()).isEqualTo(other);
            }
        });
    }

    @Test
    void whatIsOnlyReadDoesNotComeBack() {
        gpu().run(() -> {
            CudaKernel reads = MODULE.kernel("scale", List.of(in(int[].class), value(int.class), value(int.class)));
            int[] data = numbers(LENGTH);
            reads.launch(Launch.covering(LENGTH), data, 3, LENGTH);
            assertThat(data).isEqualTo(numbers(LENGTH));
        });
    }

    @Test
    void arraysOnTheDeviceAreInTurnWithKernelsOfJava() {
        gpu().run(() -> {
            Kernel increment = Kernel.of(CudaModuleTest.class, "increment");
            try (GpuArray<int[]> data = Gpu.current().upload(numbers(LENGTH));
                    GpuStream other = Gpu.current().newStream()) {
                for (int i = 0; i < 20; i++) {
                    increment.launch(Launch.covering(LENGTH), data);
                    scale().launch(Launch.covering(LENGTH).on(other), data, 2, LENGTH);
                }
                int[] expected = numbers(LENGTH);
                for (int i = 0; i < 20; i++) {
                    expected = IntStream.of(expected).map(x -> (x + 1) * 2).toArray();
                }
                assertThat(data.toHost()).isEqualTo(expected);
            }
        });
    }

    @Test
    void slicesAreWhereTheyBegin() {
        gpu().run(() -> {
            try (GpuArray<int[]> data = Gpu.current().upload(numbers(LENGTH));
                    GpuArray<int[]> slice = data.slice(7, 107)) {
                scale().launch(Launch.covering(100), slice, 10, 100);
                int[] expected = numbers(LENGTH);
                IntStream.range(7, 107).forEach(i -> expected[i] *= 10);
                assertThat(data.toHost()).isEqualTo(expected);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> shift().launch(Launch.covering(100), data, slice, 100))
                        .withMessageContaining("[AliasedArguments]");
            }
        });
    }

    @Test
    void graphsHaveThem() {
        gpu().run(() -> {
            Kernel increment = Kernel.of(CudaModuleTest.class, "increment");
            CudaKernel scale = scale();
            try (GpuArray<int[]> data = Gpu.current().upload(numbers(LENGTH));
                    GpuGraph graph = Gpu.current().record(() -> {
                        increment.launch(Launch.covering(LENGTH), data);
                        scale.launch(Launch.covering(LENGTH), data, 2, LENGTH);
                    })) {
                graph.launch();
                graph.launch();
                assertThat(data.toHost())
                        .isEqualTo(IntStream.range(0, LENGTH)
                                .map(i -> ((i + 1) * 2 + 1) * 2)
                                .toArray());
            }
            assertThatIllegalStateException()
                    .isThrownBy(() -> Gpu.current()
                            .record(() -> scale.launch(Launch.covering(LENGTH), numbers(LENGTH), 2, LENGTH)));
        });
    }

    @Test
    void buffersSegmentsAndExpressionsAreArraysToo() {
        gpu().run(() -> {
            IntBuffer buffer = IntBuffer.wrap(numbers(LENGTH));
            scale().launch(Launch.covering(LENGTH), buffer, 4, LENGTH);
            assertThat(buffer.array()).isEqualTo(scaled(LENGTH, 4));
            CudaKernel ofSegment = MODULE.kernel("scale", MemorySegment.class, int.class, int.class);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_INT, numbers(LENGTH));
                ofSegment.launch(Launch.covering(LENGTH), segment, 5, LENGTH);
                assertThat(segment.toArray(ValueLayout.JAVA_INT)).isEqualTo(scaled(LENGTH, 5));
            }
            try (GpuArray<int[]> to = Gpu.current().allocate(int[].class, LENGTH)) {
                shift().launch(Launch.covering(LENGTH), NdArrays.arange(LENGTH).times(2), to, LENGTH);
                assertThat(to.toHost()).isEqualTo(scaled(LENGTH, 2));
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> scale().launch(Launch.covering(LENGTH), NdArrays.arange(LENGTH), 1, LENGTH))
                        .withMessageContaining("NdArray");
            }
        });
    }

    @Test
    void variablesAreSetAndRead() {
        gpu().run(() -> {
            CudaModule own = load("variables.ptx", HEAD + VARIABLE + SHIFT);
            CudaVariable<int[]> offsets = own.variable("offsets", int[].class);
            assertThat(offsets.length()).isEqualTo(4);
            assertThat(offsets.get()).isEqualTo(new int[4]);
            CudaKernel shift = own.kernel("shift", List.of(in(int[].class), out(int[].class), value(int.class)));
            int[] to = new int[LENGTH];
            for (int factor : new int[] {1, 100}) {
                offsets.set(new int[] {factor, 2 * factor, 3 * factor, 4 * factor});
                shift.launch(Launch.covering(LENGTH), numbers(LENGTH), to, LENGTH);
                assertThat(to)
                        .isEqualTo(IntStream.range(0, LENGTH)
                                .map(i -> i + (i % 4 + 1) * factor)
                                .toArray());
            }
            assertThat(own.variable("offsets", byte[].class).get()).hasSize(16).startsWith(100);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> offsets.set(new int[3]))
                    .withMessageContaining("[CudaVariableSize] variable 'offsets' has 16 bytes");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> own.variable("scale", int[].class))
                    .withMessageContaining("[CudaVariable] variables.ptx has no variable 'scale'");
        });
    }

    @Test
    void severalAreLinkedToOne() {
        gpu().run(() -> {
            CudaModule linked = CudaModule.link(load("a.ptx", HEAD + SCALE), load("b.ptx", SHIFT_ALONE));
            int[] data = numbers(LENGTH);
            linked.kernel("scale", int[].class, int.class, int.class).launch(Launch.covering(LENGTH), data, 3, LENGTH);
            linked.kernel("even", int[].class, int.class).launch(Launch.covering(LENGTH), data, LENGTH);
            assertThat(data[1]).isEqualTo(3);
            assertThat(data[2]).isEqualTo(3);
            assertThat(linked.name()).isEqualTo("a.ptx + b.ptx");
        });
    }

    private static final String SHIFT_ALONE = HEAD + EVEN;

    @Test
    void aKernelThatIsNotThereListsThoseThatAre() {
        gpu().run(() -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MODULE.kernel("scales", int[].class))
                    .withMessageContaining("[CudaKernel] kernels.ptx has no kernel 'scales'")
                    .withMessageContaining("even, scale, shift");
            assertThat(MODULE.kernels()).containsExactly("even", "scale", "shift");
        });
    }

    @Test
    void otherParametersThanTheCodeHasAreRefused() {
        gpu().run(() -> {
            if (!FakeDriver.isInstalled()) {
                // An older driver does not tell.
                try {
                    MODULE.kernel("scale", int[].class);
                    return;
                } catch (IllegalArgumentException _) {
                    // It does.
                }
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MODULE.kernel("scale", int[].class, int.class))
                    .withMessageContaining(
                            "[CudaParameterCount] raw kernel 'scale' is declared with 2 parameters, but has 3");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MODULE.kernel("scale", int[].class, long.class, int.class))
                    .withMessageContaining("[CudaParameterSize] parameter 2 of raw kernel 'scale'")
                    .withMessageContaining("long, of 8 bytes, but has 4");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MODULE.kernel("scale", int.class, int.class, int.class))
                    .withMessageContaining("parameter 1");
        });
    }

    @Test
    void whatNoParameterCanBeIsRefused() {
        for (Class<?> type : List.of(String.class, Integer.class, int[][].class, void.class, Integer[].class)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MODULE.kernel("scale", type, int.class, int.class))
                    .withMessageContaining("[CudaParameter] parameter 1 of raw kernel 'scale'");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MODULE.kernel("scale", List.of(inOut(int.class))))
                .withMessageContaining("[CudaDirection] parameter 1 of raw kernel 'scale'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MODULE.kernel("scale", List.of(value(int[].class))))
                .withMessageContaining("[CudaDirection]");
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void wrongArgumentsFailBeforeTheLaunch() {
        gpu().run(() -> {
            int[] data = numbers(LENGTH);
            Launch launch = Launch.covering(LENGTH);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scale().launch(launch, data, 3))
                    .withMessageContaining("[ArgumentCount]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scale().launch(launch, data, 3, LENGTH, 4))
                    .withMessageContaining("[ArgumentCount]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scale().launch(launch, data, 3L, LENGTH))
                    .withMessageContaining("[ArgumentType]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scale().launch(launch, new float[LENGTH], 3, LENGTH))
                    .withMessageContaining("[ArgumentType]");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scale().launch(Launch.of(1, 2000), data, 3, LENGTH))
                    .withMessageContaining("[LaunchLimit]");
            assertThatExceptionOfType(NullPointerException.class)
                    .isThrownBy(() -> scale().launch(launch, null, 3, LENGTH));
            assertThat(data).isEqualTo(numbers(LENGTH));
        });
    }

    /** The driver says so at the next call; which kernel it was, nobody says. */
    @Test
    void aKernelThatLeavesItsMemoryIsNamed() {
        assumeTrue(FakeDriver.isInstalled(), "a process with a GPU would end with it");
        gpu().run(() -> {
            CudaKernel scale = scale();
            try (GpuArray<int[]> data = Gpu.current().upload(numbers(LENGTH));
                    GpuStream stream = Gpu.current().newStream()) {
                scale.launch(Launch.covering(LENGTH).on(stream), data, 1, LENGTH);
                for (Runnable wait : List.<Runnable>of(
                        stream::synchronize,
                        () -> Gpu.current().synchronize(),
                        () -> scale.launch(Launch.covering(LENGTH), new int[LENGTH], 1, LENGTH))) {
                    FakeDriver.failStreams(700);
                    try {
                        assertThatExceptionOfType(GpuException.class)
                                .isThrownBy(wait::run)
                                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_FAULT))
                                .withMessageContaining("one of those launched so far: ")
                                .withMessageContaining("scale");
                    } finally {
                        FakeDriver.failStreams(0);
                    }
                }
            }
        });
    }

    @Test
    void theProcessorRunsNone() {
        Gpu cpu = Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
        cpu.run(() -> {
            CudaKernel scale = scale();
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> scale.launch(Launch.covering(LENGTH), numbers(LENGTH), 3, LENGTH))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_DEVICE))
                    .withMessageContaining("kernels.ptx is CUDA C");
            assertThatExceptionOfType(GpuException.class).isThrownBy(MODULE::kernels);
        });
    }

    @Test
    void whatIsNoCodeIsRefused() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> load("kernels.cu", "__global__ void f() {}"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_CODE))
                .withMessageContaining("kernels.cu");
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> CudaModule.load(CudaModuleTest.class, "missing.ptx"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Message.CUDA_FILE));
    }

    @Test
    void aCallMakesNoGarbageAndSaysWhatRan() {
        gpu().run(() -> {
            CudaKernel scale = scale();
            try (GpuArray<int[]> data = Gpu.current().upload(numbers(LENGTH))) {
                Launch launch = Launch.covering(LENGTH);
                for (int i = 0; i < 3; i++) {
                    KernelCall call = scale.call(launch);
                    call.passGpuArray(data).passInt(2).passInt(LENGTH).run();
                }
                assertThat(data.toHost()).isEqualTo(scaled(LENGTH, 8));
                assertThat(scale.lastRun()).isPresent();
                assertThat(scale.name()).isEqualTo("scale");
            }
        });
    }
}
