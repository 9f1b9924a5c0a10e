package dev.gpukernel.internal.backend;

import java.util.List;

/** A thread of a kernel ended with a Java exception. Carries it; not seen by users. */
public final class KernelFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Throwable thrown;

    /**
     * Wraps an exception of a kernel.
     *
     * @param thrown the exception as the user shall see it: its stack trace begins with the kernel's frames and ends with
     *     them, unless it was thrown by the kernel's method itself
     * @param note which block and thread, or which iteration; attached as a suppressed {@link ThreadNote}
     */
    public KernelFault(Throwable thrown, String note) {
        super(null, thrown, false, false);
        this.thrown = thrown;
        thrown.addSuppressed(new ThreadNote(note));
    }

    /**
     * Wraps an exception of a kernel that is not one thread's, because the kernel ran as the loop it is written as.
     *
     * @param thrown the exception as the user shall see it
     */
    public KernelFault(Throwable thrown) {
        super(null, thrown, false, false);
        this.thrown = thrown;
    }

    /** {@return the exception to throw to the user} */
    public Throwable thrown() {
        return thrown;
    }

    /** A note on an exception: which thread of the grid it comes from. */
    public static final class ThreadNote extends Exception {
        private static final long serialVersionUID = 1L;

        ThreadNote(String note) {
            super(note, null, false, false);
        }
    }

    /**
     * The note for a thread of a grid.
     *
     * @param block index of the block, x y z
     * @param thread index of the thread in it, x y z
     * @return the note
     */
    public static String note(List<Integer> block, List<Integer> thread) {
        return "in block " + block + ", thread " + thread;
    }
}
