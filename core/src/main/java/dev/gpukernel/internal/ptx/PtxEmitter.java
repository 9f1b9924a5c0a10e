package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Generates the PTX of one kernel. Only jumps may pass arguments. */
public final class PtxEmitter {
    private static final Pattern LABEL_END = Pattern.compile("\n");

    private final KernelUnit unit;
    private final Function function;
    private final String entry;
    private final Registers registers = new Registers();
    private final PtxShared shared;
    private final SharedAddresses sharedAddresses;
    private final PtxArrays arrays;
    private final boolean waitsForGrid;
    private final StringBuilder body = new StringBuilder();
    private final StringBuilder cold = new StringBuilder();
    private final List<FaultSite> sites = new ArrayList<>();
    private final List<Op.Print> prints = new ArrayList<>();
    private final PtxParameters parameters;

    private final PtxTarget target;

    private PtxEmitter(KernelUnit unit, PtxTarget target) {
        this.unit = unit;
        this.target = target;
        this.function = unit.function();
        List<Access.Use> uses = Access.uses(function);
        this.entry = entryName(function.name());
        this.shared = new PtxShared(entry, function);
        this.sharedAddresses = new SharedAddresses(registers, function);
        this.waitsForGrid = Cooperation.scope(function) == Scope.GRID;
        this.arrays = new PtxArrays(
                entry,
                registers,
                array -> unit.distinctArrays() && !uses.get(array.index()).written(),
                shared,
                sharedAddresses);
        this.parameters = new PtxParameters(function);
    }

    /**
     * Generates a module with one entry.
     *
     * @param unit the kernel
     * @param target which PTX
     * @return the code
     */
    public static PtxKernel emit(KernelUnit unit, PtxTarget target) {
        return new PtxEmitter(unit, target).emit();
    }

    private PtxKernel emit() {
        loadParameters();
        if (waitsForGrid) {
            line(GridBarrier.begin());
        }
        List<Block> order = ReversePostorder.of(function);
        for (int i = 0; i < order.size(); i++) {
            emit(order.get(i), i + 1 < order.size() ? order.get(i + 1) : null);
        }
        StringBuilder text = new StringBuilder();
        text.append(".version ").append(target.version()).append('\n');
        text.append(".target sm_").append(target.architecture()).append('\n');
        text.append(".address_size 64\n\n");
        text.append(arrays.moduleDeclarations()).append(shared.moduleDeclarations());
        text.append(".visible .entry ")
                .append(entry)
                .append(parameters.declaration(!sites.isEmpty(), waitsForGrid, !prints.isEmpty()));
        if (unit.maxThreadsPerBlock() > 0) {
            text.append(".maxntid ").append(unit.maxThreadsPerBlock()).append('\n');
        }
        text.append("{\n").append(registers.declarations()).append(arrays.localDeclarations());
        text.append(shared.kernelDeclarations()).append(waitsForGrid ? GridBarrier.DECLARATIONS : "");
        if (!sites.isEmpty()) {
            text.append(FaultRoutine.DECLARATIONS);
        }
        text.append(body);
        if (!sites.isEmpty()) {
            String end = waitsForGrid ? "bra " + GridBarrier.LABEL + ";" : "exit;";
            text.append(cold).append(FaultRoutine.text(PtxParameters.FAULT_RECORD, PtxParameters.LAUNCH, end));
        }
        text.append(waitsForGrid ? GridBarrier.leave() : "").append("}\n");
        return new PtxKernel(entry, text.toString(), sites, prints, waitsForGrid, shared.bytesAtLaunch());
    }

    /** {@return a PTX identifier for a kernel} */
    private static String entryName(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }

    private void loadParameters() {
        for (BlockParam param : function.params()) {
            String name = parameters.name(param);
            if (!param.isUsed()) {
                continue;
            }
            line(
                    param.type() instanceof ScalarType scalar
                            ? "ld.param." + OpTemplates.bits(scalar) + " " + registers.of(param) + ", [" + name + "];"
                            : arrays.loadParameter(param, name));
        }
    }

    private void emit(Block block, @Nullable Block next) {
        if (!block.incoming().isEmpty()) {
            body.append(label(block)).append(":\n");
        }
        block.params().forEach(this::computeAddresses);
        for (Instr instr : block.instrs()) {
            emit(instr, next);
            computeAddresses(instr);
        }
    }

    private void computeAddresses(Value value) {
        String code = sharedAddresses.after(value);
        if (!code.isEmpty()) {
            line(code.stripTrailing());
        }
    }

