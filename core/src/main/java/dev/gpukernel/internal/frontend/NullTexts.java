package dev.gpukernel.internal.frontend;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What the JVM says where an array is null whose length or element is asked for (JEP 358, and {@code bytecodeUtils.cpp} of the JDK): which bytecode pushed it,
 * as source code.
 */
final class NullTexts {
    /** How many accesses the JVM describes one in another. */
    private static final int MOST_DEEP = 5;

    private static final int UNKNOWN = -1;

    /** Slots of what conversions push and pop, from {@code i2l} on. */
    private static final String CONVERTED = "212112122121111";

    private static final String TO_CONVERT = "111222111222111";

    private final MethodNode method;
    private final MethodSource source;
    private final InsnList code;

    /** The bytecode that pushed each slot of the operand stack, before each bytecode that can be reached. */
    private @Nullable Map<Integer, int[]> stacks;

    NullTexts(MethodNode method, MethodSource source) {
        this.method = method;
        this.source = source;
        this.code = method.instructions;
    }

    /** {@return the message of the exception that a bytecode throws which has a null array among its operands} */
    String of(int index) {
        int opcode = code.get(index).getOpcode();
        String failed = switch (opcode) {
            case Opcodes.ARRAYLENGTH -> "Cannot read the array length";
            case Opcodes.IALOAD -> "Cannot load from int array";
            case Opcodes.LALOAD -> "Cannot load from long array";
            case Opcodes.FALOAD -> "Cannot load from float array";
            case Opcodes.DALOAD -> "Cannot load from double array";
            case Opcodes.BALOAD -> "Cannot load from byte/boolean array";
            case Opcodes.CALOAD -> "Cannot load from char array";
            case Opcodes.SALOAD -> "Cannot load from short array";
            case Opcodes.IASTORE -> "Cannot store to int array";
            case Opcodes.LASTORE -> "Cannot store to long array";
            case Opcodes.FASTORE -> "Cannot store to float array";
            case Opcodes.DASTORE -> "Cannot store to double array";
            case Opcodes.BASTORE -> "Cannot store to byte/boolean array";
            case Opcodes.CASTORE -> "Cannot store to char array";
            case Opcodes.SASTORE -> "Cannot store to short array";
            default -> "";
        };
        int slot = switch (opcode) {
            case Opcodes.ARRAYLENGTH -> 0;
            case Opcodes.LASTORE, Opcodes.DASTORE -> 3;
            default -> opcode >= Opcodes.IASTORE ? 2 : 1;
        };
        StringBuilder text = new StringBuilder();
        return describe(text, index, slot, MOST_DEEP, false) ? failed + " because " + text + "\" is null" : failed;
    }

    /** Describes what pushed a slot of the stack, counted from its top; {@return whether it could} */
    private boolean describe(StringBuilder text, int index, int slot, int deep, boolean isInner) {
        int[] stack = stacks().get(index);
        int pushed = deep <= 0 || stack == null || stack.length <= slot ? UNKNOWN : stack[stack.length - 1 - slot];
        if (pushed == UNKNOWN) {
            return false;
        }
        AbstractInsnNode insn = code.get(pushed);
        boolean isOutermost = deep == MOST_DEEP && !isInner;
        if (insn instanceof MethodInsnNode call) {
            if (isOutermost) {
                text.append("the return value of \"");
            }
            text.append(text(call));
            return true;
        }
        int begin = text.length();
        if (isOutermost) {
            text.append('"');
        }
        boolean isDescribed = switch (insn) {
            case VarInsnNode load
            when load.getOpcode() == Opcodes.ILOAD || load.getOpcode() == Opcodes.ALOAD -> {
                text.append(variable(load.var, pushed));
                yield true;
            }
            case IntInsnNode number
            when number.getOpcode() != Opcodes.NEWARRAY -> {
                text.append(number.operand);
                yield true;
            }
            case FieldInsnNode field -> describe(text, field, pushed, deep, isInner);
            default -> describeOther(text, insn.getOpcode(), pushed, deep, isInner);
        };
        if (!isDescribed) {
            text.setLength(begin);
        }
        return isDescribed;
    }

