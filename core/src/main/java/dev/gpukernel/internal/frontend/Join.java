package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A block that control may reach over several ways.
 *
 * @param block the block; its parameters are leaves of the frame, apart from those that are the same over all ways
 * @param frame what is known there, made for the way that was found first
 * @param live the locals that are read after it
 */
record Join(Block block, Frame frame, BitSet live) {
    /** {@return what to pass to the block's parameters over a way} */
    List<Value> arguments(Translation translation, Frame way) {
        List<Operand> expected = frame.operands(live);
        List<Operand> passed = way.operands(live);
        List<Value> arguments = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            List<Value> wanted = expected.get(i).leaves();
            List<Value> given = given(translation, passed, i, expected.get(i));
            for (int k = 0; k < wanted.size(); k++) {
                if (block.params().contains(wanted.get(k))) {
                    arguments.add(given.get(k));
                }
            }
        }
        return arguments;
    }

    private static List<Value> given(Translation translation, List<Operand> passed, int position, Operand expected) {
        if (position >= passed.size()) {
            // Objects were found missing where they are referred to.
            return zeros(translation, expected.leaves());
        }
        Operand operand = passed.get(position);
        if (operand.hasShapeOf(expected)) {
            return operand.leaves();
        }
        if (!operand.isRejected() && !expected.isRejected()) {
            translation.arrayChoices.reject(translation.findings, translation.position(), operand, expected);
        }
        return zeros(translation, expected.leaves());
    }

    private static List<Value> zeros(Translation translation, List<Value> leaves) {
        return leaves.stream().map(leaf -> zero(translation, leaf)).toList();
    }

    private static Value zero(Translation translation, Value leaf) {
        if (leaf.type() instanceof ScalarType number) {
            return translation.unknown(number);
        }
        if (translation.unread != null) {
            translation.unread.giveUp();
        }
        return translation.unknown(ScalarType.I32);
    }
}
