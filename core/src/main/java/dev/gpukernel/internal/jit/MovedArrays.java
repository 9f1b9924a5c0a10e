package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.ForeignArray;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.backend.StagingBuffer;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Host arrays of launches on a device with memory of its own: what the kernel reads goes there, what it writes comes back, an array
 * passed twice is one buffer. If a thread faults, nothing comes back.
 */
final class MovedArrays implements LaunchArrays {
    private static final HostArrays.Way[] WAYS = HostArrays.Way.values();

    private final String kernel;
    private final HostArrays host;
    private final @Nullable Object[] arrays;
    private final @Nullable Memory[] memories;

    private final int firstMade;

    /** Whether what is written is zeros before: native code need not write all of it. */
    private final boolean clears;

    /** What comes back of what the kernel makes: what it may return, and where rows have gone. */
    private final BitSet returned;

    /** Arrays that stay in the host's memory, where they are only read. */
    private final BitSet inPlace = new BitSet();

    /** Arrays that the kernel made, with memory of their own. */
    private final BitSet apart = new BitSet();

    private @Nullable Plan plan;
    private @Nullable Lane lane;
    private @Nullable StepTimes events;
    private @Nullable Stream stream;
    private @Nullable DeviceStream used;
    private boolean hasStreamOfItsOwn;
    private @Nullable StagingBuffer staging;

    /** Whether the device uses small arrays in the host's memory. */
    private boolean areInPlace;

    private @Nullable PieceRun pieceRun;
    private boolean there;
    private long bytesIn;
    private long bytesOut;

    /**
     * Makes it.
     *
     * @param program the kernel
     * @param arrays where the host arrays are found at each launch, by parameter
     * @param firstMade the first parameter of those that are arrays which the kernel makes
     */
    MovedArrays(Program program, @Nullable Object[] arrays, int firstMade) {
        this.kernel = program.name();
        this.host = new HostArrays(program, arrays);
        this.arrays = arrays;
        this.memories = new Memory[arrays.length];
        this.firstMade = firstMade;
        this.clears = program.function().isDeclared();
        this.returned = program.returned();
        returned.or(program.moves());
    }

    @Override
    public void begin(Plan newPlan, @Nullable DeviceStream asked) {
        plan = newPlan;
        there = false;
        bytesIn = 0;
        bytesOut = 0;
        staging = null;
        areInPlace = false;
        pieceRun = null;
        use(asked);
        hasStreamOfItsOwn = asked == null;
        try {
            events = newPlan.gpu().takeTimes();
        } catch (RuntimeException | Error failed) {
            end(failed);
            throw failed;
        }
    }

    private void use(@Nullable DeviceStream asked) {
        if (asked != null) {
            asked.beginUse();
        }
        boolean isTaken = false;
        try {
            Stream own = asked == null ? null : asked.raw();
            Lane taken = plan().gpu().takeLane();
            lane = taken;
            stream = own == null ? taken.stream : own;
            used = asked;
            isTaken = true;
        } finally {
            if (!isTaken && asked != null) {
                asked.endUse();
            }
        }
    }

    private Plan plan() {
        return Objects.requireNonNull(plan, "begun");
    }

    private Lane lane() {
        return Objects.requireNonNull(lane, "begun");
    }

    private StepTimes events() {
        return Objects.requireNonNull(events, "begun");
    }

    @Override
    public Times finish() throws KernelFault {
        StepTimes own = events();
        if (!there && pieceRun == null) {
            own.begin.record(stream());
        }
        if (!there) {
            own.uploaded.record(stream());
        }
        if (!areInPlace) {
            own.computed.record(stream());
        }
        StagingBuffer small = staging;
        if (small != null) {
            // What comes back if a thread faulted is dropped.
            small.download(stream());
            own.end.record(stream());
            stream().settle();
        } else {
            settle();
        }
        requireThere();
        download();
        if (small == null) {
            own.end.record(stream());
        }
        // The launch's from now on.
        events = null;
        if (pieceRun != null) {
            return own.inPieces(plan(), pieceRun);
        }
        return areInPlace ? own.inPlace(plan(), bytesIn, bytesOut) : own.moved(plan(), bytesIn, bytesOut);
    }

