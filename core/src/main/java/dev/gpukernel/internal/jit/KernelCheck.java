package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.ClassFiles;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.frontend.Reading;
import dev.gpukernel.internal.frontend.Reading.Finding;
import dev.gpukernel.internal.frontend.UnloadedClasses;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Checks kernels while they are compiled, of class files alone: what this finds is what their first launch would find. What
 * depends on something that is known only where the kernel runs is not said.
 */
public final class KernelCheck {
    /** Of methods that take or return such types, the body is code with holes. */
    private static final Set<Message> UNREADABLE = Set.of(Message.PARAMETER_TYPE, Message.KERNEL_RETURNS);

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
     * @param isOpen whether more may be found where it runs, as a class or the value of a field is known only there
     */
    public record Result(List<Finding> findings, List<Finding> warnings, boolean isOpen) {
        /** A kernel of which there is nothing to say. */
        public static final Result NOTHING = new Result(List.of(), List.of(), false);

        /** A kernel of which there is nothing to say yet. */
        static final Result OPEN = new Result(List.of(), List.of(), true);

        /** Copies the lists. */
        public Result {
            findings = List.copyOf(findings);
            warnings = List.copyOf(warnings);
        }

        static Result of(List<Finding> findings) {
            return new Result(findings, List.of(), false);
        }

        /** {@return what both have} */
        Result and(Result other) {
            return new Result(
                    findings.stream().filter(other.findings::contains).toList(),
                    warnings.stream().filter(other.warnings::contains).toList(),
                    isOpen || other.isOpen);
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

    /**
     * What was found in a method that is no kernel, as if it were one.
     *
     * @param declaration what is wrong with its declaration
     * @param body what else is wrong; apart from what is done with things that the declaration must not have, if that is all that could be read
     * @param isWhole whether all of its body could be read
     */
    public record Advice(List<Finding> declaration, Result body, boolean isWhole) {
        /** Copies the list. */
        public Advice {
            declaration = List.copyOf(declaration);
        }

        /** {@return whether it would run on a GPU if it were annotated} */
        public boolean isTaken() {
            return declaration.isEmpty() && body.findings.isEmpty() && !body.isOpen;
        }
    }

    /**
     * Compiles any method as if it were a kernel and assertions were disabled, with all that a launch may ask for but a device's own code.
     *
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @return everything that keeps it from running on a GPU
     */
    public Advice advise(String owner, String method, String descriptor) {
        classes.assumeAssertionsDisabled(true);
        List<Finding> declaration = FrontEnd.declaration(files, owner, method, descriptor);
        boolean isWhole = declaration.stream()
                .map(finding -> finding.diagnostic().message())
                .noneMatch(UNREADABLE::contains);
        Result body = isWhole
                ? whole(outlining -> FrontEnd.read(files, owner, method, descriptor, outlining))
                : Result.of(FrontEnd.body(files, owner, method, descriptor));
        return new Advice(declaration, body, isWhole);
    }

    /**
     * Checks the body of a kernel whose declaration is not sound, as far as it can be read.
     *
     * @param owner internal name of the class that declares it
     * @param method its name
     * @param descriptor its descriptor
     * @return everything in it that cannot run on a GPU, whatever the declaration will be
     */
    public Result checkBody(String owner, String method, String descriptor) {
        if (!FrontEnd.hasBody(files, owner, method, descriptor)) {
            return Result.NOTHING;
        }
        Result body = advise(owner, method, descriptor).body;
        // Without an array to write to, there is nothing for a loop to do.
        return Result.of(body.findings.stream()
                .filter(finding -> finding.diagnostic().message() != Message.NOT_A_KERNEL)
                .toList());
    }

    private static Result whole(Function<Outlining, Reading> frontEnd) {
        Result found = ProgramCompiler.check(frontEnd);
        if (found.isOpen || !found.findings.isEmpty()) {
            return found;
        }
        try {
            ProgramCompiler.compile(frontEnd);
            return found;
        } catch (KernelRejectedException e) {
            return Result.of(ProgramCompiler.inOwnMethod(e.findings()));
        }
    }

    private Result found(String owner, String method, String descriptor) {
        return ProgramCompiler.check(outlining -> FrontEnd.read(files, owner, method, descriptor, outlining));
    }
}
