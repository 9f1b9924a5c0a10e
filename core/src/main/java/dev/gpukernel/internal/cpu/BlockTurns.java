package dev.gpukernel.internal.cpu;

import dev.gpukernel.GpuException;
import dev.gpukernel.device.ThreadState;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.PrintSite;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.jvm.BlockCode;
import dev.gpukernel.internal.jvm.BlockCode.Barrier;
import dev.gpukernel.internal.jvm.BlockFrame;
import dev.gpukernel.internal.jvm.LoopFault;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the threads of a block in turn, each up to the next barrier, until all whom a barrier waits for are there. Threads of a kernel
 * with warp operations go on warp by warp: a lower warp gets as far as it can before the next begins.
 */
final class BlockTurns {
    private static final int WARP_SIZE = BlockMember.WARP_SIZE;
    private static final int ALL = -1;

    private final BlockCode code;
    private final List<Barrier> barriers;
    private final @Nullable ClassLoader loader;
    private final BlockFrame frame;
    private final Shape shape;
    private final Consumer<ThreadFault> faults;
    private final int threads;
    private final int[] at;
    private final boolean[] waits;
    private final boolean hasWarps;
    private final ThreadState position = new ThreadState();

    /** By thread, what it printed; {@code null} if none prints. */
    private final @Nullable StringBuilder @Nullable [] printed;

    /**
     * Makes room for a block of a launch.
     *
     * @param loader where the classes of thrown exceptions are found
     * @param arguments one for each parameter
     * @param faults takes what threads throw
     */
    BlockTurns(
            BlockCode code,
            @Nullable ClassLoader loader,
            Object[] arguments,
            Shape shape,
            Consumer<ThreadFault> faults) {
        this.code = code;
        this.barriers = code.barriers();
        this.loader = loader;
        this.shape = shape;
        this.faults = faults;
        this.threads = (int) shape.threadsPerBlock();
        this.frame = code.frame(arguments, threads);
        this.at = frame.at;
        this.waits = new boolean[barriers.isEmpty() ? 0 : threads];
        this.hasWarps =
                barriers.stream().anyMatch(barrier -> barrier.intrinsic().scope() == Scope.WARP);
        this.printed = code.prints().isEmpty() ? null : new StringBuilder[threads];
        frame.printer = this::print;
        frame.blockDimX = shape.blockX();
        frame.blockDimY = shape.blockY();
        frame.blockDimZ = shape.blockZ();
        frame.gridDimX = shape.gridX();
        frame.gridDimY = shape.gridY();
        frame.gridDimZ = shape.gridZ();
        frame.dynamicBytes = shape.sharedBytes();
        GridPosition.size(position, shape);
    }

    private void print(int thread, int number, long[] operands) {
        if (printed != null) {
            StringBuilder own = printed[thread];
            if (own == null) {
                own = new StringBuilder();
                printed[thread] = own;
            }
            own.append(PrintSite.text(code.prints().get(number), operands));
        }
    }

    /** Prints what the threads of the block printed, in their order. */
    void print() {
        if (printed == null) {
            return;
        }
        StringBuilder all = new StringBuilder();
        for (StringBuilder one : printed) {
            if (one != null) {
                all.append(one);
            }
        }
        Arrays.fill(printed, null);
        if (!all.isEmpty()) {
            System.out.print(all);
        }
    }

    /** Begins another block; none of its threads runs yet. */
    void begin(long block) {
        GridPosition.seek(position, block);
        frame.blockX = position.blockX;
        frame.blockY = position.blockY;
        frame.blockZ = position.blockZ;
        frame.dynamic = new SharedMemory(shape.sharedBytes());
        Arrays.fill(waits, false);
        frame.begin();
    }

