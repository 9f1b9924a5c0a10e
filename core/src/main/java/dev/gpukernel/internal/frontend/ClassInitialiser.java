package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.frontend.StaticFields.EnumConstant;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Evaluates the bytecode of a class initialiser, and of static methods and constructors that it calls, as far as it fills fields with numbers,
 * constants of enums, arrays of these, and objects of the program's own classes that hold such numbers. Assertions count as disabled. At the first bytecode it does not know it stops; what the fields hold then is no less true if they
 * are final, but arrays may still have been filled.
 */
final class ClassInitialiser {
    private static final int STEP_LIMIT = 1_000_000;

    /** Calls inside each other. */
    private static final int MOST_CALLS = 8;

    private static final Class<?>[] ARRAYS = {
        boolean.class, char.class, float.class, double.class, byte.class, short.class, int.class, long.class
    };

    private final ClassFiles classes;
    private final InsnList code;
    private final String owner;

    /** How many calls this one is inside of, 0 for the initialiser. */
    private final int depth;

    private final Map<String, Object> fields = new HashMap<>();
    private final Map<Integer, Object> locals = new HashMap<>();
    private final Deque<Object> stack = new ArrayDeque<>();

    private ClassInitialiser(ClassFiles classes, String owner, InsnList code, int depth) {
        this.classes = classes;
        this.owner = owner;
        this.code = code;
        this.depth = depth;
    }

    /** {@return what the static fields of a class hold, by name, as far as that can be found out} */
    static Map<String, Object> evaluate(ClassFiles classes, String owner) {
        ClassNode node = classes.find(owner);
        MethodNode method = node == null
                ? null
                : node.methods.stream()
                        .filter(m -> m.name.equals("<clinit>"))
                        .findFirst()
                        .orElse(null);
        if (method == null) {
            return Map.of();
        }
        ClassInitialiser run = new ClassInitialiser(classes, owner, method.instructions, 0);
        boolean complete = false;
        try {
            complete = run.run();
        } catch (IndexOutOfBoundsException | NegativeArraySizeException _) {
            // It throws here as it does when it runs; fields that it set before are set.
        }
        if (!complete) {
            run.forgetUnfinishedArrays();
        }
        return run.fields;
    }

    /** What is still at hand, or is read back from its field anywhere, may have been going to be filled, by itself or as a row. */
    private void forgetUnfinishedArrays() {
        Set<Object> unfinished = Collections.newSetFromMap(new IdentityHashMap<>());
        unfinished.addAll(stack);
        unfinished.addAll(locals.values());
        for (AbstractInsnNode insn : code) {
            if (insn instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETSTATIC) {
                Object value = fields.get(field.name);
                if (value != null) {
                    unfinished.add(value);
                }
            }
        }
        fields.values()
                .removeIf(value -> isArray(value)
                        && (unfinished.contains(value)
                                || (value instanceof Object[] rows
                                        && Arrays.stream(rows).anyMatch(unfinished::contains))));
    }

    private static boolean isArray(@Nullable Object value) {
        return value != null && value.getClass().isArray();
    }

    /** {@return whether it came to the end} */
    private boolean run() {
        AbstractInsnNode insn = code.getFirst();
        for (int step = 0; insn != null && step < STEP_LIMIT; step++) {
            if (insn instanceof JumpInsnNode jump) {
                Boolean taken = isTaken(jump.getOpcode());
                if (taken == null) {
                    return false;
                }
                insn = taken ? jump.label : insn.getNext();
            } else if (insn.getOpcode() < 0 || step(insn)) {
                insn = insn.getNext();
            } else {
                return insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN;
            }
        }
        return false;
    }

    private int popInt() {
        return (int) stack.pop();
    }

    private @Nullable Boolean isTaken(int opcode) {
        if (opcode == Opcodes.GOTO) {
            return true;
        }
        boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE;
        if (!two && (opcode < Opcodes.IFEQ || opcode > Opcodes.IFLE)) {
            return null;
        }
        int right = two ? popInt() : 0;
        int order = Integer.compare(popInt(), right);
        return switch (two ? opcode - Opcodes.IF_ICMPEQ + Opcodes.IFEQ : opcode) {
            case Opcodes.IFEQ -> order == 0;
            case Opcodes.IFNE -> order != 0;
            case Opcodes.IFLT -> order < 0;
            case Opcodes.IFGE -> order >= 0;
            case Opcodes.IFGT -> order > 0;
            default -> order <= 0;
        };
    }

