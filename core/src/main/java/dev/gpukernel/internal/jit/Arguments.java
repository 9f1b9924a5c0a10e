package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.backend.Rows;
import dev.gpukernel.internal.backend.ScalarBits;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one launch after another, each in one place: by leaf, which is a parameter or what a record among the parameters
 * holds. They are checked as they are passed. Used by one thread at a time.
 */
final class Arguments {
    private final JitKernel kernel;
    private final List<Parameter> parameters;
    private final long[] scalars;

    /** The record, or host array of records, that the scalars or arrays from an index on belong to. */
    private final @Nullable Object[] wholes;

    private final @Nullable Object[] arrays;
    private final PassedRows rows;
    private final PassedRecords records;
    private final PassedBuffers buffers;
    private final long[] lengths;
    private final BitSet nulls = new BitSet();

    /** What the method was called with, if it takes objects; null for primitives. */
    private @Nullable Object @Nullable [] called;

    /** The objects, those in fields too. */
    private @Nullable Object @Nullable [] objects;

    /** Segments that are larger than what the kernel's code takes. */
    private final BitSet large = new BitSet();

    /** The first parameter with an array on a device whose rows are of several lengths, which the kernel's code is not for. */
    private @Nullable Parameter raggedThere;

    private @Nullable PlainRun plain;

    /** What fields hold, where other arrays are on a device. */
    private final List<GpuArray<?>> copies = new ArrayList<>();

    /** The kernel with the code for what was passed, null if it is this one. */
    private @Nullable JitKernel other;

    /** That for constants alone that was found last, and these. */
    private @Nullable JitKernel lastOther;

    private final long[] lastConstants;

    /** By number or array of a field: its first parameter. */
    private final int[] ofFields;

    private int next;
    private int hostArrays;
    private int heldArrays;
    private boolean hasBuffers;

    Arguments(JitKernel kernel) {
        this.kernel = kernel;
        this.parameters = kernel.parameters();
        int all =
                Math.max(parameters.size(), kernel.program().function().params().size());
        this.scalars = new long[all];
        this.wholes = new Object[parameters.size()];
        this.arrays = new Object[all];
        this.rows = new PassedRows(kernel, parameters, all);
        this.records = new PassedRecords(kernel, parameters);
        this.buffers = new PassedBuffers(kernel);
        this.lengths = new long[all];
        this.lastConstants = new long[kernel.constantLeaves().length];
        this.ofFields = new int[kernel.fields().types().size()];
    }

    /** Begins with the first one again. */
    void begin() {
        next = 0;
        hostArrays = 0;
        heldArrays = 0;
        hasBuffers = false;
        plain = null;
        large.clear();
        raggedThere = null;
        other = null;
        rows.forget();
        records.forget();
        buffers.forget();
    }

    /** Forgets arrays and records, which may be large. */
    void forget() {
        Arrays.fill(arrays, null);
        Arrays.fill(wholes, null);
        called = null;
        objects = null;
        rows.forget();
        records.forget();
        buffers.forget();
    }

    /** {@return whether segments are larger than what the kernel's code takes} */
    boolean areLarge() {
        return !large.isEmpty();
    }

    /**
     * Copies the numbers of arrays of records to flat arrays, and finds the rows of arrays of arrays; copies buffers and segments too, if
     * the method itself gets them. Elements are to be copied back by {@link #unpack}.
     *
     * @param takesLarge whether the device takes large segments
     */
    void pack(boolean takesLarge) {
        if (plain == null && areLarge() && !takesLarge) {
            plain = runAsJava(large.nextSetBit(0));
        }
        if (plain == null) {
            plain = rows.pack(arrays, scalars, lengths);
        }
        if (plain == null && (areLarge() || ragged() != null || needsConstants())) {
            findOther();
        }
        if (plain == null) {
            plain = records.pack(arrays, lengths);
        }
        if (plain == null && kernel.program().form() == KernelForm.LOOP) {
            plain = runCompared();
        }
        for (int i = 0; i < wholes.length && rows.areWhole(); i++) {
            wholes[i] = rows.passed(i) == null ? wholes[i] : rows.passed(i);
        }
        if (plain != null) {
            packBuffers(false);
        }
    }

