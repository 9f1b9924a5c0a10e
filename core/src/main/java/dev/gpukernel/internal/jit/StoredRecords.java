package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.Inspector;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.frontend.Dependencies;
import dev.gpukernel.internal.frontend.Dependencies.Answer;
import dev.gpukernel.internal.frontend.Output;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.pass.OutlinedNest;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import dev.gpukernel.internal.pass.PlannedLoop;
import dev.gpukernel.internal.pass.PlannedLoop.Choice;
import dev.gpukernel.internal.pass.PlannedLoop.Fate;
import dev.gpukernel.internal.pass.ScanSteps;
import dev.gpukernel.internal.pass.Scans;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the records that programs have, by name, as {@link dev.gpukernel.internal.ir.RecordMaker} says: a line for each. */
final class StoredRecords {
    private StoredRecords() {}

    // What was written of a list is what it holds. With one value of a switch, the JVM would load all classes to check
    // this method.
    @SuppressWarnings({"unchecked", "StatementSwitchToExpressionSwitch"})
    static @Nullable Object make(String name, Object[] parts) {
        switch (name) {
            case "analysis.HostExpression$Known":
                return new HostExpression.Known(wide(parts[0]));
            case "analysis.HostExpression$Scalar":
                return new HostExpression.Scalar(number(parts[0]));
            case "analysis.HostExpression$Length":
                return new HostExpression.Length(number(parts[0]));
            case "analysis.HostExpression$Binary":
                return new HostExpression.Binary(
                        (Op.BinaryKind) parts[0], (ScalarType) parts[1], (HostExpression) parts[2], (HostExpression)
                                parts[3]);
            case "analysis.HostExpression$Exact":
                return new HostExpression.Exact(
                        (Op.BinaryKind) parts[0], (HostExpression) parts[1], (HostExpression) parts[2]);
            case "analysis.HostExpression$Converted":
                return new HostExpression.Converted(
                        (ScalarType) parts[0], (ScalarType) parts[1], (HostExpression) parts[2]);
            case "analysis.HostExpression$Extremum":
                return new HostExpression.Extremum(
                        flag(parts[0]), (HostExpression) parts[1], (HostExpression) parts[2]);
            case "analysis.HostExpression$Compared":
                return new HostExpression.Compared(
                        (Predicate) parts[0], (HostExpression) parts[1], (HostExpression) parts[2]);
            case "analysis.HostExpression$Selected":
                return new HostExpression.Selected(
                        (HostExpression) parts[0], (HostExpression) parts[1], (HostExpression) parts[2]);
            case "analysis.Condition":
                return new Condition(
                        (HostExpression) parts[0], wide(parts[1]), wide(parts[2]), (String) parts[3], (Inspector)
                                parts[4]);
            case "analysis.Histogram":
                return new Histogram(number(parts[0]), (Op.AtomicKind) parts[1], (ElementType) parts[2]);
            case "analysis.Access$Use":
                return new Access.Use(flag(parts[0]), flag(parts[1]));
            case "backend.Grain":
                return new Grain(number(parts[0]), number(parts[1]));
            case "pass.Scans":
                return new Scans((List<Scans.Running>) parts[0], (Function) parts[1]);
            case "pass.Scans$Running":
                return new Scans.Running(number(parts[0]), (Function) parts[1], (Op.Constant) parts[2], flag(parts[3]));
            case "pass.ScanSteps":
                return new ScanSteps((Function) parts[0], (Function) parts[1], (Function) parts[2], number(parts[3]));
            case "pass.OutlinedNest$AliasConflict":
                return new OutlinedNest.AliasConflict(number(parts[0]), number(parts[1]), (String) parts[2]);
            case "pass.PlannedLoop":
                return new PlannedLoop((SourcePosition) parts[0], number(parts[1]), (String) parts[2], (Fate) parts[3]);
            case "pass.PlannedLoop$Choice$Counts":
                return new Choice.Counts((String) parts[0], (String) parts[1], (Op.Sums) parts[2], flag(parts[3]));
            case "pass.PlannedLoop$Choice$Unproven":
                return new Choice.Unproven();
            case "pass.PlannedLoop$Choice$NotApart":
                return new Choice.NotApart();
            case "pass.PlannedLoop$Fate$Threads":
                return new Fate.Threads((Function) parts[0], (List<String>) parts[1]);
            case "pass.PlannedLoop$Fate$WithOuter":
                return new Fate.WithOuter();
            case "pass.PlannedLoop$Fate$InThread":
                return new Fate.InThread((String) parts[0]);
            case "pass.PlannedLoop$Fate$Distributed":
                return new Fate.Distributed((List<PlannedLoop>) parts[0]);
            case "pass.PlannedLoop$Fate$Exchanged":
                return new Fate.Exchanged();
            case "pass.PlannedLoop$Fate$OneThread":
                return new Fate.OneThread((Function) parts[0]);
            case "pass.PlannedLoop$Fate$Host":
                return new Fate.Host((String) parts[0], (String) parts[1]);
            case "pass.PlannedLoop$Fate$Searched":
                return new Fate.Searched();
            case "pass.PlannedLoop$Fate$Either":
                return new Fate.Either((Fate) parts[0], (Choice) parts[1], (List<PlannedLoop>) parts[2]);
            case "pass.PlannedLoop$Fate$OnHost":
                return new Fate.OnHost();
            case "frontend.Dependencies$Answer":
                return new Answer(
                        (Dependencies.Kind) parts[0], (String) parts[1], (String) parts[2], (String) parts[3]);
            case "jit.NestProgram$Turns":
                return new NestProgram.Turns(
                        (Function) parts[0], (Function) parts[1], (Function) parts[2], (ScanSteps) parts[3]);
            case "jit.NestProgram$Proven":
                return new NestProgram.Proven((Function) parts[0], (Function) parts[1], (Grain) parts[2]);
            case "jit.StoredProgram":
                return new StoredProgram(
                        (String) parts[0],
                        (Function) parts[1],
                        (KernelForm) parts[2],
                        (List<String>) parts[3],
                        (List<Access.Use>) parts[4],
                        (BitSet) parts[5],
                        (BitSet) parts[6],
                        (BitSet) parts[7],
                        (List<StoredProgram.Nest>) parts[8],
                        (List<PlannedLoop>) parts[9],
                        flag(parts[10]),
                        (BitSet) parts[11],
                        (List<Output.Choice>) parts[12]);
            case "jit.StoredProgram$Nest":
                return new StoredProgram.Nest(
                        (Function) parts[0],
                        (List<AliasConflict>) parts[1],
                        flag(parts[2]),
                        flag(parts[3]),
                        (StoredProgram.Code) parts[4]);
            case "jit.StoredProgram$Code":
                return new StoredProgram.Code(
                        flag(parts[0]),
                        (Function) parts[1],
                        (Scans) parts[2],
                        (List<Axis>) parts[3],
                        (BitSet) parts[4],
                        (List<AliasConflict>) parts[5],
                        (List<List<Condition>>) parts[6],
                        (List<Condition>) parts[7],
                        (BitSet) parts[8],
                        (NestProgram.Turns) parts[9],
                        (StoredProgram.Threads) parts[10]);
            case "jit.StoredProgram$Threads":
                return new StoredProgram.Threads(
                        (Function) parts[0],
                        (Grain) parts[1],
                        flag(parts[2]),
                        (Function) parts[3],
                        (ScanSteps) parts[4],
                        (NestProgram.Proven) parts[5],
                        flag(parts[6]),
                        (List<Histogram>) parts[7]);
            case "jit.ProgramStore$Entry":
                return new ProgramStore.Entry((String) parts[0], (List<Answer>) parts[1], (StoredProgram) parts[2]);
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
}
