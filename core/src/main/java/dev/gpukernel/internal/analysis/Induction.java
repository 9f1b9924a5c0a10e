package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a loop's header to which every iteration adds the same: in iteration n, counted from 0, it is {@code start + n * step}
 * in its own type. Integers wrap around, so that is exact whatever the numbers are.
 *
 * @param param the parameter, I32 or I64
 * @param start its first value
 * @param step the terms of what is added, none for a parameter that never changes
 * @param narrowed the smaller type that it is narrowed to in each iteration, as its start is; null if it is not
 */
public record Induction(
        BlockParam param,
        Value start,
        List<Term> step,
        @Nullable ElementType narrowed) {
    /**
     * A product.
     *
     * @param factor a number
     * @param values values that do not change in the loop; of an I32 parameter, longs may be among them
     */
    public record Term(long factor, List<Value> values) {
        /** Copies the values. */
        public Term {
            values = List.copyOf(values);
        }
    }

    /** Copies the terms. */
    public Induction {
        step = List.copyOf(step);
    }

    /**
     * Looks at a parameter.
     *
     * @param loop a loop that is entered over one edge
     * @param param a parameter of its header
     * @return its form, null if it has none
     */
    public static @Nullable Induction of(Loop loop, BlockParam param) {
        if (param.type() != ScalarType.I32 && param.type() != ScalarType.I64) {
            return null;
        }
        Value start = loop.entryEdges().getFirst().arguments().get(param.index());
        ElementType narrowed = narrowing(loop, param);
        if (narrowed != null && !isOf(narrowed, start)) {
            return null;
        }
        try {
            List<Term> step = new Finder(loop, param, narrowed).step();
            return step == null ? null : new Induction(param, start, step, narrowed);
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }

    /** {@return what a parameter is narrowed to at the end of each iteration} */
    private static @Nullable ElementType narrowing(Loop loop, BlockParam param) {
        ElementType narrowed = null;
        for (Edge back : loop.backEdges()) {
            if (!(back.arguments().get(param.index()) instanceof Instr next
                            && next.op() instanceof Op.Narrow(ElementType to))
                    || (narrowed != null && narrowed != to)) {
                return null;
            }
            narrowed = to;
        }
        return narrowed;
    }

    private static boolean isOf(ElementType type, Value value) {
        Interval numbers = KnownNumbers.interval(value);
        Interval all = Interval.of(type);
        return numbers.low() >= all.low() && numbers.high() <= all.high();
    }

    /** {@return the step if it is a number, 0 if it is not} */
    public long constantStep() {
        return step.size() == 1 && step.getFirst().values().isEmpty()
                ? step.getFirst().factor()
                : 0;
    }

    /** Expresses values by what the parameter is in the same iteration, modulo what its type wraps around at. */
    private static final class Finder {
        private final Loop loop;
        private final BlockParam param;
        private final @Nullable ElementType narrowed;
        private final Expansion expansion;

        Finder(Loop loop, BlockParam param, @Nullable ElementType narrowed) {
            this.loop = loop;
            this.param = param;
            this.narrowed = narrowed;
            Ring ring = param.type() == ScalarType.I32 ? Ring.INTS : Ring.LONGS;
            this.expansion = new Expansion(ring, this::given, this::otherwise);
        }

        private Symbol own() {
            return new Symbol(param, 1);
        }

        /** {@return what each iteration adds, null if that is not always the same} */
        @Nullable List<Term> step() {
            Polynomial step = null;
            for (Edge back : loop.backEdges()) {
                Polynomial next = expansion.of(back.arguments().get(param.index()));
                if (next == null || !next.factorOf(own()).equals(Polynomial.of(1))) {
                    return null;
                }
                Polynomial added = next.minus(Polynomial.of(own()));
                if (!added.changing().isEmpty() || (step != null && !step.equals(added))) {
                    return null;
                }
                step = added;
            }
            return step == null ? null : terms(step);
        }

        private static List<Term> terms(Polynomial sum) {
            List<Term> terms = new ArrayList<>();
            sum.terms()
                    .forEach((product, factor) -> terms.add(new Term(
                            factor,
                            product.symbols().stream().map(Symbol::value).toList())));
            return terms;
        }

        private @Nullable Polynomial given(Value value) {
            return value == param
                    ? Polynomial.of(own())
                    : value instanceof Instr instr && instr.op() instanceof Op.Narrow(ElementType to) && keeps(to)
                            ? expansion.of(instr.operand(0))
                            : null;
        }

        private @Nullable Polynomial otherwise(Value value) {
            Polynomial joined = value instanceof BlockParam join && loop.contains(join.block()) ? joined(join) : null;
            return joined != null ? joined : loop.isInvariant(value) ? Polynomial.of(new Symbol(value, 0)) : null;
        }

        /** {@return what a value is where control joins: the same over all edges} */
        private @Nullable Polynomial joined(BlockParam join) {
            Polynomial same = null;
            for (Edge edge : join.block().incoming()) {
                Polynomial next = expansion.of(edge.arguments().get(join.index()));
                if (next == null || (same != null && !same.equals(next))) {
                    return null;
                }
                same = next;
            }
            return same;
        }

        /** {@return whether narrowing to a type changes nothing of what is left when the parameter is narrowed} */
        private boolean keeps(ElementType to) {
            return narrowed != null && to != ElementType.BOOLEAN && to.bytes() >= narrowed.bytes();
        }
    }
}
