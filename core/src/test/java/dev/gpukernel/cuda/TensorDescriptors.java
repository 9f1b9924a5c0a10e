package dev.gpukernel.cuda;

import java.lang.foreign.FunctionDescriptor;

/** The signature of a DLPack tensor's deleter, which is called, and calls back, for tests of other packages. */
public final class TensorDescriptors {
    private TensorDescriptors() {}

    public static FunctionDescriptor deleter() {
        return Tensor.DELETER;
    }
}
