package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.frontend.ClassFiles;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.Reading.Finding;
import dev.gpukernel.internal.frontend.UnloadedClasses;
import java.util.List;

/**
 * Checks kernels while they are compiled, of class files alone: what this finds is what their first launch would find. What
 * depends on something that is known only where the kernel runs is not said.
 */
public final class KernelCheck {
    private final UnloadedClasses classes;
    private final ClassFiles files;

    public KernelCheck(UnloadedClasses.Files files) {
        this.classes = new UnloadedClasses(files);
        this.files = new ClassFiles(classes);
    }

    /**
     * What was found in a kernel.
     *
     * @param findings everything in it that cannot run on a GPU
     * @param warnings what will be slow
     */
    public record Result(List<Finding> findings, List<Finding> warnings) {
        /** A kernel of which there is nothing to say. */
        public static final Result NOTHING = new Result(List.of(), List.of());

        /** Copies the lists. */
        public Result {
            findings = List.copyOf(findings);
            warnings = List.copyOf(warnings);
        }

        /** {@return what both have} */
        Result and(Result other) {
            return new Result(
                    findings.stream().filter(other.findings::contains).toList(),
                    warnings.stream().filter(other.warnings::contains).toList());
        }

        private boolean isEmpty() {
            return findings.isEmpty() && warnings.isEmpty();
        }
    }

    /**
     * Checks a kernel whose declaration is sound.
     *
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @return everything in it that cannot run on a GPU, or will be slow
     */
    public Result check(String owner, String method, String descriptor) {
        classes.assumeAssertionsDisabled(true);
        Result found = found(owner, method, descriptor);
        if (found.isEmpty() || !classes.dependedOnAssertions()) {
            return found;
        }
        classes.assumeAssertionsDisabled(false);
        return found.and(found(owner, method, descriptor));
    }

    private Result found(String owner, String method, String descriptor) {
        return ProgramCompiler.check(outlining -> FrontEnd.read(files, owner, method, descriptor, outlining));
    }
}
