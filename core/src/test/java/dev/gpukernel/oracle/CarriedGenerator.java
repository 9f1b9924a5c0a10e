package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.CarriedHead.Form;
import dev.gpukernel.oracle.CarriedKernel.Pair;
import dev.gpukernel.oracle.LaunchedKernel.Expectation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes random kernels of loops that carry values, as methods of a class: each kind of value in each place relative to each other, and a
 * third one anywhere; and each kind alone in each form of loop. So many seeds in a row as there are {@link #cases} have them all.
 */
final class CarriedGenerator {
    private static final CarriedKind[] KINDS = CarriedKind.values();
    private static final CarriedPlace[] PLACES = CarriedPlace.values();
    private static final Form[] FORMS = Form.values();
    private static final int PAIRS = KINDS.length * PLACES.length * KINDS.length;
    private static final int CASES = PAIRS + KINDS.length * FORMS.length;

    /** Has no divisor in common with the number of cases, so that neighbouring seeds have nothing in common. */
    private static final long STRIDE = 1009;

    private static final List<Integer> DEPTHS = List.of(1, 1, 1, 1, 2, 2, 3);

    /** {@return how many cases there are} */
    static int cases() {
        return CASES;
    }

    /** Makes the values that a loop carries, and notes where each stands; {@return the form of the innermost loop, if it is given} */
    private static @Nullable Form values(KernelClass shared, long seed, List<CarriedNode> nodes, List<Pair> pairs) {
        int number = (int) (seed * STRIDE % CASES);
        if (number >= PAIRS) {
            nodes.add(new CarriedNode(shared, KINDS[(number - PAIRS) / FORMS.length], 0));
            return FORMS[(number - PAIRS) % FORMS.length];
        }
        CarriedPlace place = PLACES[number / KINDS.length % PLACES.length];
        CarriedNode first = new CarriedNode(shared, KINDS[number / KINDS.length / PLACES.length], 0);
        CarriedNode second = new CarriedNode(shared, KINDS[number % KINDS.length], 1);
        nodes.addAll(List.of(first, second));
        add(first, place, second, pairs);
        if (shared.percent(35)) {
            CarriedNode third = new CarriedNode(shared, shared.oneOf(List.of(KINDS)), 2);
            add(shared.oneOf(nodes), shared.oneOf(List.of(PLACES)), third, pairs);
            nodes.add(third);
        }
        return null;
    }

    private static void add(CarriedNode node, CarriedPlace place, CarriedNode other, List<Pair> pairs) {
        node.add(place, other);
        pairs.add(new Pair(node.kind, place, other.kind));
    }

    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    CarriedKernel generate(long seed) {
        KernelClass shared = new KernelClass(new SplittableRandom(seed * 7 + 0x63617272), false);
        List<Pair> pairs = new ArrayList<>();
        List<CarriedNode> nodes = new ArrayList<>();
        Form form = values(shared, seed, nodes, pairs);
        CarriedNode first = nodes.getFirst();
        int depth = form != null && shared.percent(60) ? 1 : shared.oneOf(DEPTHS);
        CarriedBody body = new CarriedBody(shared, first, depth, form);
        body.write();
        String name = "Carried" + seed;
        List<String> parameters = body.parameters();
        List<String> declarations = parameters.stream().map(body::declaration).toList();
        String source =
                """
                package generated;

                import dev.gpukernel.GpuKernel;
                import dev.gpukernel.Sequential;

                final class %s {
                    static int mix(int a, int b) {
                        return a * 31 ^ b;
                    }

                    static int pick(int a, int b) {
                        return a > b ? a - b : b;
                    }

                    @GpuKernel
                    static %s %s(%s) {
                %s    }
                }
                """.formatted(name, body.result(), Generated.METHOD, String.join(", ", declarations), body.text());
        Map<String, NumberType> arrays = new LinkedHashMap<>(body.arrays());
        arrays.keySet().retainAll(parameters);
        return new CarriedKernel(
                seed,
                "generated." + name,
                source,
                parameters,
                expectation(body),
                codes(first),
                nodes.stream().map(node -> node.kind).toList(),
                pairs,
                body.forms(),
                body,
                arrays);
    }

    private static Expectation expectation(CarriedBody body) {
        return body.mustBeRefused()
                ? Expectation.REFUSED
                : body.mustBeAccepted() ? Expectation.ACCEPTED : Expectation.OPEN;
    }

    private static Set<Message> codes(CarriedNode root) {
        Set<Message> codes = EnumSet.noneOf(Message.class);
        root.has(node -> {
            codes.addAll(node.kind.codes());
            return false;
        });
        return codes;
    }
}
