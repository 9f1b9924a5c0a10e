package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.pass.FunctionCopy;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A kernel whose threads have arrays of lengths that launches tell, for a device on which such arrays have constant lengths. It is
 * compiled for some lengths, four between a power of two and the next; a launch takes the least that are enough.
 */
final class SizedExecutable implements Executable {
    /** Elements that every array has room for. */
    private static final int LEAST = 8;

    private final DeviceGpu gpu;
    private final KernelUnit unit;
    private final List<Own> arrays;
    private final Map<List<Integer>, Executable> made = new HashMap<>();
    private final Executable shortest;

    /** An array of a thread. */
    private record Own(Op.DynamicLocal op, HostExpression length) {}

    SizedExecutable(DeviceGpu gpu, KernelUnit unit) {
        this.gpu = gpu;
        this.unit = unit;
        this.arrays = arraysIn(unit.function()).stream()
                .map(array -> new Own((Op.DynamicLocal) array.op(), length(unit.function(), array)))
                .toList();
        this.shortest = compiled(Collections.nCopies(arrays.size(), LEAST));
    }

    /** {@return whether a device needs it for a kernel} */
    static boolean isFor(Device device, KernelUnit unit) {
        return !device.sizesOwnArrays() && !arraysIn(unit.function()).isEmpty();
    }

    private static List<Instr> arraysIn(Function function) {
        return ReversePostorder.of(function).stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.DynamicLocal)
                .toList();
    }

    private static HostExpression length(Function function, Instr array) {
        HostExpression length = HostExpression.of(function, array.operand(0));
        if (length == null) {
            throw new IllegalStateException("the length of " + array + " is not known before a launch");
        }
        return length;
    }

    private synchronized Executable compiled(List<Integer> lengths) {
        return made.computeIfAbsent(lengths, key -> gpu.compile(withLengths(unit, key)));
    }

    /** {@return a kernel with arrays of the least length that it would be compiled for} */
    static KernelUnit shortest(KernelUnit unit) {
        return withLengths(unit, Collections.nCopies(arraysIn(unit.function()).size(), LEAST));
    }

    private static KernelUnit withLengths(KernelUnit unit, List<Integer> lengths) {
        if (lengths.isEmpty()) {
            return unit;
        }
        Function copy = FunctionCopy.of(unit.function());
        List<Instr> own = arraysIn(copy);
        for (int i = 0; i < own.size(); i++) {
            Instr array = own.get(i);
            Op constant = new Op.LocalArray(((Op.DynamicLocal) array.op()).element(), lengths.get(i));
            Instr sized = new Builder(copy).before(array).emit(constant);
            sized.setName(array.name());
            for (Instr user : List.copyOf(array.users())) {
                if (user.op() instanceof Op.Length) {
                    user.replaceAllUsesWith(array.operand(0));
                    user.remove();
                }
            }
            array.replaceAllUsesWith(sized);
            array.remove();
        }
        return unit.withFunction(copy);
    }

    /** {@return the least length with room for so many elements that it is compiled for} */
    private static int rounded(int length) {
        if (length <= LEAST) {
            return LEAST;
        }
        int step = Integer.highestOneBit(length - 1) / 4;
        return Math.ceilDiv(length, step) * step;
    }

    @Override
    public String code() {
        return shortest.code();
    }

    @Override
    public int registers() {
        return shortest.registers();
    }

    @Override
    public int suggestedBlockSize(int sharedBytes) {
        return shortest.suggestedBlockSize(sharedBytes);
    }

    @Override
    public int maxThreadsPerBlock() {
        return shortest.maxThreadsPerBlock();
    }

    @Override
    public long sharedBytes() {
        return shortest.sharedBytes();
    }

    @Override
    public boolean waitsForGrid() {
        return shortest.waitsForGrid();
    }

    @Override
    public long mostBlocks(int threads, int sharedBytes) {
        return shortest.mostBlocks(threads, sharedBytes);
    }

    @Override
    public Invocation newInvocation() {
        return new Sized();
    }

    @Override
    public synchronized void close() {
        made.values().forEach(Executable::close);
    }

    /** Keeps the arguments, for launches that need another code than the one before. */
    private final class Sized implements Invocation, HostExpression.Arguments {
        private final long[] scalars = new long[unit.function().params().size()];
        private final @Nullable Memory[] memories = new Memory[scalars.length];
        private final int[] lengths = new int[arrays.size()];
        private Invocation current = shortest.newInvocation();

        Sized() {
            Arrays.fill(lengths, LEAST);
        }

        @Override
        public void setScalar(int parameter, long bits) {
            scalars[parameter] = bits;
            current.setScalar(parameter, bits);
        }

        @Override
        public void setArray(int parameter, Memory memory) {
            memories[parameter] = memory;
            current.setArray(parameter, memory);
        }

        @Override
        public long scalarBits(int parameter) {
            return scalars[parameter];
        }

        @Override
        public long arrayLength(int parameter) {
            Memory memory = memories[parameter];
            return memory == null ? 0 : memory.length();
        }

        @Override
        public void launch(Shape shape, Stream stream) throws KernelFault {
            fit();
            current.launch(shape, stream);
        }

        @Override
        public NotedLaunch note(Shape shape) {
            fit();
            return current.note(shape);
        }

        @Override
        public boolean isNoted(Shape shape, NotedLaunch noted) {
            fit();
            return current.isNoted(shape, noted);
        }

        /** Sees to it that each array has room for its elements. */
        private void fit() {
            long bytes = 0;
            for (int i = 0; i < lengths.length; i++) {
                bytes += (long) length(i) * arrays.get(i).op.element().bytes();
            }
            if (bytes > Op.LocalArray.MOST_BYTES) {
                throw new GpuException(
                        Message.OWN_ARRAYS_TOO_LARGE,
                        unit.function().name(),
                        bytes,
                        gpu.raw().info(),
                        Op.LocalArray.MOST_BYTES);
            }
            // Rounding adds less than half.
            boolean isRounded = bytes <= Op.LocalArray.MOST_BYTES / 2;
            boolean fits = true;
            for (int i = 0; i < lengths.length; i++) {
                int length = isRounded ? rounded(length(i)) : length(i);
                fits &= length == lengths[i];
                lengths[i] = length;
            }
            if (!fits) {
                take(compiled(Arrays.stream(lengths).boxed().toList()).newInvocation());
            }
        }

        private int length(int array) {
            return Math.max(0, (int) arrays.get(array).length.evaluate(this));
        }

        private void take(Invocation other) {
            for (int i = 0; i < scalars.length; i++) {
                Memory memory = memories[i];
                if (memory == null) {
                    other.setScalar(i, scalars[i]);
                } else {
                    other.setArray(i, memory);
                }
            }
            current.close();
            current = other;
        }

        @Override
        public void close() {
            current.close();
        }
    }
}
