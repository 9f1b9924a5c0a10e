package dev.gpukernel.internal.cuda;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Bytes that go through a chunk at once, or through none: all of an array that is registered.
 *
 * @param piece whose bytes they are
 * @param array where they are on the host
 * @param offset the first of them there
 * @param device where they are on the device
 * @param bytes how many they are
 * @param isRegistered whether the driver copies all of the array
 */
record CopyMove(int piece, HeapArray array, long offset, long device, long bytes, boolean isRegistered) {
    /**
     * {@return all moves of a piece one way}
     *
     * @param piece which
     * @param isFirst whether less moves at once at its beginning
     * @param isLast whether less moves at once at its end
     * @param spans what moves
     * @param way how much of it at once
     * @param registry has what is registered
     */
    static Deque<CopyMove> all(
            int piece,
            boolean isFirst,
            boolean isLast,
            List<PipedWork.Span> spans,
            PipelineSizes.Way way,
            HostRegistry registry) {
        Deque<CopyMove> moves = new ArrayDeque<>();
        long before = 0;
        long left = spans.stream().mapToLong(span -> span.array().bytes()).sum();
        for (PipedWork.Span span : spans) {
            long end = span.array().bytes();
            boolean isRegistered = end > 0 && registry.has(span.array());
            for (long offset = 0; offset < end; ) {
                long near = Math.min(isFirst ? before : Long.MAX_VALUE, isLast ? left : Long.MAX_VALUE);
                long bytes = isRegistered ? end : Math.min(way.bytesAtOnce(near), end - offset);
                moves.add(new CopyMove(piece, span.array(), offset, span.device() + offset, bytes, isRegistered));
                offset += bytes;
                before += bytes;
                left -= bytes;
            }
        }
        return moves;
    }
}
