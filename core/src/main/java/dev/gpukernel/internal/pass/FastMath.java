package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.List;

/** Where {@code math = FAST} applies. */
final class FastMath {
    /** Their error bounds hold for the operations as they are written. */
    private static final List<String> EXACT = List.of("java.", "dev.gpukernel.device.", "dev.gpukernel.internal.");

    private FastMath() {}

    /** {@return whether an instruction comes from neither the JDK nor this library} */
    static boolean isUsersCode(Instr instr) {
        SourcePosition position = instr.position();
        return position == null || EXACT.stream().noneMatch(position.className()::startsWith);
    }
}
