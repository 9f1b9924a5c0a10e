package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.Leaves.Leaf;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.backend.RecordingStream;
import dev.gpukernel.internal.backend.Rows;
import dev.gpukernel.internal.backend.ScalarBits;
import dev.gpukernel.internal.backend.SegmentMemory;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Scope;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls a kernel's method; done when it returns. */
final class CpuInvocation implements Invocation {
    private final CpuExecutable executable;
    private final List<Class<?>> types;
    private final List<Leaf> leaves = new ArrayList<>();
    private final Object[] values;

    /** The records and arrays of records that values from an index on belong to. */
    private final @Nullable Object[] wholes;

    /** What the method was called with, if it takes objects. */
    private @Nullable Object @Nullable [] called;

    private SliceCopies slices = new SliceCopies();
    private List<Object> results = List.of();

    CpuInvocation(CpuExecutable executable) {
        this.executable = executable;
        this.types = Leaves.arguments(
                Objects.requireNonNull(executable.unit().source().method(), "only a method runs as it is written"));
        for (Class<?> type : types) {
            if (!Leaves.isObject(type)) {
                leaves.addAll(Leaves.of("", type));
            }
        }
        this.values = new Object[leaves.size()];
        this.wholes = new Object[leaves.size()];
    }

    @Override
    public void setScalar(int parameter, long bits) {
        if (isOfMethod(parameter)) {
            values[parameter] = ScalarBits.box(leaves.get(parameter).type(), bits);
        }
    }

    /** {@return whether the method takes a parameter, and not its code in place of a field that the method reads itself} */
    private boolean isOfMethod(int parameter) {
        return parameter < leaves.size();
    }

    @Override
    public void setWhole(int parameter, Object value) {
        if (isOfMethod(parameter)) {
            wholes[parameter] = value;
        }
    }

    @Override
    public void setArguments(@Nullable Object[] arguments) {
        called = arguments;
    }

    @Override
    public void setArray(int parameter, Memory memory) {
        if (!isOfMethod(parameter)) {
            return;
        }
        values[parameter] = switch (memory) {
            case SegmentMemory own
            when leaves.get(parameter).type() == MemorySegment.class ->
                own.elements().memory();
            case HeapMemory own when !own.isSlice() -> own.array();
            default -> slices.add(memory, executable.writes(parameter));
        };
    }

    @Override
    public List<Object> results() {
        List<Object> returned = results;
        results = List.of();
        return returned;
    }

    @Override
    public void launch(Shape shape, Stream stream) throws KernelFault {
        if (stream instanceof RecordingStream recording) {
            recording.add(note(shape));
        } else {
            note(shape).launch(stream);
        }
    }

    @Override
    public NotedLaunch note(Shape shape) {
        Passed passed = arguments();
        return stream -> run(passed, shape, stream);
    }

    private void run(Passed passed, Shape shape, Stream stream) throws KernelFault {
        passed.slices.fill(stream);
        // A graph launches with what the flat arrays hold by then.
        passed.rows.forEach(Rows::unpack);
        passed.records.values().forEach(made -> made.type.assemble(made.flat, made.records));
        try {
            run(passed.arguments, shape);
            results = asPassed(results, passed);
        } catch (KernelFault fault) {
            throw named(fault, passed.arguments);
        } finally {
            passed.rows.forEach((flat, array) -> Rows.pack(array, flat));
            passed.records.values().forEach(CpuInvocation::packAgain);
            passed.slices.giveBack(stream);
        }
    }

    /** {@return a fault that names a memory segment as code for other devices does, by its parameter, as it may be one that only this launch has} */
    private KernelFault named(KernelFault fault, Object[] arguments) {
        if (!(fault.thrown() instanceof IndexOutOfBoundsException thrown)) {
            return fault;
        }
        String message = String.valueOf(thrown.getMessage());
        for (int i = 0, leaf = 0; i < arguments.length; i++) {
            String beginning = Op.IndexCheck.outOf(arguments[i] + ";");
            if (arguments[i] instanceof MemorySegment && message.startsWith(beginning)) {
                String name = executable.unit().function().params().get(leaf).name();
                IndexOutOfBoundsException told = new IndexOutOfBoundsException(
                        Op.IndexCheck.outOf(name + message.substring(beginning.length() - 1)));
                told.setStackTrace(thrown.getStackTrace());
                for (Throwable suppressed : thrown.getSuppressed()) {
                    told.addSuppressed(suppressed);
                }
                return new KernelFault(told);
            }
            leaf += Leaves.isObject(types.get(i))
                    ? 0
                    : Leaves.of("", types.get(i)).size();
        }
        return fault;
    }

    private static void packAgain(Assembled made) {
        System.arraycopy(RecordArrays.marks(made.records), 0, made.flat.getFirst(), 0, made.records.length);
        for (int i = 0; i < made.type.count(); i++) {
            made.type.pack(made.records, i, made.flat.get(i + 1));
        }
    }

    /** Rows that the method was given and returns stand for what they are copies of, records for their numbers, and arrays for slices. */
    private List<Object> asPassed(List<Object> returned, Passed passed) {
        List<Object> leavesOfAll = new ArrayList<>();
        for (Object result : returned) {
            List<Object> own = RecordArrays.areHeldBy(result.getClass())
                    ? passed.numbers.computeIfAbsent(
                            result, _ -> recordArrays(result.getClass()).pack((Object[]) result))
                    : List.of(result);
            own.forEach(leaf -> leavesOfAll.add(flat(leaf, passed)));
        }
        return leavesOfAll;
    }

