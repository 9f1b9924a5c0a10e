package dev.gpukernel.internal.frontend;

import dev.gpukernel.MathMode;
import dev.gpukernel.internal.intrinsic.CharacterMethods;
import dev.gpukernel.internal.intrinsic.JdkCopies;
import dev.gpukernel.internal.intrinsic.JdkMethods;
import dev.gpukernel.internal.intrinsic.JdkSorts;
import dev.gpukernel.internal.intrinsic.RecordCopies;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** What a class file says about the source of a method: its lines, the names of its variables, and which are marked. */
final class MethodSource {
    private static final String KERNEL = "Ldev/gpukernel/GpuKernel;";
    private static final String PARALLEL = "Ldev/gpukernel/Parallel;";
    private static final String SPECIALISE = "Ldev/gpukernel/Specialise;";
    private static final String SEQUENTIAL = "Ldev/gpukernel/Sequential;";

    private static final Set<String> JDK_METHODS = Set.of(
            JdkMethods.class.getName(),
            JdkCopies.class.getName(),
            JdkSorts.class.getName(),
            CharacterMethods.class.getName(),
            RecordCopies.class.getName());

    /** It is loaded, widened if need be, and stored. */
    private static final int MOST_BEFORE_ELEMENT = 3;

    private final ClassNode owner;
    private final String className;
    private final MethodNode method;
    private final Map<Integer, SourcePosition> positions = new HashMap<>();

    private final @Nullable SourcePosition caller;

    MethodSource(ClassNode owner, MethodNode method, @Nullable SourcePosition caller) {
        this.owner = owner;
        this.className = owner.name.replace('/', '.');
        this.method = method;
        this.caller = caller;
    }

    /** {@return whether it is {@code void}} */
    boolean returnsNothing() {
        return Type.getReturnType(method.desc).getSort() == Type.VOID;
    }

    /** {@return whether it has bytecode} */
    boolean hasBody() {
        return method.instructions.size() > 0;
    }

    /**
     * {@return the position of a line of this method} What stands for a method of the JDK, and what chooses a constant's method, is no method
     * that a user has heard of, and Java shows no frame of a function's class: there it is the caller's.
     */
    SourcePosition position(int line) {
        boolean isHidden =
                JDK_METHODS.contains(className) || method instanceof Enums.Choice || FunctionClass.isOne(owner.name);
        if (isHidden && (caller != null || FunctionClass.isOne(owner.name))) {
            return caller != null ? caller : ElementFunctions.CALLER;
        }
        SourcePosition position = positions.get(line);
        if (position == null) {
            position = new SourcePosition(className, method.name, owner.sourceFile, line, caller);
            positions.put(line, position);
        }
        return position;
    }

