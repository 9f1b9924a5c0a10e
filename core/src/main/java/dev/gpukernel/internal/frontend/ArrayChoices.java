package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.LinkedHashMap;
import java.util.Map;

/** Variables that are one array on one way and another array on another, which only the finished form shows. */
final class ArrayChoices {
    private static final String SEVERAL = "is not always the same array";
    private static final String GROWTH = "leads to more and more objects, as a list does that grows in a loop";
    private static final String KINDS = "holds different kinds of objects";

    private final Map<BlockParam, SourcePosition> variables = new LinkedHashMap<>();
    private boolean areFound;
    private boolean areTooMany;

    /** Notes the arrays that arrive at a block over several ways. */
    void note(Block block, SourcePosition position) {
        for (BlockParam param : block.params()) {
            if (param.type() instanceof ArrayType) {
                variables.put(param, position);
            }
        }
    }

    /** Rejects those that are still parameters, once parameters that receive one value only are removed. */
    void reject(Findings findings) {
        for (Map.Entry<BlockParam, SourcePosition> variable : variables.entrySet()) {
            BlockParam param = variable.getKey();
            if (param.block().params().contains(param)) {
                reject(findings, variable.getValue(), SEVERAL);
            }
        }
    }

    /** Rejects a variable, saying what is wrong with it. */
    void reject(Findings findings, SourcePosition position, String what) {
        areFound = true;
        findings.add(Message.ARRAY_CHOICE, position, what);
    }

    /** Rejects a variable that is an operand on one way, and something of another kind on another. */
    void reject(Findings findings, SourcePosition position, Operand operand, Operand other) {
        if (areTooMany) {
            // They meet since not all are told apart.
            return;
        }
        if (isObject(operand) || isObject(other)) {
            areFound = true;
            findings.add(Message.OBJECT_CHOICE, position, KINDS);
        } else {
            reject(findings, position, SEVERAL);
        }
    }

    /** Rejects variables that may be more than so many arrays and objects together. */
    void rejectMany(Findings findings, SourcePosition position, boolean areObjects, int most) {
        areTooMany = true;
        findings.add(
                areObjects ? Message.OBJECT_CHOICE : Message.ARRAY_CHOICE,
                position,
                "may be one of more %s than the %s combinations that are told apart"
                        .formatted(areObjects ? "objects" : "arrays", most));
    }

    /** Rejects variables that lead to more objects each time. */
    void rejectGrowth(Findings findings, SourcePosition position) {
        areTooMany = true;
        findings.add(Message.OBJECT_CHOICE, position, GROWTH);
    }

    private static boolean isObject(Operand operand) {
        return operand instanceof Operand.Aggregate
                || operand instanceof Operand.Thrown
                || operand instanceof Operand.Reference
                || operand instanceof Operand.Instance
                || operand instanceof Operand.Held
                || operand instanceof Operand.EnumValue
                || operand instanceof Operand.Formatted
                || operand instanceof Operand.Text;
    }

    /** Asks for a translation that tells arrays and objects apart. */
    void tellApart() {
        areFound = true;
    }

    /** {@return whether a variable was rejected, or would be} */
    boolean areFound() {
        return areFound;
    }
}
