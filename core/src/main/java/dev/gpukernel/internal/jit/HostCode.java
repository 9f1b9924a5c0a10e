package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Evaluation;
import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs the part of a kernel that is not parallel, from one launch of a parallel loop to the next. The launches are the caller's business:
 *
 * {@snippet :
 * for (Instr launch = code.begin(scalars); launch != null; launch = code.next()) {
 *     // launches its nest with code.arguments(), and sets code.results()
 * }
 * }
 *
 * <p>One run at a time; a run of a kernel that is a loop and nothing else allocates nothing.
 */
final class HostCode {
    private final Function function;
    private final Machine machine;
    private final @Nullable ClassLoader loader;

    /** Numbers by the id of their value. */
    private final long[] numbers;

    /** Instructions by the id of their block; ids of operands, ways out and results of launches by the id of the instruction. */
    private final Instr[][] code;

    private final int[][] inputs;
    private final Route[][] routes;
    private final long[] @Nullable [] results;

    /** What is done with an instruction by its id, found out once: a small launch is over as soon as its code has been asked again. */
    private final Kind[] kinds;

    private final int[] params;

    /** Places of parameters by their id. */
    private final int[] position;

    private final Map<Value, Object> arrays = new HashMap<>();
    private final long[] operands = new long[3];
    private final long[] passed;
    private final long[] returned;

    /** Where the code is: a block, the next of its instructions, and the launch before that, if it was one. */
    private Instr[] block = {};

    private int next;
    private @Nullable Instr launch;

    /** What is done with an instruction. */
    private enum Kind {
        COMPUTE,
        LENGTH,
        LAUNCH,
        RETURN,
        JUMP,
        BRANCH,
        OTHER;

        static Kind of(Op op) {
            return switch (op) {
                case Op.Length _ -> LENGTH;
                case Op.Launch _ -> LAUNCH;
                case Op.Return _ -> RETURN;
                case Op.Jump _ -> JUMP;
                case Op.Branch _ -> BRANCH;
                default -> isComputed(op) ? COMPUTE : OTHER;
            };
        }
    }

    /** An edge: the block it leads to, and which numbers become which. */
    private static final class Route {
        private final int target;
        private final int[] from;
        private final int[] to;

        Route(Edge edge) {
            target = edge.target().id();
            from = ids(edge.arguments());
            to = ids(edge.target().params());
        }
    }

    private static int[] ids(List<? extends Value> values) {
        int[] ids = new int[values.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = values.get(i).id();
        }
        return ids;
    }

    /** What the code works with. */
    interface Machine {
        /** {@return the length of an array argument} */
        long length(int parameter);

        /** {@return an element of an array argument, as in {@link Op.Constant}} */
        long load(int parameter, ElementType element, long index) throws KernelFault;

        /** Sets an element of an array argument. */
        void store(int parameter, ElementType element, long index, long bits) throws KernelFault;

        /** {@return whether {@link Op.SplitInner} holds here} */
        boolean splitsInner(Op.Sums sums, long outside, long inside);

        /**
         * Whether {@link Op.MayLaunch} holds here.
         *
         * @param question which
         * @param arguments as {@link HostCode#arguments}
         */
        boolean mayLaunch(Op.MayLaunch question, long[] arguments);

        /**
         * Makes an array of zeros, which a parameter is from then on.
         *
         * @param parameter one that no caller passes
         * @param element what it holds
         * @param length number of elements, at least 0
         */
        void make(int parameter, ElementType element, int length) throws KernelFault;

        /**
         * Makes an array of arrays, the elements of which are in one.
         *
         * @param parameter one that no caller passes
         * @param element what it holds
         * @param sizes of each dimension, at least 0
         */
        void makeRows(int parameter, ElementType element, int[] sizes) throws KernelFault;

        /** Waits for what was launched, so that a fault in it comes before one of the host's code. */
        void settle() throws KernelFault;

        /** Lets the arrays be what they were, since the code refuses its arguments. */
        void undo() throws KernelFault;
    }

