package dev.gpukernel.internal.ir;

import java.util.List;

/**
 * The code, in CUDA C, of a function that stands for a Java method.
 *
 * @param owner internal name of the method's class
 * @param method the method's name
 * @param descriptor its descriptor
 * @param resource name of the source among the resources of the class, empty if the source itself is given
 * @param source the source, empty if it is a resource
 * @param name name of the function in the source
 * @param options options of the compiler
 * @param hasJava whether the method has a body in Java, too
 */
public record CudaBody(
        String owner,
        String method,
        String descriptor,
        String resource,
        String source,
        String name,
        List<String> options,
        boolean hasJava) {
    /** Copies the list. */
    public CudaBody {
        options = List.copyOf(options);
    }

    /** {@return the name that a kernel calls it by} Of two methods it is not the same: what C has in no name stands there in hexadecimal. */
    public String symbol() {
        StringBuilder symbol = new StringBuilder("gpukernel_");
        (owner + "." + method + descriptor).chars().forEach(c -> {
            boolean isPlain = c < 128 && Character.isLetterOrDigit(c);
            symbol.append(isPlain ? Character.toString(c) : "_" + Integer.toHexString(c) + "_");
        });
        return symbol.toString();
    }

    /** {@return class and method in messages} */
    public String text() {
        return owner.substring(Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('$')) + 1) + "." + method;
    }
}
