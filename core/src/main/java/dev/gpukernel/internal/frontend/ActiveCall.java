package dev.gpukernel.internal.frontend;

/**
 * A method that is being translated, or one that calls it.
 *
 * @param owner internal name of its class
 * @param name its name
 * @param descriptor its descriptor
 */
record ActiveCall(String owner, String name, String descriptor) {
    /** {@return class and method, for messages} */
    String text() {
        return MethodText.simpleName(owner) + "." + name;
    }
}
