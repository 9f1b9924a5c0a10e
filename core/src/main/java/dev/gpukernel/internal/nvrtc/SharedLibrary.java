package dev.gpukernel.internal.nvrtc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A library of NVIDIA's that is part of CUDA toolkits, and its names by version, newest first. */
enum SharedLibrary {
    NVRTC(
            "libnvrtc.so",
            List.of("14", "13", "12", "11.2"),
            List.of("nvrtc64_140_0.dll", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll"),
            "libnvrtc-builtins.so"),
    NVJITLINK(
            "libnvJitLink.so",
            List.of("14", "13", "12"),
            List.of("nvJitLink_140_0.dll", "nvJitLink_130_0.dll", "nvJitLink_120_0.dll"),
            null);

    private final String file;
    private final List<String> versions;
    private final List<String> windowsNames;
    private final @Nullable String companion;

    SharedLibrary(String file, List<String> versions, List<String> windowsNames, @Nullable String companion) {
        this.file = file;
        this.versions = List.copyOf(versions);
        this.windowsNames = List.copyOf(windowsNames);
        this.companion = companion;
    }

    /** {@return what its file is called without a version} */
    String file() {
        return file;
    }

    /** {@return its name with each version} */
    List<String> versioned() {
        return versions.stream().map(version -> file + "." + version).toList();
    }

    List<String> windowsNames() {
        return windowsNames;
    }

    /** {@return whether a file is this library, of any version} */
    boolean isNameOf(String name) {
        String windows = windowsNames.getFirst();
        boolean isOfWindows = name.startsWith(windows.substring(0, windows.indexOf('_') + 1))
                && name.endsWith(".dll")
                && !name.contains("builtins");
        return name.equals(file) || name.startsWith(file + ".") || isOfWindows;
    }

    /** {@return whether a file is a part of this library that it loads by itself} */
    boolean needs(String name) {
        return companion != null && name.startsWith(companion);
    }
}
