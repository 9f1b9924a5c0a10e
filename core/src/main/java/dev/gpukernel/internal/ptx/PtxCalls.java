package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of functions in PTX, and returns from them. Arguments and results go through {@code .param} variables, as PTX's calling
 * convention has it; several results are 8 bytes each of one variable.
 */
final class PtxCalls {
    /** Name of the variable that a function returns. */
    private static final String RESULT = "result";

    /** Name of the variable that its caller gets, which may itself return one. */
    private static final String RETURNED = "returned";

    /** What the names of arguments begin with: the caller has parameters of its own. */
    private static final String ARGUMENT = "passed_";

    private static final int SLOT = 8;

    private final PtxModule module;
    private final Registers registers;
    private final PtxArrays arrays;

    PtxCalls(PtxModule module, Registers registers, PtxArrays arrays) {
        this.module = module;
        this.registers = registers;
        this.arrays = arrays;
    }

    /** {@return the declaration of what a function returns} */
    static String resultDeclaration(Function function) {
        return function.result() == VoidType.VOID ? "" : "(" + declaration(function, RESULT) + ") ";
    }

    private static String declaration(Function function, String name) {
        return switch (function.result()) {
            case ScalarType scalar -> ".param ." + PtxParameters.type(function, scalar) + " " + name;
            case TupleType tuple ->
                ".param .align 8 .b8 " + name + "[" + SLOT * tuple.components().size() + "]";
            case ArrayType _, VoidType _ -> throw new IllegalArgumentException("no result to declare");
        };
    }

    /** {@return code that calls a function} */
    String invoke(Instr call, Function callee) {
        List<String> lines = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < call.operands().size(); i++) {
            pass(callee, i, call.operand(i), lines, arguments);
        }
        if (callee.effects().mayFault()) {
            passFaultParameters(call, lines, arguments);
        }
        boolean hasResult = callee.result() != VoidType.VOID;
        if (hasResult) {
            lines.add(declaration(callee, RETURNED) + ";");
        }
        // Threads of a warp may be on different ways here, so the call is not uniform.
        lines.add("call " + (hasResult ? "(" + RETURNED + "), " : "") + module.name(callee)
                + (arguments.isEmpty() ? "" : ", (" + String.join(", ", arguments) + ")") + ";");
        take(call, callee, lines);
        return "{\n" + String.join("\n", lines) + "\n}";
    }

    private void pass(Function callee, int index, Value argument, List<String> lines, List<String> arguments) {
        String name = PtxParameters.name(callee.params().get(index));
        if (argument.type() instanceof ScalarType scalar) {
            String type = PtxParameters.type(callee, scalar);
            pass(type, OpTemplates.bits(scalar), name, registers.passed(argument), lines, arguments);
        } else {
            pass("b64", name, registers.of(argument), lines, arguments);
            pass(
                    "b" + PtxParameters.bits((ArrayType) argument.type()),
                    PtxParameters.length(name),
                    arrays.length(argument),
                    lines,
                    arguments);
        }
    }

    private static void pass(String type, String parameter, String value, List<String> lines, List<String> arguments) {
        pass(type, type, parameter, value, lines, arguments);
    }

    private static void pass(
            String declared,
            String stored,
            String parameter,
            String value,
            List<String> lines,
            List<String> arguments) {
        String name = ARGUMENT + parameter;
        lines.add(".param ." + declared + " " + name + ";");
        lines.add("st.param." + stored + " [" + name + "], " + value + ";");
        arguments.add(name);
    }

    private void passFaultParameters(Instr call, List<String> lines, List<String> arguments) {
        String record = registers.temporary(ScalarType.I64);
        lines.add("ld.param.u64 " + record + ", [" + PtxParameters.FAULT_RECORD + "];");
        pass("b64", PtxParameters.FAULT_RECORD, record, lines, arguments);
        int offset = module.paths().offset(call);
        String path = Integer.toString(offset);
        if (!module.isKernel(call.block().function())) {
            path = registers.temporary(ScalarType.I32);
            lines.add("ld.param.u32 " + path + ", [" + PtxParameters.PATH + "];");
            lines.add("add.s32 " + path + ", " + path + ", " + offset + ";");
        }
        pass("b32", PtxParameters.PATH, path, lines, arguments);
        if (module.ranksFaults()) {
            pass("b64", PtxParameters.RANK, rank(call.block().function(), lines), lines, arguments);
        }
    }

    private String rank(Function caller, List<String> lines) {
        if (module.isKernel(caller)) {
            return FaultIndex.RANK;
        }
        String rank = registers.temporary(ScalarType.I64);
        lines.add("ld.param.u64 " + rank + ", [" + PtxParameters.RANK + "];");
        return rank;
    }

    private void take(Instr call, Function callee, List<String> lines) {
        if (callee.result() instanceof ScalarType scalar) {
            lines.add("ld.param." + OpTemplates.bits(scalar) + " " + registers.of(call) + ", [" + RETURNED + "];");
        } else if (callee.result() instanceof TupleType tuple) {
            List<String> taken = new ArrayList<>();
            for (Type component : tuple.components()) {
                ScalarType type = (ScalarType) component;
                String register = registers.temporary(type);
                lines.add("ld.param." + OpTemplates.bits(type) + " " + register + ", [" + RETURNED + "+"
                        + SLOT * taken.size() + "];");
                taken.add(register);
            }
            registers.setParts(call, taken);
        }
    }

    /** {@return code that ends a function} */
    String giveBack(Instr end) {
        StringBuilder code = new StringBuilder();
        for (int i = 0; i < end.operands().size(); i++) {
            Value value = end.operand(i);
            code.append("st.param.")
                    .append(OpTemplates.bits((ScalarType) value.type()))
                    .append(" [" + RESULT + (i == 0 ? "" : "+" + SLOT * i) + "], ")
                    .append(registers.passed(value))
                    .append(";\n");
        }
        return code + "ret;";
    }
}
