package dev.gpukernel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.jit.SharedArrays;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A {@code DLManagedTensorVersioned} of {@code dlpack.h}.
 *
 * @param address of the element whose indices are all 0
 * @param shape size along each axis
 * @param strides distance of neighbours along each axis, in elements
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Tensor(MemorySegment managed, TensorType type, boolean isReadOnly, long address, long[] shape, long[] strides) {
    static final long READ_ONLY = 1;
    private static final long IS_COPIED = 2;
    private static final int MAJOR = 1;
    private static final int MINOR = 0;
    private static final int CPU = 1;
    private static final int CUDA = 2;
    private static final int CUDA_HOST = 3;
    private static final int CUDA_MANAGED = 13;
    private static final int MOST_AXES = 64;

    private static final MemoryLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_INT.withName("major"),
            JAVA_INT.withName("minor"),
            ADDRESS.withName("manager_ctx"),
            ADDRESS.withName("deleter"),
            JAVA_LONG.withName("flags"),
            ADDRESS.withName("data"),
            JAVA_INT.withName("device_type"),
            JAVA_INT.withName("device_id"),
            JAVA_INT.withName("ndim"),
            JAVA_BYTE.withName("code"),
            JAVA_BYTE.withName("bits"),
            JAVA_SHORT.withName("lanes"),
            ADDRESS.withName("shape"),
            ADDRESS.withName("strides"),
            JAVA_LONG.withName("byte_offset"));

    private static final long VERSION_AT = at("major");
    private static final long CONTEXT_AT = at("manager_ctx");
    private static final long DELETER_AT = at("deleter");
    private static final long FLAGS_AT = at("flags");
    private static final long DATA_AT = at("data");
    private static final long DEVICE_TYPE_AT = at("device_type");
    private static final long DEVICE_ID_AT = at("device_id");
    private static final long NDIM_AT = at("ndim");
    private static final long CODE_AT = at("code");
    private static final long BITS_AT = at("bits");
    private static final long LANES_AT = at("lanes");
    private static final long SHAPE_AT = at("shape");
    private static final long STRIDES_AT = at("strides");
    private static final long OFFSET_AT = at("byte_offset");

    static final FunctionDescriptor DELETER = FunctionDescriptor.ofVoid(ADDRESS);
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Map<Long, Exported> EXPORTED = new ConcurrentHashMap<>();

    /** What was exported, until its deleter is called: the tensor stays reachable. */
    private record Exported(Gpu gpu, MemorySegment tensor, Runnable back) {}

    /** Linked when a tensor is first handed over. */
    private static final class Native {
        static final MethodHandle CALL = link();
        static final MemorySegment DELETE = stub();

        private Native() {}

        @SuppressWarnings("restricted") // calling what others hand over is this class's purpose
        private static MethodHandle link() {
            return Linker.nativeLinker().downcallHandle(DELETER);
        }

        @SuppressWarnings("restricted") // being called by others is this class's purpose
        private static MemorySegment stub() {
            try {
                MethodHandle deleted = MethodHandles.lookup()
                        .findStatic(Tensor.class, "deleted", MethodType.methodType(void.class, MemorySegment.class));
                return Linker.nativeLinker().upcallStub(deleted, DELETER, Arena.global());
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("deleted", e);
            }
        }
    }

    private static long at(String name) {
        return LAYOUT.byteOffset(PathElement.groupElement(name));
    }

    /** {@return a new tensor for others} */
    static MemorySegment export(
            Gpu gpu, TensorType type, long address, long[] shape, long[] strides, long flags, Runnable back) {
        boolean done = false;
        try {
            MemorySegment made = write(gpu, type, address, shape, strides, flags, back);
            done = true;
            return made;
        } finally {
            if (!done) {
                back.run();
            }
        }
    }

    /** {@return a new tensor for others, a copy of an array} */
    static MemorySegment exportCopy(GpuArray<?> array, TensorType type, long[] shape, long[] strides) {
        Arena arena = Arena.ofShared();
        boolean done = false;
        try {
            MemorySegment copy = arena.allocate(Math.max(1, array.size() * type.bytes()), Long.BYTES);
            if (type == TensorType.BOOLEAN) {
                boolean[] host = (boolean[]) array.toHost();
                for (int i = 0; i < host.length; i++) {
                    copy.set(JAVA_BYTE, i, (byte) (host[i] ? 1 : 0));
                }
            } else {
                array.copyTo(copy.asSlice(0, array.size() * type.bytes()));
            }
            MemorySegment made =
                    write(array.device(), type, copy.address(), shape, strides, READ_ONLY | IS_COPIED, arena::close);
            done = true;
            return made;
        } finally {
            if (!done) {
                arena.close();
            }
        }
    }

    private static MemorySegment write(
            Gpu gpu, TensorType type, long address, long[] shape, long[] strides, long flags, Runnable back) {
        // Not closed by the deleter: a function of C that gets the segment from Java may call it, and Java keeps such a
        // segment open.
        Arena arena = Arena.ofAuto();
        MemorySegment tensor = arena.allocate(LAYOUT);
        tensor.set(JAVA_INT, VERSION_AT, MAJOR);
        tensor.set(JAVA_INT, VERSION_AT + Integer.BYTES, MINOR);
        tensor.set(ADDRESS, DELETER_AT, Native.DELETE);
        tensor.set(JAVA_LONG, FLAGS_AT, flags);
        tensor.set(JAVA_LONG, DATA_AT, address);
        boolean isCpu = gpu.backend().equals("cpu");
        tensor.set(JAVA_INT, DEVICE_TYPE_AT, isCpu ? CPU : CUDA);
        tensor.set(JAVA_INT, DEVICE_ID_AT, gpu.ordinal());
        tensor.set(JAVA_INT, NDIM_AT, shape.length);
        tensor.set(JAVA_BYTE, CODE_AT, (byte) type.code());
        tensor.set(JAVA_BYTE, BITS_AT, (byte) type.bits());
        tensor.set(JAVA_SHORT, LANES_AT, (short) 1);
        // Also of no axes, for those who take a null for one after another.
        MemorySegment sizes = arena.allocate(JAVA_LONG, 2L * shape.length + 1);
        MemorySegment.copy(shape, 0, sizes, JAVA_LONG, 0, shape.length);
        MemorySegment.copy(strides, 0, sizes, JAVA_LONG, (long) Long.BYTES * shape.length, strides.length);
        tensor.set(ADDRESS, SHAPE_AT, sizes);
        tensor.set(ADDRESS, STRIDES_AT, sizes.asSlice((long) Long.BYTES * shape.length));
        tensor.set(JAVA_LONG, OFFSET_AT, 0);
        long number = NUMBERS.incrementAndGet();
        tensor.set(JAVA_LONG, CONTEXT_AT, number);
        EXPORTED.put(number, new Exported(gpu, tensor, back));
        return tensor;
    }

    /** {@return how many tensors were exported whose deleters were not called} */
    static int exported() {
        return EXPORTED.size();
    }

    /** The deleter of what was exported. It runs in a thread of whoever calls it, who knows no exceptions. */
    @SuppressWarnings("unused") // called through a stub; native-image knows its name
    private static void deleted(MemorySegment tensor) {
        try {
            Exported own = EXPORTED.remove(whole(tensor).get(JAVA_LONG, CONTEXT_AT));
            if (own != null) {
                SharedArrays.inThreadOfOthers(own.gpu, own.back);
            }
        } catch (Throwable thrown) {
            System.getLogger("dev.gpukernel").log(System.Logger.Level.ERROR, "the end of a DLPack tensor", thrown);
        }
    }

    /** Calls a tensor's deleter, if it has one. */
    static void delete(MemorySegment tensor) {
        MemorySegment all = whole(tensor);
        MemorySegment deleter = all.get(ADDRESS, DELETER_AT);
        if (deleter.address() == 0) {
            return;
        }
        try {
            Native.CALL.invokeExact(deleter, MemorySegment.ofAddress(tensor.address()));
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    @SuppressWarnings("restricted") // the caller says what is there
    private static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    private static MemorySegment whole(MemorySegment tensor) {
        if (!tensor.isNative() || tensor.address() == 0) {
            throw unusable("it is no native memory, or null", "pass the DLManagedTensorVersioned's address");
        }
        return at(tensor.address(), LAYOUT.byteSize());
    }

    private static IllegalArgumentException unusable(String reason, String advice) {
        return new IllegalArgumentException(Message.DLPACK_TENSOR.format(reason, advice));
    }

    /**
     * Reads a tensor, and leaves it whose it is.
     *
     * @param tensor where it is
     * @param gpu the device where it must be
     * @param type what it must hold
     * @throws IllegalArgumentException if it is another one
     */
    static Tensor of(MemorySegment tensor, Gpu gpu, TensorType type) {
        MemorySegment all = whole(Objects.requireNonNull(tensor, "tensor"));
        int major = all.get(JAVA_INT, VERSION_AT);
        if (major != MAJOR) {
            throw unusable("it is of version " + major + " of DLPack", "let the other library export version 1");
        }
        requireDevice(all.get(JAVA_INT, DEVICE_TYPE_AT), all.get(JAVA_INT, DEVICE_ID_AT), gpu);
        int code = Byte.toUnsignedInt(all.get(JAVA_BYTE, CODE_AT));
        int bits = Byte.toUnsignedInt(all.get(JAVA_BYTE, BITS_AT));
        int lanes = Short.toUnsignedInt(all.get(JAVA_SHORT, LANES_AT));
        if (!type.takes(code, bits, lanes)) {
            throw unusable(
                    "it has elements of " + TensorType.name(code, bits, lanes) + ", which are no " + type.text(),
                    type == TensorType.BOOLEAN
                            ? "let the other library export it as uint8, and import bytes"
                            : "import it as the type that it has, or convert it in the other library");
        }
        int axes = all.get(JAVA_INT, NDIM_AT);
        long sizes = all.get(JAVA_LONG, SHAPE_AT);
        long steps = all.get(JAVA_LONG, STRIDES_AT);
        if (axes < 0 || axes > MOST_AXES || (axes > 0 && sizes == 0)) {
            throw unusable("it has " + axes + " axes, or no shape", "pass a tensor that is whole");
        }
        long[] shape =
                axes == 0 ? new long[0] : at(sizes, (long) Long.BYTES * axes).toArray(JAVA_LONG);
        long[] strides = axes == 0 || steps == 0
                ? new long[axes]
                : at(steps, (long) Long.BYTES * axes).toArray(JAVA_LONG);
        if (steps == 0) {
            long stride = 1;
            for (int axis = axes - 1; axis >= 0; axis--) {
                strides[axis] = stride;
                stride *= Math.max(1, shape[axis]);
            }
        }
        if (Arrays.stream(shape).anyMatch(size -> size < 0)) {
            throw unusable("it has shape " + Arrays.toString(shape), "pass a tensor that is whole");
        }
        long address = all.get(JAVA_LONG, DATA_AT) + all.get(JAVA_LONG, OFFSET_AT);
        boolean isReadOnly = (all.get(JAVA_LONG, FLAGS_AT) & READ_ONLY) != 0;
        return new Tensor(tensor, type, isReadOnly, address, shape, strides);
    }

    private static void requireDevice(int deviceType, int deviceId, Gpu gpu) {
        boolean isThere = switch (gpu.backend()) {
            case "cpu" -> deviceType == CPU || deviceType == CUDA_HOST;
            case "cuda" ->
                (deviceType == CUDA && deviceId == gpu.ordinal())
                        || deviceType == CUDA_HOST
                        || deviceType == CUDA_MANAGED;
            default -> false;
        };
        if (!isThere) {
            String place = switch (deviceType) {
                case CPU -> "the CPU";
                case CUDA -> "CUDA device " + deviceId;
                default -> "a device of DLPack's type " + deviceType;
            };
            throw unusable(
                    "it is on " + place + ", not on " + gpu,
                    "call it by Gpu.call of that device, or move the tensor in the other library");
        }
    }

    /**
     * Asks whether kernels may use the elements as those of an array of Java's.
     *
     * @throws IllegalArgumentException if they may not be written, or are not one after another
     */
    void requireArray() {
        if (isReadOnly) {
            throw unusable("it is read-only, and kernels may write a GpuArray", "import it by importNdArray");
        }
        long stride = 1;
        boolean isEmpty = Arrays.stream(shape).anyMatch(size -> size == 0);
        for (int axis = shape.length - 1; axis >= 0 && !isEmpty; axis--) {
            if (shape[axis] != 1 && strides[axis] != stride) {
                throw unusable(
                        "of shape %s it has strides %s, not row by row"
                                .formatted(Arrays.toString(shape), Arrays.toString(strides)),
                        "import it by importNdArray, or make it contiguous in the other library");
            }
            stride *= shape[axis];
        }
    }

    /** {@return where the element with the lowest address is, counted in elements from that whose indices are all 0} */
    long first() {
        return end(true);
    }

    private long end(boolean isFirst) {
        long end = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            if (shape[axis] == 0) {
                return isFirst ? 0 : -1;
            }
            long distance = Math.multiplyExact(shape[axis] - 1, strides[axis]);
            end = Math.addExact(end, isFirst ? Math.min(0, distance) : Math.max(0, distance));
        }
        return end;
    }

    /** {@return sizes as ints} */
    int[] ints(long... values) {
        int[] ints = new int[values.length];
        for (int i = 0; i < ints.length; i++) {
            if ((int) values[i] != values[i]) {
                throw unusable("it is larger than an array with a shape", "import parts of it");
            }
            ints[i] = (int) values[i];
        }
        return ints;
    }

    /** Takes the tensor: {@return all memory from its first element to its last} Its deleter is called once that is closed. */
    <A> GpuArray<A> elements(Class<A> arrayType, GpuStream producer) {
        long from;
        long count;
        try {
            from = Math.addExact(address, Math.multiplyExact(end(true), type.bytes()));
            count = Math.addExact(Math.subtractExact(end(false), end(true)), 1);
        } catch (ArithmeticException _) {
            throw unusable("its strides lead out of memory", "pass a tensor that is whole");
        }
        MemorySegment own = MemorySegment.ofAddress(managed.address());
        return SharedArrays.wrap(producer.device(), arrayType, from, count, producer, () -> delete(own));
    }
}
