package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Makes random kernels of plain loops, as Java source: several loops, one after another, nests of them, in loops over time steps, with
 * reductions. Their iterations are independent by construction, and the kernel says how many of each nest's loops must be found to be.
 */
public final class NestGenerator {
    private static final List<Integer> PARTS = List.of(1, 1, 1, 2, 2, 3);

    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    public GeneratedKernel generate(long seed) {
        // Other numbers than the other generators'.
        KernelClass shared = new KernelClass(new SplittableRandom(seed * 3 + 0x6e657374), true);
        String members = shared.percent(50) ? new MemberGenerator(shared, false).members(seed) : "";
        NestScope scope = new NestScope(shared);
        SourceLines lines = new SourceLines(2);
        NestParts parts = new NestParts(scope, lines);
        for (int i = shared.oneOf(PARTS); i > 0; i--) {
            parts.next();
        }
        String result = parts.end();
        List<Parameter> parameters = new ArrayList<>(scope.parameters(lines.toString()));
        Collections.shuffle(parameters, shared.random);
        String name = "Nests" + seed;
        String source = """
                package generated;

                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Parallel;
                import dev.gpukernel.Sequential;
                import dev.gpukernel.device.*;

                final class %s {
                %s    @GpuKernel
                    static %s %s(%s) {
                %s    }
                }
                """.formatted(
                        name,
                        members,
                        result,
                        GeneratedKernel.METHOD,
                        parameters.stream().map(Parameter::declaration).collect(Collectors.joining(", ")),
                        lines);
        return new GeneratedKernel(
                seed,
                "generated." + name,
                source,
                KernelForm.LOOP,
                Oracle.GRID,
                parameters,
                true,
                shared.percent(50),
                scope.length(),
                new Levels(List.copyOf(scope.levels), scope.rounds));
    }
}
