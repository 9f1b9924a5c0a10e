package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes the body of a kernel whose threads work together, so that what they do does not depend on their order.
 *
 * <p>It is a sequence of phases with a barrier after each, in which {@link Exchange} says how arrays are used. Loops, branches and
 * switches around phases depend on nothing but what is the same for all threads of the block: arguments, tables, arrays that are
 * only read, places of the block, votes at barriers, and elements of shared arrays read between two barriers. So all threads come to
 * each barrier that have not ended.
 *
 * <p>Threads may end early, by a return or by an exception, within any phase. Nobody waits for them then. What they leave behind is
 * defined: shared arrays are filled, and a barrier is passed, before anything can throw or return.
 */
final class BlockBody {
    private static final String THREAD = "t";
    private static final Variable INDEX = new Variable(KernelScope.INDEX, NumberType.INT, false);
    private static final int REPETITIONS = 3;

    /** What keeps threads with a number beyond the bound from using it as an index. */
    private enum Bound {
        /** They return. */
        LEAVES,
        /** They go around the code that does, to the same barriers. */
        GUARDS,
        /** Nothing. */
        IGNORED
    }

    private final KernelScope scope;
    private final KernelScope uniform;
    private final ExpressionGenerator uniformly;
    private final Layout layout;
    private final Exchange exchange;
    private final String limit;
    private final boolean neighbours;
    private final Bound bound;
    private final SourceLines lines = new SourceLines(2);
    private final SharedPatterns patterns;

    BlockBody(KernelScope scope, Layout layout) {
        this.scope = scope;
        this.layout = layout;
        this.limit = scope.bound();
        this.uniform = scope.ofBlock();
        this.uniformly = new ExpressionGenerator(uniform);
        this.exchange = new Exchange(scope, layout.threads(), THREAD);
        this.patterns = new SharedPatterns(scope, exchange, layout, THREAD, lines);
        this.neighbours = scope.percent(70);
        this.bound = scope.oneOf(List.of(
                Bound.LEAVES, Bound.LEAVES, Bound.LEAVES, Bound.GUARDS, Bound.GUARDS, Bound.GUARDS, Bound.IGNORED));
    }

    /** {@return methods that the body calls} */
    String members() {
        return patterns.members();
    }

    /** {@return the body's lines} */
    String text() {
        lines.line("int " + THREAD + " = " + layout.inBlock(scope) + ";");
        lines.line("int i = " + (neighbours ? layout.byBlock(THREAD, scope) : layout.byRow(scope)) + ";");
        scope.add(new Variable(THREAD, NumberType.INT, false));
        if (bound != Bound.GUARDS) {
            scope.add(INDEX);
        }
        exchange.declare(lines);
        lines.line("Block.sync();");
        if (bound == Bound.LEAVES) {
            lines.line("if (i >= " + limit + ") {");
            lines.line("    return;");
            lines.line("}");
        }
        locals();
        sequence(2);
        lastPhase();
        return lines.toString();
    }

    /** Variables and arrays that live through all phases. */
    private void locals() {
        ExpressionGenerator expressions = new ExpressionGenerator(scope);
        for (int i = scope.random.nextInt(1, 4); i > 0; i--) {
            ValueType type = scope.shared.anyValue();
            String name = scope.newName("v");
            lines.line(type.text() + " " + name + " = " + expressions.value(type, 2) + ";");
            scope.addValue(name, type, true);
        }
        if (scope.percent(30)) {
            OwnArray array = scope.shared.newArray(scope.newName("a"));
            lines.line(array.declaredType() + " " + array.name() + " = " + array.creation() + ";");
            scope.addOwned(array);
        }
    }

    private void sequence(int nesting) {
        for (int i = scope.random.nextInt(1, 4); i > 0; i--) {
            int choice = scope.random.nextInt(100);
            if (nesting == 0 || choice < 55) {
                phase();
            } else if (choice < 67) {
                loop(nesting - 1);
            } else if (choice < 77) {
                branch(nesting - 1);
            } else if (choice < 83) {
                choose(nesting - 1);
            } else if (choice < 88) {
                readTogether();
            } else if (!(choice < 95 ? patterns.tiles() : patterns.swap())) {
                phase();
            }
        }
    }

    private void nested(Runnable body) {
        lines.indented(() -> scope.nested(() -> uniform.nested(body)));
    }

    /** What each thread does until the next barrier. */
    private void phase() {
        String label = scope.newName("phase");
        String[] vote = new String[1];
        lines.line(label + ": {");
        scope.nested(() -> {
            exchange.open();
            lines.indented(() -> parts(() -> scope.percent(75) ? "break " + label + ";" : "return;"));
            vote[0] = new ExpressionGenerator(scope).condition(2);
        });
        lines.line("}");
        barrier(vote[0]);
    }