    /** {@return the line of the first instruction from an index on, 0 if unknown} */
    int lineAt(int index) {
        AbstractInsnNode start = method.instructions.get(index);
        while (start.getOpcode() < 0 && start.getNext() != null) {
            start = start.getNext();
        }
        for (AbstractInsnNode insn = start; insn != null; insn = insn.getPrevious()) {
            if (insn instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return 0;
    }

    /** {@return the first line of the method, 0 if unknown} */
    int firstLine() {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return 0;
    }

    /** {@return the name of the variable that a slot holds at an instruction, null if unknown} */
    @Nullable String variable(int slot, int index) {
        if (method.localVariables == null || method.localVariables.isEmpty()) {
            return markedSlot(slot, index);
        }
        InsnList code = method.instructions;
        for (LocalVariableNode variable : method.localVariables) {
            if (variable.index == slot && code.indexOf(variable.start) <= index && index < code.indexOf(variable.end)) {
                return variable.name;
            }
        }
        return null;
    }

    /** {@return names of the parameters, {@code arg0} and so on where the class file has none} */
    List<String> parameterNames() {
        var names = new ArrayList<String>();
        int slot = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        Type[] types = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < types.length; i++) {
            String name = variable(slot, 0);
            if (name == null && method.parameters != null) {
                name = method.parameters.get(i).name;
            }
            names.add(name != null ? name : "arg" + i);
            slot += types[i].getSize();
        }
        return names;
    }

    /** {@return a name for an annotated variable in a class without debug information, null for others} */
    private @Nullable String markedSlot(int slot, int index) {
        return isMarked(PARALLEL, slot, index) || isMarked(SEQUENTIAL, slot, index) ? "local" + slot : null;
    }

    private List<LocalVariableAnnotationNode> annotations(String descriptor) {
        List<LocalVariableAnnotationNode> all = method.visibleLocalVariableAnnotations;
        return all == null
                ? List.of()
                : all.stream()
                        .filter(annotation -> annotation.desc.equals(descriptor))
                        .toList();
    }

    /** {@return whether the kernel's annotation asks for checks of indices, as it does by default} */
    boolean isChecked() {
        return !Boolean.FALSE.equals(ofAnnotation("checked"));
    }

    /** {@return whether the kernel's annotation allows approximations} */
    boolean isFast() {
        // An enum constant is an array of its type and its name.
        return ofAnnotation("math") instanceof String[] constant && constant[1].equals(MathMode.FAST.name());
    }

    /** {@return whether the argument for a parameter is to be a constant of the code} */
    boolean isSpecialised(int position) {
        List<AnnotationNode>[] all = method.visibleParameterAnnotations;
        // Those of an inner class's constructor may be fewer than parameters, those of a method never are.
        List<AnnotationNode> own = all == null || position >= all.length ? null : all[position];
        return own != null && own.stream().anyMatch(annotation -> annotation.desc.equals(SPECIALISE));
    }

    /** {@return the thread-block size that the kernel's annotation asks for, 0 if it leaves that open} */
    int blockSize() {
        return ofAnnotation("blockSize") instanceof Integer size ? size : 0;
    }

    /** {@return what the kernel's annotation sets an element to, null if it leaves the default} */
    private @Nullable Object ofAnnotation(String element) {
        List<AnnotationNode> annotations = method.visibleAnnotations == null ? List.of() : method.visibleAnnotations;
        for (AnnotationNode annotation : annotations) {
            int name = annotation.desc.equals(KERNEL) && annotation.values != null
                    ? annotation.values.indexOf(element)
                    : -1;
            if (name >= 0) {
                return annotation.values.get(name + 1);
            }
        }
        return null;
    }

    /** {@return the local variables annotated with {@code @Parallel} or {@code @Sequential}} */
    LoopMarks marks() {
        List<LoopMarks.Parallel> parallel = new ArrayList<>();
        List<LoopMarks.Sequential> sequential = new ArrayList<>();
        forEach(PARALLEL, (name, start, end) -> {
            LoopMarks.Parallel marked = new LoopMarks.Parallel(name, lines(lineAt(start), lastLine(start, end)));
            if (!isMistakable(marked)) {
                parallel.add(marked);
            }
        });
        forEach(SEQUENTIAL, (name, start, end) -> {
            int element = elementLine(start);
            LoopMarks.Lines lines = lines(element > 0 ? element : lineAt(start), lastLine(start, end));
            sequential.add(new LoopMarks.Sequential(name, lines, element > 0));
        });
        return new LoopMarks(parallel, sequential, false);
    }

    private LoopMarks.Lines lines(int first, int last) {
        return new LoopMarks.Lines(className, method.name, first, last);
    }

    /** {@return whether another variable, not marked, has the name and a line of a marked one: the mark must not be taken for its} */
    private boolean isMistakable(LoopMarks.Parallel marked) {
        List<LocalVariableNode> variables = method.localVariables == null ? List.of() : method.localVariables;
        return variables.stream().anyMatch(variable -> {
            int start = method.instructions.indexOf(variable.start);
            int end = method.instructions.indexOf(variable.end);
            return variable.name.equals(marked.name())
                    && !isMarked(PARALLEL, variable.index, start)
                    && lineAt(start) <= marked.lines().last()
                    && marked.lines().first() <= lastLine(start, end);
        });
    }

    private boolean isMarked(String descriptor, int slot, int index) {
        InsnList code = method.instructions;
        for (LocalVariableAnnotationNode annotation : annotations(descriptor)) {
            for (int i = 0; i < annotation.index.size(); i++) {
                if (annotation.index.get(i) == slot
                        && code.indexOf(annotation.start.get(i)) <= index
                        && index < code.indexOf(annotation.end.get(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What is done with an annotated variable: its name, and the instructions from and up to which it is known. */
    private interface Marked {
        void accept(String name, int start, int end);
    }

    private void forEach(String descriptor, Marked action) {
        for (LocalVariableAnnotationNode annotation : annotations(descriptor)) {
            for (int i = 0; i < annotation.index.size(); i++) {
                int start = method.instructions.indexOf(annotation.start.get(i));
                String name = variable(annotation.index.get(i), start);
                if (name != null) {
                    action.accept(name, start, method.instructions.indexOf(annotation.end.get(i)));
                }
            }
        }
    }

    /** {@return the greatest line of some instructions; a loop ends with its update, which is on the line that it begins on} */
    private int lastLine(int start, int end) {
        int last = lineAt(start);
        for (int i = start; i < end; i++) {
            if (method.instructions.get(i) instanceof LineNumberNode number) {
                last = Math.max(last, number.line);
            }
        }
        return last;
    }

    /** {@return the line on which a variable is read from an array just before it is known, 0 if it is not} */
    private int elementLine(int start) {
        int seen = 0;
        for (AbstractInsnNode insn = method.instructions.get(start).getPrevious();
                insn != null && seen < MOST_BEFORE_ELEMENT;
                insn = insn.getPrevious()) {
            if (Opcodes.IALOAD <= insn.getOpcode() && insn.getOpcode() <= Opcodes.SALOAD) {
                return lineAt(method.instructions.indexOf(insn));
            }
            seen += insn.getOpcode() >= 0 ? 1 : 0;
        }
        return 0;
    }
}
