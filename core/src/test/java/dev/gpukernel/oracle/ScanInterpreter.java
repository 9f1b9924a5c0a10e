package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Intrinsic;
import dev.gpukernel.internal.jit.HostMachine.Nest;
import dev.gpukernel.internal.pass.ScanKernel;
import dev.gpukernel.internal.pass.ScanSteps;
import dev.gpukernel.internal.pass.Scans;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Runs loops with running values, in the order that is documented or by the code of blocks. */
final class ScanInterpreter {
    private static final int WARP = 32;
    private static final int ITEMS = ScanKernel.TILE / ScanKernel.LANES;

    private final BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics;
    private final Nest nest;
    private final Scans scans;
    private final List<Object> arguments;
    private final long count;
    private final int own;
    private final List<Integer> reduced = new ArrayList<>();
    private final Interpreter summands;
    /** Of each running value, what combines two. */
    private final List<Interpreter> joins;

    ScanInterpreter(
            BiFunction<Intrinsic, Object[], @Nullable Object> intrinsics,
            Nest nest,
            List<Object> arguments,
            long count) {
        this.intrinsics = intrinsics;
        this.nest = nest;
        this.scans = Objects.requireNonNull(nest.scans());
        this.arguments = arguments;
        this.count = count;
        this.own = arguments.size() - nest.accumulators();
        this.summands = new Interpreter(scans.summands(), intrinsics);
        this.joins = scans.running().stream()
                .map(one -> new Interpreter(one.join(), intrinsics))
                .toList();
        for (int place = 0; place < nest.accumulators(); place++) {
            int at = place;
            if (scans.running().stream().noneMatch(one -> one.place() == at)) {
                reduced.add(place);
            }
        }
    }

    /** Reduces what blocks came to. */
    interface Reducing {
        List<Object> reduce(List<List<Object>> blocks, List<Object> starts, Interpreter combine);
    }

    private Object start(int place) {
        return arguments.get(own + place);
    }

    /** Runs iterations one after another; {@return what the loop carries in the end} */
    List<Object> inOrder(Function iteration, Reducing reducing) {
        Interpreter interpreter = new Interpreter(iteration, intrinsics);
        List<Object> after = new ArrayList<>(arguments.subList(own, arguments.size()));
        List<Order> groups = orders();
        List<Object> groupStarts = new ArrayList<>();
        scans.running().forEach(one -> groupStarts.add(start(one.place())));
        List<List<Object>> blocks = new ArrayList<>();
        for (long tile = 0; tile * ScanKernel.TILE < count; tile++) {
            List<Order> lanes = orders();
            List<Object> bases = joined(groupStarts, befores(groups));
            List<List<Object>> ends = new ArrayList<>(Collections.nCopies(ScanKernel.LANES, starts()));
            for (int lane = 0; lane < ScanKernel.LANES; lane++) {
                long first = tile * ScanKernel.TILE + (long) lane * ITEMS;
                List<Object> before = joined(bases, befores(lanes));
                List<List<Object>> added = added(first);
                List<Object> total = orders().stream()
                        .map(order -> Order.identity(order.running))
                        .toList();
                for (int item = 0; item < added.size(); item++) {
                    int thread = (lane * ITEMS + item) % ScanKernel.LANES;
                    List<Object> carried = new ArrayList<>(after);
                    put(before, places(), carried);
                    put(ends.get(thread), reduced, carried);
                    after = new ArrayList<>(interpreter.run(new long[] {first + item, 0, 0}, passed(carried)));
                    ends.set(thread, reduced.stream().map(after::get).toList());
                    before = joined(before, added.get(item));
                    total = joined(total, added.get(item));
                }
                add(lanes, total);
            }
            blocks.add(halves(ends));
            add(groups, lanes.stream().map(Order::total).toList());
            if (groups.getFirst().values.size() == ScanKernel.LANES) {
                List<Object> totals = groups.stream().map(Order::total).toList();
                List<Object> next = joined(groupStarts, totals);
                groupStarts.clear();
                groupStarts.addAll(next);
                groups = orders();
            }
        }
        Function combine = nest.combine();
        if (combine != null) {
            put(reducing.reduce(blocks, starts(), new Interpreter(combine, intrinsics)), reduced, after);
        }
        return after;
    }

    private List<Integer> places() {
        return scans.running().stream().map(Scans.Running::place).toList();
    }

    private List<Object> starts() {
        return reduced.stream().map(this::start).toList();
    }

    private static void put(List<Object> values, List<Integer> places, List<Object> into) {
        for (int i = 0; i < values.size(); i++) {
            into.set(places.get(i), values.get(i));
        }
    }

    private List<Object> passed(List<Object> carried) {
        List<Object> passed = new ArrayList<>(arguments.subList(0, own));
        passed.addAll(carried);
        return passed;
    }

    /** {@return what each of a lane's iterations adds to the running values} */
    private List<List<Object>> added(long first) {
        List<List<Object>> added = new ArrayList<>();
        for (long i = first; i < Math.min(count, first + ITEMS); i++) {
            List<Object> carried = new ArrayList<>(arguments.subList(own, arguments.size()));
            put(scans.running().stream().map(Order::identity).toList(), places(), carried);
            added.add(summands.run(new long[] {i, 0, 0}, passed(carried)));
        }
        return added;
    }

