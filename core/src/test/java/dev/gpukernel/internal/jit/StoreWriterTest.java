package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StoreWriterTest {
    private final StoreWriter writer = new StoreWriter();
    private final List<String> kept = new CopyOnWriteArrayList<>();

    @Test
    void nobodyWaitsForWhatIsKept() throws InterruptedException {
        CountDownLatch launched = new CountDownLatch(1);
        writer.execute(() -> {
            await(launched);
            kept.add("first");
        });
        writer.execute(() -> kept.add("second"));
        assertThat(kept).isEmpty();
        launched.countDown();
        writer.finish();
        assertThat(kept).containsExactly("first", "second");
    }

    @Test
    void aFailureLosesOnlyWhatFailed() {
        writer.execute(() -> {
            throw new IllegalStateException("no room");
        });
        writer.execute(() -> kept.add("next"));
        writer.finish();
        assertThat(kept).containsExactly("next");
    }

    @Test
    void theThreadEndsAndAnotherOneFollows() {
        for (int i = 0; i < 50; i++) {
            String name = "" + i;
            writer.execute(() -> kept.add(name));
            writer.finish();
        }
        assertThat(kept).hasSize(50);
        writer.finish();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("gpukernel-store") && thread.isAlive() && isOurs(thread));
    }

    /** {@return whether a thread has something to do: one that has nothing left is about to end} */
    private static boolean isOurs(Thread thread) {
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return thread.isAlive();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
