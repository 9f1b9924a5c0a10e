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
import java.util.List;
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

    private final Function function;
    private final BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics;
    private final BlockMemory memory;
    /** Of the function that runs. */
    private @Nullable Object[] values = {};

    private List<Object> returned = List.of();
    private long[] iteration = {0, 0, 0};
    private long steps;
    private long faultRank = -1;
    private @Nullable Block block;
    private int next;

    /**
     * Makes an interpreter.
     *
     * @param function what to run
     * @param intrinsics calls the Java method of an intrinsic; the method's own exceptions come through
     */
    public Interpreter(Function function, BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics) {
        this(function, intrinsics, new BlockMemory(0));
    }

    /**
     * Makes an interpreter of one of a block's threads.
     *
     * @param function what to run
     * @param intrinsics calls the Java method of an intrinsic that waits for no other thread
     * @param memory the block's shared memory
     */
    Interpreter(Function function, BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics, BlockMemory memory) {
        this.function = function;
        this.intrinsics = intrinsics;
        this.memory = memory;
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
        List<@Nullable Object> all = new ArrayList<>(arguments);
        for (BlockParam made : function.params()
                .subList(
                        Math.min(all.size(), function.params().size()),
                        function.params().size())) {
            if (made.users().stream().anyMatch(user -> user.op() instanceof Op.MakeArray && user.operand(0) == made)) {
                // Nobody passes it.
                all.add(null);
            }
        }
        enter(function.entry(), all);
    }

    private List<Object> run(Function called, List<?> arguments) {
        @Nullable Object[] callers = values;
        @Nullable Block callersBlock = block;
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
            block = callersBlock;
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
        while (block != null) {
            if (next == block.instrs().size()) {
                throw new OracleException(block + " has no terminator");
            }
            Instr instr = block.instrs().get(next++);
            if (++steps > STEP_LIMIT) {
                throw new OracleException("more than " + STEP_LIMIT + " steps");
            }
            switch (instr.op().effect()) {
                case CONTROL -> follow(instr);
                case SYNCHRONISE -> {
                    return instr;
                }
                default -> values[instr.id()] = compute(instr);
            }
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
        Object[] widened = arguments.toArray();
        for (int i = 0; i < Math.min(widened.length, target.params().size()); i++) {
            boolean isCondition = target.params().get(i).type() == ScalarType.I1;
            widened[i] = isCondition || widened[i] == null ? widened[i] : Elements.widened(widened[i]);
        }
        enter(target, widened);
    }

    private void enter(Block target, Object[] arguments) {
        List<BlockParam> params = target.params();
        if (arguments.length != params.size()) {
            throw new OracleException(arguments.length + " arguments for " + params);
        }
        for (int i = 0; i < arguments.length; i++) {
            values[params.get(i).id()] = arguments[i];
        }
        block = target;
        next = 0;
    }

    private void follow(Instr terminator) {
        switch (terminator.op()) {
            case Op.Jump _ -> follow(terminator.edges().get(0));
            case Op.Branch _ -> follow(terminator.edges().get((boolean) value(terminator, 0) ? 0 : 1));
            case Op.Return _ -> {
                returned = List.of(valuesOf(terminator.operands()));
                block = null;
            }
            case Op.Throw thrown -> throw new InterpretedFault(exception(thrown, terminator), terminator.position());
            case Op.Constant _, Op.Binary _, Op.Negate _, Op.Compare _, Op.ThreeWay _, Op.Convert _, Op.Narrow _ ->
                throw noTerminator(terminator);
            case Op.Select _, Op.Length _, Op.Load _, Op.Store _, Op.IndexCheck _, Op.DivisorCheck _ ->
                throw noTerminator(terminator);
            case Op.Iteration _, Op.Call _, Op.LocalArray _, Op.DynamicLocal _, Op.ConstantArray _ ->
                throw noTerminator(terminator);
            case Op.Invoke _, Op.Launch _, Op.Part _, Op.InBounds _ -> throw noTerminator(terminator);
            case Op.RowElement _, Op.SplitInner _, Op.MayLaunch _ -> throw noTerminator(terminator);
            case Op.LoadVector _, Op.StoreVector _, Op.FaultRank _, Op.MakeArray _ -> throw noTerminator(terminator);
            case Op.SetRow _, Op.RowStart _, Op.RowLength _ -> throw noTerminator(terminator);
            case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _, Op.Atomic _, Op.Print _ ->
                throw noTerminator(terminator);
        }
    }

    /** Reads all arguments before it sets the first parameter: they may be the same block's parameters, swapped. */
    private void follow(Edge edge) {
        enter(edge.target(), valuesOf(edge.arguments()));
    }

    private static OracleException noTerminator(Instr instr) {
        return new OracleException(instr + " is not a terminator");
    }

    private Object compute(Instr instr) {
        return switch (instr.op()) {
            case Op.Constant constant -> Arithmetic.constant(constant);
            case Op.Binary(var kind, var type) -> Arithmetic.binary(kind, type, value(instr, 0), value(instr, 1));
            case Op.Negate(var type) -> Arithmetic.negate(type, value(instr, 0));
            case Op.Compare(var is, var type) -> Arithmetic.compare(is, type, value(instr, 0), value(instr, 1));
            case Op.ThreeWay(var kind, var type) -> Arithmetic.threeWay(kind, type, value(instr, 0), value(instr, 1));
            case Op.Convert convert -> Arithmetic.convert(convert.to(), value(instr, 0));
            case Op.Narrow(var to) -> Arithmetic.narrow(to, (int) value(instr, 0));
            case Op.RowElement _ -> (int) value(instr, 0) + (int) value(instr, 1);
            case Op.InBounds _ -> isInBounds(index(instr, 0), index(instr, 1));
            case Op.Select _ -> (boolean) value(instr, 0) ? value(instr, 1) : value(instr, 2);
            case Op.Length(var _, var _, IndexType index) ->
                Arithmetic.convert(index.type(), Elements.length(value(instr, 0)));
            case Op.LocalArray(var element, int length) ->
                Array.newInstance(element.arrayClass().componentType(), length);
            case Op.DynamicLocal(var element) ->
                Array.newInstance(element.arrayClass().componentType(), (int) value(instr, 0));
            case Op.MakeArray make -> make(make, instr);
            case Op.ConstantArray table -> Elements.array(table);
            case Op.SharedArray array -> memory.array(array);
            case Op.DynamicShared(var element) -> memory.part(element, (int) value(instr, 0), (int) value(instr, 1));
            case Op.DynamicSize _ -> memory.dynamicBytes();
            case Op.Atomic atomic -> change(atomic, instr);
            case Op.Print print -> print(print, instr);
            case Op.FaultRank _ -> rank(instr);
            case Op.Load load -> Elements.get(load.element(), value(instr, 0), element(instr));
            case Op.Store store -> store(store.element(), instr);
            case Op.LoadVector(var element, int count, var _) -> load(element, count, instr);
            case Op.StoreVector(var element, int count, var _) -> store(element, count, instr);
            case Op.IndexCheck check -> checkIndex(check, instr);
            case Op.DivisorCheck _ -> checkDivisor(instr);
            case Op.Iteration(Axis axis) -> iteration[axis.index()];
            case Op.Call(var intrinsic) -> call(instr, intrinsic);
            case Op.Launch _, Op.SplitInner _, Op.MayLaunch _ ->
                throw new OracleException("a launch in the code of a thread");
            case Op.Invoke(var callee) -> invoke(instr, callee);
            case Op.Part part -> ((List<?>) value(instr, 0)).get(part.index());
            case Op.SetRow _, Op.RowStart _, Op.RowLength _ ->
                throw new OracleException("a row that is still to be made");
            case Op.Jump _, Op.Branch _, Op.Return _, Op.Throw _ ->
                throw new OracleException(instr + " computes nothing");
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
            if (check.segment() != null) {
                String message = "Out of bound access on segment %s; new offset = %s; new length = %s"
                        .formatted(check.segment(), index * check.bytes(), check.bytes());
                throw new InterpretedFault(new IndexOutOfBoundsException(message), instr.position());
            }
            String message = "Index " + index + " out of bounds for length " + length;
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
