package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Arrays that are on the device already. */
final class HeldArrays implements LaunchArrays {
    private final @Nullable Object[] arrays;
    private @Nullable DeviceStream stream;

    /**
     * Makes it.
     *
     * @param arrays where the arrays are found at each launch, by parameter
     */
    HeldArrays(@Nullable Object[] arrays) {
        this.arrays = arrays;
    }

    /** Says where to enqueue. */
    HeldArrays on(DeviceStream newStream) {
        stream = newStream;
        return this;
    }

    private DeviceStream own() {
        DeviceStream known = stream;
        if (known == null) {
            throw new IllegalStateException("no launch");
        }
        return known;
    }

    @Override
    public Stream stream() {
        return own().raw();
    }

    @Override
    public void bring(BitSet overwritten, long threads) {
        // They are there.
    }

    @Override
    public boolean isLasting() {
        return true;
    }

    @Override
    public Memory memory(int parameter) {
        if (arrays[parameter] instanceof HeldArray<?> held) {
            return held.use(own());
        }
        throw new IllegalStateException("parameter " + parameter + " is no array");
    }
}
