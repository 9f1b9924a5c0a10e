package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import java.util.List;

/** What people often do with shared arrays, between a barrier before and one at the end. */
final class SharedPatterns {
    private final KernelScope scope;
    private final Exchange exchange;
    private final Layout layout;
    private final String thread;
    private final SourceLines lines;
    private final StringBuilder members = new StringBuilder();

    /**
     * Makes a generator.
     *
     * @param scope of the kernel
     * @param exchange its shared arrays
     * @param layout how threads stand
     * @param thread the variable that holds the thread's number in the block
     * @param lines where the code goes
     */
    SharedPatterns(KernelScope scope, Exchange exchange, Layout layout, String thread, SourceLines lines) {
        this.scope = scope;
        this.exchange = exchange;
        this.layout = layout;
        this.thread = thread;
        this.lines = lines;
    }

    /** {@return methods that the code calls} */
    String members() {
        return members.toString();
    }

    /** {@return whether there was something to do it with: an array that a block reads part after part through a shared one} */
    boolean tiles() {
        List<SharedArray> fitting = fitting().stream()
                .filter(array -> array.type() != NumberType.BOOLEAN)
                .toList();
        List<ArrayName> inputs = scope.wholeInputs().stream()
                .filter(array -> array.type() != NumberType.BOOLEAN)
                .toList();
        if (fitting.isEmpty() || inputs.isEmpty()) {
            return false;
        }
        SharedArray tile = scope.oneOf(fitting);
        ArrayName input = scope.oneOf(inputs);
        NumberType type = tile.type();
        String sum = scope.newName("v");
        String each = scope.newName("k");
        String element = "%s[%s * %d + %s]".formatted(input.name(), each, layout.threads(), thread);
        boolean asks = scope.percent(40);
        String guard = "%s * %d + %s < %s.length".formatted(each, layout.threads(), thread, input.name());
        String parts = input.name() + ".length / " + layout.threads();
        String partsAndRest = "(" + input.name() + ".length + " + (layout.threads() - 1) + ") / " + layout.threads();
        // Without a question, the last part ends some of its threads where it is no whole one.
        String most = scope.oneOf(
                asks
                        ? List.of("3", partsAndRest)
                        : List.of(String.valueOf(layout.shape().blocks()), parts, partsAndRest));
        lines.line(type.text() + " " + sum + " = 0;");
        lines.line("for (int " + each + " = 0; " + each + " < " + most + "; " + each + "++) {");
        lines.indented(() -> {
            String value = asks ? "(" + guard + " ? " + element + " : 1)" : element;
            lines.line("%s[%s] = (%s) %s;".formatted(tile.name(), thread, type.text(), value));
            lines.line("Block.sync();");
            read(tile, sum, each);
            lines.line("Block.sync();");
        });
        lines.line("}");
        scope.addValue(sum, type, true);
        return true;
    }

    private void read(SharedArray tile, String sum, String step) {
        if (scope.percent(50)) {
            lines.line("%s += %s[(%s + %s) & %d];".formatted(sum, tile.name(), thread, step, tile.size() - 1));
            return;
        }
        String inner = scope.newName("k");
        int count = scope.percent(50) ? 4 : Math.min(layout.threads(), 8);
        lines.line("for (int %1$s = 0; %1$s < %2$d; %1$s++) {".formatted(inner, count));
        lines.line("    %s += %s[%s];".formatted(sum, tile.name(), inner));
        lines.line("}");
    }

    /**
     * Lets threads give each other values by a method with barriers.
     *
     * @return whether there was something to do it with
     */
    boolean swap() {
        List<SharedArray> fitting = fitting();
        if (fitting.isEmpty()) {
            return false;
        }
        SharedArray array = scope.oneOf(fitting);
        String type = array.type().text();
        String method = scope.newName("swap");
        members.append("""
                    static %1$s %2$s(%1$s[] all, int mine, int other, %1$s value) {
                        all[mine] = value;
                        Block.sync();
                        %1$s got = all[other & %3$d];
                        Block.sync();
                        return got;
                    }
                """.formatted(type, method, array.size() - 1));
        ExpressionGenerator expressions = new ExpressionGenerator(scope);
        for (int i = scope.random.nextInt(1, 3); i > 0; i--) {
            String name = scope.newName("v");
            String other = expressions.number(NumberType.INT, 2);
            String value = expressions.number(array.type(), 2);
            lines.line("%s %s = %s(%s, %s, %s, %s);".formatted(type, name, method, array.name(), thread, other, value));
            scope.addValue(name, array.type(), true);
        }
        return true;
    }

    /** {@return arrays of one dimension with an element for each thread} */
    private List<SharedArray> fitting() {
        return exchange.arrays().stream()
                .filter(array -> array.lengths().size() == 1 && array.size() >= layout.threads())
                .toList();
    }
}
