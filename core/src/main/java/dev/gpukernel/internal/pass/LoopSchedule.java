package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.PlannedLoop.Fate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Notes what becomes of each loop of a kernel while its parallel loops are taken out. */
final class LoopSchedule {
    private final Map<Block, Noted> loops = new LinkedHashMap<>();
    private final boolean hasCopies;

    /** A loop as it was before any was taken out. */
    private static final class Noted {
        private final Loop loop;
        private final int depth;
        private final @Nullable SourcePosition position;
        private final @Nullable String variable;
        private Fate fate = new Fate.OnHost();

        Noted(Loop loop, int depth) {
            this.loop = loop;
            this.depth = depth;
            this.position = loop.header().terminator().position();
            CountedLoop counted = CountedLoop.exactly(loop);
            this.variable = counted == null ? null : counted.variable().name();
        }

        private boolean isCopyOf(Noted other) {
            return position != null
                    && position.equals(other.position)
                    && Objects.equals(variable, other.variable)
                    && fate.getClass() == other.fate.getClass();
        }
    }

    /**
     * Notes nothing yet.
     *
     * @param all some loops, outer ones before those inside them
     * @param hasCopies whether some may be copies of others, for arrays that change places
     */
    LoopSchedule(List<Loop> all, boolean hasCopies) {
        this.hasCopies = hasCopies;
        for (Loop loop : all) {
            int around = 0;
            for (Loop other : all) {
                around += other.encloses(loop) ? 1 : 0;
            }
            // Blocks are added to a loop later.
            loops.put(loop.header(), new Noted(new Loop(loop.header(), new HashSet<>(loop.blocks())), around));
        }
    }

    /** {@return one that notes nothing yet of some of the loops} */
    LoopSchedule of(List<Loop> some) {
        return new LoopSchedule(some, hasCopies);
    }

    /**
     * Notes a nest that is split among threads.
     *
     * @param headers of its loops, the outermost first
     * @param launched the function that the host launches
     * @param reductions what it carries
     * @param why the loops in it are not part of it
     */
    void split(List<Block> headers, Function launched, List<Reduction> reductions, String why) {
        inside(headers.getFirst(), new Fate.InThread(""));
        for (Block header : headers) {
            set(header, new Fate.WithOuter());
        }
        set(
                headers.getFirst(),
                new Fate.Threads(
                        launched, reductions.stream().map(LoopSchedule::kind).toList()));
        Noted innermost = loops.get(headers.getLast());
        for (Noted noted : loops.values()) {
            if (innermost != null
                    && noted.depth == innermost.depth + 1
                    && innermost.loop.contains(noted.loop.header())) {
                noted.fate = new Fate.InThread(why);
            }
        }
    }

    /** Notes a loop that one thread runs. */
    void oneThread(Block header, Function launched) {
        inside(header, new Fate.InThread(""));
        set(header, new Fate.OneThread(launched));
    }

    /** Notes a loop that the host runs for what is in it. */
    void host(Block header, @Nullable String times, String why) {
        set(header, SearchChunks.areAskedIn(header) ? new Fate.Searched() : new Fate.Host(times, why));
    }

    /** Notes what a loop becomes besides what was noted of it. */
    void either(Block header, LoopSchedule other, PlannedLoop.Choice choice) {
        Noted noted = loops.get(header);
        if (noted != null) {
            noted.fate = new Fate.Either(noted.fate, choice, other.loops());
        }
    }

    /**
     * Notes a loop that each thread goes through, as it was exchanged with those in it.
     *
     * @param header of the loop
     * @param launched the function that the host launches
     * @param parallel how many loops in it, each in the one before, are split among threads
     * @param other how it runs where it must not be exchanged
     */
    void exchanged(Block header, Function launched, int parallel, LoopSchedule other) {
        Noted around = loops.get(header);
        if (around == null) {
            return;
        }
        inside(header, new Fate.InThread(""));
        for (Noted noted : loops.values()) {
            int depth = noted.depth - around.depth;
            if (noted != around && depth <= parallel && around.loop.contains(noted.loop.header())) {
                noted.fate = depth == 1 ? new Fate.Threads(launched, List.of()) : new Fate.WithOuter();
            }
        }
        around.fate = new Fate.Either(new Fate.Exchanged(), new PlannedLoop.Choice.Unproven(), other.loops());
    }

