package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@code if (value < best) { best = value; where = i; }} in a loop: some variables are assigned over one edge only, which
 * control takes only after the comparison held, and at most once in an iteration.
 */
final class ChoiceRecognition {
    private final Function code;
    private final Loop loop;
    private final List<Carried> variables;

    private ChoiceRecognition(Function code, Loop loop, List<Carried> variables) {
        this.code = code;
        this.loop = loop;
        this.variables = variables;
    }

    /**
     * A choice as it stands in the code.
     *
     * @param best what is compared
     * @param others what is assigned with it
     * @param better holds if a value takes its place
     */
    record Found(Carried best, List<Carried> others, Predicate better) {}

    /**
     * Looks for one.
     *
     * @param code where the loop is
     * @param counted the loop
     * @param open header parameters that may belong to it
     * @return a choice among these, null if there is none
     */
    static @Nullable Found of(Function code, CountedLoop counted, List<BlockParam> open) {
        List<Carried> variables = new ArrayList<>();
        for (BlockParam param : open) {
            Carried carried = Carried.of(counted.loop(), param);
            if (carried != null && carried.assignments().size() == 1) {
                variables.add(carried);
            }
        }
        return new ChoiceRecognition(code, counted.loop(), variables).recognise();
    }

    private @Nullable Found recognise() {
        for (Carried best : variables) {
            Set<Instr> readers = best.readers();
            Found found = readers.size() == 1 ? of(best, readers.iterator().next()) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Found of(Carried best, Instr compare) {
        if (!(compare.op() instanceof Op.Compare(Predicate predicate, var type))
                || !compare.operands().contains(best.param())) {
            return null;
        }
        boolean valueFirst = compare.operand(1) == best.param();
        Value value = compare.operand(valueFirst ? 0 : 1);
        Predicate asWritten = valueFirst ? predicate : predicate.swapped();
        if (value == best.param() || compare.users().size() != 1) {
            return null;
        }
        Instr branch = compare.users().getFirst();
        for (Edge held : branch.op() instanceof Op.Branch ? branch.edges() : List.<Edge>of()) {
            // A comparison that does not hold says the contrary only of numbers that can be compared.
            Predicate contrary = type.isFloating()
                    ? asWritten.negated()
                    : asWritten.negated().ordered();
            Predicate better = branch.edges().getFirst() == held ? asWritten : contrary;
            if (better.isOrder() && isChosen(best, value, held)) {
                return new Found(best, others(best), better);
            }
        }
        return null;
    }

    private boolean isChosen(Carried best, Value value, Edge held) {
        Edge taken = best.assignments().iterator().next();
        return StraightWay.isSame(best.argument(taken), value, array -> !isWritten(array))
                && comesAfter(taken, held)
                && isOncePerIteration(taken);
    }

    private boolean isWritten(Value array) {
        return Access.in(loop.blocks()).stream()
                .anyMatch(access -> access.isWrite() && access.array().type().equals(array.type()));
    }

    /** {@return whether control gets to an edge only over the one that is taken as the comparison held} */
    private boolean comesAfter(Edge edge, Edge held) {
        return edge == held
                || (held.target().incoming().size() == 1
                        && Dominators.of(code)
                                .dominates(held.target(), edge.source().block()));
    }

    private boolean isOncePerIteration(Edge edge) {
        return loop.inside(Loop.of(code)).stream()
                .noneMatch(inner -> inner.contains(edge.source().block()) && inner.contains(edge.target()));
    }

    private List<Carried> others(Carried best) {
        return variables.stream()
                .filter(other -> other != best && other.readers().isEmpty() && other.isAlongside(best))
                .toList();
    }
}