    /** {@return how the kernel runs with one array for two parameters that it compares, null if each has its own} */
    private @Nullable PlainRun runCompared() {
        Set<Inputs.ArrayPair> compared = kernel.program().inputs().apartArrays();
        if (compared.isEmpty()) {
            // Asked by each launch, which makes no garbage: not even an iterator.
            return null;
        }
        for (Inputs.ArrayPair pair : compared) {
            if (ArrayFacts.areSame(passed(pair.first()), passed(pair.second()))) {
                return kernel.plainRun("one array for '%s' and '%s', which it compares,"
                        .formatted(
                                parameters.get(pair.first()).name(),
                                parameters.get(pair.second()).name()));
            }
        }
        return null;
    }

    /** Finds the code for rows of several lengths and large segments, or runs the method itself. */
    private void findOther() {
        Parameter ragged = ragged();
        boolean isOfLast = ragged == null && !areLarge() && isOfLast();
        other = isOfLast ? lastOther : kernel.other(ragged != null, large, scalars);
        if (ragged == null && !areLarge()) {
            keepLast();
        }
        if (other == null && (ragged != null || areLarge())) {
            plain = ragged == null
                    ? runAsJava(large.nextSetBit(0))
                    : kernel.plainRun("'" + ragged.name() + "' with rows of several lengths");
        }
    }

    /** {@return whether arguments are to be constants of code that is another kernel's} */
    private boolean needsConstants() {
        return kernel.constantLeaves().length > 0;
    }

    private boolean isOfLast() {
        int[] leaves = kernel.constantLeaves();
        if (lastOther == null) {
            return false;
        }
        for (int i = 0; i < leaves.length; i++) {
            if (lastConstants[i] != scalars[leaves[i]]) {
                return false;
            }
        }
        return true;
    }

    private void keepLast() {
        int[] leaves = kernel.constantLeaves();
        for (int i = 0; i < leaves.length; i++) {
            lastConstants[i] = scalars[leaves[i]];
        }
        lastOther = other;
    }

    /** {@return the parameter with rows of several lengths, which the kernel's code is not for; null if there is none} */
    private @Nullable Parameter ragged() {
        return raggedThere != null ? raggedThere : rows.ragged();
    }

    /**
     * Copies buffers and segments to arrays, to be copied back by {@link #unpack}.
     *
     * @param areMoved whether the device copies those itself that it can
     */
    void packBuffers(boolean areMoved) {
        if (hasBuffers) {
            buffers.fill(parameters, hostArrays(), arrays, areMoved);
        }
    }

    /** Has plain Java run the launch, instead of code that is not made for what was passed. */
    void runAsJava(String passed) {
        plain = kernel.plainRun(passed);
        packBuffers(false);
    }

    /** {@return whether rows or records are null that a grid kernel reads: the method itself gets them, on a device that works on the Java heap} */
    boolean areOnHeap() {
        return rows.areWhole() || records.areWhole();
    }

    /** Copies rows to flat arrays too, for a device whose kernels work on the Java heap. */
    void flatten() {
        rows.flatten(arrays);
    }

    /**
     * Asks whether the method itself, which then moves rows as Java does, leaves those of a device the lengths that they have there.
     *
     * @throws IllegalArgumentException if rows of several lengths may change places
     */
    void requireRowsStay() {
        @Nullable Object[] leaves = leaves();
        for (Parameter parameter : parameters) {
            if (leaves[parameter.index()] instanceof HeldArray<?> held
                    && held.isRagged()
                    && kernel.program().moves(parameter.index()) >= 0) {
                throw new IllegalArgumentException(Message.RAGGED_ROWS.format(
                        parameter.name(), "kernel " + kernel.name() + ", where rows change places"));
            }
        }
    }

    /** Asks whether no array of records is read that may hold null, where {@link #pack} does not. */
    void requireFilled() {
        records.requireFilled();
    }

    /** {@return a fault of the kernel whose exception tells of what was passed} */
    KernelFault told(KernelFault fault) {
        return fault.thrown() instanceof IndexOutOfBoundsException thrown ? new KernelFault(told(thrown)) : fault;
    }

