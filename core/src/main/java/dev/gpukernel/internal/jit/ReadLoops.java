package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Place;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.frontend.Reading;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.Dependent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The loops of a kernel, of which something is refused, that do not depend on that: what is found in these holds.
 *
 * @param whole the lines of these loops
 * @param others the lines of other loops
 */
record ReadLoops(List<Lines> whole, List<Lines> others) {
    /** Lines of the kernel's own method. */
    record Lines(int first, int last) {
        boolean contain(int line) {
            return first <= line && line <= last;
        }
    }

    /** {@return the loops of a kernel that is cleaned up} */
    static ReadLoops of(Reading.Rest rest) {
        Function function = rest.kernel().function();
        Set<Value> unknown = Dependent.results(rest.unknown(), _ -> true, _ -> true);
        ReadLoops found = new ReadLoops(new ArrayList<>(), new ArrayList<>());
        for (Loop loop : Loop.outermost(Loop.of(function))) {
            Lines lines = lines(loop);
            // Of a loop that touches no elements it depends on the others what is said.
            boolean isWhole = lines.first > 0
                    && rest.unread().stream().noneMatch(lines::contain)
                    && !Access.in(loop.blocks()).isEmpty()
                    && loop.blocks().stream().noneMatch(block -> uses(block, unknown, rest.mark()));
            (isWhole ? found.whole : found.others).add(lines);
        }
        return found;
    }

    /** {@return whether a finding is one of such a loop} */
    boolean holds(Diagnostic finding) {
        Place place = finding.callers().isEmpty()
                ? finding.place()
                : finding.callers().getLast();
        return place != null
                && whole.stream().anyMatch(lines -> lines.contain(place.line()))
                && others.stream().noneMatch(lines -> lines.contain(place.line()));
    }

    private static Lines lines(Loop loop) {
        int first = Integer.MAX_VALUE;
        int last = 0;
        for (Block block : loop.blocks()) {
            for (Instr instr : block.instrs()) {
                SourcePosition position = instr.position();
                if (position != null) {
                    int line = position.frames().getLast().getLineNumber();
                    first = Math.min(first, line);
                    last = Math.max(last, line);
                }
            }
        }
        return new Lines(first, last);
    }

    private static boolean uses(Block block, Set<Value> unknown, Op mark) {
        return block.params().stream().anyMatch(unknown::contains)
                || block.instrs().stream()
                        .anyMatch(instr -> instr.op().equals(mark)
                                || instr.operands().stream().anyMatch(unknown::contains));
    }
}
