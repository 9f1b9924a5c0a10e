package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The buffers among the arguments of one launch after another. The launch gets an array for each: that of the buffer, if it has all of an
 * array, else one to which its elements are copied before and from which they are copied back after, however the launch ended.
 */
final class PassedBuffers {
    private final JitKernel kernel;
    private final List<Passed> passed = new ArrayList<>();

    PassedBuffers(JitKernel kernel) {
        this.kernel = kernel;
    }

    /** A buffer, its memory, and what the launch gets. */
    private record Passed(
            Parameter parameter,
            HostBuffer buffer,
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
        Object whole = buffer.wholeArray();
        MemorySegment memory = buffer.memory();
        Object array = whole != null ? whole : arrayOf(buffer, memory);
        passed.add(new Passed(parameter, buffer, memory, array, whole == null));
        return array;
    }

    private boolean isWritten(Parameter parameter) {
        return kernel.program().uses().get(parameter.index()).written();
    }

    /** {@return an array, the one of another buffer with the very same elements if there is one} */
    private Object arrayOf(HostBuffer buffer, @Nullable MemorySegment memory) {
        for (Passed other : passed) {
            if (other.isCopy
                    && other.buffer.isLike(buffer)
                    && other.buffer.length() == buffer.length()
                    && buffer.length() > 0
                    && overlap(memory, other.memory)
                            == (long) buffer.length() * buffer.element().bytes()) {
                return other.array;
            }
        }
        return buffer.newArray();
    }

    /** {@return how many bytes two have in common} */
    private static long overlap(@Nullable MemorySegment first, @Nullable MemorySegment second) {
        return first == null || second == null
                ? 0
                : first.asOverlappingSlice(second).map(MemorySegment::byteSize).orElse(0L);
    }

    /**
     * Copies elements to the arrays of buffers.
     *
     * @param parameters of the kernel
     * @param hostArrays what else was passed, by leaf: arrays of one or two dimensions
     * @throws IllegalArgumentException if a buffer shares memory with another argument that is not the very same elements, and one is
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
            if (one.isCopy) {
                one.buffer.read(0, one.array, one.buffer.length());
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
                    "buffers or arrays that share memory",
                    one.parameter.name(),
                    parameter.name(),
                    "and writes '%s'".formatted(isWritten(one.parameter) ? one.parameter.name() : parameter.name())));
        }
    }

    private static Stream<MemorySegment> memory(Object array) {
        return switch (array) {
            case byte[] a -> Stream.of(MemorySegment.ofArray(a));
            case char[] a -> Stream.of(MemorySegment.ofArray(a));
            case short[] a -> Stream.of(MemorySegment.ofArray(a));
            case int[] a -> Stream.of(MemorySegment.ofArray(a));
            case long[] a -> Stream.of(MemorySegment.ofArray(a));
            case float[] a -> Stream.of(MemorySegment.ofArray(a));
            case double[] a -> Stream.of(MemorySegment.ofArray(a));
            case Object[] rows -> Stream.of(rows).flatMap(row -> row == null ? Stream.empty() : memory(row));
            default -> Stream.empty();
        };
    }

    /** Copies back what may have been written. */
    void giveBack() {
        for (int i = 0; i < passed.size(); i++) {
            Passed one = passed.get(i);
            if (one.isCopy && isWritten(one.parameter)) {
                one.buffer.write(0, one.array, one.buffer.length());
            }
        }
    }
}
