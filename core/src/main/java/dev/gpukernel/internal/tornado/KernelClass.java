package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.FaultSite;
import java.util.List;

/**
 * A generated class, a task of TornadoVM's: its method {@code apply} passes its arguments on to the kernel, a static method of the same
 * class.
 */
final class KernelClass {
    private final String name;
    private final String method;
    private final byte[] classFile;
    private final List<KernelLayout.Argument> arguments;
    private final List<FaultSite> sites;

    KernelClass(
            String name,
            String method,
            byte[] classFile,
            List<KernelLayout.Argument> arguments,
            List<FaultSite> sites) {
        this.name = name;
        this.method = method;
        this.classFile = classFile.clone();
        this.arguments = List.copyOf(arguments);
        this.sites = List.copyOf(sites);
    }

    /** {@return binary name of the class} */
    String name() {
        return name;
    }

    /** {@return name of the kernel} */
    String method() {
        return method;
    }

    /** {@return the bytes of the class} */
    byte[] classFile() {
        return classFile.clone();
    }

    /** {@return what the kernel's arguments after the context are} */
    List<KernelLayout.Argument> arguments() {
        return arguments;
    }

    /** {@return where a thread can end with an exception, by number} */
    List<FaultSite> sites() {
        return sites;
    }

    @Override
    public String toString() {
        return name + "." + method;
    }
}
