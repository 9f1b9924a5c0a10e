package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Parser;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.jit.CompilerSteps.Compiled;
import dev.gpukernel.internal.pass.FunctionCopy;
import dev.gpukernel.internal.pass.ParallelLoops;
import dev.gpukernel.oracle.LoopInterpreter.Part;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A kernel in every form it takes: as Java, as interpreted representation after each step of the compiler, and on devices. All
 * must lead to the same outcome; the first that does not is at fault.
 */
public final class Differential {
    private static final Oracle ORACLE = new Oracle(IntrinsicMethods::call);

    /** Where functions stop being the whole loop and become one iteration of it. */
    private static final String OUTLINED = "ParallelLoops";

    /** Where they become several iterations, as many as a thread runs. */
    private static final String COARSE = "Coarsening";

    /** The first step. */
    private static final String READ = "FrontEnd";

    private final Method method;
    private final Shape shape;
    private final boolean checked;
    private final Compiled compiled;
    private final List<Step> steps = new ArrayList<>();
    private String lastText = "";
    private @Nullable Kernel kernel;

    /** What one iteration does of each nest, as it was last. */
    private final Map<String, Function> iterations = new HashMap<>();

    /** What was last made of loops. */
    private final Set<Function> outlined = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * The function after a step of the compiler.
     *
     * @param part what it does of a nest of parallel loops; {@code null} if it is the whole kernel
     */
    private record Step(
            String name, Function function, @Nullable Part part) {}

    /**
     * Compiles a kernel; after each step, verifies it and keeps a copy; the first and the last are printed and parsed.
     *
     * @param method the kernel's method
     */
    public Differential(Method method) {
        this(method, Outlining.USUAL, Oracle.GRID);
    }

    /**
     * Compiles a kernel with a choice of its own of what it calls as functions; devices run it as usual.
     *
     * @param method the kernel's method
     * @param outlining which of the methods it calls shall be functions
     * @param shape of its launches, if it is written for a grid
     */
    public Differential(Method method, Outlining outlining, Shape shape) {
        GpuKernel annotation = method.getAnnotation(GpuKernel.class);
        this.method = method;
        this.shape = shape;
        this.checked = annotation == null || annotation.checked();
        this.compiled = CompilerSteps.compile(method, outlining, this::keep);
        // Parsing takes longer than a copy: the text is tried where most is written, and where all is.
        parsed(lastText);
    }

    private void keep(String name, Function function) {
        if (name.equals(READ)) {
            // A first try with functions may have come to nothing.
            steps.clear();
            outlined.clear();
        }
        if (!ParallelLoops.launches(function).isEmpty()) {
            // The host's code is run with every step of its loops.
            Verifier.verify(function);
            return;
        }
        String text = function.toString();
        if (!steps.isEmpty() && !name.equals(OUTLINED) && !name.equals(COARSE) && text.equals(lastText)) {
            // A step that changed nothing has nothing to show.
            return;
        }
        Verifier.verify(function);
        boolean isCopied = !name.equals(READ) && function.calledFunctions().isEmpty();
        Function copy = isCopied ? FunctionCopy.of(function) : parsed(text);
        lastText = text;
        if (name.equals(OUTLINED)) {
            outlined.add(function);
        }
        Part part = part(name, function);
        if (part == Part.ITERATION) {
            iterations.put(function.name(), copy);
        }
        steps.add(new Step(name, copy, part));
    }

    private @Nullable Part part(String name, Function function) {
        if (name.equals(COARSE)) {
            return Part.THREAD;
        }
        return outlined.isEmpty() ? null : outlined.contains(function) ? Part.ITERATION : Part.OUTERMOST;
    }

    private static Function parsed(String text) {
        Function copy = Parser.parse(text, Intrinsics::ofText);
        if (!copy.toString().equals(text)) {
            throw new OracleException("printed, parsed and printed again:\n" + text + copy);
        }
        return copy;
    }

