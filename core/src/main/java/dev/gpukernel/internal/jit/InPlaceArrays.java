package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Host arrays of launches on a device that shares the heap: it uses them where they are. */
final class InPlaceArrays implements LaunchArrays {
    private final @Nullable Object[] arrays;
    private final @Nullable Memory[] memories;
    private @Nullable Plan plan;
    private @Nullable Stream stream;
    private long start;

    private final int firstMade;

    /**
     * Makes it.
     *
     * @param arrays where the host arrays are found at each launch, by parameter
     * @param firstMade the first parameter of those that are arrays which the kernel makes
     */
    InPlaceArrays(@Nullable Object[] arrays, int firstMade) {
        this.firstMade = firstMade;
        this.arrays = arrays;
        this.memories = new Memory[arrays.length];
    }

    @Override
    public void begin(Plan newPlan, @Nullable DeviceStream asked) {
        plan = newPlan;
        stream = (asked == null ? newPlan.gpu().defaultStream() : asked).raw();
        for (int i = 0; i < arrays.length; i++) {
            Object array = arrays[i];
            memories[i] = array == null ? null : newPlan.gpu().raw().wrap(array);
        }
        start = System.nanoTime();
    }

    @Override
    public Times finish() {
        return new Times.InPlace(Objects.requireNonNull(plan, "begun"), System.nanoTime() - start);
    }

    @Override
    public void end(@Nullable Throwable failure) {
        Arrays.fill(memories, null);
    }

    @Override
    public void claim() {
        // The host's arrays are the caller's.
    }

    @Override
    public void giveUpClaim() {
        // There is none.
    }

    @Override
    public void settle() throws KernelFault {
        stream().synchronize();
    }

    @Override
    public void settleIfFaulty() throws KernelFault {
        if (stream().isFaulty()) {
            settle();
        }
    }

    @Override
    public Stream stream() {
        return Objects.requireNonNull(stream, "begun");
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
        return Objects.requireNonNull(memories[parameter], "an array");
    }

    @Override
    public void make(int parameter, ElementType element, int length) {
        set(parameter, Array.newInstance(element.arrayClass().componentType(), length));
    }

    private void set(int parameter, Object array) {
        arrays[parameter] = array;
        memories[parameter] = Objects.requireNonNull(plan, "begun").gpu().raw().wrap(array);
    }

    @Override
    public Object result(int parameter, boolean onHost) {
        return Objects.requireNonNull(arrays[parameter], "an array");
    }

    @Override
    public int take(Object array) {
        int parameter = Arrays.asList(arrays).indexOf(array);
        if (parameter < 0) {
            // Where the method runs itself, none was made but those that it returns.
            parameter = firstMade;
            while (arrays[parameter] != null) {
                parameter++;
            }
            if (array instanceof Object[]) {
                arrays[parameter] = array;
            } else {
                set(parameter, array);
            }
        }
        return parameter;
    }
}
