package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.intrinsic.GridOperations;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.ThreadArrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a function may do that is applied to each element of arrays: it gives a number, and nothing shows that it was applied. */
public final class ElementFunctions {
    /** Where arrays with shapes are computed, which calls these functions. */
    public static final SourcePosition CALLER =
            new SourcePosition("dev.gpukernel.array.NdArray", "compute", "NdArray.java", 0, null);

    private ElementFunctions() {}

    /**
     * Finds what such a function may not do.
     *
     * @param read the function, translated without findings
     * @param fillsLast whether its result is its last array, which it fills
     */
    static void check(Translation read, boolean fillsLast) {
        BlockParam result = fillsLast
                ? read.function.params().reversed().stream()
                        .filter(param -> param.type() instanceof ArrayType)
                        .findFirst()
                        .orElse(null)
                : null;
        SourcePosition position = firstPosition(read.function);
        if (GridOperations.areIn(read.function)) {
            read.findings.add(Message.ELEMENT_FUNCTION, position, "works with the threads of a grid");
        }
        if (!read.inputs.written().isEmpty()) {
            Inputs.Field field =
                    Objects.requireNonNull(read.inputs.written().getFirst().field());
            read.findings.add(Message.ELEMENT_FUNCTION, position, "writes the field '" + field.name() + "'");
        }
        if (!read.inputs.apart().isEmpty()) {
            read.findings.add(Message.ELEMENT_FUNCTION, position, "compares objects");
        }
        for (Block block : read.function.blocks()) {
            for (Instr instr : block.instrs()) {
                check(read, instr, position, result);
            }
        }
    }

    /** {@return the first place in it that a user wrote, or where it is called from} */
    private static SourcePosition firstPosition(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .map(Instr::position)
                .filter(position -> position != null && !position.equals(CALLER))
                .findFirst()
                .orElse(CALLER);
    }

    private static void check(Translation read, Instr instr, SourcePosition position, @Nullable BlockParam result) {
        SourcePosition at = instr.position() == null ? position : instr.position();
        if (instr.op() instanceof Op.Print) {
            read.findings.add(Message.ELEMENT_FUNCTION, at, "prints");
        } else if (instr.op() instanceof Op.MakeArray) {
            read.findings.add(Message.ELEMENT_FUNCTION, at, "makes an array whose length is not a constant");
        } else if (instr.op().effect() == Effect.WRITE
                && instr.operands().getFirst() instanceof BlockParam array
                && array != result
                && ThreadArrays.makers(array).isEmpty()) {
            read.findings.add(Message.ELEMENT_FUNCTION, at, "writes an array that it did not make");
        } else if (instr.op().effect() == Effect.SYNCHRONISE || instr.op() instanceof Op.SharedArray) {
            read.findings.add(Message.ELEMENT_FUNCTION, at, "works with the threads of a block");
        }
    }
}