    /** Does one bytecode that is no jump; {@return whether it is known}. */
    private boolean step(AbstractInsnNode insn) {
        switch (insn) {
            case LdcInsnNode constant -> stack.push(constant.cst);
            case IntInsnNode number
            when number.getOpcode() == Opcodes.NEWARRAY ->
                stack.push(Array.newInstance(ARRAYS[number.operand - Opcodes.T_BOOLEAN], popInt()));
            case IntInsnNode number -> stack.push(number.operand);
            case VarInsnNode access when access.getOpcode() >= Opcodes.ISTORE -> locals.put(access.var, stack.pop());
            case VarInsnNode access -> stack.push(locals.getOrDefault(access.var, 0));
            case IincInsnNode increment -> locals.merge(increment.var, increment.incr, (a, b) -> (int) a + (int) b);
            case FieldInsnNode field
            when field.getOpcode() == Opcodes.GETFIELD || field.getOpcode() == Opcodes.PUTFIELD -> {
                return accessObject(field);
            }
            case FieldInsnNode field -> {
                return accessField(field);
            }
            case MethodInsnNode call
            when call.name.equals("desiredAssertionStatus") -> {
                stack.pop();
                stack.push(0);
            }
            case MethodInsnNode call
            when call.owner.startsWith("[") && call.name.equals("clone") -> stack.push(copy(stack.pop()));
            case MethodInsnNode call
            when call.getOpcode() == Opcodes.INVOKESPECIAL -> {
                return callConstructor(call);
            }
            case MethodInsnNode call -> {
                return convertsBits(call) || callEnum(call) || callStatic(call);
            }
            case TypeInsnNode type
            when type.getOpcode() == Opcodes.NEW -> {
                if (!isPlain(type.desc)) {
                    return false;
                }
                stack.push(new InitialisedObject(type.desc));
            }
            case TypeInsnNode type when type.getOpcode() == Opcodes.CHECKCAST -> {}
            case TypeInsnNode type
            when type.getOpcode() == Opcodes.ANEWARRAY -> {
                ElementType element = Records.element(Type.getObjectType(type.desc));
                if (element == null) {
                    return false;
                }
                stack.push(Array.newInstance(element.arrayClass(), popInt()));
            }
            default -> {
                return plain(insn.getOpcode());
            }
        }
        return true;
    }

    /** Numbers that no literal can be are made of their bits. */
    private boolean convertsBits(MethodInsnNode call) {
        if (!call.owner.equals("java/lang/Double") && !call.owner.equals("java/lang/Float")) {
            return false;
        }
        Object number = stack.pop();
        stack.push(
                switch (call.name) {
                    case "longBitsToDouble" -> Double.longBitsToDouble((long) number);
                    case "doubleToRawLongBits" -> Double.doubleToRawLongBits((double) number);
                    case "doubleToLongBits" -> Double.doubleToLongBits((double) number);
                    case "intBitsToFloat" -> Float.intBitsToFloat((int) number);
                    case "floatToRawIntBits" -> Float.floatToRawIntBits((float) number);
                    case "floatToIntBits" -> Float.floatToIntBits((float) number);
                    default -> number;
                });
        return call.name.contains("Bits");
    }

    private static Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    /** Calls a function of a {@code double}, which is the same everywhere; {@return whether it is there} */
    private boolean callMath(String name) {
        try {
            MethodHandle function = MethodHandles.publicLookup()
                    .findStatic(StrictMath.class, name, MethodType.methodType(double.class, double.class));
            stack.push((double) function.invokeExact((double) stack.pop()));
            return true;
        } catch (Throwable _) {
            return false;
        }
    }

    /** {@return whether a class is the program's, and of no kind that the language makes objects of in its own way} */
    private boolean isPlain(String className) {
        ClassNode node = classes.find(className);
        while (node != null && !node.name.equals("java/lang/Object")) {
            if (!classes.isPartial(node.name) || Enums.isEnum(node)) {
                return false;
            }
            node = node.superName == null ? null : classes.find(node.superName);
        }
        return node != null;
    }

    /** Calls a constructor; {@return whether it came to its end} */
    private boolean callConstructor(MethodInsnNode call) {
        if (!call.name.equals("<init>") || depth >= MOST_CALLS) {
            return false;
        }
        if (call.owner.equals("java/lang/Object")) {
            return stack.pop() instanceof InitialisedObject;
        }
        ClassFiles.Found found = isPlain(call.owner) ? classes.method(call.owner, call.name, call.desc) : null;
        return found != null && call(found, call.desc, 1);
    }