    /**
     * Prepares runs.
     *
     * @param function the code
     * @param machine what it works with
     * @param loader where the classes of exceptions are found
     */
    HostCode(Function function, Machine machine, @Nullable ClassLoader loader) {
        this.function = function;
        this.machine = machine;
        this.loader = loader;
        this.numbers = new long[function.valueCount()];
        this.code = new Instr[function.blockCount()][];
        this.inputs = new int[function.valueCount()][];
        this.routes = new Route[function.valueCount()][];
        this.results = new long[function.valueCount()][];
        this.kinds = new Kind[function.valueCount()];
        this.params = ids(function.params());
        this.position = new int[function.valueCount()];
        for (int i = 0; i < params.length; i++) {
            position[params[i]] = i;
        }
        int widest = 0;
        for (Block block : function.blocks()) {
            // Constants are there from the start.
            List<Instr> others = new ArrayList<>();
            for (Instr instr : block.instrs()) {
                if (!(instr.op() instanceof Op.Constant)) {
                    others.add(instr);
                }
                inputs[instr.id()] = ids(instr.operands());
                kinds[instr.id()] = Kind.of(instr.op());
                Route[] ways = new Route[instr.edges().size()];
                routes[instr.id()] = ways;
                widest = Math.max(widest, instr.operands().size());
                for (int i = 0; i < ways.length; i++) {
                    Edge edge = instr.edges().get(i);
                    ways[i] = new Route(edge);
                    widest = Math.max(widest, edge.arguments().size());
                }
                if (instr.op() instanceof Op.Launch launch) {
                    results[instr.id()] = new long[resultCount(launch.result())];
                } else if (instr.op() instanceof Op.Constant constant) {
                    numbers[instr.id()] = constant.bits();
                }
            }
            code[block.id()] = others.toArray(new Instr[0]);
        }
        this.passed = new long[widest];
        this.returned = new long[resultCount(function.result())];
    }

    private static int resultCount(Type type) {
        return switch (type) {
            case TupleType tuple -> tuple.components().size();
            case ScalarType _, ArrayType _ -> 1;
            case VoidType _ -> 0;
        };
    }

    /**
     * Runs the code up to its first launch.
     *
     * @param scalars the arguments' bits, as in {@link Op.Constant}
     * @return the launch, an {@link Op.Launch}; null if there is none before the end
     * @throws KernelFault what the code throws
     */
    @Nullable Instr begin(long[] scalars) throws KernelFault {
        for (int i = 0; i < scalars.length; i++) {
            numbers[params[i]] = scalars[i];
        }
        block = code[function.entry().id()];
        next = 0;
        launch = null;
        return next();
    }

    /**
     * Runs the code from a launch, which has left its results, up to the next one.
     *
     * @return the launch, an {@link Op.Launch}; null if there is none before the end
     * @throws KernelFault what the code throws
     */
    @Nullable Instr next() throws KernelFault {
        if (launch != null && launch.type() instanceof ScalarType) {
            numbers[launch.id()] = results()[0];
        }
        while (true) {
            Instr instr = block[next++];
            switch (kinds[instr.id()]) {
                case COMPUTE -> numbers[instr.id()] = compute(instr);
                case LENGTH -> numbers[instr.id()] = length(instr.operand(0));
                case LAUNCH -> {
                    launch = instr;
                    return instr;
                }
                case RETURN -> {
                    takeReturned(instr);
                    return null;
                }
                case JUMP -> follow(routes[instr.id()][0]);
                case BRANCH -> follow(routes[instr.id()][input(instr, 0) != 0 ? 0 : 1]);
                case OTHER -> execute(instr);
            }
        }
    }

    /**
     * {@return the arguments of the launch: its scalars by position, what stands for arrays is undefined; then the numbers of iterations} Until
     * the code runs on.
     */
    long[] arguments() {
        return pass(Objects.requireNonNull(launch, "at a launch"));
    }

    /** {@return where the results of the launch go} */
    long[] results() {
        return resultsOf(Objects.requireNonNull(launch, "at a launch"));
    }

    /** {@return the bits of what the code returned, of an array which parameter it is; until the next run} */
    long[] returned() {
        return returned;
    }

    private void takeReturned(Instr end) {
        for (int i = 0; i < returned.length; i++) {
            returned[i] = end.operand(i) instanceof BlockParam param && param.type() instanceof ArrayType
                    ? param.index()
                    : input(end, i);
        }
    }

    private void make(Op.MakeArray make, Instr instr) throws KernelFault {
        int parameter = ((BlockParam) instr.operand(0)).index();
        if (make.dimensions() == Dimensions.ONE) {
            machine.make(parameter, make.element(), (int) input(instr, 1));
        } else {
            int[] sizes = new int[make.dimensions().count()];
            Arrays.setAll(sizes, i -> (int) input(instr, i + 1));
            machine.makeRows(parameter, make.element(), sizes);
        }
    }

    private long input(Instr instr, int index) {
        return numbers[inputs[instr.id()][index]];
    }

