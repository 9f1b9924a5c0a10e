package dev.gpukernel.internal.intrinsic;

import static dev.gpukernel.internal.ir.ScalarType.F32;
import static dev.gpukernel.internal.ir.ScalarType.F64;
import static dev.gpukernel.internal.ir.ScalarType.I1;
import static dev.gpukernel.internal.ir.ScalarType.I32;
import static dev.gpukernel.internal.ir.ScalarType.I64;
import static dev.gpukernel.internal.ir.VoidType.VOID;

import dev.gpukernel.device.Approximate;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.GpuMath;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.GridDim;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;
import dev.gpukernel.device.WarpProduct;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.VoidType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table of intrinsics: Java methods that a backend has an instruction for. The Java body of each is its meaning; a row says
 * which method it is, whose overload, and what it does besides computing its result. Every row is exact but those of
 * {@link Approximate}.
 */
public enum Intrinsics implements Intrinsic {
    GRID_X(Grid.class, "x", I32),
    GRID_Y(Grid.class, "y", I32),
    GRID_Z(Grid.class, "z", I32),
    GRID_SIZE_X(Grid.class, "sizeX", I32),
    GRID_SIZE_Y(Grid.class, "sizeY", I32),
    GRID_SIZE_Z(Grid.class, "sizeZ", I32),
    GRID_X_LONG(Grid.class, "xLong", I64),
    GRID_SIZE_X_LONG(Grid.class, "sizeXLong", I64),
    THREAD_IDX_X(ThreadIdx.class, "x", I32),
    THREAD_IDX_Y(ThreadIdx.class, "y", I32),
    THREAD_IDX_Z(ThreadIdx.class, "z", I32),
    BLOCK_IDX_X(BlockIdx.class, "x", I32),
    BLOCK_IDX_Y(BlockIdx.class, "y", I32),
    BLOCK_IDX_Z(BlockIdx.class, "z", I32),
    BLOCK_DIM_X(BlockDim.class, "x", I32),
    BLOCK_DIM_Y(BlockDim.class, "y", I32),
    BLOCK_DIM_Z(BlockDim.class, "z", I32),
    GRID_DIM_X(GridDim.class, "x", I32),
    GRID_DIM_Y(GridDim.class, "y", I32),
    GRID_DIM_Z(GridDim.class, "z", I32),

    GRID_SYNC(Scope.GRID, Grid.class, "sync", VOID),
    BLOCK_SYNC(Scope.BLOCK, Block.class, "sync", VOID),
    BLOCK_SYNC_COUNT(Scope.BLOCK, Block.class, "syncCount", I32, I1),
    BLOCK_SYNC_AND(Scope.BLOCK, Block.class, "syncAnd", I1, I1),
    BLOCK_SYNC_OR(Scope.BLOCK, Block.class, "syncOr", I1, I1),
    GRID_FENCE(Grid.class, "fence", VOID),
    BLOCK_FENCE(Block.class, "fence", VOID),

