package dev.gpukernel.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * The loops of a nest.
 *
 * @param loops from the outermost
 * @param extents of each, what all values of its variable are less than
 * @param parallel how many of them must be found to be parallel
 */
record NestShape(List<LoopHead> loops, List<Amount> extents, int parallel) {
    private static final List<String> NAMES = List.of("i", "j", "k");
    private static final List<String> LONG_NAMES = List.of("wi", "wj", "wk");

    /** {@return any nest of so many loops} */
    static NestShape any(NestScope scope, int depth) {
        KernelClass shared = scope.shared;
        boolean wide = shared.percent(15);
        List<LoopHead> loops = new ArrayList<>();
        List<Amount> extents = new ArrayList<>();
        int parallel = depth;
        for (int level = 0; level < depth; level++) {
            String name = (wide ? LONG_NAMES : NAMES).get(level);
            NumberType type = wide ? NumberType.LONG : NumberType.INT;
            int step = shared.percent(70) ? 1 : shared.random.nextInt(2, 4);
            boolean down = shared.percent(25);
            if (level > 0 && shared.percent(20)) {
                LoopHead outer = loops.getLast();
                String low = shared.percent(30) ? outer.variable() + " + 1" : "0";
                String until = shared.percent(50) ? outer.variable() : outer.variable() + " + 1";
                String high = low.equals("0") ? until : extents.getLast().text();
                loops.add(LoopHead.any(shared, name, type, low, high, step, down));
                extents.add(extents.getLast());
                // With bounds that change, a proof for several loops may be out of reach where one for the outermost is
                // not.
                parallel = 1;
            } else {
                Amount bound = wide && depth == 1 && shared.percent(40) ? new Amount("size", 40) : scope.bound(depth);
                String low = shared.oneOf(List.of("0", "0", "0", "0", "1", "2"));
                if (bound.isConstant() && bound.most() - Integer.parseInt(low) <= step) {
                    // One iteration alone is no loop.
                    low = "0";
                    step = 1;
                }
                loops.add(LoopHead.any(shared, name, type, low, bound.text(), step, down));
                extents.add(extent(shared, bound));
            }
        }
        return new NestShape(List.copyOf(loops), List.copyOf(extents), parallel);
    }

    /** {@return one loop over an array} */
    static NestShape over(NestScope scope, String array) {
        KernelClass shared = scope.shared;
        int step = shared.percent(80) ? 1 : shared.random.nextInt(2, 4);
        String low = shared.oneOf(List.of("0", "0", "0", "1"));
        Amount length = new Amount(array + ".length", 0);
        LoopHead head = LoopHead.any(shared, "i", NumberType.INT, low, length.text(), step, shared.percent(25));
        return new NestShape(List.of(head), List.of(length), 1);
    }

    private static Amount extent(KernelClass shared, Amount bound) {
        if (bound.isConstant()) {
            return Amount.of(bound.most() + shared.random.nextInt(3));
        }
        // A pitch is at least 7.
        return bound.most() <= 7 && shared.percent(20) ? new Amount("pitch", 9) : bound;
    }

    int depth() {
        return loops.size();
    }

    boolean isWide() {
        return loops.getFirst().type() == NumberType.LONG;
    }
}
