package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.List;
import java.util.stream.Stream;

/** Takes all checks out of a function, for launches in which they are known to pass. */
public final class CheckRemoval implements Pass {
    @Override
    public boolean run(Function function) {
        List<Instr> checks = function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> isCheck(instr) || instr.op() instanceof Op.FaultRank)
                .toList();
        checks.forEach(Instr::remove);
        return !checks.isEmpty();
    }

    /** {@return whether a function itself makes checks again and again, and calls no other that might} */
    public static boolean isWorthwhile(Function function) {
        Stream<Instr> repeated = Loop.of(function).stream().flatMap(Loop::instrs);
        return function.callsOnlyRare() && repeated.anyMatch(CheckRemoval::isCheck);
    }

    private static boolean isCheck(Instr instr) {
        return instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.DivisorCheck;
    }
}
