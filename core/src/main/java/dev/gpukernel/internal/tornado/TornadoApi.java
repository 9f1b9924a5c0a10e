package dev.gpukernel.internal.tornado;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Space;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * TornadoVM's own API, of which this class alone knows the names. It is bound when it is first looked for: nothing of it need be there
 * when GpuKernel is compiled or started.
 */
final class TornadoApi {
    private static final String API = "uk.ac.manchester.tornado.api.";

    /** The class by which the API is found. */
    static final String GRAPH = API + "TaskGraph";

    /** A failed compilation must fail. Otherwise TornadoVM runs the kernel in Java once, which is one thread of it. */
    private static final String BAILOUT = "tornado.recover.bailout";

    /**
     * What makes results others than Java's: a product and a sum become one operation, and 1 over a root an approximation. Who starts
     * Java with one of them gets that.
     */
    private static final List<String> INEXACT = List.of("tornado.enable.fma", "tornado.enable.mathOptimizations");

    /**
     * Has the backend for CUDA lock arrays in memory for faster transfers, by their first addresses. So an array that begins inside of
     * one that is gone counts as locked, and what is transferred is memory that is neither's any more.
     */
    private static final String PINNING = "tornado.cuda.host.pinning";

    /** A message shall stay short. */
    private static final int MOST_CAUSES = 10;

    private static final String TASK_NAME = "kernel0";
    private static final AtomicLong PLANS = new AtomicLong();

    private static final int FIRST_EXECUTION = 0;
    private static final int EVERY_EXECUTION = 1;
    private static final int UNDER_DEMAND = 2;

    /**
     * Held while TornadoVM looks at a task: what it finds out about the task's arrays is in a static variable before it is in the graph,
     * where that of a task looked at just then would replace it.
     */
    private static final Object SKETCHES = new Object();

    /**
     * Held by who uses a plan of the backend for CUDA. It unlocks the memory of numbers that it keeps for each plan when that is closed,
     * and with it the rest of the page, from which those of another plan may be on their way just then.
     */
    private final Lock cudaPlans = new ReentrantLock();

    private final ClassLoader loader;
    private final String version;
    private final Map<NativeKind, ArrayClass> arrays = new EnumMap<>(NativeKind.class);
    private final Class<?> context;
    private final Constructor<?> newGraph;
    private final Constructor<?> newPlan;
    private final Constructor<?> newScheduler;
    private final Method transferIn;
    private final Method transferOut;
    private final Method snapshot;
    private final Method addGrid;
    private final Method withGrid;
    private final Method withDevice;
    private final MethodHandle execute;
    private final Method fetch;
    private final Method close;

    /** How to make an array of TornadoVM's, and where its elements are. */
    private record ArrayClass(Constructor<?> constructor, Method segment) {}

    /**
     * A device of TornadoVM's.
     *
     * @param backend name of the backend that it belongs to, such as PTX
     * @param name its name
     * @param memory bytes of its memory
     * @param sharedMemory bytes of shared memory for a block
     * @param handle what TornadoVM takes for it
     */
    record Found(String backend, String name, long memory, long sharedMemory, Object handle) {}

    /**
     * What is moved when a plan runs.
     *
     * @param inOnce once, before the first run
     * @param in before every run
     * @param out after every run
     * @param outOnDemand when {@link Plan#fetch} says so
     */
    record Transfers(List<Object> inOnce, List<Object> in, List<Object> out, List<Object> outOnDemand) {}

