package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.FunctionEffects;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a generated kernel: TornadoVM's context, an array for each array parameter that the kernel touches, and then
 * buffers. TornadoVM compiles the value of a scalar parameter into the code, and again for the next value; so scalars, lengths of
 * arrays and the size of the grid are elements of a buffer, one buffer for each kind of number. Tables follow them there. A kernel that
 * may fault has buffers for that, too.
 */
final class KernelLayout {
    /** First elements of the buffer of ints: numbers of blocks along x, y and z. */
    static final int GRID = 0;

    /** The element after them is 0, which TornadoVM's compiler does not know. */
    static final int ZERO = 3;

    /** Then one that threads may write to and nobody reads. */
    static final int SCRATCH = 4;

    /**
     * And another 0, which nothing is compared with: where code runs only if a comparison with the first held, NVRTC concludes that the
     * first is 0.
     */
    static final int OTHER_ZERO = 5;

    private final List<BlockParam> arrays = new ArrayList<>();
    private final BitSet read;
    private final BitSet written;
    private final BitSet overwritten;
    private final Map<BlockParam, Place> places = new LinkedHashMap<>();
    private final Map<Op.ConstantArray, Place> tables = new LinkedHashMap<>();
    private final Map<Op.Constant, Place> constants = new LinkedHashMap<>();
    private final EnumMap<NativeKind, Integer> sizes = new EnumMap<>(NativeKind.class);
    private final boolean mayFault;
    private boolean ranksFaults;
    private final @Nullable NativeKind integers;
    private final boolean reportsReals;

    /**
     * Where a number is, or the first of a table.
     *
     * @param kind which buffer
     * @param index which element
     */
    record Place(NativeKind kind, int index) {}

    /** What a parameter of the generated method is. */
    sealed interface Argument {
        NativeKind kind();

        /** An array of the kernel's. */
        record OfArray(BlockParam param, NativeKind kind) implements Argument {}

        /** A buffer of scalars and tables. */
        record OfScalars(NativeKind kind) implements Argument {}

        /** A buffer for faults. */
        record OfFaults(Fault purpose, NativeKind kind) implements Argument {}
    }

    /** What is told of a thread that faults. */
    enum Fault {
        /** Whether any thread did: one int. */
        RAISED,
        /** For each thread, the number of the site plus 1, or 0. */
        SITE,
        /** For each thread, a long by which the first is told, if not by the number of the thread. */
        RANK,
        /** For each thread, operands that are integers: two ints, or longs if there are any among them. */
        INTEGERS,
        /** For each thread, operands that are not: two doubles. */
        REALS
    }

    /**
     * Lays it out.
     *
     * @param overwritten positions of array parameters whose old contents do not matter
     * @param hasOwnInts whether there are the elements of the buffer of ints that are no numbers of the kernel's
     */
    KernelLayout(Function function, BitSet overwritten, boolean hasOwnInts) {
        this.overwritten = overwritten;
        FunctionEffects effects = function.effects();
        read = effects.read();
        written = effects.written();
        mayFault = effects.mayFault();
        sizes.put(NativeKind.INTS, OTHER_ZERO + 1);
        function.params().forEach(this::lay);
        OpaqueConstants.of(function)
                .forEach(constant -> constants.put(constant, add(NativeKind.of(constant.type()), 1)));
        boolean ints = false;
        boolean longs = false;
        boolean reals = false;
        for (Instr instr :
                (Iterable<Instr>) function.blocks().stream().flatMap(block -> block.instrs().stream())::iterator) {
            if (instr.op() instanceof Op.ConstantArray table && !tables.containsKey(table)) {
                NativeKind kind = NativeKind.of(table.element().register());
                tables.put(table, add(kind, table.elements().size()));
            }
            ranksFaults |= instr.op() instanceof Op.FaultRank;
            if (instr.op().mayFault()) {
                for (Value operand : instr.operands()) {
                    boolean isReal = ((ScalarType) operand.type()).isFloating();
                    reals |= isReal;
                    ints |= !isReal;
                    longs |= operand.type() == ScalarType.I64;
                }
            }
        }
        if (!hasOwnInts) {
            sizes.remove(NativeKind.INTS, OTHER_ZERO + 1);
        }
        integers = longs ? NativeKind.LONGS : ints ? NativeKind.INTS : null;
        reportsReals = reals;
    }

    private void lay(BlockParam param) {
        if (param.type() instanceof ScalarType type) {
            if (param.isUsed()) {
                places.put(param, add(NativeKind.of(type), 1));
            }
        } else {
            if (param.users().stream().anyMatch(user -> user.op() instanceof Op.Length)) {
                places.put(param, add(NativeKind.INTS, 1));
            }
            if (read.get(param.index()) || written.get(param.index())) {
                arrays.add(param);
            }
        }
    }

    private Place add(NativeKind kind, int count) {
        int index = sizes.getOrDefault(kind, 0);
        sizes.put(kind, index + count);
        return new Place(kind, index);
    }

    /** {@return the parameters of the generated method after the context, in order} */
    List<Argument> arguments() {
        List<Argument> all = new ArrayList<>();
        for (BlockParam param : arrays) {
            all.add(new Argument.OfArray(param, NativeKind.of(((ArrayType) param.type()).element())));
        }
        sizes.keySet().forEach(kind -> all.add(new Argument.OfScalars(kind)));
        if (mayFault) {
            all.add(new Argument.OfFaults(Fault.RAISED, NativeKind.INTS));
            all.add(new Argument.OfFaults(Fault.SITE, NativeKind.INTS));
        }
        if (mayFault && ranksFaults) {
            all.add(new Argument.OfFaults(Fault.RANK, NativeKind.LONGS));
        }
        if (integers != null) {
            all.add(new Argument.OfFaults(Fault.INTEGERS, integers));
        }
        if (reportsReals) {
            all.add(new Argument.OfFaults(Fault.REALS, NativeKind.DOUBLES));
        }
        return all;
    }

    /** {@return where the value of a scalar parameter is, or the length of an array; null where the kernel does not use it} */
    @Nullable Place place(BlockParam param) {
        return places.get(param);
    }

    /** {@return where the elements of a table are} */
    Place place(Op.ConstantArray table) {
        Place place = tables.get(table);
        if (place == null) {
            throw new IllegalArgumentException(table.text() + " is not in the kernel");
        }
        return place;
    }

    /** {@return constants that are in a buffer, and where} */
    Map<Op.Constant, Place> constants() {
        return constants;
    }

    Map<Op.ConstantArray, Place> tables() {
        return tables;
    }

    /** {@return number of elements of a buffer of scalars} */
    int size(NativeKind kind) {
        return sizes.getOrDefault(kind, 0);
    }

    boolean isWritten(BlockParam param) {
        return written.get(param.index());
    }

    /** {@return what holds the integers that faults report, {@code null} if they report none} */
    @Nullable NativeKind integers() {
        return integers;
    }

    /** {@return whether the kernel writes to the array but never reads it, and what it does not write must stay} */
    boolean isWrittenInPart(BlockParam param) {
        return isWritten(param) && !read.get(param.index()) && !overwritten.get(param.index());
    }

    boolean mayFault() {
        return mayFault;
    }
}