    /**
     * Runs threads that do not wait, and those that need not wait any more.
     *
     * @return whether all have returned; if not, all that have not wait for the grid, and go on at the next call
     */
    boolean run() {
        if (barriers.isEmpty()) {
            runAll();
            return true;
        }
        Arrays.fill(waits, false);
        while (true) {
            if (hasWarps) {
                for (int first = 0; first < threads; first += WARP_SIZE) {
                    runWarp(first, Math.min(threads, first + WARP_SIZE));
                }
            } else {
                runReady(0, threads);
            }
            int lowest = lowest(0, threads);
            if (lowest == threads) {
                return true;
            }
            Scope scope = commonScope(lowest);
            if (scope == Scope.GRID) {
                return false;
            }
            if (scope != Scope.BLOCK) {
                endDiverged(lowest);
                return true;
            }
            vote(barriers.get(at[lowest] - 1).intrinsic());
            Arrays.fill(waits, false);
        }
    }

    private void runWarp(int from, int to) {
        do {
            runReady(from, to);
        } while (meetInWarp(from, to));
    }

    private void runReady(int from, int to) {
        for (int t = from; t < to; ) {
            if (waits[t] || at[t] == BlockFrame.RETURNED) {
                t++;
                continue;
            }
            int place = at[t];
            int end = t + 1;
            while (end < to && at[end] == place && !waits[end]) {
                end++;
            }
            run(place, t, end);
            t = end;
        }
    }

    /** Threads that wait for nobody run one after another to their end. */
    private void runAll() {
        for (int t = 0; t < threads; ) {
            frame.thread = t;
            try {
                frame.run(BlockFrame.START, t, threads);
                return;
            } catch (Throwable thrown) {
                t = frame.thread;
                faults.accept(new ThreadFault(state(t), shown(thrown)));
                if (t < frame.at.length) {
                    at[t] = BlockFrame.RETURNED;
                }
                t++;
            }
        }
    }

    private void run(int place, int from, int to) {
        for (int t = from; t < to; ) {
            int end = to;
            frame.thread = t;
            try {
                frame.run(place, t, to);
            } catch (Throwable thrown) {
                end = frame.thread;
                fault(end, shown(thrown));
            }
            Arrays.fill(waits, t, end, true);
            t = end + 1;
        }
    }

    private Throwable shown(Throwable thrown) {
        if (thrown instanceof LoopFault fault) {
            return code.exception(fault, loader);
        }
        if (thrown instanceof GpuException) {
            thrown.setStackTrace(frames(code.position(frame.place)));
        }
        return thrown;
    }

    private static StackTraceElement[] frames(@Nullable SourcePosition position) {
        return position == null ? new StackTraceElement[0] : position.frames().toArray(StackTraceElement[]::new);
    }

    /** A thread ends with an exception. */
    private void fault(int thread, Throwable thrown) {
        ThreadState state = state(thread);
        at[thread] = BlockFrame.RETURNED;
        faults.accept(new ThreadFault(state, thrown));
    }

    /** A thread that waits ends with an exception. */
    private void faultAtBarrier(int thread, GpuException thrown) {
        thrown.setStackTrace(frames(barriers.get(at[thread] - 1).position()));
        fault(thread, thrown);
    }

    private ThreadState state(int thread) {
        ThreadState state = new ThreadState();
        GridPosition.size(state, shape);
        state.blockX = frame.blockX;
        state.blockY = frame.blockY;
        state.blockZ = frame.blockZ;
        GridPosition.seekThread(state, thread);
        return state;
    }

    /** {@return the lowest thread that has not returned, the end if all have} */
    private int lowest(int from, int to) {
        int lowest = from;
        while (lowest < to && at[lowest] == BlockFrame.RETURNED) {
            lowest++;
        }
        return lowest;
    }

    /** {@return whom all threads that have not returned wait for at one place, {@link Scope#THREAD} if they wait at several} */
    private Scope commonScope(int lowest) {
        int place = at[lowest];
        Barrier barrier = barriers.get(place - 1);
        for (int t = lowest + 1; t < threads; t++) {
            if (at[t] != place
                    && at[t] != BlockFrame.RETURNED
                    && barriers.get(at[t] - 1).meeting() != barrier.meeting()) {
                return Scope.THREAD;
            }
        }
        return barrier.intrinsic().scope();
    }

