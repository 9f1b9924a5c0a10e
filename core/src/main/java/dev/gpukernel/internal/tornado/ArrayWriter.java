package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.jvm.ExpressionWriter;
import dev.gpukernel.internal.jvm.Instructions;
import dev.gpukernel.internal.jvm.JvmType;
import dev.gpukernel.internal.jvm.Locals;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes what a thread does with arrays: those passed, tables in the buffers, its own and its block's. */
final class ArrayWriter {
    /** A thread's own array up to this long is cleared by as many stores, a longer one by a loop. */
    private static final int MOST_STORES = 16;

    private final MethodVisitor code;
    private final Instructions instructions;
    private final ContextWriter context;
    private final KernelLayout layout;
    private final Locals locals;
    private final Generator generator;
    private final Map<Value, Integer> passed = new HashMap<>();
    private final EnumMap<NativeKind, Integer> buffers = new EnumMap<>(NativeKind.class);
    private final Map<Integer, Integer> shared = new HashMap<>();
    private final Map<Value, Integer> lengths = new HashMap<>();
    private final Map<Op.Constant, Integer> constants = new HashMap<>();

    private int zero;
    private int otherZero;
    private boolean missesInts;

    ArrayWriter(MethodVisitor code, KernelLayout layout, Locals locals, Generator generator) {
        this.code = code;
        this.generator = generator;
        this.instructions = new Instructions(code);
        this.context = new ContextWriter(code);
        this.layout = layout;
        this.locals = locals;
    }

    /** Says in which variable an array of the kernel's is. */
    void isIn(int variable, BlockParam array) {
        passed.put(array, variable);
    }

    /** Says in which variable a buffer of scalars is. */
    void isIn(int variable, NativeKind buffer) {
        buffers.put(buffer, variable);
    }

    /** Writes what comes before all else: scalars and lengths into variables, the block's arrays. */
    void prepare(Function function) {
        if (buffers.containsKey(NativeKind.INTS)) {
            zero = locals.add(Type.INT_TYPE);
            pushScalar(new KernelLayout.Place(NativeKind.INTS, KernelLayout.ZERO));
            code.visitVarInsn(Opcodes.ISTORE, zero);
            if (generator == Generator.CUDA_C) {
                otherZero = locals.add(Type.INT_TYPE);
                pushScalar(new KernelLayout.Place(NativeKind.INTS, KernelLayout.OTHER_ZERO));
                code.visitVarInsn(Opcodes.ISTORE, otherZero);
            }
        }
        for (BlockParam param : function.params()) {
            KernelLayout.Place place = layout.place(param);
            if (place != null && param.type() instanceof ArrayType) {
                int variable = locals.add(Type.INT_TYPE);
                pushScalar(place);
                code.visitVarInsn(Opcodes.ISTORE, variable);
                lengths.put(param, variable);
            } else if (place != null) {
                pushScalar(place);
                locals.store(param);
            }
        }
        layout.constants().forEach(this::keepConstant);
        function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .map(Instr::op)
                .filter(Op.SharedArray.class::isInstance)
                .map(Op.SharedArray.class::cast)
                .distinct()
                .forEach(this::makeShared);
    }

    private void keepConstant(Op.Constant constant, KernelLayout.Place place) {
        Type type = JvmType.of(constant.type());
        int variable = locals.add(type);
        pushScalar(place);
        code.visitVarInsn(type.getOpcode(Opcodes.ISTORE), variable);
        constants.put(constant, variable);
    }

    /** Pushes a constant that is in a buffer, if this is one. */
    boolean pushConstant(Op.Constant constant) {
        Integer variable = constants.get(constant);
        if (variable == null) {
            return false;
        }
        code.visitVarInsn(JvmType.of(constant.type()).getOpcode(Opcodes.ILOAD), variable);
        return true;
    }

    private void pushScalar(KernelLayout.Place place) {
        push(place.kind());
        instructions.constant(place.index());
        NativeAccess.get(code, place.kind());
    }

