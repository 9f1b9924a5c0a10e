package dev.gpukernel.internal.ptx;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The end of every kernel, and of every function it calls, that can fault: a thread that jumps here leaves its fault in the
 * {@link FaultRecord} of the launch and exits. It is far from the code that runs.
 *
 * <p>All threads of a launch may come here, so hardly any may get far. In this order, a thread
 * <ol>
 *   <li>looks at the lowest index so far through the first-level cache, which may be behind but never ahead: the index only sinks;
 *   <li>looks again in memory, and has the cache forget what it has if that was behind;
 *   <li>lets the first lane of those that came here with it go ahead, and looks once more;
 *   <li>lowers the index, by an atomic minimum;
 *   <li>takes the lock and describes its fault, both only as long as its own index is the lowest.
 * </ol>
 * At any time one thread's index is the lowest, so one thread waits for the lock beside the one that holds it. A thread that has the
 * lock sees whether it is still the lowest, and what it writes then is overwritten by every lower one that comes after. So the
 * description is that of the lowest index in the end.
 *
 * <p>Lanes come here on different ways and need not be together. Those that execute {@code activemask} at once all get to the
 * barrier, so it is one of exactly these.
 */
final class FaultRoutine {
    /** Where a fault site jumps to. */
    static final String LABEL = "$FAULT";

    /** Registers that a site sets before it jumps: its number and its operands. */
    private static final List<String> OPERANDS = List.of("%first", "%second", "%third", "%fourth", "%fifth", "%sixth");

    private static final String STORE_PATH = "\n    st.volatile.global.u32 [%rd1+64], %path;";

    private FaultRoutine() {}

    /** {@return the register for a site's operand} */
    static String operand(int number) {
        return OPERANDS.get(number);
    }

    /**
     * {@return declarations of the registers}
     *
     * @param operands most operands of a site
     * @param reportsPath whether the path is reported
     */
    static String declarations(int operands, boolean reportsPath) {
        return "    .reg .b32 %%site;\n    .reg .b64 %s;\n%s"
                .formatted(
                        String.join(", ", OPERANDS.subList(0, reported(operands))),
                        reportsPath ? "    .reg .b32 %path;\n" : "");
    }

    /** {@return for how many operands there are registers: an index and a length are the most that nearly all kernels have} */
    private static int reported(int operands) {
        return Math.max(2, operands);
    }

    private static String stores(int operands) {
        return IntStream.range(0, reported(operands))
                .mapToObj(i ->
                        "\n    st.volatile.global.u64 [%%rd1+%d], %s;".formatted(FaultRecord.operand(i), operand(i)))
                .collect(Collectors.joining());
    }

    /**
     * The routine.
     *
     * @param recordParameter name of the parameter that holds the record's address
     * @param operands most operands of a site
     * @param index sets {@code %%rd3} to the index of the thread, as {@link FaultIndex} has it
     * @param path sets {@code %path} to the path of the calls, null if no path is reported
     * @param end what ends the thread
     */
    static String text(String recordParameter, int operands, String index, @Nullable String path, String end) {
        return """
                $FAULT: {
                    .reg .pred %%p<4>;
                    .reg .b32 %%r<20>;
                    .reg .b64 %%rd<16>;%s
                    ld.param.u64 %%rd1, [%s];
                    cvta.to.global.u64 %%rd1, %%rd1;
                    mov.u32 %%r1, %%ctaid.x;
                    mov.u32 %%r2, %%ctaid.y;
                    mov.u32 %%r3, %%ctaid.z;
                    mov.u32 %%r4, %%tid.x;
                    mov.u32 %%r5, %%tid.y;
                    mov.u32 %%r6, %%tid.z;
                    mov.u32 %%r7, %%nctaid.x;
                    mov.u32 %%r8, %%nctaid.y;
                    mov.u32 %%r9, %%ntid.x;
                    mov.u32 %%r10, %%ntid.y;
                    mov.u32 %%r11, %%ntid.z;
                %s
                    ld.global.ca.u64 %%rd6, [%%rd1+8];
                    setp.le.u64 %%p1, %%rd6, %%rd3;
                    @%%p1 bra $END;
                    ld.volatile.global.u64 %%rd6, [%%rd1+8];
                    setp.gt.u64 %%p1, %%rd6, %%rd3;
                    @%%p1 bra $LOWER;
                    membar.gl;
                    bra $END;
                $LOWER:
                    activemask.b32 %%r15;
                    mov.u32 %%r16, %%lanemask_lt;
                    and.b32 %%r16, %%r16, %%r15;
                    setp.eq.u32 %%p2, %%r16, 0;
                    @%%p2 atom.global.min.u64 %%rd7, [%%rd1+8], %%rd3;
                    bar.warp.sync %%r15;
                    @%%p2 bra $TRIED;
                    ld.volatile.global.u64 %%rd6, [%%rd1+8];
                    setp.le.u64 %%p1, %%rd6, %%rd3;
                    @%%p1 bra $END;
                    atom.global.min.u64 %%rd7, [%%rd1+8], %%rd3;
                $TRIED:
                    setp.le.u64 %%p1, %%rd7, %%rd3;
                    @%%p1 bra $END;
                $LOCK:
                    ld.volatile.global.u64 %%rd6, [%%rd1+8];
                    setp.ne.u64 %%p1, %%rd6, %%rd3;
                    @%%p1 bra $END;
                    atom.global.cas.b32 %%r15, [%%rd1], 0, 1;
                    setp.ne.u32 %%p1, %%r15, 0;
                    @%%p1 bra $LOCK;
                    membar.gl;
                    ld.volatile.global.u64 %%rd6, [%%rd1+8];
                    setp.ne.u64 %%p1, %%rd6, %%rd3;
                    @%%p1 bra $UNLOCK;
                    st.volatile.global.u32 [%%rd1+4], %%site;%s%s
                    st.volatile.global.u32 [%%rd1+32], %%r1;
                    st.volatile.global.u32 [%%rd1+36], %%r2;
                    st.volatile.global.u32 [%%rd1+40], %%r3;
                    st.volatile.global.u32 [%%rd1+44], %%r4;
                    st.volatile.global.u32 [%%rd1+48], %%r5;
                    st.volatile.global.u32 [%%rd1+52], %%r6;
                    ld.volatile.global.u64 %%rd8, [%%rd1+56];
                    mov.u32 %%r16, 1;
                    st.volatile.u32 [%%rd8], %%r16;
                $UNLOCK:
                    membar.sys;
                    atom.global.exch.b32 %%r15, [%%rd1], 0;
                $END:
                    %s
                }
                """.formatted(
                        path == null ? "" : "\n    " + path,
                        recordParameter,
                        index,
                        stores(operands),
                        path == null ? "" : STORE_PATH,
                        end);
    }
}
