package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.ValueText;
import org.jspecify.annotations.Nullable;

/** How often a loop runs, as the source would compute it. */
final class CountText {
    private static final int DEEPEST = 8;

    private CountText() {}

    /** {@return such as {@code n - 1}; null if it does not follow from what has a name} */
    static @Nullable String of(CountedLoop loop) {
        boolean up = loop.step() > 0;
        String from = ValueText.of(up ? loop.start() : loop.bound(), DEEPEST, false);
        String to = ValueText.of(up ? loop.bound() : loop.start(), DEEPEST, false);
        if (from == null || to == null) {
            return null;
        }
        String distance = from.equals("0") ? to : to + " - " + ValueText.closed(from);
        String count = loop.isInclusive() ? distance + " + 1" : distance;
        long step = Math.abs(loop.step());
        return step == 1 ? count : ValueText.closed(count) + " / " + step;
    }
}
