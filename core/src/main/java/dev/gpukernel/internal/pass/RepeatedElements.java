package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Elements that repeat: {@code y[i] = y[i - d]}, or {@code y[i] = -y[i - d]}. What an iteration reads is one of the {@code d} elements before the first
 * one that the loop stores, which it then reads instead: of {@code y[i] = y[i - 2]} from 2 on it makes {@code y[i] = y[(i - 2) % 2]}. The sign
 * changes {@code (i - 2) / 2} times on the way.
 *
 * <p>Stores and index checks stay as they are, so that everything is thrown where it was.
 *
 * @param counted the loop
 * @param load reads an element
 * @param store stores it again
 * @param distance how many elements further
 * @param first the index of the first element that the loop reads
 * @param isNegated whether its sign changes
 */
record RepeatedElements(CountedLoop counted, Instr load, Instr store, int distance, int first, boolean isNegated) {
    /** {@return those of a loop, null if there are none} */
    static @Nullable RepeatedElements of(CountedLoop counted) {
        Constant start = counted.start().constant();
        if (start == null
                || start.bits() < 0
                || counted.step() != 1
                || counted.variable().type() != ScalarType.I32) {
            return null;
        }
        List<Access> all = Access.in(counted.loop().blocks());
        return all.stream()
                .filter(Access::isWrite)
                .map(write -> of(counted, (int) start.bits(), write, all))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable RepeatedElements of(CountedLoop counted, int start, Access write, List<Access> all) {
        List<Access> reads = all.stream()
                .filter(access -> access.array() == write.array() && access.instr() != write.instr())
                .toList();
        if (reads.size() != 1 || !(reads.getFirst().instr().op() instanceof Op.Load)) {
            return null;
        }
        Instr load = reads.getFirst().instr();
        Instr store = write.instr();
        Affine read = subscript(counted, load);
        Affine stored = store.op() instanceof Op.Store ? subscript(counted, store) : null;
        if (read == null || stored == null || stored.step() != 1 || read.step() != 1) {
            return null;
        }
        int distance = stored.constant() - read.constant();
        boolean isNegated = isNegation(store, load);
        boolean isRepeated = distance > (isNegated ? 0 : 1)
                && start + (long) read.constant() >= 0
                && start + (long) stored.constant() <= Integer.MAX_VALUE
                && (isNegated || store.operand(2) == load)
                && isInEach(counted.loop(), store);
        return isRepeated
                ? new RepeatedElements(counted, load, store, distance, start + read.constant(), isNegated)
                : null;
    }

    /** {@return an index that is the variable and a number, null for any other} */
    private static @Nullable Affine subscript(CountedLoop counted, Instr access) {
        Affine subscript = access.operand(1).type() == ScalarType.I32 && access.operand(0) instanceof BlockParam
                ? Affine.of(access.operand(1), counted.variable(), counted.loop()::isInvariant)
                : null;
        return subscript != null && subscript.isPlain() ? subscript : null;
    }

    private static boolean isNegation(Instr store, Instr load) {
        return store.operand(2) instanceof Instr negation
                && negation.op() instanceof Op.Negate
                && negation.operand(0) == load
                && ((Op.Store) store.op()).element().bytes() >= Integer.BYTES;
    }

    private static boolean isInEach(Loop loop, Instr store) {
        Dominators dominators = Dominators.of(loop.header().function());
        return loop.backEdges().stream()
                .allMatch(back ->
                        dominators.dominates(store.block(), back.source().block()));
    }

    /**
     * Reads what was there before the loop.
     *
     * @return pairs of parameters that must not be the same array
     */
    List<AliasConflict> readBefore() {
        Builder builder = new Builder(load.block().function()).before(load).at(load.position());
        BlockParam array = (BlockParam) load.operand(0);
        Value length = builder.constant(distance);
        Value steps = binary(builder, BinaryKind.SUB, counted.variable(), counted.start());
        Value place = binary(builder, BinaryKind.REM, steps, length);
        Value index = binary(builder, BinaryKind.ADD, place, builder.constant(first));
        // It never fails, as the element that was read is no nearer to the array's beginning.
        builder.emit(new Op.IndexCheck(), index, builder.emit(new Op.Length(((Op.Load) load.op()).element()), array));
        Value element = builder.emit(load.op(), array, index);
        if (isNegated) {
            Value times = binary(builder, BinaryKind.DIV, steps, length);
            Value isOdd = builder.emit(
                    new Op.Compare(Predicate.NE, ScalarType.I32),
                    binary(builder, BinaryKind.AND, times, builder.constant(1)),
                    builder.constant(0));
            ScalarType type = (ScalarType) element.type();
            Value negated = builder.emit(new Op.Negate(type), element);
            element = builder.emit(new Op.Select(type), isOdd, negated, element);
        }
        load.replaceAllUsesWith(element);
        load.remove();
        return ArrayRecurrence.conflicts(counted.loop(), array);
    }

    private static Value binary(Builder builder, BinaryKind kind, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I32), left, right);
    }
}
