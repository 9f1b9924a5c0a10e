package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Caught;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The exceptions that a handler catches and may throw again. Which one it is, is a number, and so is what of it was computed: up to {@value
 * Op.Throw#MOST_OPERANDS} whole numbers as longs, then as many others as doubles.
 */
final class Handled {
    private final Translation translation;
    private final List<Thrown> exceptions = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();

    /**
     * Whether what was caught is of a class, which further exceptions add to.
     *
     * @param answer jumps on with the answer
     * @param which the number of the exception that was caught
     * @param isOf whether an exception is of the class, by the name of its own
     */
    private record Question(Block answer, Value which, Predicate<String> isOf) {
        void add(int number, Thrown thrown) {
            Instr jump = answer.terminator();
            Value before = jump.edges().getFirst().arguments().getFirst();
            Builder builder = new Builder(answer.function()).before(jump).at(jump.position());
            Value own = builder.constant(isOf.test(thrown.className()) ? 1 : 0);
            Op.Compare equals = new Op.Compare(dev.gpukernel.internal.ir.Predicate.EQ, ScalarType.I32);
            Value isIt = builder.emit(equals, which, builder.constant(number));
            jump.replaceUses(before, builder.emit(new Op.Select(ScalarType.I32), isIt, own, before));
        }
    }

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
        questions.forEach(question -> question.add(exceptions.size() - 1, thrown));
        return new Caught(this, builder.emit(Constant.of(exceptions.size() - 1)), wholes);
    }

    /**
     * Asks whether what was caught is of a class; {@return 1 if it is, else 0} What may be thrown is not all known yet.
     *
     * @param isOf whether an exception is, by the name of its own class
     */
    Value isOf(Caught caught, Predicate<String> isOf) {
        Builder builder = translation.builder;
        Block answer = translation.function.addBlock();
        Block goesOn = translation.function.addBlock();
        Value result = goesOn.addParam(ScalarType.I32);
        builder.jump(answer, List.of());
        builder.atEnd(answer);
        builder.jump(goesOn, List.of(builder.constant(0)));
        builder.atEnd(goesOn);
        Question question = new Question(answer, caught.which(), isOf);
        questions.add(question);
        for (int i = 0; i < exceptions.size(); i++) {
            question.add(i, exceptions.get(i));
        }
        return result;
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
