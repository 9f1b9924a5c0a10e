package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Arrays that are on the device already. */
final class HeldArrays implements LaunchArrays {
    private final Program program;
    private final @Nullable Object[] arrays;

    private final int firstMade;

    private @Nullable ArrayClaim claim;
    private @Nullable DeviceGpu claimed;
    private @Nullable DeviceStream stream;

    /**
     * Makes it.
     *
     * @param program the kernel
     * @param arrays where the arrays are found at each launch, by parameter
     * @param firstMade the first parameter of those that are arrays which the kernel makes
     */
    HeldArrays(Program program, @Nullable Object[] arrays, int firstMade) {
        this.program = program;
        this.arrays = arrays;
        this.firstMade = firstMade;
    }

    @Override
    public void begin(Plan plan, @Nullable DeviceStream asked) {
        DeviceStream newStream = asked == null ? plan.gpu().defaultStream() : asked;
        if (claimed != newStream.device()) {
            claimed = newStream.device();
            claim = new ArrayClaim(newStream.device(), arrays.length);
        }
        stream = newStream;
    }

    private ArrayClaim ownClaim() {
        return Objects.requireNonNull(claim, "launched");
    }

    @Override
    public Stream stream() {
        return Objects.requireNonNull(stream, "launched").raw();
    }

    @Override
    public void claim() {
        ArrayClaim own = ownClaim();
        for (int i = 0; i < arrays.length; i++) {
            if (arrays[i] instanceof HeldArray<?> held) {
                held.addTo(own, program.uses().get(i).written());
            }
        }
        own.take(stream);
    }

    @Override
    public void giveUpClaim() {
        ownClaim().giveUp();
    }

    @Override
    public void settle() throws KernelFault {
        for (Object array : arrays) {
            if (array instanceof HeldArray<?> held) {
                held.memory().settle(stream());
            }
        }
    }

    @Override
    public void settleIfFaulty() {
        // Who waits for the arrays gets it.
    }

    @Override
    public void bring(BitSet overwritten, long threads, long traffic) {
        // They are there.
    }

    @Override
    public boolean isLasting() {
        return true;
    }

    @Override
    public Memory memory(int parameter) {
        return memory(arrays, parameter);
    }

    @Override
    public void make(int parameter, ElementType element, int length) {
        giveUp(parameter);
        arrays[parameter] = device().make(element, length);
    }

    @Override
    public void makeRows(int parameter, ElementType element, int[] sizes, int length) {
        giveUp(parameter);
        arrays[parameter] = device().make(element, sizes);
    }

    private DeviceGpu device() {
        return Objects.requireNonNull(claimed, "begun");
    }

    private void giveUp(int parameter) {
        if (arrays[parameter] instanceof HeldArray<?> before) {
            arrays[parameter] = null;
            before.close();
        }
    }

    @Override
    public Object result(int parameter, boolean onHost) {
        HeldArray<?> array = (HeldArray<?>) Objects.requireNonNull(arrays[parameter], "an array");
        if (onHost) {
            return array.toHost();
        }
        if (parameter >= firstMade) {
            // The caller's from now on.
            arrays[parameter] = null;
        }
        return array;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very same array
    public int take(Object array) {
        for (int i = 0; i < firstMade; i++) {
            if (arrays[i] instanceof HeldArray<?> held
                    && (held.memory() == array
                            || (held.memory() instanceof HeapMemory memory
                                    && !memory.isSlice()
                                    && memory.array() == array))) {
                return i;
            }
        }
        int parameter = firstMade;
        while (arrays[parameter] != null) {
            parameter++;
        }
        arrays[parameter] = device().hold(array);
        return parameter;
    }

    @Override
    public void end(@Nullable Throwable failure) {
        for (int i = firstMade; i < arrays.length; i++) {
            giveUp(i);
        }
    }

    static Memory memory(@Nullable Object[] arrays, int parameter) {
        if (arrays[parameter] instanceof HeldArray<?> held) {
            return held.memory();
        }
        throw new IllegalStateException("parameter " + parameter + " is no array");
    }
}