    /** {@return an exception of the kernel as it tells of what was passed} */
    IndexOutOfBoundsException told(IndexOutOfBoundsException thrown) {
        return buffers.told(thrown);
    }

    /** Copies back what may have been written. */
    void unpack() {
        if (plain == null) {
            rows.unpack(arrays);
            records.unpack();
        }
        buffers.giveBack();
    }

    /** {@return host arrays by leaf, as they were passed} */
    private @Nullable Object[] hostArrays() {
        @Nullable Object[] own = new @Nullable Object[parameters.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = rows.passed(i) != null ? rows.passed(i) : arrays[i];
        }
        return own;
    }

    List<Parameter> parameters() {
        return parameters;
    }

    /** {@return the first parameter of those that are arrays which the kernel makes} */
    int firstMade() {
        return parameters.size();
    }

    long[] scalars() {
        return scalars;
    }

    /** {@return the length of an array} */
    long length(int parameter) {
        return lengths[parameter];
    }

    /**
     * Says what sizes an array of arrays has that the kernel makes.
     *
     * @return the number of all elements
     * @throws IllegalArgumentException if these are too many
     */
    int makeRows(int parameter, int[] sizes) {
        return rows.make(parameter, sizes);
    }

    /** {@return an array that the kernel returns, with its rows if it has some} */
    Object result(Object array, Class<?> type, int parameter) {
        return Rows.areHeldBy(type) ? rows.result(array, parameter, type) : array;
    }

    /**
     * {@return an array of records that the kernel returns: the one that was passed, or one of its marks and numbers} What was passed is on a
     * device if the arrays are, unless these are copies.
     */
    Object records(int marks, Class<?> type, List<Object> arrays) {
        boolean areOnDevice = arrays.getFirst() instanceof HeldArray;
        Object passed = marks < parameters.size() ? records.passed(marks) : null;
        if (passed != null && passed instanceof HeldRecords == areOnDevice) {
            return passed;
        }
        RecordArrays apart = kernel.recordArrays(type);
        return areOnDevice ? HeldRecords.made(type, apart, arrays) : apart.assemble(arrays);
    }

    /** Says how long an array is that the kernel made. */
    void setLength(int parameter, long length) {
        lengths[parameter] = length;
    }

    /** Forgets how long the arrays are that the kernel makes. */
    void forgetLengths() {
        Arrays.fill(lengths, parameters.size(), lengths.length, 0);
    }

    /** {@return host arrays and {@code HeldArray}s by leaf, then those that the kernel makes; null for what is none} */
    @Nullable Object[] arrays() {
        return arrays;
    }

    /** {@return whether there are host arrays} */
    boolean areOnHost() {
        return hostArrays > 0;
    }

    /** {@return whether there are arrays of a device} */
    boolean areHeld() {
        return heldArrays > 0;
    }

    /** {@return the kernel that runs instead, with rows of several lengths or large segments; null if this one does} */
    @Nullable JitKernel other() {
        return plain == null ? other : null;
    }

    /** Passes to a kernel with the same parameters what was passed to this one. */
    void passTo(Arguments other) {
        @Nullable Object[] leaves = leaves();
        for (int i = 0; i < leaves.length; i++) {
            Object original = buffers.original(i);
            leaves[i] = original != null ? original : leaves[i];
        }
        while (other.next < leaves.length) {
            other.pass(leaves[other.next]);
        }
        other.called = called;
        other.objects = objects;
        System.arraycopy(ofFields, 0, other.ofFields, 0, Math.min(ofFields.length, other.ofFields.length));
    }

    /**
     * Keeps what fields were passed of.
     *
     * @param arguments what the method was called with: where it runs itself, it gets the very same
     * @param found the objects, whose fields are written in the end
     */
    void keep(@Nullable Object[] arguments, @Nullable Object[] found) {
        called = arguments;
        objects = found;
    }

    /** {@return the objects, null if the kernel takes none} */
    @Nullable Object @Nullable [] objects() {
        return objects;
    }

    /** {@return what the method was called with, if it takes objects; else null} */
    @Nullable Object @Nullable [] called() {
        return called;
    }

