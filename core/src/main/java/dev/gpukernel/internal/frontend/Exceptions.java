package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Caught;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Text;
import dev.gpukernel.internal.frontend.Operand.Thrown;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the exceptions go that a method's instructions throw: to a handler of the method, to one around a call of it, or out of the
 * kernel. What is caught is a branch like any other; only what leaves the kernel is a check or a throw.
 */
final class Exceptions {
    private static final String SEGMENT_INDEX = "java/lang/IndexOutOfBoundsException";
    private static final String INDEX = "java/lang/ArrayIndexOutOfBoundsException";
    private static final String ARITHMETIC = "java/lang/ArithmeticException";
    private static final String NULL_POINTER = "java/lang/NullPointerException";
    private static final String INDEX_MESSAGE =
            Objects.requireNonNull(Op.Throw.outOfBounds(IndexType.INT).message(), "the message of an index");

    private final Translation translation;
    private final BytecodeGraph graph;
    private final NullTexts texts;
    private final @Nullable Call call;
    private final BiConsumer<BytecodeBlock, Frame> jump;
    private final Map<BytecodeBlock, Handled> handled = new HashMap<>();
    private int instruction;

    /**
     * Where a method is called.
     *
     * @param caller where the caller's exceptions go
     * @param frame what the caller knows there, the arguments taken off
     */
    record Call(Exceptions caller, Frame frame) {}

    /**
     * Makes it.
     *
     * @param graph the method's code
     * @param texts what the JVM says of null in it
     * @param call where it is called, null if nothing around it catches anything
     * @param jump goes on at a block of the method with a frame
     */
    Exceptions(
            Translation translation,
            BytecodeGraph graph,
            NullTexts texts,
            @Nullable Call call,
            BiConsumer<BytecodeBlock, Frame> jump) {
        this.texts = texts;
        this.translation = translation;
        this.graph = graph;
        this.call = call;
        this.jump = jump;
        if (graph.handlers().stream().anyMatch(handler -> catches(handler, NULL_POINTER))) {
            // Arrays are taken not to be null.
            translation.later.noteNullCheck();
        }
    }

    /** Says which instruction's exceptions are asked for next. */
    void at(int index) {
        instruction = index;
    }

    /** {@return the instruction whose exceptions are asked for} */
    int at() {
        return instruction;
    }

    /** {@return what a method that is called here has around it, its arguments taken off the frame} */
    @Nullable Call around(Frame frame) {
        return areCaught() ? new Call(this, frame) : null;
    }

    /** {@return whether exceptions of any kind are caught here} */
    boolean areCaught() {
        return call != null || graph.handlers().stream().anyMatch(handler -> handler.covers(instruction));
    }

    private boolean areCaught(String className) {
        return handler(className) != null || (call != null && call.caller.areCaught(className));
    }

    private @Nullable BytecodeBlock handler(String className) {
        return graph.handlers().stream()
                .filter(handler -> handler.covers(instruction) && catches(handler, className))
                .findFirst()
                .map(BytecodeGraph.Handler::target)
                .orElse(null);
    }

    private boolean catches(BytecodeGraph.Handler handler, String className) {
        return handler.type() == null || translation.classes.isSubclass(className, handler.type());
    }

    /** Ends the builder's block with an exception. */
    void raise(Thrown thrown, Frame frame) {
        BytecodeBlock handler = handler(thrown.className());
        if (handler != null) {
            // What nobody reads need not be kept.
            Operand caught = graph.readsException(handler)
                    ? handled.computeIfAbsent(handler, _ -> new Handled(translation))
                            .add(thrown)
                    : new Rejected(false);
            jump.accept(handler, frame.caught(caught));
        } else if (call != null) {
            Frame outer = call.frame.copy();
            outer.takeObjects(frame);
            call.caller.raise(thrown, outer);
        } else {
            leave(thrown);
        }
    }

    private void leave(Thrown thrown) {
        Builder builder = translation.builder;
        SourcePosition here = translation.position();
        String className = thrown.className().replace('/', '.');
        ThrowArguments made = new ThrowArguments(thrown);
        builder.at(thrown.position());
        if (made.values().size() <= Op.Throw.MOST_OPERANDS) {
            builder.emit(new Op.Throw(className, thrown.constructor(), made.arguments()), made.values());
        } else {
            translation.findings.add(
                    Message.EXCEPTION_ARGUMENTS,
                    here,
                    ThrowArguments.tooMany(made.values().size()));
            builder.emit(Op.Throw.of(className));
        }
        builder.at(here);
    }

