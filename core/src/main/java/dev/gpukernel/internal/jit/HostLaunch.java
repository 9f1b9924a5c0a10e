package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRun;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.StagingBuffer;
import dev.gpukernel.internal.backend.Stream;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Launches with host arrays: what the kernel reads goes to the device, what it writes comes back, an array passed twice is one
 * buffer. If a thread faults, nothing comes back.
 */
final class HostLaunch implements LaunchArrays {
    private final HostArrays host;
    private final @Nullable Object[] arrays;
    private final @Nullable Memory[] memories;
    private @Nullable Plan plan;
    private @Nullable Lane lane;
    private @Nullable Stream stream;
    private boolean hasStreamOfItsOwn;
    private @Nullable StagingBuffer staging;
    private boolean there;
    private @Nullable PieceRun pieceRun;
    private long bytesIn;
    private long bytesOut;

    /**
     * Makes what launches a program.
     *
     * @param program the kernel
     * @param arrays where the host arrays are found at each launch, by parameter
     */
    HostLaunch(Program program, @Nullable Object[] arrays) {
        this.host = new HostArrays(program, arrays);
        this.arrays = arrays;
        this.memories = new Memory[arrays.length];
    }

    /** What to do with the arrays. */
    interface Work {
        void run(LaunchArrays arrays) throws KernelFault;
    }

    KernelRun run(Plan newPlan, @Nullable DeviceStream asked, Work work) throws KernelFault {
        plan = newPlan;
        there = false;
        pieceRun = null;
        bytesIn = 0;
        bytesOut = 0;
        staging = null;
        return newPlan.gpu().raw().sharesHeap() ? inPlace(newPlan, asked, work) : moved(newPlan, asked, work);
    }

