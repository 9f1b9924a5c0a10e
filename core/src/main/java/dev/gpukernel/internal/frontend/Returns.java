package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Where the returns of an inlined method meet: a block whose parameters are the leaves of what it returns. If arrays are told apart, there
 * is one for each array that it returns.
 */
final class Returns {
    private final Translation translation;
    private final Block first;
    private final Map<List<Value>, Way> ways = new LinkedHashMap<>();

    /**
     * One of the ways back.
     *
     * @param block where the caller goes on
     * @param value what is returned, null for nothing
     */
    record Way(Block block, @Nullable Operand value) {}

    Returns(Translation translation) {
        this.translation = translation;
        this.first = translation.function.addBlock();
    }

    /** {@return where the caller goes on} */
    Block block() {
        return first;
    }

    /** Leads on from the builder's block with a returned value, null for none. */
    void add(@Nullable Operand value) {
        Way way = ways.computeIfAbsent(arrays(value), _ -> way(value));
        Operand expected = way.value;
        if (value == null || expected == null) {
            translation.builder.jump(way.block, List.of());
            return;
        }
        boolean fits = value.hasShapeOf(expected);
        boolean isNew = !fits && !value.isRejected() && !expected.isRejected();
        if (isNew && (value instanceof Operand.Null || expected instanceof Operand.Null)) {
            translation.findings.add(Message.REFERENCE_VALUE, translation.position(), "null");
        } else if (isNew) {
            translation.arrayChoices.reject(translation.findings, translation.position(), value);
        }
        List<Value> leaves = fits ? value.leaves() : zeros(expected.leaves());
        List<Value> passed = new ArrayList<>();
        for (int i = 0; i < leaves.size(); i++) {
            if (way.block.params().contains(expected.leaves().get(i))) {
                passed.add(leaves.get(i));
            }
        }
        translation.builder.jump(way.block, passed);
    }

    private List<Value> arrays(@Nullable Operand value) {
        return value == null || !translation.tellsArraysApart ? List.of() : value.arrays();
    }

    private Way way(@Nullable Operand value) {
        Block block = ways.isEmpty() ? first : translation.function.addBlock();
        if (value == null) {
            return new Way(block, null);
        }
        List<Value> leaves = new ArrayList<>();
        for (int i = 0; i < value.leaves().size(); i++) {
            Value leaf = value.leaves().get(i);
            boolean isKnown = translation.tellsArraysApart && value.belongsToArray(i);
            leaves.add(isKnown ? leaf : block.addParam(leaf.type()));
        }
        translation.arrayChoices.note(block, translation.position());
        return new Way(block, value.withLeaves(leaves.iterator()));
    }

    /** {@return what is returned on the first way; anything of the type if the method never returns, since the caller never goes on} */
    Operand value(Type type) {
        Operand shape = shape();
        return shape != null ? shape : never(translation, type);
    }

    /** {@return what was returned on the first way, null for nothing} */
    @Nullable Operand shape() {
        return ways.isEmpty() ? null : ways.values().iterator().next().value;
    }

    /** {@return the ways back but for the first} */
    List<Way> others() {
        return ways.values().stream().skip(1).toList();
    }

    /** {@return anything of a type, after a call that never returns} */
    static Operand never(Translation translation, Type type) {
        Operand never = translation.records.operand(
                type,
                null,
                leaf -> translation.builder.emit(
                        new Constant(leaf.type() instanceof ScalarType s ? s : ScalarType.I32, 0)));
        return never == null ? InstructionTranslator.rejected(type) : never;
    }

    private List<Value> zeros(List<Value> leaves) {
        return leaves.stream()
                .<Value>map(leaf -> translation.builder.emit(
                        new Constant(leaf.type() instanceof ScalarType s ? s : ScalarType.I32, 0)))
                .toList();
    }
}
