package dev.gpukernel.internal.ir;

/** The type of an instruction that has no result. */
public enum VoidType implements Type {
    VOID;

    @Override
    public String text() {
        return "void";
    }
}
