package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dependence;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Whether the iterations of loops are independent as far as arrays are concerned.
 *
 * @param findings why not
 * @param conflicts pairs of parameters that must not be the same array
 * @param conditions what must be true of the arguments
 */
record Independence(List<Diagnostic> findings, List<AliasConflict> conflicts, List<Condition> conditions) {
    /**
     * Tests loops.
     *
     * @param code the function they are in
     * @param loops loops one in the other, from the outermost
     * @param vouched names of the variables of loops that the author vouches for
     */
    static Independence of(Function code, List<CountedLoop> loops, Set<String> vouched) {
        List<CountedLoop> asked = loops.stream()
                .filter(loop -> loop.variable().name() == null
                        || !vouched.contains(loop.variable().name()))
                .toList();
        if (asked.isEmpty()) {
            return new Independence(List.of(), List.of(), List.of());
        }
        Independence test = new Independence(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<Access> accesses = Access.in(loops.getFirst().loop().blocks());
        Dependence dependence = new Dependence(code, loops);
        List<BlockParam> params = code.params();
        for (BlockParam array : params) {
            test.testArray(dependence, of(accesses, array, array));
        }
        for (int i = 0; i < params.size(); i++) {
            for (int j = i + 1; j < params.size(); j++) {
                if (params.get(i).type().equals(params.get(j).type())) {
                    test.testPair(dependence, of(accesses, params.get(i), params.get(j)), i, j);
                }
            }
        }
        loops.forEach(loop -> test.testEnd(code, loop));
        return test;
    }

    private static List<Access> of(List<Access> accesses, BlockParam one, BlockParam other) {
        return accesses.stream()
                .filter(a -> a.array() == one || a.array() == other)
                .toList();
    }

    private void testArray(Dependence dependence, List<Access> accesses) {
        if (accesses.stream().noneMatch(Access::isWrite)) {
            return;
        }
        switch (dependence.test(accesses)) {
            case Dependence.Result.Independent(List<Condition> needed) -> conditions.addAll(needed);
            case Dependence.Result.Dependent(String reason) -> {
                Instr write = accesses.stream()
                        .filter(Access::isWrite)
                        .findFirst()
                        .orElseThrow()
                        .instr();
                findings.add(Diagnostic.of(Message.LOOP_DEPENDENCE, LoopTexts.place(write.position()), reason));
            }
        }
    }

    private void testPair(Dependence dependence, List<Access> accesses, int first, int second) {
        if (accesses.stream().noneMatch(Access::isWrite)) {
            return;
        }
        String why = switch (dependence.test(accesses)) {
            case Dependence.Result.Dependent(String reason) -> reason;
            case Dependence.Result.Independent(List<Condition> needed) ->
                conditions.containsAll(needed)
                        ? null
                        : "they are only if " + needed.getFirst().text();
        };
        if (why != null) {
            conflicts.add(new AliasConflict(first, second, why));
        }
    }

    /** A loop must end by its variable reaching the bound. */
    private void testEnd(Function code, CountedLoop loop) {
        HostExpression first = HostExpression.of(code, loop.start());
        HostExpression last = HostExpression.of(code, loop.bound());
        if (first != null && last != null) {
            conditions.addAll(loop.conditions(first, last));
        } else if (!loop.conditions(new HostExpression.Known(0), new HostExpression.Known(0))
                .isEmpty()) {
            findings.add(LoopTexts.shape(
                    loop.loop(), "its start and bound must follow from the parameters by plain integer arithmetic"));
        }
    }
}
