package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The JVM's instructions for operations on numbers that are on the operand stack. */
public final class Instructions {
    private static final String DIVISION = Type.getInternalName(ExactDivision.class);

    private final MethodVisitor code;

    /** Writes to a method. */
    public Instructions(MethodVisitor code) {
        this.code = code;
    }

    void constant(Constant constant) {
        long bits = constant.bits();
        switch (constant.type()) {
            case I1, I32 -> constant((int) bits);
            case I64 -> constant(bits);
            case F32 -> code.visitLdcInsn(Float.intBitsToFloat((int) bits));
            case F64 -> code.visitLdcInsn(Double.longBitsToDouble(bits));
        }
    }

    /** Pushes an int. */
    public void constant(int value) {
        if (value >= -1 && value <= 5) {
            code.visitInsn(Opcodes.ICONST_0 + value);
        } else if (value == (byte) value) {
            code.visitIntInsn(Opcodes.BIPUSH, value);
        } else if (value == (short) value) {
            code.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            code.visitLdcInsn(value);
        }
    }

    void constant(long value) {
        if (value == 0 || value == 1) {
            code.visitInsn(Opcodes.LCONST_0 + (int) value);
        } else {
            code.visitLdcInsn(value);
        }
    }

    /** Computes of two numbers one. */
    public void binary(BinaryKind kind, ScalarType type, boolean divisorIsNotZero) {
        int opcode = switch (kind) {
            case ADD -> Opcodes.IADD;
            case SUB -> Opcodes.ISUB;
            case MUL -> Opcodes.IMUL;
            case DIV -> Opcodes.IDIV;
            case REM -> Opcodes.IREM;
            case AND -> Opcodes.IAND;
            case OR -> Opcodes.IOR;
            case XOR -> Opcodes.IXOR;
            case SHL -> Opcodes.ISHL;
            case SHR -> Opcodes.ISHR;
            case USHR -> Opcodes.IUSHR;
        };
        boolean divides = kind == BinaryKind.DIV || kind == BinaryKind.REM;
        if (divides && !type.isFloating() && !divisorIsNotZero) {
            String name = kind == BinaryKind.DIV ? "div" : "rem";
            String descriptor = type == ScalarType.I64 ? "(JJ)J" : "(II)I";
            code.visitMethodInsn(Opcodes.INVOKESTATIC, DIVISION, name, descriptor, false);
        } else {
            code.visitInsn(JvmType.of(type).getOpcode(opcode));
        }
    }

    /** Negates the number on the stack. */
    public void negate(ScalarType type) {
        code.visitInsn(JvmType.of(type).getOpcode(Opcodes.INEG));
    }

    void threeWay(Op.ThreeWayKind kind, ScalarType type) {
        code.visitInsn(
                switch (kind) {
                    case LCMP -> Opcodes.LCMP;
                    case CMPL -> type == ScalarType.F32 ? Opcodes.FCMPL : Opcodes.DCMPL;
                    case CMPG -> type == ScalarType.F32 ? Opcodes.FCMPG : Opcodes.DCMPG;
                });
    }

    void convert(ScalarType from, ScalarType to) {
        int opcode = switch (from) {
            case I1, I32 ->
                switch (to) {
                    case I1, I32 -> Opcodes.NOP;
                    case I64 -> Opcodes.I2L;
                    case F32 -> Opcodes.I2F;
                    case F64 -> Opcodes.I2D;
                };
            case I64 ->
                switch (to) {
                    case I1, I32 -> Opcodes.L2I;
                    case I64 -> Opcodes.NOP;
                    case F32 -> Opcodes.L2F;
                    case F64 -> Opcodes.L2D;
                };
            case F32 ->
                switch (to) {
                    case I1, I32 -> Opcodes.F2I;
                    case I64 -> Opcodes.F2L;
                    case F32 -> Opcodes.NOP;
                    case F64 -> Opcodes.F2D;
                };
            case F64 ->
                switch (to) {
                    case I1, I32 -> Opcodes.D2I;
                    case I64 -> Opcodes.D2L;
                    case F32 -> Opcodes.D2F;
                    case F64 -> Opcodes.NOP;
                };
        };
        if (opcode != Opcodes.NOP) {
            code.visitInsn(opcode);
        }
    }

