/**
 * Functions that kernels take as parameters, of every primitive type. They are serialisable, so that a lambda or method reference tells what
 * it does and what it captures: a kernel is compiled for each, with its body in place of the call.
 *
 * <p>For a type {@code T} there are {@code TOperator} and {@code TBinaryOperator}, whose results are of that type, {@code TPredicate} and
 * {@code TBinaryPredicate}, and {@code IndexedTOperator}, which is given an index first; {@code TToU} has a result of type {@code U}. A
 * function of an index, to fill an array, is an {@code IntToFloat} or the like. Interfaces of your own do as well if they extend
 * {@link java.io.Serializable}.
 */
@NullMarked
package dev.gpukernel.function;

import org.jspecify.annotations.NullMarked;
