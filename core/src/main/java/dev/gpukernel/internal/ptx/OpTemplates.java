package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;

/**
 * The table from operations to PTX. Java's arithmetic, bit for bit: {@code .rn} without contraction, shift distances masked,
 * conversions saturating with NaN to 0.
 */
final class OpTemplates {
    private OpTemplates() {}

    /** {@return the template for an operation that computes something} */
    static String of(Op op) {
        return switch (op) {
            case Op.Constant constant -> "mov." + bits(constant.type()) + " {d}, " + Registers.literal(constant) + ";";
            case Op.Binary binary -> binary(binary);
            case Op.Negate negate -> negate(negate.type());
            case Op.Compare compare -> "setp." + predicate(compare) + "." + signed(compare.type()) + " {d}, {0}, {1};";
            case Op.ThreeWay threeWay -> threeWay(threeWay);
            // As unsigned numbers, negative indices are above every length.
            case Op.InBounds(IndexType index) -> "setp.lt." + unsigned(index.type()) + " {d}, {0}, {1};";
            case Op.Convert convert -> convert(convert);
            case Op.Narrow narrow -> narrow(narrow.to());
            case Op.Select select -> "selp." + bits(select.type()) + " {d}, {1}, {2}, {0};";
            case Op.Iteration _ -> throw notHere(op);
            case Op.Length _, Op.Load _, Op.Store _, Op.IndexCheck _, Op.DivisorCheck _ -> throw notHere(op);
            case Op.LocalArray _, Op.DynamicLocal _, Op.ConstantArray _ -> throw notHere(op);
            case Op.SharedArray _, Op.DynamicShared _ -> throw notHere(op);
            case Op.RowElement _,
                    Op.DynamicSize _,
                    Op.Atomic _,
                    Op.Print _,
                    Op.Call _,
                    Op.Invoke _,
                    Op.Launch _,
                    Op.Part _ -> throw notHere(op);
            case Op.LoadVector _, Op.StoreVector _, Op.FaultRank _, Op.SplitInner _, Op.MayLaunch _ ->
                throw notHere(op);
            case Op.MakeArray _, Op.SetRow _, Op.RowStart _, Op.RowLength _ -> throw notHere(op);
            case Op.Jump _, Op.Branch _, Op.Return _, Op.Throw _ -> throw notHere(op);
        };
    }

    /**
     * {@return code that negates} ptxas (CUDA 13.0, optimising) makes one instruction of two minima or maxima of ints, one of the other, and
     * loses the sign of an operand that is {@code neg.s32}, a difference from 0 or a product with -1: {@code max(max(a, -b), -c)} comes to
     * {@code max(a, b, -c)} on architecture 9.0. It does not know the number of this code for a negated one.
     */
    static String negate(ScalarType type) {
        return type == ScalarType.I32
                ? "not.b32 {d}, {0};\nadd.s32 {d}, {d}, 1;"
                : "neg." + signed(type) + " {d}, {0};";
    }

    private static IllegalArgumentException notHere(Op op) {
        return new IllegalArgumentException(op.text() + " is not a plain computation");
    }

    private static String binary(Op.Binary op) {
        ScalarType type = op.type();
        String suffix = signed(type) + " {d}, {0}, {1};";
        return switch (op.kind()) {
            case ADD -> (type.isFloating() ? "add.rn." : "add.") + suffix;
            case SUB -> (type.isFloating() ? "sub.rn." : "sub.") + suffix;
            case MUL -> (type.isFloating() ? "mul.rn." : "mul.lo.") + suffix;
            case DIV -> (type.isFloating() ? "div.rn." : "div.") + suffix;
            case REM -> "rem." + suffix;
            case AND -> "and." + bits(type) + " {d}, {0}, {1};";
            case OR -> "or." + bits(type) + " {d}, {0}, {1};";
            case XOR -> "xor." + bits(type) + " {d}, {0}, {1};";
            case SHL -> shift("shl." + bits(type), type);
            case SHR -> shift("shr." + signed(type), type);
            case USHR -> shift("shr." + unsigned(type), type);
        };
    }

    /** PTX clamps the distance where Java masks it. */
    private static String shift(String instruction, ScalarType type) {
        return "and.b32 {t:i32}, {1}, " + (type == ScalarType.I64 ? 63 : 31) + ";\n" + instruction
                + " {d}, {0}, {t:i32};";
    }

