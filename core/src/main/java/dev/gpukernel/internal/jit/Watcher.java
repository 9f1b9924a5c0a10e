package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.setting.Setting;
import java.util.function.BiConsumer;

/** Prints and verifies between passes, as far as {@link Setting}s ask for it. */
final class Watcher {
    private Watcher() {}

    static BiConsumer<String, Function> ofSettings() {
        boolean print = Setting.PRINT.has("ir");
        boolean verify = Setting.VERIFY.has("true");
        return (step, function) -> {
            if (print) {
                System.err.println("# after " + step + "\n" + function);
            }
            if (verify) {
                Verifier.verify(function);
            }
        };
    }

    static void printCode(String kernel, String code) {
        if (Setting.PRINT.has("ptx")) {
            System.err.println("# code of " + kernel + "\n" + code);
        }
    }
}