    /** Copies nothing back that the method itself wrote. */
    void leaveToMethod() {
        if (called != null) {
            rows.forget();
            records.forget();
            buffers.forgetSegments();
        }
    }

    /** Passes the bits of a number. */
    void passBits(long bits) {
        scalars[parameter("number").index()] = bits;
    }

    /** Says that what is passed next is what a field holds. */
    void beginField(int leaf) {
        ofFields[leaf] = next;
    }

    /** {@return the first parameter of what a field holds} */
    int ofField(int leaf) {
        return ofFields[leaf];
    }

    /** Passes what a field holds that is no number. */
    void passField(@Nullable Object value) {
        if (value == null) {
            Parameter parameter = parameter("array");
            if (kernel.program().form() == KernelForm.GRID) {
                throw parameter.isNull();
            }
            passNoFields(PlainRun.NULL);
        } else if (isForDevice(value)) {
            GpuArray<?> copy = device(null).upload(value);
            copies.add(copy);
            passGpuArray(copy);
        } else {
            pass(value);
        }
    }

    /** {@return whether a launch with arrays on a device is to have a copy there of what a field holds: an array that it only reads} */
    private boolean isForDevice(Object value) {
        boolean isKept = kernel.result().isObject() || kernel.fields().writesArrays();
        return heldArrays > 0
                && JitEngine.recording() == null
                && areLeft()
                && parameters.get(next).isArray()
                && (ElementType.ofArray(value.getClass()) != null || Rows.areHeldBy(value.getClass()))
                && !kernel.program().uses().get(parameters.get(next).index()).written()
                && !isKept;
    }

    /** Frees the copies of what fields hold, after the launches with them. */
    void closeCopies() {
        copies.forEach(GpuArray::close);
        copies.clear();
    }

    /** {@return whether there are parameters left to pass something for} */
    boolean areLeft() {
        return next < parameters.size();
    }

    /** Passes nothing for the fields that are left, for a reason with which plain Java decides. */
    void passNoFields(String reason) {
        plain = kernel.plainRun(reason);
        next = parameters.size();
    }

    /** {@return how the kernel runs with what was passed, if null was; else null} */
    @Nullable PlainRun plainRun() {
        return plain;
    }

    /**
     * Asks for the end.
     *
     * @throws IllegalArgumentException if there are too few
     */
    void requireComplete() {
        if (next != parameters.size()) {
            throw new IllegalArgumentException(Message.ARGUMENT_COUNT.format(kernel.name(), parameters.size(), next));
        }
    }

    /**
     * Asks for arrays of one kind.
     *
     * @throws IllegalArgumentException if there are host arrays beside others
     */
    void requireOnePlace() {
        if (hostArrays > 0 && heldArrays > 0) {
            throw mixed();
        }
    }

    /** {@return the exception for host arrays beside arrays of a device} */
    IllegalArgumentException mixed() {
        return new IllegalArgumentException(Message.MIXED_ARGUMENTS.format(kernel.name(), named(false), named(true)));
    }

    /** {@return the name of the first array that is on a device, or on the host} */
    private String named(boolean isHeld) {
        @Nullable Object[] leaves = leaves();
        return parameters.stream()
                .filter(parameter -> parameter.isArray()
                        && leaves[parameter.index()] != null
                        && leaves[parameter.index()] instanceof GpuArray<?> == isHeld)
                .findFirst()
                .map(parameter -> "'" + parameter.name() + "'")
                .orElse("its result");
    }

    void passInt(int value) {
        Parameter parameter = parameter("int");
        scalars[parameter.index()] = parameter.bits(value);
    }

    void passLong(long value) {
        Parameter parameter = parameter("long");
        scalars[parameter.index()] = parameter.bits(value);
    }

    void passFloat(float value) {
        Parameter parameter = parameter("float");
        scalars[parameter.index()] = parameter.bits(value);
    }

    void passDouble(double value) {
        Parameter parameter = parameter("double");
        scalars[parameter.index()] = parameter.bits(value);
    }

    void passBoolean(boolean value) {
        Parameter parameter = parameter("boolean");
        scalars[parameter.index()] = parameter.bits(value);
    }

