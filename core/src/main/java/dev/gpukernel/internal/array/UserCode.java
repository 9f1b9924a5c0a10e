package dev.gpukernel.internal.array;

import dev.gpukernel.internal.frontend.ElementFunctions;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a user's code asks for an operation, for the stack trace of what it throws when it is computed, elsewhere and later. */
final class UserCode {
    private static final String INTERNAL = "dev.gpukernel.internal.array.";
    private static final String ARRAYS = "dev.gpukernel.array.";
    private static final String ARRAY = "NdArray";

    /** Few frames are the library's. Looking at more costs most of the time, which is about a microsecond. */
    private static final StackWalker WALKER = StackWalker.getInstance(Set.of(), 5);

    private UserCode() {}

    /** {@return the user's line that divides by an array, null if it cannot throw} Kernels that divide at other lines are others. */
    static @Nullable SourcePosition divisionBy(Expression divisor) {
        return divisor instanceof Expression.Uniform number && number.value.bits() != 0
                ? null
                : WALKER.walk(UserCode::caller);
    }

    /** {@return the user's line that picks by indices} */
    static @Nullable SourcePosition indexing() {
        return WALKER.walk(UserCode::caller);
    }

    /** {@return the line that called an operation, as the caller of what computes it; null if only the library is there} */
    private static @Nullable SourcePosition caller(Stream<StackWalker.StackFrame> frames) {
        for (Iterator<StackWalker.StackFrame> left = frames.iterator(); left.hasNext(); ) {
            StackWalker.StackFrame frame = left.next();
            String name = frame.getClassName();
            if (!name.startsWith(INTERNAL) && !(name.startsWith(ARRAYS) && name.endsWith(ARRAY))) {
                return position(frame.toStackTraceElement());
            }
        }
        return null;
    }

    private static SourcePosition position(StackTraceElement line) {
        SourcePosition user = new SourcePosition(
                line.getClassName(), line.getMethodName(), line.getFileName(), Math.max(0, line.getLineNumber()), null);
        return ElementFunctions.CALLER.calledFrom(user);
    }
}
