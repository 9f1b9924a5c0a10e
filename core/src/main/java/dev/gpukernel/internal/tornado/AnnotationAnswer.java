package dev.gpukernel.internal.tornado;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Answers for generated kernels what TornadoVM asks of the annotations on local variables: that there are none. Its own answer comes from
 * the class file, which it looks for on the class path, and those of generated classes are nowhere. All other methods are left to it.
 */
final class AnnotationAnswer {
    /** Names the class that TornadoVM asks; read once, when it compiles its first task. */
    static final String PROPERTY = "tornado.load.annotation.implementation";

    static final String NAME = AnnotationAnswer.class.getPackageName() + ".GeneratedAnnotations";

    private static final String PROVIDER = "uk.ac.manchester.tornado.runtime.ASMClassVisitorProvider";
    private static final String USUAL = "uk.ac.manchester.tornado.annotation.ASMClassVisitor";
    private static final String OWN = Type.getInternalName(AnnotationAnswer.class);
    private static final String FIELD = "usual";

    private AnnotationAnswer() {}

    /** Lets TornadoVM ask here, before it compiles anything; does nothing where there is nobody who asks. */
    static synchronized void install(ClassLoader loader) throws IllegalAccessException {
        String usual = System.getProperty(PROPERTY, USUAL);
        if (usual.equals(NAME)) {
            return;
        }
        Class<?> provider;
        try {
            provider = Class.forName(PROVIDER, false, loader);
        } catch (ClassNotFoundException _) {
            return;
        }
        MethodHandles.lookup().defineClass(emit(provider, usual));
        System.setProperty(PROPERTY, NAME);
    }

    /** Called by the generated class: what was asked before. */
    static Object make(String className) throws ReflectiveOperationException {
        return Class.forName(className, true, ClassLoader.getSystemClassLoader())
                .getConstructor()
                .newInstance();
    }

    /** Called by the generated class: whether a method, of the compiler's own kind, is that of a generated kernel. */
    static boolean isGenerated(Object method) {
        // Its text has class and name; more of it may not be seen from everywhere.
        String text = String.valueOf(method);
        return text.contains(TornadoEmitter.CLASS_PREFIX) && text.contains("." + TornadoEmitter.METHOD_PREFIX);
    }

    /**
     * Writes the class that answers.
     *
     * @param provider TornadoVM's interface for it, with one method
     * @param usual name of the class to leave other methods to
     */
    static byte[] emit(Class<?> provider, String usual) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        String self = NAME.replace('.', '/');
        String type = Type.getInternalName(provider);
        writer.visit(
                Opcodes.V21,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                self,
                null,
                "java/lang/Object",
                new String[] {type});
        writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, FIELD, "L" + type + ";", null, null);
        writeConstructor(writer, self, type, usual);
        Method question = Arrays.stream(provider.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(provider + " asks nothing"));
        writeAnswer(writer, self, type, question);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void writeConstructor(ClassWriter writer, String self, String type, String usual) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitLdcInsn(usual);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, OWN, "make", "(Ljava/lang/String;)Ljava/lang/Object;", false);
        code.visitTypeInsn(Opcodes.CHECKCAST, type);
        code.visitFieldInsn(Opcodes.PUTFIELD, self, FIELD, "L" + type + ";");
        end(code, Opcodes.RETURN);
    }

    private static void writeAnswer(ClassWriter writer, String self, String type, Method question) {
        String descriptor = Type.getMethodDescriptor(question);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, question.getName(), descriptor, null, null);
        code.visitCode();
        Label others = new Label();
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, OWN, "isGenerated", "(Ljava/lang/Object;)Z", false);
        code.visitJumpInsn(Opcodes.IFEQ, others);
        code.visitInsn(Opcodes.ICONST_0);
        code.visitTypeInsn(
                Opcodes.ANEWARRAY, Type.getInternalName(question.getReturnType().componentType()));
        code.visitInsn(Opcodes.ARETURN);
        code.visitLabel(others);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, self, FIELD, "L" + type + ";");
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, type, question.getName(), descriptor, true);
        end(code, Opcodes.ARETURN);
    }

    private static void end(MethodVisitor code, int opcode) {
        code.visitInsn(opcode);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