    void passRecord(@Nullable Record value) {
        if (value == null) {
            passNullRecord();
            return;
        }
        List<Object> leaves = Leaves.values(value, kernel.lookup());
        if (!leaves.isEmpty() && next < parameters.size()) {
            wholes[parameters.get(next).index()] = value;
        }
        for (Object leaf : leaves) {
            Parameter parameter = parameter(value.getClass().getSimpleName());
            scalars[parameter.index()] = parameter.bits(leaf);
        }
    }

    /** Passes an array of any kind, a buffer, a memory segment, a record or a boxed scalar, or null for whatever comes next. */
    void pass(@Nullable Object argument) {
        if (argument instanceof GpuArray<?> array) {
            passGpuArray(array);
        } else if (argument instanceof Buffer buffer) {
            passBuffer(buffer);
        } else if (argument instanceof MemorySegment segment) {
            passSegment(segment);
        } else if (argument instanceof Record record) {
            passRecord(record);
        } else {
            passOther(argument);
        }
    }

    private void passOther(@Nullable Object argument) {
        if (argument == null && next < parameters.size() && isOfRecord(parameters.get(next))) {
            passNullRecord();
            return;
        }
        Parameter parameter = parameter("array");
        if (parameter.isArray()) {
            passArray(parameter, argument);
        } else if (argument == null) {
            throw parameter.wrongType("null");
        } else {
            scalars[parameter.index()] = parameter.bits(argument);
        }
    }

    void passArray(@Nullable Object host) {
        passArray(parameter("array"), host);
    }

    private void passArray(Parameter parameter, @Nullable Object host) {
        if (host == null) {
            passNull(parameter);
            return;
        }
        if (host.getClass() != parameter.type()) {
            throw parameter.wrongType(host.getClass().getSimpleName());
        }
        hostArrays++;
        if (parameter.holdsRows()) {
            rows.pass(parameter, (Object[]) host);
            next += parameter.following();
            return;
        }
        if (parameter.holdsRecords()) {
            wholes[parameter.index()] = host;
            records.pass(parameter, host);
            next += parameter.following();
            return;
        }
        lengths[parameter.index()] = Array.getLength(host);
        arrays[parameter.index()] = host;
    }

    void passBuffer(@Nullable Buffer buffer) {
        Parameter parameter = parameter("array");
        if (buffer == null) {
            passNull(parameter);
            return;
        }
        arrays[parameter.index()] = buffers.pass(parameter, buffer);
        lengths[parameter.index()] = buffer.remaining();
        hasBuffers = true;
        hostArrays++;
    }

    void passSegment(@Nullable MemorySegment segment) {
        Parameter parameter = parameter("array");
        if (segment == null) {
            passNull(parameter);
            return;
        }
        ElementType element = parameter.element();
        if (!parameter.isSegment() || element == null) {
            throw parameter.wrongType("MemorySegment");
        }
        hostArrays++;
        hasBuffers = true;
        HostSegment host = new HostSegment(segment, element);
        if (!host.isArray()) {
            plain = runAsJava(parameter, host, IndexType.MOST_ELEMENTS);
            buffers.passWhole(parameter, host);
            return;
        }
        if (kernel.variant().large().get(parameter.index())) {
            arrays[parameter.index()] = buffers.passLarge(parameter, host);
            lengths[parameter.index()] = host.length();
            return;
        }
        if (HostSegment.isLarge(host.length())) {
            large.set(parameter.index());
            buffers.passWhole(parameter, host);
            return;
        }
        arrays[parameter.index()] = buffers.pass(parameter, host);
        lengths[parameter.index()] = host.length();
    }

    private PlainRun runAsJava(int leaf) {
        Parameter parameter = parameters.get(leaf);
        if (arrays[leaf] instanceof HeldArray<?> held) {
            throw tooLong(held, parameter);
        }
        MemorySegment segment = Objects.requireNonNull(buffers.segment(leaf), "passed");
        return runAsJava(
                parameter, new HostSegment(segment, Objects.requireNonNull(parameter.element())), Integer.MAX_VALUE);
    }

    private PlainRun runAsJava(Parameter parameter, HostSegment host, long most) {
        long bytes = host.memory().byteSize();
        if (kernel.program().form() == KernelForm.GRID) {
            throw host.isNoArray("argument '" + parameter.name() + "' of kernel " + kernel.name(), most);
        }
        return kernel.plainRun("a memory segment of %s bytes, '%s',".formatted(bytes, parameter.name()));
    }

