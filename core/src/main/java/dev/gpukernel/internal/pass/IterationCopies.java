package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Affine;
import dev.gpukernel.internal.analysis.OffsetIndex;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of several iterations that follow one another, or at a distance. Indices that are linear in the iteration become sums of one value and
 * constants, so that neighbouring elements are seen to be neighbours.
 */
final class IterationCopies {
    private final IterationBody body;
    private final int count;
    private final int stride;
    private final List<Map<Value, Value>> copies = new ArrayList<>();
    private final Map<Line, Base> bases = new HashMap<>();
    private final Map<OffsetIndex, Value> sums = new HashMap<>();

    /** Linear functions that differ by a constant. An index that is a long and one that is an int are different ones. */
    private record Line(Affine linear, Type type) {
        static Line of(Affine linear, Value value) {
            return new Line(linear.withConstant(0), value.type());
        }
    }

    /** What a linear function with some constant is in the first of the iterations; it is found by the one without. */
    private record Base(Value value, int constant) {}

    /**
     * Makes it.
     *
     * @param body the code of one iteration
     * @param first number of the first iteration, an I64
     * @param count how many iterations
     */
    IterationCopies(IterationBody body, Value first, int count) {
        this(body, first, count, 1);
    }

    /**
     * Makes it.
     *
     * @param body the code of one iteration
     * @param first number of the first iteration, an I64
     * @param count how many iterations
     * @param stride how far each is from the one before
     */
    IterationCopies(IterationBody body, Value first, int count, int stride) {
        this.body = body;
        this.count = count;
        this.stride = stride;
        for (int i = 0; i < count; i++) {
            copies.add(new HashMap<>());
        }
        copies.getFirst().put(body.iteration(), first);
    }

    /** Says what a linear function is in the first iteration. */
    void define(Affine linear, Value value) {
        bases.put(Line.of(linear, value), new Base(value, linear.constant()));
    }

    int count() {
        return count;
    }

    /** Says what an instruction computes in one of the iterations. */
    void put(Instr instr, int copy, Value value) {
        copies.get(copy).put(instr, value);
    }

    /** {@return what is computed once for all iterations is of the first one} */
    private int home(Value value, int copy) {
        return body.varies(value) ? copy : 0;
    }

    /**
     * What a value is in one of the iterations.
     *
     * @param builder where what is not known yet is computed; it must not depend on what has an effect
     */
    Value of(Value value, int copy, Builder builder) {
        if (!body.isOwn(value)) {
            return value;
        }
        int own = home(value, copy);
        Value known = copies.get(own).get(value);
        if (known != null) {
            return known;
        }
        Instr instr = (Instr) value;
        Value made = compute(instr, own, builder);
        put(instr, own, made);
        return made;
    }

    private Value compute(Instr instr, int copy, Builder builder) {
        if (instr == body.iteration()) {
            Value first = of(instr, 0, builder);
            return builder.emit(
                    new Op.Binary(BinaryKind.ADD, ScalarType.I64), first, builder.constant((long) copy * stride));
        }
        if (body.uncut(instr) != instr && body.linear(instr) != null) {
            return of(body.uncut(instr), copy, builder);
        }
        boolean isInteger = instr.type() == ScalarType.I32 || instr.type() == ScalarType.I64;
        Affine linear = isInteger && body.varies(instr) ? body.linear(instr) : null;
        return linear != null && linear.step() != 0 ? sum(instr, linear, copy, builder) : plain(instr, copy, builder);
    }

    private Value sum(Instr instr, Affine linear, int copy, Builder builder) {
        Line line = Line.of(linear, instr);
        Base base = bases.get(line);
        if (base == null) {
            base = new Base(plain(instr, 0, builder), linear.constant());
            bases.put(line, base);
        }
        int plus = linear.constant() - base.constant + linear.step() * copy * stride;
        OffsetIndex from = OffsetIndex.of(base.value);
        if (instr.type() == ScalarType.I64 && (long) from.offset() + plus != from.offset() + plus) {
            return plain(instr, copy, builder);
        }
        OffsetIndex to = new OffsetIndex(from.base(), from.offset() + plus);
        return plus == 0 ? base.value : sums.computeIfAbsent(to, _ -> to.emit(builder));
    }

    private Value plain(Instr instr, int copy, Builder builder) {
        Instr made = builder.emit(instr.op(), operands(instr, copy, builder));
        made.setName(instr.name());
        return made;
    }

    /** {@return the operands that an instruction has in one of the iterations} */
    List<Value> operands(Instr instr, int copy, Builder builder) {
        List<Value> operands = new ArrayList<>();
        for (Value operand : instr.operands()) {
            operands.add(of(operand, copy, builder));
        }
        return operands;
    }

    /** {@return what a value is in an iteration} */
    static Value at(Value iteration, IterationBody body, Value value, Builder builder) {
        return new IterationCopies(body, iteration, 1).of(value, 0, builder);
    }
}