    /**
     * Throws an exception that was caught, if it is a certain one of those that may be.
     *
     * @param around what is thrown with it as its cause, null if it is itself
     * @param which the one
     * @param rest where none of those before it is thrown, or only the last of them, whichever it is
     * @return where only this one is thrown, whichever it is: until there are others, nothing has to be asked
     */
    Block raiseAgain(Caught caught, @Nullable Thrown around, int which, Block rest, Frame frame) {
        Builder builder = translation.builder;
        Block own = translation.function.addBlock();
        Block others = rest;
        if (which > 0) {
            Instr last = rest.terminator();
            Block before = last.edges().getFirst().target();
            last.remove();
            others = translation.function.addBlock();
            builder.atEnd(rest);
            Value isBefore =
                    compare(Predicate.EQ, ScalarType.I32, caught.which(), builder.emit(Constant.of(which - 1)));
            builder.branch(isBefore, before, List.of(), others, List.of());
        }
        builder.atEnd(others).jump(own, List.of());
        builder.atEnd(own);
        Thrown again = caught.handled().exception(which, caught);
        raise(around == null ? again : around.causedBy(again), frame);
        return others;
    }

    /** Throws an exception under a condition; afterwards the builder is where it does not hold. */
    void raiseIf(Value condition, String className, Text message, Frame frame) {
        Builder builder = translation.builder;
        Block goesOn = translation.function.addBlock();
        Block thrown = translation.function.addBlock();
        builder.branch(condition, thrown, List.of(), goesOn, List.of());
        builder.atEnd(thrown);
        raise(new Thrown(className, translation.newIdentity(), translation.position()).saying(message), frame);
        builder.atEnd(goesOn);
    }

    /** Checks an index of an array; where nothing is to be checked, only what a handler catches is. */
    void checkIndex(Value index, Value length, Frame frame) {
        Builder builder = translation.builder;
        if (!areCaught(INDEX)) {
            builder.emit(new Op.IndexCheck(), index, length);
            return;
        }
        Text message = new Text(INDEX_MESSAGE, "II", List.of(index, length));
        raiseIf(compare(Predicate.LT, ScalarType.I32, index, builder.emit(Constant.of(0))), INDEX, message, frame);
        raiseIf(compare(Predicate.GE, ScalarType.I32, index, length), INDEX, message, frame);
    }

    /** Checks that a row is not null, by its length plus one. */
    void checkNotNull(Value size, Frame frame) {
        if (translation.checked || areCaught(NULL_POINTER)) {
            Builder builder = translation.builder;
            Value isNull = compare(Predicate.EQ, ScalarType.I32, size, builder.emit(Constant.of(0)));
            raiseIf(isNull, NULL_POINTER, new Text(texts.of(instruction)), frame);
        }
    }

    /** {@return whether an index is to be checked} */
    boolean checksIndices() {
        return translation.checked || areCaught(INDEX);
    }

    /** Checks the divisor of integers. */
    void checkDivisor(ScalarType type, Value divisor, Frame frame) {
        Builder builder = translation.builder;
        if (!areCaught(ARITHMETIC)) {
            builder.emit(new Op.DivisorCheck(type), divisor);
            return;
        }
        Value isZero = compare(Predicate.EQ, type, divisor, builder.emit(new Constant(type, 0)));
        raiseIf(isZero, ARITHMETIC, new Text("/ by zero"), frame);
    }

    /** Checks the index of an element of a memory segment; where nothing is to be checked, only what a handler catches is. */
    void checkSegment(Op.IndexCheck check, Value index, Value length, Frame frame) {
        Builder builder = translation.builder;
        if (!areCaught(SEGMENT_INDEX)) {
            builder.emit(check, index, length);
            return;
        }
        Value offset = check.offset(builder, index);
        ScalarType type = check.index().type();
        raiseBeyond(check, compare(Predicate.LT, type, index, builder.emit(new Constant(type, 0))), offset, frame);
        raiseBeyond(check, compare(Predicate.GE, type, index, length), offset, frame);
    }

    /**
     * Throws what a memory segment throws, under a condition; afterwards the builder is where it does not hold.
     *
     * @param offset of the access, in bytes
     */
    void raiseBeyond(Op.IndexCheck check, Value condition, Value offset, Frame frame) {
        Op.Throw beyond = check.beyondSegment();
        String message = Objects.requireNonNull(beyond.message());
        raiseIf(condition, SEGMENT_INDEX, new Text(message, beyond.operandTypes(), List.of(offset)), frame);
    }

    /** {@return whether an index of a memory segment is to be checked} */
    boolean checksSegments() {
        return translation.checked || areCaught(SEGMENT_INDEX);
    }

    private Value compare(Predicate predicate, ScalarType type, Value left, Value right) {
        return translation.builder.emit(new Op.Compare(predicate, type), left, right);
    }
}
