package dev.gpukernel.internal.ptx;

import dev.gpukernel.device.WarpProduct;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Axis;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Generates the PTX of one kernel, or of one function that it calls. Only jumps may pass arguments. */
public final class PtxEmitter {
    private static final Pattern LABEL_END = Pattern.compile("\n");

    private final PtxModule module;
    private final Function function;
    private final Registers registers = new Registers();
    private final PtxShared shared;
    private final SharedAddresses sharedAddresses;
    private final PtxArrays arrays;
    private final PtxCalls calls;
    private final PtxTarget target;
    private final boolean waitsForGrid;
    private final boolean endsInChecks;
    private final StringBuilder body = new StringBuilder();
    private final StringBuilder cold = new StringBuilder();

    /** Most operands of a fault site. */
    private int operands;

    private final List<Op.Print> prints = new ArrayList<>();
    private final PtxParameters parameters;

    PtxEmitter(PtxModule module, Function function, PtxTarget target) {
        this.module = module;
        this.function = function;
        this.target = target;
        this.shared = new PtxShared(module.name(function), function);
        this.sharedAddresses = new SharedAddresses(registers, function);
        this.waitsForGrid = Cooperation.scope(function) == Scope.GRID;
        this.endsInChecks = module.isKernel(function) && LastChecks.areIn(function);
        this.arrays = new PtxArrays(
                module.name(function),
                registers,
                module.readOnly()::contains,
                module.isKernel(function),
                new AddressOffsets(function),
                shared,
                sharedAddresses);
        this.calls = new PtxCalls(module, registers, arrays);
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
        return new PtxModule(unit).emit(target);
    }

    /** {@return declarations of the tables and of the shared memory of the launch that the code uses} */
    String moduleDeclarations() {
        return arrays.moduleDeclarations() + shared.moduleDeclarations();
    }

    /** {@return the kernel, compiled for the unit's threads per block and blocks of a multiprocessor} */
    String entry(KernelUnit unit) {
        String code = code();
        boolean mayFault = module.sites().count() > 0 || module.reportsPaths();
        return ".visible .entry " + module.name(function)
                + parameters.declaration(mayFault, waitsForGrid, !prints.isEmpty())
                + (unit.maxThreadsPerBlock() > 0 ? ".maxntid " + unit.maxThreadsPerBlock() + "\n" : "")
                + (unit.residentBlocks() > 0 ? ".minnctapersm " + unit.residentBlocks() + "\n" : "")
                + code;
    }

    /** {@return a function that the kernel calls} */
    String function() {
        return ".func " + PtxCalls.resultDeclaration(function) + module.name(function)
                + parameters.declarationOfCalled(function.effects().mayFault(), module.ranksFaults()) + code() + "\n";
    }

    /** {@return the declaration of a function that the kernel calls and that is linked with it} */
    String declaration() {
        return ".extern .func " + PtxCalls.resultDeclaration(function) + module.name(function)
                + parameters.declarationOfCalled(false, false).stripTrailing() + ";\n";
    }

    /** {@return what each place prints, by its number} */
    List<Op.Print> prints() {
        return prints;
    }

    boolean waitsForGrid() {
        return waitsForGrid;
    }

    /** {@return bytes of shared memory that a launch must provide} */
    long sharedBytesAtLaunch() {
        return shared.bytesAtLaunch();
    }

    private String code() {
        loadParameters();
        if (waitsForGrid) {
            line(GridBarrier.begin());
        }
        List<Block> order = ReversePostorder.of(function);
        for (int i = 0; i < order.size(); i++) {
            emit(order.get(i), i + 1 < order.size() ? order.get(i + 1) : null);
        }
        StringBuilder text = new StringBuilder("{\n");
        text.append(registers.declarations()).append(arrays.localDeclarations());
        text.append(shared.kernelDeclarations()).append(waitsForGrid ? GridBarrier.DECLARATIONS : "");
        text.append(cold.isEmpty() ? "" : FaultRoutine.declarations(operands, module.reportsPaths()));
        text.append(holdsRank() ? FaultIndex.RANK_DECLARATION : "");
        text.append(registers.prologue()).append(body).append(cold).append(cold.isEmpty() ? "" : faultRoutine());
        return text.append(waitsForGrid ? GridBarrier.leave() : "")
                .append("}\n")
                .toString();
    }

