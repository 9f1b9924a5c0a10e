package dev.gpukernel.internal.ptx;

import org.jspecify.annotations.Nullable;

/**
 * The end of every kernel, and of every function it calls, that can fault: a thread that jumps here leaves its fault in the {@link FaultRecord} and exits. It is
 * far from the code that runs, and a thread takes the lock only if its fault would be the one to keep.
 *
 * <p>Launches of a stream do not overlap, so a record of another launch is an earlier one and stays. Among threads of one launch
 * the least index stays. The index is written before the launch, so that who sees the launch without the lock sees an index of
 * it.
 */
final class FaultRoutine {
    /** Where a fault site jumps to. */
    static final String LABEL = "$FAULT";

    /** Registers that a site sets before it jumps: its number and its two operands. */
    private static final String DECLARATIONS = """
                .reg .b32 %site;
                .reg .b64 %first, %second;
            """;

    private static final String STORE_PATH = "\n    st.volatile.global.u32 [%rd1+72], %path;";

    private FaultRoutine() {}

    /** {@return declarations of the registers, with that of the path if it is reported} */
    static String declarations(boolean reportsPath) {
        return reportsPath ? DECLARATIONS + "    .reg .b32 %path;\n" : DECLARATIONS;
    }

    /**
     * The routine.
     *
     * @param recordParameter name of the parameter that holds the record's address
     * @param launchParameter name of the parameter that identifies the launch
     * @param index sets {@code %%rd3} to the index of the thread, as {@link FaultIndex} has it
     * @param path sets {@code %path} to the path of the calls, null if no path is reported
     * @param end what ends the thread
     */
    static String text(
            String recordParameter, String launchParameter, String index, @Nullable String path, String end) {
        return """
                $FAULT: {
                    .reg .pred %%p<4>;
                    .reg .b32 %%r<20>;
                    .reg .b64 %%rd<16>;%s
                    ld.param.u64 %%rd1, [%s];
                    cvta.to.global.u64 %%rd1, %%rd1;
                    ld.param.u64 %%rd2, [%s];
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
                    ld.volatile.global.u64 %%rd6, [%%rd1+8];
                    setp.eq.u64 %%p1, %%rd6, 0;
                    @%%p1 bra $LOCK;
                    setp.ne.u64 %%p1, %%rd6, %%rd2;
                    @%%p1 bra $END;
                    membar.gl;
                    ld.volatile.global.u64 %%rd7, [%%rd1+16];
                    setp.le.u64 %%p1, %%rd7, %%rd3;
                    @%%p1 bra $END;
                $LOCK:
                    atom.global.cas.b32 %%r15, [%%rd1], 0, 1;
                    setp.ne.u32 %%p1, %%r15, 0;
                    @%%p1 bra $LOCK;
                    membar.gl;
                    ld.volatile.global.u64 %%rd6, [%%rd1+8];
                    setp.eq.u64 %%p1, %%rd6, 0;
                    @%%p1 bra $WRITE;
                    setp.ne.u64 %%p1, %%rd6, %%rd2;
                    @%%p1 bra $UNLOCK;
                    ld.volatile.global.u64 %%rd7, [%%rd1+16];
                    setp.le.u64 %%p1, %%rd7, %%rd3;
                    @%%p1 bra $UNLOCK;
                $WRITE:
                    st.volatile.global.u64 [%%rd1+16], %%rd3;
                    st.volatile.global.u32 [%%rd1+4], %%site;
                    st.volatile.global.u64 [%%rd1+24], %%first;
                    st.volatile.global.u64 [%%rd1+32], %%second;%s
                    st.volatile.global.u32 [%%rd1+40], %%r1;
                    st.volatile.global.u32 [%%rd1+44], %%r2;
                    st.volatile.global.u32 [%%rd1+48], %%r3;
                    st.volatile.global.u32 [%%rd1+52], %%r4;
                    st.volatile.global.u32 [%%rd1+56], %%r5;
                    st.volatile.global.u32 [%%rd1+60], %%r6;
                    membar.gl;
                    st.volatile.global.u64 [%%rd1+8], %%rd2;
                    ld.volatile.global.u64 %%rd8, [%%rd1+64];
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
                        launchParameter,
                        index,
                        path == null ? "" : STORE_PATH,
                        end);
    }
}
