package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The checks of a counted loop that one question before it answers for all iterations: those of indices that are linear in the
 * loop variable. An index grows or falls evenly from the first iteration to the last, so that if both, computed in 64 bits where
 * nothing wraps around, are in range, all are.
 */
final class CountedChecks {
    /** The first and the last index of a check, for one length. */
    private record Key(Value index, Value length) {}

    private final Loop loop;
    private final BlockParam variable;
    private final Value bound;
    private final boolean inclusive;
    private final long step;
    private final List<Instr> checks = new ArrayList<>();

    private CountedChecks(CountedLoop counted) {
        this.loop = counted.loop();
        this.variable = counted.variable();
        this.bound = counted.bound();
        this.inclusive = counted.isInclusive();
        this.step = counted.step();
    }

    /** {@return the checks of a loop, null if it is not counted or has none} */
    static @Nullable CountedChecks of(Loop loop, Dominators dominators) {
        CountedLoop counted = CountedLoop.upwards(loop);
        if (counted == null || (counted.isInclusive() && counted.step() != 1)) {
            return null;
        }
        Block body = LoopTest.inside(counted.exit()).target();
        if (body.incoming().size() != 1) {
            return null;
        }
        CountedChecks checks = new CountedChecks(counted);
        checks.collect(body, dominators);
        return checks.checks.isEmpty() ? null : checks;
    }

    List<Instr> checks() {
        return checks;
    }

    /** {@return the variable's first value, of the arguments that the header receives} */
    Value start(List<Value> arguments) {
        return arguments.get(variable.index());
    }

    /** Only those after the test: before it, the variable is once more than what the test lets through. */
    private void collect(Block body, Dominators dominators) {
        for (Block block : loop.blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.IndexCheck
                        && dominators.dominates(body, block)
                        && !loop.contains(instr.operand(1).block())
                        && Affine.unwrapped(instr.operand(0), variable, loop) != null) {
                    checks.add(instr);
                }
            }
        }
    }

    /**
     * Asks before the loop.
     *
     * @param builder where to
     * @param start first value of the variable
     * @return a condition; if it is true, all checks pass
     */
    Value condition(Builder builder, Value start) {
        Conjunction all = new Conjunction(builder);
        Map<Key, Instr> distinct = new LinkedHashMap<>();
        checks.forEach(check -> distinct.putIfAbsent(new Key(check.operand(0), check.operand(1)), check));
        Constant known = start.constant();
        boolean plain = known != null && known.bits() >= 0 && step == 1 && !inclusive;
        Ends ends = null;
        for (Key key : distinct.keySet()) {
            if (!loop.contains(key.index.block())) {
                all.add(builder.emit(new Op.InBounds(), key.index, key.length));
            } else if (plain && key.index == variable) {
                all.add(builder.emit(new Op.Compare(Predicate.LE, ScalarType.I32), bound, key.length));
            } else {
                ends = ends == null ? ends(builder, start, all) : ends;
                inRange(builder, key, ends, all);
            }
        }
        return all.value();
    }

    /** First and last value of the variable, in 64 bits. */
    private record Ends(Value first, Value last) {}

    private Ends ends(Builder builder, Value start, Conjunction all) {
        WideLinear wide = new WideLinear(builder, loop, variable);
        Value first = wide.widen(start);
        Value wideBound = wide.widen(bound);
        Value last = inclusive ? wideBound : wide.plus(wideBound, -1);
        if (inclusive) {
            Value most = builder.constant(Integer.MAX_VALUE);
            all.add(builder.emit(new Op.Compare(Predicate.LT, ScalarType.I32), bound, most));
        }
        if (step > 1) {
            last = wide.lastOf(first, last, step);
            // One more step must not wrap around, or the loop would go on.
            Value most = builder.constant(Integer.MAX_VALUE - step);
            all.add(builder.emit(new Op.Compare(Predicate.LE, ScalarType.I64), last, most));
        }
        return new Ends(first, last);
    }

    private void inRange(Builder builder, Key key, Ends ends, Conjunction all) {
        WideLinear wide = new WideLinear(builder, loop, variable);
        Value first = wide.at(key.index, ends.first);
        Value last = wide.at(key.index, ends.last);
        Value zero = builder.constant(0L);
        Value length = wide.widen(key.length);
        Affine index = Objects.requireNonNull(Affine.unwrapped(key.index, variable, loop));
        all.add(builder.emit(new Op.Compare(Predicate.GE, ScalarType.I64), first, zero));
        all.add(builder.emit(new Op.Compare(Predicate.LT, ScalarType.I64), last, length));
        if (!index.grows()) {
            all.add(builder.emit(new Op.Compare(Predicate.LT, ScalarType.I64), first, length));
            all.add(builder.emit(new Op.Compare(Predicate.GE, ScalarType.I64), last, zero));
        }
    }

    /** Conditions that are all to hold. */
    private static final class Conjunction {
        private final Builder builder;
        private @Nullable Value all;

        Conjunction(Builder builder) {
            this.builder = builder;
        }

        void add(Value condition) {
            Value before = all;
            all = before == null
                    ? condition
                    : builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), before, condition);
        }

        Value value() {
            Value result = all;
            return result == null ? builder.emit(Constant.of(true)) : result;
        }
    }
}
