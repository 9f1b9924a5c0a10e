package dev.gpukernel.oracle;

import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;

/** Makes nests of one to three loops whose iterations write elements of their own: at an index that tells all of them apart. */
final class NestBody {
    private static final List<Integer> DEPTHS = List.of(1, 1, 1, 2, 2, 3);

    private final NestScope nest;
    private final KernelClass shared;
    private final SourceLines lines;

    NestBody(NestScope nest, SourceLines lines) {
        this.nest = nest;
        this.shared = nest.shared;
        this.lines = lines;
    }

    /** Writes any nest. */
    void write() {
        List<ArrayName> arrays = nest.someOutputs();
        NestShape shape = shared.percent(20)
                ? NestShape.over(nest, shared.oneOf(arrays).name())
                : NestShape.any(nest, shared.oneOf(DEPTHS));
        List<ArrayName> written = new ArrayList<>();
        boolean whole = shape.extents().getFirst().text().endsWith("length");
        arrays.forEach(array -> written.addAll(elements(array, shape, whole)));
        KernelScope scope = nest.writing(written);
        boolean perfect = level(scope, shape, 0);
        nest.levels.add(perfect ? shape.parallel() : 1);
    }

    /** The elements of an array that an iteration writes, as arrays of one element each. */
    private List<ArrayName> elements(ArrayName array, NestShape shape, boolean whole) {
        NestIndex index = NestIndex.any(shared, shape);
        int factor = whole || shared.percent(65) ? 1 : shared.random.nextInt(2, 4);
        index = factor == 1 ? index : index.times(factor);
        // Of a single loop, an iteration has all elements up to the next one's.
        int step = shape.depth() == 1 ? shape.loops().getFirst().step() : 1;
        int free = whole ? 1 : factor * step;
        boolean moved = !whole && shared.percent(15);
        List<ArrayName> elements = new ArrayList<>();
        for (int offset = 0; offset < free; offset++) {
            if (elements.isEmpty() ? offset == free - 1 || shared.percent(60) : shared.percent(50)) {
                NestIndex place = index.plus(offset);
                place = moved ? place.plus(new Amount("offset", 3)) : place;
                nest.reach(place.most());
                elements.add(new ArrayName(array.name(), array.type(), place.asInt()));
            }
        }
        return elements;
    }

    /** {@return whether nothing but loops is beside loops, and what is computed for them} */
    private boolean level(KernelScope scope, NestShape shape, int level) {
        LoopHead head = shape.loops().get(level);
        boolean[] perfect = {true};
        String annotation = shared.percent(5) ? "@Parallel " : "";
        head.write(
                lines,
                shared.newName("next"),
                annotation,
                exit -> scope.nested(() -> {
                    scope.add(new Variable(head.variable(), head.type(), false));
                    if (level + 1 == shape.depth()) {
                        statements(scope, exit);
                        return;
                    }
                    if (shared.percent(30)) {
                        beside(scope, head);
                    }
                    perfect[0] = level(scope, shape, level + 1);
                }));
        return perfect[0];
    }

    /** A number for the inner loop that only an outer one decides. */
    private void beside(KernelScope scope, LoopHead head) {
        ArrayName array = shared.oneOf(nest.inputs);
        String name = shared.newName("row");
        boolean element = shared.percent(50);
        NumberType type = element ? array.type() : head.type();
        String value = element ? array.name() + "[" + place(head) + "]" : head.variable() + " * 3 + 1";
        lines.line(type.text() + " " + name + " = " + value + ";");
        scope.add(new Variable(name, type, false));
    }

    private static String place(LoopHead head) {
        return head.type() == NumberType.LONG ? "(int) " + head.variable() : head.variable();
    }

    private void statements(KernelScope scope, String exit) {
        int budget = shared.percent(60) ? shared.random.nextInt(3) : shared.random.nextInt(3, 9);
        StatementGenerator statements = new StatementGenerator(scope, () -> exit, budget, lines.indentation());
        // Before anything that may leave: every iteration does something.
        scope.outputs.forEach(array -> lines.line(first(array)));
        lines.add(statements.body(() -> scope.outputs.forEach(statements::store)));
    }

    /** {@return a statement that always changes an element} */
    static String first(ArrayName array) {
        String element = array.name() + "[" + array.index() + "]";
        return element + (array.type() == NumberType.BOOLEAN ? " ^= true;" : "++;");
    }
}
