package dev.gpukernel.internal.nvrtc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;

/** The one table of NVRTC's functions: exported symbol and C signature. Each returns an {@code nvrtcResult}, an int. Programs are longs. */
enum NvrtcFunction {
    VERSION("nvrtcVersion", ADDRESS, ADDRESS),
    GET_NUM_SUPPORTED_ARCHS("nvrtcGetNumSupportedArchs", ADDRESS),
    GET_SUPPORTED_ARCHS("nvrtcGetSupportedArchs", ADDRESS),
    CREATE_PROGRAM("nvrtcCreateProgram", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS),
    DESTROY_PROGRAM("nvrtcDestroyProgram", ADDRESS),
    ADD_NAME_EXPRESSION("nvrtcAddNameExpression", JAVA_LONG, ADDRESS),
    COMPILE_PROGRAM("nvrtcCompileProgram", JAVA_LONG, JAVA_INT, ADDRESS),
    GET_LOWERED_NAME("nvrtcGetLoweredName", JAVA_LONG, ADDRESS, ADDRESS),
    GET_PROGRAM_LOG_SIZE("nvrtcGetProgramLogSize", JAVA_LONG, ADDRESS),
    GET_PROGRAM_LOG("nvrtcGetProgramLog", JAVA_LONG, ADDRESS),
    GET_CUBIN_SIZE("nvrtcGetCUBINSize", JAVA_LONG, ADDRESS),
    GET_CUBIN("nvrtcGetCUBIN", JAVA_LONG, ADDRESS),
    GET_PTX_SIZE("nvrtcGetPTXSize", JAVA_LONG, ADDRESS),
    GET_PTX("nvrtcGetPTX", JAVA_LONG, ADDRESS);

    private final String symbol;
    // A descriptor is a value-based class, which the checker cannot know.
    @SuppressWarnings("ImmutableEnumChecker")
    private final FunctionDescriptor descriptor;

    NvrtcFunction(String symbol, MemoryLayout... parameters) {
        this.symbol = symbol;
        this.descriptor = FunctionDescriptor.of(JAVA_INT, parameters);
    }

    String symbol() {
        return symbol;
    }

    FunctionDescriptor descriptor() {
        return descriptor;
    }
}
