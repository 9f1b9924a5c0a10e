package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
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
     * Looks at a loop. Where it chooses or assigns, it is made to carry the number of the iteration that did so last, too.
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
        for (var found = ChoiceRecognition.of(code, counted, open);
                found != null;
                found = ChoiceRecognition.of(code, counted, open)) {
            reductions.add(choice(found));
            open.remove(found.best().param());
            found.others().forEach(other -> open.remove(other.param()));
        }
        for (BlockParam param : List.copyOf(open)) {
            Carried last = Carried.of(counted.loop(), param);
            if (last != null && last.readers().isEmpty()) {
                reductions.add(new Latest(param, addNumber(last, false)));
                open.remove(param);
            }
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
        List<BlockParam> params = new ArrayList<>(List.of(found.best().param()));
        found.others().forEach(other -> params.add(other.param()));
        params.add(addNumber(found.best(), Choice.isFirst(found.better())));
        return new Choice(params, found.better());
    }

    /** {@return a new parameter of the header: the number of the iteration that last assigned a variable} */
    private BlockParam addNumber(Carried variable, boolean firstWins) {
        Block header = counted.loop().header();
        Value number = number(new Builder(code).before(header.terminator()), firstWins);
        BlockParam start = code.entry().addParam(ScalarType.I64);
        return variable.addAlongside(ScalarType.I64, start, number);
    }

    /**
     * {@return a number that grows from iteration to iteration} No iteration has what stands for none: the loop's variable stops
     * short of the greatest number, or the least if it counts down.
     */
    private Value number(Builder builder, boolean firstWins) {
        BlockParam variable = counted.variable();
        Value wide = variable.type() == ScalarType.I64
                ? variable
                : builder.emit(new Op.Convert(ScalarType.I32, ScalarType.I64), variable);
        Value growing = counted.step() > 0
                ? wide
                : builder.emit(new Op.Binary(BinaryKind.XOR, ScalarType.I64), wide, builder.constant(-1L));
        return firstWins
                ? growing
                : builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), growing, builder.constant(1L));
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