    private void push(NativeKind buffer) {
        Integer variable = buffers.get(buffer);
        if (variable != null) {
            code.visitVarInsn(Opcodes.ALOAD, variable);
        } else if (buffer == NativeKind.INTS) {
            missesInts = true;
            code.visitInsn(Opcodes.ACONST_NULL);
        } else {
            throw new IllegalArgumentException("no buffer of " + buffer);
        }
    }

    /** {@return whether the code needs the buffer of ints, which it does not have, and so cannot run} */
    boolean missesInts() {
        return missesInts;
    }

    /** Pushes the buffer of ints. */
    void pushInts() {
        push(NativeKind.INTS);
    }

    /** Pushes the length of an array. */
    void pushLength(Value array) {
        Integer variable = lengths.get(array);
        if (variable != null) {
            code.visitVarInsn(Opcodes.ILOAD, variable);
            return;
        }
        switch (((Instr) array).op()) {
            case Op.LocalArray local -> instructions.constant(local.length());
            case Op.SharedArray block -> instructions.constant(block.length());
            case Op.ConstantArray table ->
                instructions.constant(table.elements().size());
            default -> throw new IllegalArgumentException(array + " is no array");
        }
    }

    private void push(Value array) {
        switch (array) {
            case BlockParam param -> {
                Integer variable = passed.get(param);
                if (variable == null) {
                    throw new IllegalArgumentException(param + " is not touched");
                }
                code.visitVarInsn(Opcodes.ALOAD, variable);
            }
            case Instr instr
            when instr.op() instanceof Op.ConstantArray table ->
                push(layout.place(table).kind());
            case Instr instr
            when instr.op() instanceof Op.SharedArray block ->
                code.visitVarInsn(Opcodes.ALOAD, shared.getOrDefault(block.number(), -1));
            default -> locals.load(array);
        }
    }

    /** Pushes an element. */
    void load(Instr instr, Op.Load load, ExpressionWriter expressions) {
        Value array = instr.operand(0);
        push(array);
        expressions.push(instr.operand(1));
        switch (load.space()) {
            case GLOBAL -> {
                NativeAccess.get(code, NativeKind.of(load.element()));
                if (load.element().bytes() < Integer.BYTES) {
                    // With a mask, it would become a number without sign, and so would all that is made of it.
                    hide(ScalarType.I32);
                }
                if (load.element() == ElementType.CHAR) {
                    narrow(ElementType.CHAR);
                }
            }
            case CONSTANT -> {
                KernelLayout.Place place = layout.place((Op.ConstantArray) ((Instr) array).op());
                instructions.constant(place.index());
                code.visitInsn(Opcodes.IADD);
                NativeAccess.get(code, place.kind());
            }
            case LOCAL, SHARED -> {
                Type storage = storage(load.element(), load.space());
                code.visitInsn(storage.getOpcode(Opcodes.IALOAD));
                if (storage.equals(Type.BYTE_TYPE)) {
                    // As an int of a byte, only a byte of it is stored again.
                    hide(ScalarType.I32);
                }
            }
        }
    }

    /** Stores an element. */
    void store(Instr instr, Op.Store store, ExpressionWriter expressions) {
        push(instr.operand(0));
        expressions.push(instr.operand(1));
        expressions.push(instr.operand(2));
        if (store.space() == Space.GLOBAL) {
            narrowToHold(store.element());
            NativeAccess.set(code, NativeKind.of(store.element()));
        } else {
            narrow(store.element());
            code.visitInsn(storage(store.element(), store.space()).getOpcode(Opcodes.IASTORE));
        }
    }

