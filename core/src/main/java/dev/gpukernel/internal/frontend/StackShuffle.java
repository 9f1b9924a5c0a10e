package dev.gpukernel.internal.frontend;

import org.objectweb.asm.Opcodes;

/** The bytecodes that only rearrange the operand stack. The JVM counts words; a frame holds a long or double as one entry. */
final class StackShuffle {
    private StackShuffle() {}

    static void apply(int opcode, Frame frame) {
        switch (opcode) {
            case Opcodes.POP -> frame.pop();
            case Opcodes.POP2 -> {
                if (!frame.pop().isWide()) {
                    frame.pop();
                }
            }
            case Opcodes.SWAP -> frame.insertBelow(1, frame.pop());
            case Opcodes.DUP -> duplicate(frame, 1, 0);
            case Opcodes.DUP_X1 -> duplicate(frame, 1, 1);
            case Opcodes.DUP_X2 -> duplicate(frame, 1, 2);
            case Opcodes.DUP2 -> duplicate(frame, 2, 0);
            case Opcodes.DUP2_X1 -> duplicate(frame, 2, 1);
            case Opcodes.DUP2_X2 -> duplicate(frame, 2, 2);
            default -> throw new IllegalArgumentException("opcode " + opcode);
        }
    }

    /** Copies the top words below as many words underneath them. */
    private static void duplicate(Frame frame, int words, int below) {
        int copied = entries(frame, 0, words);
        int skipped = entries(frame, copied, below);
        int depth = copied + skipped;
        for (int i = 0; i < copied; i++) {
            Operand value = frame.peek(i);
            frame.insertBelow(depth + i, value);
        }
    }

    /** {@return how many entries, from a depth on, make up a number of words} */
    private static int entries(Frame frame, int from, int words) {
        int entries = 0;
        for (int counted = 0; counted < words; entries++) {
            counted += frame.peek(from + entries).isWide() ? 2 : 1;
        }
        return entries;
    }
}
