package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Two loops from 0, one in the other, that go through all elements of an array in their order: by an index that grows by one in each iteration
 * of the inner one, or by {@code i * columns + j}.
 *
 * @param outer the outer loop
 * @param inner the inner loop
 * @param rows how often the outer one runs, known where the array is made
 * @param columns how often the inner one runs, known there too
 * @param index the index, a parameter of the inner loop's header if it grows
 */
record ElementNest(CountedLoop outer, CountedLoop inner, Value rows, Value columns, Value index)
        implements RowLengths.Numbering {
    private static final Op.Binary ADD = new Op.Binary(BinaryKind.ADD, ScalarType.I32);
    private static final Op.Binary MULTIPLY = new Op.Binary(BinaryKind.MUL, ScalarType.I32);

    /** {@return the nest, if an index goes through all numbers in it; else null} */
    static @Nullable ElementNest of(CountedLoop outer, CountedLoop inner, List<Value> factors, Value index) {
        boolean isNumber = isComputed(outer, inner, index)
                || (index instanceof BlockParam running && isRunning(outer.loop(), inner.loop(), running));
        return isNumber ? new ElementNest(outer, inner, factors.getFirst(), factors.getLast(), index) : null;
    }

    private static boolean isComputed(CountedLoop outer, CountedLoop inner, Value index) {
        return isOf(index, ADD)
                && (isNumber(outer, inner, (Instr) index, 0, 1) || isNumber(outer, inner, (Instr) index, 1, 0));
    }

    private static boolean isNumber(CountedLoop outer, CountedLoop inner, Instr sum, int before, int column) {
        return sum.operand(column) == inner.variable()
                && isOf(sum.operand(before), MULTIPLY)
                && sum.operand(before) instanceof Instr product
                && product.operands().contains(outer.variable())
                && product.operands().contains(inner.bound());
    }

    private static boolean isOf(Value value, Op op) {
        return value instanceof Instr instr && instr.op().equals(op);
    }

    private static boolean isRunning(Loop outer, Loop inner, BlockParam running) {
        return running.block() == inner.header()
                && inner.entryEdges().size() == 1
                && outer.entryEdges().size() == 1
                && inner.first(running) instanceof BlockParam before
                && before.block() == outer.header()
                && Objects.equals(SetElements.number(outer.first(before)), 0)
                && outer.backEdges().stream().allMatch(back -> back.arguments().get(before.index()) == running)
                && inner.backEdges().stream()
                        .allMatch(back -> isNext(back.arguments().get(running.index()), running));
    }

    private static boolean isNext(Value value, Value running) {
        return isOf(value, ADD)
                && value instanceof Instr sum
                && sum.operand(0) == running
                && Objects.equals(SetElements.number(sum.operand(1)), 1);
    }

    /** Computes the index from the variables of the loops where an iteration of the inner one begins, in place of what it was. */
    void number() {
        Block header = inner.loop().header();
        Block body = header.terminator().edges().stream()
                .filter(edge -> edge != inner.exit())
                .map(Edge::target)
                .findFirst()
                .orElseThrow();
        Builder builder = new Builder(header.function()).before(body.instrs().getFirst());
        Value number = builder.emit(ADD, builder.emit(MULTIPLY, outer.variable(), columns), inner.variable());
        for (Instr user : List.copyOf(index.users())) {
            if (inner.loop().contains(user.block()) && user.block() != header && !isNext(user, index)) {
                user.replaceUses(index, number);
            }
        }
    }

    @Override
    public boolean isVariable(Value value) {
        return value == outer.variable() || value == inner.variable();
    }

    @Override
    public Value variable(Value variable, Value number, Builder builder) {
        BinaryKind kind = variable == outer.variable() ? BinaryKind.DIV : BinaryKind.REM;
        return builder.emit(new Op.Binary(kind, ScalarType.I32), number, columns);
    }
}