    private void vote(Intrinsics intrinsic) {
        if (intrinsic == Intrinsics.BLOCK_SYNC) {
            return;
        }
        int yes = 0;
        int all = 0;
        for (int t = 0; t < threads; t++) {
            if (at[t] != BlockFrame.RETURNED) {
                all++;
                yes += (int) frame.shown[t];
            }
        }
        long outcome = switch (intrinsic) {
            case BLOCK_SYNC_COUNT -> yes;
            case BLOCK_SYNC_AND -> yes == all ? 1 : 0;
            case BLOCK_SYNC_OR -> yes > 0 ? 1 : 0;
            default -> throw new IllegalStateException(intrinsic.text());
        };
        Arrays.fill(frame.outcomes, outcome);
    }

    /** {@return whether threads of a warp can go on that could not before} */
    private boolean meetInWarp(int from, int to) {
        boolean anyMet = false;
        int present = 0;
        for (int t = from; t < to; t++) {
            if (at[t] != BlockFrame.RETURNED && !isInMask(t, t - from)) {
                faultAtBarrier(t, new GpuException(Message.LANE_NOT_IN_MASK, hex(mask(t)), t - from));
                anyMet = true;
            }
            present |= at[t] == BlockFrame.RETURNED ? 0 : 1 << (t - from);
        }
        for (int t = from; t < to; t++) {
            if (at[t] != BlockFrame.RETURNED && waits[t]) {
                int needed = mask(t) & present;
                if (haveMet(t, from, needed)) {
                    WarpMeeting.of(frame, barriers, from, needed).end(this::isAbsent);
                    for (int lanes = needed; lanes != 0; lanes &= lanes - 1) {
                        waits[from + Integer.numberOfTrailingZeros(lanes)] = false;
                    }
                    anyMet = true;
                }
            }
        }
        return anyMet;
    }

    private void isAbsent(int thread, int lane, int present) {
        String operation = barriers.get(at[thread] - 1).operation();
        faultAtBarrier(thread, new GpuException(Message.LANE_ABSENT, operation, lane, hex(present)));
    }

    /** {@return the lanes that a waiting thread waits for, none of a thread that waits for more than its warp} */
    private int mask(int thread) {
        Intrinsics intrinsic = barriers.get(at[thread] - 1).intrinsic();
        return intrinsic.scope() != Scope.WARP
                ? 0
                : intrinsic == Intrinsics.WARP_SYNC_SOME ? (int) frame.shown[thread] : ALL;
    }

    private boolean isInMask(int thread, int lane) {
        return barriers.get(at[thread] - 1).intrinsic() != Intrinsics.WARP_SYNC_SOME
                || (mask(thread) >>> lane & 1) != 0;
    }

    /** {@return whether all lanes that a thread needs wait for the same} */
    private boolean haveMet(int thread, int from, int needed) {
        int meeting = barriers.get(at[thread] - 1).meeting();
        int mask = mask(thread);
        for (int lanes = needed; lanes != 0; lanes &= lanes - 1) {
            int other = from + Integer.numberOfTrailingZeros(lanes);
            if (!waits[other]
                    || barriers.get(at[other] - 1).meeting() != meeting
                    || ((at[other] != at[thread] || mask != ALL) && mask(other) != mask)) {
                return false;
            }
        }
        return needed != 0;
    }

    private static String hex(int mask) {
        return "0x" + Integer.toHexString(mask);
    }

    private void endDiverged(int lowest) {
        Map<Integer, Divergence.Group> groups = new LinkedHashMap<>();
        for (int t = 0; t < threads; t++) {
            if (at[t] != BlockFrame.RETURNED) {
                Barrier barrier = barriers.get(at[t] - 1);
                int thread = t;
                groups.computeIfAbsent(
                                barrier.meeting(),
                                _ -> new Divergence.Group(
                                        Divergence.place(barrier.operation(), frames(barrier.position())),
                                        GridPosition.threadIndex(state(thread))))
                        .add();
            }
        }
        String block = GridPosition.blockIndex(state(lowest)).toString();
        faultAtBarrier(lowest, new GpuException(Message.BARRIER_DIVERGENCE, block, Divergence.places(groups.values())));
        Arrays.fill(at, BlockFrame.RETURNED);
    }
}
