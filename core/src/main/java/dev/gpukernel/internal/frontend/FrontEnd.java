package dev.gpukernel.internal.frontend;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.ir.Function;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Reads kernels from class files. */
public final class FrontEnd {
    private FrontEnd() {}

    /**
     * A kernel as it was read.
     *
     * @param function the method's code, unchanged in meaning
     * @param parameterNames names of its parameters
     * @param parallelVariables names of the loop variables that the author marked with {@code @Parallel}
     */
    public record ReadKernel(Function function, List<String> parameterNames, Set<String> parallelVariables) {}

    /**
     * Reads a kernel.
     *
     * @param method an annotated method
     * @return its code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     * @throws IllegalArgumentException if the class file cannot be found
     */
    public static ReadKernel read(Method method) {
        Class<?> type = method.getDeclaringClass();
        String name = MethodText.simpleName(type.getName()) + "." + method.getName();
        ClassNode owner = ClassFiles.read(type);
        MethodNode code = ClassFiles.method(owner, method);
        MethodSource source = new MethodSource(owner, code);
        Findings findings = new Findings();
        Signatures.check(method, source, findings);
        if (findings.isEmpty()) {
            boolean checked = method.getAnnotation(GpuKernel.class) == null
                    || method.getAnnotation(GpuKernel.class).checked();
            Function function = new MethodTranslator(name, owner, code, findings, checked).translate();
            if (findings.isEmpty()) {
                return new ReadKernel(function, source.parameterNames(), source.parallelVariables());
            }
        }
        throw new KernelRejectedException(name, findings.inOrder());
    }
}
