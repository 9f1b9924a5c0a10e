package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArrayClaimTest {
    private final DeviceGpu gpu = (DeviceGpu) Gpu.all().getLast();
    /** An array that nothing refers to is closed some time, and then not claimed. */
    private final List<GpuArray<int[]>> held = new CopyOnWriteArrayList<>();

    private final ArrayOrder first = order();
    private final ArrayOrder second = order();
    private final List<String> granted = new CopyOnWriteArrayList<>();

    private ArrayOrder order() {
        GpuArray<int[]> array = gpu.allocate(int[].class, 1);
        held.add(array);
        return ((HeldArray<?>) array).order();
    }

    private ArrayClaim claim(ArrayOrder array, boolean write) {
        ArrayClaim claim = new ArrayClaim(gpu, 2);
        claim.add(array, write);
        return claim;
    }

    /** Takes a claim in a thread of its own, and gives it up at once; returns when it waits or has ended. */
    private Thread taking(String name, ArrayClaim claim) throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(() -> {
            claim.take(null);
            granted.add(name);
            claim.giveUp();
        });
        while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        return thread;
    }

    @Test
    void readersClaimAnArrayTogether() throws InterruptedException {
        ArrayClaim reader = claim(first, false);
        reader.take(null);
        taking("other reader", claim(first, false)).join();
        assertThat(granted).containsExactly("other reader");
        reader.giveUp();
    }

    @Test
    void aWriterHasAnArrayForItself() throws InterruptedException {
        ArrayClaim writer = claim(first, true);
        writer.take(null);
        Thread reader = taking("reader", claim(first, false));
        taking("elsewhere", claim(second, true)).join();
        assertThat(granted).containsExactly("elsewhere");
        writer.giveUp();
        reader.join();
        assertThat(granted).containsExactly("elsewhere", "reader");
    }

    @Test
    void whatWaitsGoesOnInTurn() throws InterruptedException {
        ArrayClaim reader = claim(first, false);
        reader.take(null);
        Thread writer = taking("writer", claim(first, true));
        Thread later = taking("later reader", claim(first, false));
        assertThat(granted).as("a reader does not overtake a writer").isEmpty();
        reader.giveUp();
        writer.join();
        later.join();
        assertThat(granted).containsExactly("writer", "later reader");
    }

    @Test
    void claimsOnTheSameArraysInAnotherOrderDoNotWaitForever() throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            boolean swapped = i % 2 == 0;
            threads[i] = Thread.ofPlatform().start(() -> {
                ArrayClaim claim = new ArrayClaim(gpu, 2);
                for (int round = 0; round < 2000; round++) {
                    claim.add(swapped ? second : first, true);
                    claim.add(swapped ? first : second, false);
                    claim.take(null);
                    claim.giveUp();
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void anArrayClosedMeanwhileIsNotClaimed() throws InterruptedException {
        ArrayClaim writer = claim(first, true);
        writer.take(null);
        ArrayClaim waiting = claim(first, false);
        Thread other = Thread.ofPlatform()
                .start(() -> assertThatThrownBy(() -> waiting.take(null))
                        .isInstanceOf(IllegalStateException.class)
                        .satisfies(_ -> granted.add("refused")));
        while (other.isAlive() && other.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        first.close();
        writer.giveUp();
        other.join();
        assertThat(granted).containsExactly("refused");
    }
}
