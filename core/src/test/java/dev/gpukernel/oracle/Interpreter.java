package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.backend.PrintSite;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a function for one thread: the definition of the representation. Values are boxed, arrays are Java's, several results of a
 * called function are a list. An unchecked access out of range, or a value read before it was computed, is the function's mistake
 * and raises {@link OracleException}.
 */
public final class Interpreter {
    /** More steps than any kernel of the tests takes; beyond it, a loop is taken for endless. */
    static final long STEP_LIMIT = 200_000_000;

    /** What an instruction that computes nothing leaves. */
    private enum Nothing {
        NOTHING
    }

    /** What an instruction does for a thread: found once for each instruction, as it runs many times. */
    private interface Step {
        /** {@return the instruction's value} */
        Object run(Interpreter thread);
    }

    /** A block's instructions and what each does. Those at which threads wait for one another do nothing by themselves. */
    private static final class Straight {
        final Block block;
        final BlockParam[] params;
        final Instr[] instrs;
        final @Nullable Step[] steps;

        Straight(Block block) {
            this.block = block;
            this.params = block.params().toArray(BlockParam[]::new);
            this.instrs = block.instrs().toArray(Instr[]::new);
            this.steps = new @Nullable Step[instrs.length];
            for (int i = 0; i < instrs.length; i++) {
                steps[i] = instrs[i].op().effect() == Effect.SYNCHRONISE ? null : step(instrs[i]);
            }
        }
    }

    /** An edge, and its target's code once it is known. */
    private static final class Way {
        final Block target;
        final List<Value> arguments;

        @Nullable Straight code;

        Way(Edge edge) {
            this.target = edge.target();
            this.arguments = List.copyOf(edge.arguments());
        }
    }

    private final Function function;
    private final BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics;
    private final BlockMemory memory;
    private final Map<Block, Straight> code;
    /** Of the function that runs. */
    private @Nullable Object[] values = {};

    private List<Object> returned = List.of();
    private long[] iteration = {0, 0, 0};
    private long steps;
    private long faultRank = -1;
    private @Nullable Straight running;
    private int next;

    /**
     * Makes an interpreter.
     *
     * @param function what to run
     * @param intrinsics calls the Java method of an intrinsic; the method's own exceptions come through
     */
    public Interpreter(Function function, BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics) {
        this(function, intrinsics, new BlockMemory(0), new HashMap<>());
    }

    private Interpreter(
            Function function,
            BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics,
            BlockMemory memory,
            Map<Block, Straight> code) {
        this.function = function;
        this.intrinsics = intrinsics;
        this.memory = memory;
        this.code = code;
    }

    /**
     * Makes an interpreter of one of a block's threads, which take turns.
     *
     * @param memory the block's shared memory
     */
    Interpreter forThread(BlockMemory memory) {
        return new Interpreter(function, intrinsics, memory, code);
    }

    /**
     * Runs one thread to its end.
     *
     * @param thread what {@link Op.Iteration} gives
     * @param arguments one for each parameter: an array or a boxed number
     * @throws InterpretedFault if the thread ends with an exception
     */
    public void run(long thread, List<?> arguments) {
        run(new long[] {thread, 0, 0}, arguments);
    }

    /**
     * Runs one thread of a loop nest to its end.
     *
     * @param iterations what {@link Op.Iteration} gives, along x, y and z
     * @param arguments one for each parameter: an array or a boxed number
     * @return what the function returns
     * @throws InterpretedFault if the thread ends with an exception
     */
    public List<Object> run(long[] iterations, List<?> arguments) {
        begin(iterations, arguments);
        Instr waiting = resume();
        if (waiting != null) {
            throw new OracleException(waiting + " waits for other threads, and there are none");
        }
        return returned;
    }

    /** Begins one thread, which {@link #resume()} then runs. */
    void begin(long thread, List<?> arguments) {
        begin(new long[] {thread, 0, 0}, arguments);
    }

    private void begin(long[] thread, List<?> arguments) {
        values = new @Nullable Object[function.valueCount()];
        iteration = thread;
        steps = 0;
        faultRank = -1;
        List<BlockParam> params = function.params();
        if (arguments.size() >= params.size()) {
            enter(function.entry(), arguments);
            return;
        }
        List<@Nullable Object> all = new ArrayList<>(arguments);
        for (BlockParam made : params.subList(all.size(), params.size())) {
            if (made.users().isEmpty()
                    || made.users().stream()
                            .anyMatch(user -> user.op() instanceof Op.MakeArray && user.operand(0) == made)) {
                // Nobody passes it; what made it may be gone.
                all.add(null);
            }
        }
        enter(function.entry(), all);
    }

