package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.OffsetIndex;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Index checks and tests of an iteration that can be answered for several at once, for lengths that do not change. Where the index is
 * linear in the iteration's number, one test of the least and the greatest answers for iterations at equal distances; where it is a
 * running value that only grows, one of what that is before them all and after.
 */
final class JointTests {
    /** None. */
    static final JointTests NONE = new JointTests(List.of(), List.of(), false);

    private static final int MOST_STEP = 1 << 20;
    private static final Op NARROW = new Op.Convert(ScalarType.I64, ScalarType.I32);

    /** Most that is added to a running value that grows, besides what an iteration adds to it. */
    private static final int MOST_OFFSET = 1 << 12;

    /** A check or test, and by how much its index grows from iteration to iteration. */
    private record Linear(Instr instr, int step) {}

    /** A check or test of a running value and a constant. */
    private record Growing(Instr instr, int place, int offset) {}

    /**
     * What a running value that only grows is among.
     *
     * @param place which of what the loop carries it is
     * @param before what it is before some iterations, an I32
     * @param added what they add to it, an I32 that is not negative
     */
    record Grown(int place, Value before, Value added) {}

    private final List<Linear> linear;
    private final List<Growing> growing;
    private final boolean areAll;

    private JointTests(List<Linear> linear, List<Growing> growing, boolean areAll) {
        this.linear = linear;
        this.growing = growing;
        this.areAll = areAll;
    }

    /**
     * Finds them.
     *
     * @param code code of one iteration
     * @param own how many of its parameters are the same in all iterations
     * @param grown running values that only grow, parameters after these
     */
    static JointTests of(Function code, int own, List<Grown> grown) {
        Instr narrow = null;
        boolean areAll = code.callsOnlyRare();
        List<Instr> found = new ArrayList<>();
        for (Instr instr : instrs(code)) {
            narrow = isNumber(instr) ? instr : narrow;
            if (instr.op() instanceof Op.IndexCheck || instr.op() instanceof Op.InBounds) {
                found.add(instr);
            } else {
                areAll &= instr.op().effect() != Effect.FAULT && !(instr.op() instanceof Op.Throw);
            }
        }
        List<Linear> linear = new ArrayList<>();
        List<Growing> growing = new ArrayList<>();
        for (Instr instr : found) {
            boolean isJoint = isInvariant(instr.operand(1), own)
                    && (addLinear(instr, narrow, own, linear) || addGrowing(instr, own, grown, growing));
            areAll &= isJoint || instr.op() instanceof Op.InBounds;
        }
        return new JointTests(linear, growing, areAll);
    }

    private static boolean addLinear(Instr instr, @Nullable Instr narrow, int own, List<Linear> linear) {
        Affine index = narrow == null ? null : Affine.of(instr.operand(0), narrow, value -> isInvariant(value, own));
        return index != null
                && Math.abs((long) index.step()) <= MOST_STEP
                && linear.add(new Linear(instr, index.step()));
    }

    private static boolean addGrowing(Instr instr, int own, List<Grown> grown, List<Growing> growing) {
        OffsetIndex index = OffsetIndex.of(instr.operand(0));
        return index.base() instanceof BlockParam param
                && param.block() == param.block().function().entry()
                && Math.abs((long) index.offset()) <= MOST_OFFSET
                && grown.stream().anyMatch(one -> own + one.place() == param.index())
                && growing.add(new Growing(instr, param.index() - own, index.offset()));
    }

    private static List<Instr> instrs(Function code) {
        return code.blocks().stream().flatMap(block -> block.instrs().stream()).toList();
    }

    /** {@return whether an instruction is the low half of the iteration's number} */
    static boolean isNumber(Instr instr) {
        return instr.op().equals(NARROW)
                && instr.operand(0) instanceof Instr number
                && number.op() instanceof Op.Iteration;
    }

    private static boolean isInvariant(Value value, int own) {
        return areInvariant(value, own, new HashSet<>());
    }

    /** {@return whether a value is the same in all iterations, or was asked before: the first that is not ends it} */
    private static boolean areInvariant(Value value, int own, Set<Value> asked) {
        if (!asked.add(value)) {
            return true;
        }
        return value instanceof BlockParam param
                ? param.block() == param.block().function().entry() && param.index() < own
                : value instanceof Instr instr
                        && instr.op().effect() == Effect.NONE
                        // A load from a table has no effect, but perhaps a check before it.
                        && !(instr.op() instanceof Op.Iteration || instr.op() instanceof Op.Load)
                        && instr.operands().stream().allMatch(operand -> areInvariant(operand, own, asked));
    }

    /** {@return whether an iteration throws nothing if they pass} */
    boolean areAll() {
        return areAll;
    }

    /**
     * Asks whether all pass.
     *
     * @param emitter where to
     * @param arguments what stands for the parameters of the iteration
     * @param first number of the first of the iterations, an I64
     * @param count how many iterations
     * @param distance how far each is from the one before
     * @param grown what running values that only grow are among in these iterations
     * @return conditions that all must hold
     */
    List<Value> conditions(
            LoopEmitter emitter, List<Value> arguments, Value first, int count, int distance, List<Grown> grown) {
        Map<Value, Value> known = new HashMap<>();
        List<Value> conditions = new ArrayList<>();
        for (Linear test : linear) {
            Value index = emitter.computed(test.instr.operand(0), arguments, first, known);
            Value length = emitter.computed(test.instr.operand(1), arguments, first, known);
            long spread = (long) test.step * distance * (count - 1);
            Value least = spread < 0 ? emitter.int32(BinaryKind.ADD, index, (int) spread) : index;
            conditions.add(CheckExtremes.inRange(emitter.builder(), least, length, Math.toIntExact(Math.abs(spread))));
        }
        for (Growing test : growing) {
            Grown one = grown.stream()
                    .filter(other -> other.place == test.place)
                    .findFirst()
                    .orElseThrow();
            Value length = emitter.wide(emitter.computed(test.instr.operand(1), arguments, first, known));
            Value least = emitter.int64(BinaryKind.ADD, emitter.wide(one.before), (long) test.offset);
            Value greatest = emitter.int64(BinaryKind.ADD, least, emitter.wide(one.added));
            conditions.add(emitter.builder()
                    .emit(
                            new Op.Compare(Predicate.GE, ScalarType.I64),
                            least,
                            emitter.builder().constant(0L)));
            conditions.add(emitter.isLess(greatest, length));
        }
        return conditions;
    }

    /** Lets a copy of the iteration not ask what is known to pass. */
    void drop(RegionCopy copy, Value isTrue) {
        Stream.concat(linear.stream().map(Linear::instr), growing.stream().map(Growing::instr))
                .filter(instr -> copy.of(instr) != instr)
                .map(instr -> (Instr) copy.of(instr))
                .forEach(own -> {
                    own.replaceAllUsesWith(isTrue);
                    own.remove();
                });
    }
}
