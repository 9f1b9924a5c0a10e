package dev.gpukernel.internal.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A nest of loops around a store and a load of the same array, with random bounds and indices: as Java source, and run step by
 * step.
 *
 * @param loops from the outermost
 * @param parallel how many of them are to run in parallel
 * @param write index of the store
 * @param read index of the load
 * @param guard under which condition they are done, null for always
 * @param isSwap whether there is a store at the load's index too
 */
record RandomLoops(
        List<RandomLoop> loops,
        int parallel,
        Index write,
        Index read,
        @Nullable RandomGuard guard,
        boolean isSwap) {
    private static final String VARIABLES = "ijk";

    /** A number, or the parameter n or m, times a number. */
    record Amount(int number, int parameter) {
        static Amount random(Random random, int least, int most, boolean constant) {
            int parameter = constant || random.nextInt(3) > 0 ? 0 : 1 + random.nextInt(2);
            return new Amount(parameter == 0 ? random.nextInt(least, most + 1) : 1, parameter);
        }

        int value(int[] sizes) {
            return parameter == 0 ? number : number * sizes[parameter - 1];
        }

        String text() {
            return parameter == 0 ? Integer.toString(number) : parameter == 1 ? "n" : "m";
        }
    }

    /**
     * A loop, upwards from low to below high, or downwards.
     *
     * @param fromOuter whether the variable of the loop around it is added to low
     * @param most how far high may be from low, 0 for anything
     */
    record RandomLoop(Amount low, Amount high, int step, boolean fromOuter, int most) {
        static RandomLoop random(Random random, boolean inner, boolean constant) {
            Amount low = new Amount(random.nextInt(3), 0);
            Amount high = Amount.random(random, 2, 7, constant);
            int step = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(3);
            return new RandomLoop(low, high, random.nextInt(4) == 0 ? -step : step, inner && random.nextInt(4) == 0, 0);
        }

        /** {@return the same as part of a tile that the loop around it begins} */
        RandomLoop tiled(Random random) {
            return new RandomLoop(low, high, step, true, 1 + random.nextInt(4));
        }

        String text(char variable, char outer) {
            String from = low.text() + (fromOuter ? " + " + outer : "");
            String to = most == 0 ? high.text() : "Math.min(%s, %s + %d)".formatted(high.text(), from, most);
            return step > 0
                    ? "for (int %c = %s; %c < %s; %c += %d)".formatted(variable, from, variable, to, variable, step)
                    : "for (int %c = %s - 1; %c >= %s; %c -= %d)"
                            .formatted(variable, to, variable, from, variable, -step);
        }

        List<Integer> values(int[] sizes, int outer) {
            int from = low.value(sizes) + (fromOuter ? outer : 0);
            int to = most == 0 ? high.value(sizes) : Math.min(high.value(sizes), from + most);
            List<Integer> values = new ArrayList<>();
            if (step > 0) {
                for (int i = from; i < to; i += step) {
                    values.add(i);
                }
            } else {
                for (int i = to - 1; i >= from; i += step) {
                    values.add(i);
                }
            }
            return values;
        }
    }

    /** A sum of multiples of the loops' variables, or of what becomes of them, and one more number. */
    record Index(List<Amount> factors, List<RandomTerm> terms, Amount offset) {
        static Index random(Random random, int loops, boolean constant, boolean divided) {
            List<Amount> factors = new ArrayList<>();
            for (int i = 0; i < loops; i++) {
                factors.add(random.nextBoolean() ? new Amount(1, 0) : Amount.random(random, -2, 7, constant));
            }
            Amount offset = Amount.random(random, -2, 7, constant);
            List<RandomTerm> terms = new ArrayList<>();
            for (int i = 0; i < loops && divided; i++) {
                terms.add(RandomTerm.random(random, constant));
            }
            return new Index(factors, terms, offset);
        }

        /** {@return the same index, moved or not} */
        Index moved(Random random) {
            return new Index(factors, terms, random.nextBoolean() ? offset : new Amount(random.nextInt(6), 0));
        }

        String text() {
            StringBuilder text = new StringBuilder(offset.text());
            for (int i = 0; i < factors.size(); i++) {
                char variable = VARIABLES.charAt(i);
                String term = terms.isEmpty()
                        ? String.valueOf(variable)
                        : "(" + terms.get(i).text(variable) + ")";
                text.append(" + ").append(factors.get(i).text()).append(" * ").append(term);
            }
            return text.toString();
        }

        int value(List<Integer> iteration, int[] sizes) {
            return offset.value(sizes)
                    + IntStream.range(0, factors.size())
                            .map(i -> factors.get(i).value(sizes) * term(i, iteration.get(i), sizes))
                            .sum();
        }

        private int term(int i, int variable, int[] sizes) {
            return terms.isEmpty() ? variable : terms.get(i).value(variable, sizes);
        }
    }

    /** {@return the loops of a seed, without parameters if they are to be constant} */
    static RandomLoops of(long seed, boolean constant) {
        return of(seed, constant, false);
    }

    /** {@return the loops of a seed, with quotients, bits and the like in their indices or not} */
    static RandomLoops of(long seed, boolean constant, boolean divided) {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(3);
        List<RandomLoop> loops = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            loops.add(RandomLoop.random(random, i > 0, constant));
        }
        Index write = Index.random(random, count, constant, divided);
        Index read = random.nextBoolean() ? write.moved(random) : Index.random(random, count, constant, divided);
        return new RandomLoops(loops, 1 + random.nextInt(count), write, read, null, false);
    }

    /** {@return the loops of a seed with a condition around what they do, some of them in tiles} */
    static RandomLoops guarded(long seed, boolean constant) {
        Random random = new Random(~seed);
        RandomLoops plain = of(seed, constant, random.nextBoolean());
        List<RandomLoop> loops = new ArrayList<>(plain.loops);
        int inner = loops.size() - 1;
        if (inner > 0 && random.nextInt(3) == 0) {
            loops.set(inner, loops.get(inner).tiled(random));
        }
        int parallel = Math.min(plain.parallel, loops.get(inner).fromOuter ? inner : loops.size());
        RandomGuard guard = RandomGuard.random(random, plain.write, plain.read, constant);
        return new RandomLoops(loops, Math.max(parallel, 1), plain.write, plain.read, guard, random.nextBoolean());
    }

    String source(String name) {
        StringBuilder text = new StringBuilder("static void " + name + "(int n, int m, int[] a) {\n");
        for (int i = 0; i < loops.size(); i++) {
            char outer = VARIABLES.charAt(Math.max(i - 1, 0));
            text.append(loops.get(i).text(VARIABLES.charAt(i), outer)).append(" {\n");
        }
        text.append(guard == null ? "" : "if (" + guard.text() + ") ").append("{\n");
        text.append("a[" + write.text() + "] = a[" + read.text() + "];\n");
        text.append(isSwap ? "a[" + read.text() + "] = n;\n" : "");
        return text.append("}".repeat(loops.size() + 2)).append("\n").toString();
    }

    /**
     * {@return whether an element that one iteration writes is written or read by another, for some n and m} Where Java throws,
     * which it does in the first iteration or never, none is.
     */
    boolean meet(int... sizes) {
        return meet(_ -> true, sizes);
    }

    /** {@return whether two iterations meet in an element that an array may have} */
    boolean meetInside(int... sizes) {
        return meet(index -> index >= 0 && index < Integer.MAX_VALUE, sizes);
    }

    private boolean meet(IntPredicate isElement, int[] sizes) {
        try {
            return meet(isElement, iterations(sizes), sizes);
        } catch (ArithmeticException divisorIs0) {
            return false;
        }
    }

    private boolean meet(IntPredicate isElement, List<List<Integer>> iterations, int[] sizes) {
        List<List<Integer>> done = iterations.stream()
                .filter(iteration -> guard == null || guard.holds(iteration, sizes))
                .toList();
        for (List<Integer> one : done) {
            for (List<Integer> other : done) {
                int written = write.value(one, sizes);
                boolean same = (isElement.test(written)
                                && (written == write.value(other, sizes) || written == read.value(other, sizes)))
                        || (isSwap
                                && isElement.test(read.value(one, sizes))
                                && read.value(one, sizes) == read.value(other, sizes));
                if (same && !one.subList(0, parallel).equals(other.subList(0, parallel))) {
                    return true;
                }
            }
        }
        return false;
    }

    private List<List<Integer>> iterations(int[] sizes) {
        List<List<Integer>> iterations = List.of(List.of());
        for (RandomLoop loop : loops) {
            iterations = iterations.stream()
                    .flatMap(outer -> loop.values(sizes, outer.isEmpty() ? 0 : outer.getLast()).stream()
                            .map(value -> {
                                List<Integer> longer = new ArrayList<>(outer);
                                longer.add(value);
                                return longer;
                            }))
                    .map(List::copyOf)
                    .toList();
        }
        return iterations;
    }
}
