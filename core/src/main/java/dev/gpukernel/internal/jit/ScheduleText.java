package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.pass.PlannedLoop;
import dev.gpukernel.internal.pass.PlannedLoop.Fate;
import dev.gpukernel.internal.pass.ReductionKernel;
import dev.gpukernel.internal.pass.SplitRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How the loops of a kernel run, in words. */
final class ScheduleText {
    private final Program program;
    private final List<PlannedLoop> loops;
    private final StringBuilder text = new StringBuilder();

    private ScheduleText(Program program, List<PlannedLoop> loops) {
        this.program = program;
        this.loops = loops;
    }

    static String of(Program program) {
        String head = "kernel " + program.name() + '\n';
        return program.form() == KernelForm.GRID
                ? head + "  grid kernel: each thread calls the method once\n"
                : head + new ScheduleText(program, program.schedule()).write(1);
    }

    private String write(int depth) {
        for (int i = 0; i < loops.size(); i++) {
            PlannedLoop loop = loops.get(i);
            indented(depth + loop.depth())
                    .append(place(loop))
                    .append(": ")
                    .append(words(i, loop.fate()))
                    .append('\n');
            if (loop.fate() instanceof Fate.Either(Fate.Distributed(var parts), var _, var _)) {
                text.append(new ScheduleText(program, parts).write(depth + loop.depth() + 1));
            }
            writeOthers(i, depth);
        }
        return text.toString();
    }

    /** Writes the other ways to run the loops that end before the next one. */
    private void writeOthers(int last, int depth) {
        for (int i = last; i >= 0; i--) {
            if (loops.get(i).fate() instanceof Fate.Either(Fate _, PlannedLoop.Choice choice, var other)
                    && endOf(i) == last + 1) {
                int own = depth + loops.get(i).depth();
                indented(own).append("or, ").append(words(choice)).append(":\n");
                text.append(new ScheduleText(program, other).write(own + 1));
            }
        }
    }

    private StringBuilder indented(int depth) {
        return text.append("  ".repeat(depth));
    }

    private static String words(PlannedLoop.Choice choice) {
        return switch (choice) {
            case PlannedLoop.Choice.Counts counts -> words(counts);
            case PlannedLoop.Choice.Unproven _ ->
                "where an exception is possible, arrays are passed twice, or on a CPU with more than "
                        + SplitRule.MOST_EXCHANGED + " iterations inside";
            case PlannedLoop.Choice.NotApart _ -> "where an exception is possible or arrays are passed twice";
        };
    }

    private static String words(PlannedLoop.Choice.Counts choice) {
        String inside = choice.inside() == null ? "the iterations inside" : choice.inside();
        String outside = choice.outside() == null ? "those outside" : choice.outside();
        String factor = choice.outside() != null && outside.contains(" ") ? "(" + outside + ")" : outside;
        String always = "where %s >= %d and %s >= %d * %s"
                .formatted(inside, SplitRule.LEAST_INSIDE, inside, SplitRule.RATIO, factor);
        String onCpu = ", on a CPU %s >= %d * %s and it has twice as many cores as %s"
                .formatted(inside, SplitRule.CPU_RATIO, factor, outside);
        String counts = choice.sums() == Op.Sums.ROUNDED ? always : always + onCpu;
        return choice.makesArrays()
                ? counts + ", or on a GPU where arrays of a thread need more than " + Op.LocalArray.MOST_BYTES
                        + " bytes"
                : counts;
    }

    private static String place(PlannedLoop loop) {
        SourcePosition position = loop.position();
        String line = position == null || position.line() == 0 ? "a line unknown" : "line " + position.line();
        String where = position == null || position.caller() == null ? line : line + " of " + position.method();
        return loop.variable() == null ? where : where + ", loop over " + loop.variable();
    }

