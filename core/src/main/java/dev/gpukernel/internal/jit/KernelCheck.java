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
     * Checks a kernel whose declaration is sound.
     *
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @return everything in it that cannot run on a GPU
     */
    public List<Finding> check(String owner, String method, String descriptor) {
        classes.assumeAssertionsDisabled(true);
        List<Finding> findings = findings(owner, method, descriptor);
        if (findings.isEmpty() || !classes.dependedOnAssertions()) {
            return findings;
        }
        classes.assumeAssertionsDisabled(false);
        List<Finding> others = findings(owner, method, descriptor);
        return findings.stream().filter(others::contains).toList();
    }

    private List<Finding> findings(String owner, String method, String descriptor) {
        return ProgramCompiler.check(outlining -> FrontEnd.read(files, owner, method, descriptor, outlining));
    }
}