    /** Adds to an element with no other thread in between. */
    void add(Instr instr, Op.Atomic atomic, ExpressionWriter expressions) {
        context.push();
        push(instr.operand(0));
        expressions.push(instr.operand(1));
        expressions.push(instr.operand(2));
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                ContextWriter.TYPE.getInternalName(),
                "atomicAdd",
                atomicDescriptor(atomic.element(), atomic.space()),
                false);
    }

    /** {@return the descriptor of the context's method that adds atomically} */
    static String atomicDescriptor(ElementType element, Space space) {
        NativeKind kind = NativeKind.of(element);
        String array = space == Space.GLOBAL
                ? kind.type().getDescriptor()
                : "[" + storage(element, space).getDescriptor();
        return "(" + array + "I" + kind.element().getDescriptor() + ")V";
    }

    /**
     * Narrows the int on the stack to an element's range. TornadoVM's compiler knows no chars, and narrows the operands of a sum
     * instead of the sum, some of them, so it does not see what this is.
     */
    void narrow(ElementType element) {
        switch (element) {
            case CHAR -> mask(Character.MAX_VALUE);
            case BYTE, SHORT -> {
                int sign = element == ElementType.BYTE ? 1 << 7 : 1 << 15;
                mask(2 * sign - 1);
                instructions.constant(sign);
                code.visitInsn(Opcodes.IXOR);
                instructions.constant(sign);
                code.visitInsn(Opcodes.ISUB);
            }
            default -> instructions.narrow(element);
        }
    }

    private void mask(int mask) {
        instructions.constant(mask);
        code.visitInsn(Opcodes.IAND);
    }

    /** Computes of the number on the stack the same number, without the compiler knowing that it is. */
    void hide(ScalarType type) {
        hide(type, zero);
    }

    /** Computes of the number on the stack the same number, without the compiler ever finding out that it is. */
    void hideForGood(ScalarType type) {
        hide(type, otherZero);
    }

    private void hide(ScalarType type, int variable) {
        pushZero(variable);
        switch (type) {
            case I1, I32 -> code.visitInsn(generator == Generator.PTX ? Opcodes.IADD : Opcodes.IXOR);
            case I64 -> {
                code.visitInsn(Opcodes.I2L);
                code.visitInsn(generator == Generator.PTX ? Opcodes.LADD : Opcodes.LXOR);
            }
            // Of both zeros, the difference to 0 is the same zero.
            case F32 -> {
                code.visitInsn(Opcodes.I2F);
                code.visitInsn(Opcodes.FSUB);
            }
            case F64 -> {
                code.visitInsn(Opcodes.I2D);
                code.visitInsn(Opcodes.DSUB);
            }
        }
    }

    /** Pushes 0, which the compiler does not know. */
    void pushZero() {
        pushZero(zero);
    }

    private void pushZero(int variable) {
        if (variable == 0) {
            missesInts = true;
            instructions.constant(0);
        } else {
            code.visitVarInsn(Opcodes.ILOAD, variable);
        }
    }

    /** Jumps, without the compiler knowing that it does. */
    void jumpAlways(Label target) {
        pushZero();
        code.visitJumpInsn(Opcodes.IFEQ, target);
    }

    /** Writes code that does nothing, of which the compiler does not know that. */
    void doNothing() {
        Label past = new Label();
        jumpAlways(past);
        scribble();
        code.visitLabel(past);
    }

    /** Writes a number where nobody reads it. */
    void scribble() {
        pushInts();
        instructions.constant(KernelLayout.SCRATCH);
        instructions.constant(1);
        NativeAccess.set(code, NativeKind.INTS);
    }

    /** Shifts the int on the stack by 0, which the compiler does not know: what narrows it does not reach beyond that. */
    private void hide() {
        pushZero();
        code.visitInsn(Opcodes.IUSHR);
    }

    /** Narrows the int on the stack to what TornadoVM's array takes for an element. */
    private void narrowToHold(ElementType element) {
        switch (element) {
            case BOOLEAN, BYTE -> {
                if (element == ElementType.BOOLEAN) {
                    instructions.narrow(ElementType.BOOLEAN);
                }
                hide();
                instructions.narrow(ElementType.BYTE);
            }
            case CHAR, SHORT -> {
                hide();
                instructions.narrow(ElementType.SHORT);
            }
            case INT, LONG, FLOAT, DOUBLE -> {
                // It holds all of them.
            }
        }
    }

    /** {@return the Java type of the elements that stand for those of a thread's or a block's array} */
    private static Type storage(ElementType element, Space space) {
        return switch (element) {
            case BOOLEAN, BYTE -> space == Space.SHARED ? Type.BYTE_TYPE : Type.INT_TYPE;
            case CHAR, SHORT, INT -> Type.INT_TYPE;
            case LONG -> Type.LONG_TYPE;
            case FLOAT -> Type.FLOAT_TYPE;
            case DOUBLE -> Type.DOUBLE_TYPE;
        };
    }

    /** {@return bytes that a block's array takes} */
    static long sharedBytes(Op.SharedArray array) {
        int bytes = switch (storage(array.element(), Space.SHARED).getSort()) {
            case Type.BYTE -> Byte.BYTES;
            case Type.INT, Type.FLOAT -> Integer.BYTES;
            default -> Long.BYTES;
        };
        return (long) bytes * array.length();
    }

    private void makeShared(Op.SharedArray array) {
        Type element = storage(array.element(), Space.SHARED);
        String name = element.getClassName();
        String method = "allocate" + Character.toUpperCase(name.charAt(0)) + name.substring(1) + "LocalArray";
        context.push();
        instructions.constant(Math.max(1, array.length()));
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, ContextWriter.TYPE.getInternalName(), method, "(I)[" + element, false);
        int variable = locals.add(Type.getType("[" + element));
        code.visitVarInsn(Opcodes.ASTORE, variable);
        shared.put(array.number(), variable);
    }

    /** Makes a thread's own array. TornadoVM gives memory that it does not clear, and the same in every iteration of a loop. */
    void makeLocal(Instr instr, Op.LocalArray array) {
        Type element = storage(array.element(), Space.LOCAL);
        instructions.constant(Math.max(1, array.length()));
        code.visitIntInsn(Opcodes.NEWARRAY, newArray(element));
        locals.store(instr);
        if (array.length() <= MOST_STORES) {
            for (int i = 0; i < array.length(); i++) {
                int index = i;
                clear(instr, element, () -> instructions.constant(index));
            }
            return;
        }
        int index = locals.add(Type.INT_TYPE);
        Label next = new Label();
        Label past = new Label();
        instructions.constant(0);
        code.visitVarInsn(Opcodes.ISTORE, index);
        code.visitLabel(next);
        code.visitVarInsn(Opcodes.ILOAD, index);
        instructions.constant(array.length());
        code.visitJumpInsn(Opcodes.IF_ICMPGE, past);
        clear(instr, element, () -> code.visitVarInsn(Opcodes.ILOAD, index));
        code.visitIincInsn(index, 1);
        code.visitJumpInsn(Opcodes.GOTO, next);
        code.visitLabel(past);
    }

    private void clear(Instr array, Type element, Runnable index) {
        locals.load(array);
        index.run();
        switch (element.getSort()) {
            case Type.LONG -> code.visitInsn(Opcodes.LCONST_0);
            case Type.FLOAT -> code.visitInsn(Opcodes.FCONST_0);
            case Type.DOUBLE -> code.visitInsn(Opcodes.DCONST_0);
            default -> code.visitInsn(Opcodes.ICONST_0);
        }
        code.visitInsn(element.getOpcode(Opcodes.IASTORE));
    }

    private static int newArray(Type element) {
        return switch (element.getSort()) {
            case Type.LONG -> Opcodes.T_LONG;
            case Type.FLOAT -> Opcodes.T_FLOAT;
            case Type.DOUBLE -> Opcodes.T_DOUBLE;
            default -> Opcodes.T_INT;
        };
    }
}
