package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Facts;
import dev.gpukernel.internal.analysis.Interval;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.List;

/** Takes a long for what is left of it as an int, widened again, where branches and ranges prove it to be an int. */
public final class RedundantWidening implements Pass {
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);
    private static final Op WIDEN = new Op.Convert(ScalarType.I32, ScalarType.I64);

    @Override
    public boolean run(Function function) {
        if (function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .noneMatch(RedundantWidening::widensAgain)) {
            return false;
        }
        List<Instr> proven = new ArrayList<>();
        Facts facts = new Facts(function, Dominators.of(function));
        facts.walk(block -> visit(block, facts, proven));
        for (Instr widened : proven) {
            widened.replaceAllUsesWith(((Instr) widened.operand(0)).operand(0));
            widened.remove();
        }
        return !proven.isEmpty();
    }

    private static boolean widensAgain(Instr instr) {
        return instr.op().equals(WIDEN)
                && instr.operand(0) instanceof Instr narrowed
                && narrowed.op().equals(NARROW);
    }

    private static boolean visit(Block block, Facts facts, List<Instr> proven) {
        for (Instr instr : block.instrs()) {
            if (widensAgain(instr) && isInt(facts.interval(((Instr) instr.operand(0)).operand(0)))) {
                proven.add(instr);
            }
            if (!facts.pass(instr)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInt(Interval interval) {
        return interval.low() >= Integer.MIN_VALUE && interval.high() <= Integer.MAX_VALUE;
    }
}