    private List<Object> run(Function called, List<?> arguments) {
        @Nullable Object[] callers = values;
        @Nullable Straight callersCode = running;
        int callersNext = next;
        values = new @Nullable Object[called.valueCount()];
        try {
            enter(called.entry(), arguments);
            Instr waiting = resume();
            if (waiting != null) {
                throw new OracleException(waiting + " waits for other threads in a called function");
            }
            return returned;
        } finally {
            values = callers;
            running = callersCode;
            next = callersNext;
        }
    }

    /**
     * Runs the thread until it waits for others, or ends.
     *
     * @return what it waits at, null if it ended
     * @throws InterpretedFault if it ends with an exception
     */
    @Nullable Instr resume() {
        while (running != null) {
            Straight straight = running;
            if (next == straight.steps.length) {
                throw new OracleException(straight.block + " has no terminator");
            }
            Instr instr = straight.instrs[next];
            Step step = straight.steps[next++];
            if (++steps > STEP_LIMIT) {
                throw new OracleException("more than " + STEP_LIMIT + " steps");
            }
            if (step == null) {
                return instr;
            }
            values[instr.id()] = step.run(this);
        }
        return null;
    }

    /** {@return what the thread brings to what it waits at} */
    Object[] brought(Instr waiting) {
        return valuesOf(waiting.operands());
    }

    /** Gives what it waits at its result, {@code null} if it has none. */
    void answer(Instr waiting, @Nullable Object result) {
        values[waiting.id()] = result == null ? Nothing.NOTHING : result;
    }

    private void enter(Block target, List<?> arguments) {
        Straight straight = straight(target);
        Object[] widened = arguments.toArray();
        for (int i = 0; i < Math.min(widened.length, straight.params.length); i++) {
            boolean isCondition = straight.params[i].type() == ScalarType.I1;
            widened[i] = isCondition || widened[i] == null ? widened[i] : Elements.widened(widened[i]);
        }
        enter(straight, widened);
    }

    private Straight straight(Block block) {
        return code.computeIfAbsent(block, Straight::new);
    }

    private void enter(Straight target, Object[] arguments) {
        BlockParam[] params = target.params;
        if (arguments.length != params.length) {
            throw new OracleException(arguments.length + " arguments for " + List.of(params));
        }
        for (int i = 0; i < arguments.length; i++) {
            values[params[i].id()] = arguments[i];
        }
        running = target;
        next = 0;
    }

    /** Reads all arguments before it sets the first parameter: they may be the same block's parameters, swapped. */
    private Object follow(Way way) {
        Straight target = way.code;
        if (target == null) {
            target = straight(way.target);
            way.code = target;
        }
        enter(target, valuesOf(way.arguments));
        return Nothing.NOTHING;
    }

    private Object end(Instr terminator) {
        returned = List.of(valuesOf(terminator.operands()));
        running = null;
        return Nothing.NOTHING;
    }

