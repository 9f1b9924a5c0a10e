package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelMethod;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.frontend.Variant;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.pass.FunctionCopy;
import dev.gpukernel.internal.pass.HistogramKernel;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import dev.gpukernel.internal.pass.Pipeline;
import java.lang.invoke.MethodHandles;
import java.lang.ref.SoftReference;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** What the compiler makes of a kernel, for tests of other packages. */
public final class CompilerSteps {
    private static final Map<List<Object>, SoftReference<Compiled>> SHARED = new ConcurrentHashMap<>();

    private CompilerSteps() {}

    /** A compiled kernel, as the launch of it sees it. */
    public static final class Compiled {
        private final Program program;
        private final Method method;

        private Compiled(Program program, Method method) {
            this.program = program;
            this.method = method;
        }

        /** {@return what one thread does; of a kernel with several loops, what one does of the first} */
        public Function function() {
            return program.functions().getFirst();
        }

        /** {@return what one thread does, of each loop, also of those without checks for launches in which they pass} */
        public List<Function> functions() {
            return Stream.concat(
                            form() == KernelForm.GRID
                                    ? Stream.of(function())
                                    : nests(program).map(nest -> nest.threads().code()),
                            nests(program)
                                    .flatMap(nest ->
                                            Stream.ofNullable(nest.threads().proven()))
                                    .map(NestProgram.Proven::threads))
                    .distinct()
                    .toList();
        }

        /** {@return whether all of its launches of loops are known not to fault} */
        public boolean isProven(List<?> arguments) {
            HostMachine machine = new HostMachine(
                    program,
                    new ArrayList<>(arguments),
                    (nest, passed, _) -> passed.subList(passed.size() - nest.accumulators(), passed.size()));
            try {
                machine.run();
            } catch (KernelFault fault) {
                return false;
            }
            return machine.isProven();
        }

        /** {@return what the kernel's method returns} */
        public Class<?> resultType() {
            return method.getReturnType();
        }

        /** {@return how many loops, one in the other, each of its nests runs in parallel, as most launches have it} */
        public List<Integer> levels() {
            return program.nests().stream()
                    .filter(nest -> !nest.isRare())
                    .map(nest -> nest.program().axes().size())
                    .toList();
        }

        /** {@return whether there is anything that the host throws by itself, between loops} */
        public boolean hostThrows() {
            return program.function().blocks().stream()
                    .anyMatch(block -> block.terminator().op() instanceof Op.Throw);
        }

        /** {@return what one iteration does, of each loop, as the CPU has it} */
        public List<Function> iterations() {
            return nests(program).map(nest -> nest.turns().iteration()).toList();
        }

        /** {@return what a thread of a GPU does; of the first loop, if it did one iteration and not several} */
        public Function specialisedIteration() {
            if (form() == KernelForm.GRID) {
                return function();
            }
            Function copy = FunctionCopy.of(iterations().getFirst());
            Pipeline.run(Pipeline.SPECIALISE, copy, (_, _) -> {});
            return copy;
        }

        /** {@return whether it uses static fields that are not final, which are then parameters behind those of its method} */
        public boolean usesStaticFields() {
            return program.inputs().areStatic();
        }

        public KernelForm form() {
            return program.form();
        }

        public List<Access.Use> uses() {
            return program.uses();
        }

        /** {@return positions of the arrays that enough threads, or iterations of its only loop, overwrite entirely} */
        public BitSet overwritten() {
            List<NestProgram> usual = program.nests().stream()
                    .filter(nest -> !nest.isRare())
                    .map(LaunchedNest::program)
                    .toList();
            return switch (usual.size()) {
                case 0 -> program.overwritten();
                case 1 -> usual.getFirst().overwritten();
                default -> new BitSet();
            };
        }

        public List<AliasConflict> conflicts() {
            return program.nests().stream()
                    .flatMap(nest -> nest.conflicts().stream())
                    .toList();
        }

        /** {@return how many iterations the first loop has along x for certain arguments; 0 of a grid kernel} */
        public long iterations(List<?> arguments) {
            if (program.form() == KernelForm.GRID) {
                return 0;
            }
            long[] first = {-1};
            try {
                runHost(new ArrayList<>(arguments), (nest, _, counts) -> {
                    first[0] = first[0] < 0 ? counts[0] : first[0];
                    return Collections.nCopies(nest.accumulators(), 0);
                });
            } catch (KernelFault fault) {
                return 0;
            }
            return Math.max(0, first[0]);
        }

        /**
         * Runs what the host does of a kernel of plain loops.
         *
         * @param arguments arrays and boxed numbers
         * @param runner runs the loops
         * @return the array that the kernel returns, or the bits of what else it does
         * @throws KernelFault what the host's code throws
         */
        public Object runHost(List<Object> arguments, HostMachine.Runner runner) throws KernelFault {
            return new HostMachine(program, arguments, runner).run();
        }

        /** {@return the kernel, or its first loop, as a backend gets it} */
        public KernelUnit unit(int maxThreadsPerBlock) {
            return units(maxThreadsPerBlock).getFirst();
        }

        private static Stream<NestProgram> nests(Program program) {
            return program.nests().stream().map(LaunchedNest::program);
        }

