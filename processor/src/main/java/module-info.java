/** Checks the declarations of kernels and generates their launchers. */
@SuppressWarnings("requires-automatic") // JavaPoet has no module descriptor
module dev.gpukernel.processor {
    requires com.palantir.javapoet;
    requires dev.gpukernel;
    requires java.compiler;
    requires jdk.compiler;
    requires static org.jspecify;

    provides javax.annotation.processing.Processor with
            dev.gpukernel.processor.GpuKernelProcessor;
}
