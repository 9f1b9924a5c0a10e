package dev.gpukernel.internal.frontend;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.RedundantParams;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;

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
        GpuKernel annotation = method.getAnnotation(GpuKernel.class);
        boolean checked = annotation == null || annotation.checked();
        ClassFiles classes = new ClassFiles(new LoadedClasses(type));
        ClassFiles.Found found =
                classes.method(Type.getInternalName(type), method.getName(), Type.getMethodDescriptor(method));
        if (found == null) {
            throw new IllegalArgumentException(Message.CLASS_FILE_MISSING.format(type.getName()));
        }
        Translation translation = new Translation(classes, name(found), checked);
        Findings findings = translation.findings;
        MethodSource source = new MethodSource(found.owner(), found.method(), null);
        Signatures.check(method, source, findings);
        if (findings.isEmpty()) {
            translate(translation, found);
        }
        if (findings.isEmpty()) {
            return new ReadKernel(translation.function, source.parameterNames(), source.parallelVariables());
        }
        throw new KernelRejectedException(translation.function.name(), findings.inOrder());
    }

    /**
     * Reads a kernel whose declaration is sound, of class files alone.
     *
     * @param classes the class files
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @return its code, or everything in it that cannot run on a GPU
     */
    public static Reading read(ClassFiles classes, String owner, String method, String descriptor) {
        ClassFiles.Found found = classes.method(owner, method, descriptor);
        if (found == null || lacksParameter(classes, descriptor)) {
            return new Reading.Open();
        }
        MethodSource source = new MethodSource(found.owner(), found.method(), null);
        Translation translation = new Translation(classes, name(found), source.isChecked());
        translate(translation, found);
        Findings findings = translation.findings;
        if (!findings.isEmpty()) {
            return new Reading.Refused(findings.inOrder().stream()
                    .map(finding -> new Reading.Finding(finding, findings.callers(finding)))
                    .toList());
        }
        return translation.isOpen()
                ? new Reading.Open()
                : new Reading.Complete(
                        new ReadKernel(translation.function, source.parameterNames(), source.parallelVariables()));
    }

    private static boolean lacksParameter(ClassFiles classes, String descriptor) {
        Records records = new Records(classes);
        Block unused = new Function("").addBlock();
        return Arrays.stream(Type.getArgumentTypes(descriptor))
                .anyMatch(type -> records.operand(type, null, (leaf, name) -> unused.addParam(leaf)) == null);
    }

    private static String name(ClassFiles.Found found) {
        return MethodText.simpleName(found.owner().name) + "." + found.method().name;
    }

    private static void translate(Translation translation, ClassFiles.Found found) {
        MethodTranslator.translateKernel(translation, found);
        if (translation.findings.isEmpty()) {
            RedundantParams.removeFrom(translation.function);
            translation.arrayChoices.reject(translation.findings);
        }
    }
}
