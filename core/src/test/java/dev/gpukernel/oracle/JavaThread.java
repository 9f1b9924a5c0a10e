package dev.gpukernel.oracle;

import dev.gpukernel.device.BlockThread;
import dev.gpukernel.device.ThreadState;
import dev.gpukernel.device.WarpValues;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a block that runs as Java, in a Java thread of its own, which goes on only while {@link #resume} waits. Knows barriers
 * of the block and shared arrays of constant size; no warps.
 */
final class JavaThread implements BlockThread {
    private final ThreadState state;
    private final Runnable body;
    private final JavaBlockMemory memory;
    private final Semaphore mayRun = new Semaphore(0);
    private final Semaphore stands = new Semaphore(0);
    private boolean begun;
    private boolean ended;
    private String barrier = "";
    private boolean vote;
    private BlockVotes votes = new BlockVotes(0, 0);
    private @Nullable Throwable thrown;

    /**
     * Makes a thread that has not begun.
     *
     * @param state its place, which it shall be bound to
     * @param body what it does
     * @param memory of its block
     */
    JavaThread(ThreadState state, Runnable body, JavaBlockMemory memory) {
        this.state = state;
        this.body = body;
        this.memory = memory;
        state.together = this;
    }

    /** Lets it run until it waits or ends. */
    void resume() {
        if (begun) {
            mayRun.release();
        } else {
            begun = true;
            Thread.ofVirtual().start(this::run);
        }
        stands.acquireUninterruptibly();
        if (thrown instanceof OracleException mistake) {
            throw mistake;
        }
    }

    private void run() {
        try {
            ScopedValue.where(ThreadState.CURRENT, state).run(body);
        } catch (Throwable e) {
            thrown = e;
        } finally {
            ended = true;
            stands.release();
        }
    }

    ThreadState state() {
        return state;
    }

    boolean hasEnded() {
        return ended;
    }

    /** {@return what it ended with, {@code null} if it returned} */
    @Nullable RuntimeException thrown() {
        return switch (thrown) {
            case null -> null;
            case RuntimeException e -> e;
            case Throwable e -> throw new OracleException("a thread ended with " + e);
        };
    }

    /** {@return where it waits} */
    String barrier() {
        return barrier;
    }

    /** {@return what it says at the barrier} */
    boolean vote() {
        return vote;
    }

    /** Says what all said at the barrier. */
    void answer(BlockVotes all) {
        votes = all;
    }

    @Override
    public BlockVotes meetBlock(String operation, boolean mine) {
        barrier = operation + " at " + place();
        vote = mine;
        stands.release();
        mayRun.acquireUninterruptibly();
        return votes;
    }

    /** Those of all calls around, as a method called at two places is two places. */
    private static String place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(frame -> frame.getMethodName() + ":" + frame.getByteCodeIndex())
                        .collect(Collectors.joining(" ")));
    }

    @Override
    public Object sharedArray(Class<?> type, int... sizes) {
        return memory.array(place(), type, sizes);
    }

    @Override
    public void meetGrid() {
        throw unknown("Grid.sync");
    }

    @Override
    public WarpValues meetWarp(String operation, int mask, long bits) {
        throw unknown(operation);
    }

    @Override
    public RuntimeException absent(String operation, int lane, int present) {
        return unknown(operation);
    }

    @Override
    public int presentLanes() {
        throw unknown("Warp");
    }

    @Override
    public Object dynamicArray(Class<?> type, int byteOffset, int length) {
        throw unknown("dynamic shared memory");
    }

    @Override
    public int dynamicBytes() {
        throw unknown("dynamic shared memory");
    }

    @Override
    public void print(String text) {
        System.out.print(text);
    }

    /** Others go on when this one waits or ends, and nothing that the oracle runs waits for them in a loop. */
    @Override
    public void pause() {}

    private static OracleException unknown(String operation) {
        return new OracleException(operation + " is not among what the oracle runs as Java");
    }
}
