package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Op;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What the compiler makes of {@code "a" + b}. */
final class Concatenation {
    private static final String STRING = "java/lang/String";

    /** Where a recipe has one of its constants. */
    static final char CONSTANT = 2;

    private Concatenation() {}

    /** {@return whether a call site puts texts together} */
    static boolean is(InvokeDynamicInsnNode site) {
        return recipe(site) != null;
    }

    /**
     * {@return the text that a call site makes, with {@link Op.Throw#HOLE} for each thing it is given and {@link #CONSTANT} for each of its
     * {@link #constants}; null if it makes none}
     */
    static @Nullable String recipe(InvokeDynamicInsnNode site) {
        if (!site.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory")) {
            return null;
        }
        if (site.name.equals("makeConcat")) {
            return String.valueOf(Op.Throw.HOLE).repeat(Type.getArgumentCount(site.desc));
        }
        boolean areTexts = Arrays.stream(site.bsmArgs).allMatch(String.class::isInstance);
        return areTexts && site.bsmArgs[0] instanceof String recipe ? recipe : null;
    }

    /** {@return the texts that a compiler keeps out of the recipe, as they contain what stands for something else there} */
    static List<String> constants(InvokeDynamicInsnNode site) {
        return Arrays.stream(site.bsmArgs).skip(1).map(String::valueOf).toList();
    }

    /**
     * Has a method call {@code String.valueOf} of each object that it puts into a text, as what puts it there does itself. So objects of
     * several classes and constants of enums lead to several texts, with which the method goes on.
     */
    static void askForTexts(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof InvokeDynamicInsnNode site && is(site) && takesObjects(site)) {
                askForTexts(method, site);
            } else if (insn instanceof MethodInsnNode call
                    && call.name.equals("append")
                    && TextCalls.isBuilder(call.owner)
                    && call.desc.startsWith("(Ljava/lang/Object;)")) {
                method.instructions.insertBefore(call, TextCalls.ofObject());
                call.desc = call.desc.replace("(Ljava/lang/Object;)", "(Ljava/lang/String;)");
            }
        }
    }

    private static boolean takesObjects(InvokeDynamicInsnNode site) {
        for (Type type : Type.getArgumentTypes(site.desc)) {
            if (isObject(type)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isObject(Type type) {
        return type.getSort() == Type.OBJECT
                && !type.getInternalName().equals(STRING)
                && !Boxes.isBox(type.getInternalName());
    }

    private static void askForTexts(MethodNode method, InvokeDynamicInsnNode site) {
        Type[] types = Type.getArgumentTypes(site.desc);
        InsnList stores = new InsnList();
        InsnList loads = new InsnList();
        int slot = method.maxLocals;
        for (int i = 0; i < types.length; i++) {
            stores.insert(new VarInsnNode(types[i].getOpcode(Opcodes.ISTORE), slot));
            loads.add(new VarInsnNode(types[i].getOpcode(Opcodes.ILOAD), slot));
            slot += types[i].getSize();
            if (isObject(types[i])) {
                loads.add(TextCalls.ofObject());
                types[i] = Type.getObjectType(STRING);
            }
        }
        method.maxLocals = slot;
        method.instructions.insertBefore(site, stores);
        method.instructions.insertBefore(site, loads);
        site.desc = Type.getMethodDescriptor(Type.getReturnType(site.desc), types);
    }
}
