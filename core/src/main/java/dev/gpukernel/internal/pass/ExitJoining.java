package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes of two conditions for a loop to go on, the second of which is only asked if the first holds, one of which both are always asked,
 * so the loop is left at its head only. The second must be cheap.
 */
public final class ExitJoining implements Pass {
    /** Most instructions that are done once more than before. */
    private static final int MOST_INSTRS = 12;

    /** Makes it. */
    public ExitJoining() {}

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Loop loop : Loop.of(function)) {
            Edge inside = staying(loop, loop.header());
            while (inside != null && joins(loop, inside)) {
                join(loop, inside);
                changed = true;
                inside = staying(loop, loop.header());
            }
        }
        return changed;
    }

    /** {@return the edge by which a block that may leave a loop stays in it, {@code null} if it does not decide that} */
    private static @Nullable Edge staying(Loop loop, Block block) {
        if (!(block.terminator().op() instanceof Op.Branch)) {
            return null;
        }
        List<Edge> edges = block.terminator().edges();
        boolean yes = loop.contains(edges.get(0).target());
        boolean no = loop.contains(edges.get(1).target());
        return yes == no ? null : edges.get(yes ? 0 : 1);
    }

    private static Edge leaving(Edge staying) {
        List<Edge> edges = staying.source().edges();
        return edges.get(edges.getFirst() == staying ? 1 : 0);
    }

    private static boolean joins(Loop loop, Edge inside) {
        Block second = inside.target();
        Edge further = second == loop.header() ? null : staying(loop, second);
        return further != null
                && second.incoming().size() == 1
                && second.params().isEmpty()
                && leaving(further).target() == leaving(inside).target()
                && leaving(further).arguments().equals(leaving(inside).arguments())
                && second.instrs().size() <= MOST_INSTRS
                && second.instrs().stream().allMatch(instr -> instr.isTerminator() || IfConversion.isCheap(instr.op()));
    }

    private static void join(Loop loop, Edge inside) {
        Instr branch = loop.header().terminator();
        Block second = inside.target();
        Instr last = second.terminator();
        Edge further = Objects.requireNonNull(staying(loop, second), "joins");
        for (Instr instr : List.copyOf(second.instrs())) {
            if (instr != last) {
                instr.moveBefore(branch);
            }
        }
        Builder builder = new Builder(loop.header().function()).before(branch);
        Value both = builder.emit(
                new Op.Binary(BinaryKind.AND, ScalarType.I1), stays(builder, inside), stays(builder, further));
        Block body = further.target();
        List<Value> arguments = new ArrayList<>(further.arguments());
        Block out = leaving(inside).target();
        List<Value> results = new ArrayList<>(leaving(inside).arguments());
        builder.branch(both, body, arguments, out, results);
        branch.remove();
        loop.header().function().removeBlocks(List.of(second));
    }

    private static Value stays(Builder builder, Edge edge) {
        Value condition = edge.source().operand(0);
        if (edge.source().edges().getFirst() == edge) {
            return condition;
        }
        if (condition instanceof Instr compare && compare.op() instanceof Op.Compare(Predicate is, ScalarType type)) {
            Predicate opposite = type.isFloating() ? is.negated() : is.negated().ordered();
            return builder.emit(new Op.Compare(opposite, type), compare.operands());
        }
        return builder.emit(
                new Op.Binary(BinaryKind.XOR, ScalarType.I1), condition, builder.emit(Op.Constant.of(true)));
    }
}
