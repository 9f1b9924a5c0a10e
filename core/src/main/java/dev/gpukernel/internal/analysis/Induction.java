package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An induction variable: a parameter of a loop's header to which every iteration adds the same. In iteration n, counted from 0, it is
 * {@code start + n * step} in its own type. Integers wrap around, so that is exact whatever the numbers are.
 *
 * @param variable the parameter, I32 or I64
 * @param terms the terms of what is added, none for a parameter that never changes
 * @param narrowed the smaller type that the sum is narrowed to in each iteration; null if it is not. A variable that Java declares as
 *     byte, short or char is; its start may be any int
 */
public record Induction(
        BlockParam variable, List<Term> terms, @Nullable ElementType narrowed) {
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
        terms = List.copyOf(terms);
    }

    /**
     * Looks at a value.
     *
     * @param loop a loop
     * @param value any value
     * @return how the loop changes it, null if it is no induction variable of that loop
     */
    public static @Nullable Induction of(Loop loop, Value value) {
        if (!(value instanceof BlockParam variable)
                || variable.block() != loop.header()
                || (variable.type() != ScalarType.I32 && variable.type() != ScalarType.I64)) {
            return null;
        }
        ElementType narrowed = narrowing(loop, variable);
        try {
            List<Term> terms = new Finder(loop, variable, narrowed).step();
            return terms == null ? null : new Induction(variable, terms, narrowed);
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }

    /** {@return an induction variable to which a number other than 0 is added, null if a value is none} */
    public static @Nullable Induction byNumber(Loop loop, Value value) {
        Induction induction = of(loop, value);
        return induction == null || induction.step() == 0 ? null : induction;
    }

    /** {@return the step if it is a number, 0 if it is not, or one that has no magnitude} */
    public long step() {
        long step = terms.size() == 1 && terms.getFirst().values().isEmpty()
                ? terms.getFirst().factor()
                : 0;
        return step == Long.MIN_VALUE ? 0 : step;
    }

    /** {@return whether narrowing changes nothing of the first value} */
    public boolean isNarrow(Value start) {
        if (narrowed == null) {
            return true;
        }
        Interval numbers = Interval.of(start);
        Interval all = Interval.of(narrowed);
        return numbers.low() >= all.low() && numbers.high() <= all.high();
    }

    /** {@return the constant that a value is more than another, as far as it is the sum of both; null if it is not} */
    public static @Nullable Long difference(Value value, Value base) {
        if (value == base) {
            return 0L;
        }
        if (!(value instanceof Instr sum)
                || !(sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))
                || type.isFloating()
                || !sum.operands().contains(base)) {
            return null;
        }
        boolean baseFirst = sum.operand(0) == base;
        if (!(sum.operand(baseFirst ? 1 : 0) instanceof Instr other)
                || !(other.op() instanceof Op.Constant(ScalarType _, long bits))
                || bits == Long.MIN_VALUE) {
            return null;
        }
        return switch (kind) {
            case ADD -> bits;
            case SUB -> baseFirst ? -bits : null;
            case MUL, DIV, REM, AND, OR, XOR, SHL, SHR, USHR -> null;
        };
    }

    /** {@return what a parameter is narrowed to at the end of each iteration} */
    private static @Nullable ElementType narrowing(Loop loop, BlockParam param) {
        return narrowing(loop, param.index(), loop.backEdges(), new HashSet<>());
    }

    /** {@return what all of some edges pass narrowed, also where ways join before them} */
    private static @Nullable ElementType narrowing(Loop loop, int index, List<Edge> edges, Set<Block> seen) {
        ElementType narrowed = null;
        for (Edge edge : edges) {
            Value next = edge.arguments().get(index);
            boolean isJoined = next instanceof BlockParam join && loop.contains(join.block()) && seen.add(join.block());
            ElementType own = next instanceof Instr instr && instr.op() instanceof Op.Narrow(ElementType to)
                    ? to
                    : isJoined
                            ? narrowing(
                                    loop,
                                    ((BlockParam) next).index(),
                                    next.block().incoming(),
                                    seen)
                            : null;
            if (own == null || (narrowed != null && narrowed != own)) {
                return null;
            }
            narrowed = own;
        }
        return narrowed;
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
            Long plain = plainStep();
            if (plain != null) {
                return plain == 0 ? List.of() : List.of(new Term(plain, List.of()));
            }
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

        /** {@return the constant that is added to the parameter before each back edge, as most loops do; null if it is not as plain} */
        private @Nullable Long plainStep() {
            Long step = null;
            for (Edge back : loop.backEdges()) {
                Long own = difference(back.arguments().get(param.index()), param);
                boolean wraps = own != null && param.type() == ScalarType.I32 && own > Integer.MAX_VALUE;
                if (own == null || wraps || (step != null && !step.equals(own))) {
                    return null;
                }
                step = own;
            }
            return step;
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
