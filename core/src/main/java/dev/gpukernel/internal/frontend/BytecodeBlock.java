package dev.gpukernel.internal.frontend;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Instructions of a method that are always done one after another: from {@code start}, before {@code end}. */
final class BytecodeBlock {
    /** No variable. */
    static final int NONE = -1;

    /** What is on top of the stack, in place of a variable. */
    static final int ON_STACK = -2;

    final int start;
    final int end;
    final List<BytecodeBlock> successors = new ArrayList<>();
    final List<BytecodeBlock> predecessors = new ArrayList<>();

    /** The first blocks of the loops that it is in, if blocks are copied for arrays. */
    final Set<BytecodeBlock> loops = new HashSet<>();

    /** Whether it is where a handler of exceptions begins: an instruction of another block may lead there from its middle. */
    boolean isHandler;

    /** Local variable slots whose value may still be read when control arrives here. */
    final BitSet liveIn = new BitSet();

    /** The variable that says from which case of a switch on patterns on it asks: copies of it are told apart by that. */
    int restart = NONE;

    BytecodeBlock(int start, int end) {
        this.start = start;
        this.end = end;
    }
}
