package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayList;
import java.util.List;

/** The parameters of a generated entry, as {@link PtxKernel} documents them, and of the functions it calls. */
final class PtxParameters {
    static final String FAULT_RECORD = "fault_record";
    static final String LAUNCH = "launch";
    static final String GRID_BARRIER = "grid_barrier";
    static final String PRINT_BUFFER = "print_buffer";

    /** Of a called function that may fault: the calls that lead to it, by {@link dev.gpukernel.internal.ir.CallPaths}. */
    static final String PATH = "path";

    /** Of a called function that may fault, where the kernel says which fault is the first: the number that its caller's has. */
    static final String RANK = "rank";

    private final Function function;

    PtxParameters(Function function) {
        this.function = function;
    }

    static String name(BlockParam param) {
        return "param" + param.index();
    }

    static String length(String array) {
        return array + "_length";
    }

    /** {@return how many bits an array's length has} */
    static int bits(ArrayType array) {
        return array.index().type().bytes() * Byte.SIZE;
    }

    /**
     * {@return the type of a parameter or result of a function} Those of a function that is linked have no other type than the compiler of CUDA C
     * gives them, or the linker says that they are not the same.
     */
    static String type(Function function, ScalarType scalar) {
        return function.isDeclared() ? "b" + scalar.bytes() * Byte.SIZE : OpTemplates.bits(scalar);
    }

    /** {@return the parameters of an entry} */
    String declaration(boolean mayFault, boolean waitsForGrid, boolean prints) {
        List<String> declarations = all(mayFault, prints);
        if (waitsForGrid) {
            declarations.add(".param .u64 " + GRID_BARRIER);
        }
        if (prints) {
            declarations.add(".param .u64 " + PRINT_BUFFER);
        }
        return text(declarations);
    }

    /** {@return the parameters of a called function} */
    String declarationOfCalled(boolean mayFault, boolean ranksFaults) {
        List<String> declarations = all(mayFault, false);
        if (mayFault) {
            declarations.add(".param .u32 " + PATH);
        }
        if (mayFault && ranksFaults) {
            declarations.add(".param .u64 " + RANK);
        }
        return declarations.isEmpty() ? "()\n" : text(declarations);
    }

    private static String text(List<String> declarations) {
        return "(\n    " + String.join(",\n    ", declarations) + "\n)\n";
    }

    private List<String> all(boolean mayFault, boolean prints) {
        List<String> declarations = new ArrayList<>();
        for (BlockParam param : function.params()) {
            String name = name(param);
            switch (param.type()) {
                case ScalarType scalar -> declarations.add(".param ." + type(function, scalar) + " " + name);
                case ArrayType array -> {
                    declarations.add(".param .u64 " + name);
                    declarations.add(".param .u" + bits(array) + " " + length(name));
                }
                case TupleType _, VoidType _ -> throw new IllegalArgumentException("no parameter");
            }
        }
        if (mayFault) {
            declarations.add(".param .u64 " + FAULT_RECORD);
        }
        if (prints) {
            declarations.add(".param .u64 " + LAUNCH);
        }
        return declarations;
    }
}
