package dev.gpukernel.internal.nvrtc;

import java.lang.foreign.FunctionDescriptor;
import java.util.Arrays;
import java.util.stream.Stream;

/** Signatures of NVRTC's functions, for tests of other packages. */
public final class NvrtcDescriptors {
    private NvrtcDescriptors() {}

    public static Stream<FunctionDescriptor> all() {
        return Arrays.stream(NvrtcFunction.values()).map(NvrtcFunction::descriptor);
    }
}