    private String faultRoutine() {
        String path = module.isKernel(function) ? "mov.u32 %path, 0;" : "ld.param.u32 %path, [path];";
        return FaultRoutine.text(
                PtxParameters.FAULT_RECORD,
                operands,
                faultIndex(),
                module.reportsPaths() ? path : null,
                waitsForGrid ? "bra " + GridBarrier.LABEL + ";" : "exit;");
    }

    private String faultIndex() {
        if (!module.ranksFaults()) {
            return FaultIndex.code(module.axes());
        }
        return holdsRank() ? FaultIndex.RANKED : FaultIndex.PASSED_RANK;
    }

    /** {@return whether the code sets the number that its faults count as, and is not passed it} */
    private boolean holdsRank() {
        return module.isKernel(function) && module.ranksFaults();
    }

    private void loadParameters() {
        if (holdsRank()) {
            line("mov.b64 " + FaultIndex.RANK + ", 0;");
        }
        for (BlockParam param : function.params()) {
            String name = PtxParameters.name(param);
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
            case Op.Iteration(Axis axis) -> line(iteration(axis, registers.of(instr)));
            case Op.Length _ ->
                line("mov." + OpTemplates.bits((ScalarType) instr.type()) + " " + registers.of(instr) + ", "
                        + arrays.length(instr.operand(0)) + ";");
            case Op.Load load -> line(arrays.load(instr, load.element()));
            case Op.Store store -> line(arrays.store(instr, store.element()));
            case Op.LoadVector load -> line(arrays.load(instr, load));
            case Op.StoreVector store -> line(arrays.store(instr, store));
            case Op.LocalArray local -> line(arrays.makeLocal(instr, local));
            case Op.ConstantArray table -> line(arrays.table(instr, table));
            case Op.SharedArray array -> line(arrays.shared(instr, array));
            case Op.DynamicShared _ -> line(arrays.dynamic(instr));
            case Op.DynamicSize _ -> line(arrays.dynamicSize(instr));
            case Op.Atomic atomic -> line(arrays.atomic(instr, atomic));
            case Op.Print print -> print(instr, print);
            case Op.FaultRank _ ->
                line("mov.b64 " + FaultIndex.RANK + ", " + registers.operand(instr.operand(0)) + ";");
            case Op.Call call -> call(instr, (Intrinsics) call.intrinsic());
            case Op.IndexCheck check ->
                check(
                        instr,
                        "setp.ge." + OpTemplates.unsigned(check.index().type()) + " {p:i1}, {0}, {1};\n@{p:i1} bra ");
            case Op.DivisorCheck check ->
                check(instr, "setp.eq." + OpTemplates.signed(check.type()) + " {p:i1}, {0}, 0;\n@{p:i1} bra ");
            case Op.Jump _ -> jump(instr.edges().getFirst(), next);
            case Op.Branch _ -> branch(instr, next);
            case Op.Return _ -> end(instr);
            case Op.Invoke _ when Op.Invoke.isDeferred(instr) -> {
                // Called where it is chosen.
            }
            case Op.Invoke(Function callee) -> line(calls.invoke(instr, callee));
            case Op.Select select
            when Op.Invoke.isDeferred(instr.operand(1)) ->
                callIf(instr, select.type(), (Instr) instr.operand(1), instr.operand(2), "@!");
            case Op.Select select
            when Op.Invoke.isDeferred(instr.operand(2)) ->
                callIf(instr, select.type(), (Instr) instr.operand(2), instr.operand(1), "@");
            case Op.Launch _ -> throw new IllegalArgumentException("a launch in the code of a thread");
            case Op.Part part -> line(part(instr, part));
            case Op.Throw _ -> {
                int site = addSite(instr);
                line("bra $SITE" + site + ";");
            }
            default -> fill(computation(instr), registers.of(instr), instr);
        }
    }

