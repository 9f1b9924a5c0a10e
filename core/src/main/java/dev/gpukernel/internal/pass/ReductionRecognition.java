package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/** Finds the reductions of a loop. */
final class ReductionRecognition {
    private final Function code;
    private final CountedLoop counted;
    private final List<Reduction> reductions = new ArrayList<>();
    private final List<BlockParam> open;

    /**
     * Looks at a loop. Where it chooses, it is made to carry the number of the iteration that chose, too.
     *
     * @param code a function that begins with the loop
     * @param counted the loop
     */
    ReductionRecognition(Function code, CountedLoop counted) {
        this.code = code;
        this.counted = counted;
        this.open = new ArrayList<>(counted.carried());
        for (BlockParam param : counted.carried()) {
            Fold fold = FoldRecognition.of(counted, param);
            if (fold != null) {
                reductions.add(fold);
                open.remove(param);
            }
        }
        for (var found = ChoiceRecognition.of(counted, open);
                found != null;
                found = ChoiceRecognition.of(counted, open)) {
            reductions.add(choice(found));
            open.remove(found.best());
            open.removeAll(found.others());
        }
    }

    /** {@return what the loop carries besides reductions} */
    List<BlockParam> others() {
        return open;
    }

    List<Reduction> reductions() {
        return reductions;
    }

    private Choice choice(ChoiceRecognition.Found found) {
        List<BlockParam> params = new ArrayList<>(List.of(found.best()));
        params.addAll(found.others());
        Block header = counted.loop().header();
        BlockParam chosen = header.addParam(ScalarType.I64);
        params.add(chosen);
        Choice choice = new Choice(params, found.better());
        BlockParam next = found.merge().addParam(ScalarType.I64);
        Value number = number(new Builder(code).before(header.terminator()));
        for (Edge edge : found.merge().incoming()) {
            edge.addArgument(edge == found.taken() ? number : chosen);
        }
        BlockParam start = code.entry().addParam(ScalarType.I64);
        for (Edge edge : header.incoming()) {
            edge.addArgument(counted.loop().contains(edge.source().block()) ? next : start);
        }
        return choice;
    }

    /** {@return a number that grows from iteration to iteration} */
    private Value number(Builder builder) {
        BlockParam variable = counted.variable();
        Value wide = variable.type() == ScalarType.I64
                ? variable
                : builder.emit(new Op.Convert(ScalarType.I32, ScalarType.I64), variable);
        return counted.step() > 0
                ? wide
                : builder.emit(new Op.Binary(BinaryKind.XOR, ScalarType.I64), wide, builder.constant(-1L));
    }

    /** {@return code that takes the accumulators of two parts, as the loop carries them, and returns them combined} */
    static Function combine(String name, List<BlockParam> carried, List<Reduction> reductions) {
        Function combine = new Function(name);
        Block entry = combine.addBlock();
        List<Value> left = new ArrayList<>();
        List<Value> right = new ArrayList<>();
        carried.forEach(param -> left.add(entry.addParam(param.type())));
        carried.forEach(param -> right.add(entry.addParam(param.type())));
        Builder builder = new Builder(combine).atEnd(entry);
        Value[] results = new Value[carried.size()];
        for (Reduction reduction : reductions) {
            List<Integer> places =
                    reduction.params().stream().map(carried::indexOf).toList();
            List<Value> combined = reduction.combine(
                    builder,
                    places.stream().map(left::get).toList(),
                    places.stream().map(right::get).toList());
            for (int i = 0; i < combined.size(); i++) {
                results[places.get(i)] = combined.get(i);
            }
        }
        builder.emit(new Op.Return(carried.stream().map(Value::type).toList()), List.of(results));
        combine.setResult(Results.type(carried));
        return combine;
    }
}
