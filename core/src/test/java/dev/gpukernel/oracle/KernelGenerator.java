package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Makes random kernels of both forms, as Java source. Each thread or iteration writes every output array at one index of its own and
 * reads other arrays anywhere, so the order of threads does not matter. All of them end. A few raise exceptions, mostly in some
 * threads only.
 */
public final class KernelGenerator {
    /** Label of the loop whose iterations are the threads. */
    static final String LABEL = "next";

    private final boolean intrinsics;

    /**
     * Makes a generator.
     *
     * @param intrinsics whether kernels call {@code Math.abs}, {@code min}, {@code max}, {@code sqrt} and {@code fma}
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
        RandomGenerator random = new SplittableRandom(seed);
        KernelForm form = random.nextBoolean() ? KernelForm.GRID : KernelForm.LOOP;
        KernelScope scope = new KernelScope(form, random, intrinsics);
        List<Parameter> parameters = parameters(scope);
        scope.add(new Variable(KernelScope.INDEX, NumberType.INT, false));
        String name = "Kernel" + seed;
        String tables = tables(scope, seed);
        String source = """
                package generated;

                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.device.*;

                final class %s {
                %s    @GpuKernel
                    static void %s(%s) {
                %s    }
                }
                """.formatted(
                        name,
                        tables,
                        GeneratedKernel.METHOD,
                        declarations(parameters),
                        form == KernelForm.GRID ? gridKernel(scope) : loopKernel(scope));
        return new GeneratedKernel(seed, "generated." + name, source, form, parameters);
    }

    private static List<Parameter> parameters(KernelScope scope) {
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(new Parameter(GeneratedKernel.BOUND, int.class));
        scope.add(new Variable(GeneratedKernel.BOUND, NumberType.INT, false));
        for (int i = scope.random.nextInt(3); i >= 0; i--) {
            NumberType type = anyType(scope);
            scope.inputs.add(new ArrayName("in" + i, type, ""));
            parameters.add(new Parameter("in" + i, type.array()));
        }
        for (int i = scope.random.nextInt(2); i >= 0; i--) {
            // Booleans often stay what they were, and tell less.
            NumberType type = scope.oneOf(scope.percent(90) ? NumberType.numeric() : List.of(NumberType.BOOLEAN));
            scope.outputs.add(new ArrayName("out" + i, type, ownIndex(scope)));
            parameters.add(new Parameter("out" + i, type.array()));
        }
        for (int i = scope.random.nextInt(4); i > 0; i--) {
            NumberType type = anyType(scope);
            scope.add(new Variable("s" + i, type, false));
            parameters.add(new Parameter("s" + i, type.scalar()));
        }
        Collections.shuffle(parameters, scope.random);
        return List.copyOf(parameters);
    }

    private static String tables(KernelScope scope, long seed) {
        StringBuilder fields = new StringBuilder();
        for (int i = scope.random.nextInt(3); i > 0; i--) {
            OwnArray table = scope.newArray("TABLE" + i);
            scope.addTable(table);
            fields.append(table.table(seed + i));
        }
        return fields.toString();
    }

    private static NumberType anyType(KernelScope scope) {
        return scope.oneOf(List.of(NumberType.values()));
    }

    /** The index at which a thread writes an array, out of range in the first or last thread if it is rare. */
    private static String ownIndex(KernelScope scope) {
        return scope.percent(96) ? KernelScope.INDEX : scope.oneOf(List.of("i + 1", "i - 1"));
    }

    private static String loopKernel(KernelScope scope) {
        return "        " + LABEL + ": for (int i = 0; i < " + bound(scope) + "; i++) {\n" + body(scope, 3)
                + "        }\n";
    }

    private static String gridKernel(KernelScope scope) {
        String index = scope.percent(70) ? "Grid.x()" : "BlockIdx.x() * BlockDim.x() + ThreadIdx.x()";
        String start = "        int i = " + index + ";\n";
        return switch (scope.random.nextInt(20)) {
            case 0 -> start + body(scope, 2);
            case 1, 2, 3, 4 -> start + "        if (i >= " + bound(scope) + ") return;\n" + body(scope, 2);
            case 5, 6, 7, 8 ->
                "        for (int i = " + index + "; i < " + bound(scope) + "; i += Grid.sizeX()) {\n" + body(scope, 3)
                        + "        }\n";
            default -> start + "        if (i < " + bound(scope) + ") {\n" + body(scope, 3) + "        }\n";
        };
    }

    private static String bound(KernelScope scope) {
        return scope.percent(60)
                ? GeneratedKernel.BOUND
                : scope.oneOf(scope.outputs).name() + ".length";
    }

    private static String body(KernelScope scope, int indentation) {
        return new StatementGenerator(scope, scope.random.nextInt(2, 16), indentation).body();
    }

    private static String declarations(List<Parameter> parameters) {
        return parameters.stream()
                .map(parameter -> parameter.type().getSimpleName() + " " + parameter.name())
                .collect(Collectors.joining(", "));
    }
}
