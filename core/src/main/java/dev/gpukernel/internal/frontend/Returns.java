package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Where the returns of an inlined method meet: a block whose parameters are the leaves of what it returns, and of the objects that the caller
 * goes on with. If arrays and objects are told apart, there is one for each combination of them.
 */
final class Returns {
    private static final BitSet NO_LOCALS = new BitSet();

    private final Translation translation;
    private final Block first;
    private final Map<Shape, List<Return>> returns = new LinkedHashMap<>();
    private final List<Way> ways = new ArrayList<>();

    /** One return of the method: the end of a block, and what is {@link Frame#returned} there. */
    private record Return(Block block, SourcePosition position, Frame frame) {}

    /**
     * One of the ways back.
     *
     * @param block where the caller goes on
     * @param frame what the caller knows there
     */
    record Way(Block block, Frame frame) {
        /** {@return what is returned, null for nothing} */
        @Nullable Operand value() {
            return frame.isStackEmpty() ? null : frame.peek(0);
        }
    }

    Returns(Translation translation) {
        this.translation = translation;
        this.first = translation.function.addBlock();
    }

    /** {@return where the caller goes on} */
    Block block() {
        return first;
    }

    /** Notes that the method returns at the end of the builder's block with what is {@link Frame#returned}. */
    void add(Frame returned) {
        returns.computeIfAbsent(Shape.of(translation, returned.operands(NO_LOCALS)), _ -> new ArrayList<>())
                .add(new Return(translation.builder.block(), translation.position(), returned));
    }

    /** Leads on from where the method returns, once it is translated; {@return the ways back, none if it never returns} */
    List<Way> lead() {
        returns.values().forEach(this::lead);
        return ways;
    }

    private void lead(List<Return> together) {
        Block block = ways.isEmpty() ? first : translation.function.addBlock();
        Frame frame = together.getFirst().frame;
        Join way = new Join(block, together.size() == 1 ? frame : joined(block, together.getFirst()), NO_LOCALS);
        for (Return one : together) {
            translation.builder.atEnd(one.block).at(one.position).jump(block, way.arguments(translation, one.frame));
        }
        ways.add(new Way(block, way.frame()));
    }

    private Frame joined(Block block, Return one) {
        List<Value> leaves = new ArrayList<>();
        for (Operand operand : one.frame.operands(NO_LOCALS)) {
            for (int i = 0; i < operand.leaves().size(); i++) {
                Value leaf = operand.leaves().get(i);
                leaves.add(translation.isKnown(operand, i) ? leaf : block.addParam(leaf.type()));
            }
        }
        translation.arrayChoices.note(block, one.position);
        return one.frame.withLeaves(NO_LOCALS, leaves.iterator());
    }

    /** {@return anything of a type, after a call that never returns; no arrays are made for that} */
    static Operand never(Translation translation, Type type) {
        List<Records.Leaf> arrays = new ArrayList<>();
        Operand never = translation.records.operand(type, null, leaf -> {
            if (leaf.type() instanceof ScalarType number) {
                return translation.builder.emit(new Constant(number, 0));
            }
            arrays.add(leaf);
            return translation.builder.emit(Constant.of(0));
        });
        return never == null || !arrays.isEmpty() ? InstructionTranslator.rejected(type) : never;
    }
}