    private void emit(Instr instr, @Nullable Block next) {
        switch (instr.op()) {
            case Op.Constant constant when constant.type() != ScalarType.I1 -> {
                // Written where it is used.
            }
            case Op.Constant constant -> line("setp.ne.s32 " + registers.of(instr) + ", " + constant.bits() + ", 0;");
            case Op.Length _ -> line("mov.b32 " + registers.of(instr) + ", " + arrays.length(instr.operand(0)) + ";");
            case Op.Load load -> line(arrays.load(instr, load.element()));
            case Op.Store store -> line(arrays.store(instr, store.element()));
            case Op.LocalArray local -> line(arrays.makeLocal(instr, local));
            case Op.ConstantArray table -> line(arrays.table(instr, table));
            case Op.SharedArray array -> line(arrays.shared(instr, array));
            case Op.DynamicShared _ -> line(arrays.dynamic(instr));
            case Op.DynamicSize _ -> line(arrays.dynamicSize(instr));
            case Op.Atomic atomic -> line(arrays.atomic(instr, atomic));
            case Op.Print print -> print(instr, print);
            case Op.Call call -> call(instr, (Intrinsics) call.intrinsic());
            case Op.IndexCheck _ -> check(instr, "setp.ge.u32 {p:i1}, {0}, {1};\n@{p:i1} bra ");
            case Op.DivisorCheck check ->
                check(instr, "setp.eq." + OpTemplates.signed(check.type()) + " {p:i1}, {0}, 0;\n@{p:i1} bra ");
            case Op.Jump _ -> jump(instr.edges().getFirst(), next);
            case Op.Branch _ -> branch(instr, next);
            case Op.Return _ -> line(waitsForGrid ? "bra " + GridBarrier.LABEL + ";" : "ret;");
            case Op.Throw _ -> {
                int site = addSite(instr);
                line("bra $SITE" + site + ";");
            }
            default -> fill(OpTemplates.of(instr.op()), registers.of(instr), instr);
        }
    }

    private void call(Instr instr, Intrinsics intrinsic) {
        String result = intrinsic.result() == VoidType.VOID ? "" : registers.of(instr);
        fill(IntrinsicTemplates.of(intrinsic, target.architecture()), result, instr);
    }

    private void fill(String template, String result, Instr instr) {
        List<String> operands =
                instr.operands().stream().map(registers::operand).toList();
        line(Template.fill(template, registers, result, operands));
    }

    /** A fault site: the condition jumps to cold code. */
    private void check(Instr instr, String condition) {
        int site = addSite(instr);
        fill(condition + "$SITE" + site + ";", "", instr);
    }

    /** Adds the cold code that says which site it was and what its operands were; {@return the site's number} */
    private int addSite(Instr instr) {
        int site = sites.size();
        sites.add(FaultSite.of(instr));
        cold.append("$SITE").append(site).append(":\n");
        cold.append("    mov.u32 %site, ").append(site).append(";\n");
        String[] slots = {"%first", "%second"};
        for (int i = 0; i < instr.operands().size(); i++) {
            Value operand = instr.operand(i);
            cold.append(report(slots[i], (ScalarType) operand.type(), registers.operand(operand)));
        }
        cold.append("    bra ").append(FaultRoutine.LABEL).append(";\n");
        return site;
    }

    /** {@return code that puts the bits of a fault's operand into a 64-bit register} */
    private String report(String slot, ScalarType type, String operand) {
        return switch (type) {
            case I1 -> throw new IllegalArgumentException("a condition as operand of a fault");
            case I32 -> "    cvt.s64.s32 " + slot + ", " + operand + ";\n";
            case I64, F64 -> "    mov.b64 " + slot + ", " + operand + ";\n";
            case F32 -> {
                String bits = registers.temporary(ScalarType.I32);
                yield "    mov.b32 " + bits + ", " + operand + ";\n    cvt.s64.s32 " + slot + ", " + bits + ";\n";
            }
        };
    }

    private void print(Instr instr, Op.Print print) {
        List<String> operands = new ArrayList<>();
        for (Value operand : instr.operands()) {
            String bits = registers.temporary(ScalarType.I64);
            line(report(bits, (ScalarType) operand.type(), registers.operand(operand))
                    .strip());
            operands.add(bits);
        }
        line(PrintBuffer.text(prints.size(), operands));
        prints.add(print);
    }

    private void jump(Edge edge, @Nullable Block next) {
        List<ParallelCopy.Copy> copies = new ArrayList<>();
        for (int i = 0; i < edge.arguments().size(); i++) {
            BlockParam param = edge.target().params().get(i);
            copies.add(new ParallelCopy.Copy(
                    (ScalarType) param.type(),
                    registers.of(param),
                    registers.operand(edge.arguments().get(i))));
        }
        for (ParallelCopy.Copy copy : ParallelCopy.order(copies, registers::temporary)) {
            line("mov." + OpTemplates.bits(copy.type()) + " " + copy.target() + ", " + copy.source() + ";");
        }
        if (edge.target() != next) {
            line("bra.uni " + label(edge.target()) + ";");
        }
    }

    private void branch(Instr instr, @Nullable Block next) {
        String condition = registers.of(instr.operand(0));
        Block whenTrue = instr.edges().get(0).target();
        Block whenFalse = instr.edges().get(1).target();
        if (whenTrue == next) {
            line("@!" + condition + " bra " + label(whenFalse) + ";");
            return;
        }
        line("@" + condition + " bra " + label(whenTrue) + ";");
        if (whenFalse != next) {
            line("bra.uni " + label(whenFalse) + ";");
        }
    }

    private static String label(Block block) {
        return "$B" + block.id();
    }

    private void line(String lines) {
        body.append("    ")
                .append(LABEL_END.matcher(lines).replaceAll("\n    "))
                .append('\n');
    }
}