    private TornadoApi(ClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        Class<?> graph = type("TaskGraph");
        this.version = versionOf(graph);
        this.context = type("KernelContext");
        Class<?> plan = type("TornadoExecutionPlan");
        Class<?> immutable = type("ImmutableTaskGraph");
        Class<?> scheduler = type("GridScheduler");
        this.newGraph = graph.getConstructor(String.class);
        this.transferIn = graph.getMethod("transferToDevice", int.class, Object[].class);
        this.transferOut = graph.getMethod("transferToHost", int.class, Object[].class);
        this.snapshot = graph.getMethod("snapshot");
        this.newPlan = plan.getConstructor(immutable.arrayType());
        this.newScheduler = scheduler.getConstructor();
        this.addGrid = scheduler.getMethod("addWorkerGrid", String.class, type("WorkerGrid"));
        this.withGrid = plan.getMethod("withGridScheduler", scheduler);
        this.withDevice = plan.getMethod("withDevice", type("common.TornadoDevice"));
        Method ofExecute = plan.getMethod("execute");
        // What every launch calls, without the checks of reflection.
        this.execute = MethodHandles.publicLookup()
                .unreflect(ofExecute)
                .asType(MethodType.methodType(Object.class, Object.class));
        this.fetch = ofExecute.getReturnType().getMethod("transferToHost", Object[].class);
        this.close = plan.getMethod("close");
        for (NativeKind kind : NativeKind.values()) {
            Class<?> array = Class.forName(kind.className(), true, loader);
            arrays.put(kind, new ArrayClass(array.getConstructor(int.class), array.getMethod("getSegment")));
        }
    }

    /**
     * Binds the API.
     *
     * @param loader where its classes are
     * @return the API, or {@code null} if there is none
     * @throws GpuException if there is one that lacks something
     */
    static @Nullable TornadoApi find(ClassLoader loader) {
        Class<?> graph;
        try {
            graph = Class.forName(GRAPH, false, loader);
        } catch (ClassNotFoundException | LinkageError _) {
            return null;
        }
        // Before its first class is initialised.
        System.setProperty(BAILOUT, "False");
        Stream.concat(INEXACT.stream(), Stream.of(PINNING))
                .filter(property -> System.getProperty(property) == null)
                .forEach(property -> System.setProperty(property, "False"));
        try {
            AnnotationAnswer.install(loader);
            return new TornadoApi(loader);
        } catch (ExceptionInInitializerError | UnsatisfiedLinkError e) {
            throw new Failure(e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new GpuException(Message.TORNADO_INCOMPLETE, versionOf(graph), missing(e));
        }
    }

    private static String missing(Throwable e) {
        String message = e.getMessage();
        return message != null && e.getCause() == null ? message : withCauses(e);
    }

    /** {@return what was thrown and what led to it, without those of which only the class would be said} */
    static String withCauses(Throwable thrown) {
        List<String> said = new ArrayList<>();
        Throwable at = thrown;
        for (int i = 0; at != null && i < MOST_CAUSES; i++, at = at.getCause()) {
            boolean repeatsCause = at.getCause() != null
                    && (at.getMessage() == null
                            || at.getMessage().equals(at.getCause().toString()));
            if (!repeatsCause) {
                said.add(at.toString());
            }
        }
        return String.join(", caused by ", said);
    }

    private static String versionOf(Class<?> graph) {
        var descriptor = graph.getModule().getDescriptor();
        String own = graph.getPackage().getImplementationVersion();
        return descriptor != null && descriptor.rawVersion().isPresent()
                ? descriptor.rawVersion().get()
                : own == null ? "of unknown version" : own;
    }

    private Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(API + name, true, loader);
    }

    ClassLoader loader() {
        return loader;
    }

    String version() {
        return version;
    }

    /** {@return all devices, those of the backend that it takes first in front} */
    List<Found> devices() {
        List<Found> found = new ArrayList<>();
        Object runtime = call(null, type(this::type, "runtime.TornadoRuntimeProvider"), "getTornadoRuntime");
        int backends = (int) call(runtime, type(this::type, "TornadoRuntime"), "getNumBackends");
        Class<?> backendType = type(this::type, "TornadoBackend");
        for (int i = 0; i < backends; i++) {
            Object backend = callWith(runtime, type(this::type, "TornadoRuntime"), "getBackend", i);
            String name = call(backend, backendType, "getBackendType").toString();
            int devices = (int) call(backend, backendType, "getNumDevices");
            for (int j = 0; j < devices; j++) {
                found.add(device(name, callWith(backend, backendType, "getDevice", j)));
            }
        }
        return found;
    }

