package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Alignment;
import dev.gpukernel.internal.analysis.OffsetIndex;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Accesses to neighbouring elements of a global array, or of a shared one of constant size, become one, if the first element's index is
 * known to be a multiple of their number: up to {@link Op.LoadVector#MOST_BYTES}. Nothing that could see the difference is
 * between them.
 */
public final class VectorAccess implements Pass {
    private static final int LEAST_BYTES = 4;

    private final Set<Space> spaces;

    /** Looks at all arrays. */
    public VectorAccess() {
        this(EnumSet.of(Space.GLOBAL, Space.SHARED));
    }

    /**
     * Looks at some arrays.
     *
     * @param spaces where they are
     */
    public VectorAccess(Set<Space> spaces) {
        this.spaces = Set.copyOf(spaces);
    }

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : function.blocks()) {
            changed |= loads(block);
            changed |= stores(block);
        }
        return changed;
    }

    /** The elements of an array around one place. */
    private record Row(Value array, Value base) {}

    /** {@return whether the array that an access is to begins at a multiple of a vector's size, at least with most launches} */
    private boolean beginsAligned(Space space, Instr access) {
        return spaces.contains(space)
                && switch (space) {
                    case GLOBAL -> true;
                    // What a launch gives a block begins anywhere.
                    case SHARED -> access.operand(0) instanceof Instr array && array.op() instanceof Op.SharedArray;
                    case LOCAL, CONSTANT -> false;
                };
    }

    private boolean loads(Block block) {
        Map<Row, NavigableMap<Integer, List<Instr>>> open = new LinkedHashMap<>();
        boolean changed = false;
        for (Instr instr : List.copyOf(block.instrs())) {
            if (instr.op() instanceof Op.Load load && beginsAligned(load.space(), instr)) {
                OffsetIndex index = OffsetIndex.of(instr.operand(1));
                open.computeIfAbsent(new Row(instr.operand(0), index.base()), _ -> new TreeMap<>())
                        .computeIfAbsent(index.offset(), _ -> new ArrayList<>())
                        .add(instr);
            } else if (instr.op().effect() != Effect.NONE && instr.op().effect() != Effect.READ) {
                changed |= mergeLoads(open);
                open.clear();
            }
        }
        return changed;
    }

    private static boolean mergeLoads(Map<Row, NavigableMap<Integer, List<Instr>>> open) {
        boolean changed = false;
        for (Map.Entry<Row, NavigableMap<Integer, List<Instr>>> row : open.entrySet()) {
            for (List<Integer> window : windows(row.getKey(), row.getValue())) {
                List<List<Instr>> loads =
                        window.stream().map(row.getValue()::get).toList();
                load(row.getKey(), window.getFirst(), loads);
                changed = true;
            }
        }
        return changed;
    }

    /** Takes the place of the first one. */
    private static void load(Row row, int offset, List<List<Instr>> loads) {
        Instr first = loads.stream()
                .flatMap(List::stream)
                .min((a, b) -> position(a) - position(b))
                .orElseThrow();
        Builder builder = new Builder(first.block().function()).before(first);
        Op.Load one = (Op.Load) first.op();
        Op.LoadVector op = new Op.LoadVector(one.element(), one.space(), loads.size(), one.index());
        Instr all = builder.emit(op, row.array(), new OffsetIndex(row.base(), offset).emit(builder));
        List<Instr> parts = new ArrayList<>();
        for (int i = 0; i < loads.size(); i++) {
            parts.add(builder.emit(new Op.Part(op.result(), i), all));
        }
        for (Instr part : parts) {
            for (Instr load : loads.get(parts.indexOf(part))) {
                part.setName(load.name());
                load.replaceAllUsesWith(part);
                load.remove();
            }
        }
    }

    private boolean stores(Block block) {
        TreeMap<Integer, List<Instr>> run = new TreeMap<>();
        @Nullable Row row = null;
        boolean changed = false;
        for (Instr instr : List.copyOf(block.instrs())) {
            if (instr.op() instanceof Op.Store store && beginsAligned(store.space(), instr)) {
                OffsetIndex index = OffsetIndex.of(instr.operand(1));
                Row own = new Row(instr.operand(0), index.base());
                if (!own.equals(row) || run.containsKey(index.offset())) {
                    changed |= row != null && mergeStores(row, run);
                    run.clear();
                }
                row = own;
                run.put(index.offset(), List.of(instr));
            } else if (instr.op().effect() != Effect.NONE) {
                changed |= row != null && mergeStores(row, run);
                run.clear();
                row = null;
            }
        }
        return changed;
    }

    private static boolean mergeStores(Row row, NavigableMap<Integer, List<Instr>> run) {
        List<List<Integer>> windows = windows(row, run);
        for (List<Integer> window : windows) {
            store(row, window.stream().map(run::get).map(List::getFirst).toList());
        }
        return !windows.isEmpty();
    }

    /** Takes the place of the last one, when all values are known. */
    private static void store(Row row, List<Instr> stores) {
        Instr last = stores.stream().max((a, b) -> position(a) - position(b)).orElseThrow();
        Builder builder = new Builder(last.block().function()).before(last);
        int offset = OffsetIndex.of(stores.getFirst().operand(1)).offset();
        List<Value> operands = new ArrayList<>(List.of(row.array(), new OffsetIndex(row.base(), offset).emit(builder)));
        stores.forEach(store -> operands.add(store.operand(2)));
        Op.Store one = (Op.Store) last.op();
        builder.emit(new Op.StoreVector(one.element(), one.space(), stores.size(), one.index()), operands);
        stores.forEach(Instr::remove);
    }

    /** {@return the offsets of neighbours that one access can be made of, as wide as possible} */
    private static List<List<Integer>> windows(Row row, NavigableMap<Integer, List<Instr>> accesses) {
        List<List<Integer>> windows = new ArrayList<>();
        List<Integer> left = new ArrayList<>(accesses.keySet());
        for (int bytes = Op.LoadVector.MOST_BYTES; bytes >= LEAST_BYTES; bytes /= 2) {
            int count = bytes / element(accesses).bytes();
            if (count < 2 || !Alignment.isMultiple(row.base(), count)) {
                continue;
            }
            for (int offset : List.copyOf(left)) {
                List<Integer> window = new ArrayList<>();
                for (int i = 0; i < count && Math.floorMod(offset, count) == 0; i++) {
                    window.add(offset + i);
                }
                if (!window.isEmpty() && left.containsAll(window)) {
                    left.removeAll(window);
                    windows.add(window);
                }
            }
        }
        return windows;
    }

    private static ElementType element(NavigableMap<Integer, List<Instr>> accesses) {
        return switch (accesses.firstEntry().getValue().getFirst().op()) {
            case Op.Load load -> load.element();
            case Op.Store store -> store.element();
            default -> throw new IllegalStateException("an access of another kind");
        };
    }

    private static int position(Instr instr) {
        return instr.block().instrs().indexOf(instr);
    }
}
