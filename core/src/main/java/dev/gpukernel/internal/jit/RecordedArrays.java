package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.RecordingStream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Arrays on the device, for launches that are noted and not done: they are claimed when the graph is launched. */
final class RecordedArrays implements LaunchArrays {
    private final RecordingStream stream = new RecordingStream();
    private final @Nullable Object[] arrays;
    private final String launcher;

    /**
     * Makes it.
     *
     * @param arrays where the arrays are found, by parameter
     * @param launcher name of the class that a launcher for the kernel would have
     */
    RecordedArrays(@Nullable Object[] arrays, String launcher) {
        this.arrays = arrays;
        this.launcher = launcher;
    }

    @Override
    public void begin(Plan plan, @Nullable DeviceStream asked) {
        // Nothing is launched.
    }

    @Override
    public RecordingStream stream() {
        return stream;
    }

    @Override
    public void requireNotRecorded(String what, String advice) {
        throw GraphRecording.refusal(what, launcher, advice);
    }

    @Override
    public void claim() {
        // Nothing is enqueued.
    }

    @Override
    public void giveUpClaim() {
        // There is none.
    }

    @Override
    public void settle() {
        // Nothing was launched.
    }

    @Override
    public void settleIfFaulty() {
        // Nothing was launched.
    }

    @Override
    public void bring(BitSet overwritten, long threads, long traffic) {
        // They are there.
    }

    @Override
    public boolean isLasting() {
        return false;
    }

    @Override
    public Memory memory(int parameter) {
        return HeldArrays.memory(arrays, parameter);
    }

    @Override
    public void make(int parameter, ElementType element, int length) {
        throw new IllegalStateException("refused before");
    }

    @Override
    public Object result(int parameter, boolean onHost) {
        throw new IllegalStateException("refused before");
    }
}