    /** Loads or stores what a field of an object holds, if that is a number; {@return whether it is known} */
    private boolean accessObject(FieldInsnNode field) {
        ClassFiles.FoundField found = classes.field(field.owner, field.name, field.desc);
        @Nullable Object value = field.getOpcode() == Opcodes.PUTFIELD ? stack.pop() : null;
        if (found == null || !(stack.pop() instanceof InitialisedObject object)) {
            return false;
        }
        String declares = found.owner().name;
        if (value != null) {
            // Elements of an array may be set by anyone who has it.
            if (value instanceof Number) {
                object.set(declares, field.name, value);
            }
            return true;
        }
        Object held = object.field(declares, field.name);
        if (held == null) {
            return false;
        }
        stack.push(held);
        return true;
    }

    /** Calls a static method; {@return whether it came to its end} */
    private boolean callStatic(MethodInsnNode call) {
        if (call.owner.equals("java/lang/StrictMath") && call.desc.equals("(D)D")) {
            return callMath(call.name);
        }
        // What a JVM has instructions for may differ from the bytecode in the last bit.
        boolean isRead =
                call.getOpcode() == Opcodes.INVOKESTATIC && !call.owner.equals("java/lang/Math") && depth < MOST_CALLS;
        ClassFiles.Found found = isRead ? classes.method(call.owner, call.name, call.desc) : null;
        if (found == null || found.method().instructions.size() == 0) {
            return false;
        }
        return call(found, call.desc, 0);
    }

    /**
     * Calls a method; {@return whether it came to its end}
     *
     * @param receivers 1 for a constructor, 0 for a static method
     */
    private boolean call(ClassFiles.Found found, String descriptor, int receivers) {
        Deque<Object> before = new ArrayDeque<>(stack);
        ClassInitialiser run =
                new ClassInitialiser(classes, found.owner().name, found.method().instructions, depth + 1);
        Type[] types = Type.getArgumentTypes(descriptor);
        // The size counts a receiver.
        int local = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1 + receivers;
        for (int i = types.length - 1; i >= 0; i--) {
            local -= types[i].getSize();
            run.locals.put(local, stack.pop());
        }
        if (receivers > 0) {
            run.locals.put(0, stack.pop());
        }
        if (!run.run()) {
            // What it was given, it may have been going to fill.
            stack.clear();
            stack.addAll(before);
            return false;
        }
        if (Type.getReturnType(descriptor).getSort() != Type.VOID) {
            stack.push(run.stack.pop());
        }
        return true;
    }

    /** {@code values()} and {@code ordinal()}, of which compilers make the tables for switches. */
    private boolean callEnum(MethodInsnNode call) {
        ClassNode node = classes.find(call.owner);
        if (node == null || !Enums.isEnum(node)) {
            return false;
        }
        if (call.name.equals("values") && call.desc.equals("()[L" + call.owner + ";")) {
            EnumConstant[] constants = Enums.constants(node).toArray(EnumConstant[]::new);
            stack.push(constants);
            return constants.length > 0;
        }
        if (call.name.equals("ordinal") && stack.pop() instanceof EnumConstant constant) {
            stack.push(constant.ordinal());
            return true;
        }
        return false;
    }

    private boolean loadsEnum(FieldInsnNode field) {
        ClassNode node = classes.find(field.owner);
        EnumConstant constant =
                node == null || field.getOpcode() != Opcodes.GETSTATIC ? null : Enums.constant(node, field.name);
        if (constant != null) {
            stack.push(constant);
        }
        return constant != null;
    }

    /** Loads a final field of another class, or, in a method, of any. */
    private boolean loadsFinal(FieldInsnNode field) {
        ClassFiles.FoundField found = classes.field(field.owner, field.name, field.desc);
        if (found == null
                || field.getOpcode() != Opcodes.GETSTATIC
                || (found.field().access & Opcodes.ACC_FINAL) == 0) {
            return false;
        }
        Object value = found.field().value != null
                ? found.field().value
                : classes.staticField(found.owner().name, found.field().name);
        Object known = value == null ? null : known(value);
        if (known != null) {
            stack.push(known);
        }
        return known != null;
    }