    private boolean describe(StringBuilder text, FieldInsnNode field, int pushed, int deep, boolean isInner) {
        if (field.getOpcode() == Opcodes.GETSTATIC) {
            text.append(external(Type.getObjectType(field.owner))).append('.');
        } else if (describe(text, pushed, 0, deep - 1, isInner)) {
            text.append('.');
        }
        text.append(field.name);
        return true;
    }

    private boolean describeOther(StringBuilder text, int opcode, int pushed, int deep, boolean isInner) {
        if (opcode == Opcodes.ACONST_NULL) {
            text.append("null");
        } else if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            text.append(opcode - Opcodes.ICONST_0);
        } else if (opcode == Opcodes.IALOAD || opcode == Opcodes.AALOAD) {
            if (!describe(text, pushed, 1, deep - 1, isInner)) {
                text.append("<array>");
            }
            text.append('[');
            if (!describe(text, pushed, 0, deep, true)) {
                text.append("...");
            }
            text.append(']');
        } else {
            return false;
        }
        return true;
    }

    private static String text(MethodInsnNode call) {
        String parameters = Arrays.stream(Type.getArgumentTypes(call.desc))
                .map(NullTexts::external)
                .collect(Collectors.joining(", "));
        return external(Type.getObjectType(call.owner)) + "." + call.name + "(" + parameters + ")";
    }

    private static String external(Type type) {
        String name = type.getClassName();
        return name.replace("java.lang.Object", "Object").replace("java.lang.String", "String");
    }

    private String variable(int slot, int index) {
        String name = source.variable(slot, index);
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        if (name != null) {
            return name;
        }
        if (!isStatic && slot == 0) {
            return "this";
        }
        int next = isStatic ? 0 : 1;
        Type[] parameters = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < parameters.length; i++) {
            if (slot == next && !isWritten(slot)) {
                return "<parameter" + (i + 1) + ">";
            }
            next += parameters[i].getSize();
        }
        return "<local" + slot + ">";
    }

    private boolean isWritten(int slot) {
        for (AbstractInsnNode insn : code) {
            if (insn instanceof VarInsnNode store && store.getOpcode() >= Opcodes.ISTORE && store.var == slot) {
                return true;
            }
        }
        return false;
    }

    private Map<Integer, int[]> stacks() {
        Map<Integer, int[]> known = stacks;
        if (known == null) {
            known = new HashMap<>();
            Deque<Integer> open = new ArrayDeque<>();
            meet(known, open, 0, new int[0]);
            stacks = known;
            for (TryCatchBlockNode block : method.tryCatchBlocks) {
                meet(known, open, code.indexOf(block.handler), new int[] {UNKNOWN});
            }
            while (!open.isEmpty()) {
                int index = open.pop();
                follow(known, open, index, Objects.requireNonNull(known.get(index)));
            }
        }
        return known;
    }

    private void follow(Map<Integer, int[]> known, Deque<Integer> open, int index, int[] before) {
        AbstractInsnNode insn = code.get(index);
        int[] after = insn.getOpcode() < 0 ? before : after(insn, index, before);
        BytecodeGraph.successors(code, index).forEach(next -> meet(known, open, next, after));
    }

    private static void meet(Map<Integer, int[]> known, Deque<Integer> open, int index, int[] stack) {
        int[] before = known.get(index);
        int[] met = stack.clone();
        if (before != null) {
            for (int i = 0; i < Math.min(met.length, before.length); i++) {
                met[i] = before[i] == met[i] ? met[i] : UNKNOWN;
            }
        }
        if (before == null || !Arrays.equals(before, met)) {
            known.put(index, met);
            open.push(index);
        }
    }

    private static int[] after(AbstractInsnNode insn, int index, int[] before) {
        int opcode = insn.getOpcode();
        int size = before.length;
        if (opcode == Opcodes.SWAP) {
            int[] swapped = before.clone();
            swapped[size - 1] = before[size - 2];
            swapped[size - 2] = before[size - 1];
            return swapped;
        }
        if (opcode >= Opcodes.DUP && opcode <= Opcodes.DUP2_X2) {
            int copied = opcode >= Opcodes.DUP2 ? 2 : 1;
            int below = copied + (opcode - (copied == 2 ? Opcodes.DUP2 : Opcodes.DUP));
            int[] dup = Arrays.copyOf(before, size + copied);
            System.arraycopy(before, size - copied, dup, size - below, copied);
            System.arraycopy(before, size - below, dup, size - below + copied, below);
            return dup;
        }
        int pushed = pushed(insn, opcode);
        int left = size - popped(insn, opcode);
        int[] after = Arrays.copyOf(before, left + pushed);
        Arrays.fill(after, left, left + pushed, index);
        return after;
    }

    /** {@return how many slots a bytecode pushes} */
    private static int pushed(AbstractInsnNode insn, int opcode) {
        return switch (insn) {
            case MethodInsnNode call -> Type.getReturnType(call.desc).getSize();
            case InvokeDynamicInsnNode call -> Type.getReturnType(call.desc).getSize();
            case FieldInsnNode field
            when opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC ->
                Type.getType(field.desc).getSize();
            case LdcInsnNode constant -> constant.cst instanceof Long || constant.cst instanceof Double ? 2 : 1;
            default -> pushed(opcode);
        };
    }

    /** {@return how many slots it pops} */
    private static int popped(AbstractInsnNode insn, int opcode) {
        return switch (insn) {
            case MethodInsnNode call ->
                (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - (opcode == Opcodes.INVOKESTATIC ? 1 : 0);
            case InvokeDynamicInsnNode call -> (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - 1;
            case FieldInsnNode field -> {
                int value = Type.getType(field.desc).getSize();
                yield switch (opcode) {
                    case Opcodes.GETSTATIC -> 0;
                    case Opcodes.GETFIELD -> 1;
                    case Opcodes.PUTSTATIC -> value;
                    default -> value + 1;
                };
            }
            case MultiANewArrayInsnNode array -> array.dims;
            default -> popped(opcode);
        };
    }

    private static int pushed(int opcode) {
        return switch (opcode) {
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> 2;
            case Opcodes.LLOAD, Opcodes.DLOAD, Opcodes.LALOAD, Opcodes.DALOAD -> 2;
            case Opcodes.NOP, Opcodes.IINC, Opcodes.ATHROW, Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> 0;
            case Opcodes.IFNULL, Opcodes.IFNONNULL -> 0;
            default -> {
                if (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S) {
                    yield CONVERTED.charAt(opcode - Opcodes.I2L) - '0';
                }
                if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
                    yield words(opcode);
                }
                boolean isJump = opcode >= Opcodes.IFEQ && opcode <= Opcodes.RETURN;
                boolean isStore = opcode >= Opcodes.ISTORE && opcode <= Opcodes.POP2;
                yield isJump || isStore ? 0 : 1;
            }
        };
    }

    private static int popped(int opcode) {
        if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
            boolean isNegation = opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
            boolean isShift = opcode >= Opcodes.ISHL && opcode <= Opcodes.LUSHR;
            return isNegation ? words(opcode) : isShift ? words(opcode) + 1 : 2 * words(opcode);
        }
        if (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S) {
            return TO_CONVERT.charAt(opcode - Opcodes.I2L) - '0';
        }
        if (opcode < Opcodes.IALOAD || opcode == Opcodes.IINC) {
            return 0;
        }
        return switch (opcode) {
            case Opcodes.LSTORE, Opcodes.DSTORE, Opcodes.POP2, Opcodes.LRETURN, Opcodes.DRETURN -> 2;
            case Opcodes.FCMPL, Opcodes.FCMPG -> 2;
            case Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG, Opcodes.LASTORE, Opcodes.DASTORE -> 4;
            case Opcodes.GOTO, Opcodes.RETURN, Opcodes.NEW -> 0;
            default -> {
                if (opcode <= Opcodes.SALOAD || (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE)) {
                    yield 2;
                }
                yield opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE ? 3 : 1;
            }
        };
    }

    /** {@return the slots of an operand of arithmetic, whose types alternate} */
    private static int words(int opcode) {
        return 1 + (opcode & 1);
    }
}
