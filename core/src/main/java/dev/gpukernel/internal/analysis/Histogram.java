package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.AtomicKind;
import dev.gpukernel.internal.ir.Op.Constant;
import java.util.ArrayList;
import java.util.List;

/**
 * An array of which a loop only updates elements, by one operation, in whatever order: some iterations may do so in an array of their
 * own that begins with the operation's identity, of which each element is then combined with that of the array. Large segments are none:
 * there is no room for others like them.
 *
 * @param parameter its position among the parameters
 * @param kind the operation
 * @param element what it holds, integers of 32 or 64 bits
 */
public record Histogram(int parameter, AtomicKind kind, ElementType element) {
    /** {@return the histograms of what is done in an iteration} */
    public static List<Histogram> of(Function iteration) {
        List<Access> accesses = Access.in(iteration.blocks());
        List<Histogram> found = new ArrayList<>();
        for (BlockParam param : iteration.params()) {
            List<Access> own =
                    accesses.stream().filter(access -> access.array() == param).toList();
            if (!own.isEmpty()
                    && own.stream().allMatch(access -> access.commutesWith(own.getFirst()))
                    && own.getFirst().instr().op() instanceof Op.Atomic atomic
                    && atomic.index() == IndexType.INT) {
                found.add(new Histogram(param.index(), atomic.kind(), ((ArrayType) param.type()).element()));
            }
        }
        return found;
    }

    /** {@return what leaves an element as it is} */
    public Constant identity() {
        boolean isWide = element == ElementType.LONG;
        long bits = switch (kind) {
            case ADD, OR, XOR -> 0;
            case AND -> -1;
            case MIN -> isWide ? Long.MAX_VALUE : Integer.MAX_VALUE;
            case MAX -> isWide ? Long.MIN_VALUE : Integer.MIN_VALUE;
            case EXCHANGE, COMPARE_AND_SET -> throw new IllegalStateException(kind + " depends on the order");
        };
        return new Constant(element.register(), bits);
    }
}