    /** Narrows the int on the stack to what an element holds. */
    public void narrow(ElementType to) {
        switch (to) {
            case BOOLEAN -> {
                code.visitInsn(Opcodes.ICONST_1);
                code.visitInsn(Opcodes.IAND);
            }
            case BYTE -> code.visitInsn(Opcodes.I2B);
            case CHAR -> code.visitInsn(Opcodes.I2C);
            case SHORT -> code.visitInsn(Opcodes.I2S);
            case INT, LONG, FLOAT, DOUBLE -> {
                // All of the int.
            }
        }
    }

    /** Jumps if a comparison of the two numbers on the stack holds. */
    void jumpIf(Predicate is, ScalarType type, Label target) {
        switch (type) {
            case I1, I32 -> code.visitJumpInsn(Opcodes.IF_ICMPEQ - Opcodes.IFEQ + jump(is), target);
            case I64 -> {
                code.visitInsn(Opcodes.LCMP);
                code.visitJumpInsn(jump(is), target);
            }
            case F32, F64 -> {
                threeWay(wayOfNan(is), type);
                code.visitJumpInsn(jump(is), target);
            }
        }
    }

    /** Jumps if the integer on the stack is 0. */
    public void jumpIfZero(ScalarType type, Label target) {
        if (type == ScalarType.I64) {
            code.visitInsn(Opcodes.LCONST_0);
            code.visitInsn(Opcodes.LCMP);
        }
        code.visitJumpInsn(Opcodes.IFEQ, target);
    }

    /** {@return the comparison that gives for NaN what makes the predicate what it is for NaN} */
    private static Op.ThreeWayKind wayOfNan(Predicate is) {
        return switch (is) {
            case LT, LE, GTU, GEU -> Op.ThreeWayKind.CMPG;
            case GT, GE, LTU, LEU, EQ, NE -> Op.ThreeWayKind.CMPL;
        };
    }

    private static int jump(Predicate is) {
        return switch (is) {
            case EQ -> Opcodes.IFEQ;
            case NE -> Opcodes.IFNE;
            case LT, LTU -> Opcodes.IFLT;
            case LE, LEU -> Opcodes.IFLE;
            case GT, GTU -> Opcodes.IFGT;
            case GE, GEU -> Opcodes.IFGE;
        };
    }

    /** Makes of a number its bits in a long, as in {@link Constant}. */
    void toBits(ScalarType type) {
        switch (type) {
            case I1, I32 -> code.visitInsn(Opcodes.I2L);
            case I64 -> {
                // They are.
            }
            case F32 -> {
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Float", "floatToRawIntBits", "(F)I", false);
                code.visitInsn(Opcodes.I2L);
            }
            case F64 ->
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J", false);
        }
    }

    /** Makes a number of its bits in a long. */
    void ofBits(ScalarType type) {
        switch (type) {
            case I1, I32 -> code.visitInsn(Opcodes.L2I);
            case I64 -> {
                // It is.
            }
            case F32 -> {
                code.visitInsn(Opcodes.L2I);
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Float", "intBitsToFloat", "(I)F", false);
            }
            case F64 ->
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
        }
    }

    /** Makes an object of the number on the stack. */
    void box(ScalarType type) {
        String owner = Type.getInternalName(JvmType.box(type));
        String descriptor = "(" + JvmType.of(type) + ")L" + owner + ";";
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "valueOf", descriptor, false);
    }

    /** Makes a number of the object on the stack. */
    void unbox(ScalarType type) {
        Type own = JvmType.of(type);
        String owner = Type.getInternalName(JvmType.box(type));
        code.visitTypeInsn(Opcodes.CHECKCAST, owner);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, own.getClassName() + "Value", "()" + own, false);
    }
}
