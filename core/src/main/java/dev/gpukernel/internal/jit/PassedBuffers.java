package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.ir.Op;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The buffers and memory segments among the arguments of one launch after another. The launch gets an array for each: its own, if it has
 * all of an array; its memory, if a device copies that itself; else an array to which its elements are copied before and from which they
 * are copied back after, however the launch ended.
 */
final class PassedBuffers {
    private final JitKernel kernel;
    private final List<Passed> passed = new ArrayList<>();

    /** Whether elements were copied to the arrays. */
    private boolean areFilled;

    /** Whether the kernel may return one of its arrays, which is then an array of Java's. */
    private final boolean returnsArrays;

    PassedBuffers(JitKernel kernel) {
        this.kernel = kernel;
        this.returnsArrays = !kernel.program().returned().isEmpty();
    }

    /** A buffer or segment. */
    private static final class Passed {
        final Parameter parameter;
        final HostElements elements;
        final @Nullable MemorySegment memory;

        /** What the launch gets. */
        Object array;

        /** Whether that is an array to which the elements are copied. */
        boolean isCopy;

        Passed(Parameter parameter, HostElements elements, Object array, boolean isCopy) {
            this.parameter = parameter;
            this.elements = elements;
            this.memory = elements.memory();
            this.array = array;
            this.isCopy = isCopy;
        }
    }

    /** Forgets what was passed. */
    void forget() {
        passed.clear();
        areFilled = false;
    }

    /** Forgets the segments among them. */
    void forgetSegments() {
        passed.removeIf(one -> one.elements instanceof HostSegment);
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
        requireUsable(parameter, host);
        return pass(parameter, (HostElements) host);
    }

    /**
     * Takes a segment that may have more elements than an array.
     *
     * @return its memory
     */
    Object passLarge(Parameter parameter, HostSegment host) {
        requireUsable(parameter, host);
        SegmentArray array =
                same(host) instanceof SegmentArray known ? known : new SegmentArray(host.memory(), host.element());
        passed.add(new Passed(parameter, host, array, false));
        return array;
    }

    /** Takes a segment that is no array, for a launch that gets the segment itself. */
    void passWhole(Parameter parameter, HostSegment host) {
        requireUsable(parameter, host);
        passed.add(new Passed(parameter, host, host.memory(), false));
    }

    private Object pass(Parameter parameter, HostElements elements) {
        Object whole = elements.wholeArray();
        Object array = whole != null ? whole : arrayOf(elements);
        passed.add(new Passed(parameter, elements, array, whole == null && !(array instanceof SegmentArray)));
        return array;
    }

    /** Asks for what Java does at an access, with the exceptions that it throws. */
    private void requireUsable(Parameter parameter, HostSegment host) {
        if (isUsed(parameter)) {
            String what = "argument '" + parameter.name() + "' of kernel " + kernel.name();
            host.requireUsable(what);
            if (kernel.program().alignedSegments().get(parameter.index())) {
                host.requireAligned(what);
            }
            if (isWritten(parameter)) {
                host.requireWritable(what);
            }
        }
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

    /** {@return the buffer or segment that was passed for a parameter, null if none was} */
    @Nullable Object original(int parameter) {
        return passed.stream()
                .filter(one -> one.parameter.index() == parameter)
                .map(one -> one.elements.original())
                .findFirst()
                .orElse(null);
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

    /** {@return whether the kernel's code takes a segment where it is} */
    private boolean isLarge(Parameter parameter) {
        return kernel.variant().large().get(parameter.index());
    }

    private boolean isUsed(Parameter parameter) {
        return kernel.program().uses().get(parameter.index()).read() || isWritten(parameter);
    }

    /** {@return an array, or memory that a device may copy, the one of other elements that are the very same if there is one} */
    private Object arrayOf(HostElements elements) {
        Object same = same(elements);
        if (same != null) {
            return same;
        }
        SegmentArray own = returnsArrays ? null : elements.inMemory();
        return own != null ? own : elements.newArray();
    }

    /** {@return the array or memory of other elements that are the very same, null if there are none} */
    private @Nullable Object same(HostElements elements) {
        MemorySegment memory = elements.memory();
        for (Passed other : passed) {
            if ((other.isCopy || other.array instanceof SegmentArray)
                    && other.elements.areLike(elements)
                    && other.elements.length() == elements.length()
                    && elements.length() > 0
                    && overlap(memory, other.memory)
                            == elements.length() * elements.element().bytes()) {
                return other.array;
            }
        }
        return null;
    }

    /** {@return how many bytes two have in common} */
    private static long overlap(@Nullable MemorySegment first, @Nullable MemorySegment second) {
        return first == null || second == null
                ? 0
                : first.asOverlappingSlice(second).map(MemorySegment::byteSize).orElse(0L);
    }

    /**
     * Copies elements to arrays.
     *
     * @param parameters of the kernel
     * @param hostArrays what else was passed, by leaf: arrays of one or two dimensions
     * @param arrays where arrays go, by leaf
     * @param areMoved whether a device copies memory itself
     * @throws IllegalArgumentException if one shares memory with another argument that is not the very same elements, and one is
     *     written
     */
    void fill(List<Parameter> parameters, @Nullable Object[] hostArrays, @Nullable Object[] arrays, boolean areMoved) {
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
        IdentityHashMap<Object, Object> taken = new IdentityHashMap<>();
        for (Passed one : passed) {
            if (one.array instanceof SegmentArray memory) {
                boolean isCopied = !areMoved && !isLarge(one.parameter);
                one.array = taken.computeIfAbsent(memory, _ -> isCopied ? one.elements.newArray() : memory.open());
                one.isCopy = isCopied;
                arrays[one.parameter.index()] = one.array;
            }
            if (one.isCopy && isUsed(one.parameter)) {
                one.elements.read(0, one.array, Math.toIntExact(one.elements.length()));
            }
        }
        areFilled = true;
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
        // Of a launch with other code, that one copies.
        for (int i = 0; areFilled && i < passed.size(); i++) {
            Passed one = passed.get(i);
            if (one.isCopy && isWritten(one.parameter)) {
                one.elements.write(0, one.array, Math.toIntExact(one.elements.length()));
            }
        }
    }
}
