package dev.gpukernel.oracle;

import dev.gpukernel.internal.ir.Op.AtomicKind;

/** What an atomic operation makes of an element. */
final class AtomicChange {
    private AtomicChange() {}

    /**
     * Computes it.
     *
     * @param kind which operation
     * @param old the element
     * @param value the first operand
     * @param last the last operand, the same unless there are two
     * @return the element's new value
     */
    static Object of(AtomicKind kind, Object old, Object value, Object last) {
        if (kind == AtomicKind.EXCHANGE) {
            return value;
        }
        if (kind == AtomicKind.COMPARE_AND_SET) {
            return Arithmetic.bits(old) == Arithmetic.bits(value) ? last : old;
        }
        return switch (old) {
            case Integer i -> ofInts(kind, i, (int) value);
            case Long l -> ofLongs(kind, l, (long) value);
            case Float f -> (float) ofFloats(kind, f, (float) value, f + (float) value);
            default -> ofFloats(kind, (double) old, (double) value, (double) old + (double) value);
        };
    }

    private static int ofInts(AtomicKind kind, int old, int value) {
        return switch (kind) {
            case ADD -> old + value;
            case MIN -> Math.min(old, value);
            case MAX -> Math.max(old, value);
            case AND -> old & value;
            case OR -> old | value;
            case XOR -> old ^ value;
            case EXCHANGE, COMPARE_AND_SET -> throw new OracleException("done before");
        };
    }

    private static long ofLongs(AtomicKind kind, long old, long value) {
        return switch (kind) {
            case ADD -> old + value;
            case MIN -> Math.min(old, value);
            case MAX -> Math.max(old, value);
            case AND -> old & value;
            case OR -> old | value;
            case XOR -> old ^ value;
            case EXCHANGE, COMPARE_AND_SET -> throw new OracleException("done before");
        };
    }

    /** Floats are exact as doubles, but for their sum. */
    private static double ofFloats(AtomicKind kind, double old, double value, double sum) {
        return switch (kind) {
            case ADD -> sum;
            case MIN -> Math.min(old, value);
            case MAX -> Math.max(old, value);
            case AND, OR, XOR -> throw new OracleException("no " + kind + " of floats");
            case EXCHANGE, COMPARE_AND_SET -> throw new OracleException("done before");
        };
    }
}
