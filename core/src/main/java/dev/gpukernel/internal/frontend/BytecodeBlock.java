package dev.gpukernel.internal.frontend;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Instructions of a method that are always done one after another: from {@code start}, before {@code end}. */
final class BytecodeBlock {
    final int start;
    final int end;
    final List<BytecodeBlock> successors = new ArrayList<>();
    int predecessors;

    /** Local variable slots whose value may still be read when control arrives here. */
    final BitSet liveIn = new BitSet();

    BytecodeBlock(int start, int end) {
        this.start = start;
        this.end = end;
    }
}
