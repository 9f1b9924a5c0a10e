package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.RandomLoops.Index;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A condition around a store: a comparison of two indices, or of an index's remainder with a number.
 *
 * @param divisor what the difference of the two is divided by to compare the remainder, 0 to compare it as it is
 * @param more a second one, which must hold too or may hold instead; null if there is none
 */
record RandomGuard(
        Index left,
        Index right,
        int divisor,
        String comparison,
        @Nullable RandomGuard more,
        boolean isBoth) {
    private static final String[] COMPARISONS = {"<", "<=", ">", ">=", "==", "!="};

    static RandomGuard random(Random random, Index write, Index read, boolean constant) {
        int loops = write.factors().size();
        Index own = Index.random(random, loops, constant, random.nextInt(4) == 0);
        boolean isOfIndices = random.nextBoolean();
        Index left = isOfIndices ? read : own;
        Index right = isOfIndices || random.nextInt(3) == 0 ? write : Index.random(random, loops, constant, false);
        int divisor = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 0;
        String comparison = COMPARISONS[random.nextInt(COMPARISONS.length)];
        RandomGuard more = random.nextInt(3) == 0 ? random(random, write, read, constant) : null;
        return new RandomGuard(left, right, divisor, comparison, more, random.nextInt(4) > 0);
    }

    String text() {
        String difference = divisor == 0
                ? "%s %s %s".formatted(left.text(), comparison, right.text())
                : "(%s - (%s)) %% %d %s 0".formatted(left.text(), right.text(), divisor, comparison);
        return more == null ? difference : "(" + difference + (isBoth ? " && " : " || ") + more.text() + ")";
    }

    /** {@return whether branches that go one way say all of it} */
    boolean isConjunction() {
        return more == null || (isBoth && more.isConjunction());
    }

    boolean holds(List<Integer> iteration, int[] sizes) {
        boolean own = divisor == 0
                ? compare(left.value(iteration, sizes), right.value(iteration, sizes))
                : compare((left.value(iteration, sizes) - right.value(iteration, sizes)) % divisor, 0);
        if (more == null || own != isBoth) {
            return own;
        }
        return more.holds(iteration, sizes);
    }

    private boolean compare(int one, int other) {
        return switch (comparison) {
            case "<" -> one < other;
            case "<=" -> one <= other;
            case ">" -> one > other;
            case ">=" -> one >= other;
            case "==" -> one == other;
            default -> one != other;
        };
    }
}