    private KernelRun inPlace(Plan used, @Nullable DeviceStream asked, Work work) throws KernelFault {
        hasStreamOfItsOwn = true;
        stream = (asked == null ? used.gpu().defaultStream() : asked).raw();
        there = true;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            memories[i] = array == null ? null : used.gpu().raw().wrap(array);
        }
        long start = System.nanoTime();
        try {
            work.run(this);
            return Times.inPlace(used, System.nanoTime() - start);
        } finally {
            Arrays.fill(memories, null);
        }
    }

    private KernelRun moved(Plan used, @Nullable DeviceStream asked, Work work) throws KernelFault {
        if (asked == null) {
            return moved(used, used.gpu().takeLane(), null, work);
        }
        asked.beginUse();
        try {
            return moved(used, used.gpu().takeLane(), asked.raw(), work);
        } finally {
            asked.endUse();
        }
    }

    private KernelRun moved(Plan used, Lane taken, @Nullable Stream asked, Work work) throws KernelFault {
        Stream queue = asked == null ? taken.stream : asked;
        lane = taken;
        hasStreamOfItsOwn = asked == null;
        stream = queue;
        Throwable failure = null;
        boolean isUsable = true;
        try {
            return run(used, taken, queue, work);
        } catch (KernelFault fault) {
            failure = fault.thrown();
            isUsable = isLeftClean(failure);
            throw fault;
        } catch (RuntimeException | Error failed) {
            failure = failed;
            isUsable = isLeftClean(failed);
            throw failed;
        } finally {
            release(used, taken, queue, isUsable, failure);
        }
    }

    private KernelRun run(Plan used, Lane taken, Stream queue, Work work) throws KernelFault {
        taken.begin.record(queue);
        try {
            work.run(this);
        } catch (RuntimeException | Error failed) {
            throwEarlierFault(failed);
            throw failed;
        }
        if (!there) {
            taken.uploaded.record(queue);
        }
        taken.computed.record(queue);
        StagingBuffer small = staging;
        if (small != null) {
            // What comes back if a thread faulted is dropped.
            small.download(queue);
            taken.end.record(queue);
            settle();
            download((memory, array) -> small.take(memory, array));
        } else {
            settle();
            download((memory, array) -> memory.copyTo(array, queue));
            taken.end.record(queue);
        }
        return pieceRun == null ? Times.moved(used, taken, bytesIn, bytesOut) : Times.inPieces(used, taken, pieceRun);
    }

    /** What a thread threw in what was launched before something failed is what the kernel throws. */
    private void throwEarlierFault(Throwable failure) throws KernelFault {
        try {
            settle();
        } catch (KernelFault fault) {
            fault.thrown().addSuppressed(failure);
            throw fault;
        } catch (RuntimeException broken) {
            failure.addSuppressed(broken);
        }
    }

    /** Waits for what was launched before something failed; {@return whether the lane can be used again} */
    private boolean isLeftClean(Throwable failure) {
        try {
            settle();
            return true;
        } catch (KernelFault left) {
            failure.addSuppressed(left.thrown());
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    /** Frees the memory and gives the lane back. */
    private void release(Plan used, Lane taken, Stream queue, boolean isUsable, @Nullable Throwable failure) {
        boolean isFreed = false;
        try {
            free(queue);
            isFreed = true;
        } catch (RuntimeException failed) {
            if (failure == null) {
                throw failed;
            }
            failure.addSuppressed(failed);
        } finally {
            if (isUsable && isFreed) {
                used.gpu().giveBack(taken);
            } else {
                used.gpu().dropLane();
            }
        }
    }

    @Override
    public void claim() {
        // The host's arrays are the caller's, and what is on the device is nobody else's.
    }

    @Override
    public void giveUpClaim() {
        // There is none.
    }

    @Override
    public void settle() throws KernelFault {
        if (hasStreamOfItsOwn) {
            stream().synchronize();
            return;
        }
        // Others may launch on the stream too.
        for (Memory memory : memories) {
            if (memory != null) {
                memory.settle(stream());
            }
        }
    }

    @Override
    public void settleIfFaulty() throws KernelFault {
        if (hasStreamOfItsOwn && stream().isFaulty()) {
            settle();
        }
    }

    @Override
    public Stream stream() {
        return Objects.requireNonNull(stream, "launched");
    }

    @Override
    public void bring(BitSet overwritten, long threads) {
        if (there) {
            return;
        }
        there = true;
        Lane taken = Objects.requireNonNull(lane, "moved");
        staging = hasStreamOfItsOwn && host.areSmall() ? taken.staging() : null;
        if (staging == null) {
            allocate(Objects.requireNonNull(plan, "launched").gpu().allocator(), stream());
            upload(overwritten, threads, stream());
        } else {
            staging.clear();
            for (HostArrays.Way way : HostArrays.Way.values()) {
                stage(staging, way, overwritten, threads);
            }
            staging.upload(stream());
        }
        taken.uploaded.record(stream());
    }

    @Override
    public boolean runInPieces(
            PiecePlan pieces, HostExpression.Arguments arguments, long[] counts, Supplier<PieceRun.Launcher> launchers)
            throws KernelFault {
        DeviceGpu gpu = Objects.requireNonNull(plan, "launched").gpu();
        LoopCut cut = there ? null : PieceChoice.cut(gpu, host.bytes(), pieces, arguments, arrays, counts);
        if (cut == null) {
            return false;
        }
        Lane taken = Objects.requireNonNull(lane, "moved");
        PieceRun run = new PieceRun(cut, arrays, taken, launchers.get());
        // Memory for what pieces come to is allocated in the order of the stream.
        taken.uploaded.record(stream());
        run.run(gpu.allocator(), taken.uploaded);
        pieceRun = run;
        return true;
    }

    private void stage(StagingBuffer buffer, HostArrays.Way way, BitSet overwritten, long threads) {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array == null || host.way(array, overwritten, threads) != way) {
                continue;
            }
            int same = host.first(array);
            if (same < i) {
                memories[i] = memories[same];
                continue;
            }
            Memory memory = buffer.add(
                    HostArrays.elementOf(array), Array.getLength(array), way.goes() ? array : null, way.comesBack());
            memories[i] = memory;
            bytesIn += way.goes() ? bytes(memory) : 0;
        }
    }

    @Override
    public boolean isLasting() {
        return Objects.requireNonNull(plan, "launched").gpu().raw().sharesHeap();
    }

    @Override
    public Memory memory(int parameter) {
        return Objects.requireNonNull(memories[parameter], "an array");
    }

    private void allocate(Allocator allocator, Stream queue) {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array != null) {
                int same = host.first(array);
                memories[i] = same < i
                        ? memories[same]
                        : allocator.allocate(HostArrays.elementOf(array), Array.getLength(array), queue);
            }
        }
    }

    private void upload(BitSet overwritten, long threads, Stream queue) {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            Memory memory = memories[i];
            if (array != null
                    && memory != null
                    && host.first(array) == i
                    && host.way(array, overwritten, threads).goes()) {
                memory.copyFrom(array, queue);
                bytesIn += bytes(memory);
            }
        }
    }

    /** How an array comes back. */
    private interface Return {
        void take(Memory memory, Object array);
    }

    private void download(Return one) {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            Memory memory = memories[i];
            if (array != null && memory != null && host.first(array) == i && host.isWritten(array)) {
                one.take(memory, array);
                bytesOut += bytes(memory);
            }
        }
    }

    private static long bytes(Memory memory) {
        return (long) memory.length() * memory.element().bytes();
    }

    private void free(Stream queue) {
        for (int i = 0; i < memories.length; i++) {
            Memory memory = memories[i];
            Object array = arrays[i];
            if (memory != null && array != null && host.first(array) == i) {
                memory.free(queue);
            }
        }
        Arrays.fill(memories, null);
    }
}