    @Override
    public void end(@Nullable Throwable failure) {
        try {
            release(failure == null || isLeftClean(failure), failure);
        } finally {
            DeviceStream asked = used;
            used = null;
            if (asked != null) {
                asked.endUse();
            }
        }
    }

    /** What a thread threw in what was launched before something failed is what the kernel throws. */
    @Override
    public void settleAfter(Throwable failure) throws KernelFault {
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
    private void release(boolean isUsable, @Nullable Throwable failure) {
        boolean isFreed = false;
        try {
            free(stream());
            isFreed = true;
        } catch (RuntimeException failed) {
            if (failure == null) {
                throw failed;
            }
            failure.addSuppressed(failed);
        } finally {
            StepTimes own = events;
            events = null;
            if (isUsable && isFreed) {
                if (own != null) {
                    plan().gpu().giveBack(own);
                }
                plan().gpu().giveBack(lane());
            } else {
                plan().gpu().dropLane();
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
        return Objects.requireNonNull(stream, "begun");
    }

    @Override
    public void bring(BitSet overwritten, long threads, long traffic) {
        if (there) {
            return;
        }
        there = true;
        staging = areStaged() ? lane().staging() : null;
        areInPlace = staging != null && traffic <= StagingBuffer.MOST_TRAFFIC;
        if (!areInPlace) {
            events().begin.record(stream());
        }
        if (staging == null) {
            takeInPlace();
            allocate(plan().gpu().allocator(), stream());
            upload(overwritten, threads, stream());
        } else {
            staging.clear(areInPlace);
            for (HostArrays.Way way : WAYS) {
                stage(staging, way, overwritten, threads);
            }
            staging.upload(stream());
        }
        if (clears) {
            clear(overwritten, threads);
        }
        (areInPlace ? events().begin : events().uploaded).record(stream());
    }

    private void clear(BitSet overwritten, long threads) {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array != null
                    && host.first(array) == i
                    && host.way(array, overwritten, threads) == HostArrays.Way.BACK) {
                memory(i).clear(stream());
            }
        }
    }

    @Override
    public @Nullable LoopCut cut(PiecePlan pieces, HostExpression.Arguments arguments, long[] counts) {
        if (there) {
            return null;
        }
        takeInPlace();
        return inPlace.isEmpty()
                ? PieceChoice.cut(plan().gpu(), host.bytes(), pieces, arguments, arrays, counts)
                : null;
    }

    private boolean areStaged() {
        return hasStreamOfItsOwn && host.areSmall();
    }

    /** Lets the device read arrays where they are, as far as the caller registered them for that. */
    private void takeInPlace() {
        for (int i = 0; i < firstMade; i++) {
            if (arrays[i] instanceof SegmentArray array
                    && memories[i] == null
                    && host.first(array) == i
                    && !host.isWritten(array)
                    && array.memory().address() % ArrayFacts.ALIGNMENT == 0
                    && !areStaged()) {
                Memory memory = plan().gpu().raw().inPlace(array, stream());
                if (memory != null) {
                    memories[i] = memory;
                    inPlace.set(i);
                }
            }
        }
    }

    /** While the device read it, nothing kept another thread from closing its arena. */
    private void requireThere() {
        for (int i = inPlace.nextSetBit(0); i >= 0; i = inPlace.nextSetBit(i + 1)) {
            if (arrays[i] instanceof SegmentArray array
                    && !array.memory().scope().isAlive()) {
                throw new IllegalStateException(Message.SEGMENT_UNUSABLE.format(
                        "what kernel " + kernel + " read in place", "that was closed meanwhile"));
            }
        }
    }

    @Override
    public void run(LoopCut cut, PieceRun.Launcher launcher) throws KernelFault {
        DeviceGpu gpu = plan().gpu();
        apart.stream().forEach(made -> launcher.set(made, memory(made)));
        PieceRun run = new PieceRun(cut, arrays, lane(), launcher);
        events().begin.record(stream());
        // Memory for what pieces come to is allocated in the order of the stream.
        events().uploaded.record(stream());
        run.run(gpu.raw(), gpu.allocator(), events().uploaded);
        pieceRun = run;
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
                    HostArrays.elementOf(array),
                    ForeignArray.lengthOf(array),
                    way.goes() ? array : null,
                    way.comesBack());
            memories[i] = memory;
            bytesIn += way.goes() ? bytes(memory) : 0;
        }
    }

    @Override
    public boolean isLasting() {
        return false;
    }

    @Override
    public Memory memory(int parameter) {
        return Objects.requireNonNull(memories[parameter], "an array");
    }

    /**
     * What the kernel may return has a host array from the start. Until the arrays are brought it is as one of the caller's, but that it
     * is not copied to the device.
     */
    @Override
    public void make(int parameter, ElementType element, int length) {
        // Steps make one for each that they make on the device; nothing is in it before they end.
        Object last = memories[parameter] == null ? null : arrays[parameter];
        giveUp(parameter);
        if (returned.get(parameter)) {
            arrays[parameter] = last != null && Array.getLength(last) == length
                    ? last
                    : Array.newInstance(element.arrayClass().componentType(), length);
            if (!there) {
                return;
            }
        }
        Memory memory = plan().gpu().allocator().allocate(element, length, stream());
        memories[parameter] = memory;
        apart.set(parameter);
        memory.clear(stream());
    }

    private void giveUp(int parameter) {
        Memory before = memories[parameter];
        if (before != null) {
            before.free(stream());
        }
        memories[parameter] = null;
        arrays[parameter] = null;
        apart.clear(parameter);
    }

    @Override
    public Object result(int parameter, boolean onHost) {
        return Objects.requireNonNull(arrays[parameter], "an array");
    }

    private void allocate(Allocator allocator, Stream queue) {
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            if (array != null && !inPlace.get(i)) {
                int same = host.first(array);
                memories[i] = same < i
                        ? memories[same]
                        : allocator.allocate(HostArrays.elementOf(array), ForeignArray.lengthOf(array), queue);
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
                    && !inPlace.get(i)
                    && host.way(array, overwritten, threads).goes()) {
                if (i < firstMade) {
                    FlightEvents.Copied event = FlightEvents.copy();
                    memory.copyFrom(array, queue);
                    bytesIn += bytes(memory);
                    if (event != null) {
                        event.end(plan().gpu(), true, bytes(memory));
                    }
                } else {
                    memory.clear(queue);
                }
            }
        }
    }

    private void download() {
        StagingBuffer small = staging;
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            Memory memory = memories[i];
            if (array != null && memory != null && host.first(array) == i && host.isWritten(array)) {
                if (small == null || apart.get(i)) {
                    FlightEvents.Copied event = FlightEvents.copy();
                    memory.copyTo(array, stream());
                    if (event != null) {
                        event.end(plan().gpu(), false, bytes(memory));
                    }
                } else {
                    small.take(memory, array);
                }
                bytesOut += bytes(memory);
            }
        }
    }

    private static long bytes(Memory memory) {
        return memory.length() * memory.element().bytes();
    }

    private void free(Stream queue) {
        for (int i = 0; i < memories.length; i++) {
            Memory memory = memories[i];
            Object array = arrays[i];
            if (memory != null && (apart.get(i) || (array != null && host.first(array) == i))) {
                memory.free(queue);
            }
        }
        Arrays.fill(memories, null);
        apart.clear();
        inPlace.clear();
    }
}
