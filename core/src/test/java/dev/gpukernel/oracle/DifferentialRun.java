package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Outlining;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Generates kernels and runs each in every form. */
final class DifferentialRun {
    /** Argument lists for each kernel: compiling takes longer than running. */
    private static final int ARGUMENT_LISTS = 3;

    private static final Set<Message> LOOPS = Set.of(
            Message.NOT_A_KERNEL,
            Message.LOOP_SHAPE,
            Message.LOOP_SURROUNDED,
            Message.LOOP_CARRIED,
            Message.LOOP_DEPENDENCE);

    private final LongFunction<GeneratedKernel> generator;
    private final Outlining outlining;
    private final List<Gpu> gpus;

    /**
     * Makes a run.
     *
     * @param generator makes the kernel of a seed
     * @param gpus devices to run them on
     */
    DifferentialRun(LongFunction<GeneratedKernel> generator, List<Gpu> gpus) {
        this(generator, Outlining.USUAL, gpus);
    }

    /**
     * Makes a run.
     *
     * @param generator makes the kernel of a seed
     * @param outlining which of the methods that they call shall be functions
     * @param gpus devices to run them on, as usual
     */
    DifferentialRun(LongFunction<GeneratedKernel> generator, Outlining outlining, List<Gpu> gpus) {
        this.generator = generator;
        this.outlining = outlining;
        this.gpus = gpus;
    }

    /**
     * A kernel whose outcomes differ.
     *
     * @param kernel the kernel
     * @param what what differs
     */
    record Failure(GeneratedKernel kernel, String what) {
        @Override
        public String toString() {
            return kernel.className() + ": seed " + kernel.seed() + " " + what + "\n" + kernel.source();
        }
    }

    /**
     * A kernel without a failure.
     *
     * @param kernel the kernel
     * @param differential its forms; {@code null} if every launch of it throws and what it does otherwise is none of a kernel
     */
    record Checked(GeneratedKernel kernel, @Nullable Differential differential) {
        boolean alwaysThrows() {
            return differential == null;
        }
    }

    /** Kernels without a failure, and the failures. */
    record Result(List<Checked> passed, List<Failure> failures) {}

    /**
     * Runs kernels, compiled together.
     *
     * @param from seed of the first
     * @param to seed after the last
     * @return what became of them
     */
    Result run(long from, long to) {
        return run(from, to, _ -> {});
    }

    /**
     * Runs kernels, compiled together.
     *
     * @param from seed of the first
     * @param to seed after the last
     * @param begun told each kernel before it is compiled for the devices
     * @return what became of them
     */
    Result run(long from, long to, Consumer<GeneratedKernel> begun) {
        List<GeneratedKernel> kernels =
                LongStream.range(from, to).mapToObj(generator).toList();
        Map<String, String> sources = new HashMap<>();
        kernels.forEach(kernel -> sources.put(kernel.className(), kernel.source()));
        ClassLoader classes = InMemoryCompiler.compile(sources);
        List<Object> outcomes = kernels.stream()
                .peek(begun)
                .map(kernel -> check(kernel, classes))
                .toList();
        List<Checked> passed = new ArrayList<>();
        List<Failure> failures = new ArrayList<>();
        for (Object outcome : outcomes) {
            if (outcome instanceof Checked checked) {
                passed.add(checked);
            } else {
                failures.add((Failure) outcome);
            }
        }
        return new Result(passed, failures);
    }

    private Object check(GeneratedKernel kernel, ClassLoader classes) {
        try {
            Differential differential = new Differential(kernel.method(classes), outlining, kernel.shape());
            if (differential.compiled().form() != kernel.form()) {
                return new Failure(
                        kernel, "was taken for a " + differential.compiled().form());
            }
            // A nest whose first iteration always throws is none, and leaves what it throws to the host.
            if (!kernel.levels().areIn(differential.compiled().levels())
                    && !differential.compiled().hostThrows()
                    && !throwsOrDoesNothing(kernel, classes)
                    && new RemainingLoops(kernel.method(classes), outlining).areAll(kernel.source())) {
                return new Failure(
                        kernel, "runs in parallel " + differential.compiled().levels() + ", not " + kernel.levels());
            }
            for (int i = 0; i < ARGUMENT_LISTS; i++) {
                List<Object> arguments = Inputs.of(kernel, classes, kernel.seed() * ARGUMENT_LISTS + i);
                Optional<String> difference = differential.firstDifference(
                        arguments, gpus, i == 0, kernel.levels().rounds());
                if (difference.isPresent()) {
                    return new Failure(kernel, "arguments " + i + " " + difference.get());
                }
            }
            return new Checked(kernel, differential);
        } catch (KernelRejectedException e) {
            if (lacksItsLoop(e)
                    && (throwsOrDoesNothing(kernel, classes)
                            || RemainingLoops.areNone(kernel.method(classes), outlining, e))) {
                return new Checked(kernel, null);
            }
            return new Failure(kernel, "is rejected: " + e.getMessage());
        } catch (RuntimeException e) {
            return new Failure(kernel, "fails: " + e + " " + e.getCause());
        }
    }

    /** Whether a loop is missing or another one taken for it: one whose body always throws runs once, and is no loop. */
    private static boolean lacksItsLoop(KernelRejectedException rejection) {
        return rejection.findings().stream().allMatch(finding -> LOOPS.contains(finding.message()));
    }

    private static boolean throwsOrDoesNothing(GeneratedKernel kernel, ClassLoader classes) {
        for (int i = 0; i < ARGUMENT_LISTS; i++) {
            List<Object> arguments = Inputs.of(kernel, classes, kernel.seed() * ARGUMENT_LISTS + i);
            Outcome outcome = Oracle.runJava(kernel.method(classes), kernel.form(), kernel.shape(), arguments);
            Outcome before = new Outcome(Oracle.leaves(arguments), null);
            if (outcome.fault() == null && outcome.describeDifference(before).isPresent()) {
                return false;
            }
        }
        return true;
    }
}
