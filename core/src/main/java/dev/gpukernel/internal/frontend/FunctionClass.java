package dev.gpukernel.internal.frontend;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The class of a lambda or method reference, which has no class file: what {@link java.lang.invoke.LambdaMetafactory} makes. It has a field
 * for each captured value, and methods that call the method of the lambda's body with these and their own arguments.
 *
 * @param name internal name of the class
 * @param interfaces internal names of its interfaces
 * @param method name of the method of the functional interface
 * @param descriptors of that method, and of those that it overrides with other types
 * @param instantiated descriptor of that method for the type arguments of the interface
 * @param body the method that is called
 * @param captured types of the captured values
 */
public record FunctionClass(
        String name,
        List<String> interfaces,
        String method,
        List<String> descriptors,
        String instantiated,
        Handle body,
        List<Type> captured) {
    private static final String INFIX = "$$Lambda/";
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final int SERIALIZABLE = 1;
    private static final int MARKERS = 2;
    private static final int BRIDGES = 4;

    /** Copies the lists. */
    public FunctionClass {
        interfaces = List.copyOf(interfaces);
        descriptors = List.copyOf(descriptors);
        captured = List.copyOf(captured);
    }

    /** {@return whether a class is that of a function, by its internal name} */
    static boolean isOne(String internalName) {
        return internalName.contains(INFIX);
    }

    /** {@return internal name of the class in which a function is made, by that of its own class} */
    static String owner(String internalName) {
        return internalName.substring(0, internalName.indexOf(INFIX));
    }

    /** {@return the name of the field with a captured value} */
    public static String field(int index) {
        return "arg$" + (index + 1);
    }

    /** {@return which captured value a field of such a name holds} */
    public static int index(String field) {
        return Integer.parseInt(field.substring(field.indexOf('$') + 1)) - 1;
    }

    /** {@return whether a call site makes a function} */
    static boolean isMadeAt(InvokeDynamicInsnNode site) {
        return site.bsm.getOwner().equals(FACTORY);
    }

    /**
     * {@return the class of what a call site makes, null if it makes no function}
     *
     * @param owner internal name of the class with the call site
     * @param number tells it from other classes of the owner's
     */
    static @Nullable FunctionClass of(InvokeDynamicInsnNode site, String owner, int number) {
        if (!isMadeAt(site)) {
            return null;
        }
        String descriptor = ((Type) site.bsmArgs[0]).getDescriptor();
        List<String> interfaces =
                new ArrayList<>(List.of(Type.getReturnType(site.desc).getInternalName()));
        List<String> descriptors = new ArrayList<>(List.of(descriptor));
        // What altMetafactory is given besides: flags, then what they tell of, each list after its length.
        List<Object> more = Arrays.asList(site.bsmArgs).subList(3, site.bsmArgs.length);
        int flags = more.isEmpty() ? 0 : (Integer) more.getFirst();
        int next = 1;
        if ((flags & SERIALIZABLE) != 0) {
            interfaces.add("java/io/Serializable");
        }
        if ((flags & MARKERS) != 0) {
            int count = (Integer) more.get(next++);
            more.subList(next, next + count).forEach(type -> interfaces.add(((Type) type).getInternalName()));
            next += count;
        }
        if ((flags & BRIDGES) != 0) {
            int count = (Integer) more.get(next++);
            more.subList(next, next + count).forEach(type -> descriptors.add(((Type) type).getDescriptor()));
        }
        return new FunctionClass(
                owner + INFIX + number,
                interfaces,
                site.name,
                descriptors,
                ((Type) site.bsmArgs[2]).getDescriptor(),
                (Handle) site.bsmArgs[1],
                List.of(Type.getArgumentTypes(site.desc)));
    }

    /**
     * {@return the class of the function that a method without parameters makes, null if it makes none}
     *
     * @param file the class file with the method
     * @param maker the method's name
     * @param name internal name of the function's class
     */
    public static @Nullable FunctionClass madeBy(InputStream file, String maker, String name) throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, ClassReader.SKIP_FRAMES);
        return node.methods.stream()
                .filter(made -> made.name.equals(maker) && Type.getArgumentCount(made.desc) == 0)
                .flatMap(made -> Stream.of(made.instructions.toArray()))
                .filter(InvokeDynamicInsnNode.class::isInstance)
                .map(site -> of((InvokeDynamicInsnNode) site, node.name, 0))
                .filter(Objects::nonNull)
                .map(made -> new FunctionClass(
                        name,
                        made.interfaces,
                        made.method,
                        made.descriptors,
                        made.instantiated,
                        made.body,
                        made.captured))
                .findFirst()
                .orElse(null);
    }

    /** {@return the class as a class file would have it, had it one} */
    ClassNode node() {
        ClassNode node = new ClassNode();
        node.version = Opcodes.V21;
        node.access = Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
        node.name = name;
        node.superName = "java/lang/Object";
        node.interfaces.addAll(interfaces);
        for (int i = 0; i < captured.size(); i++) {
            int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
            node.fields.add(new FieldNode(access, field(i), captured.get(i).getDescriptor(), null, null));
        }
        descriptors.stream().distinct().forEach(descriptor -> node.methods.add(method(descriptor)));
        return node;
    }

    private MethodNode method(String descriptor) {
        MethodNode made = new MethodNode(Opcodes.ACC_PUBLIC, method, descriptor, null, null);
        InsnList code = made.instructions;
        boolean isConstructor = body.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        if (isConstructor) {
            code.add(new TypeInsnNode(Opcodes.NEW, body.getOwner()));
            code.add(new InsnNode(Opcodes.DUP));
        }
        List<Type> wanted = wanted();
        for (int i = 0; i < captured.size(); i++) {
            code.add(new VarInsnNode(Opcodes.ALOAD, 0));
            code.add(new FieldInsnNode(
                    Opcodes.GETFIELD, name, field(i), captured.get(i).getDescriptor()));
        }
        int slot = 1;
        Type[] given = Type.getArgumentTypes(descriptor);
        Type[] actual = Type.getArgumentTypes(instantiated);
        for (int i = 0; i < given.length; i++) {
            code.add(new VarInsnNode(given[i].getOpcode(Opcodes.ILOAD), slot));
            convert(code, given[i], actual[i]);
            convert(code, actual[i], wanted.get(captured.size() + i));
            slot += given[i].getSize();
        }
        code.add(new MethodInsnNode(opcode(), body.getOwner(), body.getName(), body.getDesc(), body.isInterface()));
        Type result = isConstructor ? Type.getObjectType(body.getOwner()) : Type.getReturnType(body.getDesc());
        Type returned = Type.getReturnType(descriptor);
        if (returned.getSort() == Type.VOID && result.getSort() != Type.VOID) {
            code.add(new InsnNode(result.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
        } else if (returned.getSort() != Type.VOID) {
            convert(code, result, Type.getReturnType(instantiated));
        }
        code.add(new InsnNode(returned.getOpcode(Opcodes.IRETURN)));
        made.maxLocals = slot;
        return made;
    }

    /** {@return the types of what the body is given, an object that it is called on the first} */
    private List<Type> wanted() {
        Stream<Type> receiver = switch (body.getTag()) {
            case Opcodes.H_INVOKESTATIC, Opcodes.H_NEWINVOKESPECIAL -> Stream.of();
            default -> Stream.of(Type.getObjectType(body.getOwner()));
        };
        return Stream.concat(receiver, Stream.of(Type.getArgumentTypes(body.getDesc())))
                .toList();
    }

    /** A private method, which some compilers call as special, is the one that is named however it is called. */
    private int opcode() {
        return switch (body.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
            default -> body.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
        };
    }

    private static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }

    /** Converts what is on the stack as Java does where it is assigned: it casts, boxes, unboxes and widens. */
    private static void convert(InsnList code, Type from, Type to) {
        if (from.equals(to)) {
            return;
        }
        if (isPrimitive(from) && isPrimitive(to)) {
            widen(code, from, to);
        } else if (isPrimitive(from)) {
            String box = box(from);
            String descriptor = Type.getMethodDescriptor(Type.getObjectType(box), from);
            code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, box, "valueOf", descriptor));
        } else if (isPrimitive(to)) {
            Type unboxed = unboxed(from, to);
            String box = box(unboxed);
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, box));
            String name = unboxed.getClassName() + "Value";
            code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, box, name, Type.getMethodDescriptor(unboxed)));
            widen(code, unboxed, to);
        } else if (!to.getInternalName().equals("java/lang/Object")) {
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, to.getInternalName()));
        }
    }

    /** {@return what is in a box of a type; where the type does not tell, what is wanted of it} */
    private static Type unboxed(Type box, Type wanted) {
        return Stream.of(
                        Type.BOOLEAN_TYPE,
                        Type.BYTE_TYPE,
                        Type.CHAR_TYPE,
                        Type.SHORT_TYPE,
                        Type.INT_TYPE,
                        Type.LONG_TYPE,
                        Type.FLOAT_TYPE,
                        Type.DOUBLE_TYPE)
                .filter(type -> box(type).equals(box.getInternalName()))
                .findFirst()
                .orElse(wanted);
    }

    /** {@return internal name of the class of boxes for a primitive type} */
    static String box(Type primitive) {
        return switch (primitive.getSort()) {
            case Type.INT -> "java/lang/Integer";
            case Type.CHAR -> "java/lang/Character";
            default -> {
                String name = primitive.getClassName();
                yield "java/lang/" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
            }
        };
    }

    private static void widen(InsnList code, Type from, Type to) {
        int opcode = switch (to.getSort()) {
            case Type.LONG -> from.getSort() == Type.LONG ? Opcodes.NOP : Opcodes.I2L;
            case Type.FLOAT ->
                switch (from.getSort()) {
                    case Type.FLOAT -> Opcodes.NOP;
                    case Type.LONG -> Opcodes.L2F;
                    default -> Opcodes.I2F;
                };
            case Type.DOUBLE ->
                switch (from.getSort()) {
                    case Type.DOUBLE -> Opcodes.NOP;
                    case Type.LONG -> Opcodes.L2D;
                    case Type.FLOAT -> Opcodes.F2D;
                    default -> Opcodes.I2D;
                };
            // A narrow number is an int already.
            default -> Opcodes.NOP;
        };
        if (opcode != Opcodes.NOP) {
            code.add(new InsnNode(opcode));
        }
    }
}
