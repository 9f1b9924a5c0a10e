/** What a kernel calls. Every method has a Java body, which is its meaning on the CPU. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.device;