    private List<Object> halves(List<List<Object>> ends) {
        Function combine = nest.combine();
        if (combine == null) {
            return List.of();
        }
        Interpreter combining = new Interpreter(combine, intrinsics);
        List<List<Object>> lanes = new ArrayList<>(ends);
        for (int half = ScanKernel.LANES / 2; half > 0; half /= 2) {
            for (int lane = 0; lane < half; lane++) {
                List<Object> both = new ArrayList<>(lanes.get(lane));
                both.addAll(lanes.get(lane + half));
                lanes.set(lane, combining.run(new long[3], both));
            }
        }
        return lanes.getFirst();
    }

    private List<Order> orders() {
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < joins.size(); i++) {
            orders.add(new Order(scans.running().get(i), joins.get(i)));
        }
        return orders;
    }

    private static List<Object> befores(List<Order> orders) {
        return orders.stream().map(Order::before).toList();
    }

    private static void add(List<Order> orders, List<Object> values) {
        for (int i = 0; i < values.size(); i++) {
            orders.get(i).add(values.get(i));
        }
    }

    private List<Object> joined(List<Object> left, List<Object> right) {
        List<Object> joined = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            joined.add(join(joins.get(i), left.get(i), right.get(i)));
        }
        return joined;
    }

    private static Object join(Interpreter join, Object left, Object right) {
        return join.run(new long[3], List.of(left, right)).getFirst();
    }

    /** Up to 256 values that follow one another, and how they are combined. */
    private static final class Order {
        private final Scans.Running running;
        private final Interpreter join;
        private final List<Object> values = new ArrayList<>();
        /** What each 32 of them come to. */
        private final List<Object> warps = new ArrayList<>();

        Order(Scans.Running running, Interpreter join) {
            this.running = running;
            this.join = join;
        }

        static Object identity(Scans.Running running) {
            long bits = running.identity().bits();
            return switch (running.identity().type()) {
                case I1 -> bits != 0;
                case I32 -> (int) bits;
                case I64 -> bits;
                case F32 -> Float.intBitsToFloat((int) bits);
                case F64 -> Double.longBitsToDouble(bits);
            };
        }

        void add(Object value) {
            values.add(value);
            if (values.size() % WARP == 0) {
                List<Object> warp = values.subList(values.size() - WARP, values.size());
                warps.add(inclusive(warp).getLast());
            }
        }

        Object before() {
            List<Object> last = inclusive(values.subList(warps.size() * WARP, values.size()));
            return ScanInterpreter.join(join, total(), last.isEmpty() ? identity(running) : last.getLast());
        }

        /** {@return what whole warps come to} */
        Object total() {
            Object all = identity(running);
            for (Object warp : warps) {
                all = ScanInterpreter.join(join, all, warp);
            }
            return all;
        }

        private List<Object> inclusive(List<Object> warp) {
            List<Object> own = new ArrayList<>(warp);
            for (int distance = 1; distance < WARP; distance *= 2) {
                for (int lane = 0; lane < own.size(); lane++) {
                    if ((lane & distance) != 0) {
                        own.set(lane, ScanInterpreter.join(join, own.get((lane & -distance) - 1), own.get(lane)));
                    }
                }
            }
            return own;
        }
    }

    /** Runs the code of blocks; {@return what the loop carries in the end} */
    List<Object> inBlocks(Function iterations, Reducing reducing) {
        int blocks = (int) Math.ceilDiv(count, ScanKernel.TILE);
        boolean inWords = scans.isNarrow();
        List<Object> cells = new ArrayList<>();
        for (int place = 0; place < nest.accumulators(); place++) {
            Class<?> type = LoopInterpreter.primitive(start(place));
            cells.add(
                    reduced.contains(place)
                            ? Array.newInstance(type, blocks)
                            : inWords ? new long[Scans.words(blocks)] : Array.newInstance(type, blocks));
        }
        if (!inWords) {
            before(blocks, places().stream().map(cells::get).toList());
        }
        List<Object> passed = new ArrayList<>(arguments);
        passed.addAll(cells);
        List<Object> ends = places().stream()
                .map(place -> Array.newInstance(LoopInterpreter.primitive(start(place)), 1))
                .toList();
        passed.addAll(ends);
        passed.add(count);
        grid(blocks, iterations, passed);
        List<Object> results = new ArrayList<>(Collections.nCopies(cells.size(), 0));
        put(ends.stream().map(end -> Array.get(end, 0)).toList(), places(), results);
        Function combine = nest.combine();
        if (combine != null) {
            List<List<Object>> partial = new ArrayList<>();
            for (int block = 0; block < blocks; block++) {
                int at = block;
                partial.add(reduced.stream()
                        .map(place -> Array.get(cells.get(place), at))
                        .toList());
            }
            put(reducing.reduce(partial, starts(), new Interpreter(combine, intrinsics)), reduced, results);
        }
        return results;
    }

    private void before(int blocks, List<Object> running) {
        ScanSteps steps = Objects.requireNonNull(nest.steps());
        if (blocks > 1) {
            List<Object> passed = new ArrayList<>(arguments);
            passed.addAll(running);
            grid(blocks - 1, steps.totals(), passed);
        }
        List<Object> before = new ArrayList<>();
        places().forEach(place -> before.add(start(place)));
        before.addAll(running);
        grid(1, steps.prefixes(), before);
    }

    private void grid(int blocks, Function code, List<Object> passed) {
        Shape shape = new Shape(blocks, 1, 1, ScanKernel.LANES, 1, 1, 0);
        RuntimeException thrown = GridFault.exceptionOf(GridInterpreter.run(shape, code, intrinsics, passed));
        if (thrown != null) {
            throw thrown;
        }
    }
}
