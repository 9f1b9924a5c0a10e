package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.Foresight;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.VoidType;
import dev.gpukernel.internal.pass.HistogramKernel;
import dev.gpukernel.internal.pass.ScanSteps;
import dev.gpukernel.internal.pass.Scans;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs the host's code of a kernel on host arrays, its loops as a test likes. */
public final class HostMachine implements HostCode.Machine {
    private final Program program;
    /** Behind those that are passed, the arrays that the code makes. */
    private final List<Object> arguments;

    private final Runner runner;
    private boolean isProven = true;

    HostMachine(Program program, List<Object> arguments, Runner runner) {
        this.program = program;
        this.arguments = new ArrayList<>(arguments);
        this.runner = runner;
    }

    /**
     * A parallel loop nest, as far as tests need to know it.
     *
     * @param grain how many iterations {@code threads} does
     * @param checkedGrain how many a thread does in the code for launches of which nothing is known
     * @param shared what a thread does if its block updates histograms in memory of its own, {@code null} if there are none
     */
    public record Nest(
            String name,
            Function iteration,
            Function threads,
            @Nullable Function combine,
            @Nullable Scans scans,
            @Nullable ScanSteps steps,
            List<Axis> axes,
            Grain grain,
            Grain checkedGrain,
            List<Condition> conditions,
            @Nullable Function shared) {
        public int accumulators() {
            int reduced = combine == null ? 0 : combine.params().size() / 2;
            return reduced + (scans == null ? 0 : scans.running().size());
        }
    }

    /** Runs a loop nest. */
    public interface Runner {
        /**
         * Runs it.
         *
         * @param nest the nest
         * @param arguments its arguments: arrays and boxed numbers, the last the accumulators
         * @param counts numbers of iterations along x, y and z
         * @return what its accumulators come to
         */
        List<?> run(Nest nest, List<Object> arguments, long[] counts);
    }

    /** {@return the array that the kernel returns, or the bits of what else it does; of a record a list of them} */
    Object run() throws KernelFault {
        long[] scalars = new long[arguments.size()];
        for (int i = 0; i < scalars.length; i++) {
            Object argument = arguments.get(i);
            scalars[i] = argument.getClass().isArray() ? 0 : bits(argument);
        }
        for (BlockParam made : program.function()
                .params()
                .subList(scalars.length, program.function().params().size())) {
            make(arguments.size(), ((ArrayType) made.type()).element(), 0);
        }
        HostCode code = new HostCode(program.function(), this, HostMachine.class.getClassLoader());
        for (Instr launch = code.begin(scalars); launch != null; launch = code.next()) {
            launch(((Op.Launch) launch.op()).nest(), code.arguments(), code.results());
        }
        long[] bits = code.returned();
        return switch (program.function().result()) {
            case ArrayType _ -> arguments.get((int) bits[0]);
            case TupleType(List<Type> types) ->
                IntStream.range(0, bits.length)
                        .<Object>mapToObj(
                                i -> types.get(i) instanceof ArrayType ? arguments.get((int) bits[i]) : bits[i])
                        .toList();
            case ScalarType _, VoidType _ -> bits.length == 0 ? 0L : bits[0];
        };
    }

    @Override
    public void make(int parameter, ElementType element, int length) {
        Object array = Array.newInstance(element.arrayClass().componentType(), length);
        if (parameter == arguments.size()) {
            arguments.add(array);
        } else {
            arguments.set(parameter, array);
        }
    }

    @Override
    public void makeRows(int parameter, ElementType element, int[] sizes) {
        make(parameter, element, Arrays.stream(sizes).reduce(1, Math::multiplyExact));
    }

    @Override
    public long length(int parameter) {
        return Array.getLength(arguments.get(parameter));
    }

    @Override
    public long load(int parameter, ElementType element, long index) {
        return ElementBits.get(arguments.get(parameter), (int) index);
    }

    @Override
    public void store(int parameter, ElementType element, long index, long bits) {
        ElementBits.set(arguments.get(parameter), (int) index, bits);
    }

    @Override
    public void settle() {
        // Everything is done at once.
    }

    @Override
    public void undo() {
        // The arrays are the test's, which does not look at them then.
    }

