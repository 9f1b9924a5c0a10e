package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.CallPaths;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Scope;
import java.util.HashSet;
import java.util.Set;

/**
 * Translates a kernel that was translated with everything inlined once more, with some of the methods it calls as functions. That
 * the first translation knows which calls there are, and with what arguments, makes the choice exact; most kernels call too little
 * for a second one.
 */
final class Retranslation {
    private final Translation inlined;
    private final ClassFiles.Found kernel;
    private final Outlining outlining;
    private final Set<CallKey> unfit = new HashSet<>();

    private Retranslation(Translation inlined, ClassFiles.Found kernel, Outlining outlining) {
        this.inlined = inlined;
        this.kernel = kernel;
        this.outlining = outlining;
    }

    /**
     * Translates again, if that is worth it.
     *
     * @param inlined the translation with everything inlined, without findings unless it became too large
     * @param kernel the kernel
     * @param outlining which methods shall be functions
     * @return a translation without findings, or the given one
     */
    static Translation of(Translation inlined, ClassFiles.Found kernel, Outlining outlining) {
        return new Retranslation(inlined, kernel, outlining).best();
    }

    private Translation best() {
        while (true) {
            Set<CallKey> chosen = inlined.functions.profile().choose(outlining, unfit);
            if (chosen.isEmpty()) {
                return inlined;
            }
            Translation translation = new Translation(inlined, chosen);
            FrontEnd.translate(translation, kernel);
            Set<CallKey> wrong = wrong(translation);
            if (wrong.isEmpty()) {
                boolean good = translation.findings.isEmpty() && new CallPaths(translation.function).fit();
                return good ? translation : inlined;
            }
            // Without what cannot be a function, the rest may be right.
            unfit.addAll(wrong);
        }
    }

    /** {@return what shall not be functions after all} */
    private static Set<CallKey> wrong(Translation translation) {
        Set<CallKey> wrong = new HashSet<>(translation.functions.unfit());
        if (waitsForGrid(translation.function)) {
            // A thread that ends while others wait for the whole grid says so, and that only the kernel itself can.
            wrong.addAll(translation.functions.throwing());
        }
        return wrong;
    }

    private static boolean waitsForGrid(Function kernel) {
        return kernel.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr ->
                        instr.op() instanceof Op.Call call && call.intrinsic().scope() == Scope.GRID);
    }
}
