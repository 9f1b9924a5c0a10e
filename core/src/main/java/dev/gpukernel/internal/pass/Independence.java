package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dependence;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.LoopConditions;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Whether the iterations of loops are independent as far as arrays are concerned. */
final class Independence {
    private final Function code;
    private final List<CountedLoop> loops;
    private final List<Access> accesses;
    private final @Nullable Dependence dependence;
    private final @Nullable Counters counters;
    private final List<Diagnostic> findings = new ArrayList<>();
    private final List<BlockParam> dependent = new ArrayList<>();

    /** What must be true of the arguments for the accesses to each array by itself. */
    private final List<Condition> ofArrays = new ArrayList<>();

    /** What must be true of them for each loop to end as it is counted. */
    private final List<List<Condition>> ofEnds = new ArrayList<>();

    private Independence(
            Function code,
            List<CountedLoop> loops,
            List<Access> accesses,
            @Nullable Dependence dependence,
            @Nullable Counters counters) {
        this.code = code;
        this.loops = loops;
        this.accesses = accesses;
        this.dependence = dependence;
        this.counters = counters;
    }

    /**
     * Tests a loop. If only updates of arrays keep it from being independent, these become atomic.
     *
     * @param code the function it is in
     * @param arguments how many of its parameters are the kernel's own
     * @param loop the loop
     * @param marks which loops the author vouches for
     * @param counters what the loop counts
     */
    static Independence made(Function code, int arguments, CountedLoop loop, LoopMarks marks, Counters counters) {
        Independence found = of(code, arguments, List.of(loop), marks, counters);
        boolean changed = false;
        for (BlockParam array : found.dependent) {
            changed |= AtomicUpdates.rewrite(code, loop.loop(), array);
        }
        return changed ? of(code, arguments, List.of(loop), marks, counters) : found;
    }

    /**
     * Tests loops.
     *
     * @param code the function they are in
     * @param loops loops one in the other, from the outermost
     * @param arguments how many of its parameters are the kernel's own
     * @param marks which loops the author vouches for
     */
    static Independence of(Function code, int arguments, List<CountedLoop> loops, LoopMarks marks) {
        return of(code, arguments, loops, marks, null);
    }

    /**
     * Tests loops.
     *
     * @param counters what the only loop counts, {@code null} if there are several
     */
    static Independence of(
            Function code, int arguments, List<CountedLoop> loops, LoopMarks marks, @Nullable Counters counters) {
        Dependence dependence = areVouched(loops, marks) ? null : new Dependence(code, arguments, loops);
        List<Access> accesses = dependence == null
                ? List.of()
                : Access.in(loops.getFirst().loop().blocks());
        Independence test = new Independence(code, loops, accesses, dependence, counters);
        if (dependence != null) {
            for (BlockParam array : code.params()) {
                test.testArray(dependence, array);
            }
        }
        for (CountedLoop loop : loops) {
            test.ofEnds.add(test.end(loop));
        }
        return test;
    }

    private static boolean areVouched(List<CountedLoop> loops, LoopMarks marks) {
        for (CountedLoop loop : loops) {
            if (!isVouched(loop, marks)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isVouched(CountedLoop loop, LoopMarks marks) {
        String name = loop.variable().name();
        return SequentialLoop.VARIABLE.equals(name)
                || marks.isParallel(loop.loop().header(), name);
    }

    /** {@return why they are not} */
    List<Diagnostic> findings() {
        return findings;
    }

    /** {@return what must be true of the arguments for several iterations to be independent} */
    List<Condition> conditions() {
        return ofArrays;
    }

    /** {@return what must be true of them for each loop, from the outermost, to have as many iterations as are counted} */
    List<List<Condition>> ends() {
        return ofEnds;
    }

    /**
     * {@return pairs of parameters that must not be the same array} To be asked while the code is as it was tested.
     *
     * @param isMade whether a parameter is an array that the kernel makes, which is never what it was passed
     */
    List<AliasConflict> conflicts(IntPredicate isMade) {
        if (dependence == null) {
            return List.of();
        }
        List<AliasConflict> conflicts = new ArrayList<>();
        List<BlockParam> passed = code.params().stream()
                .filter(param -> param.type() instanceof ArrayType && !isMade.test(param.index()))
                .toList();
        for (int i = 0; i < passed.size(); i++) {
            for (int j = i + 1; j < passed.size(); j++) {
                BlockParam one = passed.get(i);
                BlockParam other = passed.get(j);
                if (one.type().equals(other.type())) {
                    String why = ofOneArray(dependence, to(one, other));
                    if (why != null) {
                        conflicts.add(new AliasConflict(one.index(), other.index(), why));
                    }
                }
            }
        }
        return conflicts;
    }

    private List<Access> to(BlockParam one, BlockParam other) {
        List<Access> chosen = new ArrayList<>();
        for (Access access : accesses) {
            if (access.array() == one || access.array() == other) {
                chosen.add(access);
            }
        }
        return chosen;
    }

    private static @Nullable Access write(List<Access> accesses) {
        for (Access access : accesses) {
            if (access.isWrite()) {
                return access;
            }
        }
        return null;
    }

    private void testArray(Dependence dependence, BlockParam array) {
        List<Access> toArray = to(array, array);
        Access write = write(toArray);
        if (write == null) {
            return;
        }
        switch (test(toArray, dependence::test)) {
            case Dependence.Result.Independent(List<Condition> needed) -> ofArrays.addAll(needed);
            case Dependence.Result.Dependent(String reason) -> {
                dependent.add(array);
                String obstacle = AtomicUpdates.obstacle(loops.getFirst().loop(), array);
                findings.add(LoopTexts.finding(
                        Message.LOOP_DEPENDENCE,
                        write.instr().position(),
                        obstacle == null ? reason : obstacle + ": " + reason));
            }
        }
    }

    /** {@return whether a counter keeps iterations apart, or what another test says} */
    private Dependence.Result test(
            List<Access> accesses, java.util.function.Function<List<Access>, Dependence.Result> other) {
        List<Condition> counted = counters == null ? null : counters.apart(accesses);
        return counted == null ? other.apply(accesses) : new Dependence.Result.Independent(counted);
    }

    /** {@return why iterations are not independent if two arrays are one, null if they are} */
    private @Nullable String ofOneArray(Dependence dependence, List<Access> toBoth) {
        if (write(toBoth) == null) {
            return null;
        }
        return switch (test(toBoth, accesses -> dependence.testBetween(accesses, ofArrays))) {
            case Dependence.Result.Dependent(String reason) -> reason;
            case Dependence.Result.Independent(List<Condition> needed) ->
                ofArrays.containsAll(needed)
                        ? null
                        : "for one array, that takes a condition that launches do not check: "
                                + needed.getFirst().text();
        };
    }

    /** A loop must end by its variable reaching the bound, also one that the author vouches for. */
    private List<Condition> end(CountedLoop loop) {
        HostExpression first = HostExpression.of(code, loop.start());
        HostExpression last = HostExpression.of(code, loop.bound());
        if (first != null && last != null) {
            return new LoopConditions(loop, first, last).ends();
        }
        if (!loop.always()) {
            findings.add(LoopTexts.shape(
                    loop.loop(), "its start and bound must follow from the parameters by plain integer arithmetic"));
        }
        return List.of();
    }
}
