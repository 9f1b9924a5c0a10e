package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.AssumedClasses;
import dev.gpukernel.internal.frontend.ClassFiles;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.frontend.Reading;
import dev.gpukernel.internal.frontend.Reading.Finding;
import dev.gpukernel.internal.frontend.UnloadedClasses;
import dev.gpukernel.internal.frontend.Variant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Checks kernels while they are compiled, of class files alone: what this finds is what their first launch would find. What
 * depends on something that is known only where the kernel runs is not said.
 */
public final class KernelCheck {
    /** Of methods that take or return such types, the body is code with holes. */
    private static final Set<Message> UNREADABLE = Set.of(Message.PARAMETER_TYPE, Message.KERNEL_RETURNS);

    /** So many classes are tried at most for objects whose class is open. */
    private static final int MOST_ATTEMPTS = 6;

    private final UnloadedClasses classes;
    private final ClassFiles files;
    private final AssumedClasses.Subclasses subclasses;

    public KernelCheck(UnloadedClasses.Files files) {
        this(files, _ -> List.of());
    }

    /**
     * Checks kernels, also for classes that objects may be of.
     *
     * @param files the class files
     * @param subclasses finds such classes
     */
    public KernelCheck(UnloadedClasses.Files files, AssumedClasses.Subclasses subclasses) {
        this.classes = new UnloadedClasses(files);
        this.files = new ClassFiles(classes);
        this.subclasses = subclasses;
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
     * @param assumed internal names of classes that objects are of for which this is said, by what they are declared as; empty if it holds in any
     *     case
     */
    public record Advice(List<Finding> declaration, Result body, boolean isWhole, Map<String, String> assumed) {
        /** Copies the list and the map. */
        public Advice {
            declaration = List.copyOf(declaration);
            assumed = Map.copyOf(assumed);
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
        Advice open = new Advice(declaration, body, isWhole, Map.of());
        return body.isOpen && body.findings.isEmpty() && declaration.isEmpty()
                ? closed(owner, method, descriptor, open)
                : open;
    }

    /** {@return what holds for classes with which a method is taken that depends on them, or what is open} */
    private Advice closed(String owner, String method, String descriptor, Advice open) {
        boolean areLeft = true;
        for (int attempt = 0; areLeft && attempt < MOST_ATTEMPTS; attempt++) {
            AssumedClasses assumed = new AssumedClasses(files, owner, method, descriptor, subclasses, attempt);
            Variant variant = Variant.of(new Inputs(assumed));
            Result body = whole(outlining -> FrontEnd.read(files, owner, method, descriptor, outlining, variant));
            Advice advice = new Advice(List.of(), body, true, assumed.assumed());
            if (advice.isTaken()) {
                return advice;
            }
            areLeft = assumed.areMoreLeft();
        }
        return open;
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
