package dev.gpukernel.internal.ptx;

/**
 * Where the blocks of a grid wait for each other: {@value #BYTES} bytes of device memory for each stream, zero at first and after
 * every launch.
 *
 * <p>A block arrives when all its threads that have not ended are there, and one of them counts for it. A block whose last thread
 * has ended leaves: it counts as arrived from then on, in every phase. Whoever comes last sets the count back to the blocks that
 * left and begins the next phase. Blocks wait for the phase, not for the count, so nobody can miss it. Threads that threw an
 * exception have ended like others, so that none waits for them.
 */
public final class GridBarrier {
    /** u32: blocks that arrived in this phase. */
    public static final int ARRIVED = 0;

    /** u32: number of the phase, modulo 2^32. */
    public static final int PHASE = 4;

    /** u32: blocks that left. */
    public static final int LEFT = 8;

    /** Size of the workspace. */
    public static final int BYTES = 16;

    /** Where a thread jumps to that ends. */
    static final String LABEL = "$LEAVE";

    /** The word of a block that holds which of its threads counts for it, and the number of those that ended. */
    static final String DECLARATIONS = """
                .shared .b32 grid_leader;
                .shared .b32 grid_ended;
            """;

    private static final String THREAD = """
            mov.u32 %a, %tid.z;
            mov.u32 %b, %ntid.y;
            mov.u32 %c, %tid.y;
            mad.lo.u32 %a, %a, %b, %c;
            mov.u32 %b, %ntid.x;
            mov.u32 %c, %tid.x;
            mad.lo.u32 %thread, %a, %b, %c;
            """;

    private static final String BLOCKS = """
            mov.u32 %a, %nctaid.x;
            mov.u32 %b, %nctaid.y;
            mul.lo.u32 %a, %a, %b;
            mov.u32 %b, %nctaid.z;
            mul.lo.u32 %blocks, %a, %b;
            """;

    private static final String WORKSPACE = """
            ld.param.u64 %space, [grid_barrier];
            cvta.to.global.u64 %space, %space;
            """;

    /** Begins the next phase. */
    private static final String RELEASE = """
            ld.volatile.global.u32 %a, [%space+8];
            st.volatile.global.u32 [%space], %a;
            membar.gl;
            atom.global.add.u32 %b, [%space+4], 1;
            """;

    private static final String REGISTERS = """
            .reg .pred %is;
            .reg .b32 %a, %b, %c, %thread, %blocks, %phase, %arrived;
            .reg .b64 %space;
            """;

    private GridBarrier() {}

    /** {@return what a kernel begins with} */
    static String begin() {
        return "{\n" + REGISTERS + THREAD + """
                setp.ne.u32 %is, %thread, 0;
                @%is bra $SET;
                st.shared.u32 [grid_ended], 0;
                $SET:
                barrier.sync 0;
                }""";
    }

    /** {@return what waits for all threads of the grid} */
    static String sync() {
        return "{\n" + REGISTERS + THREAD + """
                atom.shared.exch.b32 %a, [grid_leader], %thread;
                barrier.sync 0;
                ld.shared.u32 %a, [grid_leader];
                setp.ne.u32 %is, %a, %thread;
                @%is bra $WAIT;
                """ + WORKSPACE + BLOCKS + """
                ld.volatile.global.u32 %phase, [%space+4];
                membar.gl;
                atom.global.add.u32 %arrived, [%space], 1;
                add.u32 %arrived, %arrived, 1;
                setp.ne.u32 %is, %arrived, %blocks;
                @%is bra $SPIN;
                """ + RELEASE + """
                bra $GO;
                $SPIN:
                ld.volatile.global.u32 %a, [%space+4];
                setp.eq.u32 %is, %a, %phase;
                @%is bra $SPIN;
                $GO:
                membar.gl;
                $WAIT:
                barrier.sync 0;
                }""";
    }

    /** {@return what a thread does that ends, wherever it comes from} */
    static String leave() {
        String text = "$LEAVE: {\n" + REGISTERS + """
                mov.u32 %a, %ntid.x;
                mov.u32 %b, %ntid.y;
                mul.lo.u32 %a, %a, %b;
                mov.u32 %b, %ntid.z;
                mul.lo.u32 %a, %a, %b;
                membar.gl;
                atom.shared.add.u32 %b, [grid_ended], 1;
                add.u32 %b, %b, 1;
                setp.ne.u32 %is, %a, %b;
                @%is bra $GONE;
                """ + WORKSPACE + BLOCKS + """
                atom.global.add.u32 %a, [%space+8], 1;
                membar.gl;
                atom.global.add.u32 %arrived, [%space], 1;
                add.u32 %arrived, %arrived, 1;
                setp.ne.u32 %is, %arrived, %blocks;
                @%is bra $GONE;
                ld.volatile.global.u32 %a, [%space+8];
                setp.eq.u32 %is, %a, %blocks;
                @%is bra $LAST;
                """ + RELEASE + """
                bra $GONE;
                $LAST:
                st.volatile.global.u32 [%space], 0;
                st.volatile.global.u32 [%space+8], 0;
                $GONE:
                exit;
                }
                """;
        return text.indent(4);
    }
}