    /** {@return a number as the stack has it, or a copy of an array, which may be the program's own; null for anything else} */
    private static @Nullable Object known(Object value) {
        return switch (value) {
            case Boolean is -> is ? 1 : 0;
            case Character letter -> (int) letter;
            case Byte number -> number.intValue();
            case Short number -> number.intValue();
            case Integer _, Long _, Float _, Double _ -> value;
            case Object[] rows
            when ElementTypes.ofRows(Type.getType(rows.getClass())) != null -> {
                Object[] copies = (Object[]) copy(rows);
                Arrays.setAll(copies, i -> copies[i] == null ? null : known(copies[i]));
                yield copies;
            }
            default -> ElementType.ofArray(value.getClass()) == null ? null : copy(value);
        };
    }

    private boolean accessField(FieldInsnNode field) {
        if (depth > 0 || !field.owner.equals(owner)) {
            return loadsEnum(field) || loadsFinal(field);
        }
        if (field.getOpcode() == Opcodes.PUTSTATIC) {
            fields.put(field.name, stack.pop());
            return true;
        }
        Object value = fields.get(field.name);
        if (field.getOpcode() != Opcodes.GETSTATIC || value == null) {
            return false;
        }
        stack.push(value);
        return true;
    }

    private boolean plain(int opcode) {
        switch (opcode) {
            case Opcodes.DUP -> stack.push(stack.getFirst());
            case Opcodes.POP -> stack.pop();
            case Opcodes.ARRAYLENGTH -> stack.push(Array.getLength(stack.pop()));
            case Opcodes.IADD -> stack.push(popInt() + popInt());
            case Opcodes.IMUL -> stack.push(popInt() * popInt());
            case Opcodes.ISUB -> stack.push(-popInt() + popInt());
            case Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV ->
                stack.push(computed(opcode, popDouble(), popDouble()));
            case Opcodes.DNEG -> stack.push(-popDouble());
            case Opcodes.DCMPL, Opcodes.DCMPG -> stack.push(compared(opcode, popDouble(), popDouble()));
            case Opcodes.LADD, Opcodes.LSUB, Opcodes.LMUL, Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR ->
                stack.push(computed(opcode, (long) stack.pop(), (long) stack.pop()));
            case Opcodes.I2L -> stack.push((long) popInt());
            case Opcodes.I2D -> stack.push((double) popInt());
            case Opcodes.L2I -> stack.push((int) (long) stack.pop());
            case Opcodes.L2D -> stack.push((double) (long) stack.pop());
            case Opcodes.D2I -> stack.push((int) popDouble());
            case Opcodes.D2L -> stack.push((long) popDouble());
            case Opcodes.LCMP -> {
                long right = (long) stack.pop();
                stack.push(Long.compare((long) stack.pop(), right));
            }
            case Opcodes.LCONST_0, Opcodes.LCONST_1 -> stack.push((long) (opcode - Opcodes.LCONST_0));
            case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2 ->
                stack.push((float) (opcode - Opcodes.FCONST_0));
            case Opcodes.DCONST_0, Opcodes.DCONST_1 -> stack.push((double) (opcode - Opcodes.DCONST_0));
            default -> {
                if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
                    stack.push(opcode - Opcodes.ICONST_0);
                } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                    return stores();
                } else {
                    return false;
                }
            }
        }
        return true;
    }

    private double popDouble() {
        return (double) stack.pop();
    }

    private static double computed(int opcode, double right, double left) {
        return switch (opcode) {
            case Opcodes.DADD -> left + right;
            case Opcodes.DSUB -> left - right;
            case Opcodes.DMUL -> left * right;
            default -> left / right;
        };
    }

    private static int compared(int opcode, double right, double left) {
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return opcode == Opcodes.DCMPL ? -1 : 1;
        }
        return left < right ? -1 : left > right ? 1 : 0;
    }

    private static long computed(int opcode, long right, long left) {
        return switch (opcode) {
            case Opcodes.LADD -> left + right;
            case Opcodes.LSUB -> left - right;
            case Opcodes.LMUL -> left * right;
            case Opcodes.LAND -> left & right;
            case Opcodes.LOR -> left | right;
            default -> left ^ right;
        };
    }

    /** Stores an element, a number or a row; {@return whether it is of one of these types} */
    private boolean stores() {
        Object value = stack.pop();
        int index = popInt();
        Object array = stack.pop();
        switch (array) {
            case boolean[] a -> a[index] = (int) value != 0;
            case byte[] a -> a[index] = (byte) (int) value;
            case char[] a -> a[index] = (char) (int) value;
            case short[] a -> a[index] = (short) (int) value;
            case Object[] rows
            when !rows.getClass().getComponentType().isInstance(value) -> {
                return false;
            }
            default -> Array.set(array, index, value);
        }
        return true;
    }
}