    private Found device(String backend, Object handle) {
        Class<?> type = type(this::type, "common.TornadoDevice");
        return new Found(
                backend,
                (String) call(handle, type, "getDeviceName"),
                (long) call(handle, type, "getMaxGlobalMemory"),
                (long) call(handle, type, "getDeviceLocalMemorySize"),
                handle);
    }

    /** {@return whether the context can add atomically to an element} */
    boolean addsAtomically(ElementType element, Space space) {
        String descriptor = ArrayWriter.atomicDescriptor(element, space);
        return Arrays.stream(context.getMethods())
                .filter(method -> method.getName().equals("atomicAdd"))
                .map(Type::getMethodDescriptor)
                .anyMatch(descriptor::equals);
    }

    /** {@return whether a task may have so many arguments} */
    boolean takesArguments(int count) {
        try {
            type("common.TornadoFunctions$Task" + count);
            return true;
        } catch (ClassNotFoundException _) {
            return false;
        }
    }

    /** {@return a new array of zeros outside the Java heap} */
    Object newArray(NativeKind kind, int length) {
        return make(ofKind(kind).constructor, length);
    }

    /** {@return the elements of such an array: what is behind a header, if it shows one} */
    MemorySegment data(NativeKind kind, Object array, int length) {
        MemorySegment segment = (MemorySegment) invoke(ofKind(kind).segment, array);
        long bytes = (long) kind.bytes() * length;
        return segment.asSlice(segment.byteSize() - bytes, bytes);
    }

    private ArrayClass ofKind(NativeKind kind) {
        ArrayClass known = arrays.get(kind);
        if (known == null) {
            throw new IllegalStateException(kind.className());
        }
        return known;
    }

    /**
     * Makes a plan that runs one task.
     *
     * @param task what implements TornadoVM's interface for a task of one argument more than there are
     * @param arguments its arguments after the context
     * @param transfers what is moved
     * @param shape the grid
     * @param device where
     */
    Plan plan(Object task, List<Object> arguments, Transfers transfers, Shape shape, Found device) {
        // TornadoVM keeps compiled code by name, and what it compiled for one plan is wrong for another.
        String name = "gpukernel" + PLANS.incrementAndGet();
        Object graph = make(newGraph, name);
        move(graph, transferIn, FIRST_EXECUTION, transfers.inOnce);
        move(graph, transferIn, EVERY_EXECUTION, transfers.in);
        synchronized (SKETCHES) {
            addTask(graph, task, arguments);
        }
        move(graph, transferOut, EVERY_EXECUTION, transfers.out);
        move(graph, transferOut, UNDER_DEMAND, transfers.outOnDemand);
        Object frozen = invoke(snapshot, graph);
        Object graphs = Array.newInstance(frozen.getClass(), 1);
        Array.set(graphs, 0, frozen);
        Object plan = make(newPlan, graphs);
        Object scheduler = make(newScheduler);
        invoke(addGrid, scheduler, name + "." + TASK_NAME, grid(shape));
        invoke(withDevice, plan, device.handle);
        invoke(withGrid, plan, scheduler);
        return new Plan(plan, Generator.of(device.backend) == Generator.CUDA_C ? cudaPlans : new ReentrantLock());
    }

    private static void move(Object graph, Method transfer, int mode, List<Object> arrays) {
        if (!arrays.isEmpty()) {
            invoke(transfer, graph, mode, arrays.toArray());
        }
    }

