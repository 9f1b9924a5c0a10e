package dev.gpukernel.oracle;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.oracle.CarriedKernel.Expectation;
import dev.gpukernel.oracle.CarriedKernel.Pair;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Makes random kernels of loops that carry values, as methods of a class: each kind of value in each place relative to each other, and a
 * third one anywhere. So many seeds in a row as there are {@link #pairs} have every pair.
 */
final class CarriedGenerator {
    private static final CarriedKind[] KINDS = CarriedKind.values();
    private static final CarriedPlace[] PLACES = CarriedPlace.values();
    private static final int PAIRS = KINDS.length * PLACES.length * KINDS.length;

    /** Has no divisor in common with the number of pairs, so that neighbouring seeds have nothing in common. */
    private static final long STRIDE = 1009;

    private static final List<Integer> DEPTHS = List.of(1, 1, 1, 1, 2, 2, 3);

    /** {@return how many pairs of kinds in a place there are} */
    static int pairs() {
        return PAIRS;
    }

    /** {@return the pair that a seed has at least} */
    static Pair pair(long seed) {
        int number = (int) (seed * STRIDE % PAIRS);
        CarriedPlace place = PLACES[number / KINDS.length % PLACES.length];
        return new Pair(KINDS[number / KINDS.length / PLACES.length], place, KINDS[number % KINDS.length]);
    }

    /**
     * Makes a kernel.
     *
     * @param seed which one, from 0
     * @return the kernel
     */
    CarriedKernel generate(long seed) {
        KernelClass shared = new KernelClass(new SplittableRandom(seed * 7 + 0x63617272), false);
        List<Pair> pairs = new ArrayList<>(List.of(pair(seed)));
        CarriedNode first = new CarriedNode(shared, pairs.getFirst().first(), 0);
        CarriedNode second = new CarriedNode(shared, pairs.getFirst().second(), 1);
        first.add(pairs.getFirst().place(), second);
        if (shared.percent(35)) {
            CarriedNode third = new CarriedNode(shared, shared.oneOf(List.of(KINDS)), 2);
            CarriedPlace place = shared.oneOf(List.of(PLACES));
            CarriedNode other = shared.percent(50) ? first : second;
            other.add(place, third);
            pairs.add(new Pair(other.kind, place, third.kind));
        }
        CarriedBody body = new CarriedBody(shared, first, shared.oneOf(DEPTHS));
        body.write();
        String name = "k" + seed;
        List<String> parameters = body.parameters();
        List<String> declarations = parameters.stream().map(body::declaration).toList();
        String source = "    @GpuKernel\n    static %s %s(%s) {\n%s    }\n"
                .formatted(body.result(), name, String.join(", ", declarations), body.text());
        Map<String, NumberType> arrays = new LinkedHashMap<>(body.arrays());
        arrays.keySet().retainAll(parameters);
        return new CarriedKernel(
                seed, name, source, parameters, expectation(first, body), codes(first), pairs, body, arrays);
    }

    private static Expectation expectation(CarriedNode root, CarriedBody body) {
        // A loop that contains others may be the host's.
        boolean isParallel = body.isSingle() && body.touches() && !root.bounds();
        if (isParallel && root.has(node -> node.kind.isSerial() && node.type != NumberType.DOUBLE)) {
            return Expectation.REFUSED;
        }
        boolean known = !root.has(node -> !node.kind.isReduction() || node.isUnusual()) && !root.isUnclear();
        // Where the loop stores, what is loaded twice may be two numbers.
        boolean mayDiffer = body.arrays().containsKey("o9") && root.has(CarriedNode::isComputedTwice);
        return known && !mayDiffer && body.isSingle() && body.isPlain() ? Expectation.ACCEPTED : Expectation.OPEN;
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
