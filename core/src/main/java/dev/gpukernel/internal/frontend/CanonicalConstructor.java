package dev.gpukernel.internal.frontend;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Whether a record that is made of another one's components is equal to it, and leaves as it is what both of them hold: its canonical
 * constructor sets each component to its parameter as it is passed, and apart from that only looks at them.
 */
final class CanonicalConstructor {
    private static final String CONSTRUCTOR = "<init>";
    private static final Set<String> PLAIN_ROOTS =
            Set.of("java/lang/Object", "java/lang/Record", "java/lang/Throwable");

    private final ClassFiles classes;
    private final ClassNode record;

    /** Methods that were looked at; of those that call themselves, only what else they do counts. */
    private final Set<MethodNode> seen = new HashSet<>();

    /** Whether arrays of references may be among what the record holds, and not only what is made for a method of any arguments. */
    private final boolean holdsReferences;

    private CanonicalConstructor(ClassFiles classes, ClassNode record) {
        this.classes = classes;
        this.record = record;
        this.holdsReferences = components(record).anyMatch(type -> mayHoldReferences(type, Set.of(record.name)));
    }

    private static Stream<Type> components(ClassNode record) {
        return Records.components(record).stream().map(component -> Type.getType(component.descriptor));
    }

    /** {@return whether the canonical constructor of a record, by its internal name, keeps what it is given} */
    static boolean keepsComponents(ClassFiles classes, String className) {
        ClassNode node = classes.find(className);
        return node != null && new CanonicalConstructor(classes, node).keepsComponents();
    }

    private boolean keepsComponents() {
        String descriptor = Records.components(record).stream()
                .map(component -> component.descriptor)
                .collect(Collectors.joining("", "(", ")V"));
        return record.methods.stream()
                .filter(method -> method.name.equals(CONSTRUCTOR) && method.desc.equals(descriptor))
                .anyMatch(method -> setsComponents(method) && (isOfConstants() || changesNothing(method)));
    }

    private boolean setsComponents(MethodNode constructor) {
        Map<String, Integer> slots = new HashMap<>();
        int next = 1;
        for (RecordComponentNode component : Records.components(record)) {
            slots.put(component.name, next);
            next += Type.getType(component.descriptor).getSize();
        }
        for (AbstractInsnNode insn : constructor.instructions) {
            boolean isHarmless = switch (insn) {
                case IincInsnNode increment -> increment.var >= next;
                case VarInsnNode access ->
                    access.getOpcode() < Opcodes.ISTORE
                            || access.var >= next
                            || (value(insn) instanceof VarInsnNode value && value.var == access.var);
                case FieldInsnNode field
                when field.getOpcode() == Opcodes.PUTFIELD && field.owner.equals(record.name) ->
                    value(insn) instanceof VarInsnNode value
                            && Integer.valueOf(value.var).equals(slots.get(field.name));
                default -> true;
            };
            if (!isHarmless) {
                return false;
            }
        }
        return true;
    }

    /** {@return what loads the value that a field or a local is set to, as it is or checked not to be null} */
    private static @Nullable AbstractInsnNode value(AbstractInsnNode set) {
        AbstractInsnNode insn = set.getPrevious();
        if (insn != null && insn.getOpcode() == Opcodes.CHECKCAST) {
            insn = insn.getPrevious();
        }
        if (!(insn instanceof MethodInsnNode call) || !checksForNull(call)) {
            return insn;
        }
        AbstractInsnNode last = call.getPrevious();
        return last instanceof LdcInsnNode ? last.getPrevious() : last;
    }

    private static boolean checksForNull(MethodInsnNode call) {
        return call.owner.equals("java/util/Objects") && call.name.equals("requireNonNull");
    }

    /** {@return whether nothing that the record holds can be changed, whatever is done with it} */
    private boolean isOfConstants() {
        return components(record).allMatch(type -> isConstant(type, Set.of(record.name)));
    }

