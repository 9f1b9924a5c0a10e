package dev.gpukernel.internal.jvm;

import java.util.ArrayList;
import java.util.List;

/** What emitted code throws where the kernel ends with an exception; {@link LoopCode#exception} makes that of it. */
public final class LoopFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int site;
    private final transient long[] operands;
    private final transient List<Integer> calls = new ArrayList<>();

    private LoopFault(int site, long[] operands) {
        super(null, null, false, false);
        this.site = site;
        this.operands = operands;
    }

    /** Called by emitted code: a check or throw of that number, with its operands' bits. */
    static LoopFault at(int site, long[] operands) {
        return new LoopFault(site, operands);
    }

    /** Called by emitted code: the fault came out of the call of that number. */
    static LoopFault outOf(LoopFault fault, int call) {
        fault.calls.add(call);
        return fault;
    }

    int site() {
        return site;
    }

    long[] operands() {
        return operands;
    }

    /** {@return the calls that led to it, the innermost first} */
    List<Integer> calls() {
        return calls;
    }
}
