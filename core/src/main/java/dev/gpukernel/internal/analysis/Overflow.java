package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.LaunchRanges.Aim;
import dev.gpukernel.internal.analysis.LaunchRanges.Visit;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where integers may overflow and it matters to a compiler for which they never do, such as one of C: from that they do not, it concludes
 * on comparisons, quotients and wider numbers, but not on sums and products, which it knows to be the same whether they do or not.
 */
public final class Overflow {
    private final @Nullable Visit visit;

    private Overflow(@Nullable Visit visit) {
        this.visit = visit;
    }

    /**
     * Looks at a function.
     *
     * @param function the function, which calls no other
     * @param extent of launches; null if nothing is known of them
     * @return the sums, differences, products and negated numbers of integers that may overflow, and on which something depends that is
     *     none of these
     */
    public static Set<Instr> of(Function function, @Nullable Extent extent) {
        List<Interval> params = function.params().stream()
                .map(param -> Interval.of(param.type()))
                .toList();
        Extent any = Extent.ofIterations(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        Overflow overflow =
                new Overflow(new LaunchRanges(extent == null ? any : extent, Aim.OVERFLOWS).visit(function, params));
        Set<Instr> found = new HashSet<>();
        for (Block block : function.blocks()) {
            for (Instr instr : block.instrs()) {
                if (overflow.isPossible(instr) && matters(instr)) {
                    found.add(instr);
                }
            }
        }
        return found;
    }

    private boolean isPossible(Instr instr) {
        return visit == null
                ? IntervalArithmetic.mayOverflow(
                        instr.op(),
                        operand -> Interval.of(instr.operand(operand).type()))
                : visit.overflows().contains(instr);
    }

    private static boolean matters(Instr overflowing) {
        Set<Value> seen = new HashSet<>();
        Deque<Value> work = new ArrayDeque<>(List.of(overflowing));
        while (!work.isEmpty()) {
            Value value = work.pop();
            for (Instr user : value.users()) {
                if (isSame(user)) {
                    if (seen.add(user)) {
                        work.push(user);
                    }
                } else if (user.isTerminator() && !user.operands().contains(value)) {
                    targets(user, value).stream().filter(seen::add).forEach(work::push);
                } else if (!isStored(value, user)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** {@return whether an operation gives the same however its operands came about} */
    private static boolean isSame(Instr instr) {
        return switch (instr.op()) {
            case Op.Binary(Op.BinaryKind kind, var _) ->
                switch (kind) {
                    case ADD, SUB, MUL, SHL -> true;
                    case AND, OR, XOR, DIV, REM, SHR, USHR -> false;
                };
            case Op.Negate _ -> true;
            default -> false;
        };
    }

    private static boolean isStored(Value value, Instr user) {
        return user.op() instanceof Op.Store && user.operand(0) != value && user.operand(1) != value;
    }

    private static List<BlockParam> targets(Instr terminator, Value argument) {
        return terminator.edges().stream()
                .flatMap(edge -> edge.target().params().stream().filter(param -> passes(edge, param, argument)))
                .toList();
    }

    private static boolean passes(Edge edge, BlockParam param, Value argument) {
        return edge.arguments().get(param.index()) == argument;
    }
}
