package dev.gpukernel.internal.frontend;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a class initialiser does for a {@code static final} field that holds a function, as a method of its own: such as
 * {@code Comparator.comparing(Body::mass).reversed()}. A kernel that reads the field makes the same function once more. So that this is
 * no other one, its code makes no object but functions, goes straight on and calls only what does the same.
 */
final class InitialFunction extends MethodNode {
    /** Methods inside each other. */
    private static final int MOST_CALLS = 4;

    private InitialFunction(String field, String descriptor) {
        super(
                Opcodes.ASM9,
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                "static " + field,
                "()" + descriptor,
                null,
                null);
    }

    /** {@return the method, null if the field is none that holds a function, or more is done for it} */
    static @Nullable InitialFunction of(ClassFiles classes, ClassNode owner, FieldNode field) {
        MethodNode initialiser = owner.methods.stream()
                .filter(method -> method.name.equals("<clinit>"))
                .findFirst()
                .orElse(null);
        if (initialiser == null || (field.access & Opcodes.ACC_FINAL) == 0) {
            return null;
        }
        List<FieldInsnNode> stores = Stream.of(initialiser.instructions.toArray())
                .filter(FieldInsnNode.class::isInstance)
                .map(FieldInsnNode.class::cast)
                .filter(insn -> insn.getOpcode() == Opcodes.PUTSTATIC
                        && insn.owner.equals(owner.name)
                        && insn.name.equals(field.name))
                .toList();
        AbstractInsnNode first = stores.size() == 1 ? first(classes, initialiser, stores.getFirst()) : null;
        if (first == null) {
            return null;
        }
        InitialFunction made = new InitialFunction(field.name, field.desc);
        made.copy(first, stores.getFirst());
        return made;
    }

    /** {@return the first instruction that computes what is stored, null if what computes it does more than make functions} */
    private static @Nullable AbstractInsnNode first(ClassFiles classes, MethodNode initialiser, FieldInsnNode store) {
        Set<LabelNode> targets = targets(initialiser);
        int missing = 1;
        AbstractInsnNode insn = store;
        while (missing > 0) {
            insn = insn.getPrevious();
            if (insn == null || (insn instanceof LabelNode label && targets.contains(label))) {
                return null;
            }
            if (insn.getOpcode() >= 0) {
                if (!isHarmless(classes, insn, 0)) {
                    return null;
                }
                missing += taken(insn) - 1;
            }
        }
        return insn;
    }

    /** {@return where control arrives from elsewhere} */
    private static Set<LabelNode> targets(MethodNode method) {
        Set<LabelNode> targets = new HashSet<>();
        method.tryCatchBlocks.forEach(block -> targets.add(block.handler));
        for (AbstractInsnNode insn : method.instructions) {
            targets.addAll(BytecodeGraph.targets(insn));
        }
        return targets;
    }

    /** {@return how many values an instruction takes from the stack, before it leaves one there} */
    private static int taken(AbstractInsnNode insn) {
        return switch (insn) {
            case InvokeDynamicInsnNode site -> Type.getArgumentTypes(site.desc).length;
            case MethodInsnNode call ->
                Type.getArgumentTypes(call.desc).length + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
            default -> insn.getOpcode() == Opcodes.CHECKCAST ? 1 : 0;
        };
    }

    /** {@return whether an instruction makes functions of what it is given, or gives a constant} */
    private static boolean isHarmless(ClassFiles classes, AbstractInsnNode insn, int depth) {
        return switch (insn) {
            case InvokeDynamicInsnNode site -> FunctionClass.isMadeAt(site);
            case FieldInsnNode field -> field.getOpcode() == Opcodes.GETSTATIC && isFinal(classes, field);
            case MethodInsnNode call -> isHarmless(classes, call, depth);
            case LdcInsnNode constant -> constant.cst instanceof Number || constant.cst instanceof String;
            default ->
                insn.getOpcode() == Opcodes.CHECKCAST
                        || (insn.getOpcode() >= Opcodes.ACONST_NULL && insn.getOpcode() <= Opcodes.SIPUSH);
        };
    }

    private static boolean isFinal(ClassFiles classes, FieldInsnNode field) {
        ClassFiles.FoundField found = classes.field(field.owner, field.name, field.desc);
        return found != null && (found.field().access & Opcodes.ACC_FINAL) != 0;
    }

    private static boolean isHarmless(ClassFiles classes, MethodInsnNode call, int depth) {
        if (Type.getReturnType(call.desc).getSort() < Type.ARRAY) {
            return false;
        }
        if (Boxes.isBox(call.owner)) {
            return call.name.equals("valueOf");
        }
        ClassFiles.Found found = classes.method(call.owner, call.name, call.desc);
        if (found == null || (found.method().access & Opcodes.ACC_ABSTRACT) != 0) {
            // A function does what it likes.
            return false;
        }
        boolean isOfFunctions = call.owner.startsWith("java/util/function/")
                || call.owner.startsWith("dev/gpukernel/function/")
                || call.owner.equals("java/util/Comparator")
                || (call.owner.equals("java/util/Collections") && call.name.equals("reverseOrder"));
        boolean isThis =
                call.getOpcode() == Opcodes.INVOKESTATIC || (found.owner().access & Opcodes.ACC_INTERFACE) != 0;
        return isOfFunctions || (isThis && depth < MOST_CALLS && isHarmless(classes, found.method(), depth + 1));
    }

    /** {@return whether a method goes straight on and makes functions of its arguments} */
    private static boolean isHarmless(ClassFiles classes, MethodNode method, int depth) {
        return method.instructions.size() > 0
                && Stream.of(method.instructions.toArray())
                        .filter(insn -> insn.getOpcode() >= 0)
                        .allMatch(insn -> insn.getOpcode() == Opcodes.ARETURN
                                || (insn.getOpcode() >= Opcodes.ILOAD && insn.getOpcode() <= Opcodes.ALOAD)
                                || isHarmless(classes, insn, depth));
    }

    @SuppressWarnings("ReferenceEquality") // the very instruction
    private void copy(AbstractInsnNode first, AbstractInsnNode store) {
        Map<LabelNode, LabelNode> labels = new HashMap<>();
        for (AbstractInsnNode insn = first; insn != null; insn = insn.getPrevious()) {
            if (insn instanceof LineNumberNode line) {
                LabelNode start = new LabelNode();
                instructions.add(start);
                instructions.add(new LineNumberNode(line.line, start));
                break;
            }
        }
        for (AbstractInsnNode insn = first; insn != store; insn = insn.getNext()) {
            if (insn instanceof LabelNode label) {
                labels.put(label, new LabelNode());
            }
            if (!(insn instanceof LineNumberNode line) || labels.containsKey(line.start)) {
                instructions.add(insn.clone(labels));
            }
        }
        instructions.add(new InsnNode(Opcodes.ARETURN));
        maxStack = instructions.size();
    }
}
