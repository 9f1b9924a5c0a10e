package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a counted loop, in place, into what one thread does for one iteration of it: the variable becomes a function of the
 * iteration's number, and after the body the thread ends. What the loop carries besides, the accumulators of a reduction, the
 * function then returns.
 */
final class LoopSpreading {
    private final Function function;
    private final CountedLoop counted;
    private final Axis axis;

    private LoopSpreading(Function function, CountedLoop counted, Axis axis) {
        this.function = function;
        this.counted = counted;
        this.axis = axis;
    }

    /**
     * Spreads a loop over an axis.
     *
     * @param function a function in which nothing of use comes after the loop
     * @param counted the loop
     * @param axis along which its iterations are to lie
     */
    static void spread(Function function, CountedLoop counted, Axis axis) {
        new LoopSpreading(function, counted, axis).rewrite();
    }

    private void rewrite() {
        Block header = counted.loop().header();
        BlockParam variable = counted.variable();
        Edge entry = counted.loop().entryEdges().getFirst();
        Instr test = header.terminator();
        Builder builder = new Builder(function).before(entry.source());
        Instr iteration = builder.emit(new Op.Iteration(axis));
        Value own = variableAt(builder, iteration);
        own.setName(variable.name());
        Value inside = variable.type() == ScalarType.I64
                ? isCounted(builder, iteration, test)
                : isBeforeBound(builder, positionAt(builder, iteration), test);
        List<BlockParam> carried = counted.carried();
        Block end = end(carried.stream().map(Value::type).toList(), test);
        for (Edge back : counted.loop().backEdges()) {
            List<Value> results = carried.stream()
                    .map(param -> back.arguments().get(param.index()))
                    .toList();
            back.retarget(end, results);
        }
        Edge exit = counted.exit();
        Edge body = LoopTest.inside(exit);
        variable.replaceAllUsesWith(own);
        header.removeParam(variable);
        builder.branch(inside, body.target(), List.copyOf(body.arguments()), end, carried);
        test.remove();
    }

    private Value isBeforeBound(Builder builder, Value position, Instr test) {
        builder.before(test);
        return builder.emit(
                new Op.Compare(goesOn(), ScalarType.I64), position, LoopShaping.wide(builder, counted.bound()));
    }

    /** {@return whether there is such an iteration} The variable of a surplus thread may have wrapped around past the bound. */
    private Value isCounted(Builder builder, Value iteration, Instr test) {
        builder.before(test);
        Value count = IterationCount.emit(builder, counted, counted.start(), counted.bound());
        return builder.emit(new Op.Compare(Predicate.LT, ScalarType.I64), iteration, count);
    }

    private Block end(List<Type> results, Instr test) {
        Block end = function.addBlock();
        List<Value> params = new ArrayList<>();
        results.forEach(type -> params.add(end.addParam(type)));
        new Builder(function).atEnd(end).at(test.position()).emit(new Op.Return(results), params);
        return end;
    }

    /** {@return the variable's value, in its own type} */
    private Value variableAt(Builder builder, Value iteration) {
        ScalarType type = (ScalarType) counted.variable().type();
        Value number = type == ScalarType.I64
                ? iteration
                : builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), iteration);
        Value distance = counted.step() == 1 ? number : times(builder, type, number, counted.step());
        return builder.emit(new Op.Binary(BinaryKind.ADD, type), counted.start(), distance);
    }

    /** {@return the variable's value in 64 bits, where the surplus threads of the last block cannot wrap around} */
    private Value positionAt(Builder builder, Value iteration) {
        Value start = LoopShaping.wide(builder, counted.start());
        Value distance = counted.step() == 1 ? iteration : times(builder, ScalarType.I64, iteration, counted.step());
        return builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), start, distance);
    }

    private static Value times(Builder builder, ScalarType type, Value number, long step) {
        Value factor = type == ScalarType.I64 ? builder.constant(step) : builder.constant((int) step);
        return builder.emit(new Op.Binary(BinaryKind.MUL, type), number, factor);
    }

    /** {@return the condition to go on; a loop that goes on until it meets its bound goes on while it has not passed it} */
    private Predicate goesOn() {
        return counted.predicate() == Predicate.NE
                ? counted.step() > 0 ? Predicate.LT : Predicate.GT
                : counted.predicate();
    }
}
