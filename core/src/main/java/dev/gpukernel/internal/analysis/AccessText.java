package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Accesses, and where two of them meet, in words. */
record AccessText(Function function, ParallelNest nest) {
    /** {@return such as {@code a[i - 1], written at line 7,}} */
    String describe(Access access) {
        Value index = access.index();
        String text = index == null
                ? "…"
                : RowIndex.coordinates(index).stream()
                        .map(coordinate -> text(access, coordinate))
                        .collect(Collectors.joining("]["));
        String array = access.array().name();
        return (array == null ? "a made array" : array) + "[" + text + "], "
                + (access.isWrite() ? "written" : "read")
                + (access.line() > 0 ? " at line " + access.line() : "") + ",";
    }

    private String text(Access access, Value index) {
        return nest.space(function, access, 1, new Assumptions(function, 0, sample -> true))
                .text(index);
    }

    /** {@return what the parallel loops' variables are called: {@code variable 'i'}; that of a for-each has no name} */
    String variables() {
        if (nest.parallel().stream().anyMatch(loop -> loop.variable().name() == null)) {
            return nest.parallel().size() == 1 ? "the number of the iteration" : "the numbers of the iterations";
        }
        List<String> names =
                nest.parallel().stream().map(loop -> "'" + name(loop) + "'").toList();
        return names.size() == 1
                ? "the loop variable " + names.getFirst()
                : "the loop variables " + String.join(", ", names.subList(0, names.size() - 1)) + " and "
                        + names.getLast();
    }

    private static String name(CountedLoop loop) {
        String name = loop.variable().name();
        return name == null ? "iteration" : name;
    }

    /** {@return an iteration, such as {@code y = 0, x = 1}} */
    String iteration(List<Long> values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> name(nest.parallel().get(i)) + " = " + values.get(i))
                .collect(Collectors.joining(", "));
    }

    /** {@return the arguments with which something was found, such as {@code , for n = 4}; nothing if none mattered} */
    String sizes(SampleArguments arguments) {
        List<String> sizes = new ArrayList<>();
        for (int i = 0; i < function.params().size(); i++) {
            String name = function.params().get(i).name();
            if (name == null) {
                continue;
            }
            if (arguments.isAsked(i)) {
                sizes.add(name + " = " + arguments.scalarBits(i));
            }
            if (arguments.isAsked(~i)) {
                sizes.add(name + ".length = " + arguments.arrayLength(i));
            }
        }
        return sizes.isEmpty() ? "" : ", for " + String.join(", ", sizes);
    }
}
