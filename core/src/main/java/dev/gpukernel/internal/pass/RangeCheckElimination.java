package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Facts;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.ArrayList;
import java.util.List;

/** Drops the checks of indices and divisors that branches and checks before them, and ranges of values, prove to pass. */
public final class RangeCheckElimination implements Pass {
    @Override
    public boolean run(Function function) {
        List<Instr> proven = new ArrayList<>();
        Facts facts = new Facts(function, Dominators.of(function));
        facts.walk(block -> visit(block, facts, proven));
        function.removeInstrs(proven);
        return !proven.isEmpty();
    }

    private static boolean visit(Block block, Facts facts, List<Instr> proven) {
        for (Instr instr : block.instrs()) {
            if (isProven(instr, facts)) {
                proven.add(instr);
            }
            if (!facts.pass(instr)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether an instruction is a check that passes, by what is known before it} */
    static boolean isProven(Instr instr, Facts facts) {
        return switch (instr.op()) {
            case Op.IndexCheck _ -> facts.isInBounds(instr.operand(0), instr.operand(1));
            case Op.DivisorCheck _ -> facts.isNotZero(instr.operand(0));
            default -> false;
        };
    }
}