    void passGpuArray(@Nullable GpuArray<?> array) {
        Parameter parameter = parameter("array");
        if (array == null) {
            passNull(parameter);
            return;
        }
        if (array.type() != parameter.arrayType()) {
            throw parameter.wrongType("GpuArray<" + array.type().getSimpleName() + ">");
        }
        heldArrays++;
        int leaf = parameter.index();
        if (array instanceof HeldRecords<?> held) {
            held.requireOpen();
            records.pass(parameter, held);
            for (HeldArray<?> part : held.parts()) {
                arrays[leaf] = part;
                lengths[leaf++] = part.size();
            }
            next += parameter.following();
            return;
        }
        HeldArray<?> held = (HeldArray<?>) array;
        held.requireOpen();
        boolean isLarge = !kernel.variant().large().get(leaf)
                && HostSegment.isLarge(held.memory().length());
        if (isLarge && !parameter.isSegment()) {
            throw tooLong(held, parameter);
        }
        large.set(leaf, isLarge);
        lengths[leaf] = held.memory().length();
        arrays[leaf] = held;
        next += parameter.following();
        if (!parameter.holdsRows()) {
            return;
        }
        if (kernel.variant().isRagged()) {
            scalars[leaf + 1] = held.size(0);
            passStarts(held.starts(), leaf + 2);
            return;
        }
        if (held.isRagged()) {
            raggedThere = raggedThere == null ? parameter : raggedThere;
        }
        for (int i = 0; i < parameter.sizes(); i++) {
            scalars[leaf + 1 + i] = held.size(i);
        }
    }

    private void passStarts(List<HeldArray<int[]>> starts, int first) {
        for (int i = 0; i < starts.size(); i++) {
            arrays[first + i] = starts.get(i);
            lengths[first + i] = starts.get(i).size();
        }
    }

    private Parameter parameter(String passed) {
        if (next == parameters.size()) {
            throw new IllegalArgumentException(Message.ARGUMENT_COUNT.format(kernel.name(), parameters.size(), "more"));
        }
        Parameter parameter = parameters.get(next++);
        if (parameter.isArray() && !passed.equals("array")) {
            throw parameter.wrongType(passed);
        }
        return parameter;
    }

    private static boolean isOfRecord(Parameter parameter) {
        return parameter.name().indexOf('.') >= 0;
    }

    private void passNullRecord() {
        PlainRun run = runWithNull();
        if (run == null) {
            throw new NullPointerException("record");
        }
        nulls.set(next);
        next += run.leavesAt(next);
    }

    private void passNull(Parameter parameter) {
        if (runWithNull() == null) {
            throw parameter.isNull();
        }
        nulls.set(parameter.index());
        next += parameter.following();
    }

    private @Nullable PlainRun runWithNull() {
        if (plain == null && kernel.program().form() == KernelForm.LOOP) {
            nulls.clear();
            plain = kernel.plainRun();
        }
        return plain;
    }

    /** {@return what was passed, by leaf: arrays, boxed numbers, a record or array of records in place of its first leaf, null for null} */
    @Nullable Object[] leaves() {
        @Nullable Object[] leaves = new @Nullable Object[parameters.size()];
        for (Parameter parameter : parameters) {
            int i = parameter.index();
            if (!nulls.get(i)) {
                Object object = passed(i);
                leaves[i] =
                        object != null || parameter.isArray() ? object : ScalarBits.box(parameter.type(), scalars[i]);
            }
        }
        return leaves;
    }

    /** {@return the array, of a host or device, or the record that was passed and that a leaf is the first of, null if it is a number} */
    private @Nullable Object passed(int leaf) {
        for (Object whole :
                Arrays.asList(rows.passed(leaf), records.passed(leaf), wholes[leaf], buffers.segment(leaf))) {
            if (whole != null) {
                return whole;
            }
        }
        return arrays[leaf];
    }

