package uk.ac.manchester.tornado.api;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;

/** What the threads of a block share. */
final class StandInBlock {
    /** What shared memory holds at first: anything but zeros. */
    private static final int UNDEFINED = 0x55;

    private final List<Object> shared = new ArrayList<>();
    private final @Nullable Phaser barrier;

    /**
     * Makes it.
     *
     * @param barrier where its threads meet, {@code null} if they run one after another
     */
    StandInBlock(@Nullable Phaser barrier) {
        this.barrier = barrier;
    }

    /** A thread waits, for which all must run at once. */
    static final class ThreadsNeededError extends Error {
        private static final long serialVersionUID = 1;

        ThreadsNeededError() {
            super("a thread waits", null, false, false);
        }
    }

    void await() {
        if (barrier == null) {
            throw new ThreadsNeededError();
        }
        barrier.arriveAndAwaitAdvance();
    }

    /** {@return the array that each thread asks for as its so-manieth} */
    synchronized <A> A shared(int number, Class<A> type, int size) {
        if (number == shared.size()) {
            Object made = Array.newInstance(type.componentType(), size);
            for (int i = 0; i < size; i++) {
                Array.setByte(made, i, (byte) UNDEFINED);
            }
            shared.add(made);
        }
        A array = type.cast(shared.get(number));
        if (Array.getLength(array) != size) {
            throw new IllegalStateException("threads ask for different arrays");
        }
        return array;
    }
}