    WARP_LANE(Warp.class, "lane", I32),
    WARP_SYNC(Scope.WARP, Warp.class, "sync", VOID),
    WARP_SYNC_SOME(Scope.WARP, Warp.class, "sync", VOID, I32),
    SHUFFLE_I32(Scope.WARP, Warp.class, "shuffle", I32, I32, I32),
    SHUFFLE_I64(Scope.WARP, Warp.class, "shuffle", I64, I64, I32),
    SHUFFLE_F32(Scope.WARP, Warp.class, "shuffle", F32, F32, I32),
    SHUFFLE_F64(Scope.WARP, Warp.class, "shuffle", F64, F64, I32),
    SHUFFLE_UP_I32(Scope.WARP, Warp.class, "shuffleUp", I32, I32, I32),
    SHUFFLE_UP_I64(Scope.WARP, Warp.class, "shuffleUp", I64, I64, I32),
    SHUFFLE_UP_F32(Scope.WARP, Warp.class, "shuffleUp", F32, F32, I32),
    SHUFFLE_UP_F64(Scope.WARP, Warp.class, "shuffleUp", F64, F64, I32),
    SHUFFLE_DOWN_I32(Scope.WARP, Warp.class, "shuffleDown", I32, I32, I32),
    SHUFFLE_DOWN_I64(Scope.WARP, Warp.class, "shuffleDown", I64, I64, I32),
    SHUFFLE_DOWN_F32(Scope.WARP, Warp.class, "shuffleDown", F32, F32, I32),
    SHUFFLE_DOWN_F64(Scope.WARP, Warp.class, "shuffleDown", F64, F64, I32),
    SHUFFLE_XOR_I32(Scope.WARP, Warp.class, "shuffleXor", I32, I32, I32),
    SHUFFLE_XOR_I64(Scope.WARP, Warp.class, "shuffleXor", I64, I64, I32),
    SHUFFLE_XOR_F32(Scope.WARP, Warp.class, "shuffleXor", F32, F32, I32),
    SHUFFLE_XOR_F64(Scope.WARP, Warp.class, "shuffleXor", F64, F64, I32),
    WARP_ALL(Scope.WARP, Warp.class, "all", I1, I1),
    WARP_ANY(Scope.WARP, Warp.class, "any", I1, I1),
    WARP_BALLOT(Scope.WARP, Warp.class, "ballot", I32, I1),
    WARP_MATCH_I32(Scope.WARP, Warp.class, "match", I32, I32),
    WARP_MATCH_I64(Scope.WARP, Warp.class, "match", I32, I64),
    WARP_ACTIVE_MASK(Scope.WARP, Warp.class, "activeMask", I32),
    WARP_REDUCE_ADD(Scope.WARP, Warp.class, "reduceAdd", I32, I32),
    WARP_REDUCE_MIN(Scope.WARP, Warp.class, "reduceMin", I32, I32),
    WARP_REDUCE_MAX(Scope.WARP, Warp.class, "reduceMax", I32, I32),
    WARP_REDUCE_AND(Scope.WARP, Warp.class, "reduceAnd", I32, I32),
    WARP_REDUCE_OR(Scope.WARP, Warp.class, "reduceOr", I32, I32),
    WARP_REDUCE_XOR(Scope.WARP, Warp.class, "reduceXor", I32, I32),
    WARP_PRODUCT(
            Scope.WARP,
            WarpProduct.class,
            "product",
            new TupleType(List.of(F64, F64, F64, F64)),
            F64,
            F64,
            F64,
            F64,
            F64,
            F64,
            F64,
            F64,
            F64,
            F64),

    ABS_I32(Math.class, "abs", I32, I32),
    ABS_I64(Math.class, "abs", I64, I64),
    ABS_F32(Math.class, "abs", F32, F32),
    ABS_F64(Math.class, "abs", F64, F64),
    MIN_I32(Math.class, "min", I32, I32, I32),
    MIN_I64(Math.class, "min", I64, I64, I64),
    MIN_F32(Math.class, "min", F32, F32, F32),
    MIN_F64(Math.class, "min", F64, F64, F64),
    MAX_I32(Math.class, "max", I32, I32, I32),
    MAX_I64(Math.class, "max", I64, I64, I64),
    MAX_F32(Math.class, "max", F32, F32, F32),
    MAX_F64(Math.class, "max", F64, F64, F64),
    SQRT_F64(Math.class, "sqrt", F64, F64),
    FMA_F32(Math.class, "fma", F32, F32, F32, F32),
    FMA_F64(Math.class, "fma", F64, F64, F64, F64),
    FLOOR_F64(Math.class, "floor", F64, F64),
    CEIL_F64(Math.class, "ceil", F64, F64),
    RINT_F64(Math.class, "rint", F64, F64),

    SQRT_F32(GpuMath.class, "sqrt", F32, F32),

    APPROXIMATE_SIN(Approximate.class, "sin", F32, F32),
    APPROXIMATE_COS(Approximate.class, "cos", F32, F32),
    APPROXIMATE_EXP2(Approximate.class, "exp2", F32, F32),
    APPROXIMATE_LOG2(Approximate.class, "log2", F32, F32),
    APPROXIMATE_TANH(Approximate.class, "tanh", F32, F32),
    APPROXIMATE_SQRT(Approximate.class, "sqrt", F32, F32),
    APPROXIMATE_RSQRT(Approximate.class, "rsqrt", F32, F32),
    APPROXIMATE_DIVIDE(Approximate.class, "divide", F32, F32, F32),

    FLOAT_BITS(Float.class, "floatToRawIntBits", I32, F32),
    FLOAT_OF_BITS(Float.class, "intBitsToFloat", F32, I32),
    DOUBLE_BITS(Double.class, "doubleToRawLongBits", I64, F64),
    DOUBLE_OF_BITS(Double.class, "longBitsToDouble", F64, I64),

    BIT_COUNT_I32(Integer.class, "bitCount", I32, I32),
    BIT_COUNT_I64(Long.class, "bitCount", I32, I64);

