package dev.gpukernel.internal.nvrtc;

/** No nvJitLink, where the driver is a stand-in, which runs no machine code. */
public final class FakeNvJitLink {
    private FakeNvJitLink() {}

    /** Takes it that there is none. */
    public static void install() {
        NvJitLink.useNone(true);
    }
}
