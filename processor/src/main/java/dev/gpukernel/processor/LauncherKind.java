package dev.gpukernel.processor;

/** What a launcher takes where its kernel takes arrays. */
enum LauncherKind {
    ARRAYS,
    /** Of numbers, and arrays where Java has no buffers. An array can be wrapped as a buffer, so this one is for any mixture. */
    BUFFERS,
    GPU_ARRAYS
}