        private static Stream<KernelUnit> scan(NestUnits units, NestProgram nest) {
            return nest.scans() == null ? Stream.empty() : Stream.of(units.ofTotals(nest), units.ofPrefixes(nest));
        }

        /** {@return the kernel, or the steps of its loops, as a backend gets them on which threads' arrays have constant lengths} */
        public List<KernelUnit> units(int maxThreadsPerBlock) {
            return made(maxThreadsPerBlock).stream()
                    .map(SizedExecutable::shortest)
                    .toList();
        }

        private KernelMethod source() {
            return new KernelMethod(method, MethodHandles.lookup());
        }

        private List<KernelUnit> made(int maxThreadsPerBlock) {
            if (program.form() == KernelForm.LOOP) {
                NestUnits units = new NestUnits(program, source(), maxThreadsPerBlock, ArrayFacts.USUAL, false);
                return nests(program)
                        .flatMap(nest -> Stream.of(Stream.of(units.of(nest)), shared(units, nest), scan(units, nest))
                                .flatMap(part -> part))
                        .toList();
            }
            return List.of(new KernelUnit(
                    program.function(),
                    program.form(),
                    null,
                    source(),
                    program.parameterNames(),
                    maxThreadsPerBlock,
                    true,
                    Grain.ONE));
        }
    }

    /** {@return a nest with histograms in the memory of blocks, with one copy of each element and with many} */
    private static Stream<KernelUnit> shared(NestUnits units, NestProgram nest) {
        return HistogramPlans.areSuitable(nest)
                ? Stream.of(0, HistogramKernel.MOST_SHIFT)
                        .map(shift -> units.ofShared(
                                nest,
                                HistogramKernel.of(
                                        nest.threads().code(),
                                        nest.axes(),
                                        nest.threads().histograms(),
                                        shift),
                                nest.threads().grain()))
                : Stream.empty();
    }

    /** Arguments as a test has them. */
    record BoxedArguments(List<?> arguments) implements HostExpression.Arguments {
        @Override
        public long scalarBits(int parameter) {
            return switch (arguments.get(parameter)) {
                case Boolean value -> value ? 1 : 0;
                case Byte value -> value;
                case Short value -> value;
                case Character value -> value;
                case Integer value -> Op.Constant.of(value).bits();
                case Long value -> Op.Constant.of(value).bits();
                case Float value -> Op.Constant.of(value).bits();
                case Double value -> Op.Constant.of(value).bits();
                default -> throw new IllegalArgumentException("argument " + parameter);
            };
        }

        @Override
        public long arrayLength(int parameter) {
            return Array.getLength(arguments.get(parameter));
        }
    }

    /**
     * Compiles a kernel.
     *
     * @param method the kernel's method
     * @param watcher called with the name of each step that changed it and the function after it
     * @return the result
     */
    public static Compiled compile(Method method, BiConsumer<String, Function> watcher) {
        return compile(method, Outlining.USUAL, watcher);
    }

    /** {@return how the loops of a kernel run if it is given rows of several lengths} */
    public static String scheduleOfRagged(Class<?> type, String name) {
        Method kernel = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return ScheduleText.of(ProgramCompiler.compile(
                KernelReader.of(kernel), false, Variant.USUAL.with(true, new BitSet()), (_, _) -> {}));
    }

    /** {@return a kernel compiled for segments some of which, by parameter, have more elements than an array} */
    public static Compiled compileForLarge(Method method, BitSet large) {
        return compiled(
                ProgramCompiler.compile(KernelReader.of(method), false, Variant.USUAL.with(false, large), (_, _) -> {}),
                method);
    }

    /** {@return a kernel compiled for a device whose own compiler optimises it} */
    public static Compiled compilePlainly(Method method) {
        return compiled(ProgramCompiler.compilePlainly(KernelReader.of(method), Variant.USUAL, (_, _) -> {}), method);
    }

    /**
     * Compiles a kernel.
     *
     * @param method the kernel's method
     * @param outlining which of the methods it calls shall be functions
     * @param watcher called with the name of each step that changed it and the function after it
     * @return the result
     */
    public static Compiled compile(Method method, Outlining outlining, BiConsumer<String, Function> watcher) {
        return compiled(ProgramCompiler.compile(method, outlining, watcher), method);
    }

    /** {@return a compiled kernel, which whoever asks for it shares} For the kernels of the corpus: many tests look at each. */
    public static Compiled shared(Method method, Outlining outlining) {
        List<Object> key = List.of(method, outlining);
        SoftReference<Compiled> known = SHARED.get(key);
        Compiled compiled = known == null ? null : known.get();
        if (compiled == null) {
            compiled = compile(method, outlining, (_, _) -> {});
            SHARED.put(key, new SoftReference<>(compiled));
        }
        return compiled;
    }

    /** {@return a compiled kernel, which whoever asks for it shares} */
    public static Compiled shared(Method method) {
        return shared(method, Outlining.USUAL);
    }

    /** {@return a kernel with the forms for all devices, so that a watcher has seen every step} */
    private static Compiled compiled(Program program, Method method) {
        for (LaunchedNest nest : program.nests()) {
            if (!nest.isRare()) {
                nest.program().turns();
                nest.program().threads();
            }
        }
        return new Compiled(program, method);
    }
}
