package dev.gpukernel.internal.cpu;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.PUTSTATIC;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A copy of a kernel's method that the JVM has not compiled yet, in a hidden class beside the original. The frames of hidden
 * classes are left out of stack traces, so it stores the line that it has reached in a field.
 */
final class MethodCopy {
    private static final String LINE = "line";

    private final Method original;
    private final @Nullable String file;
    private final MethodCall call;
    private final MethodHandle line;

    private MethodCopy(Method original, @Nullable String file, MethodCall call, MethodHandle line) {
        this.original = original;
        this.file = file;
        this.call = call;
        this.line = line;
    }

    /**
     * Copies a method.
     *
     * @param lookup a lookup with full rights in the method's module
     * @param original a method
     * @return the copy, empty if it is no static method, the class file is out of reach or the lookup has too few rights
     */
    static Optional<MethodCopy> of(MethodHandles.Lookup lookup, Method original) {
        Class<?> owner = original.getDeclaringClass();
        String classFile = "/" + owner.getName().replace('.', '/') + ".class";
        try (InputStream in = owner.getResourceAsStream(classFile)) {
            if (in == null || !Modifier.isStatic(original.getModifiers())) {
                return Optional.empty();
            }
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(owner, lookup);
            ClassNode source = new ClassNode();
            new ClassReader(in).accept(source, 0);
            ClassNode copy = copyOf(source, original, Type.getInternalName(owner) + "$Replay");
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            copy.accept(writer);
            MethodHandles.Lookup made = inside.defineHiddenClass(writer.toByteArray(), false, ClassOption.NESTMATE);
            MethodHandle method = made.findStatic(
                    made.lookupClass(),
                    original.getName(),
                    inside.unreflect(original).type());
            MethodHandle line = made.findStaticGetter(made.lookupClass(), LINE, int.class);
            return Optional.of(new MethodCopy(original, source.sourceFile, MethodCall.of(method), line));
        } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError _) {
            return Optional.empty();
        }
    }

    private static ClassNode copyOf(ClassNode source, Method original, String name) {
        ClassNode copy = new ClassNode();
        copy.version = source.version;
        copy.access = ACC_FINAL | ACC_SYNTHETIC;
        copy.name = name;
        copy.superName = "java/lang/Object";
        copy.fields.add(new FieldNode(ACC_STATIC, LINE, "I", null, null));
        String descriptor = Type.getMethodDescriptor(original);
        for (MethodNode method : source.methods) {
            if (method.name.equals(original.getName()) && method.desc.equals(descriptor)) {
                method.access = ACC_STATIC;
                storeLines(method.instructions, name);
                copy.methods.add(method);
            }
        }
        return copy;
    }

    private static void storeLines(InsnList instructions, String owner) {
        for (AbstractInsnNode node : instructions.toArray()) {
            if (node instanceof LineNumberNode number) {
                // Behind labels and frames: a frame must stay where the jump to it arrives.
                AbstractInsnNode first = number;
                while (first != null && first.getOpcode() < 0) {
                    first = first.getNext();
                }
                if (first != null) {
                    instructions.insertBefore(first, new LdcInsnNode(number.line));
                    instructions.insertBefore(first, new FieldInsnNode(PUTSTATIC, owner, LINE, "I"));
                }
            }
        }
    }

    /**
     * Runs the copy.
     *
     * @param arguments one for each parameter
     * @return what it threw, its stack trace that of the original; empty if it returned
     */
    Optional<Throwable> thrownBy(Object[] arguments) {
        try {
            call.invoke(arguments);
            return Optional.empty();
        } catch (Throwable thrown) {
            StackTraceElement[] callees = KernelTrace.framesAboveCaller(thrown);
            StackTraceElement[] frames = Arrays.copyOf(callees, callees.length + 1);
            frames[callees.length] = new StackTraceElement(
                    original.getDeclaringClass().getName(), original.getName(), file, reachedLine());
            thrown.setStackTrace(frames);
            return Optional.of(thrown);
        }
    }

    private int reachedLine() {
        try {
            int reached = (int) line.invokeExact();
            return reached == 0 ? -1 : reached;
        } catch (Throwable e) {
            throw new LinkageError("a static field cannot be read", e);
        }
    }
}
