package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Op.Binary;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Compare;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Op.Convert;
import dev.gpukernel.internal.ir.Op.ThreeWay;
import org.jspecify.annotations.Nullable;

/** Which operations exist, of those that the records can express; {@link Verifier} lists the rules. */
final class OpRules {
    private OpRules() {}

    /** {@return what is wrong with an operation, or {@code null}} */
    static @Nullable String violation(Op op) {
        return switch (op) {
            case Constant constant -> isCanonical(constant) ? null : "bits that its type does not have";
            case Binary binary -> binary(binary.kind(), binary.type());
            case Op.Negate negate -> negate.type() == ScalarType.I1 ? "no arithmetic on conditions" : null;
            case Compare compare -> compare(compare.predicate(), compare.type());
            case ThreeWay threeWay -> threeWay(threeWay);
            case Convert convert -> convert.to() == ScalarType.I1 ? "nothing converts to a condition" : null;
            case Op.Narrow narrow -> narrow.to().bytes() < 4 ? null : "narrows to less than 32 bits only";
            case Op.DivisorCheck check -> isInteger(check.type()) ? null : "checks integral divisors only";
            case Op.Select _, Op.Length _, Op.Load _, Op.Store _, Op.IndexCheck _, Op.Iteration _, Op.Call _ -> null;
            case Op.LocalArray array -> array.length() < 0 ? "negative length" : null;
            case Op.Part part ->
                part.index() >= 0 && part.index() < part.of().components().size() ? null : "there is no such part";
            case Op.SharedArray array -> array.length() < 0 ? "negative length" : null;
            case Op.Atomic atomic -> atomic(atomic);
            case Op.ConstantArray _, Op.Invoke _, Op.Launch _, Op.SplitInner _, Op.MayLaunch _, Op.InBounds _ -> null;
            case Op.RowElement _, Op.SetRow _, Op.RowStart _, Op.RowLength _ -> null;
            case Op.LoadVector(ElementType element, Space space, int count, IndexType _) ->
                vector(element, space, count);
            case Op.StoreVector(ElementType element, Space space, int count, IndexType _) ->
                vector(element, space, count);
            case Op.DynamicLocal _, Op.DynamicShared _, Op.DynamicSize _, Op.Print _, Op.FaultRank _, Op.MakeArray _ ->
                null;
            case Op.Jump _, Op.Branch _, Op.Return _, Op.Throw _ -> null;
        };
    }

    /** {@return how many edges leave an instruction of this operation} */
    static int edges(Op op) {
        return switch (op) {
            case Op.Jump _ -> 1;
            case Op.Branch _ -> 2;
            case Op.Return _, Op.Throw _ -> 0;
            case Op.LocalArray _, Op.DynamicLocal _, Op.ConstantArray _, Op.SharedArray _, Op.DynamicShared _ -> 0;
            case Op.DynamicSize _, Op.Atomic _, Op.Print _, Op.Invoke _, Op.Launch _ -> 0;
            case Op.RowElement _, Op.InBounds _, Op.Part _, Op.SplitInner _, Op.MayLaunch _, Op.FaultRank _ -> 0;
            case Op.LoadVector _, Op.StoreVector _, Op.MakeArray _, Op.SetRow _, Op.RowStart _, Op.RowLength _ -> 0;
            case Constant _, Binary _, Op.Negate _, Compare _, ThreeWay _, Convert _, Op.Narrow _, Op.Select _ -> 0;
            case Op.Length _, Op.Load _, Op.Store _, Op.IndexCheck _, Op.DivisorCheck _, Op.Iteration _, Op.Call _ -> 0;
        };
    }

    private static @Nullable String atomic(Op.Atomic atomic) {
        if (atomic.space() != Space.GLOBAL && atomic.space() != Space.SHARED) {
            return "changes what one thread alone has";
        }
        if (atomic.element().bytes() < Integer.BYTES) {
            return "changes elements of 4 and 8 bytes only";
        }
        return atomic.kind().isIntegral() && atomic.element().register().isFloating()
                ? "exists for integers only"
                : null;
    }

    private static @Nullable String vector(ElementType element, Space space, int count) {
        if (space != Space.GLOBAL && space != Space.SHARED) {
            return "moves elements of global and shared arrays only";
        }
        int bytes = element.bytes() * count;
        return count > 1 && (bytes == 4 || bytes == 8 || bytes == 16)
                ? null
                : "moves 4, 8 or 16 bytes of several elements";
    }

    private static boolean isCanonical(Constant constant) {
        long bits = constant.bits();
        return switch (constant.type()) {
            case I1 -> bits == 0 || bits == 1;
            case I32, F32 -> bits == (int) bits;
            case I64, F64 -> true;
        };
    }

    private static @Nullable String binary(BinaryKind kind, ScalarType type) {
        if (kind.isIntegral() && type.isFloating()) {
            return "exists for integers only";
        }
        boolean logical = kind == BinaryKind.AND || kind == BinaryKind.OR || kind == BinaryKind.XOR;
        return type == ScalarType.I1 && !logical ? "no arithmetic on conditions" : null;
    }

    private static @Nullable String compare(Predicate predicate, ScalarType type) {
        if (type == ScalarType.I1) {
            return "conditions are not compared, xor does that";
        }
        return type.isFloating() || predicate == predicate.ordered() ? null : "the U predicates are for floats only";
    }

    private static @Nullable String threeWay(ThreeWay threeWay) {
        boolean fits = switch (threeWay.kind()) {
            case LCMP -> threeWay.type() == ScalarType.I64;
            case CMPL, CMPG -> threeWay.type().isFloating();
        };
        return fits ? null : "does not compare that type";
    }

    private static boolean isInteger(ScalarType type) {
        return type == ScalarType.I32 || type == ScalarType.I64;
    }
}
