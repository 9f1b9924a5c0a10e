/** What can be set by system properties, and what to say of a property or value that is none. */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.setting;
