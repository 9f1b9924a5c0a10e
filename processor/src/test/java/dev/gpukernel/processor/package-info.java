@org.jspecify.annotations.NullMarked
package dev.gpukernel.processor;
