package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.Axis;
import java.util.Locale;

/** Code that computes which iteration of a loop a thread does. */
final class IterationNumber {
    private IterationNumber() {}

    /**
     * The code.
     *
     * @param axis along which the loop lies
     * @param axes how many axes its nest has: of two, blocks that are too many along y lie along z
     * @param result 64-bit register for the number
     * @param wide another 64-bit register
     * @param first a 32-bit register
     * @param second another 32-bit register
     * @return code, each line indented
     */
    static String code(Axis axis, int axes, String result, String wide, String first, String second) {
        String name = axis.name().toLowerCase(Locale.ROOT);
        String block = axis == Axis.Y && axes == 2 ? """
                    mov.u32 %1$s, %%ctaid.z;
                    mov.u32 %2$s, %%nctaid.y;
                    mul.lo.u32 %1$s, %1$s, %2$s;
                    mov.u32 %2$s, %%ctaid.y;
                    add.u32 %1$s, %1$s, %2$s;
                """ : "    mov.u32 %1$s, %%ctaid." + name + ";\n";
        String rest = """
                    mov.u32 %2$s, %%ntid.%5$s;
                    mul.wide.u32 %3$s, %1$s, %2$s;
                    mov.u32 %1$s, %%tid.%5$s;
                    cvt.u64.u32 %4$s, %1$s;
                    add.s64 %3$s, %3$s, %4$s;
                """;
        return (block + rest).formatted(first, second, result, wide, name);
    }
}
