package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Facts;
import dev.gpukernel.internal.analysis.Interval;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a long for what is left of it as an int, widened again, where branches and ranges prove it to be an int; and for what is left of it
 * without its upper bits, as indices of large memory segments are cut, where they prove that these tell nothing but its sign.
 */
public final class RedundantWidening implements Pass {
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);

    @Override
    public boolean run(Function function) {
        if (function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .noneMatch(instr -> widensAgain(instr) || cutBits(instr) > 0)) {
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
        return Op.Convert.widened(instr) instanceof Instr narrowed
                && narrowed.op().equals(NARROW);
    }

    private static boolean visit(Block block, Facts facts, List<Instr> proven) {
        for (Instr instr : block.instrs()) {
            int bits = widensAgain(instr) ? Integer.SIZE : cutBits(instr);
            if (bits > 0 && isOf(Long.SIZE - bits, facts.interval(((Instr) instr.operand(0)).operand(0)))) {
                proven.add(instr);
            }
            if (!facts.pass(instr)) {
                return false;
            }
        }
        return true;
    }

    /** {@return how many bits of a long an instruction cuts off that shifts what is shifted by as many, 0 if it is none} */
    static int cutBits(Instr instr) {
        return isShift(instr, BinaryKind.SHR)
                        && instr.operand(0) instanceof Instr shifted
                        && isShift(shifted, BinaryKind.SHL)
                        && distance(shifted) == distance(instr)
                ? distance(instr)
                : 0;
    }

    private static boolean isShift(Instr instr, BinaryKind kind) {
        return instr.op().equals(new Op.Binary(kind, ScalarType.I64));
    }

    /** {@return by how many bits a shift of a long moves it, 0 if that is not known} */
    private static int distance(Instr shift) {
        Constant distance = shift.operand(1).constant();
        return distance == null ? 0 : (int) distance.bits() & (Long.SIZE - 1);
    }

    /** {@return whether numbers are among those of so many bits, the sign's included} */
    private static boolean isOf(int bits, Interval interval) {
        return interval.low() >= -1L << (bits - 1) && interval.high() <= ~(-1L << (bits - 1));
    }
}
