package dev.gpukernel.internal.ir;

import java.util.BitSet;

/**
 * What a call of a function may do besides computing its result.
 *
 * @param mayFault whether it may end the thread with an exception
 * @param read positions of the array parameters that it may load from
 * @param written positions of the array parameters that it may store to
 * @param unbounded whether it may do more with memory, or with other threads
 */
public record FunctionEffects(boolean mayFault, BitSet read, BitSet written, boolean unbounded) {
    /** Computes the effects of a function from its instructions and from the effects of what it calls. */
    static FunctionEffects of(Function function) {
        boolean mayFault = false;
        boolean unbounded = false;
        BitSet read = new BitSet();
        BitSet written = new BitSet();
        for (Block block : function.blocks()) {
            for (Instr instr : block.instrs()) {
                mayFault |= instr.op().mayFault();
                switch (instr.op()) {
                    case Op.Load load -> unbounded |= !note(load.space(), instr.operand(0), read);
                    case Op.Store store -> unbounded |= !note(store.space(), instr.operand(0), written);
                    case Op.LoadVector load -> unbounded |= !note(load.space(), instr.operand(0), read);
                    case Op.StoreVector store -> unbounded |= !note(store.space(), instr.operand(0), written);
                    case Op.Atomic atomic -> {
                        unbounded = true;
                        note(atomic.space(), instr.operand(0), read);
                        note(atomic.space(), instr.operand(0), written);
                    }
                    case Op.Invoke(Function callee) -> {
                        FunctionEffects effects = callee.effects();
                        unbounded |= effects.unbounded;
                        effects.read.stream().forEach(i -> note(Space.GLOBAL, instr.operand(i), read));
                        effects.written.stream().forEach(i -> note(Space.GLOBAL, instr.operand(i), written));
                    }
                    // These are the kernel's to declare.
                    case Op.SharedArray _, Op.DynamicShared _, Op.DynamicSize _, Op.MakeArray _ -> unbounded = true;
                    default -> unbounded |= isUnbounded(instr.op().effect());
                }
            }
        }
        return new FunctionEffects(mayFault, read, written, unbounded);
    }

    /** Notes an access to an array; {@return whether that says all about it}. */
    private static boolean note(Space space, Value array, BitSet parameters) {
        return switch (space) {
            case LOCAL, CONSTANT -> true;
            case SHARED -> false;
            case GLOBAL -> {
                if (array instanceof BlockParam param) {
                    parameters.set(param.index());
                }
                yield array instanceof BlockParam;
            }
        };
    }

    private static boolean isUnbounded(Effect effect) {
        return switch (effect) {
            case NONE, ALLOCATE, FAULT, CONTROL -> false;
            case READ, WRITE, SYNCHRONISE -> true;
        };
    }

    /** {@return the effect of a call as a whole} */
    Effect effect() {
        if (unbounded || !written.isEmpty()) {
            return Effect.WRITE;
        }
        if (mayFault) {
            // A check that also reads memory is not the same when it is made again.
            return read.isEmpty() ? Effect.FAULT : Effect.WRITE;
        }
        return read.isEmpty() ? Effect.NONE : Effect.READ;
    }
}
