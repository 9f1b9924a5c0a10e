package dev.gpukernel.oracle;

import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.jit.CompilerSteps.Compiled;
import dev.gpukernel.internal.jit.HostMachine;
import dev.gpukernel.internal.jit.HostMachine.Nest;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs a kernel of plain loops: what the host does of it as it is, its loops in the interpreter, one iteration after another, or of
 * reductions in the order that is documented.
 */
public final class LoopInterpreter implements HostMachine.Runner {
    private final BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics;
    private final Function changed;
    private final boolean backwards;
    private final Part part;
    private final Map<String, Function> iterations;

    /** What a function does of a nest of parallel loops. */
    public enum Part {
        /** One iteration of all of them. */
        ITERATION,
        /** One iteration of the outermost, with all of those in it. */
        OUTERMOST,
        /** Several iterations, as many as a thread runs. */
        THREAD
    }

    /**
     * Makes it.
     *
     * @param intrinsics calls the Java method of an intrinsic
     * @param changed what is run of the loops whose code has its name
     * @param part what that does of them
     * @param backwards whether the last iteration is the first
     */
    public LoopInterpreter(
            BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics,
            Function changed,
            Part part,
            boolean backwards) {
        this(intrinsics, changed, part, backwards, Map.of());
    }

    /**
     * Makes it.
     *
     * @param iterations what one iteration does of reductions, by name: quicker than blocks of threads, where those are not asked for
     */
    LoopInterpreter(
            BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics,
            Function changed,
            Part part,
            boolean backwards,
            Map<String, Function> iterations) {
        this.iterations = Map.copyOf(iterations);
        this.part = part;
        this.intrinsics = intrinsics;
        this.changed = changed;
        this.backwards = backwards;
    }

    /** Runs the kernel; {@return the array that it returns, or the bits of what else it does} */
    public Object run(Compiled compiled, List<Object> arguments) {
        try {
            return compiled.runHost(arguments, this);
        } catch (KernelFault fault) {
            throw new InterpretedFault(fault.thrown(), null);
        }
    }

    @Override
    public List<?> run(Nest nest, List<Object> arguments, long[] counts) {
        Function code = nest.name().equals(changed.name()) ? changed : nest.threads();
        Function combine = nest.combine();
        boolean isReduced = combine != null || nest.scans() != null;
        if (isReduced && code != changed) {
            code = iterations.getOrDefault(nest.name(), code);
        }
        if (nest.scans() != null) {
            ScanInterpreter scans = new ScanInterpreter(intrinsics, nest, arguments, counts[0]);
            return Cooperation.scope(code) == Scope.BLOCK
                    ? scans.inBlocks(code, this::blocks)
                    : scans.inOrder(code, this::blocks);
        }
        if (combine == null && code == nest.threads() && nest.shared() != null && !backwards) {
            inSharedMemory(nest, nest.shared(), arguments, counts);
            return List.of();
        }
        if (combine == null) {
            // What threads do may be several iterations; a step on the way to it is one.
            boolean isThread = code == nest.threads() || part == Part.THREAD;
            Grain grain = code == nest.threads() ? nest.grain() : nest.checkedGrain();
            counts[0] = isThread ? grain.threads(counts[0]) : counts[0];
            if (!isThread && part == Part.OUTERMOST) {
                // That one lies along x, wherever it does in threads.
                counts[0] = counts[nest.axes().getFirst().index()];
                each(new Interpreter(code, intrinsics), List.of(Axis.X), counts, arguments, new long[3], 0);
            } else {
                each(new Interpreter(code, intrinsics), nest.axes(), counts, arguments, new long[3], 0);
            }
            return List.of();
        }
        return Cooperation.scope(code) == Scope.BLOCK
                ? inBlocks(nest, code, combine, arguments, counts[0])
                : reduced(code, combine, arguments, counts[0]);
    }

    /** By fewer threads than there is work for. */
    private void inSharedMemory(Nest nest, Function code, List<Object> arguments, long[] counts) {
        counts[0] = nest.axes().size() == 1 ? nest.grain().threads(counts[0]) : counts[0];
        List<Object> passed = new ArrayList<>(arguments);
        for (int axis = 0; axis < nest.axes().size(); axis++) {
            passed.add(counts[axis]);
        }
        Shape shape = new Shape(3, 1, 1, 32, 1, 1, 48 * 1024);
        RuntimeException thrown = GridFault.exceptionOf(GridInterpreter.run(shape, code, intrinsics, passed));
        if (thrown != null) {
            throw thrown;
        }
    }

    private void each(
            Interpreter interpreter, List<Axis> axes, long[] counts, List<Object> arguments, long[] at, int level) {
        if (level == axes.size()) {
            interpreter.run(at, arguments);
            return;
        }
        int axis = axes.get(level).index();
        for (long i = 0; i < counts[axis]; i++) {
            at[axis] = backwards ? counts[axis] - 1 - i : i;
            each(interpreter, axes, counts, arguments, at, level + 1);
        }
    }

