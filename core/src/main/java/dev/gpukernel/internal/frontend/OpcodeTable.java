package dev.gpukernel.internal.frontend;

import static dev.gpukernel.internal.ir.ScalarType.F32;
import static dev.gpukernel.internal.ir.ScalarType.F64;
import static dev.gpukernel.internal.ir.ScalarType.I32;
import static dev.gpukernel.internal.ir.ScalarType.I64;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Op.ThreeWayKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** The bytecodes that take their operands from the stack, compute, and push the result: which operation each one is. */
final class OpcodeTable {
    private static final Map<Integer, Op> OPS = new HashMap<>();

    static {
        ScalarType[] types = {I32, I64, F32, F64};
        BinaryKind[] arithmetic = {BinaryKind.ADD, BinaryKind.SUB, BinaryKind.MUL, BinaryKind.DIV, BinaryKind.REM};
        for (int kind = 0; kind < arithmetic.length; kind++) {
            for (int type = 0; type < types.length; type++) {
                OPS.put(Opcodes.IADD + 4 * kind + type, new Op.Binary(arithmetic[kind], types[type]));
            }
        }
        BinaryKind[] bitwise = {
            BinaryKind.SHL, BinaryKind.SHR, BinaryKind.USHR, BinaryKind.AND, BinaryKind.OR, BinaryKind.XOR
        };
        for (int kind = 0; kind < bitwise.length; kind++) {
            OPS.put(Opcodes.ISHL + 2 * kind, new Op.Binary(bitwise[kind], I32));
            OPS.put(Opcodes.ISHL + 2 * kind + 1, new Op.Binary(bitwise[kind], I64));
        }
        int conversion = Opcodes.I2L;
        for (int from = 0; from < types.length; from++) {
            OPS.put(Opcodes.INEG + from, new Op.Negate(types[from]));
            for (ScalarType to : types) {
                if (to != types[from]) {
                    OPS.put(conversion++, new Op.Convert(types[from], to));
                }
            }
        }
        OPS.put(Opcodes.I2B, new Op.Narrow(ElementType.BYTE));
        OPS.put(Opcodes.I2C, new Op.Narrow(ElementType.CHAR));
        OPS.put(Opcodes.I2S, new Op.Narrow(ElementType.SHORT));
        OPS.put(Opcodes.LCMP, new Op.ThreeWay(ThreeWayKind.LCMP, I64));
        OPS.put(Opcodes.FCMPL, new Op.ThreeWay(ThreeWayKind.CMPL, F32));
        OPS.put(Opcodes.FCMPG, new Op.ThreeWay(ThreeWayKind.CMPG, F32));
        OPS.put(Opcodes.DCMPL, new Op.ThreeWay(ThreeWayKind.CMPL, F64));
        OPS.put(Opcodes.DCMPG, new Op.ThreeWay(ThreeWayKind.CMPG, F64));
        for (int value = -1; value <= 5; value++) {
            OPS.put(Opcodes.ICONST_0 + value, Constant.of(value));
        }
        OPS.put(Opcodes.LCONST_0, Constant.of(0L));
        OPS.put(Opcodes.LCONST_1, Constant.of(1L));
        OPS.put(Opcodes.FCONST_0, Constant.of(0f));
        OPS.put(Opcodes.FCONST_1, Constant.of(1f));
        OPS.put(Opcodes.FCONST_2, Constant.of(2f));
        OPS.put(Opcodes.DCONST_0, Constant.of(0d));
        OPS.put(Opcodes.DCONST_1, Constant.of(1d));
    }

    private OpcodeTable() {}

    static @Nullable Op op(int opcode) {
        return OPS.get(opcode);
    }

    /** {@return the comparison that a conditional jump makes, of two ints or of an int with zero; null for references} */
    static @Nullable Predicate predicate(int opcode) {
        return switch (opcode) {
            case Opcodes.IFEQ, Opcodes.IF_ICMPEQ -> Predicate.EQ;
            case Opcodes.IFNE, Opcodes.IF_ICMPNE -> Predicate.NE;
            case Opcodes.IFLT, Opcodes.IF_ICMPLT -> Predicate.LT;
            case Opcodes.IFGE, Opcodes.IF_ICMPGE -> Predicate.GE;
            case Opcodes.IFGT, Opcodes.IF_ICMPGT -> Predicate.GT;
            case Opcodes.IFLE, Opcodes.IF_ICMPLE -> Predicate.LE;
            default -> null;
        };
    }

    /**
     * The comparison of two numbers that comparing their three-way result with zero amounts to.
     *
     * @param kind how the three-way comparison treats NaN
     * @param withZero how its result is compared with zero
     */
    static Predicate fused(ThreeWayKind kind, Predicate withZero) {
        boolean nanAccepted = switch (kind) {
            case LCMP -> false;
            case CMPL -> withZero.holds(-1, false);
            case CMPG -> withZero.holds(1, false);
        };
        return nanAccepted
                ? switch (withZero) {
                    case LT -> Predicate.LTU;
                    case LE -> Predicate.LEU;
                    case GT -> Predicate.GTU;
                    case GE -> Predicate.GEU;
                    default -> withZero;
                }
                : withZero;
    }

    /** {@return what an array load or store accesses, null for references and for other bytecodes} */
    static @Nullable ElementType element(int opcode) {
        return switch (opcode) {
            case Opcodes.IALOAD, Opcodes.IASTORE -> ElementType.INT;
            case Opcodes.LALOAD, Opcodes.LASTORE -> ElementType.LONG;
            case Opcodes.FALOAD, Opcodes.FASTORE -> ElementType.FLOAT;
            case Opcodes.DALOAD, Opcodes.DASTORE -> ElementType.DOUBLE;
            case Opcodes.CALOAD, Opcodes.CASTORE -> ElementType.CHAR;
            case Opcodes.SALOAD, Opcodes.SASTORE -> ElementType.SHORT;
            default -> null;
        };
    }
}
