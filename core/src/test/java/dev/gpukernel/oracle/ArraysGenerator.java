package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Makes random kernels of plain loops with arrays of two and three dimensions, arrays that the kernel makes, and arrays that it returns. Their loops
 * are those of {@link NestParts}, over parameters, rows and made arrays alike, those of {@link ArraysLoops}, and those of
 * {@link RecordLoops} over arrays of records.
 */
final class ArraysGenerator {
    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    ArraysKernel generate(long seed) {
        KernelClass shared = new KernelClass(new SplittableRandom(seed * 5 + 0x61727261), true);
        String members = shared.percent(30) ? new MemberGenerator(shared, false).members(seed) : "";
        ArraysScope scope = new ArraysScope(shared);
        ArraysBody body = new ArraysBody(scope);
        body.write();
        List<Parameter> parameters = new ArrayList<>(scope.parameters(body.text(), body.own()));
        parameters.addAll(body.records().parameters(body.text()));
        Collections.shuffle(parameters, shared.random);
        if (body.result().equals("void") && parameters.stream().noneMatch(Parameter::array)) {
            scope.codes.add(Message.KERNEL_WITHOUT_ARRAY);
        }
        Map<String, Integer> dimensions = body.dimensions();
        String name = "Arrays" + seed;
        String source = """
                package generated;

                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Parallel;
                import dev.gpukernel.Sequential;
                import dev.gpukernel.device.*;
                import java.util.Arrays;

                final class %s {
                %s%s%s
                    @GpuKernel
                    static %s %s(%s) {
                %s    }
                }
                """.formatted(
                        name,
                        members,
                        body.records().members(),
                        scope.methods(),
                        body.result(),
                        Generated.METHOD,
                        parameters.stream()
                                .map(parameter -> declaration(parameter, dimensions))
                                .collect(Collectors.joining(", ")),
                        body.text());
        return new ArraysKernel(
                seed, "generated." + name, source, parameters, dimensions, scope.codes, scope.nest.length());
    }

    private static String declaration(Parameter parameter, Map<String, Integer> dimensions) {
        return dimensions.containsKey(parameter.name())
                ? parameter.type().text() + "[]".repeat(dimensions.get(parameter.name())) + " " + parameter.name()
                : parameter.declaration();
    }
}
