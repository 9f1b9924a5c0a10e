package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds static methods of a program that are {@code Math.max} or {@code Math.min} by another name, as mathematical libraries have them.
 *
 * <p>The method may only compare its two arguments with each other, with themselves and with zero, also by their bits, and return one of
 * them or NaN. What it returns then follows from how these compare. So it is evaluated for pairs that compare in all the ways there are.
 */
final class ComparisonMethods {
    private static final int MOST_STEPS = 100;

    private static final String MATH = "java/lang/Math";

    private static final List<Double> NUMBERS =
            List.of(Double.NEGATIVE_INFINITY, -2.0, -1.0, -0.0, 0.0, 1.0, 2.0, Double.POSITIVE_INFINITY, Double.NaN);

    private final MethodNode method;
    private final Map<Integer, Object> locals = new HashMap<>();
    private final Deque<Object> stack = new ArrayDeque<>();

    private ComparisonMethods(MethodNode method, Object first, Object second) {
        this.method = method;
        locals.put(0, first);
        locals.put(first instanceof Double ? 2 : 1, second);
    }

    /** {@return whether a method of which a call is known may be one, by the types of its arguments} */
    static boolean mayBe(MethodInsnNode call) {
        return !call.owner.startsWith("java/") && (call.desc.equals("(DD)D") || call.desc.equals("(FF)F"));
    }

    /** {@return {@code Math.max} or {@code Math.min}, if a static method gives the same for all arguments, null if it does not or that is not sure} */
    static @Nullable Intrinsics of(MethodNode method) {
        if (!method.tryCatchBlocks.isEmpty()) {
            return null;
        }
        boolean isDouble = method.desc.endsWith("D");
        for (boolean isMax : List.of(true, false)) {
            BinaryOperator<Object> extreme = isDouble
                    ? (a, b) -> isMax ? Math.max((double) a, (double) b) : Math.min((double) a, (double) b)
                    : (a, b) -> isMax ? Math.max((float) a, (float) b) : Math.min((float) a, (float) b);
            if (is(method, extreme, isDouble)) {
                return Intrinsics.of(MATH, isMax ? "max" : "min", method.desc);
            }
        }
        return null;
    }

    /** {@return whether it gives the same for pairs of all kinds} Results are compared as objects are, so that zeros differ and NaN is itself. */
    private static boolean is(MethodNode method, BinaryOperator<Object> other, boolean isDouble) {
        for (Double one : NUMBERS) {
            for (Double two : NUMBERS) {
                Object first = isDouble ? one : (Object) one.floatValue();
                Object second = isDouble ? two : (Object) two.floatValue();
                if (!other.apply(first, second).equals(new ComparisonMethods(method, first, second).run())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** {@return what the method returns, null if it does anything but compare} */
    private @Nullable Object run() {
        AbstractInsnNode insn = method.instructions.getFirst();
        for (int step = 0; insn != null && step < MOST_STEPS; step++) {
            switch (insn.getOpcode()) {
                case Opcodes.DRETURN, Opcodes.FRETURN -> {
                    return stack.pop();
                }
                case Opcodes.GOTO -> insn = ((JumpInsnNode) insn).label;
                case Opcodes.IF_ICMPEQ, Opcodes.IF_ICMPNE -> {
                    boolean areEqual = Objects.requireNonNull(stack.pop()).equals(stack.pop());
                    insn = areEqual == (insn.getOpcode() == Opcodes.IF_ICMPEQ)
                            ? ((JumpInsnNode) insn).label
                            : insn.getNext();
                }
                case Opcodes.IFEQ, Opcodes.IFNE, Opcodes.IFLT, Opcodes.IFGE, Opcodes.IFGT, Opcodes.IFLE -> {
                    if (!(stack.pop() instanceof Integer compared)) {
                        return null;
                    }
                    insn = jumps(insn.getOpcode(), compared) ? ((JumpInsnNode) insn).label : insn.getNext();
                }
                default -> {
                    if (insn.getOpcode() >= 0 && !execute(insn)) {
                        return null;
                    }
                    insn = insn.getNext();
                }
            }
        }
        return null;
    }

    private static boolean jumps(int opcode, int compared) {
        return switch (opcode) {
            case Opcodes.IFEQ -> compared == 0;
            case Opcodes.IFNE -> compared != 0;
            case Opcodes.IFLT -> compared < 0;
            case Opcodes.IFGE -> compared >= 0;
            case Opcodes.IFGT -> compared > 0;
            default -> compared <= 0;
        };
    }

    private boolean execute(AbstractInsnNode insn) {
        switch (insn) {
            case VarInsnNode local when local.getOpcode() >= Opcodes.ISTORE -> locals.put(local.var, stack.pop());
            case VarInsnNode local -> stack.push(Objects.requireNonNull(locals.get(local.var)));
            case LdcInsnNode constant when isThreshold(constant.cst) -> stack.push(constant.cst);
            case MethodInsnNode call -> {
                return call(call);
            }
            default -> {
                return compute(insn.getOpcode());
            }
        }
        return true;
    }

    /** {@return whether the arguments differ from a constant as they do from zero, or as NaN does} */
    private static boolean isThreshold(Object constant) {
        return switch (constant) {
            case Double number -> number == 0 || number.isNaN();
            case Float number -> number == 0 || number.isNaN();
            case Long bits -> bits == Double.doubleToRawLongBits(-0.0);
            case Integer bits -> bits == Float.floatToRawIntBits(-0f);
            default -> false;
        };
    }

    private boolean call(MethodInsnNode call) {
        switch (call.owner + "." + call.name + call.desc) {
            case "java/lang/Double.doubleToRawLongBits(D)J", "java/lang/Double.doubleToLongBits(D)J" ->
                stack.push(Double.doubleToLongBits((Double) stack.pop()));
            case "java/lang/Float.floatToRawIntBits(F)I", "java/lang/Float.floatToIntBits(F)I" ->
                stack.push(Float.floatToIntBits((Float) stack.pop()));
            case "java/lang/Double.isNaN(D)Z" -> stack.push(((Double) stack.pop()).isNaN() ? 1 : 0);
            case "java/lang/Float.isNaN(F)Z" -> stack.push(((Float) stack.pop()).isNaN() ? 1 : 0);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean compute(int opcode) {
        switch (opcode) {
            case Opcodes.DCONST_0 -> stack.push(0.0);
            case Opcodes.FCONST_0 -> stack.push(0f);
            case Opcodes.LCONST_0 -> stack.push(0L);
            case Opcodes.DCMPL, Opcodes.DCMPG -> {
                double right = (Double) stack.pop();
                double left = (Double) stack.pop();
                stack.push(compared(left, right, opcode == Opcodes.DCMPL));
            }
            case Opcodes.FCMPL, Opcodes.FCMPG -> {
                float right = (Float) stack.pop();
                float left = (Float) stack.pop();
                stack.push(compared(left, right, opcode == Opcodes.FCMPL));
            }
            case Opcodes.LCMP -> {
                long right = (Long) stack.pop();
                long left = (Long) stack.pop();
                stack.push(Long.compare(left, right));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static int compared(double left, double right, boolean isLessIfNaN) {
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return isLessIfNaN ? -1 : 1;
        }
        return left < right ? -1 : left > right ? 1 : 0;
    }
}
