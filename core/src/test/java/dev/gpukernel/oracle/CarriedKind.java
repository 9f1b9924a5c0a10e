package dev.gpukernel.oracle;

import static dev.gpukernel.oracle.NumberType.BOOLEAN;
import static dev.gpukernel.oracle.NumberType.BYTE;
import static dev.gpukernel.oracle.NumberType.CHAR;
import static dev.gpukernel.oracle.NumberType.DOUBLE;
import static dev.gpukernel.oracle.NumberType.FLOAT;
import static dev.gpukernel.oracle.NumberType.INT;
import static dev.gpukernel.oracle.NumberType.LONG;
import static dev.gpukernel.oracle.NumberType.SHORT;

import dev.gpukernel.diagnostic.Message;
import java.util.List;
import java.util.Set;

/** What kind of value a loop carries from one iteration to the next. */
enum CarriedKind {
    SUM(Lists.NUMBERS),
    DIFFERENCE(Lists.NUMBERS),
    COUNT(Lists.INTEGERS),
    PRODUCT(Lists.NUMBERS),
    LEAST(Lists.NUMBERS),
    GREATEST(Lists.NUMBERS),
    BITS(List.of(INT, LONG, BYTE, SHORT, CHAR, BOOLEAN)),
    /** The best value so far, and what goes with it. */
    BEST(Lists.NUMBERS),
    /** What was assigned last. */
    LAST(List.of(INT, LONG, FLOAT, DOUBLE, BYTE, SHORT, CHAR, BOOLEAN)),
    /** A variable that grows by the same in each iteration. */
    AFFINE(List.of(INT, LONG, SHORT)),
    /** A reduction whose running value is stored. */
    SCAN(Lists.NUMBERS),
    /** Each element from the one before. */
    ARRAY_SCAN(List.of(INT, LONG, DOUBLE)),
    /** A counter that says where elements go which are kept. */
    COMPACTION(List.of(INT, INT, LONG, FLOAT)),
    HISTOGRAM(List.of(INT, LONG, FLOAT)),
    /** Arrays that change places. */
    ROTATION(List.of(INT)),
    /** Where the loop is left before its count is reached. */
    EXIT(List.of(INT)),
    /** What must be done in the order of the loop. */
    SERIAL(List.of(INT, LONG, DOUBLE));

    private static final Set<Message> CODES = Set.of(Message.LOOP_CARRIED, Message.LOOP_DEPENDENCE, Message.LOOP_SHAPE);
    private static final Set<Message> ROTATION_CODES = Set.of(
            Message.LOOP_CARRIED,
            Message.LOOP_DEPENDENCE,
            Message.LOOP_SHAPE,
            Message.ARRAY_CHOICE,
            Message.NOT_A_KERNEL,
            Message.LOOP_SURROUNDED);

    private final List<NumberType> types;

    private static final class Lists {
        static final List<NumberType> INTEGERS = List.of(INT, INT, LONG, BYTE, SHORT, CHAR);
        static final List<NumberType> NUMBERS = List.of(INT, INT, LONG, FLOAT, DOUBLE, BYTE, SHORT, CHAR);
    }

    CarriedKind(List<NumberType> types) {
        this.types = types;
    }

    /** {@return the types it is made of} */
    List<NumberType> types() {
        return types;
    }

    /** {@return whether no loop that carries it can be parallel} */
    boolean isSerial() {
        return this == SERIAL;
    }

    /** {@return whether what it carries is in arrays} */
    boolean isOfArrays() {
        return this == HISTOGRAM || this == ARRAY_SCAN || this == ROTATION;
    }

    /** {@return why a loop may be refused that carries it} */
    Set<Message> codes() {
        return this == ROTATION ? ROTATION_CODES : CODES;
    }
}
