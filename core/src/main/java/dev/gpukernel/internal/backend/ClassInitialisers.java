package dev.gpukernel.internal.backend;

import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.List;

/** The class initialisers that the current thread is in. No other thread can use their classes until they end. */
public final class ClassInitialisers {
    private static final StackWalker WALKER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    private ClassInitialisers() {}

    /** {@return their classes, the innermost first} */
    public static List<Class<?>> running() {
        return WALKER.<List<Class<?>>>walk(frames -> frames.filter(ClassInitialisers::isInitialiser)
                .<Class<?>>map(StackFrame::getDeclaringClass)
                .toList());
    }

    /** {@return whether there is one} */
    public static boolean areRunning() {
        return WALKER.walk(frames -> frames.anyMatch(ClassInitialisers::isInitialiser));
    }

    /**
     * Asks whether the current thread may be initialising a class. To initialise a class is to initialise those above it first.
     *
     * @param running the classes of {@link #running}
     * @param type a class
     */
    public static boolean mayInitialise(List<Class<?>> running, Class<?> type) {
        return running.stream().anyMatch(initialised -> initialised.isAssignableFrom(type));
    }

    private static boolean isInitialiser(StackFrame frame) {
        return frame.getMethodName().equals("<clinit>");
    }
}
