package dev.gpukernel.internal.cuda;

import org.jspecify.annotations.Nullable;

/**
 * Hands the slices of a copy to whichever thread is free, in order, as their pieces are opened. The owner opens pieces
 * and waits for them, copying slices itself meanwhile; helpers may come late, or never.
 *
 * <p>{@link #help} is for any thread, the rest for the owner.
 */
final class SliceGang {
    /** Copies one slice. */
    @FunctionalInterface
    interface SliceCopy {
        void copy(int slice);
    }

    private static final int NONE = -1;

    private final CopyPlan plan;
    private final SliceCopy work;
    private final int total;
    private final int[] unfinished;

    private int next;
    private int opened;
    private int running;
    private boolean stopped;
    private @Nullable Throwable failure;

    SliceGang(CopyPlan plan, SliceCopy work) {
        this.plan = plan;
        this.work = work;
        this.total = plan.slices();
        this.unfinished = new int[plan.pieces()];
        for (int piece = 0; piece < unfinished.length; piece++) {
            unfinished[piece] = plan.slicesBefore(piece + 1) - plan.slicesBefore(piece);
        }
    }

    /** Copies slices until there will be no more. */
    void help() {
        for (int slice = claimOrWait(); slice != NONE; slice = claimOrWait()) {
            run(slice);
        }
    }

    /** Lets the next piece be worked on: its number must follow the one before. */
    synchronized void open(int piece) {
        if (plan.slicesBefore(piece) != opened) {
            throw new IllegalStateException("piece " + piece + " is not the next");
        }
        opened = plan.slicesBefore(piece + 1);
        notifyAll();
    }

    /** Returns when every slice of an opened piece is copied; rethrows what a slice threw. */
    void finish(int piece) {
        while (!isFinished(piece)) {
            int slice = claim();
            if (slice == NONE) {
                awaitProgress(piece);
            } else {
                run(slice);
            }
        }
    }

    /** Hands out no more slices, and returns when no thread touches the array or the chunks any longer. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
        boolean interrupted = false;
        while (running > 0) {
            interrupted |= waitInterrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isFinished(int piece) {
        if (failure != null) {
            throw new IllegalStateException("copying between the Java heap and pinned memory failed", failure);
        }
        return unfinished[piece] == 0;
    }

    private synchronized void awaitProgress(int piece) {
        boolean interrupted = false;
        while (unfinished[piece] > 0 && failure == null && next >= opened) {
            interrupted |= waitInterrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized int claim() {
        if (stopped || next >= opened) {
            return NONE;
        }
        running++;
        return next++;
    }

    private synchronized int claimOrWait() {
        boolean interrupted = false;
        while (!stopped && next < total && next >= opened) {
            interrupted |= waitInterrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return claim();
    }

    private void run(int slice) {
        Throwable thrown = null;
        try {
            work.copy(slice);
        } catch (Throwable t) {
            thrown = t;
        }
        done(slice, thrown);
    }

    private synchronized void done(int slice, @Nullable Throwable thrown) {
        running--;
        if (thrown != null) {
            failure = failure == null ? thrown : failure;
            stopped = true;
        }
        int left = --unfinished[plan.pieceOfSlice(slice)];
        if (left == 0 || stopped) {
            notifyAll();
        }
    }

    /** A copy cannot be abandoned half-way: other threads touch the caller's array. So interruption waits. */
    @SuppressWarnings("WaitNotInLoop") // every caller loops over its own condition
    private boolean waitInterrupted() {
        try {
            wait();
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
