package dev.gpukernel.oracle;

/** What a variable, parameter or result of generated code may be, besides an array. */
sealed interface ValueType permits NumberType, RecordType {
    /** {@return the type as Java writes it} */
    String text();
}
