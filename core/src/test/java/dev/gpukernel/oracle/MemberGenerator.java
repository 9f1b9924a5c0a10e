package dev.gpukernel.oracle;

import java.util.List;

/** Makes what a generated class has besides the kernel: tables, constants, records, and methods. */
final class MemberGenerator {
    private static final String TOOLS = "Tools.";

    private final KernelClass shared;
    private final HelperGenerator helpers;
    private final RecordGenerator records;
    private final StringBuilder members = new StringBuilder();
    private final StringBuilder tools = new StringBuilder();

    MemberGenerator(KernelClass shared, boolean grid) {
        this.shared = shared;
        this.helpers = new HelperGenerator(shared, grid);
        this.records = new RecordGenerator(shared, helpers);
    }

    /** {@return the source of the members} */
    String members(long seed) {
        for (int i = shared.random.nextInt(3); i > 0; i--) {
            OwnArray table = shared.newArray("TABLE" + i);
            shared.tables.add(table);
            members.append("    ").append(table.table(seed + i)).append('\n');
        }
        for (int i = shared.random.nextInt(3); i > 0; i--) {
            constant();
        }
        for (int i = shared.random.nextInt(6); i > 0; i--) {
            if (shared.percent(30) && shared.records.size() < 3) {
                members.append(records.next());
            } else {
                helper();
            }
        }
        if (!tools.isEmpty()) {
            String kind = shared.percent(50) ? "interface" : "static final class";
            members.append("    " + kind + " Tools {\n").append(tools).append("    }\n");
        }
        return members.toString();
    }

    /** A static final number: one that javac puts wherever it is used, or one that only the running class knows. */
    private void constant() {
        NumberType type = shared.anyType();
        String literal = ExpressionGenerator.literal(type, EdgeValues.next(type, shared.random));
        String value = shared.percent(40) ? literal : "new " + type.text() + "[] {" + literal + "}[0]";
        String name = shared.newName("CONSTANT");
        boolean inTools = shared.percent(30);
        (inTools ? tools : members).append("    static final %s %s = %s;\n".formatted(type.text(), name, value));
        shared.constants.add(new KernelClass.Constant((inTools ? TOOLS : "") + name, type));
    }

    private void helper() {
        if (shared.percent(30)) {
            tools.append(helpers.next("static ", TOOLS, 2));
        } else {
            String modifiers = shared.oneOf(List.of("static ", "private static ", "public static "));
            members.append(helpers.next(modifiers, "", 1));
        }
    }
}
