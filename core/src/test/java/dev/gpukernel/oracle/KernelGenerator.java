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
        String members = new MemberGenerator(shared, form == KernelForm.GRID).members(seed);
        KernelScope scope = new KernelScope(shared, form == KernelForm.GRID, new Work(MOST_STEPS));
        List<Parameter> parameters = parameters(scope);
        boolean checked = !shared.percent(5);
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
                        new KernelBody(scope).text());
        return new GeneratedKernel(seed, "generated." + name, source, form, parameters, checked, shared.percent(50));
    }

    private static List<Parameter> parameters(KernelScope scope) {
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