    private void addTask(Object graph, Object task, List<Object> arguments) {
        int count = arguments.size() + 1;
        Class<?>[] types = new Class<?>[count + 2];
        Arrays.fill(types, Object.class);
        types[0] = String.class;
        types[1] = type(this::type, "common.TornadoFunctions$Task" + count);
        List<Object> all = new ArrayList<>(List.of(TASK_NAME, task, make(constructor(context))));
        all.addAll(arguments);
        invoke(method(graph.getClass(), "task", types), graph, all.toArray());
    }

    private Object grid(Shape shape) {
        long x = (long) shape.gridX() * shape.blockX();
        long y = (long) shape.gridY() * shape.blockY();
        long z = (long) shape.gridZ() * shape.blockZ();
        Object grid = make(constructor(type(this::type, "WorkerGrid3D"), int.class, int.class, int.class), 1, 1, 1);
        Class<?>[] sizes = {long.class, long.class, long.class};
        invoke(method(grid.getClass(), "setGlobalWork", sizes), grid, x, y, z);
        invoke(
                method(grid.getClass(), "setLocalWork", sizes),
                grid,
                (long) shape.blockX(),
                (long) shape.blockY(),
                (long) shape.blockZ());
        return grid;
    }

    /** A task with its arrays, compiled when it first runs. For one thread at a time. */
    final class Plan {
        private final Object plan;
        private final Lock lock;
        private @Nullable Object result;
        private boolean failed;

        private Plan(Object plan, Lock lock) {
            this.plan = plan;
            this.lock = lock;
        }

        /** Moves what is to be moved and runs the task, and waits for it. */
        void execute() {
            lock.lock();
            try {
                result = execute.invokeExact(plan);
            } catch (Throwable e) {
                failed = true;
                throw new Failure(e);
            } finally {
                lock.unlock();
            }
        }

        /** Moves arrays to the host that the last run did not. */
        void fetch(List<Object> onDemand) {
            if (result == null) {
                throw new IllegalStateException("not executed");
            }
            lock.lock();
            try {
                invoke(fetch, result, (Object) onDemand.toArray());
            } finally {
                lock.unlock();
            }
        }

        void close() {
            lock.lock();
            try {
                invoke(close, plan);
            } catch (Failure e) {
                // One that got no memory for its arrays has none to give back, which TornadoVM takes for a mistake.
                if (!failed) {
                    throw e;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** TornadoVM threw something, an error as likely as an exception. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(Throwable cause) {
            super(withCauses(cause), cause);
        }
    }

    private interface Lookup<R> {
        R of(String name) throws ReflectiveOperationException;
    }

    private Class<?> type(Lookup<Class<?>> lookup, String name) {
        try {
            return lookup.of(name);
        } catch (ExceptionInInitializerError | UnsatisfiedLinkError e) {
            // It is all there, but does not find what it needs.
            throw new Failure(e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new GpuException(Message.TORNADO_INCOMPLETE, version, missing(e));
        }
    }

    private Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            throw new GpuException(Message.TORNADO_INCOMPLETE, version, missing(e));
        }
    }

    private Constructor<?> constructor(Class<?> type, Class<?>... parameters) {
        try {
            return type.getConstructor(parameters);
        } catch (NoSuchMethodException e) {
            throw new GpuException(Message.TORNADO_INCOMPLETE, version, missing(e));
        }
    }

    private Object call(@Nullable Object target, Class<?> type, String name) {
        return invoke(method(type, name), target);
    }

    private Object callWith(Object target, Class<?> type, String name, int argument) {
        return invoke(method(type, name, int.class), target, argument);
    }

    private static Object invoke(Method method, @Nullable Object target, Object... arguments) {
        try {
            Object result = method.invoke(target, arguments);
            return result == null ? method : result;
        } catch (InvocationTargetException e) {
            throw new Failure(e.getCause() == null ? e : e.getCause());
        } catch (IllegalAccessException e) {
            throw new Failure(e);
        }
    }

    private static Object make(Constructor<?> constructor, Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new Failure(e.getCause() == null ? e : e.getCause());
        } catch (InstantiationException | IllegalAccessException e) {
            throw new Failure(e);
        }
    }
}
