package dev.gpukernel;

import dev.gpukernel.diagnostic.Message;

/**
 * A device, its driver or its memory could not do what was asked. The message names the driver call with its arguments
 * and the driver's own name for the error where there is one, and says what to do.
 */
public final class GpuException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Message code;

    /**
     * Makes the exception for a message.
     *
     * @param code which message
     * @param arguments what fills its placeholders, in order
     */
    public GpuException(Message code, Object... arguments) {
        super(code.format(arguments));
        this.code = code;
    }

    /** {@return which message this is} */
    public Message code() {
        return code;
    }
}
