package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A device that is an array. It moves pieces in order, each either as soon as it is told or as late as it may, so that whoever fills a
 * chunk too late or reuses it too early leaves wrong bytes behind.
 */
final class FakeChannel implements StagingChannel {
    enum Direction {
        TO_DEVICE,
        FROM_DEVICE
    }

    enum Speed {
        AT_ONCE,
        WHEN_AWAITED
    }

    private record Transfer(int chunk, Runnable move) {}

    final byte[] device;
    final List<Long> transferredAt = new ArrayList<>();

    private final byte[][] chunks;
    private final Deque<Transfer> pending;
    private final Direction direction;
    private final Speed speed;

    FakeChannel(byte[] device, int chunkCount, int chunkBytes, Direction direction, Speed speed) {
        this(device, new byte[chunkCount][chunkBytes], new ArrayDeque<>(), direction, speed);
    }

    private FakeChannel(byte[] device, byte[][] chunks, Deque<Transfer> pending, Direction direction, Speed speed) {
        this.device = device;
        this.chunks = chunks;
        this.pending = pending;
        this.direction = direction;
        this.speed = speed;
    }

    /** The same chunks and device, with whatever is still in transfer, for a copy the other way. */
    FakeChannel back() {
        return new FakeChannel(device, chunks, pending, Direction.FROM_DEVICE, speed);
    }

    @Override
    public int chunks() {
        return chunks.length;
    }

    @Override
    public MemorySegment memory(int chunk) {
        return MemorySegment.ofArray(chunks[chunk]);
    }

    @Override
    public void await(int chunk) {
        while (isInTransfer(chunk)) {
            pending.removeFirst().move.run();
        }
    }

    @Override
    public void transfer(int chunk, long deviceOffset, long bytes) {
        if (isInTransfer(chunk)) {
            throw new AssertionError("chunk " + chunk + " is still in transfer");
        }
        transferredAt.add(deviceOffset);
        int offset = Math.toIntExact(deviceOffset);
        int count = Math.toIntExact(bytes);
        Runnable move = switch (direction) {
            case TO_DEVICE -> () -> System.arraycopy(chunks[chunk], 0, device, offset, count);
            case FROM_DEVICE -> () -> System.arraycopy(device, offset, chunks[chunk], 0, count);
        };
        switch (speed) {
            case AT_ONCE -> move.run();
            case WHEN_AWAITED -> pending.addLast(new Transfer(chunk, move));
        }
    }

    /** What a device does by itself some time after the copy. */
    void drain() {
        while (!pending.isEmpty()) {
            pending.removeFirst().move.run();
        }
    }

    private boolean isInTransfer(int chunk) {
        return pending.stream().anyMatch(transfer -> transfer.chunk == chunk);
    }
}
