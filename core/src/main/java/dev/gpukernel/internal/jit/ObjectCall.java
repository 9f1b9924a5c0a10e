package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.KernelCall;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelForm;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One launch after another of a kernel that takes objects: takes the arguments in order, then reads the objects' fields and passes all to
 * the kernel for their classes. Used by one thread at a time. A call that ends with an exception is not used again.
 */
final class ObjectCall implements KernelCall {
    private final ObjectKernel kernel;
    private final List<Parameter> parameters = new ArrayList<>();

    /** By argument; null for a primitive. */
    private final @Nullable Object[] passed;

    /** By argument: the bits of a primitive. */
    private final long[] bits;

    /** The objects, those in fields too. */
    private @Nullable Object[] objects = new @Nullable Object[0];

    private final IntFunction<@Nullable Object[]> rooms = this::room;

    private @Nullable Launch launch;
    private int next;

    ObjectCall(ObjectKernel kernel) {
        this.kernel = kernel;
        List<Class<?>> types = kernel.types();
        int receivers = types.size() - kernel.method().getParameterCount();
        for (int i = 0; i < types.size(); i++) {
            String name = i < receivers
                    ? "this"
                    : kernel.method().getParameters()[i - receivers].getName();
            parameters.add(new Parameter(kernel.name(), i, name, types.get(i), null));
        }
        this.passed = new @Nullable Object[types.size()];
        this.bits = new long[types.size()];
    }

    ObjectCall begin(@Nullable Launch newLaunch) {
        launch = newLaunch;
        next = 0;
        return this;
    }

    /** {@return what gives room for so many objects} A launch allocates nothing. */
    IntFunction<@Nullable Object[]> rooms() {
        return rooms;
    }

    private @Nullable Object[] room(int count) {
        if (objects.length < count) {
            objects = new @Nullable Object[count];
        }
        return objects;
    }

    private Parameter parameter() {
        if (next == parameters.size()) {
            throw new IllegalArgumentException(Message.ARGUMENT_COUNT.format(kernel.name(), parameters.size(), "more"));
        }
        return parameters.get(next++);
    }

    @Override
    public KernelCall passInt(int value) {
        Parameter parameter = parameter();
        bits[parameter.index()] = parameter.bits(value);
        return this;
    }

    @Override
    public KernelCall passLong(long value) {
        Parameter parameter = parameter();
        bits[parameter.index()] = parameter.bits(value);
        return this;
    }

    @Override
    public KernelCall passFloat(float value) {
        Parameter parameter = parameter();
        bits[parameter.index()] = parameter.bits(value);
        return this;
    }

    @Override
    public KernelCall passDouble(double value) {
        Parameter parameter = parameter();
        bits[parameter.index()] = parameter.bits(value);
        return this;
    }

    @Override
    public KernelCall passBoolean(boolean value) {
        Parameter parameter = parameter();
        bits[parameter.index()] = parameter.bits(value);
        return this;
    }

    @Override
    public KernelCall passRecord(Record value) {
        return pass(value);
    }

    @Override
    public KernelCall passArray(Object host) {
        return pass(host);
    }

    @Override
    public KernelCall passGpuArray(GpuArray<?> array) {
        return pass(array);
    }

    @Override
    public KernelCall passBuffer(Buffer host) {
        return pass(host);
    }

    @Override
    public KernelCall passSegment(MemorySegment segment) {
        return pass(segment);
    }

    @Override
    public KernelCall passObject(Object object) {
        return pass(object);
    }

    private ObjectCall pass(@Nullable Object argument) {
        Parameter parameter = parameter();
        int position = parameter.index();
        if (parameter.type().isPrimitive()) {
            if (argument == null) {
                throw parameter.wrongType("null");
            }
            bits[position] = parameter.bits(argument);
        } else if (argument != null
                && kernel.isObject(position)
                && !parameter.type().isInstance(argument)) {
            throw parameter.wrongType(argument.getClass().getSimpleName());
        } else {
            passed[position] = argument;
        }
        return this;
    }

    /** Passes all arguments at once and runs; {@return what the kernel returned, null for nothing} */
    @Nullable Object runWith(Object[] arguments) {
        Objects.requireNonNull(arguments, "arguments");
        if (arguments.length != parameters.size()) {
            throw new IllegalArgumentException(
                    Message.ARGUMENT_COUNT.format(kernel.name(), parameters.size(), arguments.length));
        }
        for (Object argument : arguments) {
            pass(argument);
        }
        Object result = begin().runForObject();
        giveBack();
        return result;
    }

    @Override
    public void run() {
        begin().run();
        giveBack();
    }

    @Override
    public boolean runBoolean() {
        return end(begin().runBoolean());
    }

    @Override
    public int runInt() {
        int result = begin().runInt();
        giveBack();
        return result;
    }

    @Override
    public long runLong() {
        long result = begin().runLong();
        giveBack();
        return result;
    }

    @Override
    public float runFloat() {
        float result = begin().runFloat();
        giveBack();
        return result;
    }

    @Override
    public double runDouble() {
        double result = begin().runDouble();
        giveBack();
        return result;
    }

    @Override
    public <A> A runArray(Class<A> type) {
        return end(begin().runArray(type));
    }

    @Override
    public <R> @Nullable R runObject(Class<R> type) {
        return end(begin().runObject(type));
    }

    @Override
    public <A> GpuArray<A> runGpuArray(Class<A> type) {
        return end(begin().runGpuArray(type));
    }

    private <T extends @Nullable Object> T end(T result) {
        giveBack();
        return result;
    }

    private void giveBack() {
        Arrays.fill(passed, null);
        Arrays.fill(objects, null);
        kernel.giveBack(this);
    }

    /** {@return the call of the kernel for the objects' classes, with all that was passed} */
    private Call begin() {
        if (next != parameters.size()) {
            throw new IllegalArgumentException(Message.ARGUMENT_COUNT.format(kernel.name(), parameters.size(), next));
        }
        if (!Modifier.isStatic(kernel.method().getModifiers()) && passed[0] == null) {
            throw isNull("this");
        }
        JitKernel ofClasses = kernel.find(passed, this);
        boolean isRecorded = JitEngine.recording() != null;
        String changing = isRecorded ? ofClasses.fields().changing() : null;
        if (changing != null) {
            throw GraphRecording.refusal(
                    "the launch of " + kernel.name() + ", " + changing + ",",
                    kernel.launcherName(),
                    "let the kernel take it as a parameter, an array as a GpuArray; or launch it outside of the recording");
        }
        Call call = ofClasses.begin(launch);
        Arguments arguments = call.arguments();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).type().isPrimitive()) {
                arguments.passBits(bits[i]);
            } else if (!kernel.isObject(i)) {
                arguments.pass(passed[i]);
            }
        }
        String ofNull = ofClasses.fields().nameOfNull(objects);
        if (ofNull == null && ofClasses.fields().areTwice(objects)) {
            arguments.passNoFields("one object for two that it writes a field of, or compares");
        } else if (ofNull == null) {
            ofClasses.fields().pass(objects, arguments);
        } else if (ofClasses.program().form() == KernelForm.GRID) {
            throw isNull(ofNull);
        } else {
            arguments.passNoFields(PlainRun.NULL);
        }
        // A graph has them for good.
        arguments.keep(isRecorded ? passed.clone() : passed, isRecorded ? objects.clone() : objects);
        kernel.launched(ofClasses);
        return call;
    }

    private NullPointerException isNull(String name) {
        return new NullPointerException(Message.NULL_OBJECT.format(name, kernel.name()));
    }
}
