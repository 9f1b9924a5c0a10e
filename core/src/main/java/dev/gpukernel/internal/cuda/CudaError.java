package dev.gpukernel.internal.cuda;

import java.util.Optional;

/** Results of driver calls that a user can do something about, and what. */
enum CudaError {
    INVALID_VALUE(1, "this is a bug in GpuKernel; please report it with this message"),
    OUT_OF_MEMORY(
            2,
            "close GpuArrays that are no longer needed, look in nvidia-smi for other processes on this GPU,"
                    + " or work on a smaller part at a time"),
    STUB_LIBRARY(34, "remove the CUDA toolkit's folder 'stubs' from LD_LIBRARY_PATH: its libcuda.so.1 is not a driver"),
    DEVICE_UNAVAILABLE(46, "another process holds this GPU in exclusive mode; end it, or choose another GPU"),
    NO_DEVICE(
            100,
            "check that nvidia-smi lists a GPU and that CUDA_VISIBLE_DEVICES does not hide it;"
                    + " start a container with '--gpus all'"),
    INVALID_DEVICE(101, "choose a device that nvidia-smi lists"),
    INVALID_IMAGE(200, Advice.REPORT_KERNEL),
    NO_BINARY_FOR_GPU(209, "this GPU is older than the code generated for it; use one that the README lists"),
    ECC_UNCORRECTABLE(214, "the GPU's memory is defective: see 'nvidia-smi -q -d ECC', and restart the JVM"),
    INVALID_PTX(218, Advice.REPORT_KERNEL),
    JIT_COMPILER_NOT_FOUND(
            221,
            "install the driver's PTX compiler (libnvidia-ptxjitcompiler); in a container, let"
                    + " NVIDIA_DRIVER_CAPABILITIES include 'compute'"),
    UNSUPPORTED_PTX_VERSION(222, "the driver is too old for the generated PTX; install a newer driver"),
    JIT_COMPILATION_DISABLED(223, "unset CUDA_DISABLE_PTX_JIT in the JVM's environment"),
    INVALID_SOURCE(300, Advice.REPORT_KERNEL),
    OPERATING_SYSTEM(304, "check the kernel log (dmesg) and the process's limits (ulimit -a)"),
    NOT_FOUND(500, "check the name: the module has nothing that is called so"),
    ILLEGAL_ADDRESS(700, Advice.CONTEXT_LOST),
    LAUNCH_OUT_OF_RESOURCES(
            701, "launch with fewer threads in a block or less shared memory, or let blockSize be chosen"),
    LAUNCH_TIMEOUT(
            702,
            "a kernel ran longer than this GPU's watchdog allows, and the device context is lost: restart the JVM,"
                    + " split the work, or use a GPU without a display"),
    CONTEXT_IS_DESTROYED(709, "something in this process reset the device: restart the JVM"),
    ASSERT(710, Advice.CONTEXT_LOST),
    HARDWARE_STACK_ERROR(714, Advice.CONTEXT_LOST),
    ILLEGAL_INSTRUCTION(715, Advice.CONTEXT_LOST),
    MISALIGNED_ADDRESS(716, Advice.CONTEXT_LOST),
    INVALID_ADDRESS_SPACE(717, Advice.CONTEXT_LOST),
    INVALID_PC(718, Advice.CONTEXT_LOST),
    LAUNCH_FAILED(719, Advice.CONTEXT_LOST),
    COOPERATIVE_LAUNCH_TOO_LARGE(720, "launch fewer blocks: those of a cooperative launch must all run at once"),
    NOT_PERMITTED(800, "ask the administrator: the driver's settings or the container forbid this operation"),
    NOT_SUPPORTED(801, "use another GPU or a newer driver: this one cannot do it"),
    SYSTEM_NOT_READY(
            802,
            "start what the machine's GPUs need, such as nvidia-fabricmanager on NVSwitch systems;"
                    + " see 'systemctl status nvidia-fabricmanager'"),
    SYSTEM_DRIVER_MISMATCH(
            803, "the driver's library and its kernel module are of different versions: reboot, or reinstall it"),
    COMPAT_NOT_SUPPORTED_ON_DEVICE(
            804, "remove CUDA's folder 'compat' from LD_LIBRARY_PATH: this GPU needs the installed driver's library"),
    MPS_CONNECTION_FAILED(805, Advice.MPS),
    MPS_RPC_FAILURE(806, Advice.MPS),
    MPS_SERVER_NOT_READY(807, "wait until the MPS server is ready, then start the JVM again"),
    MPS_MAX_CLIENTS_REACHED(808, "end another client of the MPS server first"),
    MPS_MAX_CONNECTIONS_REACHED(809, "end another client of the MPS server first"),
    MPS_CLIENT_TERMINATED(810, Advice.MPS),
    UNKNOWN(999, "check the kernel log (dmesg) for lines with NVRM, and restart the JVM");

    /** What to do about a result that is not in this table. */
    static final String GENERIC_ADVICE =
            "look the error up in the CUDA driver API's documentation; if a kernel is at fault, please report it";

    private final int code;
    private final String advice;

    CudaError(int code, String advice) {
        this.code = code;
        this.advice = advice;
    }

    int code() {
        return code;
    }

    String advice() {
        return advice;
    }

    static Optional<CudaError> of(int code) {
        for (CudaError error : values()) {
            if (error.code == code) {
                return Optional.of(error);
            }
        }
        return Optional.empty();
    }

    /** {@return whether a result says that the context cannot be used any more} Every call says so from then on. */
    static boolean losesContext(int code) {
        return of(code).map(error -> switch (error) {
                    case ILLEGAL_ADDRESS,
                            LAUNCH_TIMEOUT,
                            ASSERT,
                            HARDWARE_STACK_ERROR,
                            ILLEGAL_INSTRUCTION,
                            MISALIGNED_ADDRESS,
                            INVALID_ADDRESS_SPACE,
                            INVALID_PC,
                            LAUNCH_FAILED -> true;
                    default -> false;
                })
                .orElse(false);
    }

    static String adviceFor(int code) {
        return of(code).map(CudaError::advice).orElse(GENERIC_ADVICE);
    }

    private static final class Advice {
        static final String REPORT_KERNEL = "please report it with the kernel's source";
        static final String CONTEXT_LOST =
                "a kernel launched earlier failed on the device, and the device context is lost: restart the JVM,"
                        + " and run the kernel with checked = true to have the mistake named";
        static final String MPS = "check that the CUDA MPS server runs (nvidia-cuda-mps-control), then restart the JVM";
    }
}
