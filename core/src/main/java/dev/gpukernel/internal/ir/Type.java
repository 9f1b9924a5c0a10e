package dev.gpukernel.internal.ir;

/** The type of a value. */
public sealed interface Type permits ScalarType, ArrayType, TupleType, VoidType {
    /** {@return the type as the text form writes it} */
    String text();
}
