package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for what keeps a loop from being taken out of its kernel, whatever its iterations do to each other. */
final class ExtractionChecks {
    private final CountedLoop counted;
    private final boolean isOneThread;
    private final List<Diagnostic> findings = new ArrayList<>();

    /**
     * Looks at a loop.
     *
     * @param counted the loop
     * @param isOneThread whether it is a {@link SequentialLoop}
     */
    ExtractionChecks(CountedLoop counted, boolean isOneThread) {
        this.counted = counted;
        this.isOneThread = isOneThread;
        checkLocals();
        checkUsesAfter();
    }

    List<Diagnostic> findings() {
        return findings;
    }

    /** An array of the thread's own that is made before the loop and written in it is one array for all its iterations. */
    private void checkLocals() {
        for (Block block : counted.loop().blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Store store
                        && store.space() == Space.LOCAL
                        && !counted.loop().contains(instr.operand(0).block())) {
                    findings.add(isOneThread ? madeBefore(instr.position()) : carried(instr));
                }
            }
        }
    }

    private static Diagnostic carried(Instr store) {
        String name = store.operand(0).name();
        return LoopTexts.finding(
                Message.LOOP_CARRIED, store.position(), name == null ? "an array made before the loop" : name, "");
    }

    static Diagnostic madeBefore(@Nullable SourcePosition position) {
        return LoopTexts.finding(
                Message.LOOP_SURROUNDED, position, "creation of an array that a loop marked with @Sequential uses");
    }

    /** After the loop, only what its header has is known: the variable, what follows from it, and what is carried. */
    private void checkUsesAfter() {
        ValuesAfter after = new ValuesAfter(counted);
        for (Block block : counted.loop().blocks()) {
            List<Value> values = new ArrayList<>(block.instrs());
            if (block != counted.loop().header()) {
                values.addAll(block.params());
            }
            for (Value value : values) {
                if (after.isUsed(value) && !counted.loop().follows(value, counted.variable())) {
                    findings.add(LoopTexts.shape(counted.loop(), "a value that it computes is used after it"));
                }
            }
        }
    }
}
