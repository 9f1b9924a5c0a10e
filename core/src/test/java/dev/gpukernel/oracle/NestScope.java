package dev.gpukernel.oracle;

import dev.gpukernel.oracle.GeneratedKernel.Parameter;
import dev.gpukernel.oracle.KernelScope.ArrayName;
import dev.gpukernel.oracle.KernelScope.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all loops of a generated kernel share: its parameters, the scalars known so far, and what it asks of arguments. */
final class NestScope {
    /** Parameters that are sizes, with the least and greatest number that is passed. */
    private static final List<Parameter> SIZES = List.of(
            new Parameter("n", NumberType.INT, false, 0, 6),
            new Parameter("m", NumberType.INT, false, 0, 6),
            new Parameter("l", NumberType.INT, false, 0, 4),
            new Parameter("count", NumberType.INT, false, 0, 40),
            new Parameter("size", NumberType.LONG, false, 0, 40),
            new Parameter("pitch", NumberType.INT, false, 7, 9),
            new Parameter("offset", NumberType.INT, false, 0, 3),
            new Parameter("steps", NumberType.INT, false, 0, 3));

    /** More than most elements of an array. */
    private static final int USUAL_LENGTH = 24;

    /** About how many statements an iteration may run. */
    private static final int MOST_STEPS = 250;

    final KernelClass shared;
    final List<ArrayName> inputs = new ArrayList<>();
    final List<ArrayName> outputs = new ArrayList<>();
    final List<Variable> scalars = new ArrayList<>();
    /** Of each nest so far, how many of its loops run in parallel at least. */
    final List<Integer> levels = new ArrayList<>();
    /** Whether loops are in one that the host runs several times. */
    boolean repeated;

    /** In how many orders arrays that change places may be, at most anywhere. */
    int orders = 1;

    /** The same, where loops are written now. */
    private int ordersHere = 1;

    /** Whether sums must be exact in any order, as plain Java says what they come to. */
    boolean exact;

    /** What the kernel returns, if anything. */
    @Nullable Variable returned;
    /** What is stored when all loops are done. */
    final List<Variable> last = new ArrayList<>();
    /** Whether floating sums or products are rounded, in an order other than Java's. */
    boolean rounds;

    private int length = USUAL_LENGTH;

    NestScope(KernelClass shared) {
        this.shared = shared;
        for (int i = shared.random.nextInt(1, 4); i > 0; i--) {
            inputs.add(new ArrayName("in" + i, shared.anyType(), ""));
        }
        for (int i = shared.random.nextInt(1, 4); i > 0; i--) {
            NumberType type = shared.oneOf(shared.percent(90) ? NumberType.numeric() : List.of(NumberType.BOOLEAN));
            // Arrays change places with those of their own type.
            boolean isLikeLast = !outputs.isEmpty() && shared.percent(40);
            outputs.add(new ArrayName("out" + i, isLikeLast ? outputs.getLast().type() : type, ""));
        }
        for (int i = shared.random.nextInt(3); i > 0; i--) {
            scalars.add(new Variable("s" + i, shared.anyType(), false));
        }
    }

    /** Writes loops around which arrays change places, so that they are in one of several orders. */
    void inOrders(int more, Runnable inside) {
        ordersHere *= more;
        orders = Math.max(orders, ordersHere);
        inside.run();
        ordersHere /= more;
    }

    /** Makes arrays long enough for an index. */
    void reach(int index) {
        length = Math.max(length, index + 1);
    }

    int length() {
        return length;
    }

    /** {@return the parameters of a kernel}, of the sizes those that it names */
    List<Parameter> parameters(String body) {
        List<Parameter> parameters = new ArrayList<>();
        Set<String> used = SourceLines.words(body);
        SIZES.stream().filter(size -> used.contains(size.name())).forEach(parameters::add);
        inputs.forEach(array -> parameters.add(new Parameter(array.name(), array.type(), true)));
        outputs.forEach(array -> parameters.add(new Parameter(array.name(), array.type(), true)));
        scalars.stream()
                .filter(scalar -> scalar.name().startsWith("s"))
                .filter(scalar -> scalar.name().length() == 2)
                .forEach(scalar -> parameters.add(new Parameter(scalar.name(), scalar.type(), false)));
        return parameters;
    }

    /** {@return what code can name that writes some arrays: it may read all others anywhere} */
    KernelScope writing(List<ArrayName> written) {
        KernelScope scope = new KernelScope(shared, false, new Work(MOST_STEPS));
        scope.inputs.addAll(inputs);
        outputs.stream()
                .filter(array ->
                        written.stream().noneMatch(other -> other.name().equals(array.name())))
                .forEach(scope.inputs::add);
        scope.outputs.addAll(written);
        scalars.forEach(scope::add);
        return scope;
    }

    /** {@return some of the arrays that are written, at least one} */
    List<ArrayName> someOutputs() {
        List<ArrayName> some = outputs.stream().filter(_ -> shared.percent(60)).toList();
        return some.isEmpty() ? List.of(shared.oneOf(outputs)) : some;
    }

    /** {@return what bounds a loop of a nest of so many} */
    Amount bound(int depth) {
        // The host does not repeat loops of few iterations.
        List<Amount> amounts = new ArrayList<>(
                switch (depth) {
                    case 1 -> List.of(new Amount("count", 40), new Amount("n * m", 36), new Amount("2 * n + 1", 13));
                    case 2 -> List.of(new Amount("n", 6), new Amount("m", 6), new Amount("n + 1", 7));
                    default -> List.of(new Amount("n", 6), new Amount("l", 4), new Amount("l", 4));
                });
        if (!repeated) {
            amounts.add(Amount.of(
                    switch (depth) {
                        case 1 -> shared.random.nextInt(5, 40);
                        case 2 -> shared.random.nextInt(3, 8);
                        default -> shared.random.nextInt(2, 5);
                    }));
        }
        return shared.oneOf(amounts);
    }
}
