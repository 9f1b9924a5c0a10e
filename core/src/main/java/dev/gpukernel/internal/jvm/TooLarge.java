package dev.gpukernel.internal.jvm;

import org.objectweb.asm.ClassWriter;

/** Tells when ASM gives up because a method or class would be larger than any may be. */
public final class TooLarge {
    private TooLarge() {}

    /**
     * Tells by the package: which exceptions ASM has for it depends on its version, and where others bring theirs to the module path,
     * that is the one there is.
     */
    public static boolean isSaidBy(RuntimeException thrown) {
        return thrown.getClass().getPackageName().equals(ClassWriter.class.getPackageName());
    }
}
