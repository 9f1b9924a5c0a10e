package dev.gpukernel.diagnostic;

import org.jspecify.annotations.Nullable;

/**
 * Where in the user's source a diagnostic applies.
 *
 * @param className binary name of the class, such as {@code com.acme.VectorOps}
 * @param method name of the method, or {@code null} if the class as a whole is meant
 * @param file name of the source file without its folder, or {@code null} if the class file does not say
 * @param line line in that file, counted from 1, or 0 if unknown
 */
public record Place(
        String className, @Nullable String method, @Nullable String file, int line) {

    /** {@return this place in the form that IDEs turn into a link, such as {@code VectorOps.java:12}} */
    @Override
    public String toString() {
        String where = file != null ? file : className;
        return line > 0 ? where + ":" + line : where;
    }
}
