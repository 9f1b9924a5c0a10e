package dev.gpukernel.internal.frontend;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The classes around a kernel: {@link LoadedClasses loaded ones} where it runs, {@link UnloadedClasses files} where it is compiled. */
interface ClassView {
    /** {@return the class file with an internal name, null if there is none} */
    @Nullable InputStream open(String internalName) throws IOException;

    /** {@return whether it is known of which classes the objects are that a kernel is passed} */
    boolean knowsObjects();

    /** {@return the class of a function that the kernel is passed, by its internal name, null if there is none} */
    default @Nullable FunctionClass function(String internalName) {
        return null;
    }

    /** What a field holds that holds null. */
    Object NULL = new Object();

    /** {@return what a static final field holds, null if that cannot be asked for} */
    @Nullable Object staticField(String owner, String name);

    /**
     * {@return what a field of an object holds, null if that cannot be asked for}
     *
     * @param owner internal name of the class that declares it
     */
    @Nullable Object field(Object object, String owner, String name);

    /** {@return what a static method without parameters that a compiler made for its own use returns, null if it cannot be called} */
    @Nullable Object made(String owner, String name);

    /**
     * {@return whether what is not known of a class now may be known when the kernel runs} Then it is no finding that something
     * is missing: the class itself, if it is on the class path of the program only, or the value of a field.
     */
    boolean isPartial(String internalName);
}