    @SuppressWarnings("ReferenceEquality") // the very same array
    private static Object flat(Object result, Passed passed) {
        Object flat = result;
        for (Map.Entry<Object, Object[]> rows : passed.rows.entrySet()) {
            flat = rows.getValue() == result ? rows.getKey() : flat;
        }
        Memory slice = passed.slices.slice(flat);
        return slice == null ? flat : slice;
    }

    /**
     * What the method gets.
     *
     * @param arguments one for each of its parameters
     * @param rows arrays of arrays, by the flat array that they are copies of
     * @param records those that were made of arrays of their numbers, by the first of these
     * @param numbers the arrays that arrays of records were made of or taken apart to
     * @param slices the arrays among them that stand for slices
     */
    @SuppressWarnings("ArrayRecordComponent") // for one launch
    private record Passed(
            Object[] arguments,
            IdentityHashMap<Object, Object[]> rows,
            IdentityHashMap<Object, Assembled> records,
            IdentityHashMap<Object, List<Object>> numbers,
            SliceCopies slices) {}

    /** Records, and the arrays that they are made of. */
    @SuppressWarnings("ArrayRecordComponent") // for one launch
    private record Assembled(RecordArrays type, Object[] records, List<Object> flat) {}

    private void run(Object[] arguments, Shape shape) throws KernelFault {
        if (executable.waitsFor() != Scope.THREAD) {
            launchBlocks(arguments, shape);
            return;
        }
        Object @Nullable [] before = executable.replay().snapshot(arguments);
        switch (executable.unit().form()) {
            case LOOP -> launchLoop(arguments, before);
            case GRID -> launchGrid(arguments, shape, before);
        }
    }

    /** Puts records together, and makes room for rows and arrays of records. */
    private Passed arguments() {
        IdentityHashMap<Object, Object[]> rows = new IdentityHashMap<>();
        IdentityHashMap<Object, Assembled> records = new IdentityHashMap<>();
        IdentityHashMap<Object, List<Object>> numbers = new IdentityHashMap<>();
        Iterator<Object> next = Arrays.asList(values).iterator();
        Object[] arguments = new Object[types.size()];
        int leaf = 0;
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = types.get(i);
            int size = Leaves.isObject(type) ? 0 : Leaves.of("", type).size();
            if (called != null && (Leaves.isObject(type) || type.isInstance(called[i]))) {
                arguments[i] = Objects.requireNonNull(called[i]);
                skip(next, size);
                leaf += size;
                continue;
            }
            Object passed = size == 0 ? null : wholes[leaf];
            Object flat = passed == null && Rows.areHeldBy(type) ? values[leaf] : null;
            if (flat != null && rows.containsKey(flat)) {
                arguments[i] = rows.get(flat);
                skip(next, size);
            } else if (RecordArrays.areHeldBy(type)) {
                List<Object> arrays = List.of(Arrays.copyOfRange(values, leaf, leaf + size));
                arguments[i] = passed != null
                        ? passed
                        : records.computeIfAbsent(values[leaf], _ -> assembled(type, arrays)).records;
                numbers.put(arguments[i], arrays);
                skip(next, size);
            } else if (passed == null) {
                arguments[i] =
                        Leaves.assemble(type, next, executable.unit().source().lookup());
            } else {
                arguments[i] = passed;
                skip(next, size);
            }
            if (flat != null) {
                rows.put(flat, (Object[]) arguments[i]);
            }
            leaf += size;
        }
        SliceCopies own = slices;
        forget();
        return new Passed(arguments, rows, records, numbers, own);
    }

    private Assembled assembled(Class<?> type, List<Object> arrays) {
        RecordArrays records = recordArrays(type);
        return new Assembled(records, records.ofNulls(arrays), arrays);
    }

    private RecordArrays recordArrays(Class<?> type) {
        return RecordArrays.of(type, executable.unit().source().lookup());
    }

    private static void skip(Iterator<Object> values, int count) {
        for (int i = 0; i < count; i++) {
            values.next();
        }
    }

    /** The host's arrays are not ours to keep. */
    private void forget() {
        called = null;
        Arrays.fill(wholes, null);
        Arrays.fill(values, null);
        slices = new SliceCopies();
    }

    private void launchLoop(Object[] arguments, Object @Nullable [] before) throws KernelFault {
        try {
            Object returned = executable.call().result(arguments);
            results = returned == null ? List.of() : Leaves.ofResult(returned);
        } catch (Throwable thrown) {
            throw new KernelFault(executable.replay().presentable(thrown, arguments, before, null));
        }
    }

    private void launchGrid(Object[] arguments, Shape shape, Object @Nullable [] before) throws KernelFault {
        GridRun run = new GridRun(executable.loop(), arguments, shape);
        ThreadFault fault = executable.prints() ? run.runInOrder() : run.run();
        if (fault != null) {
            ThreadState thread = new ThreadState();
            thread.together = LoneThread.INSTANCE;
            GridPosition.size(thread, shape);
            fault.seek(thread);
            throw new KernelFault(
                    executable.replay().presentable(fault.thrown(), arguments, before, thread), fault.note());
        }
    }

    private void launchBlocks(Object[] arguments, Shape shape) throws KernelFault {
        executable.initialiseClass();
        boolean inGrid = executable.waitsFor() == Scope.GRID;
        ThreadFault fault = new CooperativeRun(executable.call(), arguments, shape).run(inGrid);
        if (fault != null) {
            throw new KernelFault(executable.replay().shown(fault.thrown()), fault.note());
        }
    }

    @Override
    public void close() {}
}