    private void parts(Supplier<String> exit) {
        if (bound == Bound.GUARDS) {
            statements(exit, 0, List.of());
            lines.line("if (i < " + limit + ") {");
            lines.indented(() -> scope.nested(() -> {
                scope.add(INDEX);
                exchange.openOutputs(neighbours);
                statements(exit, 1, List.of());
            }));
            lines.line("}");
        } else {
            exchange.openOutputs(neighbours);
            statements(exit, 0, List.of());
        }
    }

    private void statements(Supplier<String> exit, int deeper, List<String> digest) {
        // The text is made first, as it names what the scope has now.
        StatementGenerator statements =
                new StatementGenerator(scope, exit, scope.random.nextInt(1, 4), lines.indentation());
        lines.add(statements.body(() -> {
            if (deeper > 0 || scope.percent(40)) {
                scope.outputs.stream().limit(2).forEach(statements::store);
            }
            digest.forEach(statements::line);
        }));
    }

    private void barrier(String vote) {
        int choice = scope.random.nextInt(100);
        if (choice < 60) {
            lines.line("Block.sync();");
            return;
        }
        String name = scope.newName("vote");
        NumberType type = choice < 76 ? NumberType.INT : NumberType.BOOLEAN;
        String method = choice < 76 ? "syncCount" : choice < 88 ? "syncAnd" : "syncOr";
        lines.line(type.text() + " " + name + " = Block." + method + vote + ";");
        known(new Variable(name, type, false));
    }

    private void known(Variable variable) {
        scope.add(variable);
        uniform.add(variable);
    }

    private void loop(int nesting) {
        Variable counter = new Variable(scope.newName("k"), NumberType.INT, false);
        String name = counter.name();
        String most = scope.percent(60)
                ? String.valueOf(scope.random.nextInt(1, REPETITIONS + 1))
                : "(" + uniformly.number(NumberType.INT, 2) + " & " + REPETITIONS + ")";
        int form = scope.random.nextInt(3);
        if (form > 0) {
            lines.line("int " + name + " = 0;");
        }
        lines.line(
                switch (form) {
                    case 0 -> "for (int " + name + " = 0; " + name + " < " + most + "; " + name + "++) {";
                    case 1 -> "while (" + name + " < " + most + ") {";
                    default -> "do {";
                });
        if (form > 0) {
            lines.line("    " + name + "++;");
        }
        nested(() -> scope.work.repeated(REPETITIONS, () -> {
            known(counter);
            sequence(nesting);
            if (scope.percent(25)) {
                lines.line("if " + uniformly.condition(2) + " {");
                lines.line("    " + scope.oneOf(List.of("break;", "continue;")));
                lines.line("}");
                sequence(0);
            }
        }));
        lines.line(form == 2 ? "} while (" + name + " < " + most + ");" : "}");
    }

    private void branch(int nesting) {
        lines.line("if " + uniformly.condition(2) + " {");
        nested(() -> sequence(nesting));
        if (scope.percent(60)) {
            lines.line("} else {");
            nested(() -> sequence(nesting));
        }
        lines.line("}");
    }

    private void choose(int nesting) {
        SwitchGenerator.Selector selector = new SwitchGenerator(uniform, uniformly).selector(2);
        lines.line("switch (" + selector.text() + ") {");
        for (String label : selector.labels()) {
            lines.line("case " + label + " -> {");
            nested(() -> sequence(nesting));
            lines.line("}");
        }
        lines.line("default -> {}");
        lines.line("}");
    }

    /** All threads compute the same, of shared arrays too. */
    private void readTogether() {
        NumberType type = scope.shared.anyType();
        String name = scope.newName("common");
        uniform.nested(() -> {
            exchange.openToRead(uniform);
            lines.line(type.text() + " " + name + " = " + uniformly.number(type, 3) + ";");
        });
        lines.line("Block.sync();");
        known(new Variable(name, type, false));
    }

    /** Ends with stores to all of the kernel's arrays, of something that the shared ones hold. */
    private void lastPhase() {
        String open = bound == Bound.GUARDS ? "if (i < " + limit + ") {" : "{";
        lines.line(open);
        nested(() -> {
            if (bound == Bound.GUARDS) {
                scope.add(INDEX);
            }
            exchange.openToRead(scope);
            exchange.openOutputs(false);
            statements(() -> "return;", 1, exchange.digest());
        });
        lines.line("}");
    }
}
