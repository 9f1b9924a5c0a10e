package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.NativeKernel;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.FunctionEffects;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Type;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What is known of a kernel in native code: its parameters, and what it does with arrays.
 *
 * @param kernel the kernel
 * @param names names of its parameters
 * @param read which of the arrays it may read
 * @param written which of them it may write
 */
public record NativeProgram(NativeKernel kernel, List<String> names, BitSet read, BitSet written) {
    /** Copies list and sets. */
    public NativeProgram {
        names = List.copyOf(names);
        read = (BitSet) read.clone();
        written = (BitSet) written.clone();
    }

    /** {@return the parameters that are memory segments} */
    BitSet segments() {
        List<Class<?>> types = kernel.parameterTypes();
        return IntStream.range(0, types.size())
                .filter(i -> types.get(i) == MemorySegment.class)
                .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    /** {@return it as a grid kernel whose code is elsewhere} */
    Program program(Inputs inputs) {
        List<Type> types =
                kernel.parameterTypes().stream().map(NativeProgram::type).toList();
        Function function = Function.declare(kernel.name(), types, new FunctionEffects(false, read, written, true));
        List<Access.Use> uses = IntStream.range(0, types.size())
                .mapToObj(i -> new Access.Use(read.get(i), written.get(i)))
                .toList();
        BitSet overwritten = (BitSet) written.clone();
        overwritten.andNot(read);
        return new Program(
                kernel.name(),
                function,
                KernelForm.GRID,
                names,
                uses,
                new BitSet(),
                overwritten,
                new BitSet(),
                List.of(),
                List.of(),
                false,
                new BitSet(),
                inputs,
                List.of(),
                0);
    }

    private static Type type(Class<?> type) {
        if (type == MemorySegment.class) {
            return new ArrayType(ElementType.BYTE, Space.GLOBAL, IndexType.LONG);
        }
        ElementType element = ElementType.ofArray(type);
        return element != null
                ? new ArrayType(element)
                : Objects.requireNonNull(ElementType.ofArray(type.arrayType()), type::toString)
                        .register();
    }
}
