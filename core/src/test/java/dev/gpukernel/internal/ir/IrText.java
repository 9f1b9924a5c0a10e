package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.intrinsic.Intrinsics;

/** Functions written as text, for tests. */
public final class IrText {
    private IrText() {}

    /**
     * Reads a correct function.
     *
     * @param blocks its text without the first and last line
     * @return the function
     */
    public static Function function(String blocks) {
        Function function = Parser.parse("function f {\n" + blocks + "\n}", Intrinsics::ofText);
        Verifier.verify(function);
        return function;
    }

    /** {@return the block of a number} */
    public static Block block(Function function, int id) {
        return function.blocks().stream()
                .filter(block -> block.id() == id)
                .findFirst()
                .orElseThrow();
    }

    /** {@return the value of a number} */
    public static Value value(Function function, int id) {
        for (Block block : function.blocks()) {
            for (BlockParam param : block.params()) {
                if (param.id() == id) {
                    return param;
                }
            }
            for (Instr instr : block.instrs()) {
                if (instr.id() == id) {
                    return instr;
                }
            }
        }
        throw new IllegalArgumentException("no v" + id);
    }
}
