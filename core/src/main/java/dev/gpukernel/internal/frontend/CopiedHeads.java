package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The heads of loops that go through their iterations in order, each copied for the arrays and objects that variables may hold there. Copies
 * are several loops, and some iterations may be in none of them. So all copies get one head in front of them, which is told by a number
 * which of them goes on.
 */
final class CopiedHeads {
    private final Map<Object, Copies> all = new LinkedHashMap<>();

    private record Copies(SourcePosition position, List<Block> heads) {}

    /**
     * Notes a head.
     *
     * @param loop which loop it is of, and how that was entered
     * @param head one of its heads
     * @param position where it is
     */
    void note(Object loop, Block head, SourcePosition position) {
        all.computeIfAbsent(loop, _ -> new Copies(position, new ArrayList<>()))
                .heads
                .add(head);
    }

    /**
     * Puts one head in front of all copies of each loop.
     *
     * @return where a loop is that cannot have one, as an iteration uses an array of its own that one before made; null if there is none
     */
    @Nullable SourcePosition join(Function function) {
        SourcePosition last = null;
        for (Copies copies : all.values()) {
            if (copies.heads.size() > 1) {
                join(function, copies);
                last = copies.position;
            }
        }
        return last == null || definesBeforeUse(function) ? null : last;
    }

    private static void join(Function function, Copies copies) {
        Block header = function.addBlock();
        BlockParam which = header.addParam(ScalarType.I32);
        List<Map<BlockParam, BlockParam>> places =
                copies.heads.stream().map(head -> places(head, header, which)).toList();
        for (int i = 0; i < copies.heads.size(); i++) {
            for (Edge edge : List.copyOf(copies.heads.get(i).incoming())) {
                lead(edge, i, header, places.get(i));
            }
        }
        Builder builder = new Builder(function).atEnd(header).at(copies.position);
        int lastCopy = copies.heads.size() - 1;
        for (int i = 0; i < lastCopy; i++) {
            Block rest = function.addBlock();
            Value isThis = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I32), which, builder.constant(i));
            builder.branch(isThis, copies.heads.get(i), passed(copies.heads.get(i), places.get(i)), rest, List.of());
            builder.atEnd(rest);
        }
        builder.jump(copies.heads.get(lastCopy), passed(copies.heads.get(lastCopy), places.get(lastCopy)));
    }

    private static List<BlockParam> passed(Block head, Map<BlockParam, BlockParam> places) {
        return head.params().stream()
                .map(param -> Objects.requireNonNull(places.get(param)))
                .toList();
    }

    /** {@return which parameters of the one head hold those of a copy: copies share those of one name and type, or else of one type} */
    private static Map<BlockParam, BlockParam> places(Block head, Block header, BlockParam which) {
        List<BlockParam> free = new ArrayList<>(header.params());
        free.remove(which);
        Map<BlockParam, BlockParam> places = new HashMap<>();
        for (BlockParam param : head.params()) {
            BlockParam place = free.stream()
                    .filter(other -> other.type().equals(param.type())
                            && String.valueOf(other.name()).equals(String.valueOf(param.name())))
                    .findFirst()
                    .orElse(null);
            if (place == null) {
                place = header.addParam(param.type());
                place.setName(param.name());
            }
            free.remove(place);
            places.put(param, place);
        }
        return places;
    }

    private static void lead(Edge edge, int copy, Block header, Map<BlockParam, BlockParam> places) {
        Map<Value, Value> given = new HashMap<>();
        List<BlockParam> params = edge.target().params();
        for (int i = 0; i < params.size(); i++) {
            given.put(
                    Objects.requireNonNull(places.get(params.get(i))),
                    edge.arguments().get(i));
        }
        Builder builder = new Builder(header.function())
                .before(edge.source())
                .at(edge.source().position());
        List<Value> arguments = new ArrayList<>(List.of(builder.constant(copy)));
        for (BlockParam param : header.params().subList(1, header.params().size())) {
            Value argument = given.get(param);
            arguments.add(argument == null ? builder.emit(new Op.Constant((ScalarType) param.type(), 0)) : argument);
        }
        edge.retarget(header, arguments);
    }

    private static boolean definesBeforeUse(Function function) {
        Dominators dominators = Dominators.of(function);
        for (Block block : dominators.order()) {
            for (Instr instr : block.instrs()) {
                for (Value operand : instr.operands()) {
                    if (!dominators.dominates(operand.block(), block)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
