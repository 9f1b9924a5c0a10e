/** From a class file to the intermediate representation. The only package that reads bytecode. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.frontend;
