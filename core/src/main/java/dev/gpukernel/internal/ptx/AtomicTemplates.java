package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.AtomicKind;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.Locale;

/**
 * The table from atomic operations to PTX: {@code {0}} is the address, {@code {1}} and {@code {2}} the operands. All are relaxed, with the scope of
 * the device.
 */
final class AtomicTemplates {
    private AtomicTemplates() {}

    /**
     * The template for an operation.
     *
     * @param op the operation
     * @param space {@code global} or {@code shared}
     * @param isUsed whether anything looks at the old value
     */
    static String of(Op.Atomic op, String space, boolean isUsed) {
        ScalarType type = op.element().register();
        return switch (op.kind()) {
            case ADD -> add(op.element(), space, isUsed);
            case MIN, MAX -> type.isFloating() ? extremum(op, space) : plain(op.kind(), signed(type), space, isUsed);
            case AND, OR, XOR -> plain(op.kind(), bits(type), space, isUsed);
            case EXCHANGE -> "atom." + space + ".exch." + bits(type) + " {d}, [{0}], {1};";
            case COMPARE_AND_SET -> "atom." + space + ".cas." + bits(type) + " {d}, [{0}], {1}, {2};";
        };
    }

    /** {@return a load that is coherent with what other threads do to the element} */
    static String look(ElementType element, String space) {
        String type = element == ElementType.LONG ? "u64" : "u32";
        return "ld.relaxed." + (space.equals("global") ? "gpu" : "cta") + "." + space + "." + type + " {d}, [{0}];";
    }

    private static String plain(AtomicKind kind, String type, String space, boolean isUsed) {
        return plain(kind.name().toLowerCase(Locale.ROOT), type, space, isUsed);
    }

    private static String plain(String operation, String type, String space, boolean isUsed) {
        return isUsed
                ? "atom." + space + "." + operation + "." + type + " {d}, [{0}], {1};"
                : "red." + space + "." + operation + "." + type + " [{0}], {1};";
    }

    private static String add(ElementType element, String space, boolean isUsed) {
        return switch (element) {
            case FLOAT -> space.equals("global") ? addFloat() : plain("add", "f32", space, isUsed);
            case DOUBLE -> plain("add", "f64", space, isUsed);
            case LONG -> plain("add", "u64", space, isUsed);
            default -> plain("add", "u32", space, isUsed);
        };
    }

    /**
     * The instruction takes subnormal numbers of global memory for zeros. Where the summand is at least 2^-101 that does not show:
     * a subnormal number is less than half its last place, and a difference is zero or normal. NaN and infinity are as well done
     * in the loop.
     */
    private static String addFloat() {
        return """
                {
                .reg .pred %isPlain, %isOther;
                .reg .f32 %size, %sum;
                .reg .b32 %old, %seen, %new;
                abs.f32 %size, {1};
                setp.ge.f32 %isPlain, %size, 0f0D000000;
                @%isPlain bra $PLAIN;
                ld.volatile.global.u32 %old, [{0}];
                $AGAIN:
                mov.b32 %sum, %old;
                add.rn.f32 %sum, %sum, {1};
                mov.b32 %new, %sum;
                mov.b32 %seen, %old;
                atom.global.cas.b32 %old, [{0}], %seen, %new;
                setp.ne.u32 %isOther, %old, %seen;
                @%isOther bra $AGAIN;
                mov.b32 {d}, %old;
                bra $DONE;
                $PLAIN:
                atom.global.add.f32 {d}, [{0}], {1};
                $DONE:
                }""";
    }

    /** Nothing is written where the element stays as it is, so that the usual case is a load. */
    private static String extremum(Op.Atomic op, String space) {
        boolean isDouble = op.element() == ElementType.DOUBLE;
        return """
                {
                .reg .pred %%isNan, %%isSame;
                .reg .%1$s %%seen, %%best;
                .reg .%2$s %%old, %%new, %%before;
                ld.volatile.%3$s.%2$s %%old, [{0}];
                $AGAIN:
                mov.%2$s %%before, %%old;
                mov.%2$s %%seen, %%old;
                %4$s.%1$s %%best, %%seen, {1};
                setp.nan.%1$s %%isNan, %%seen, {1};
                selp.%1$s %%best, %5$s, %%best, %%isNan;
                mov.%2$s %%new, %%best;
                setp.eq.%2$s %%isSame, %%new, %%old;
                @%%isSame bra $DONE;
                atom.%3$s.cas.%2$s %%old, [{0}], %%before, %%new;
                setp.ne.%2$s %%isSame, %%old, %%before;
                @%%isSame bra $AGAIN;
                $DONE:
                mov.%2$s {d}, %%old;
                }""".formatted(
                        isDouble ? "f64" : "f32",
                        isDouble ? "b64" : "b32",
                        space,
                        op.kind() == AtomicKind.MIN ? "min" : "max",
                        isDouble ? "0d7FF8000000000000" : "0f7FC00000");
    }

    private static String bits(ScalarType type) {
        return type.bytes() == Long.BYTES ? "b64" : "b32";
    }

    private static String signed(ScalarType type) {
        return type == ScalarType.I64 ? "s64" : "s32";
    }
}
