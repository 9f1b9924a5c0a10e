package dev.gpukernel.internal.cpu;

import java.util.Arrays;
import java.util.Iterator;

/**
 * A place in a kernel together with the calls that lead there, so that a helper called at two places counts as two. Each call of
 * a kernel is of a known method; so the kernel's method and the index of the instruction in each frame say it all.
 */
final class CallPath {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final int MOST_FRAMES = 32;

    private final int[] indices;
    private final int hash;

    private CallPath(int[] indices) {
        this.indices = indices;
        this.hash = Arrays.hashCode(indices);
    }

    /** {@return the path from the kernel's caller to the caller of this method} */
    static CallPath here() {
        return WALKER.walk(frames -> read(frames.iterator()));
    }

    private static CallPath read(Iterator<StackWalker.StackFrame> frames) {
        int[] indices = new int[MOST_FRAMES];
        int depth = 0;
        while (frames.hasNext()) {
            StackWalker.StackFrame frame = frames.next();
            if (frame.getDeclaringClass() == MethodCall.class) {
                break;
            }
            if (depth == indices.length) {
                indices = Arrays.copyOf(indices, 2 * depth);
            }
            indices[depth++] = frame.getByteCodeIndex();
        }
        return new CallPath(Arrays.copyOf(indices, depth));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CallPath path && Arrays.equals(indices, path.indices);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
