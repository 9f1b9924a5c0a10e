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
    SUM(Lists.NUMBERS, Use.REDUCTION),
    DIFFERENCE(Lists.NUMBERS, Use.REDUCTION),
    COUNT(Lists.INTEGERS, Use.REDUCTION),
    PRODUCT(Lists.NUMBERS, Use.REDUCTION),
    LEAST(Lists.NUMBERS, Use.REDUCTION),
    GREATEST(Lists.NUMBERS, Use.REDUCTION),
    BITS(List.of(INT, LONG, BYTE, SHORT, CHAR, BOOLEAN), Use.REDUCTION),
    /** The best value so far, and what goes with it. */
    BEST(Lists.NUMBERS, Use.REDUCTION),
    /** What was assigned last. */
    LAST(List.of(INT, LONG, FLOAT, DOUBLE, BYTE, SHORT, CHAR, BOOLEAN), Use.REDUCTION),
    /** A variable that grows by the same in each iteration. */
    AFFINE(List.of(INT, LONG, SHORT), Use.OTHER),
    /** A reduction whose running value is stored. */
    SCAN(Lists.NUMBERS, Use.OTHER),
    /** Each element from the one before. */
    ARRAY_SCAN(List.of(INT, LONG, DOUBLE), Use.OTHER),
    /** A counter that says where elements go which are kept. */
    COMPACTION(List.of(INT, INT, LONG, FLOAT), Use.OTHER),
    HISTOGRAM(List.of(INT, LONG, FLOAT), Use.OTHER),
    /** Arrays that change places. */
    ROTATION(List.of(INT), Use.OTHER),
    /** What must be done in the order of the loop. */
    SERIAL(List.of(INT, LONG, DOUBLE), Use.SERIAL);

    private static final Set<Message> CODES = Set.of(Message.LOOP_CARRIED, Message.LOOP_DEPENDENCE, Message.LOOP_SHAPE);
    private static final Set<Message> ROTATION_CODES = Set.of(
            Message.LOOP_CARRIED,
            Message.LOOP_DEPENDENCE,
            Message.LOOP_SHAPE,
            Message.ARRAY_CHOICE,
            Message.NOT_A_KERNEL,
            Message.LOOP_SURROUNDED);

    private final List<NumberType> types;
    private final Use use;

    private enum Use {
        REDUCTION,
        OTHER,
        SERIAL
    }

    private static final class Lists {
        static final List<NumberType> INTEGERS = List.of(INT, INT, LONG, BYTE, SHORT, CHAR);
        static final List<NumberType> NUMBERS = List.of(INT, INT, LONG, FLOAT, DOUBLE, BYTE, SHORT, CHAR);
    }

    CarriedKind(List<NumberType> types, Use use) {
        this.types = types;
        this.use = use;
    }

    /** {@return the types it is made of} */
    List<NumberType> types() {
        return types;
    }

    /** {@return whether a single loop that carries it must be accepted} */
    boolean isReduction() {
        return use == Use.REDUCTION;
    }

    /** {@return whether no loop that carries it can be parallel} */
    boolean isSerial() {
        return use == Use.SERIAL;
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
