package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code that no one would write but a compiler can produce: very deep, very large, or of an old or unusual form. */
final class ExtremeCodeTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String HEAD = """
            package extreme;
            import dev.gpukernel.GpuKernel;
            import dev.gpukernel.device.Grid;
            class Extreme {
            """;

    private static Method kernel(String members) throws ClassNotFoundException {
        ClassLoader loader = InMemoryCompiler.compile(Map.of("extreme.Extreme", HEAD + members + "}\n"));
        return Arrays.stream(loader.loadClass("extreme.Extreme").getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .findFirst()
                .orElseThrow();
    }

    private static void isAccepted(String members) throws ClassNotFoundException {
        Method kernel = kernel(members);
        Assertions.assertTimeout(SOON, () -> CompilerSteps.compile(kernel, (_, function) -> Verifier.verify(function)));
    }

    private static void isRejected(String members, Message message) throws ClassNotFoundException {
        Method kernel = kernel(members);
        Assertions.assertTimeout(
                SOON,
                () -> assertThatExceptionOfType(KernelRejectedException.class)
                        .isThrownBy(() -> CompilerSteps.compile(kernel, (_, _) -> {}))
                        .satisfies(e -> assertThat(e.findings()).anyMatch(finding -> finding.message() == message)));
    }

    /** Methods f0, f1, … of which each returns what {@code call} makes of the next one. */
    private static String chain(int length, String call) {
        return IntStream.range(0, length)
                        .mapToObj(i -> "static int f" + i + "(int x) { return " + call.replace("next", "f" + (i + 1))
                                + "; }\n")
                        .collect(Collectors.joining())
                + "static int f" + length + "(int x) { return x; }\n"
                + "@GpuKernel static void kernel(int[] a) { a[Grid.x()] = f0(Grid.x()); }\n";
    }

    @Test
    void callsInsideEachOther() throws ClassNotFoundException {
        isAccepted(chain(150, "next(x) + 1"));
        isRejected(chain(3000, "next(x) + 1"), Message.KERNEL_TOO_LARGE);
    }

    @Test
    void callsThatDoubleAtEachLevel() throws ClassNotFoundException {
        isRejected(chain(60, "next(x) + next(x + 1)"), Message.KERNEL_TOO_LARGE);
    }

    @Test
    void manyFloatingRemainders() throws ClassNotFoundException {
        String remainders = IntStream.range(0, 3000)
                .mapToObj(i -> "x = y % (x + " + i + ");")
                .collect(Collectors.joining("\n"));
        isRejected(
                "@GpuKernel static void kernel(double[] a, double y) { double x = y; " + remainders
                        + " a[Grid.x()] = x; }",
                Message.KERNEL_TOO_LARGE);
    }

    @Test
    void aMethodOfTheLargestSize() throws ClassNotFoundException {
        String branches = IntStream.range(0, 2500)
                .mapToObj(i -> "if (a[%d] > x) { x += y; } else { y ^= x; }".formatted(i % 64))
                .collect(Collectors.joining("\n"));
        isAccepted("@GpuKernel static void kernel(int[] a, int y) { int x = Grid.x(); " + branches
                + " a[Grid.x()] = x + y; }");
    }

    @Test
    void expressionsAndLoopsInsideEachOther() throws ClassNotFoundException {
        String loops = IntStream.range(0, 60)
                .mapToObj(i -> "for (int i%d = 0; i%d < a[%d]; i%d++) {".formatted(i, i, i, i))
                .collect(Collectors.joining());
        isAccepted("@GpuKernel static void kernel(int[] a) { int x = Grid.x(); " + loops + "x++;" + "}".repeat(60)
                + "x += " + "(x + 1 * ".repeat(400) + "x" + ")".repeat(400) + "; a[Grid.x()] = x; }");
    }

    @Test
    void recordsThatMakeOrHoldThemselves() throws ClassNotFoundException {
        String kernel = "@GpuKernel static void kernel(int[] a) { a[Grid.x()] = new R(Grid.x()).v(); }\n";
        isRejected("record R(int v) { R { v = new R(v - 1).v(); } }\n" + kernel, Message.RECURSION);
        isAccepted("record R(int v, R next) { R(int v) { this(v, null); } }\n" + kernel);
        isAccepted("record R(int v, R next) {} @GpuKernel static void kernel(R r, int[] a) { a[Grid.x()] = r.v(); }");
        isRejected(
                "record R(int v, R next) {} static R none() { throw new IllegalStateException(); }\n"
                        + "@GpuKernel static void kernel(int[] a) { a[Grid.x()] = none().v(); synchronized (a) {} }",
                Message.SYNCHRONIZED);
    }

    @Test
    void recordsWithoutComponents() throws ClassNotFoundException {
        isAccepted("""
                record R() { int three() { return 3; } }
                @GpuKernel static void kernel(R r, int[] a) { a[Grid.x()] = r.three() + new R().three(); }
                """);
    }

    @Test
    void nativeAndAbstractMethods() throws ClassNotFoundException {
        Method isNative = kernel("@GpuKernel static native void kernel(int[] a);");
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> FrontEnd.read(isNative, Outlining.USUAL))
                .withMessageContaining("KernelWithoutBody");
        ClassLoader loader = InMemoryCompiler.compile(Map.of(
                "extreme.Open", "package extreme; interface Open { @dev.gpukernel.GpuKernel void k(int[] a); }"));
        Method method = loader.loadClass("extreme.Open").getDeclaredMethods()[0];
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> FrontEnd.read(method, Outlining.USUAL))
                .withMessageContaining("KernelWithoutBody");
    }

    @Test
    void aClassInitialiserThatFails() throws ClassNotFoundException {
        Method kernel = kernel("""
                static class Bad { static final int VALUE = value(); static int value() { throw new Error("no"); } }
                @GpuKernel static void kernel(int[] a) { a[Grid.x()] = Bad.VALUE; }
                """);
        Assertions.assertTimeout(
                SOON,
                () -> assertThatExceptionOfType(Error.class)
                        .isThrownBy(() -> CompilerSteps.compile(kernel, (_, _) -> {}))
                        .withMessage("no"));
    }

    @Test
    void subroutinesOfOldCompilers() {
        ClassFileSweep sweep = new ClassFileSweep(ExtremeCodeTest.class.getClassLoader());
        sweep.bytes(classFile(Opcodes.V1_4, code -> {
            Label subroutine = new Label();
            code.visitJumpInsn(Opcodes.JSR, subroutine);
            code.visitInsn(Opcodes.RETURN);
            code.visitLabel(subroutine);
            code.visitVarInsn(Opcodes.ASTORE, 1);
            code.visitVarInsn(Opcodes.RET, 1);
        }));
        assertThat(sweep.failures()).isEmpty();
        assertThat(sweep.rejected()).isEqualTo(1);
    }

    @Test
    void dynamicConstantsOfTwoWords() {
        Handle bootstrap =
                new Handle(Opcodes.H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "explicitCast", "()V", false);
        ClassFileSweep sweep = new ClassFileSweep(ExtremeCodeTest.class.getClassLoader());
        sweep.bytes(classFile(Opcodes.V11, code -> {
            code.visitLdcInsn(new ConstantDynamic("wide", "J", bootstrap, 1));
            code.visitInsn(Opcodes.POP2);
            code.visitInsn(Opcodes.RETURN);
        }));
        assertThat(sweep.failures()).isEmpty();
        assertThat(sweep.rejected()).isEqualTo(1);
    }

    private static byte[] classFile(int version, java.util.function.Consumer<MethodVisitor> body) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(version, Opcodes.ACC_PUBLIC, "extreme/Made", null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "kernel", "([I)V", null, null);
        code.visitCode();
        body.accept(code);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