    private static Step step(Instr instr) {
        return switch (instr.op()) {
            case Op.Constant constant -> {
                Object value = Arithmetic.constant(constant);
                yield _ -> value;
            }
            case Op.Binary(var kind, var type) -> {
                Value a = instr.operand(0);
                Value b = instr.operand(1);
                yield t -> Arithmetic.binary(kind, type, t.valueOf(a), t.valueOf(b));
            }
            case Op.Negate(var type) -> t -> Arithmetic.negate(type, t.value(instr, 0));
            case Op.Compare(var is, var type) -> {
                Value a = instr.operand(0);
                Value b = instr.operand(1);
                yield t -> Arithmetic.compare(is, type, t.valueOf(a), t.valueOf(b));
            }
            case Op.ThreeWay(var kind, var type) ->
                t -> Arithmetic.threeWay(kind, type, t.value(instr, 0), t.value(instr, 1));
            case Op.Convert convert -> {
                Value from = instr.operand(0);
                yield t -> Arithmetic.convert(convert.to(), t.valueOf(from));
            }
            case Op.Narrow(var to) -> t -> Arithmetic.narrow(to, (int) t.value(instr, 0));
            case Op.RowElement _ -> t -> (int) t.value(instr, 0) + (int) t.value(instr, 1);
            case Op.InBounds _ -> t -> isInBounds(t.index(instr, 0), t.index(instr, 1));
            case Op.Select _ -> t -> (boolean) t.value(instr, 0) ? t.value(instr, 1) : t.value(instr, 2);
            case Op.Length(var _, var _, IndexType index) ->
                t -> Arithmetic.convert(index.type(), Elements.length(t.value(instr, 0)));
            case Op.LocalArray(var element, int length) ->
                _ -> Array.newInstance(element.arrayClass().componentType(), length);
            case Op.DynamicLocal(var element) ->
                t -> Array.newInstance(element.arrayClass().componentType(), (int) t.value(instr, 0));
            case Op.MakeArray make -> t -> t.make(make, instr);
            case Op.ConstantArray table -> {
                Object elements = Elements.array(table);
                yield _ -> elements;
            }
            case Op.SharedArray array -> t -> t.memory.array(array);
            case Op.DynamicShared(var element) ->
                t -> t.memory.part(element, (int) t.value(instr, 0), (int) t.value(instr, 1));
            case Op.DynamicSize _ -> t -> t.memory.dynamicBytes();
            case Op.Atomic atomic -> t -> t.change(atomic, instr);
            case Op.Print print -> t -> t.print(print, instr);
            case Op.FaultRank _ -> t -> t.rank(instr);
            case Op.Load(var element, var _, var _) -> {
                Value array = instr.operand(0);
                yield t -> Elements.get(element, t.valueOf(array), t.element(instr));
            }
            case Op.Store(var element, var _, var _) -> t -> t.store(element, instr);
            case Op.LoadVector(var element, var _, int count, var _) -> t -> t.load(element, count, instr);
            case Op.StoreVector(var element, var _, int count, var _) -> t -> t.store(element, count, instr);
            case Op.IndexCheck check -> t -> t.checkIndex(check, instr);
            case Op.DivisorCheck _ -> t -> t.checkDivisor(instr);
            case Op.Iteration(Axis axis) -> t -> t.iteration[axis.index()];
            case Op.Call(var intrinsic) -> t -> t.call(instr, intrinsic);
            case Op.Launch _, Op.SplitInner _, Op.MayLaunch _ ->
                _ -> {
                    throw new OracleException("a launch in the code of a thread");
                };
            case Op.Invoke(var callee) -> t -> t.invoke(instr, callee);
            case Op.Part part -> t -> ((List<?>) t.value(instr, 0)).get(part.index());
            case Op.SetRow _, Op.RowStart _, Op.RowLength _ ->
                _ -> {
                    throw new OracleException("a row that is still to be made");
                };
            case Op.Jump _ -> {
                Way way = new Way(instr.edges().getFirst());
                yield t -> t.follow(way);
            }
            case Op.Branch _ -> {
                Value condition = instr.operand(0);
                Way taken = new Way(instr.edges().get(0));
                Way other = new Way(instr.edges().get(1));
                yield t -> t.follow((boolean) t.valueOf(condition) ? taken : other);
            }
            case Op.Return _ -> t -> t.end(instr);
            case Op.Throw thrown ->
                t -> {
                    throw new InterpretedFault(t.exception(thrown, instr), instr.position());
                };
        };
    }

    private Throwable exception(Op.Throw thrown, Instr terminator) {
        long[] operands = terminator.operands().stream()
                .mapToLong(operand -> Arithmetic.bits(valueOf(operand)))
                .toArray();
        return FaultSite.newException(thrown, Thread.currentThread().getContextClassLoader(), operands);
    }

    private Object make(Op.MakeArray make, Instr instr) {
        int length = (int) value(instr, 1);
        for (int i = 2; i <= make.dimensions().count(); i++) {
            length = Math.multiplyExact(length, (int) value(instr, i));
        }
        values[instr.operand(0).id()] =
                Array.newInstance(make.element().arrayClass().componentType(), length);
        return Nothing.NOTHING;
    }

    private Object store(ElementType element, Instr instr) {
        Elements.set(element, value(instr, 0), element(instr), value(instr, 2));
        return Nothing.NOTHING;
    }

    private List<Object> load(ElementType element, int count, Instr instr) {
        int first = firstOfVector(count, instr);
        return IntStream.range(first, first + count)
                .mapToObj(index -> Elements.get(element, value(instr, 0), index))
                .toList();
    }

