/**
 * The intermediate representation: types, operations, instructions, blocks, functions, and their text form.
 *
 * <p>A record says what an instruction does ({@link dev.gpukernel.internal.ir.Op}), an object says which one it is
 * ({@link dev.gpukernel.internal.ir.Instr}). The form is SSA; edges pass arguments to block parameters, and there is no phi.
 */
@org.jspecify.annotations.NullMarked
package dev.gpukernel.internal.ir;
