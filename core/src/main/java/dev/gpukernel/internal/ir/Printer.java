package dev.gpukernel.internal.ir;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a function, after those that it calls, as the text that {@link Parser} reads. */
public final class Printer {
    private Printer() {}

    /** {@return the text form of a function and before it of those that it calls} */
    public static String print(Function function) {
        return Stream.concat(function.calledFunctions().stream(), Stream.of(function))
                .map(Printer::printAlone)
                .collect(Collectors.joining("\n"));
    }

    private static String printAlone(Function function) {
        StringBuilder out =
                new StringBuilder(kind(function)).append("function ").append(function.name());
        if (function.result() != VoidType.VOID) {
            out.append(" -> ").append(function.result().text());
        }
        out.append(" {\n");
        for (Block block : function.blocks()) {
            out.append(block);
            if (!block.params().isEmpty()) {
                out.append(
                        block.params().stream().map(Printer::definition).collect(Collectors.joining(", ", "(", ")")));
            }
            out.append(":\n");
            for (Instr instr : block.instrs()) {
                out.append("    ").append(print(instr)).append('\n');
            }
        }
        return out.append("}\n").toString();
    }

    private static String kind(Function function) {
        return function.isDeclared() ? "declared " : function.isRare() ? "rare " : "";
    }

    private static String definition(Value value) {
        String name = value.name();
        return value + ": " + value.type().text() + (name == null ? "" : " " + name);
    }

    /** {@return the text form of one instruction} */
    public static String print(Instr instr) {
        StringBuilder line = new StringBuilder();
        if (instr.type() != VoidType.VOID) {
            line.append(instr).append(" = ");
        }
        line.append(instr.op().text());
        String inputs = Stream.concat(instr.operands().stream(), instr.edges().stream())
                .map(Object::toString)
                .collect(Collectors.joining(", "));
        if (!inputs.isEmpty()) {
            line.append(' ').append(inputs);
        }
        SourcePosition position = instr.position();
        if (position != null) {
            line.append("  ; ").append(position.text());
        }
        return line.toString();
    }

    static String list(List<Value> values) {
        return values.stream().map(Value::toString).collect(Collectors.joining(", ", "(", ")"));
    }
}
