package dev.gpukernel.internal.array;

import dev.gpukernel.internal.backend.KernelSource;
import dev.gpukernel.internal.frontend.ElementFunctions;
import dev.gpukernel.internal.frontend.FrontEnd.ReadKernel;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.frontend.Variant;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.jit.ElementFunction;
import dev.gpukernel.internal.jit.KernelReader;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A kernel that computes an expression: loops over its elements that were never written as a method. */
final class ExpressionKernel implements KernelSource, KernelReader {
    /** Functions compute what they compute in Java: a sum in one keeps its order. */
    private static final LoopMarks MARKS = new LoopMarks(List.of(), List.of(sequential(ElementFunctions.CALLER)), true);

    private final Structure structure;
    private final boolean mayBeLarge;
    private final List<Class<?>> parameterTypes;

    ExpressionKernel(Structure structure, boolean mayBeLarge) {
        this.structure = structure;
        this.mayBeLarge = mayBeLarge;
        this.parameterTypes = new ExpressionCode(structure, Outlining.USUAL)
                .write().params().stream()
                        .<Class<?>>map(param -> javaType(param.type()))
                        .toList();
    }

    private static LoopMarks.Sequential sequential(SourcePosition loops) {
        LoopMarks.Lines lines = new LoopMarks.Lines(loops.className(), loops.method(), loops.line(), loops.line());
        return new LoopMarks.Sequential(Traversal.COUNTER, lines, false);
    }

    private static Class<?> javaType(Type type) {
        return type instanceof ArrayType array
                ? array.element().arrayClass()
                : switch ((ScalarType) type) {
                    case I1, I32 -> int.class;
                    case I64 -> long.class;
                    case F32 -> float.class;
                    case F64 -> double.class;
                };
    }

    @Override
    public ReadKernel read(Outlining outlining, boolean checksIndices, Variant variant) {
        // Indices are in range as shapes and strides are; those that are elements are checked by their operation.
        var function = new ExpressionCode(structure, outlining).write();
        List<String> names = function.params().stream()
                .map(BlockParam::name)
                .map(name -> Objects.requireNonNull(name, "all have names"))
                .toList();
        return new ReadKernel(function, names, MARKS, false, false, new BitSet(), variant.inputs(), List.of());
    }

    @Override
    public String name() {
        return ExpressionCode.NAME;
    }

    @Override
    public List<Class<?>> parameterTypes() {
        return parameterTypes;
    }

    @Override
    public Class<?> resultType() {
        return structure.traversal() instanceof Traversal.Compaction ? int.class : void.class;
    }

    @Override
    public int blockSize() {
        return 0;
    }

    @Override
    public boolean isChecked() {
        return true;
    }

    @Override
    public boolean mayBeLarge() {
        return mayBeLarge;
    }

    @Override
    public boolean isFast() {
        return false;
    }

    @Override
    public Class<?> owner() {
        Class<?> ofFunction = KernelCache.owner(structure);
        return ofFunction == null ? ExpressionKernel.class : ofFunction;
    }

    @Override
    public MethodHandles.Lookup lookup() {
        ElementFunction function = structure.function();
        return function == null ? MethodHandles.lookup() : function.lookup();
    }

    @Override
    public @Nullable Method method() {
        return null;
    }
}
