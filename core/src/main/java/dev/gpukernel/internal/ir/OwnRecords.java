package dev.gpukernel.internal.ir;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the records of this package, by name, as {@link RecordMaker} says: a line for each. */
final class OwnRecords {
    private OwnRecords() {}

    // What was written of a list is what it holds. With one value of a switch, the JVM would load all classes to check
    // this method.
    @SuppressWarnings({"unchecked", "StatementSwitchToExpressionSwitch"})
    static @Nullable Object make(String name, Object[] parts) {
        switch (name) {
            case "ir.Op$Constant":
                return new Op.Constant((ScalarType) parts[0], wide(parts[1]));
            case "ir.Op$Binary":
                return new Op.Binary((Op.BinaryKind) parts[0], (ScalarType) parts[1]);
            case "ir.Op$Negate":
                return new Op.Negate((ScalarType) parts[0]);
            case "ir.Op$Compare":
                return new Op.Compare((Predicate) parts[0], (ScalarType) parts[1]);
            case "ir.Op$ThreeWay":
                return new Op.ThreeWay((Op.ThreeWayKind) parts[0], (ScalarType) parts[1]);
            case "ir.Op$Convert":
                return new Op.Convert((ScalarType) parts[0], (ScalarType) parts[1]);
            case "ir.Op$Narrow":
                return new Op.Narrow((ElementType) parts[0]);
            case "ir.Op$Select":
                return new Op.Select((ScalarType) parts[0]);
            case "ir.Op$Length":
                return new Op.Length((ElementType) parts[0], (Space) parts[1], (IndexType) parts[2]);
            case "ir.Op$Load":
                return new Op.Load((ElementType) parts[0], (Space) parts[1], (IndexType) parts[2]);
            case "ir.Op$Store":
                return new Op.Store((ElementType) parts[0], (Space) parts[1], (IndexType) parts[2]);
            case "ir.Op$LoadVector":
                return new Op.LoadVector(
                        (ElementType) parts[0], (Space) parts[1], number(parts[2]), (IndexType) parts[3]);
            case "ir.Op$StoreVector":
                return new Op.StoreVector(
                        (ElementType) parts[0], (Space) parts[1], number(parts[2]), (IndexType) parts[3]);
            case "ir.Op$LocalArray":
                return new Op.LocalArray((ElementType) parts[0], number(parts[1]));
            case "ir.Op$DynamicLocal":
                return new Op.DynamicLocal((ElementType) parts[0]);
            case "ir.Op$MakeArray":
                return new Op.MakeArray((ElementType) parts[0], (Dimensions) parts[1]);
            case "ir.Op$SharedArray":
                return new Op.SharedArray((ElementType) parts[0], number(parts[1]), number(parts[2]));
            case "ir.Op$DynamicShared":
                return new Op.DynamicShared((ElementType) parts[0]);
            case "ir.Op$DynamicSize":
                return new Op.DynamicSize();
            case "ir.Op$Atomic":
                return new Op.Atomic(
                        (Op.AtomicKind) parts[0], (ElementType) parts[1], (Space) parts[2], (IndexType) parts[3]);
            case "ir.Op$Print":
                return new Op.Print((String) parts[0], (String) parts[1]);
            case "ir.Op$ConstantArray":
                return new Op.ConstantArray((ElementType) parts[0], (List<Long>) parts[1]);
            case "ir.Op$RowElement":
                return new Op.RowElement();
            case "ir.Op$SetRow":
                return new Op.SetRow((ElementType) parts[0], (Space) parts[1]);
            case "ir.Op$RowStart":
                return new Op.RowStart((ElementType) parts[0]);
            case "ir.Op$RowLength":
                return new Op.RowLength((ElementType) parts[0]);
            case "ir.Op$InBounds":
                return new Op.InBounds((IndexType) parts[0]);
            case "ir.Op$SplitInner":
                return new Op.SplitInner((Op.Sums) parts[0]);
            case "ir.Op$FaultRank":
                return new Op.FaultRank();
            case "ir.Op$IndexCheck":
                return new Op.IndexCheck((String) parts[0], number(parts[1]), (IndexType) parts[2]);
            case "ir.Op$DivisorCheck":
                return new Op.DivisorCheck((ScalarType) parts[0]);
            case "ir.Op$Iteration":
                return new Op.Iteration((Axis) parts[0]);
            case "ir.Op$Call":
                return new Op.Call((Intrinsic) parts[0]);
            case "ir.Op$Jump":
                return new Op.Jump();
            case "ir.Op$Branch":
                return new Op.Branch();
            case "ir.Op$Throw":
                return new Op.Throw((String) parts[0], (String) parts[1], (List<ThrowArgument>) parts[2]);
            case "ir.Op$Return":
                return new Op.Return((List<Type>) parts[0]);
            case "ir.Op$Invoke":
                return new Op.Invoke((Function) parts[0]);
            case "ir.Op$Launch":
                return new Op.Launch((Function) parts[0], number(parts[1]));
            case "ir.Op$MayLaunch":
                return new Op.MayLaunch((Function) parts[0], number(parts[1]), (Op.Order) parts[2]);
            case "ir.Op$Part":
                return new Op.Part((TupleType) parts[0], number(parts[1]));
            case "ir.ThrowArgument$Text":
                return new ThrowArgument.Text((String) parts[0], (String) parts[1]);
            case "ir.ThrowArgument$Computed":
                return new ThrowArgument.Computed(letter(parts[0]));
            case "ir.ThrowArgument$Known":
                return new ThrowArgument.Known(letter(parts[0]), wide(parts[1]));
            case "ir.ThrowArgument$EnumConstant":
                return new ThrowArgument.EnumConstant((String) parts[0], (ThrowArgument) parts[1]);
            case "ir.ThrowArgument$Objects":
                return new ThrowArgument.Objects((List<ThrowArgument>) parts[0]);
            case "ir.ThrowArgument$Formatted":
                return new ThrowArgument.Formatted((String) parts[0], (List<ThrowArgument>) parts[1]);
            case "ir.ThrowArgument$TextOfCause":
                return new ThrowArgument.TextOfCause();
            case "ir.ThrowArgument$Cause":
                return new ThrowArgument.Cause(
                        (String) parts[0], (String) parts[1], (List<ThrowArgument>) parts[2], (SourcePosition)
                                parts[3]);
            case "ir.ArrayType":
                return new ArrayType((ElementType) parts[0], (Space) parts[1], (IndexType) parts[2]);
            case "ir.TupleType":
                return new TupleType((List<Type>) parts[0]);
            case "ir.SourcePosition":
                return new SourcePosition(
                        (String) parts[0],
                        (String) parts[1],
                        (String) parts[2],
                        number(parts[3]),
                        (SourcePosition) parts[4],
                        number(parts[5]));
            case "ir.FunctionEffects":
                return new FunctionEffects(flag(parts[0]), (BitSet) parts[1], (BitSet) parts[2], flag(parts[3]));
            case "ir.CudaBody":
                return new CudaBody(
                        (String) parts[0],
                        (String) parts[1],
                        (String) parts[2],
                        (String) parts[3],
                        (String) parts[4],
                        (String) parts[5],
                        (List<String>) parts[6],
                        flag(parts[7]));
            default:
                return null;
        }
    }

    private static int number(Object part) {
        return (Integer) part;
    }

    private static long wide(Object part) {
        return (Long) part;
    }

    private static boolean flag(Object part) {
        return (Boolean) part;
    }

    private static char letter(Object part) {
        return (Character) part;
    }
}