    private void follow(Route route) {
        int count = route.from.length;
        for (int i = 0; i < count; i++) {
            passed[i] = numbers[route.from[i]];
        }
        for (int i = 0; i < count; i++) {
            numbers[route.to[i]] = passed[i];
        }
        block = code[route.target];
        next = 0;
    }

    private void execute(Instr instr) throws KernelFault {
        switch (instr.op()) {
            case Op.SplitInner(var sums) ->
                numbers[instr.id()] = machine.splitsInner(sums, input(instr, 0), input(instr, 1)) ? 1 : 0;
            case Op.MayLaunch question -> numbers[instr.id()] = machine.mayLaunch(question, pass(instr)) ? 1 : 0;
            case Op.Part part -> numbers[instr.id()] = resultsOf(instr.operand(0))[part.index()];
            case Op.Load load -> numbers[instr.id()] = load(instr, load);
            case Op.Store store -> store(instr, store);
            case Op.MakeArray make -> make(make, instr);
            case Op.LocalArray local ->
                arrays.put(instr, Array.newInstance(local.element().arrayClass().getComponentType(), local.length()));
            case Op.ConstantArray table -> arrays.put(instr, ElementBits.array(table));
            case Op.IndexCheck _ -> {
                long index = input(instr, 0);
                if (index < 0 || index >= input(instr, 1)) {
                    throw fault(instr);
                }
            }
            case Op.DivisorCheck _ -> {
                if (input(instr, 0) == 0) {
                    throw fault(instr);
                }
            }
            case Op.Throw _ -> throw fault(instr);
            default -> throw new IllegalStateException(instr + " is not of a host's code");
        }
    }

    private long compute(Instr instr) {
        int[] own = inputs[instr.id()];
        for (int i = 0; i < own.length; i++) {
            operands[i] = numbers[own[i]];
        }
        return compute(instr.op(), operands);
    }

    /** {@return whether an operation only computes a number of up to three} */
    static boolean isComputed(Op op) {
        return Evaluation.isComputed(op) || op instanceof Op.Call;
    }

    /** {@return the bits of what an operation gives that only computes} */
    static long compute(Op op, long[] operands) {
        return op instanceof Op.Call(Intrinsics intrinsic) && !intrinsic.keepsBits()
                ? IntrinsicCall.of(intrinsic, operands)
                : Evaluation.bits(op, operands[0], operands[1], operands[2]);
    }

    private long[] resultsOf(Value launched) {
        long[] known = results[launched.id()];
        if (known == null) {
            throw new IllegalStateException(launched + " is no launch");
        }
        return known;
    }

    private long[] pass(Instr instr) {
        int[] own = inputs[instr.id()];
        for (int i = 0; i < own.length; i++) {
            passed[i] = numbers[own[i]];
        }
        return passed;
    }

    private long length(Value array) {
        return array instanceof BlockParam ? machine.length(position[array.id()]) : Array.getLength(own(array));
    }

    private Object own(Value array) {
        Object known = arrays.get(array);
        if (known == null) {
            throw new IllegalStateException(array + " was not made");
        }
        return known;
    }

    private long load(Instr instr, Op.Load load) throws KernelFault {
        long index = index(instr);
        return load.space() == Space.GLOBAL
                ? machine.load(((BlockParam) instr.operand(0)).index(), load.element(), index)
                : ElementBits.get(own(instr.operand(0)), (int) index);
    }

    private void store(Instr instr, Op.Store store) throws KernelFault {
        long index = index(instr);
        long bits = input(instr, 2);
        if (store.space() == Space.GLOBAL) {
            machine.store(((BlockParam) instr.operand(0)).index(), store.element(), index, bits);
        } else {
            ElementBits.set(own(instr.operand(0)), (int) index, bits);
        }
    }

    /** {@return the index of an access, in range even if the kernel asks for no checks: the host's memory is not the device's} */
    private long index(Instr access) throws KernelFault {
        long index = input(access, 1);
        long length = length(access.operand(0));
        if (index < 0 || index >= length) {
            machine.settle();
            FaultSite site = new FaultSite(new Op.IndexCheck(), access.position());
            throw new KernelFault(site.exception(loader, index, length));
        }
        return index;
    }

    private KernelFault fault(Instr instr) throws KernelFault {
        machine.settle();
        long[] operands = new long[inputs[instr.id()].length];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = input(instr, i);
        }
        Throwable thrown = FaultSite.of(instr).exception(loader, operands);
        if (Rehearsal.isRefusal(instr)) {
            machine.undo();
            throw (IllegalArgumentException) thrown;
        }
        return new KernelFault(thrown);
    }
}