    /** Internal name of the class whose methods may be replaced by those of {@link #APPROXIMATE} that are called the same. */
    public static final String EXACT = internalName(GpuMath.class);

    /** Internal name of the class of approximations. */
    public static final String APPROXIMATE = internalName(Approximate.class);

    /** Methods that StrictMath has with the meaning that Math has them with. */
    private static final Set<String> ALSO_IN_STRICT_MATH =
            Set.of("abs", "min", "max", "sqrt", "fma", "floor", "ceil", "rint");

    // The compiler that checks kernels has just started and runs this once: so by a plain loop.
    private static final Map<String, Intrinsics> BY_METHOD = new HashMap<>();
    private static final Map<String, Intrinsics> BY_TEXT = new HashMap<>();

    static {
        for (Intrinsics row : values()) {
            add(row.methodKey(), row, BY_METHOD);
            add(row.text(), row, BY_TEXT);
        }
    }

    private static void add(String key, Intrinsics row, Map<String, Intrinsics> rows) {
        if (rows.put(key, row) != null) {
            throw new IllegalStateException("two rows for " + key);
        }
    }

    private final Scope scope;
    private final Class<?> owner;
    private final String method;
    private final Type result;
    private final List<Type> parameters;

    Intrinsics(Class<?> owner, String method, Type result, Type... parameters) {
        this(Scope.THREAD, owner, method, result, parameters);
    }

    Intrinsics(Scope scope, Class<?> owner, String method, Type result, Type... parameters) {
        this.scope = scope;
        this.owner = owner;
        this.method = method;
        this.result = result;
        this.parameters = List.of(parameters);
    }

    /**
     * Finds the intrinsic for a method.
     *
     * @param owner internal name of its class
     * @param method its name
     * @param descriptor its descriptor
     * @return the row, or {@code null} if the method is none
     */
    public static @Nullable Intrinsics of(String owner, String method, String descriptor) {
        String known =
                owner.equals("java/lang/StrictMath") && ALSO_IN_STRICT_MATH.contains(method) ? "java/lang/Math" : owner;
        return BY_METHOD.get(known + "." + method + descriptor);
    }

    /**
     * Finds an intrinsic by its text form.
     *
     * @param text as {@link #text()} gives it
     * @return the row, or {@code null}
     */
    public static @Nullable Intrinsics ofText(String text) {
        return BY_TEXT.get(text);
    }

    public Class<?> owner() {
        return owner;
    }

    public String method() {
        return method;
    }

    /** {@return whether its result depends on which thread of the grid calls it} */
    public boolean dependsOnThread() {
        return owner.getPackage() == Grid.class.getPackage() && parameters.isEmpty();
    }

    /** {@return internal name of the record that it returns, if it returns several numbers} */
    public String resultClass() {
        return internalName(owner) + "$Sums";
    }

    @Override
    public String text() {
        String name = owner.getSimpleName() + "." + method;
        return parameters.isEmpty() ? name : name + "." + parameters.getFirst().text();
    }

    @Override
    public List<Type> parameters() {
        return parameters;
    }

    @Override
    public Type result() {
        return result;
    }

    @Override
    public Effect effect() {
        return scope == Scope.THREAD && result != VOID ? Effect.NONE : Effect.SYNCHRONISE;
    }

    @Override
    public Scope scope() {
        return scope;
    }

    /** A launch has less than 2^31 threads along each axis, so all positions and sizes are non-negative. */
    @Override
    public boolean isNotNegative() {
        return dependsOnThread() && scope == Scope.THREAD;
    }

    @Override
    public boolean keepsBits() {
        return switch (this) {
            case FLOAT_BITS, FLOAT_OF_BITS, DOUBLE_BITS, DOUBLE_OF_BITS -> true;
            default -> false;
        };
    }

    private String methodKey() {
        StringBuilder key = new StringBuilder(internalName(owner))
                .append('.')
                .append(method)
                .append('(');
        for (Type parameter : parameters) {
            key.append(descriptor(parameter));
        }
        return key.append(')')
                .append(result instanceof TupleType ? 'L' + resultClass() + ';' : descriptor(result))
                .toString();
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static String descriptor(Type type) {
        if (type instanceof VoidType) {
            return "V";
        }
        return switch ((ScalarType) type) {
            case I1 -> "Z";
            case I32 -> "I";
            case I64 -> "J";
            case F32 -> "F";
            case F64 -> "D";
        };
    }
}