    private static String threeWay(Op.ThreeWay op) {
        String type = signed(op.type());
        String greater = op.kind() == Op.ThreeWayKind.CMPG ? "gtu." : "gt.";
        String less = op.kind() == Op.ThreeWayKind.CMPL ? "ltu." : "lt.";
        return "setp." + less + type + " {p:i1}, {0}, {1};\n"
                + "setp." + greater + type + " {q:i1}, {0}, {1};\n"
                + "selp.s32 {t:i32}, 1, 0, {q:i1};\n"
                + "selp.s32 {d}, -1, {t:i32}, {p:i1};";
    }

    private static String convert(Op.Convert op) {
        String from = signed(op.from());
        String to = signed(op.to());
        return switch (op.from()) {
            case I1 -> "selp." + bits(op.to()) + " {d}, 1, 0, {0};";
            case I32, I64 ->
                switch (op.to()) {
                    case I1 -> "setp.ne." + from + " {d}, {0}, 0;";
                    case I32, I64 -> "cvt." + to + "." + from + " {d}, {0};";
                    case F32, F64 -> "cvt.rn." + to + "." + from + " {d}, {0};";
                };
            case F32, F64 ->
                switch (op.to()) {
                    case I1 -> throw new IllegalArgumentException(op.text());
                    // Saturates. NaN gives 0 between 32-bit types alone; else it is asked for.
                    case I32, I64 ->
                        op.from() == ScalarType.F32 && op.to() == ScalarType.I32
                                ? "cvt.rzi.s32.f32 {d}, {0};"
                                : "cvt.rzi." + to + "." + from + " {t:"
                                        + op.to().text() + "}, {0};\n"
                                        + "setp.nan." + from + " {p:i1}, {0}, {0};\n"
                                        + "selp." + bits(op.to()) + " {d}, 0, {t:"
                                        + op.to().text() + "}, {p:i1};";
                    case F32 -> (op.from() == ScalarType.F64 ? "cvt.rn.f32.f64" : "mov.f32") + " {d}, {0};";
                    case F64 -> (op.from() == ScalarType.F32 ? "cvt.f64.f32" : "mov.f64") + " {d}, {0};";
                };
        };
    }

    private static String narrow(ElementType to) {
        return switch (to) {
            case BOOLEAN -> "and.b32 {d}, {0}, 1;";
            case BYTE -> "bfe.s32 {d}, {0}, 0, 8;";
            case CHAR -> "and.b32 {d}, {0}, 65535;";
            case SHORT -> "bfe.s32 {d}, {0}, 0, 16;";
            case INT, LONG, FLOAT, DOUBLE -> throw new IllegalArgumentException("no narrowing to " + to);
        };
    }

    private static String predicate(Op.Compare compare) {
        return switch (compare.predicate()) {
            case EQ -> "eq";
            // Java's != is true if one side is NaN.
            case NE -> compare.type().isFloating() ? "neu" : "ne";
            case LT -> "lt";
            case LE -> "le";
            case GT -> "gt";
            case GE -> "ge";
            case LTU -> "ltu";
            case LEU -> "leu";
            case GTU -> "gtu";
            case GEU -> "geu";
        };
    }

    static String bits(ScalarType type) {
        return switch (type) {
            case I1 -> "pred";
            case I32 -> "b32";
            case I64 -> "b64";
            case F32 -> "f32";
            case F64 -> "f64";
        };
    }

    static String signed(ScalarType type) {
        return switch (type) {
            case I1 -> "pred";
            case I32 -> "s32";
            case I64 -> "s64";
            case F32 -> "f32";
            case F64 -> "f64";
        };
    }

    static String unsigned(ScalarType type) {
        return type == ScalarType.I64 ? "u64" : "u32";
    }

    /** {@return the type of a load or store of an element} */
    static String memory(ElementType element) {
        return switch (element) {
            case BOOLEAN, BYTE -> "s8";
            case CHAR -> "u16";
            case SHORT -> "s16";
            case INT -> "s32";
            case LONG -> "s64";
            case FLOAT -> "f32";
            case DOUBLE -> "f64";
        };
    }
}
