package dev.gpukernel.oracle;

/** The function does what no correct function does, such as reading beyond an array without a check before. */
public final class OracleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OracleException(String message) {
        super(message);
    }
}
