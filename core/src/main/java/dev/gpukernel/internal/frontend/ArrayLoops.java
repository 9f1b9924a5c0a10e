package dev.gpukernel.internal.frontend;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of a class that loop over arrays of primitives: in a loop of theirs stands a load or a store of an element of one.
 *
 * @param className internal name of the class
 * @param methods how many methods it has that have code and can be annotated: no constructors, and none that a compiler made
 * @param looping those of them that loop over arrays of primitives, in the order of the class file
 */
public record ArrayLoops(String className, int methods, List<Looping> looping) {
    /** Neither of these can be annotated. */
    private static final int MADE = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE;

    /** Copies the list. */
    public ArrayLoops {
        looping = List.copyOf(looping);
    }

    /**
     * A method that loops over arrays of primitives.
     *
     * @param name its name
     * @param descriptor its descriptor
     * @param file name of its source file, empty if unknown
     * @param line its first line, 0 if unknown
     * @param depth how many loops are inside each other around an access to an element, at most
     */
    public record Looping(String name, String descriptor, String file, int line, int depth) {
        /** {@return name and parameters as its source has them} */
        @Override
        public String toString() {
            List<String> types = new ArrayList<>();
            for (Type type : Type.getArgumentTypes(descriptor)) {
                types.add(MethodText.simpleName(type.getClassName()));
            }
            return name + "(" + String.join(", ", types) + ")";
        }
    }

    /**
     * Looks at a class file.
     *
     * @param classFile its bytes
     * @return its methods that loop over arrays of primitives
     * @throws RuntimeException of any kind if it is no class file that can be read
     */
    public static ArrayLoops of(byte[] classFile) {
        ClassNode owner = new ClassNode();
        new ClassReader(classFile).accept(owner, ClassReader.SKIP_FRAMES);
        int methods = 0;
        List<Looping> looping = new ArrayList<>();
        for (MethodNode method : owner.methods) {
            if (method.instructions.size() == 0 || method.name.startsWith("<") || (method.access & MADE) != 0) {
                continue;
            }
            methods++;
            BytecodeGraph graph = new BytecodeGraph(method, true);
            int depth = depth(method, graph);
            if (depth > 0) {
                looping.add(new Looping(
                        method.name,
                        method.desc,
                        owner.sourceFile == null ? "" : owner.sourceFile,
                        new MethodSource(owner, method, null).firstLine(),
                        depth));
            }
        }
        return new ArrayLoops(owner.name, methods, looping);
    }

    private static int depth(MethodNode method, BytecodeGraph graph) {
        int depth = 0;
        for (BytecodeBlock block : graph.order()) {
            for (int i = block.start; block.loops.size() > depth && i < block.end; i++) {
                if (isElement(method.instructions.get(i))) {
                    depth = block.loops.size();
                }
            }
        }
        return depth;
    }

    private static boolean isElement(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        return (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD && opcode != Opcodes.AALOAD)
                || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE && opcode != Opcodes.AASTORE);
    }
}
