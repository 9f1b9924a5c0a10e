package dev.gpukernel.internal.jit;

import dev.gpukernel.Engine;
import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Backend.Probe;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.KernelSource;
import dev.gpukernel.internal.backend.NativeCode;
import dev.gpukernel.internal.backend.NativeModule;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The engine: backends, devices and kernels, each made once. */
public final class JitEngine implements Engine {
    private static final ScopedValue<Scope> SCOPED = ScopedValue.newInstance();

    private final Choice choice;
    private final Map<Device, DeviceGpu> gpus = new LinkedHashMap<>();
    private final KernelFinder kernels = new KernelFinder(this);
    private final Supplier<ProgramStore> store;
    private volatile @Nullable DeviceGpu standard;

    /** Where kernels run that say nothing else: on a device, and there on a stream, if one is given. */
    private record Scope(
            DeviceGpu gpu,
            @Nullable DeviceStream stream,
            @Nullable GraphRecording recording) {}

    /** Finds the backends; looks for devices when one is needed. */
    public JitEngine() {
        this(ServiceLoader.load(Backend.class, JitEngine.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
        Choice.warnOfSettings();
    }

    JitEngine(List<Backend> backends) {
        this(backends, ProgramStore::ofSettings);
    }

    /** Keeps compiled kernels in a store. */
    JitEngine(List<Backend> backends, Supplier<ProgramStore> store) {
        choice = new Choice(backends);
        this.store = store;
    }

    /** {@return where compiled kernels are kept} */
    ProgramStore store() {
        return store.get();
    }

    @Override
    public DeviceGpu current() {
        if (SCOPED.isBound()) {
            return SCOPED.get().gpu;
        }
        DeviceGpu known = standard;
        return known != null ? known : choose();
    }

    private synchronized DeviceGpu choose() {
        DeviceGpu chosen = standard;
        if (chosen == null) {
            chosen = gpu(choice.choose());
            standard = chosen;
        }
        return chosen;
    }

    @Override
    public List<Gpu.BackendStatus> backends() {
        List<Gpu.BackendStatus> statuses = new ArrayList<>();
        for (Backend backend : choice.backends()) {
            statuses.add(
                    switch (backend.probe()) {
                        case Probe.Absent(String reason) -> new Gpu.BackendStatus(backend.name(), List.of(), reason);
                        case Probe.Present(List<Device> devices) ->
                            new Gpu.BackendStatus(
                                    backend.name(),
                                    devices.stream().<Gpu>map(this::gpu).toList(),
                                    "");
                    });
        }
        return statuses;
    }

    @Override
    public Kernel kernel(Class<?> declaringClass, String name) {
        return kernels.byName(declaringClass, name);
    }

    @Override
    public Kernel kernel(MethodHandles.Lookup lookup, Class<?> declaringClass, String name) {
        return kernels.byName(lookup, declaringClass, name);
    }

    @Override
    public Kernel kernel(
            MethodHandles.Lookup lookup, Class<?> declaringClass, String name, Class<?>... parameterTypes) {
        return kernels.bySignature(lookup, declaringClass, name, parameterTypes);
    }

    /**
     * Makes a kernel that is no method.
     *
     * @param source what it comes from
     * @param reader makes its code
     * @return the kernel
     */
    public Kernel kernel(KernelSource source, KernelReader reader) {
        return new JitKernel(this, source, reader);
    }

    /**
     * Makes a kernel of native code.
     *
     * @param program what is known of it
     * @return the kernel
     */
    public Kernel kernel(NativeProgram program) {
        return JitKernel.ofNative(this, program.kernel(), program);
    }

    /**
     * Loads native code into a device, or finds it loaded.
     *
     * @param gpu the device
     * @param module the code
     * @return the code there
     * @throws dev.gpukernel.GpuException if the device runs no native code
     */
    public static NativeCode load(Gpu gpu, NativeModule module) {
        return ((DeviceGpu) gpu).load(module);
    }

    /** Sets a variable of native code, or reads it: see {@link NativeCode#write} and {@link NativeCode#read}. */
    public static void copy(Gpu gpu, NativeCode code, String variable, Object hostArray, boolean reads) {
        DeviceStream stream = ((DeviceGpu) gpu).defaultStream();
        if (reads) {
            code.read(variable, hostArray, stream.raw());
        } else {
            code.write(variable, hostArray, stream.raw());
        }
    }

    /**
     * Allocates an array for kernels that write all of it.
     *
     * @param <A> type of the array
     * @param gpu where
     * @param type type of the array, such as {@code float[].class}
     * @param length number of elements
     * @return the array, its elements undefined
     */
    public static <A> GpuArray<A> allocateUndefined(Gpu gpu, Class<A> type, int length) {
        return ((DeviceGpu) gpu).allocateUndefined(type, length);
    }

    /** Waits for the launches that an array's elements follow from and that may throw, and throws what they threw. */
    public static void settle(GpuArray<?> array) {
        ((HeldArray<?>) array).settle();
    }

    /** {@return the device that works on the Java heap} */
    DeviceGpu onHeap() {
        return choice.backends().stream()
                .map(Backend::probe)
                .flatMap(probe ->
                        probe instanceof Probe.Present(List<Device> devices) ? devices.stream() : Stream.empty())
                .filter(Device::sharesHeap)
                .findFirst()
                .map(this::gpu)
                .orElseThrow();
    }

    /**
     * {@return the device of another backend that is the same GPU, for what one has no way to run; null if there is none, or if the
     * device was asked for by name}
     */
    @SuppressWarnings("ReferenceEquality") // the very same device
    @Nullable DeviceGpu sameGpu(DeviceGpu refusing) {
        if (refusing != standard || !Choice.isAutomatic()) {
            return null;
        }
        for (Backend backend : choice.backends()) {
            if (!backend.name().equals(refusing.backend()) && backend.probe() instanceof Probe.Present(var devices)) {
                for (Device device : devices) {
                    if (refusing.raw().isSameGpu(device.info())) {
                        return gpu(device);
                    }
                }
            }
        }
        return null;
    }

    private synchronized DeviceGpu gpu(Device device) {
        return gpus.computeIfAbsent(device, key -> new DeviceGpu(key, gpus.size()));
    }

    /** {@return the stream that the caller's launches go to which name none, null for the default stream} */
    static @Nullable DeviceStream currentStream() {
        return SCOPED.isBound() ? SCOPED.get().stream : null;
    }

    /** {@return what takes note of the caller's launches instead of doing them, null if they are done} */
    static @Nullable GraphRecording recording() {
        return SCOPED.isBound() ? SCOPED.get().recording : null;
    }

    static <R> R callOn(DeviceGpu gpu, @Nullable DeviceStream stream, Supplier<R> body) {
        return ScopedValue.where(SCOPED, new Scope(gpu, stream, recording())).call(body::get);
    }

    static void record(GraphRecording recording, Runnable body) {
        ScopedValue.where(SCOPED, new Scope(recording.gpu(), null, recording)).run(body);
    }
}