    /** {@return the kernel after all passes} */
    public Compiled compiled() {
        return compiled;
    }

    /** {@return the kernel as a user has it} */
    public synchronized Kernel kernel() {
        Kernel known = kernel;
        if (known == null) {
            known = Kernel.of(method.getDeclaringClass(), method.getName());
            kernel = known;
        }
        return known;
    }

    /**
     * Runs it in every form.
     *
     * @param arguments arrays, boxed numbers and records; they stay as they are
     * @param gpus devices to run it on
     * @return where outcomes part, and how
     */
    public Optional<String> firstDifference(List<?> arguments, List<Gpu> gpus) {
        return firstDifference(arguments, gpus, true, false);
    }

    /**
     * Runs it in every form, or only in those that others follow from.
     *
     * @param arguments arrays, boxed numbers and records; they stay as they are
     * @param gpus devices to run it on
     * @param everyStep whether to look at the outcome after each step, or only after the last one as long as that is as it should be
     * @param rounds whether parallel loops round sums or products in an order other than Java's: then the interpreter says what
     *     they come to as soon as loops are taken apart
     * @return where outcomes part, and how
     */
    public Optional<String> firstDifference(List<?> arguments, List<Gpu> gpus, boolean everyStep, boolean rounds) {
        Outcome java = Oracle.runJava(method, compiled.form(), shape, arguments);
        if (!checked && java.fault() != null) {
            // Where Java throws because of an index, the kernel may do anything.
            return Optional.empty();
        }
        List<Object> leaves = Oracle.leaves(arguments);
        Outcome parallel = rounds && java.fault() == null ? parallel(leaves) : java;
        boolean differs = (everyStep ? shown() : List.of(steps.getLast()))
                .stream()
                        .anyMatch(step -> difference(step.part() == null ? java : parallel, step, leaves)
                                .isPresent());
        for (Step step : differs ? steps : List.<Step>of()) {

            Optional<String> difference = difference(step.part() == null ? java : parallel, step, leaves);
            if (difference.isPresent()) {
                return Optional.of("after " + step.name() + ": " + difference.get() + "\n" + step.function());
            }
        }
        Optional<String> launched = asLaunched(parallel, leaves);
        if (launched.isPresent()) {
            return launched;
        }
        Optional<String> dependence = java.fault() == null ? unstated(parallel, leaves) : Optional.empty();
        if (dependence.isPresent()) {
            return dependence;
        }
        for (Gpu gpu : gpus) {
            Optional<String> difference = difference(parallel, runOn(gpu, arguments), arguments, gpu);
            if (difference.isPresent()) {
                return Optional.of("on " + gpu + ": " + difference.get());
            }
        }
        return Optional.empty();
    }

    /** {@return the steps without those on the way to the final code of blocks that reduce something: these take long to interpret} */
    private List<Step> shown() {
        List<Step> shown = new ArrayList<>();
        for (Step step : steps) {
            boolean replaces = !shown.isEmpty()
                    && step.part() != null
                    && shown.getLast().part() != null
                    && shown.getLast().function().name().equals(step.function().name())
                    && Cooperation.scope(shown.getLast().function()) == Scope.BLOCK;
            if (replaces) {
                shown.removeLast();
            }
            shown.add(step);
        }
        return shown;
    }

    /** {@return the outcome of the first step whose loops are taken apart} */
    private Outcome parallel(List<?> arguments) {
        Step first =
                steps.stream().filter(step -> step.part() != null).findFirst().orElseThrow();
        return ORACLE.runLoops(compiled, first.function(), Part.ITERATION, false, iterations, arguments);
    }

    private Optional<String> difference(Outcome java, Step step, List<?> arguments) {
        try {
            return java.describeDifference(
                    switch (compiled.form()) {
                        case GRID -> ORACLE.runGrid(step.function(), shape, arguments);
                        case LOOP ->
                            step.part() != null
                                    ? ORACLE.runLoops(
                                            compiled, step.function(), step.part(), false, iterations, arguments)
                                    : ORACLE.runWhole(step.function(), method.getReturnType(), arguments);
                    });
        } catch (OracleException e) {
            return Optional.of(e.toString());
        }
    }