    /** Iterations of a chunk by lanes, lanes by halves, chunks likewise. */
    private List<Object> reduced(Function code, Function combine, List<Object> arguments, long count) {
        int accumulators = combine.params().size() / 2;
        int own = arguments.size() - accumulators;
        Interpreter interpreter = new Interpreter(code, intrinsics);
        Interpreter combining = new Interpreter(combine, intrinsics);
        return tree(count, arguments.subList(own, arguments.size()), combining, (number, so) -> {
            List<Object> passed = new ArrayList<>(arguments.subList(0, own));
            passed.addAll(so);
            return interpreter.run(new long[] {number, 0, 0}, passed);
        });
    }

    /** One step of a lane. */
    private interface Step {
        List<Object> next(long number, List<Object> accumulated);
    }

    private List<Object> tree(long count, List<Object> start, Interpreter combine, Step step) {
        List<List<Object>> chunks = new ArrayList<>();
        for (long first = 0; first < count; first += ReductionKernel.CHUNK) {
            List<List<Object>> lanes = new ArrayList<>(Collections.nCopies(ReductionKernel.LANES, start));
            long end = Math.min(count, first + ReductionKernel.CHUNK);
            // In the loop's order, so that the first exception is the loop's.
            for (long i = first; i < end; i++) {
                int lane = (int) (i - first) % ReductionKernel.LANES;
                lanes.set(lane, step.next(i, lanes.get(lane)));
            }
            for (int half = ReductionKernel.LANES / 2; half > 0; half /= 2) {
                for (int lane = 0; lane < half; lane++) {
                    lanes.set(lane, both(combine, lanes.get(lane), lanes.get(lane + half)));
                }
            }
            chunks.add(lanes.getFirst());
        }
        return blocks(chunks, start, combine);
    }

    private List<Object> blocks(List<List<Object>> blocks, List<Object> start, Interpreter combine) {
        return blocks.size() == 1
                ? blocks.getFirst()
                : tree(blocks.size(), start, combine, (i, so) -> both(combine, so, blocks.get((int) i)));
    }

    private static List<Object> both(Interpreter combine, List<Object> left, List<Object> right) {
        List<Object> operands = new ArrayList<>(left);
        operands.addAll(right);
        return combine.run(new long[3], operands);
    }

    /** A kernel of blocks, and what they come to by the order that is documented, unless the last block finds that out. */
    private List<Object> inBlocks(Nest nest, Function code, Function combine, List<Object> arguments, long count) {
        int accumulators = nest.accumulators();
        boolean isWhole = code.params().size() > arguments.size() + accumulators + 1;
        // Of chunks of any size, where a launch chooses it.
        int behind = isWhole ? 2 * accumulators + 1 : accumulators;
        boolean isSpread = code.params().size() > arguments.size() + behind;
        int steps = isSpread ? 1 + (int) (count % ReductionKernel.STEPS) : ReductionKernel.STEPS;
        int blocks = (int) Math.ceilDiv(count, (long) ReductionKernel.LANES * steps);
        List<Object> passed = new ArrayList<>(arguments);
        List<Object> starts = arguments.subList(arguments.size() - accumulators, arguments.size());
        for (Object start : starts) {
            passed.add(Array.newInstance(primitive(start), blocks));
        }
        List<Object> chunks = List.copyOf(passed.subList(arguments.size(), arguments.size() + accumulators));
        List<Object> ends = blocks == 1
                ? chunks
                : starts.stream()
                        .map(start -> Array.newInstance(primitive(start), 1))
                        .toList();
        int[] counter = new int[1];
        if (isWhole) {
            passed.addAll(ends);
            passed.add(counter);
        }
        if (isSpread) {
            passed.add(steps);
        }
        Shape shape = new Shape(blocks, 1, 1, ReductionKernel.LANES, 1, 1, 0);
        GridFault fault = GridInterpreter.runInOrder(shape, code, intrinsics, passed);
        RuntimeException thrown = GridFault.exceptionOf(fault);
        if (thrown != null) {
            throw thrown;
        }
        if (counter[0] != 0) {
            throw new OracleException("a launch leaves " + counter[0] + " in its counter");
        }
        if (blocks == 1 || isWhole) {
            return ends.stream().map(array -> Array.get(array, 0)).toList();
        }
        Interpreter combining = new Interpreter(combine, intrinsics);
        return tree(
                blocks,
                List.copyOf(starts),
                combining,
                (i, so) -> both(
                        combining,
                        so,
                        chunks.stream().map(array -> Array.get(array, (int) i)).toList()));
    }

    static Class<?> primitive(Object boxed) {
        return switch (boxed) {
            case Integer _ -> int.class;
            case Long _ -> long.class;
            case Float _ -> float.class;
            case Double _ -> double.class;
            default -> throw new OracleException("accumulator " + boxed);
        };
    }
}
