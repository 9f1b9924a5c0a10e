package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.frontend.Operand.Plain;
import dev.gpukernel.internal.frontend.Operand.Rejected;
import dev.gpukernel.internal.frontend.Operand.Rows;
import dev.gpukernel.internal.intrinsic.DeviceClasses;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** Translates the methods of {@code Shared}: arrays of the block, each call in the translated code one array. */
final class SharedCalls {
    private static final String DYNAMIC = "dynamic";

    private final Translation translation;
    private final InstructionTranslator instructions;
    private final CallTranslator calls;

    SharedCalls(Translation translation, InstructionTranslator instructions, CallTranslator calls) {
        this.translation = translation;
        this.instructions = instructions;
        this.calls = calls;
    }

    /** Translates a call if it is one of these; {@return whether it was}. */
    boolean translate(MethodInsnNode call, List<Operand> arguments) {
        Type result = Type.getReturnType(call.desc);
        ElementType element = call.owner.equals(DeviceClasses.SHARED) && result.getSort() == Type.ARRAY
                ? ElementTypes.ofNested(result, result.getDimensions())
                : null;
        if (element == null) {
            return false;
        }
        instructions
                .frame()
                .push(call.name.startsWith(DYNAMIC) ? slice(element, arguments) : array(element, call.name, arguments));
        return true;
    }

    private Operand array(ElementType element, String method, List<Operand> sizes) {
        Integer rows = ConstantSizes.of(sizes.getFirst());
        Integer columns = sizes.size() == 1 ? Integer.valueOf(1) : ConstantSizes.of(sizes.get(1));
        if (rows == null || columns == null || rows < 0 || columns < 0) {
            if (sizes.stream().noneMatch(translation.later::reaches)) {
                instructions.reject(Message.SHARED_NOT_CONSTANT, method);
            }
            return new Rejected(false);
        }
        long length = (long) rows * columns;
        if (!count(element, length)) {
            return new Rejected(false);
        }
        Value elements = instructions.emit(new Op.SharedArray(element, (int) length, translation.newSharedArray()));
        return sizes.size() == 1
                ? new Plain(elements)
                : new Rows(elements, new RowLayout.Constant(rows, columns), null);
    }

    /** Rejects the first array with which there are more than any GPU has room for; {@return whether this one is small enough}. */
    private boolean count(ElementType element, long length) {
        // With more elements than that the number of bytes would overflow.
        long bytes = Op.SharedArray.bytes(element, Math.min(length, Long.MAX_VALUE >> 4));
        long all = translation.countShared(bytes);
        if (all > Op.SharedArray.MOST_BYTES && all - bytes <= Op.SharedArray.MOST_BYTES) {
            instructions.reject(
                    Message.SHARED_TOO_LARGE,
                    translation.function.name(),
                    all,
                    "the largest GPU known",
                    Op.SharedArray.MOST_BYTES);
        }
        return bytes <= Op.SharedArray.MOST_BYTES;
    }

    private Operand slice(ElementType element, List<Operand> arguments) {
        Value available = instructions.emit(new Op.DynamicSize());
        Value bytes = instructions.emit(Op.Constant.of(element.bytes()));
        if (arguments.isEmpty()) {
            Value length = instructions.emit(new Op.Binary(Op.BinaryKind.DIV, ScalarType.I32), available, bytes);
            return new Plain(
                    instructions.emit(new Op.DynamicShared(element), instructions.emit(Op.Constant.of(0)), length));
        }
        if (translation.checked) {
            List<Operand> checked = List.of(arguments.get(0), arguments.get(1), new Plain(bytes), new Plain(available));
            calls.inlineOwn(DeviceClasses.SLICE_CHECK, "check", "(IIII)V", checked);
        }
        return new Plain(instructions.emit(
                new Op.DynamicShared(element),
                InstructionTranslator.value(arguments.get(0)),
                InstructionTranslator.value(arguments.get(1))));
    }
}
