@NullMarked
package dev.gpukernel.internal.nvrtc;

import org.jspecify.annotations.NullMarked;
