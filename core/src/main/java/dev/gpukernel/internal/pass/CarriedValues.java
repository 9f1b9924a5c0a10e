package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.IndexBounds;
import dev.gpukernel.internal.analysis.Influence;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a counted loop carries from one iteration to the next, besides its variable. Each value is of one kind or the loop is refused:
 *
 * <ul>
 *   <li>a {@link Fold}, such as a sum: nothing but the fold itself may depend on what it is so far;
 *   <li>a {@link Choice}, the best value and what goes with it: its comparison reads it, so nothing else may depend on how the
 *       comparison comes out;
 *   <li>a {@link Latest}, what was assigned last: nothing may read it;
 *   <li>a {@link Scan}, a fold that is read: anything may depend on it but what is accumulated.
 * </ul>
 *
 * <p>Each kind is recognised by itself. What else depends on a running value, by data or by control, is then asked of all of them in
 * one way, by {@link Influence}: a part of the loop that begins anew has other running values than Java's.
 */
final class CarriedValues {
    private final Function code;
    private final CountedLoop counted;
    private final List<Reduction> reductions = new ArrayList<>();
    private final List<BlockParam> open;
    private final List<Diagnostic> findings = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>();
    private final ScanRecognition scans;

    /**
     * Looks at a loop. Where it chooses or assigns, it is made to carry the number of the iteration that did so last, too.
     *
     * @param code a function that begins with the loop
     * @param counted the loop
     */
    CarriedValues(Function code, CountedLoop counted) {
        this.code = code;
        this.counted = counted;
        this.open = new ArrayList<>(counted.carried());
        recogniseFolds();
        recogniseChoices();
        recogniseLatest();
        List<Loop> loops = Loop.of(code);
        reductions.forEach(reduction -> checkInfluence(reduction, loops));
        if (!open.isEmpty()) {
            BranchedExtremes.rewrite(code, counted.loop());
        }
        this.scans = new ScanRecognition(counted, loops, open);
        for (Scan scan : scans.scans()) {
            reductions.add(scan);
            open.removeAll(scan.params());
        }
        for (BlockParam param : open) {
            findings.add(LoopTexts.carried(counted.loop(), param, firstReader(influence(List.of(param), loops))));
        }
    }

    private Influence influence(List<BlockParam> params, List<Loop> loops) {
        return Influence.of(counted.loop(), loops, Set.of(counted.variable()), params);
    }

    /** What an iteration does besides, and what other variables become, must not depend on a running value. */
    private void checkInfluence(Reduction reduction, List<Loop> loops) {
        List<BlockParam> own = reduction.params();
        Influence influence = influence(own, loops);
        for (BlockParam other : counted.loop().header().params()) {
            if (!own.contains(other) && influence.values().contains(other)) {
                findings.add(LoopTexts.dependent(counted.loop(), other, own.getFirst()));
                return;
            }
        }
        List<Instr> checks = new ArrayList<>();
        List<Instr> effects =
                influence.effects().stream().sorted(LoopTexts.BY_LINE).toList();
        for (Instr effect : effects) {
            boolean isCheck =
                    effect.op() instanceof Op.IndexCheck && !influence.values().contains(effect);
            if (!isCheck) {
                findings.add(LoopTexts.carried(counted.loop(), own.getFirst(), effect));
                return;
            }
            checks.add(effect);
        }
        // A part that begins anew takes a value for the best more often than Java does, and must not fail where Java
        // does not look.
        List<Condition> needed = IndexBounds.conditions(code, counted, checks);
        if (needed == null) {
            findings.add(LoopTexts.carried(counted.loop(), own.getFirst(), checks.getFirst()));
        } else {
            conditions.addAll(needed);
        }
    }

    /** {@return of what does something with a value, or else decides something by it, that of the first line; null if nothing does} */
    private static @Nullable Instr firstReader(Influence influence) {
        Stream<Instr> deciding = influence.values().stream()
                .filter(Instr.class::isInstance)
                .map(Instr.class::cast)
                .filter(instr -> instr.op() instanceof Op.Compare);
        return influence.effects().stream()
                .min(LoopTexts.BY_LINE)
                .or(() -> deciding.min(LoopTexts.BY_LINE))
                .orElse(null);
    }

    private void recogniseFolds() {
        for (BlockParam param : counted.carried()) {
            Accumulation found = Accumulation.of(counted.loop(), param);
            if (found != null && !found.isRead()) {
                reductions.add(found.fold());
                open.remove(param);
            }
        }
    }

    private void recogniseChoices() {
        for (var found = ChoiceRecognition.of(code, counted, open);
                found != null;
                found = ChoiceRecognition.of(code, counted, open)) {
            reductions.add(choice(found));
            open.remove(found.best().param());
            found.others().forEach(other -> open.remove(other.param()));
        }
    }

    private void recogniseLatest() {
        for (BlockParam param : List.copyOf(open)) {
            Carried last = Carried.of(counted.loop(), param);
            if (last != null && last.readers().isEmpty()) {
                reductions.add(new Latest(param, addNumber(last, false)));
                open.remove(param);
            }
        }
    }

    /** {@return more about the running values among them} */
    ScanRecognition scans() {
        return scans;
    }

    /** {@return why the loop cannot be split into parts} */
    List<Diagnostic> findings() {
        return findings;
    }

    /** {@return what must be true of the arguments of a launch of several iterations} */
    List<Condition> conditions() {
        return conditions;
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
        Value wide = LoopShaping.wide(builder, variable);
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
        combine.setResult(TupleType.of(carried));
        return combine;
    }
}
