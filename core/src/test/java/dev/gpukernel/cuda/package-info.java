@NullMarked
package dev.gpukernel.cuda;

import org.jspecify.annotations.NullMarked;
