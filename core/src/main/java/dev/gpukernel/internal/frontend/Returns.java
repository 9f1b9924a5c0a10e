package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Where the returns of an inlined method meet: a block whose parameters are the leaves of what it returns. */
final class Returns {
    private final Translation translation;
    private final Block block;
    private @Nullable Operand shape;

    Returns(Translation translation) {
        this.translation = translation;
        this.block = translation.function.addBlock();
    }

    /** {@return where the caller goes on} */
    Block block() {
        return block;
    }

    /** Leads on from the builder's block with a returned value, null for none. */
    void add(@Nullable Operand value) {
        Operand expected = shape;
        if (value == null) {
            translation.builder.jump(block, List.of());
            return;
        }
        if (expected == null) {
            for (Value leaf : value.leaves()) {
                block.addParam(leaf.type());
            }
            translation.arrayChoices.note(block, translation.position());
            expected = value.withLeaves(block.params().iterator());
            shape = expected;
        }
        boolean fits = value.hasShapeOf(expected);
        if (!fits && !value.isRejected() && !expected.isRejected()) {
            translation.findings.add(Message.OBJECT_CHOICE, translation.position());
        }
        translation.builder.jump(block, fits ? value.leaves() : zeros(expected.leaves()));
    }

    /** {@return what is returned; anything of the type if the method never returns, since the caller never goes on} */
    Operand value(Type type) {
        return shape != null ? shape : never(translation, type);
    }

    /** {@return what was returned, null for nothing} */
    @Nullable Operand shape() {
        return shape;
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
