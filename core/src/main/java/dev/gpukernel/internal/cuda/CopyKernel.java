package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A kernel that copies between device memory and mapped pinned memory. A copy of a few kilobytes by the device's copy engine takes
 * longer than all else in a small launch, since engine and kernels have to wait for each other; threads copy at once.
 *
 * <p>Safe for use by several threads.
 */
final class CopyKernel implements AutoCloseable {
    /** Above that, the copy engine is faster. */
    static final long MOST_BYTES = 128 << 10;

    /** What a thread copies. Both ends have room for the last thread's. */
    static final int WORD = 16;

    private static final int BLOCK = 128;

    private static final String NAME = "gpukernel_copy";
    private static final String PTX = """
            .version 7.8
            .target sm_75
            .address_size 64

            .visible .entry %s(
                .param .u64 target,
                .param .u64 source,
                .param .u32 words
            )
            {
                .reg .pred %%p<1>;
                .reg .b32 %%r<8>;
                .reg .b64 %%rd<4>;
                ld.param.u64 %%rd0, [target];
                cvta.to.global.u64 %%rd0, %%rd0;
                ld.param.u64 %%rd1, [source];
                cvta.to.global.u64 %%rd1, %%rd1;
                ld.param.u32 %%r0, [words];
                mov.u32 %%r1, %%ctaid.x;
                mov.u32 %%r2, %%ntid.x;
                mov.u32 %%r3, %%tid.x;
                mad.lo.u32 %%r1, %%r1, %%r2, %%r3;
                setp.ge.u32 %%p0, %%r1, %%r0;
                @%%p0 bra end;
                mul.wide.u32 %%rd2, %%r1, %d;
                add.s64 %%rd0, %%rd0, %%rd2;
                add.s64 %%rd1, %%rd1, %%rd2;
                ld.global.v4.u32 {%%r4, %%r5, %%r6, %%r7}, [%%rd1];
                st.global.v4.u32 [%%rd0], {%%r4, %%r5, %%r6, %%r7};
            end:
                ret;
            }
            """.formatted(NAME, WORD);

    private final CudaModule module;
    private final CudaFunction function;

    CopyKernel(CudaContext context) {
        this.module = CudaModule.load(context, NAME, PTX);
        this.function = module.function(NAME);
    }

    /** The arguments of one copy at a time. */
    static final class Arguments {
        private final MemorySegment values;
        private final MemorySegment pointers;

        Arguments() {
            Arena arena = Arena.ofAuto();
            values = arena.allocate(3 * Long.BYTES, Long.BYTES);
            pointers = arena.allocate(3 * Long.BYTES, Long.BYTES);
            for (int i = 0; i < 3; i++) {
                pointers.setAtIndex(ValueLayout.JAVA_LONG, i, values.address() + (long) i * Long.BYTES);
            }
        }
    }

    /**
     * Enqueues a copy.
     *
     * @param target where to, for the device, a multiple of 16
     * @param source where from, for the device, a multiple of 16
     * @param bytes how many, at least 1; up to a multiple of 16 more may be copied
     * @param arguments the caller's own
     */
    void copy(long target, long source, long bytes, CudaStream stream, Arguments arguments) {
        int words = Math.toIntExact(Math.ceilDiv(bytes, WORD));
        arguments.values.setAtIndex(ValueLayout.JAVA_LONG, 0, target);
        arguments.values.setAtIndex(ValueLayout.JAVA_LONG, 1, source);
        arguments.values.setAtIndex(ValueLayout.JAVA_LONG, 2, words);
        function.launch(false, Math.ceilDiv(words, BLOCK), 1, 1, BLOCK, 1, 1, 0, stream.handle(), arguments.pointers);
    }

    @Override
    public void close() {
        module.close();
    }
}
