package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.Shape;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One launch of a grid kernel whose threads wait for each other. As many blocks run at once as there are cores, or all of them if
 * they wait for each other, in virtual threads.
 */
final class CooperativeRun {
    private final MethodCall kernel;
    private final Object[] arguments;
    private final Shape shape;
    private final long blocks;
    private final GridBarrier grid;
    private final AtomicLong next;
    private final CountDownLatch allDone = new CountDownLatch(1);
    private final Map<Long, String> printed = new TreeMap<>();
    private long done;
    private long printedBlocks;
    private @Nullable ThreadFault fault;
    private @Nullable Throwable failure;

    CooperativeRun(MethodCall kernel, Object[] arguments, Shape shape) {
        this.kernel = kernel;
        this.arguments = arguments;
        this.shape = shape;
        this.blocks = shape.blocks();
        this.grid = new GridBarrier(blocks);
        this.next = new AtomicLong();
    }

    Shape shape() {
        return shape;
    }

    GridBarrier grid() {
        return grid;
    }

    /**
     * Runs every thread of the grid. A thread that throws ends; the others go on.
     *
     * @param all whether all blocks must be there at once
     * @return what the lowest thread threw, {@code null} if none did
     */
    @Nullable ThreadFault run(boolean all) {
        long atOnce = all ? blocks : Math.min(blocks, WorkerPool.SIZE);
        next.set(atOnce);
        for (long block = 0; block < atOnce; block++) {
            new BlockRun(this, block).start();
        }
        Waiting.uninterruptibly(allDone);
        synchronized (this) {
            if (failure != null) {
                throw new IllegalStateException("a block failed outside the kernel", failure);
            }
            return fault;
        }
    }

    /** Makes a Java thread for some threads of a block. */
    Thread newThread(BlockRun block, Runnable task) {
        return Thread.ofVirtual().name(block.name()).unstarted(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                fail(e);
            }
        });
    }

    /** Runs one thread of the grid, in the running Java thread. */
    void runThread(BlockMember member) {
        ScopedValue.where(ThreadState.CURRENT, member.state).run(() -> {
            try {
                kernel.invoke(arguments);
            } catch (Divergence.Ended _) {
                // Another thread tells of it.
            } catch (Throwable thrown) {
                keep(new ThreadFault(member.state, thrown));
            }
        });
    }

    /** A block's threads have all returned. */
    void finish(BlockRun block) {
        grid.leave();
        if (keepPrinted(block)) {
            allDone.countDown();
            return;
        }
        long another = next.getAndIncrement();
        if (another < blocks) {
            new BlockRun(this, another).start();
        }
    }

    private synchronized boolean keepPrinted(BlockRun block) {
        printed.put(block.number(), block.printed());
        for (String text = printed.remove(printedBlocks); text != null; text = printed.remove(printedBlocks)) {
            System.out.print(text);
            printedBlocks++;
        }
        return ++done == blocks;
    }

    private synchronized void fail(Throwable e) {
        failure = e;
        allDone.countDown();
    }

    private synchronized void keep(ThreadFault another) {
        if (fault == null || another.isBefore(fault)) {
            fault = another;
        }
    }
}