    private IllegalArgumentException tooLong(HeldArray<?> held, Parameter parameter) {
        return new IllegalArgumentException(Message.ARRAY_TOO_LONG.format(
                held,
                held.size(),
                "argument '" + parameter.name() + "' of kernel " + kernel.name(),
                Integer.MAX_VALUE));
    }

    /** {@return whether what is passed needs other code than the kernel has: for rows of several lengths, or for large arrays} */
    boolean needOther() {
        return areLarge() || raggedThere != null || needsConstants();
    }

    /**
     * {@return the kernel with that code, null if there can be none for large arrays}
     *
     * @throws IllegalStateException if there can be none for rows of several lengths
     */
    @Nullable JitKernel recordable() {
        JitKernel found = kernel.other(raggedThere != null, large, scalars);
        if (found == null && raggedThere != null) {
            throw GraphRecording.refusal(
                    "the launch of " + kernel.name() + " with rows of several lengths, which runs as plain Java,",
                    kernel.launcherName(),
                    "launch it outside of the recording");
        }
        return found;
    }

    /** Passes all of them. */
    void pass(Invocation invocation, LaunchArrays there) {
        for (int i = 0; i < parameters.size(); i++) {
            if (arrays[i] != null) {
                invocation.setArray(i, there.memory(i));
            } else if (!parameters.get(i).isArray()) {
                invocation.setScalar(i, scalars[i]);
            }
        }
        passRecords(invocation);
        if (called != null) {
            invocation.setArguments(called);
        }
    }

    /** Passes the records, and host arrays of records, that numbers were taken from. */
    void passRecords(Invocation invocation) {
        for (int i = 0; i < wholes.length; i++) {
            Object whole = wholes[i];
            if (whole != null) {
                invocation.setWhole(i, whole);
            }
        }
        if (areOnHeap()) {
            invocation.requireMethod();
        }
    }

    /**
     * Finds the device of the arrays.
     *
     * @param asked the stream that the launch is to go to, null for none in particular
     * @throws IllegalArgumentException if that, or another array, is of another device
     */
    DeviceGpu device(@Nullable DeviceStream asked) {
        DeviceGpu gpu = asked == null ? null : asked.device();
        for (int i = 0; i < arrays.length; i++) {
            if (arrays[i] instanceof HeldArray<?> held) {
                if (gpu == null) {
                    gpu = held.device();
                } else if (held.device() != gpu) {
                    throw new IllegalArgumentException(Message.DEVICE_MISMATCH.format(
                            "argument '" + parameters.get(i).name() + "'", held.device(), "the launch", gpu));
                }
            }
        }
        return Objects.requireNonNull(gpu, "there are arrays");
    }

    /** {@return what gives back the arguments that there are now} */
    Runnable restorer() {
        long[] ownScalars = scalars.clone();
        @Nullable Object[] ownWholes = wholes.clone();
        @Nullable Object[] ownArrays = arrays.clone();
        long[] ownLengths = lengths.clone();
        @Nullable Object @Nullable [] ownCalled = called == null ? null : called.clone();
        return () -> {
            called = ownCalled;
            System.arraycopy(ownScalars, 0, scalars, 0, scalars.length);
            System.arraycopy(ownWholes, 0, wholes, 0, wholes.length);
            System.arraycopy(ownArrays, 0, arrays, 0, arrays.length);
            System.arraycopy(ownLengths, 0, lengths, 0, lengths.length);
            large.clear();
            raggedThere = null;
            next = parameters.size();
        };
    }

    /** Passes an argument once more, for a parameter of the method. */
    void replace(int position, Object value) {
        next = kernel.firstLeaf(position);
        kernel.pass(this, position, value);
        if (called != null) {
            called[called.length - kernel.replaceable().size() + position] = value;
        }
        next = parameters.size();
        if (raggedThere != null) {
            String name = raggedThere.name();
            raggedThere = null;
            throw new IllegalArgumentException(
                    Message.RAGGED_ROWS.format(name, "a graph that was recorded with rows of one length"));
        }
        if (areLarge()) {
            // A graph keeps the code that it was recorded with.
            int leaf = large.nextSetBit(0);
            throw tooLong((HeldArray<?>) Objects.requireNonNull(arrays[leaf]), parameters.get(leaf));
        }
    }
}
