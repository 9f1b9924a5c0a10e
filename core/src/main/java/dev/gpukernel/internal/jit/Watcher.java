package dev.gpukernel.internal.jit;

import dev.gpukernel.Settings;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Verifier;
import java.util.Arrays;
import java.util.function.BiConsumer;

/** Prints and verifies between passes, as far as {@link Settings} ask for it. */
final class Watcher {
    private Watcher() {}

    static BiConsumer<String, Function> ofSettings() {
        boolean print = isPrinted("ir");
        boolean verify = Boolean.getBoolean(Settings.VERIFY);
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
        if (isPrinted("ptx")) {
            System.err.println("# code of " + kernel + "\n" + code);
        }
    }

    private static boolean isPrinted(String what) {
        return Arrays.asList(System.getProperty(Settings.PRINT, "").split(",", -1))
                .contains(what);
    }
}
