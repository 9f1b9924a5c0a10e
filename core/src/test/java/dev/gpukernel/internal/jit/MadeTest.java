package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MadeTest {
    private static final CountDownLatch MAKING = new CountDownLatch(1);

    /** Needs this class, once another thread initialises it. */
    private static final Made<Integer> OF_INITIALISER = new Made<>(() -> {
        MAKING.countDown();
        return InInitialiser.NUMBER;
    });

    /** A class whose initialiser uses what is made of it. */
    private static final class InInitialiser {
        static final int NUMBER;

        static {
            Thread other = Thread.ofPlatform().daemon().start(OF_INITIALISER::get);
            try {
                assertThat(MAKING.await(30, TimeUnit.SECONDS)).isTrue();
                // The other thread waits for this class by now, with whatever lock it has.
                while (other.getState() == Thread.State.NEW) {
                    Thread.onSpinWait();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            NUMBER = 7 + (OF_INITIALISER.get() == null ? 1 : 0);
        }
    }

    @Test
    void aClassInitialiserDoesNotWaitForWhoeverWaitsForIt() {
        assertThat(InInitialiser.NUMBER).isEqualTo(7);
    }

    @Test
    void itIsMadeOnceForManyThreads() throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        Made<Integer> slow = new Made<>(() -> {
            sleep();
            return made.incrementAndGet();
        });
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofPlatform().start(slow::get);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(made).hasValue(1);
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFailureIsKeptAndAnErrorIsNot() {
        AtomicInteger attempts = new AtomicInteger();
        Made<String> failing = new Made<>(() -> {
            throw new IllegalArgumentException("attempt " + attempts.incrementAndGet());
        });
        assertThatThrownBy(failing::get).hasMessage("attempt 1");
        assertThatThrownBy(failing::get).hasMessage("attempt 1");
        Made<String> ended = new Made<>(() -> {
            if (attempts.incrementAndGet() == 2) {
                throw new OutOfMemoryError("as if");
            }
            return "made";
        });
        assertThatThrownBy(ended::get).isInstanceOf(OutOfMemoryError.class);
        assertThat(ended.get()).isEqualTo("made");
    }
}
