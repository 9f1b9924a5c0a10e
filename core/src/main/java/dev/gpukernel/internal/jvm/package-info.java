/** The representation as JVM bytecode: iterations of a loop in a method that the JVM compiles. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.jvm;