    private static String computation(Instr instr) {
        if (instr.op() instanceof Op.Binary(Op.BinaryKind kind, ScalarType type) && type == ScalarType.I32) {
            boolean isFromZero = kind == Op.BinaryKind.SUB && instr.operand(0).isConstant(0);
            if (isFromZero || (kind == Op.BinaryKind.MUL && instr.operand(0).isConstant(-1))) {
                return OpTemplates.negate(type).replace("{0}", "{1}");
            }
            if (kind == Op.BinaryKind.MUL && instr.operand(1).isConstant(-1)) {
                return OpTemplates.negate(type);
            }
        }
        if (instr.op() instanceof Op.Binary(Op.BinaryKind kind, ScalarType type)) {
            Op.Constant divisor = instr.operand(1).constant();
            if (divisor != null && ConstantDivision.isPossible(type, divisor.bits())) {
                switch (kind) {
                    case DIV -> {
                        return ConstantDivision.quotient(type, divisor.bits());
                    }
                    case REM -> {
                        return ConstantDivision.remainder(type, divisor.bits());
                    }
                    default -> {}
                }
            }
        }
        return OpTemplates.of(instr.op());
    }

    private void end(Instr instr) {
        if (endsInChecks) {
            line(LastChecks.EFFECT);
        }
        line(waitsForGrid ? "bra " + GridBarrier.LABEL + ";" : calls.giveBack(instr));
    }

    private String iteration(Axis axis, String result) {
        return IterationNumber.code(
                        axis,
                        module.axes().size(),
                        result,
                        registers.temporary(ScalarType.I64),
                        registers.temporary(ScalarType.I32),
                        registers.temporary(ScalarType.I32))
                .stripIndent()
                .stripTrailing();
    }

    private String part(Instr instr, Op.Part part) {
        String type = OpTemplates.bits((ScalarType) part.result());
        return "mov." + type + " " + registers.of(instr) + ", "
                + registers.parts(instr.operand(0)).get(part.index()) + ";";
    }

    private void call(Instr instr, Intrinsics intrinsic) {
        if (intrinsic == Intrinsics.WARP_PRODUCT) {
            line(product(instr));
            return;
        }
        String result = intrinsic.result() == VoidType.VOID ? "" : registers.of(instr);
        Intrinsics needed = instr.isUsed() ? intrinsic : IntrinsicTemplates.withoutResult(intrinsic);
        fill(IntrinsicTemplates.of(needed, target.architecture()), result, instr);
    }

    /** {@return code for a product, which only an architecture gets that has such an instruction} */
    private String product(Instr instr) {
        List<String> operands =
                instr.operands().stream().map(registers::operand).toList();
        List<String> sums = Stream.generate(() -> registers.temporary(ScalarType.F64))
                .limit(WarpProduct.SUMS)
                .toList();
        registers.setParts(instr, sums);
        int right = WarpProduct.LEFT + WarpProduct.RIGHT;
        return Stream.of(
                        sums,
                        operands.subList(0, WarpProduct.LEFT),
                        operands.subList(WarpProduct.LEFT, right),
                        operands.subList(right, operands.size()))
                .map(registers -> "{" + String.join(", ", registers) + "}")
                .collect(Collectors.joining(", ", "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 ", ";"));
    }

    /** Chooses between a value that is there and what a function gives, which is called only then. */
    private void callIf(Instr select, ScalarType type, Instr call, Value otherwise, String unless) {
        String move = "mov." + OpTemplates.bits(type) + " " + registers.of(select) + ", ";
        String end = "$CHOSEN" + select.id();
        line(move + registers.operand(otherwise) + ";");
        line(unless + registers.of(select.operand(0)) + " bra " + end + ";");
        line(calls.invoke(call, ((Op.Invoke) call.op()).callee()));
        line(move + registers.of(call) + ";");
        body.append(end).append(":\n");
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
        int site = module.sites().add(instr);
        cold.append("$SITE").append(site).append(":\n");
        cold.append("    mov.u32 %site, ").append(site).append(";\n");
        operands = Math.max(operands, instr.operands().size());
        for (int i = 0; i < instr.operands().size(); i++) {
            Value operand = instr.operand(i);
            cold.append(report(FaultRoutine.operand(i), (ScalarType) operand.type(), registers.operand(operand)));
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
                    registers.passed(edge.arguments().get(i))));
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
