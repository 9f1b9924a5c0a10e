package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.Warp;
import dev.gpukernel.internal.jvm.LoopCode;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;

/** The stack trace of what a kernel threw: only the kernel's own frames are the user's business. */
final class KernelTrace {
    private static final Set<String> CALLERS = Set.of(
            BlockLoop.Spun.class.getName(),
            BlockLoop.Spread.class.getName(),
            BlockTurns.class.getName(),
            MethodCall.class.getName(),
            LoopCode.class.getName());

    /** What compiled code throws without message and trace where it throws often. */
    private static final Set<Class<?>> ABBREVIATED = Set.of(
            ArrayIndexOutOfBoundsException.class,
            ArithmeticException.class,
            NullPointerException.class,
            ClassCastException.class,
            ArrayStoreException.class);

    /** Classes whose methods with a Java body are instructions on a GPU, which have no frames. */
    private static final Set<String> INTRINSICS = Set.of(
            Atomic.class.getName(),
            Block.class.getName(),
            Grid.class.getName(),
            Shared.class.getName(),
            Warp.class.getName());

    private KernelTrace() {}

    /**
     * Whether the JVM left out message and trace ({@code -XX:+OmitStackTraceInFastThrow}). Such an exception is one object that
     * is thrown again and again.
     */
    static boolean isAbbreviated(Throwable thrown) {
        return thrown.getStackTrace().length == 0 && ABBREVIATED.contains(thrown.getClass());
    }

    /** Cuts the frames below the kernel's method, and those of intrinsics above what called them. */
    static void trim(Throwable thrown, Method kernel) {
        StackTraceElement[] above = framesAboveCaller(thrown);
        int end = above.length;
        while (end > 0 && !isOf(above[end - 1], kernel)) {
            end--;
        }
        thrown.setStackTrace(end == 0 ? above : Arrays.copyOfRange(above, firstOfKernel(above), end));
    }

    /** {@return the index of the frame above which a body of an intrinsic, and what it called, threw} */
    private static int firstOfKernel(StackTraceElement[] frames) {
        int first = 0;
        for (int i = 0; i < frames.length; i++) {
            if (INTRINSICS.contains(frames[i].getClassName())) {
                first = i + 1;
            }
        }
        return first;
    }

    /** {@return the frames above those that called the kernel, with what the JVM puts between them} */
    static StackTraceElement[] framesAboveCaller(Throwable thrown) {
        return framesAboveCaller(thrown.getStackTrace());
    }

    /** {@return of the frames of a thread that runs a kernel, those of the kernel and what it calls, but not of intrinsics} */
    static StackTraceElement[] ofKernel(StackTraceElement[] frames) {
        StackTraceElement[] above = framesAboveCaller(frames);
        return Arrays.copyOfRange(above, firstOfKernel(above), above.length);
    }

    private static StackTraceElement[] framesAboveCaller(StackTraceElement[] frames) {
        for (int i = 0; i < frames.length; i++) {
            if (CALLERS.contains(frames[i].getClassName())) {
                return Arrays.copyOf(frames, i);
            }
        }
        return frames;
    }

    private static boolean isOf(StackTraceElement frame, Method kernel) {
        return frame.getMethodName().equals(kernel.getName())
                && frame.getClassName().equals(kernel.getDeclaringClass().getName());
    }
}
