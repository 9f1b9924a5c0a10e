package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes nests of one to three loops that write elements at an index of its own, which runs on over all of them: by the same amount in
 * each iteration, and by another behind each row, or before it.
 */
final class RunningIndex {
    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;
    private final String index;
    private final int step;
    private final boolean down;
    private final List<LoopHead> heads = new ArrayList<>();

    RunningIndex(NestScope nest, SourceLines lines) {
        this.nest = nest;
        this.shared = nest.shared;
        this.lines = lines;
        this.index = shared.newName("run");
        this.step = shared.random.nextInt(1, 4);
        this.down = shared.percent(25);
    }

    /** Writes a nest. */
    void write(ArrayName array) {
        List<Amount> sizes = shared.oneOf(List.of(
                List.of(new Amount("count", 40)),
                List.of(new Amount("n", 6), new Amount("m", 6)),
                List.of(new Amount("n", 6), new Amount("l", 4), new Amount("l", 4))));
        for (Amount size : sizes) {
            String variable = List.of("i", "j", "k").get(heads.size());
            String low = shared.percent(70) ? "0" : "1";
            heads.add(
                    LoopHead.any(shared, variable, NumberType.INT, low, size.text(), step(sizes), shared.percent(25)));
        }
        int most = sizes.stream().mapToInt(Amount::most).reduce(step + 3, (a, b) -> a * b + 6);
        nest.reach(most);
        String type = shared.percent(15) ? "long" : "int";
        lines.line(type + " " + index + " = " + (down ? most : shared.oneOf(List.of("0", "1", "offset"))) + ";");
        level(array, type, 0);
        nest.levels.add(sizes.size());
        if (!nest.repeated) {
            nest.scalars.add(new Variable(index, type.equals("int") ? NumberType.INT : NumberType.LONG, false));
        }
    }

    private int step(List<Amount> sizes) {
        return sizes.size() == 1 ? shared.oneOf(List.of(1, 1, 2, 3, 4)) : 1;
    }

    private void level(ArrayName array, String type, int level) {
        LoopHead head = heads.get(level);
        head.write(lines, shared.newName("next"), "", exit -> {
            if (level + 1 == heads.size()) {
                element(array, type, exit);
                return;
            }
            boolean before = shared.percent(30);
            if (before) {
                pad();
            }
            level(array, type, level + 1);
            if (!before && shared.percent(70)) {
                pad();
            }
        });
    }

    private void pad() {
        lines.line(index + (down ? " -= " : " += ") + shared.oneOf(List.of("1", "2", "offset")) + ";");
    }

    private void element(ArrayName array, String type, String exit) {
        String place = shared.newName("at");
        String cast = type.equals("int") ? "" : "(int) ";
        lines.line("int " + place + " = " + cast + index + ";");
        // Before anything that may leave.
        for (int i = 0; i < step; i++) {
            lines.line(index + (down ? "--;" : "++;"));
        }
        List<ArrayName> elements = new ArrayList<>();
        for (int i = 0; i < step; i++) {
            if (i == 0 || shared.percent(50)) {
                String offset = i == 0 ? "" : (down ? " - " : " + ") + i;
                elements.add(new ArrayName(array.name(), array.type(), place + offset));
            }
        }
        KernelScope scope = nest.writing(elements);
        heads.forEach(head -> scope.add(new Variable(head.variable(), head.type(), false)));
        scope.add(new Variable(index, type.equals("int") ? NumberType.INT : NumberType.LONG, false));
        elements.forEach(written -> lines.line(NestBody.first(written)));
        StatementGenerator statements =
                new StatementGenerator(scope, () -> exit, shared.random.nextInt(3), lines.indentation());
        lines.add(statements.body(() -> elements.forEach(statements::store)));
    }
}
