package dev.gpukernel.internal.cuda;

import java.util.concurrent.Executor;

/**
 * Moves a Java array through a ring of chunks: while the device moves some pieces, threads copy others between array and
 * chunks. Piece {@code p} goes through chunk {@code p % chunks}; half of the ring is ahead, so that neither side waits for
 * the other as long as their speeds are alike.
 *
 * <p>Knows no driver: see {@link StagingChannel}.
 */
final class StagedCopy {
    private final CopyPlan plan;
    private final StagingChannel channel;
    private final SliceGang gang;
    private final int chunks;
    private final int ahead;

    private StagedCopy(CopyPlan plan, StagingChannel channel, SliceGang gang) {
        this.plan = plan;
        this.channel = channel;
        this.gang = gang;
        this.chunks = channel.chunks();
        this.ahead = chunks / 2;
    }

    /** Copies an array to the device. When this returns the array may change; the device may not have every byte yet. */
    static void in(CopyPlan plan, HeapArray array, StagingChannel channel, Executor executor, int helpers) {
        SliceGang gang = new SliceGang(plan, slice -> {
            int piece = plan.pieceOfSlice(slice);
            long offset = plan.sliceOffset(slice);
            long inChunk = offset - plan.pieceOffset(piece);
            array.read(offset, channel.memory(piece % channel.chunks()), inChunk, plan.sliceLength(slice));
        });
        StagedCopy copy = new StagedCopy(plan, channel, gang);
        copy.with(executor, helpers, copy::sendAll);
    }

    /** Copies an array from the device. When this returns the array has every byte. */
    static void out(CopyPlan plan, HeapArray array, StagingChannel channel, Executor executor, int helpers) {
        SliceGang gang = new SliceGang(plan, slice -> {
            int piece = plan.pieceOfSlice(slice);
            long offset = plan.sliceOffset(slice);
            long inChunk = offset - plan.pieceOffset(piece);
            array.write(offset, channel.memory(piece % channel.chunks()), inChunk, plan.sliceLength(slice));
        });
        StagedCopy copy = new StagedCopy(plan, channel, gang);
        copy.with(executor, helpers, copy::receiveAll);
    }

    private void with(Executor executor, int helpers, Runnable schedule) {
        try {
            for (int i = 0; i < Math.min(helpers, plan.slices() - 1); i++) {
                executor.execute(gang::help);
            }
            schedule.run();
        } finally {
            gang.stop();
        }
    }

    private void sendAll() {
        int opened = 0;
        for (int piece = 0; piece < plan.pieces(); piece++) {
            while (opened < plan.pieces() && opened <= piece + ahead && opened < piece + chunks) {
                channel.await(opened % chunks);
                gang.open(opened++);
            }
            gang.finish(piece);
            transfer(piece);
        }
    }

    private void receiveAll() {
        int requested = 0;
        for (int piece = 0; piece < plan.pieces(); piece++) {
            while (requested < plan.pieces() && requested <= piece + ahead && requested < piece + chunks) {
                if (requested >= chunks) {
                    gang.finish(requested - chunks);
                } else {
                    // An earlier copy, in whatever stream, may still be using the chunk.
                    channel.await(requested);
                }
                transfer(requested++);
            }
            channel.await(piece % chunks);
            gang.open(piece);
        }
        for (int piece = Math.max(0, plan.pieces() - chunks); piece < plan.pieces(); piece++) {
            gang.finish(piece);
        }
    }

    private void transfer(int piece) {
        channel.transfer(piece % chunks, plan.pieceOffset(piece), plan.pieceLength(piece));
    }
}