    /**
     * Notes a loop that is taken apart with the one in it.
     *
     * @param header of the loop
     * @param first how the first part runs
     * @param second how the second part runs
     * @param other how it runs where it must stay as it is
     */
    void distributed(Block header, LoopSchedule first, LoopSchedule second, LoopSchedule other) {
        Noted noted = loops.get(header);
        if (noted != null) {
            List<PlannedLoop> parts = new ArrayList<>(first.loops());
            parts.addAll(second.loops());
            noted.fate = new Fate.Either(new Fate.Distributed(parts), new PlannedLoop.Choice.NotApart(), other.loops());
        }
    }

    private void inside(Block header, Fate fate) {
        Noted around = loops.get(header);
        if (around != null) {
            loops.values().stream()
                    .filter(noted -> noted != around && around.loop.contains(noted.loop.header()))
                    .forEach(noted -> noted.fate = fate);
        }
    }

    private void set(Block header, Fate fate) {
        Noted noted = loops.get(header);
        if (noted != null) {
            noted.fate = fate;
        }
    }

    /** {@return the loops in the order of the source, each before those in it} */
    List<PlannedLoop> loops() {
        List<PlannedLoop> planned = new ArrayList<>();
        for (Noted noted : distinct(
                loops.values().stream().filter(noted -> noted.depth == 0).toList())) {
            add(planned, noted);
        }
        return List.copyOf(planned);
    }

    private void add(List<PlannedLoop> planned, Noted noted) {
        List<Noted> all = loops.values().stream()
                .filter(other -> other.depth == noted.depth + 1 && noted.loop.contains(other.loop.header()))
                .toList();
        List<Noted> inner = distinct(all);
        Fate fate = noted.fate instanceof Fate.Host host && inner.size() < all.size()
                ? new Fate.Host(host.times(), "its arrays change places")
                : noted.fate;
        planned.add(new PlannedLoop(noted.position, noted.depth, noted.variable, fate));
        // Its parts have loops of their own.
        if (!(fate instanceof Fate.Either(Fate.Distributed _, var _, var _))) {
            inner.forEach(other -> add(planned, other));
        }
    }

    /** {@return loops in order, those left out that are copies of one for other arrays} */
    private List<Noted> distinct(List<Noted> siblings) {
        List<Noted> distinct = new ArrayList<>();
        for (Noted noted : siblings) {
            if (!hasCopies || distinct.stream().noneMatch(noted::isCopyOf)) {
                distinct.add(noted);
            }
        }
        distinct.sort(Comparator.comparingInt(noted -> noted.position == null ? 0 : line(noted.position)));
        return distinct;
    }

    /** {@return the line in the kernel's own method} */
    private static int line(SourcePosition position) {
        SourcePosition outermost = position;
        for (SourcePosition at = position; at != null; at = at.caller()) {
            outermost = at;
        }
        return outermost.line();
    }

    /** {@return what a loop carries, in words} */
    private static String kind(Reduction reduction) {
        return switch (reduction) {
            case Fold fold when SearchChunks.isFirst(fold.param()) -> "the first iteration that leaves";
            case Fold fold -> named(operation(fold), fold.param());
            case Choice choice -> named("a best value", choice.params().getFirst());
            case Latest latest -> named("a last value", latest.param());
            case Scan scan ->
                named(
                        "a running value (" + operation(scan.fold()) + ")",
                        scan.params().getFirst());
        };
    }

    private static String operation(Fold fold) {
        return switch (fold.operation()) {
            case Op.Binary(Op.BinaryKind kind, var _) ->
                switch (kind) {
                    case ADD, SUB -> "a sum";
                    case MUL -> "a product";
                    case AND, OR, XOR, SHL, SHR, USHR, DIV, REM -> "bits";
                };
            default -> "a least or greatest value";
        };
    }

    private static String named(String kind, BlockParam param) {
        return param.name() == null ? kind : kind + " '" + param.name() + "'";
    }

    /** {@return whether a loop's own variables tell where something is written} Then it is no loop over time steps. */
    static boolean walksWrites(Loop loop) {
        for (Access access : Access.in(loop.blocks())) {
            if (access.isWrite() && followsFrom(loop, access.index())) {
                return true;
            }
        }
        return false;
    }

    private static boolean followsFrom(Loop loop, @Nullable Value index) {
        if (index == null) {
            return false;
        }
        Set<BlockParam> own = new HashSet<>(loop.header().params());
        return own.stream().anyMatch(param -> Dependent.on(index, param));
    }
}
