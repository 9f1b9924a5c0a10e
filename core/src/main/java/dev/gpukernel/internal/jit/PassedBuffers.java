package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The buffers and memory segments among the arguments of one launch after another. The launch gets an array for each: its own, if it has
 * all of an array, else one to which its elements are copied before and from which they are copied back after, however the launch ended.
 */
final class PassedBuffers {
    private final JitKernel kernel;
    private final List<Passed> passed = new ArrayList<>();

    PassedBuffers(JitKernel kernel) {
        this.kernel = kernel;
    }

    /** A buffer or segment, its memory, and what the launch gets. */
    private record Passed(
            Parameter parameter,
            HostElements elements,
            @Nullable MemorySegment memory,
            Object array,
            boolean isCopy) {}

    /** Forgets what was passed. */
    void forget() {
        passed.clear();
    }

    /**
     * Takes an argument.
     *
     * @return the array for it, whose elements need not be there yet
     * @throws IllegalArgumentException if the kernel writes it and it cannot be written
     */
    Object pass(Parameter parameter, Buffer host) {
        HostBuffer buffer = new HostBuffer(host);
        if (buffer.element().arrayClass() != parameter.type()) {
            throw parameter.wrongType(buffer.type());
        }
        if (buffer.isReadOnly() && isWritten(parameter)) {
            throw new IllegalArgumentException(Message.READ_ONLY_BUFFER.format(
                    "argument '" + parameter.name() + "' of kernel " + kernel.name(), "which the kernel writes"));
        }
        return pass(parameter, buffer);
    }

    /**
     * Takes an argument.
     *
     * @return the array for it, whose elements need not be there yet
     * @throws IllegalStateException if it is closed and the kernel uses it
     * @throws WrongThreadException if it belongs to another thread and the kernel uses it
     * @throws IllegalArgumentException if the kernel writes it and it cannot be written, or if it begins where the kernel's layout does not
     *     let it
     */
    Object pass(Parameter parameter, HostSegment host) {
        requireUsable(parameter, host.memory(), host.element());
        return pass(parameter, (HostElements) host);
    }

    /** Takes a segment that is no array, for a launch that gets the segment itself. */
    void passWhole(Parameter parameter, HostSegment host) {
        requireUsable(parameter, host.memory(), host.element());
        passed.add(new Passed(parameter, host, host.memory(), host.memory(), false));
    }

    private Object pass(Parameter parameter, HostElements elements) {
        Object whole = elements.wholeArray();
        MemorySegment memory = elements.memory();
        Object array = whole != null ? whole : arrayOf(elements, memory);
        passed.add(new Passed(parameter, elements, memory, array, whole == null));
        return array;
    }