    /** Runs the loops by the code that a GPU would have for the launch: one without checks if it is known that they pass. */
    private Optional<String> asLaunched(Outcome java, List<?> arguments) {
        if (compiled.form() == KernelForm.GRID) {
            return Optional.empty();
        }
        try {
            Function none = new Function("none of the loops");
            return java.describeDifference(ORACLE.runLoops(compiled, none, Part.THREAD, false, iterations, arguments))
                    .map(difference -> "as launched: " + difference + "\n" + compiled.functions());
        } catch (OracleException e) {
            return Optional.of("as launched: " + e + "\n" + compiled.functions());
        }
    }

    /**
     * Runs the final code with nonsense in the arrays that are said to be overwritten entirely, and in another order: neither may
     * matter.
     */
    private Optional<String> unstated(Outcome java, List<?> arguments) {
        List<Object> changed = new ArrayList<>(arguments);
        boolean isLoop = compiled.form() == KernelForm.LOOP;
        long threads =
                isLoop ? compiled.iterations(Oracle.copies(arguments)) : shape.blocks() * shape.threadsPerBlock();
        for (int i = 0; i < changed.size(); i++) {
            if (compiled.overwritten().get(i)
                    && !compiled.uses().get(i).read()
                    && threads >= Array.getLength(changed.get(i))) {
                changed.set(i, nonsense(changed.get(i)));
            }
        }
        Outcome outcome = isLoop
                ? ORACLE.runLoops(compiled, compiled.function(), Part.THREAD, true, iterations, changed)
                : ORACLE.runGrid(compiled.function(), shape, changed);
        return java.describeDifference(outcome)
                .map(difference -> "in another order, overwritten " + compiled.overwritten() + " cleared: " + difference
                        + "\n" + compiled.function());
    }

    private static Object nonsense(Object array) {
        NumberType type = NumberType.ofArray(array.getClass());
        int length = Array.getLength(array);
        Object other = Array.newInstance(type.scalar(), length);
        SplittableRandom random = new SplittableRandom(length);
        for (int i = 0; i < length; i++) {
            Array.set(other, i, EdgeValues.next(type, random));
        }
        return other;
    }

    private Outcome runOn(Gpu gpu, List<?> arguments) {
        List<Object> copies = Oracle.copies(arguments);
        try {
            AtomicReference<@Nullable Object> result = new AtomicReference<>();
            gpu.run(() -> {
                if (compiled.form() == KernelForm.GRID) {
                    Launch launch = Launch.grid(shape.gridX(), shape.gridY(), shape.gridZ())
                            .block(shape.blockX(), shape.blockY(), shape.blockZ());
                    kernel().launch(launch, copies.toArray());
                } else {
                    result.set(kernel().launch(copies.toArray()));
                }
            });
            return new Outcome(Oracle.leaves(copies), result.get(), null);
        } catch (RuntimeException | AssertionError e) {
            String className = method.getDeclaringClass().getName();
            return new Outcome(
                    Oracle.leaves(copies), Outcome.Fault.of(e, className, method.getName(), Outcome.Fault.threadOf(e)));
        }
    }

    private static Optional<String> difference(Outcome java, Outcome outcome, List<?> arguments, Gpu gpu) {
        Optional<String> difference = java.describeDifference(outcome);
        boolean restored = outcome.fault() != null && gpu.computeCapability().isPresent();
        if (difference.isEmpty() && restored) {
            Outcome before = new Outcome(Oracle.leaves(arguments), null);
            return before.describeDifference(new Outcome(outcome.arguments(), null))
                    .map(changed -> "host array changed by a kernel that threw: " + changed);
        }
        return difference;
    }
}
