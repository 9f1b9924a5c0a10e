package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.Pipeline;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The loops of a Java method and what the dependence test says of them. */
record LoopsOf(Function function, List<CountedLoop> nest) {
    /** {@return the outermost loop of a method and those inside it, of each the first} */
    static LoopsOf method(Method method, int depth) {
        Function function = FrontEnd.read(method, Outlining.NONE).function();
        Pipeline.run(Pipeline.CLEAN_UP, function, (_, _) -> {});
        List<CountedLoop> nest = new ArrayList<>();
        for (Loop loop : Loop.of(function)) {
            if (nest.size() < depth && (nest.isEmpty() || nest.getLast().loop().contains(loop.header()))) {
                nest.add(counted(loop));
            }
        }
        return new LoopsOf(function, nest);
    }

    static Method method(Class<?> owner, String name) {
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CountedLoop counted(Loop loop) {
        return switch (CountedLoop.of(loop)) {
            case CountedLoop.Recognition.Counted(CountedLoop counted) -> counted;
            case CountedLoop.Recognition.Other(String reason) -> throw new AssertionError(reason);
        };
    }

    /** {@return what is said of the accesses to some arrays that are taken for one} */
    Dependence.Result test(List<BlockParam> arrays) {
        List<Access> accesses = Access.in(nest.getFirst().loop().blocks()).stream()
                .filter(access -> arrays.contains(access.array()))
                .toList();
        return new Dependence(function, function.params().size(), nest).test(accesses);
    }

    static String text(Dependence.Result result) {
        return switch (result) {
            case Dependence.Result.Dependent(String reason) -> reason.replaceAll(" at line \\d+", "");
            case Dependence.Result.Independent(List<Condition> conditions) ->
                conditions.isEmpty()
                        ? "independent"
                        : conditions.stream()
                                .map(Condition::text)
                                .distinct()
                                .collect(Collectors.joining("; ", "if ", ""));
        };
    }
}
