package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls the Java method that an intrinsic is, on the host. */
final class IntrinsicCall {
    private static final Map<Intrinsics, MethodHandle> HANDLES = new ConcurrentHashMap<>();

    private IntrinsicCall() {}

    /**
     * Calls it.
     *
     * @param intrinsic one that does not depend on the thread
     * @param operands bits of its operands, and perhaps more
     * @return bits of its result
     */
    static long of(Intrinsics intrinsic, long[] operands) {
        return switch (intrinsic) {
            case MIN_I32, MIN_I64 -> Math.min(operands[0], operands[1]);
            case MAX_I32, MAX_I64 -> Math.max(operands[0], operands[1]);
            default -> bits(call(intrinsic, operands));
        };
    }

    private static Object call(Intrinsics intrinsic, long[] operands) {
        List<Type> types = intrinsic.parameters();
        Object[] arguments = new Object[types.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = box((ScalarType) types.get(i), operands[i]);
        }
        try {
            return HANDLES.computeIfAbsent(intrinsic, IntrinsicCall::handle).invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(intrinsic.text(), e);
        }
    }

    private static MethodHandle handle(Intrinsics intrinsic) {
        Class<?>[] parameters =
                intrinsic.parameters().stream().map(IntrinsicCall::type).toArray(Class<?>[]::new);
        MethodType type = MethodType.methodType(type(intrinsic.result()), parameters);
        try {
            return MethodHandles.publicLookup().findStatic(intrinsic.owner(), intrinsic.method(), type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(intrinsic.text(), e);
        }
    }

    private static Class<?> type(Type type) {
        return switch ((ScalarType) type) {
            case I1 -> boolean.class;
            case I32 -> int.class;
            case I64 -> long.class;
            case F32 -> float.class;
            case F64 -> double.class;
        };
    }

    private static Object box(ScalarType type, long bits) {
        return switch (type) {
            case I1 -> bits != 0;
            case I32 -> (int) bits;
            case I64 -> bits;
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
        };
    }

    private static long bits(Object result) {
        return switch (result) {
            case Boolean value -> value ? 1 : 0;
            case Integer value -> value;
            case Long value -> value;
            case Float value -> Float.floatToRawIntBits(value);
            case Double value -> Double.doubleToRawLongBits(value);
            default -> throw new IllegalStateException("result " + result);
        };
    }
}
