package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a block's shared arrays are. Arrays of constant size are declared; where they are more than PTX lets a kernel declare,
 * they stand at the beginning of what the launch provides instead, before the part that it was asked for.
 */
final class PtxShared {
    /** What PTX lets a kernel declare. */
    private static final int MOST_DECLARED_BYTES = 48 * 1024;

    /** Set aside of that for the words of {@link GridBarrier}. */
    private static final int RESERVED_BYTES = 16;

    private static final int ALIGNMENT = Op.SharedArray.ALIGNMENT;

    private final String dynamic;
    private final Map<Integer, Op.SharedArray> arrays = new TreeMap<>();
    private final Map<Integer, Long> offsets = new TreeMap<>();
    private final long bytes;
    private boolean usesDynamic;

    PtxShared(String entry, Function function) {
        dynamic = entry + "_dynamic";
        for (Block block : function.blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.SharedArray array) {
                    arrays.put(array.number(), array);
                }
                usesDynamic |= instr.op() instanceof Op.DynamicShared;
            }
        }
        long end = 0;
        for (Op.SharedArray array : arrays.values()) {
            offsets.put(array.number(), end);
            end += array.bytes();
        }
        bytes = end;
    }

    /** {@return bytes that a launch must provide for them} */
    long bytesAtLaunch() {
        return isDeclared() ? 0 : bytes;
    }

    private boolean isDeclared() {
        return bytes <= MOST_DECLARED_BYTES - RESERVED_BYTES;
    }

    /** {@return declarations outside the kernel} */
    String moduleDeclarations() {
        return usesDynamic || !isDeclared() ? ".extern .shared .align " + ALIGNMENT + " .b8 " + dynamic + "[];\n" : "";
    }

    /** {@return declarations inside the kernel} */
    String kernelDeclarations() {
        StringBuilder text = new StringBuilder();
        if (isDeclared()) {
            arrays.values()
                    .forEach(array -> text.append("    .shared .align " + ALIGNMENT + " .b8 ")
                            .append(name(array))
                            .append('[')
                            .append(Math.max(1, array.length() * array.element().bytes()))
                            .append("];\n"));
        }
        return text.toString();
    }

    /** {@return address of an array of constant size} */
    String address(Op.SharedArray array) {
        return isDeclared() ? name(array) : dynamic + "+" + offsets.get(array.number());
    }

    /** {@return address of what the launch was asked for} */
    String dynamicAddress() {
        return bytesAtLaunch() == 0 ? dynamic : dynamic + "+" + bytesAtLaunch();
    }

    private static String name(Op.SharedArray array) {
        return "shared" + array.number();
    }
}