    private String words(int index, Fate fate) {
        return switch (fate) {
            case Fate.Threads threads -> "parallel" + along(index) + perThread(threads.launched()) + carried(threads);
            case Fate.WithOuter _ -> "parallel, together with the loop around it";
            case Fate.InThread(String why) ->
                why.isEmpty() ? "in the thread" : "in the thread; not parallel too, since " + why;
            case Fate.Distributed _ -> "in two parts, one after the other";
            case Fate.Exchanged _ -> "in the thread, inside of the loop in it";
            case Fate.OneThread _ -> "in its order, by one thread of the device";
            case Fate.Host host -> "on the host" + launches(index) + "; not parallel, since " + host.why();
            case Fate.Searched _ ->
                "in chunks, each larger than the one before, until one has an iteration that leaves";
            case Fate.Either either -> words(index, either.usual());
            case Fate.OnHost _ -> "on the host, without launches";
        };
    }

    /** {@return the variables of the loops that are split together} */
    private String along(int index) {
        StringBuilder names = new StringBuilder();
        int end = endOf(index);
        for (int i = index; i < end; i++) {
            if (i == index || loops.get(i).fate() instanceof Fate.WithOuter) {
                String name = loops.get(i).variable();
                names.append(i == index ? " over " : ", ").append(name == null ? "its elements" : name);
            }
        }
        return names.toString();
    }

    private String perThread(Function launched) {
        for (LaunchedNest known : program.nests()) {
            if (known.launched() == launched) {
                NestProgram nest = known.program();
                int iterations = nest.combine() != null
                        ? ReductionKernel.STEPS
                        : nest.threads().grain().iterations();
                return ", " + iterations + (iterations == 1 ? " iteration" : " iterations") + " a thread";
            }
        }
        return ", never reached";
    }

    private static String carried(Fate.Threads threads) {
        return threads.carried().isEmpty() ? "" : "; reduces " + String.join(", ", threads.carried());
    }

    /** {@return the index after the last loop in a loop} */
    private int endOf(int index) {
        int end = index + 1;
        while (end < loops.size() && loops.get(end).depth() > loops.get(index).depth()) {
            end++;
        }
        return end;
    }

    /** {@return how many launches a loop of the host makes, those of loops of the host in it included} */
    private String launches(int index) {
        Map<String, Integer> terms = new LinkedHashMap<>();
        for (int i = index + 1; i < endOf(index); i++) {
            Fate fate = loops.get(i).fate() instanceof Fate.Either either
                    ? either.usual()
                    : loops.get(i).fate();
            if (fate instanceof Fate.Threads || fate instanceof Fate.OneThread) {
                terms.merge(product(factors(index, i)), 1, Integer::sum);
            } else if (fate instanceof Fate.Distributed) {
                terms.merge(product(factors(index, i)), 2, Integer::sum);
            }
        }
        return terms.entrySet().stream()
                .map(term -> term.getValue() == 1
                        ? term.getKey()
                        : product(List.of(String.valueOf(term.getValue()), term.getKey())))
                .collect(Collectors.joining(" + ", ", launches: ", ""));
    }

    /** {@return how often each loop of the host around a launch runs, from one of them on} */
    private List<String> factors(int from, int launched) {
        List<String> factors = new ArrayList<>();
        int depth = loops.get(launched).depth();
        for (int i = launched - 1; i >= from; i--) {
            if (loops.get(i).depth() < depth) {
                depth = loops.get(i).depth();
                if (loops.get(i).fate() instanceof Fate.Either(Fate.Exchanged _, var _, var _)) {
                    continue;
                }
                factors.addFirst(
                        loops.get(i).fate() instanceof Fate.Host host && host.times() != null
                                ? host.times()
                                : "as many as it has iterations");
            }
        }
        return factors;
    }

    private static String product(List<String> factors) {
        return factors.isEmpty()
                ? "1"
                : factors.size() == 1
                        ? factors.getFirst()
                        : factors.stream()
                                .map(factor -> factor.contains(" ") ? "(" + factor + ")" : factor)
                                .collect(Collectors.joining(" * "));
    }
}
