package dev.gpukernel.oracle;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs a function in every thread of a grid, threads that wait for each other too: each goes on until it waits, and when all that
 * an instruction waits for are there, they go on. Threads that wait at different instructions are the function's mistake.
 */
public final class GridInterpreter {
    private static final int WARP = 32;

    private final Shape shape;
    /** What each thread does. */
    private final Interpreter one;

    private final List<?> arguments;
    private final ThreadState state = new ThreadState();
    private @Nullable GridFault first;
    private long firstIndex = Long.MAX_VALUE;

    private GridInterpreter(
            Shape shape,
            Function function,
            BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics,
            List<?> arguments) {
        this.shape = shape;
        this.one = new Interpreter(function, intrinsics);
        this.arguments = arguments;
        state.gridDimX = shape.gridX();
        state.gridDimY = shape.gridY();
        state.gridDimZ = shape.gridZ();
        state.blockDimX = shape.blockX();
        state.blockDimY = shape.blockY();
        state.blockDimZ = shape.blockZ();
    }

    /** A thread that has begun. */
    private static final class Activation {
        private final int block;
        private final int thread;
        private final Interpreter interpreter;
        private @Nullable Instr waiting;
        private boolean ended;

        Activation(int block, int thread, Interpreter interpreter) {
            this.block = block;
            this.thread = thread;
            this.interpreter = interpreter;
        }
    }

    /**
     * Runs a grid.
     *
     * @param shape its shape
     * @param function what each thread does
     * @param intrinsics calls the Java method of an intrinsic
     * @param arguments one for each parameter
     * @return the exception of the lowest thread that threw one, or {@code null}
     * @throws OracleException if threads wait for ever, or the function does what no correct one does
     */
    public static @Nullable GridFault run(
            Shape shape,
            Function function,
            BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics,
            List<?> arguments) {
        Scope scope = Cooperation.scope(function);
        if (scope == Scope.THREAD) {
            Interpreter interpreter = new Interpreter(function, intrinsics);
            return GridRunner.run(shape, () -> interpreter.run(0, arguments));
        }
        GridInterpreter grid = new GridInterpreter(shape, function, intrinsics, arguments);
        ScopedValue.where(ThreadState.CURRENT, grid.state).run(() -> {
            if (scope == Scope.GRID) {
                grid.runTogether();
            } else {
                grid.runBlocks(false);
            }
        });
        return grid.first;
    }

    /**
     * Runs the blocks of a loop, of which each has later iterations than the one before: none after one that throws.
     *
     * @param shape its shape
     * @param function what each thread does; threads meet in blocks
     * @param intrinsics calls the Java method of an intrinsic
     * @param arguments one for each parameter
     * @return the exception of the first iteration that threw one, or {@code null}
     * @throws OracleException if threads wait for ever, or the function does what no correct one does
     */
    static @Nullable GridFault runInOrder(
            Shape shape,
            Function function,
            BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics,
            List<?> arguments) {
        GridInterpreter grid = new GridInterpreter(shape, function, intrinsics, arguments);
        ScopedValue.where(ThreadState.CURRENT, grid.state).run(() -> grid.runBlocks(true));
        return grid.first;
    }

    private void runTogether() {
        List<Activation> all = new ArrayList<>();
        for (int block = 0; block < shape.blocks(); block++) {
            all.addAll(begin(block));
        }
        run(all);
    }

    private void runBlocks(boolean untilOneThrows) {
        for (int block = 0; block < shape.blocks() && !(untilOneThrows && first != null); block++) {
            run(begin(block));
        }
    }

    private List<Activation> begin(int block) {
        BlockMemory memory = new BlockMemory(shape.sharedBytes());
        List<Activation> threads = new ArrayList<>();
        for (int thread = 0; thread < shape.threadsPerBlock(); thread++) {
            Interpreter interpreter = one.forThread(memory);
            interpreter.begin(0, arguments);
            threads.add(new Activation(block, thread, interpreter));
        }
        return threads;
    }

