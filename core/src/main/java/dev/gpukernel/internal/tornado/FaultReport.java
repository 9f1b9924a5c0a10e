package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.tornado.KernelLayout.Fault;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What threads left word of that ended with an exception. */
final class FaultReport {
    /** Most operands of a fault: there is room for those of every thread. */
    static final int MOST_OPERANDS = 2;

    private final TornadoCode code;
    private final KernelUnit unit;
    private final Shape shape;
    private final Map<Fault, MemorySegment> buffers;

    FaultReport(TornadoCode code, Shape shape, Map<Fault, MemorySegment> buffers) {
        this.code = code;
        this.unit = code.unit();
        this.shape = shape;
        this.buffers = buffers;
    }

    /** {@return number of elements of a buffer for a grid} */
    static int size(Fault purpose, Shape shape) {
        int threads = Math.toIntExact(shape.blocks() * shape.threadsPerBlock());
        return switch (purpose) {
            case RAISED -> 1;
            case SITE, RANK -> threads;
            case INTEGERS, REALS -> Math.multiplyExact(threads, MOST_OPERANDS);
        };
    }

    /** {@return most threads of a grid for which there are such buffers} */
    static long mostThreads() {
        return Integer.MAX_VALUE / MOST_OPERANDS;
    }

    /** {@return the exception of the first thread: in a nest of loops, that of the first iteration} */
    KernelFault first() {
        int first = -1;
        long least = Long.MAX_VALUE;
        int threads = size(Fault.SITE, shape);
        MemorySegment sites = buffer(Fault.SITE);
        for (int i = 0; i < threads; i++) {
            if (sites.getAtIndex(ValueLayout.JAVA_INT, i) != 0) {
                long order = order(i);
                if (order < least) {
                    least = order;
                    first = i;
                }
            }
        }
        if (first < 0) {
            throw new IllegalStateException("a thread ended with an exception, but none says which");
        }
        return fault(first, least);
    }

    private MemorySegment buffer(Fault purpose) {
        return Objects.requireNonNull(buffers.get(purpose), "the kernel reports it");
    }

    /** {@return the place of a thread in the order in which its iteration or itself comes} */
    private long order(int index) {
        MemorySegment ranks = buffers.get(Fault.RANK);
        if (ranks != null) {
            return ranks.getAtIndex(ValueLayout.JAVA_LONG, index);
        }
        KernelUnit.Nest nest = unit.nest();
        if (nest == null || nest.axes().size() < 2) {
            return index;
        }
        long order = 0;
        for (Axis axis : nest.axes()) {
            order = order * count(axis) + iteration(axis, nest.axes().size(), index);
        }
        return order;
    }

    private long iteration(Axis axis, int axes, int index) {
        List<Integer> block = block(index);
        List<Integer> thread = thread(index);
        long along = block.get(axis.index());
        if (axis == Axis.Y && axes == 2) {
            along += (long) block.get(2) * shape.gridY();
        }
        return along * blockSize(axis) + thread.get(axis.index());
    }

    private long count(Axis axis) {
        return switch (axis) {
            case X -> (long) shape.gridX() * shape.blockX();
            // Of two axes, what is beyond along y lies along z; of three, it is more than there are, in the same order.
            case Y -> (long) shape.gridY() * shape.gridZ() * shape.blockY();
            case Z -> (long) shape.gridZ() * shape.blockZ();
        };
    }

    private int blockSize(Axis axis) {
        return switch (axis) {
            case X -> shape.blockX();
            case Y -> shape.blockY();
            case Z -> shape.blockZ();
        };
    }

    private List<Integer> block(int index) {
        int block = (int) (index / shape.threadsPerBlock());
        return List.of(
                block % shape.gridX(), block / shape.gridX() % shape.gridY(), block / shape.gridX() / shape.gridY());
    }

    private List<Integer> thread(int index) {
        int thread = (int) (index % shape.threadsPerBlock());
        return List.of(
                thread % shape.blockX(),
                thread / shape.blockX() % shape.blockY(),
                thread / shape.blockX() / shape.blockY());
    }

    private KernelFault fault(int index, long order) {
        int number = buffer(Fault.SITE).getAtIndex(ValueLayout.JAVA_INT, index) - 1;
        FaultSite site = code.kernel().sites().get(number);
        List<Type> operands = site.op().operands();
        long[] bits = new long[operands.size()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = bits(operands.get(i), index, i);
        }
        ClassLoader loader = unit.source().loader();
        return new KernelFault(site.exception(loader, bits), unit.note(order, block(index), thread(index)));
    }

    private long bits(Type type, int index, int operand) {
        long element = (long) index * MOST_OPERANDS + operand;
        return switch ((ScalarType) type) {
            case I1, I32, I64 -> integer(element);
            case F32 -> Float.floatToRawIntBits((float) real(element));
            case F64 -> Double.doubleToRawLongBits(real(element));
        };
    }

    private long integer(long element) {
        MemorySegment integers = buffer(Fault.INTEGERS);
        return code.layout().integers() == NativeKind.INTS
                ? integers.getAtIndex(ValueLayout.JAVA_INT, element)
                : integers.getAtIndex(ValueLayout.JAVA_LONG, element);
    }

    private double real(long element) {
        return buffer(Fault.REALS).getAtIndex(ValueLayout.JAVA_DOUBLE, element);
    }
}
