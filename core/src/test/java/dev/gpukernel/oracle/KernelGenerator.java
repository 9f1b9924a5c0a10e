package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Makes random kernels of both forms, as Java source, each in a class with records, constants, tables and methods that it uses. Each
 * thread or iteration writes every output array at one index of its own and reads other arrays anywhere, so the order of threads does
 * not matter. All of them end. A few raise exceptions, mostly in some threads only.
 *
 * <p>Grids have up to three dimensions. In some, the threads of a block share arrays and meet at barriers, see {@link BlockBody}; some
 * have an array that every thread changes by atomic operations of one kind and none reads. Exceptions occur there too: a thread that
 * throws ends, and the others, who do not wait for it any more, go on.
 */
public final class KernelGenerator {
    /** About how many statements a thread may run: the interpreter runs it many times. */
    private static final int MOST_STEPS = 1500;

    private final boolean intrinsics;

    /**
     * Makes a generator.
     *
     * @param intrinsics whether kernels call methods of the JDK
     */
    public KernelGenerator(boolean intrinsics) {
        this.intrinsics = intrinsics;
    }

    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    public GeneratedKernel generate(long seed) {
        KernelClass shared = new KernelClass(new SplittableRandom(seed), intrinsics);
        KernelForm form = shared.percent(50) ? KernelForm.GRID : KernelForm.LOOP;
        // From a source of its own, so that plain loops stay what they were.
        Layout layout = form == KernelForm.GRID ? Layout.any(new SplittableRandom(~seed)) : Layout.LINE;
        String members = new MemberGenerator(shared, form == KernelForm.GRID).members(seed);
        Work work = new Work(MOST_STEPS * Layout.LINE.allThreads() / layout.allThreads());
        KernelScope scope = new KernelScope(shared, form == KernelForm.GRID, work);
        List<Parameter> parameters = parameters(scope, layout);
        boolean checked = !shared.percent(5);
        String body;
        if (layout.together()) {
            BlockBody block = new BlockBody(scope, layout);
            body = block.text();
            members += block.members();
        } else {
            body = new KernelBody(scope, layout).text();
        }
        String name = "Kernel" + seed;
        String source = """
                package generated;

                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Parallel;
                import dev.gpukernel.device.*;

                final class %s {
                %s    @GpuKernel%s
                    static void %s(%s) {
                %s    }
                }
                """.formatted(
                        name,
                        members,
                        checked ? "" : "(checked = false)",
                        GeneratedKernel.METHOD,
                        parameters.stream().map(Parameter::declaration).collect(Collectors.joining(", ")),
                        body);
        return new GeneratedKernel(
                seed,
                "generated." + name,
                source,
                form,
                layout.shape(),
                parameters,
                checked,
                shared.percent(50),
                layout.allThreads(),
                Levels.ANY);
    }

    private static List<Parameter> parameters(KernelScope scope, Layout layout) {
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(new Parameter(GeneratedKernel.BOUND, NumberType.INT, false));
        scope.add(new Variable(GeneratedKernel.BOUND, NumberType.INT, false));
        for (int i = scope.random.nextInt(3); i >= 0; i--) {
            NumberType type = scope.shared.anyType();
            scope.inputs.add(new ArrayName("in" + i, type, ""));
            parameters.add(new Parameter("in" + i, type, true));
        }
        for (int i = scope.random.nextInt(2); i >= 0; i--) {
            // Booleans often stay what they were, and tell less.
            NumberType type = scope.oneOf(scope.percent(90) ? NumberType.numeric() : List.of(NumberType.BOOLEAN));
            scope.outputs.add(new ArrayName("out" + i, type, ownIndex(scope)));
            parameters.add(new Parameter("out" + i, type, true));
        }
        if (scope.grid && scope.percent(layout.together() ? 30 : 15)) {
            NumberType type = scope.percent(60) ? NumberType.INT : NumberType.LONG;
            scope.atomics.add(new AtomicArray("total", type, OwnArray.UNKNOWN, AtomicArray.Family.any(scope)));
            parameters.add(new Parameter("total", type, true));
        }
        for (int i = scope.random.nextInt(4); i > 0; i--) {
            ValueType type = scope.shared.anyValue();
            if (!(type instanceof RecordType record) || record.argument()) {
                scope.addValue("s" + i, type, false);
                parameters.add(new Parameter("s" + i, type, false));
            }
        }
        Collections.shuffle(parameters, scope.random);
        return List.copyOf(parameters);
    }

    /** The index at which a thread writes an array, out of range in the first or last thread if it is rare. */
    private static String ownIndex(KernelScope scope) {
        return scope.percent(96) ? KernelScope.INDEX : scope.oneOf(List.of("i + 1", "i - 1"));
    }
}
