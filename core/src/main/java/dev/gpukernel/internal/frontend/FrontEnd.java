package dev.gpukernel.internal.frontend;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.MathMode;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.RedundantParams;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;

/** Reads kernels from class files. */
public final class FrontEnd {
    private FrontEnd() {}

    /**
     * A kernel as it was read.
     *
     * @param function the method's code, unchanged in meaning, calling functions if that is worth it
     * @param parameterNames names of its parameters
     * @param parallelVariables names of the loop variables that the author marked with {@code @Parallel}
     */
    public record ReadKernel(Function function, List<String> parameterNames, Set<String> parallelVariables) {}

    /**
     * Reads a kernel.
     *
     * @param method an annotated method
     * @param outlining which of the methods it calls shall be functions
     * @return its code
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     * @throws IllegalArgumentException if the class file cannot be found
     */
    public static ReadKernel read(Method method, Outlining outlining) {
        Class<?> type = method.getDeclaringClass();
        String name = MethodText.simpleName(type.getName()) + "." + method.getName();
        GpuKernel annotation = method.getAnnotation(GpuKernel.class);
        boolean checked = annotation == null || annotation.checked();
        ClassFiles classes = new ClassFiles(type.getClassLoader());
        ClassFiles.Found found =
                classes.method(Type.getInternalName(type), method.getName(), Type.getMethodDescriptor(method));
        if (found == null) {
            throw new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(type.getName()));
        }
        boolean fast = annotation != null && annotation.math() == MathMode.FAST;
        Translation translation = new Translation(classes, name, checked, fast);
        Findings findings = translation.findings;
        MethodSource source = new MethodSource(found.owner(), found.method(), null);
        Signatures.check(method, source, findings);
        boolean declared = findings.isEmpty();
        if (source.hasBody()) {
            translate(translation, found);
        }
        if (declared && (findings.isEmpty() || translation.budget().isExceeded())) {
            translation = Retranslation.of(translation, found, outlining);
        }
        if (translation.findings.isEmpty()) {
            return new ReadKernel(translation.function, source.parameterNames(), source.parallelVariables());
        }
        throw new KernelRejectedException(name, findings.inOrder());
    }

    /** Translates any method that has a body as if it were a kernel. What is wrong with it is among the findings. */
    static void translate(Translation translation, ClassFiles.Found found) {
        MethodTranslator.translateKernel(translation, found);
        if (translation.findings.isEmpty()) {
            translation.rowOrigins.reject(translation.findings);
            RedundantParams.removeFrom(translation.function);
            translation.arrayChoices.reject(translation.findings);
        }
    }
}
