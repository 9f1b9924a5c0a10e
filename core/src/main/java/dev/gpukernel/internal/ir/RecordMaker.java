package dev.gpukernel.internal.ir;

import org.jspecify.annotations.Nullable;

/**
 * Makes records of their components. To call a constructor by reflection costs a new process about a millisecond for each class, more than all the
 * rest that {@link Decoder} does.
 */
@FunctionalInterface
public interface RecordMaker {
    /**
     * Makes a record.
     *
     * @param name of its class, without {@code dev.gpukernel.internal.}
     * @param parts its components
     * @return the record, {@code null} if this makes none of that class. An object, as to check that it is a record the JVM loads all classes
     */
    @Nullable Object make(String name, Object[] parts);
}
