package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuException;
import dev.gpukernel.device.BlockThread;
import dev.gpukernel.device.ThreadState;
import dev.gpukernel.device.WarpValues;
import dev.gpukernel.diagnostic.Message;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread of a block that runs as one: what it waits for, and the Java thread that runs it. */
final class BlockMember implements BlockThread {
    static final int WARP_SIZE = 32;

    final BlockRun block;
    final int number;
    final ThreadState state;

    /** What it waits for; {@code null} while it runs or could run. */
    @Nullable Arrival arrival;

    /** What it gets when it need not wait any more. */
    @Nullable Object outcome;

    /** Who runs it; {@code null} before it began. */
    @Nullable Thread runner;

    private @Nullable StringBuilder printed;
    private volatile boolean mayRun;

    BlockMember(BlockRun block, int number, ThreadState state) {
        this.block = block;
        this.number = number;
        this.state = state;
    }

    int warp() {
        return number / WARP_SIZE;
    }

    int lane() {
        return number % WARP_SIZE;
    }

    /** Lets the Java thread that runs this member go on. */
    void wake() {
        mayRun = true;
        LockSupport.unpark(runner);
    }

    /** Waits in its Java thread for {@link #wake}. */
    void sleep() {
        boolean interrupted = false;
        while (!mayRun) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        mayRun = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public BlockVotes meetBlock(String operation, boolean vote) {
        Arrival here = new Arrival(Arrival.Kind.BLOCK, operation, CallPath.here(), 0, vote ? 1 : 0);
        return (BlockVotes) block.await(this, here);
    }

    @Override
    public void meetGrid() {
        block.await(this, new Arrival(Arrival.Kind.GRID, "Grid.sync", CallPath.here(), 0, 0));
    }

    @Override
    public WarpValues meetWarp(String operation, int mask, long bits) {
        if ((mask >>> lane() & 1) == 0) {
            throw new GpuException(Message.LANE_NOT_IN_MASK, hex(mask), lane());
        }
        Arrival here = new Arrival(Arrival.Kind.WARP, operation, CallPath.here(), mask, bits);
        return (WarpValues) block.await(this, here);
    }

    @Override
    public RuntimeException absent(String operation, int lane, int present) {
        return new GpuException(Message.LANE_ABSENT, operation, lane, hex(present));
    }

    private static String hex(int mask) {
        return "0x" + Integer.toHexString(mask);
    }

    @Override
    public int presentLanes() {
        return block.presentLanes(warp());
    }

    @Override
    public Object sharedArray(Class<?> type, int... sizes) {
        return block.memory().array(CallPath.here(), type, sizes);
    }

    @Override
    public Object dynamicArray(Class<?> type, int byteOffset, int length) {
        return block.memory().slice(type, byteOffset, length);
    }

    @Override
    public int dynamicBytes() {
        return block.memory().dynamicBytes();
    }

    @Override
    public void print(String text) {
        if (printed == null) {
            printed = new StringBuilder();
        }
        printed.append(text);
    }

    /** Appends what this thread printed. */
    void printTo(StringBuilder all) {
        if (printed != null) {
            all.append(printed);
        }
    }

    @Override
    public void pause() {
        block.pause(this);
    }
}