    private boolean isConstant(Type type, Set<String> outer) {
        if (type.getSort() != Type.OBJECT) {
            return type.getSort() < Type.ARRAY;
        }
        String name = type.getInternalName();
        if (isText(name) || Boxes.isBox(name)) {
            return true;
        }
        ClassNode node = inner(name, outer);
        return node != null && components(node).allMatch(component -> isConstant(component, and(name, outer)));
    }

    private boolean mayHoldReferences(Type type, Set<String> outer) {
        if (type.getSort() != Type.OBJECT) {
            return type.getSort() == Type.ARRAY && Records.element(type) == null;
        }
        String name = type.getInternalName();
        if (isText(name) || Boxes.isBox(name)) {
            return false;
        }
        ClassNode node = inner(name, outer);
        return node == null || components(node).anyMatch(component -> mayHoldReferences(component, and(name, outer)));
    }

    /** {@return the class file of a record in others, null if it is none, or one of those that it is in} */
    private @Nullable ClassNode inner(String name, Set<String> outer) {
        return !outer.contains(name) && classes.isRecord(name) ? classes.find(name) : null;
    }

    private static Set<String> and(String name, Set<String> outer) {
        Set<String> all = new HashSet<>(outer);
        all.add(name);
        return all;
    }

    /** {@return whether a method changes no array and no object that was there before} */
    private boolean changesNothing(MethodNode method) {
        if (!seen.add(method)) {
            return true;
        }
        for (AbstractInsnNode insn : method.instructions) {
            boolean isHarmless = switch (insn) {
                case FieldInsnNode field -> field.getOpcode() != Opcodes.PUTSTATIC && !setsAnother(field, method);
                case MethodInsnNode call -> changesNothing(call);
                // A function that is made changes nothing until it is called, which is no certain method.
                case InvokeDynamicInsnNode _ -> true;
                default ->
                    insn.getOpcode() < Opcodes.IASTORE
                            || insn.getOpcode() > Opcodes.SASTORE
                            || (insn.getOpcode() == Opcodes.AASTORE && !holdsReferences);
            };
            if (!isHarmless) {
                return false;
            }
        }
        return method.instructions.size() > 0;
    }

    /** {@return whether a field of an object is set that need not be the one that is made} */
    private static boolean setsAnother(FieldInsnNode field, MethodNode method) {
        return field.getOpcode() == Opcodes.PUTFIELD
                && (!method.name.equals(CONSTRUCTOR)
                        || Stream.of(Type.getArgumentTypes(method.desc))
                                .anyMatch(type -> type.equals(Type.getObjectType(field.owner))));
    }

    private boolean changesNothing(MethodInsnNode call) {
        boolean isMade = call.name.equals(CONSTRUCTOR);
        if (TextCalls.isBuilder(call.owner)
                || isText(call.owner)
                || checksForNull(call)
                || (isMade && isPlain(call.owner))) {
            return true;
        }
        boolean isGivenConstants =
                Stream.of(Type.getArgumentTypes(call.desc)).allMatch(type -> isConstant(type, Set.of(record.name)));
        if (isGivenConstants && (call.getOpcode() == Opcodes.INVOKESTATIC || isMade || Boxes.isBox(call.owner))) {
            return true;
        }
        ClassFiles.Found found = classes.method(call.owner, call.name, call.desc);
        return found != null && isCertain(call, found) && changesNothing(found.method());
    }

    /** {@return whether objects of a class are those of the JDK that every constructor makes, or exceptions} */
    private boolean isPlain(String className) {
        return PLAIN_ROOTS.contains(className) || classes.isSubclass(className, "java/lang/Throwable");
    }

    /** {@return whether a call comes to the method that was found, whatever object is asked} */
    private static boolean isCertain(MethodInsnNode call, ClassFiles.Found found) {
        return call.getOpcode() == Opcodes.INVOKESTATIC
                || call.getOpcode() == Opcodes.INVOKESPECIAL
                || ((found.method().access | found.owner().access) & Opcodes.ACC_FINAL) != 0
                || (found.method().access & Opcodes.ACC_PRIVATE) != 0;
    }

    private static boolean isText(String className) {
        return Type.getObjectType(className).getDescriptor().equals(TextCalls.DESCRIPTOR);
    }
}
