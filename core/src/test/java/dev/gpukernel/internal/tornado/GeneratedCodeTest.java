package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuException;
import dev.gpukernel.corpus.Corpus;
import dev.gpukernel.corpus.CorpusKernel;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.jit.CompilerSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Nothing is in generated kernels for which TornadoVM's PTX backend has code that is not Java's. */
@Execution(ExecutionMode.CONCURRENT)
class GeneratedCodeTest {
    private static final Set<Integer> WRONG = Set.of(
            Opcodes.ISHR,
            Opcodes.LSHR,
            Opcodes.F2I,
            Opcodes.F2L,
            Opcodes.D2I,
            Opcodes.D2L,
            Opcodes.FDIV,
            Opcodes.FREM,
            Opcodes.DREM,
            Opcodes.I2C);

    private static final Set<Integer> DIVISIONS = Set.of(Opcodes.IDIV, Opcodes.IREM, Opcodes.LDIV, Opcodes.LREM);

    /** Looks at the instructions of a method. */
    private static final class Inspector extends MethodVisitor {
        private final String kernel;
        private final List<String> found;
        private boolean isConstant;

        Inspector(String kernel, List<String> found) {
            super(Opcodes.ASM9);
            this.kernel = kernel;
            this.found = found;
        }

        @Override
        public void visitInsn(int opcode) {
            if (WRONG.contains(opcode)) {
                found.add(kernel + ": opcode " + opcode);
            }
            if (DIVISIONS.contains(opcode) && isConstant) {
                found.add(kernel + ": division by a constant");
            }
            isConstant = opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.DCONST_1;
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            isConstant = opcode != Opcodes.NEWARRAY;
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof Number number && Double.isInfinite(number.doubleValue())) {
                found.add(kernel + ": " + value);
            }
            isConstant = true;
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            isConstant = false;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            isConstant = false;
        }
    }

    @Test
    void hasNoWrongCode() {
        List<String> found = new ArrayList<>();
        int kernels = 0;
        for (CorpusKernel kernel : Corpus.all()) {
            KernelUnit unit = CompilerSteps.compilePlainly(kernel.method()).unit(0);
            try (TornadoExecutable executable =
                    (TornadoExecutable) StandIn.device().compile(unit)) {
                kernels++;
                inspect(executable.ofAny().kernel(), found);
            } catch (GpuException _) {
                // It is refused.
            }
        }
        assertThat(found).isEmpty();
        assertThat(kernels).isGreaterThan(200);
    }

    @Test
    void ofCudaCNests() {
        List<String> found = new ArrayList<>();
        int kernels = 0;
        for (CorpusKernel kernel : Corpus.all()) {
            KernelUnit unit = CompilerSteps.compilePlainly(kernel.method()).unit(0);
            try (TornadoExecutable executable =
                    (TornadoExecutable) StandIn.deviceOfCudaC().compile(unit)) {
                kernels++;
                MethodNode method = method(executable.ofAny().kernel());
                if (StructuredCode.left(method) != 1) {
                    found.add(method.name);
                }
            } catch (GpuException _) {
                // It is refused.
            }
        }
        assertThat(found).isEmpty();
        assertThat(kernels).isGreaterThan(200);
    }

    private static MethodNode method(KernelClass kernel) {
        ClassNode node = new ClassNode();
        new ClassReader(kernel.classFile()).accept(node, 0);
        return node.methods.stream()
                .filter(method -> method.name.equals(kernel.method()))
                .findFirst()
                .orElseThrow();
    }

    private static void inspect(KernelClass kernel, List<String> found) {
        ClassVisitor methods = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return name.equals(kernel.method()) ? new Inspector(name, found) : null;
            }
        };
        new ClassReader(kernel.classFile()).accept(methods, 0);
    }
}
