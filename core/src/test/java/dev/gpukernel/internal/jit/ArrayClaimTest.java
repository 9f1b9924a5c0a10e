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
    private final GpuArray<int[]> first = gpu.allocate(int[].class, 100);
    private final GpuArray<int[]> second = gpu.allocate(int[].class, 1);
    private final List<String> granted = new CopyOnWriteArrayList<>();

    private static void add(ArrayClaim claim, GpuArray<int[]> array, boolean write) {
        ((HeldArray<?>) array).addTo(claim, write);
    }

    private ArrayClaim claim(GpuArray<int[]> array, boolean write) {
        ArrayClaim claim = new ArrayClaim(gpu, 2);
        add(claim, array, write);
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
    void anArrayThatIsReadAndWrittenIsClaimedForWriting() throws InterruptedException {
        for (boolean writesFirst : new boolean[] {false, true}) {
            ArrayClaim both = claim(first, writesFirst);
            add(both, first, !writesFirst);
            both.take(null);
            Thread reader = taking("reader", claim(first, false));
            assertThat(granted).isEmpty();
            both.giveUp();
            reader.join();
            granted.clear();
        }
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
    void slicesWithoutACommonElementAreClaimedSideBySide() throws InterruptedException {
        ArrayClaim writer = claim(first.slice(10, 20), true);
        writer.take(null);
        taking("before", claim(first.slice(0, 10), true)).join();
        taking("behind", claim(first.slice(20, 100).slice(0, 5), true)).join();
        taking("empty", claim(first.slice(15, 15), true)).join();
        assertThat(granted).containsExactly("before", "behind", "empty");
        Thread overlapping = taking("overlapping", claim(first.slice(19, 21), false));
        Thread whole = taking("whole", claim(first, true));
        Thread later = taking("in turn", claim(first.slice(50, 60), false));
        assertThat(granted).hasSize(3);
        writer.giveUp();
        overlapping.join();
        whole.join();
        later.join();
        assertThat(granted).containsExactly("before", "behind", "empty", "overlapping", "whole", "in turn");
    }

    @Test
    void aSliceWaitsForOneThatWaitsLongerAndHasOneOfItsElements() throws InterruptedException {
        ArrayClaim writer = claim(first.slice(0, 5), true);
        writer.take(null);
        Thread longer = taking("longer", claim(first.slice(0, 11), true));
        Thread behind = taking("behind", claim(first.slice(10, 20), true));
        taking("apart", claim(first.slice(20, 30), false)).join();
        assertThat(granted).containsExactly("apart");
        writer.giveUp();
        longer.join();
        behind.join();
        assertThat(granted).containsExactly("apart", "longer", "behind");
    }

    @Test
    void anArrayIsFreedOnceNoSliceIsClaimed() {
        ArrayClaim both = new ArrayClaim(gpu, 2);
        add(both, first.slice(0, 10), true);
        add(both, first.slice(20, 30), false);
        ArrayClaim other = claim(first.slice(40, 50), true);
        both.take(null);
        other.take(null);
        long before = gpu.memory().used();
        first.close();
        both.giveUp();
        assertThat(gpu.memory().used()).isEqualTo(before);
        other.giveUp();
        assertThat(gpu.memory().used()).isEqualTo(before - 100 * Integer.BYTES);
    }

    @Test
    void claimsOnTheSameArraysInAnotherOrderDoNotWaitForever() throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            boolean swapped = i % 2 == 0;
            threads[i] = Thread.ofPlatform().start(() -> {
                ArrayClaim claim = new ArrayClaim(gpu, 2);
                for (int round = 0; round < 2000; round++) {
                    add(claim, swapped ? second : first, true);
                    add(claim, swapped ? first : second, false);
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
