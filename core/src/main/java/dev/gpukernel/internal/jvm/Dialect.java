package dev.gpukernel.internal.jvm;

import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;

/**
 * What differs between the kinds of bytecode that the representation becomes: where arrays are, who a thread is, and what is done
 * where one ends with an exception. Arithmetic and control flow are the same in all.
 */
public interface Dialect {
    /**
     * Writes an instruction that computes a value or accesses memory, if the dialect has a way of its own for it. Its result, if it
     * has one, is then on the operand stack.
     *
     * @param instr the instruction
     * @param expressions writes its operands
     * @return whether it was written; if not, it is what it is to every dialect
     */
    boolean compute(Instr instr, ExpressionWriter expressions);

    /**
     * Writes an instruction that is not nested in another, if the dialect has a way of its own for that.
     *
     * @param instr the instruction
     * @param function the function that it is in
     * @return whether it was written
     */
    default boolean write(Instr instr, FunctionWriter function) {
        return false;
    }

    /**
     * {@return whether the second of two conditions is not looked at if the first decides; otherwise both always are, and one jump is for
     * both}
     */
    default boolean decidesEarly() {
        return true;
    }

    /**
     * Jumps if a comparison holds of the two numbers on the operand stack, if the dialect has a way of its own for it.
     *
     * @param comparison what compares them
     * @param is the comparison, or its opposite
     * @param type of both numbers
     * @param target where to
     * @return whether it was written; if not, the numbers are still there
     */
    default boolean jumpIf(Instr comparison, Predicate is, ScalarType type, Label target) {
        return false;
    }

    /**
     * Writes what comes on an edge, before its target's parameters are set.
     *
     * @param edge the edge
     * @param setsParameters whether any are set
     */
    default void follow(Edge edge, boolean setsParameters) {}

    /**
     * Changes how an argument of an edge is there, which is on the operand stack.
     *
     * @param edge the edge
     * @param argument the argument
     */
    default void pass(Edge edge, Value argument) {}

    /**
     * Writes a branch, if the dialect has a way of its own for it.
     *
     * @param branch the branch
     * @param function the function that it is in
     * @return the edge that control goes on with after what was written, {@code null} if nothing was
     */
    default @Nullable Edge branch(Instr branch, FunctionWriter function) {
        return null;
    }

    /**
     * Jumps if the integer on the operand stack is 0.
     *
     * @param type its type
     * @param target where to
     */
    void jumpIfZero(ScalarType type, Label target);

    /** Jumps unless 0 ≤ index &lt; length, both of one type on the operand stack, the length on top and not negative. */
    void jumpIfOutside(IndexType index, Label target);

    /**
     * Writes what is done where a check fails or a throw stands. Control does not fall through its end.
     *
     * @param instr the check or throw
     * @param function the function that it is in
     */
    void raise(Instr instr, FunctionWriter function);

    /**
     * Writes what is done at a return. Control does not fall through its end.
     *
     * @param returning the return
     * @param function the function that it is in
     */
    void giveBack(Instr returning, FunctionWriter function);
}