    /** Both happen, but where rounding would show which. */
    @Override
    public boolean splitsInner(Op.Sums sums, long outside, long inside) {
        return sums == Op.Sums.EXACT && (outside + inside) % 2 == 0;
    }

    /** Both happen where it may be so, but where rounding would show which. */
    @Override
    @SuppressWarnings("ReferenceEquality") // the very same array
    public boolean mayLaunch(Op.MayLaunch question, long[] operands) {
        Function launched = question.nest();
        NestProgram nest = program.nest(launched).program();
        List<Object> passed = passed(launched, operands);
        HostExpression.Arguments known = new CompilerSteps.BoxedArguments(passed);
        long outermost =
                operands[launched.params().size() + nest.axes().getFirst().index()];
        boolean isApart = nest.conflicts().stream()
                .noneMatch(conflict -> arguments.get(conflict.first()) == arguments.get(conflict.second()));
        return isApart
                && outermost > 0
                && (question.order() == Op.Order.DISTRIBUTED || (outermost + operands.length) % 3 != 0)
                && nest.ends().stream().flatMap(List::stream).allMatch(condition -> condition.holds(known))
                && nest.conditions().stream().allMatch(condition -> condition.holds(known))
                && Foresight.of(nest.turns().iteration(), known, outermost).faultFree();
    }

    private List<Object> passed(Function launched, long[] operands) {
        List<Object> passed = new ArrayList<>();
        for (BlockParam param : launched.params()) {
            passed.add(
                    param.type() instanceof ScalarType type
                            ? box(type, operands[param.index()])
                            : arguments.get(param.index()));
        }
        return passed;
    }

    private void launch(Function launched, long[] operands, long[] results) {
        NestProgram nest = program.nest(launched).program();
        List<BlockParam> params = launched.params();
        List<Object> passed = passed(launched, operands);
        long[] counts = {1, 1, 1};
        long all = 1;
        for (int axis = 0; axis < nest.axes().size(); axis++) {
            counts[axis] = Math.max(0, operands[params.size() + axis]);
            all *= counts[axis];
        }
        NestProgram.Threads threads = nest.threads();
        NestProgram.Proven proven = all == 0 ? null : proven(nest, passed, counts);
        isProven &= proven != null;
        Nest shown = new Nest(
                launched.name(),
                nest.turns().iteration(),
                proven == null ? threads.code() : proven.threads(),
                nest.combine(),
                nest.scans(),
                threads.scan(),
                nest.axes(),
                proven == null ? threads.grain() : proven.grain(),
                threads.grain(),
                nest.conditions(),
                shared(nest, proven == null ? threads.code() : proven.threads()));
        int first = params.size() - shown.accumulators();
        List<?> ends = all == 0 ? passed.subList(first, params.size()) : runner.run(shown, passed, counts);
        for (int i = 0; i < results.length; i++) {
            results[i] = bits(ends.get(i));
        }
    }

    /** {@return the code with histograms in the memory of blocks, four copies of each element, null if that is not done} */
    private static @Nullable Function shared(NestProgram nest, Function threads) {
        return HistogramPlans.areSuitable(nest)
                ? HistogramKernel.of(threads, nest.axes(), nest.threads().histograms(), 2)
                : null;
    }

    private static NestProgram.@Nullable Proven proven(NestProgram nest, List<Object> passed, long[] counts) {
        NestProgram.Proven proven = nest.threads().proven();
        return proven != null && proven.holds(new CompilerSteps.BoxedArguments(passed), counts) ? proven : null;
    }

    /** {@return whether all launches so far were known not to fault} */
    boolean isProven() {
        return isProven;
    }

    private static Object box(ScalarType type, long bits) {
        return switch (type) {
            case I1 -> bits != 0;
            case I32 -> (int) bits;
            case I64 -> bits;
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
        };
    }

    private static long bits(Object value) {
        return switch (value) {
            case Boolean v -> v ? 1 : 0;
            case Byte v -> v;
            case Short v -> v;
            case Character v -> v;
            case Integer v -> v;
            case Long v -> v;
            case Float v -> Op.Constant.of(v).bits();
            case Double v -> Op.Constant.of(v).bits();
            default -> throw new IllegalArgumentException("argument " + value);
        };
    }
}