    /** Asks for what Java does at an access, with the exceptions that it throws. */
    private void requireUsable(Parameter parameter, MemorySegment segment, ElementType element) {
        if (!isUsed(parameter)) {
            return;
        }
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException(unusable(parameter, "that is closed"));
        }
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException(unusable(parameter, "that is confined to another thread"));
        }
        if (kernel.program().alignedSegments().get(parameter.index()) && segment.maxByteAlignment() < element.bytes()) {
            String layout = "that does not begin at a multiple of the %s bytes of its elements, as far as Java knows"
                    .formatted(element.bytes());
            throw new IllegalArgumentException(unusable(parameter, layout));
        }
        if (segment.isReadOnly() && isWritten(parameter)) {
            throw new IllegalArgumentException(unusable(parameter, "that is read-only, which the kernel writes"));
        }
    }

    private String unusable(Parameter parameter, String what) {
        return Message.SEGMENT_UNUSABLE.format(parameter.name(), kernel.name(), what);
    }

    /** {@return a memory segment with what was passed as one for a parameter, null if none was} */
    @Nullable MemorySegment segment(int parameter) {
        for (Passed one : passed) {
            if (one.parameter.index() == parameter && one.elements instanceof HostSegment) {
                return one.array instanceof MemorySegment whole ? whole : Leaves.segment(one.array);
            }
        }
        return null;
    }

    /** {@return an exception that names a segment as Java does, in place of the parameter or of a copy of the elements} */
    IndexOutOfBoundsException told(IndexOutOfBoundsException thrown) {
        String message = String.valueOf(thrown.getMessage());
        for (Passed one : passed) {
            for (String name : List.of(one.parameter.name(), String.valueOf(segment(one.parameter.index())))) {
                String beginning = Op.IndexCheck.outOf(name) + ";";
                if (one.elements instanceof HostSegment host && message.startsWith(beginning)) {
                    return again(
                            thrown, Op.IndexCheck.outOf(host.memory() + message.substring(beginning.length() - 1)));
                }
            }
        }
        return thrown;
    }

    private static IndexOutOfBoundsException again(Throwable thrown, String message) {
        IndexOutOfBoundsException told = new IndexOutOfBoundsException(message);
        told.setStackTrace(thrown.getStackTrace());
        for (Throwable suppressed : thrown.getSuppressed()) {
            told.addSuppressed(suppressed);
        }
        return told;
    }

    private boolean isWritten(Parameter parameter) {
        return kernel.program().uses().get(parameter.index()).written();
    }

    private boolean isUsed(Parameter parameter) {
        return kernel.program().uses().get(parameter.index()).read() || isWritten(parameter);
    }

    /** {@return an array, the one of other elements that are the very same if there is one} */
    private Object arrayOf(HostElements elements, @Nullable MemorySegment memory) {
        for (Passed other : passed) {
            if (other.isCopy
                    && other.elements.areLike(elements)
                    && other.elements.length() == elements.length()
                    && elements.length() > 0
                    && overlap(memory, other.memory)
                            == (long) elements.length() * elements.element().bytes()) {
                return other.array;
            }
        }
        return elements.newArray();
    }

    /** {@return how many bytes two have in common} */
    private static long overlap(@Nullable MemorySegment first, @Nullable MemorySegment second) {
        return first == null || second == null
                ? 0
                : first.asOverlappingSlice(second).map(MemorySegment::byteSize).orElse(0L);
    }

    /**
     * Copies elements to the arrays of buffers and segments.
     *
     * @param parameters of the kernel
     * @param hostArrays what else was passed, by leaf: arrays of one or two dimensions
     * @throws IllegalArgumentException if one shares memory with another argument that is not the very same elements, and one is
     *     written
     */
    void fill(List<Parameter> parameters, @Nullable Object[] hostArrays) {
        for (int i = 0; i < passed.size(); i++) {
            Passed one = passed.get(i);
            for (Passed other : passed.subList(0, i)) {
                requireApart(other, one.parameter, one.array, Stream.ofNullable(one.memory));
            }
            for (Parameter parameter : parameters) {
                Object array = hostArrays[parameter.index()];
                if (array != null && passed.stream().noneMatch(buffer -> buffer.parameter.equals(parameter))) {
                    requireApart(one, parameter, array, memory(array));
                }
            }
        }
        for (Passed one : passed) {
            if (one.isCopy && isUsed(one.parameter)) {
                one.elements.read(0, one.array, one.elements.length());
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very same array
    private void requireApart(Passed one, Parameter parameter, Object array, Stream<MemorySegment> memory) {
        if (one.array != array
                && (isWritten(one.parameter) || isWritten(parameter))
                && memory.anyMatch(segment -> overlap(one.memory, segment) > 0)) {
            throw new IllegalArgumentException(Message.ALIASED_ARGUMENTS.format(
                    kernel.name(),
                    "buffers, segments or arrays that share memory",
                    one.parameter.name(),
                    parameter.name(),
                    "and writes '%s'".formatted(isWritten(one.parameter) ? one.parameter.name() : parameter.name())));
        }
    }

    private static Stream<MemorySegment> memory(Object array) {
        return array instanceof Object[] rows
                ? Stream.of(rows).flatMap(row -> row == null ? Stream.empty() : memory(row))
                : Stream.ofNullable(Leaves.segment(array));
    }

    /** Copies back what may have been written. */
    void giveBack() {
        for (int i = 0; i < passed.size(); i++) {
            Passed one = passed.get(i);
            if (one.isCopy && isWritten(one.parameter)) {
                one.elements.write(0, one.array, one.elements.length());
            }
        }
    }
}
