package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Calls of methods by themselves, which end if their arguments say so: {@code f(x)} that calls {@code f(x + 40)} for {@code -700 < x < -650}
 * does so once. What is not reached by the numbers is left out; the rest is refused.
 */
final class Recursions {
    /** Copies of a method inside each other. */
    private static final int MOST = 3;

    private final Translation translation;
    private final List<Ending> endings = new ArrayList<>();

    /** A call that is never reached, as it seems; once all ways to it are known, it must be so. */
    private record Ending(Block block, SourcePosition position, String cycle) {}

    Recursions(Translation translation) {
        this.translation = translation;
    }

    /** {@return whether a method may be put in place of a call once more, at the builder's block} */
    boolean mayBeCalled(ActiveCall callee, List<ActiveCall> active, List<Operand> arguments) {
        if (Collections.frequency(active, callee) >= MOST) {
            return false;
        }
        WayRanges ranges = WayRanges.at(translation.builder.block());
        return arguments.stream()
                .flatMap(argument -> argument.leaves().stream())
                .filter(Recursions::isNumber)
                .anyMatch(number -> ranges.range(number).isBounded());
    }

    /** {@return whether the builder's block is never reached, as far as is known} Then it ends here, and the builder goes on beside it. */
    boolean endsHere(String cycle) {
        Block block = translation.builder.block();
        if (!WayRanges.at(block).areNone()) {
            return false;
        }
        SourcePosition position = translation.position();
        endings.add(new Ending(block, position, cycle));
        translation.builder.emit(MethodTranslator.NEVER);
        translation.builder.atEnd(translation.function.addBlock()).at(position);
        return true;
    }

    private static boolean isNumber(Value value) {
        return (value.type() == ScalarType.I32 || value.type() == ScalarType.F64)
                && !(value instanceof Instr instr && instr.op() instanceof Op.Constant);
    }

    /** Leaves out what is never reached, once the function is whole, and rejects what may be. */
    void settle() {
        for (Ending ending : endings) {
            if (!WayRanges.at(ending.block).areNone()) {
                translation.findings.add(Message.RECURSION, ending.position, ending.cycle);
            }
        }
        for (Ending ending : endings) {
            List<Edge> incoming = ending.block.incoming();
            if (incoming.size() == 1 && incoming.getFirst().source().op() instanceof Op.Branch) {
                leaveOut(incoming.getFirst());
            }
        }
    }

    private void leaveOut(Edge never) {
        Instr branch = never.source();
        Block from = branch.block();
        Edge other = branch.edges().getFirst() == never
                ? branch.edges().getLast()
                : branch.edges().getFirst();
        Block target = other.target();
        List<Value> arguments = List.copyOf(other.arguments());
        SourcePosition position = branch.position();
        branch.remove();
        translation.builder.atEnd(from).at(position).jump(target, arguments);
    }
}
