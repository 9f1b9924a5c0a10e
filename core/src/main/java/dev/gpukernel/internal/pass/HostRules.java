package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a kernel may do outside its parallel loops, where the host runs it. */
final class HostRules {
    private HostRules() {}

    /** {@return what is not allowed there} */
    static List<Diagnostic> findings(Function host) {
        return findings(host.blocks());
    }

    /** {@return what is not allowed of some of its blocks} */
    static List<Diagnostic> findings(Collection<Block> blocks) {
        List<Diagnostic> findings = new ArrayList<>();
        for (Block block : blocks) {
            for (Instr instr : block.instrs()) {
                String what = forbidden(instr.op());
                if (what != null) {
                    findings.add(LoopTexts.finding(Message.LOOP_SURROUNDED, instr.position(), what));
                }
            }
        }
        return findings;
    }

    private static @Nullable String forbidden(Op op) {
        return switch (op) {
            case Op.Atomic _ -> "an atomic operation";
            case Op.Print _ -> "a print-out";
            case Op.DynamicLocal _ -> "creation of an array that a parallel loop in it uses";
            case Op.Invoke(Function callee) when callee.isDeclared() -> "a call of a function of CUDA C";
            case Op.Invoke _ -> "a call of a large method";
            default -> null;
        };
    }
}
