@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.jvm;
