package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gpukernel.GpuException;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.HostStream;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Kernels in TornadoVM's terms: what is generated, and how plans are kept. */
class TornadoLoweringTest {
    private static final int ELEMENTS = 1000;

    private static KernelUnit unit(String name) {
        Method kernel = Arrays.stream(TornadoKernels.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return CompilerSteps.compilePlainly(kernel).unit(0);
    }

    private static TornadoExecutable executable(String name) {
        return (TornadoExecutable) StandIn.device().compile(unit(name));
    }

    private static Kernel kernel(String name) {
        return Kernel.of(TornadoKernels.class, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"saxpy", "everything", "complain", "table", "sum"})
    void nameAndRangeOfEveryParameterAreInTheClassFile(String name) {
        KernelClass kernel = executable(name).ofAny().kernel();
        List<String> named = new ArrayList<>();
        new ClassReader(kernel.classFile())
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public @Nullable MethodVisitor visitMethod(
                                    int a, String method, String descriptor, String s, String[] e) {
                                return method.equals(kernel.method()) ? parameters(named) : null;
                            }
                        },
                        0);
        assertThat(named)
                .hasSize(kernel.arguments().size() + 1)
                .first()
                .asString()
                .startsWith("0 context ");
        assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(kernel.toString()))
                .isTrue();
    }

    private static MethodVisitor parameters(List<String> named) {
        return new MethodVisitor(Opcodes.ASM9) {
            private int first = -1;
            private boolean begun;

            @Override
            public void visitLabel(Label label) {
                first = begun ? first : label.hashCode();
            }

            @Override
            public void visitInsn(int opcode) {
                begun = true;
            }

            @Override
            public void visitVarInsn(int opcode, int variable) {
                begun = true;
            }

            @Override
            public void visitLocalVariable(
                    String name, String descriptor, String signature, Label start, Label end, int index) {
                assertThat(start.hashCode()).as("from the first bytecode on").isEqualTo(first);
                named.add(index + " " + name + " " + Type.getType(descriptor).getClassName());
            }
        };
    }

    @Test
    void computesWithEveryTypeItsOwnArraysAndTables() {
        boolean[] flags = new boolean[ELEMENTS];
        char[] chars = new char[ELEMENTS];
        Arrays.fill(chars, '\uff00');
        boolean[] expectedFlags = flags.clone();
        char[] expectedChars = chars.clone();
        StandIn.cpu()
                .run(() -> kernel("everything")
                        .launch(
                                Launch.covering(ELEMENTS),
                                (byte) -3,
                                'x',
                                (short) 9,
                                true,
                                1L << 40,
                                -2.5,
                                expectedFlags,
                                expectedChars));
        StandIn.GPU.run(() -> kernel("everything")
                .launch(Launch.covering(ELEMENTS), (byte) -3, 'x', (short) 9, true, 1L << 40, -2.5, flags, chars));
        assertThat(flags).isEqualTo(expectedFlags).contains(true).contains(false);
        assertThat(chars).isEqualTo(expectedChars);
    }

    @Test
    void putsNumbersOfEveryKindIntoMessages() {
        float[] x = new float[ELEMENTS];
        double[] y = new double[ELEMENTS];
        long[] z = new long[ELEMENTS];
        y[700] = -Math.PI;
        z[700] = Long.MAX_VALUE;
        Throwable thrown =
                catchThrowable(() -> StandIn.GPU.run(() -> kernel("complain").launch(x, y, z)));
        assertThat(thrown)
                .isExactlyInstanceOf(ArithmeticException.class)
                .hasMessage("of " + Long.MAX_VALUE + ", " + -Math.PI);
        x[699] = -0.1f;
        thrown = catchThrowable(() -> StandIn.GPU.run(() -> kernel("complain").launch(x, y, z)));
        assertThat(thrown).isExactlyInstanceOf(IllegalArgumentException.class).hasMessage("negative: -0.1");
        assertThat(x[0]).isZero();
    }

    @Test
    void theFirstIterationOfANestThrows() {
        int columns = 70;
        int[] divisors = IntStream.range(0, 40 * columns).map(i -> i + 1).toArray();
        divisors[2 * columns + 69] = 0;
        divisors[3 * columns] = 0;
        Throwable thrown = catchThrowable(() ->
                StandIn.GPU.run(() -> kernel("table").launch(40, columns, divisors, new int[40 * columns])));
        assertThat(thrown).isExactlyInstanceOf(ArithmeticException.class).hasMessage("/ by zero");
        assertThat(thrown.getSuppressed()[0].getMessage()).startsWith("in block [");
        divisors[3 * columns] = 1;
        Throwable same = catchThrowable(() ->
                StandIn.GPU.run(() -> kernel("table").launch(40, columns, divisors, new int[40 * columns])));
        assertThat(same.getSuppressed()[0]).hasMessage(thrown.getSuppressed()[0].getMessage());
    }

    @Test
    void aScalarNeedsNoOtherPlan() throws Exception {
        TornadoExecutable saxpy = executable("saxpy");
        float[] x = new float[ELEMENTS];
        float[] y = new float[ELEMENTS];
        Arrays.fill(x, 1);
        for (int i = 1; i <= 10; i++) {
            launch(saxpy, i, x, y);
        }
        assertThat(y).containsOnly(55);
        assertThat(saxpy.plans().size()).isEqualTo(1);
    }

    @Test
    void keepsABoundedNumberOfPlans() throws Exception {
        TornadoExecutable saxpy = executable("saxpy");
        for (int length = 1; length <= 3 * PlanPool.MOST_IDLE; length++) {
            launch(saxpy, 2, new float[length], new float[length]);
        }
        assertThat(saxpy.plans().size()).isEqualTo(PlanPool.MOST_IDLE);
        saxpy.close();
        assertThat(saxpy.plans().size()).isZero();
    }

    private static void launch(TornadoExecutable saxpy, float a, float[] x, float[] y) throws Exception {
        try (Invocation invocation = saxpy.newInvocation()) {
            invocation.setScalar(0, Float.floatToRawIntBits(a));
            invocation.setArray(1, new TornadoMemory(new HeapMemory(x)));
            invocation.setArray(2, new TornadoMemory(new HeapMemory(y)));
            int blocks = Math.ceilDiv(y.length, 256);
            invocation.launch(new Shape(blocks, 1, 1, 256, 1, 1, 0), new HostStream());
        }
    }

    @Test
    void saysHowToGetMoreMemory() {
        float[] large = new float[10_000_000];
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> StandIn.GPU.run(() -> kernel("saxpy").launch(1f, large, large.clone())))
                .withMessageContaining("-Dtornado.device.memory=")
                .extracting(GpuException::code)
                .isEqualTo(Message.OUT_OF_DEVICE_MEMORY);
    }

    /** Plans of other lengths are kept for the next launch with these, and have most of the memory. */
    @Test
    void idlePlansGiveTheirMemoryBack() {
        for (int length = 5_000_000; length < 5_000_006; length++) {
            float[] x = new float[length];
            float[] y = new float[length];
            Arrays.fill(x, length);
            Arrays.fill(y, 1);
            StandIn.GPU.run(() -> kernel("saxpy").launch(2f, x, y));
            assertThat(y[length - 1]).isEqualTo(2f * length + 1);
        }
    }

    @Test
    void readsTheCapAsTornadoVmDoes() {
        assertThat(MemoryCap.bytes("4GB")).isEqualTo(4L << 30);
        assertThat(MemoryCap.bytes("512 MB")).isEqualTo(512L << 20);
        assertThat(MemoryCap.bytes("100")).isEqualTo(100);
        assertThat(MemoryCap.bytes("much")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void sumsInTheOrderOfEveryDevice() {
        int[] x = IntStream.range(0, 100_000).toArray();
        @Nullable Object[] results = new Object[1];
        StandIn.GPU.run(() -> results[0] = kernel("sum").launch((Object) x));
        assertThat(results[0]).isEqualTo(Arrays.stream(x).sum());
    }
}