    private Object store(ElementType element, int count, Instr instr) {
        int first = firstOfVector(count, instr);
        for (int i = 0; i < count; i++) {
            Elements.set(element, value(instr, 0), first + i, value(instr, 2 + i));
        }
        return Nothing.NOTHING;
    }

    private int firstOfVector(int count, Instr instr) {
        int first = element(instr);
        if (first % count != 0) {
            throw new OracleException(instr + " moves " + count + " elements from " + first);
        }
        return first;
    }

    /** Threads take turns, so nothing comes between. */
    private Object change(Op.Atomic atomic, Instr instr) {
        Object array = value(instr, 0);
        int index = element(instr);
        Object old = Elements.get(atomic.element(), array, index);
        Object last = value(instr, instr.operands().size() - 1);
        Object changed = AtomicChange.of(atomic.kind(), old, value(instr, 2), last);
        Elements.set(atomic.element(), array, index, changed);
        return old;
    }

    private Object print(Op.Print print, Instr instr) {
        long[] bits = instr.operands().stream()
                .mapToLong(operand -> Arithmetic.bits(valueOf(operand)))
                .toArray();
        PrintedLines.add(PrintSite.text(print, bits));
        return Nothing.NOTHING;
    }

    private Object rank(Instr instr) {
        faultRank = (long) value(instr, 0);
        return Nothing.NOTHING;
    }

    /** {@return what an exception of the thread counts as among others, instead of one that is given} */
    long faultRank(long thread) {
        return faultRank < 0 ? thread : faultRank;
    }

    private Object checkIndex(Op.IndexCheck check, Instr instr) {
        long index = index(instr, 0);
        long length = index(instr, 1);
        if (!isInBounds(index, length)) {
            if (check.isOfSegment()) {
                String message = "Out of bound access on segment %s; new offset = %s; new length = %s"
                        .formatted(check.indexed(), index * check.bytes(), check.bytes());
                throw new InterpretedFault(new IndexOutOfBoundsException(message), instr.position());
            }
            String message = "Index " + index + " out of bounds for length " + length
                    + (check.indexed() == null ? "" : " of " + check.indexed());
            throw new InterpretedFault(new ArrayIndexOutOfBoundsException(message), instr.position());
        }
        return Nothing.NOTHING;
    }

    private static boolean isInBounds(long index, long length) {
        return index >= 0 && index < length;
    }

    /** {@return an index or length, of either type} */
    private long index(Instr instr, int operand) {
        return ((Number) value(instr, operand)).longValue();
    }

    /** {@return the index of an element that is accessed} */
    private int element(Instr instr) {
        long index = index(instr, 1);
        if (index != (int) index) {
            throw new OracleException("unchecked access of element " + index);
        }
        return (int) index;
    }

    private Object checkDivisor(Instr instr) {
        if (((Number) value(instr, 0)).longValue() == 0) {
            throw new InterpretedFault(new ArithmeticException("/ by zero"), instr.position());
        }
        return Nothing.NOTHING;
    }

    private Object invoke(Instr instr, Function callee) {
        if (callee.cuda() != null) {
            return CudaBodies.call(callee.cuda(), valuesOf(instr.operands()));
        }
        try {
            List<Object> results = run(callee, List.of(valuesOf(instr.operands())));
            return results.isEmpty() ? Nothing.NOTHING : results.size() == 1 ? results.getFirst() : results;
        } catch (InterpretedFault fault) {
            SourcePosition position = fault.position();
            throw new InterpretedFault(
                    fault.exception(), position == null ? null : position.calledFrom(instr.position()));
        }
    }

    private Object call(Instr instr, Intrinsic intrinsic) {
        Object[] arguments = valuesOf(instr.operands());
        try {
            Object result = intrinsics.apply(intrinsic, arguments);
            return result == null ? Nothing.NOTHING : Elements.widened(result);
        } catch (RuntimeException e) {
            if (intrinsic.effect() == Effect.FAULT) {
                throw new InterpretedFault(e, instr.position());
            }
            throw e;
        }
    }

    private Object[] valuesOf(List<Value> list) {
        Object[] results = new Object[list.size()];
        for (int i = 0; i < results.length; i++) {
            results[i] = valueOf(list.get(i));
        }
        return results;
    }

    private Object value(Instr instr, int operand) {
        return valueOf(instr.operand(operand));
    }

    private Object valueOf(Value value) {
        Object result = values[value.id()];
        if (result == null || result instanceof Nothing) {
            throw new OracleException(value + " was not computed");
        }
        return result;
    }
}
