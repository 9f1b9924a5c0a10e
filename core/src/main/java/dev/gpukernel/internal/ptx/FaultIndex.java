package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.Axis;
import java.util.List;
import java.util.Locale;

/**
 * Code that computes the index of a thread, by which the first of several faults is told. In a grid kernel, and along one axis,
 * it is that of the block times threads per block plus that in the block; in a loop nest, that of the iteration in the nest's order.
 *
 * <p>It finds in {@code %r1} to {@code %r3} the index of the block, in {@code %r4} to {@code %r6} that of the thread, in
 * {@code %r7}, {@code %r8} the numbers of blocks along x and y, in {@code %r9} to {@code %r11} the size of a block.
 */
final class FaultIndex {
    /** Register of a kernel that says by {@link dev.gpukernel.internal.ir.Op.FaultRank} which fault is the first. */
    static final String RANK = "%rank";

    /** Its declaration. */
    static final String RANK_DECLARATION = "    .reg .b64 " + RANK + ";\n";

    /** The code in such a kernel. */
    static final String RANKED = "    mov.u64 %rd3, " + RANK + ";";

    /** The code in a function that it calls. */
    static final String PASSED_RANK = "    ld.param.u64 %rd3, [" + PtxParameters.RANK + "];";

    private static final String OF_BLOCKS = """
                mul.wide.u32 %rd3, %r3, %r8;
                cvt.u64.u32 %rd4, %r2;
                add.u64 %rd3, %rd3, %rd4;
                cvt.u64.u32 %rd4, %r7;
                cvt.u64.u32 %rd5, %r1;
                mad.lo.u64 %rd3, %rd3, %rd4, %rd5;
                mul.lo.u32 %r12, %r9, %r10;
                mul.lo.u32 %r13, %r12, %r11;
                mad.lo.u32 %r14, %r6, %r10, %r5;
                mad.lo.u32 %r14, %r14, %r9, %r4;
                cvt.u64.u32 %rd4, %r13;
                cvt.u64.u32 %rd5, %r14;
                mad.lo.u64 %rd3, %rd3, %rd4, %rd5;
            """;

    private FaultIndex() {}

    /**
     * The code.
     *
     * @param axes along which the loops of a nest lie, that of the outermost first; none for a grid kernel
     * @return code that sets {@code %rd3}
     */
    static String code(List<Axis> axes) {
        if (axes.size() < 2) {
            return OF_BLOCKS.stripTrailing();
        }
        StringBuilder code = new StringBuilder("    mov.u64 %rd3, 0;\n");
        for (Axis axis : axes) {
            code.append(total(axis)).append(IterationNumber.code(axis, axes.size(), "%rd5", "%rd6", "%r12", "%r13"));
            code.append("    mad.lo.u64 %rd3, %rd3, %rd4, %rd5;\n");
        }
        return code.toString().stripTrailing();
    }

    /** {@return code that sets %rd4 to the number of threads along an axis} */
    private static String total(Axis axis) {
        String name = axis.name().toLowerCase(Locale.ROOT);
        String blocks = axis == Axis.Y
                // Of two axes, what is beyond along y lies along z; of three, it is more than there are, in the same
                // order.
                ? "    mov.u32 %r12, %nctaid.z;\n    mul.lo.u32 %r12, %r8, %r12;\n"
                : "    mov.u32 %r12, %nctaid." + name + ";\n";
        return blocks + "    mov.u32 %r13, %ntid." + name + ";\n    mul.wide.u32 %rd4, %r12, %r13;\n";
    }
}
