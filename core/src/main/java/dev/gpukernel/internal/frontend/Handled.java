package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Caught;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The exceptions that a handler catches and may throw again. Which one it is, is a number, and so is what of it was computed: up to {@value
 * Op.Throw#MOST_OPERANDS} whole numbers as longs, then as many others as doubles.
 */
final class Handled {
    private final Translation translation;
    private final List<Thrown> exceptions = new ArrayList<>();

    Handled(Translation translation) {
        this.translation = translation;
    }

    /** {@return an exception as one of those that are caught} */
    Caught add(Thrown thrown) {
        Builder builder = translation.builder;
        List<Value> wholes = new ArrayList<>();
        List<Value> others = new ArrayList<>();
        for (Value leaf : thrown.leaves()) {
            if (leaf.constant() == null) {
                ScalarType type = (ScalarType) leaf.type();
                ScalarType kept = kept(type);
                (kept == ScalarType.I64 ? wholes : others)
                        .add(type == kept ? leaf : builder.emit(new Op.Convert(type, kept), leaf));
            }
        }
        if (wholes.size() + others.size() > Op.Throw.MOST_OPERANDS) {
            translation.findings.add(
                    Message.EXCEPTION_ARGUMENTS,
                    thrown.position(),
                    ThrowArguments.tooMany(wholes.size() + others.size()));
        }
        fill(wholes, ScalarType.I64);
        fill(others, ScalarType.F64);
        wholes.addAll(others);
        exceptions.add(thrown);
        return new Caught(this, builder.emit(Constant.of(exceptions.size() - 1)), wholes);
    }

    private void fill(List<Value> numbers, ScalarType type) {
        while (numbers.size() < Op.Throw.MOST_OPERANDS) {
            numbers.add(translation.builder.emit(new Constant(type, 0)));
        }
        numbers.subList(Op.Throw.MOST_OPERANDS, numbers.size()).clear();
    }

    private static ScalarType kept(ScalarType type) {
        return type.isFloating() ? ScalarType.F64 : ScalarType.I64;
    }

    /** {@return how many there are so far} */
    int count() {
        return exceptions.size();
    }

    /** {@return one of the exceptions, with what was computed of it taken out of what was caught} */
    Thrown exception(int which, Caught caught) {
        Builder builder = translation.builder;
        Thrown thrown = exceptions.get(which);
        Iterator<Value> wholes =
                caught.numbers().subList(0, Op.Throw.MOST_OPERANDS).iterator();
        Iterator<Value> others = caught.numbers()
                .subList(Op.Throw.MOST_OPERANDS, caught.numbers().size())
                .iterator();
        List<Value> leaves = new ArrayList<>();
        for (Value leaf : thrown.leaves()) {
            Constant known = leaf.constant();
            if (known != null) {
                leaves.add(builder.emit(known));
                continue;
            }
            ScalarType type = (ScalarType) leaf.type();
            ScalarType kept = kept(type);
            Iterator<Value> numbers = kept == ScalarType.I64 ? wholes : others;
            // There are too few only if that is a finding.
            Value number = numbers.hasNext() ? numbers.next() : builder.emit(new Constant(kept, 0));
            leaves.add(type == kept ? number : builder.emit(new Op.Convert(kept, type), number));
        }
        return (Thrown) thrown.withLeaves(leaves.iterator());
    }
}
