package dev.gpukernel.internal.nvrtc;

import java.lang.foreign.FunctionDescriptor;
import java.util.Arrays;
import java.util.stream.Stream;

/** Signatures of the functions of NVRTC and nvJitLink, for tests of other packages. */
public final class NvrtcDescriptors {
    private NvrtcDescriptors() {}

    public static Stream<FunctionDescriptor> all() {
        return Stream.concat(
                Arrays.stream(NvrtcFunction.values()).map(NvrtcFunction::descriptor),
                Arrays.stream(NvJitLink.Call.values()).map(call -> call.descriptor));
    }
}