    private void run(List<Activation> threads) {
        List<Activation> live = threads;
        while (!live.isEmpty()) {
            live.forEach(this::resume);
            live = live.stream().filter(thread -> !thread.ended).toList();
            List<List<Activation>> meetings = meetings(live);
            if (meetings.isEmpty() && !live.isEmpty()) {
                throw new OracleException("threads wait at different places: "
                        + live.stream().map(thread -> thread.waiting).distinct().toList());
            }
            meetings.forEach(GridInterpreter::meet);
        }
    }

    private void resume(Activation thread) {
        if (thread.waiting != null) {
            return;
        }
        enter(thread);
        try {
            thread.waiting = thread.interpreter.resume();
            thread.ended = thread.waiting == null;
        } catch (InterpretedFault e) {
            thread.ended = true;
            long index = thread.interpreter.faultRank(thread.block * shape.threadsPerBlock() + thread.thread);
            if (index < firstIndex) {
                firstIndex = index;
                first = GridFault.of(e, state);
            }
        }
    }

    private void enter(Activation thread) {
        state.blockX = thread.block % shape.gridX();
        state.blockY = thread.block / shape.gridX() % shape.gridY();
        state.blockZ = thread.block / shape.gridX() / shape.gridY();
        state.threadX = thread.thread % shape.blockX();
        state.threadY = thread.thread / shape.blockX() % shape.blockY();
        state.threadZ = thread.thread / shape.blockX() / shape.blockY();
    }

    /** {@return the groups of threads that are complete} */
    private static List<List<Activation>> meetings(List<Activation> live) {
        List<List<Activation>> complete = new ArrayList<>();
        for (int at = 0; at < live.size(); at++) {
            Activation thread = live.get(at);
            Instr awaited = awaited(thread);
            if (at > 0 && isAwaited(live.get(at - 1), thread, awaited)) {
                // Only the first of a group need look for it.
                continue;
            }
            List<Activation> group = live.stream()
                    .filter(other -> isAwaited(other, thread, awaited))
                    .toList();
            if (group.getFirst() == thread && group.stream().allMatch(other -> other.waiting == awaited)) {
                complete.add(group);
            }
        }
        return complete;
    }

    private static boolean isAwaited(Activation other, Activation by, Instr at) {
        return switch (intrinsic(at).scope()) {
            case GRID -> true;
            case BLOCK -> other.block == by.block;
            case WARP -> other.block == by.block && other.thread / WARP == by.thread / WARP && isNamed(other, by, at);
            case THREAD -> other == by;
        };
    }

    /** {@return whether a thread's mask, if it waits with one, has another thread of its warp} */
    private static boolean isNamed(Activation other, Activation by, Instr at) {
        return intrinsic(at) != Intrinsics.WARP_SYNC_SOME
                || ((int) by.interpreter.brought(at)[0] >>> other.thread % WARP & 1) != 0;
    }

    private static Instr awaited(Activation thread) {
        return Objects.requireNonNull(thread.waiting, "a thread that neither waits nor ended");
    }

    private static Intrinsics intrinsic(Instr waiting) {
        if (!(waiting.op() instanceof Op.Call(Intrinsics intrinsic))) {
            throw new OracleException("a thread waits at " + waiting);
        }
        return intrinsic;
    }

    private static void meet(List<Activation> group) {
        Instr at = awaited(group.getFirst());
        Intrinsics intrinsic = intrinsic(at);
        Meeting meeting = new Meeting(intrinsic);
        group.forEach(thread -> meeting.add(thread.thread % WARP, thread.interpreter.brought(at)));
        for (Activation thread : group) {
            thread.interpreter.answer(at, meeting.result(thread.thread % WARP, thread.interpreter.brought(at)));
        }
        group.forEach(thread -> thread.waiting = null);
    }
}
