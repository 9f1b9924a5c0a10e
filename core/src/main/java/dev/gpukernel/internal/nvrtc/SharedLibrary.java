package dev.gpukernel.internal.nvrtc;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A library of NVIDIA's that is part of CUDA toolkits, and its names by version, newest first. */
enum SharedLibrary {
    NVRTC(
            "nvrtc",
            List.of("14", "13", "12", "11.2"),
            List.of("nvrtc64_140_0.dll", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll"),
            "libnvrtc-builtins.so"),
    NVJITLINK(
            "nvJitLink",
            List.of("14", "13", "12"),
            List.of("nvJitLink_140_0.dll", "nvJitLink_130_0.dll", "nvJitLink_120_0.dll"),
            null);

    private final String plainName;
    private final List<String> versions;
    private final List<String> windowsNames;
    private final @Nullable String companion;

    SharedLibrary(String plainName, List<String> versions, List<String> windowsNames, @Nullable String companion) {
        this.plainName = plainName;
        this.versions = List.copyOf(versions);
        this.windowsNames = List.copyOf(windowsNames);
        this.companion = companion;
    }

    /** {@return what it is called without what the system adds} */
    String plainName() {
        return plainName;
    }

    /** {@return the names of its file on Linux, with each version} */
    List<String> versioned() {
        return versions.stream().map(version -> file() + "." + version).toList();
    }

    private String file() {
        return "lib" + plainName + ".so";
    }

    /** {@return names that the system may know it by} */
    List<String> systemNames() {
        return LibrarySearch.isWindows()
                ? windowsNames
                : Stream.concat(versioned().stream(), Stream.of(file())).toList();
    }

    /** {@return whether a file is a part of this library that it loads by itself} */
    boolean needs(String name) {
        return companion != null && name.startsWith(companion);
    }
}
