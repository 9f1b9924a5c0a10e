package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.ElementUses;
import dev.gpukernel.internal.backend.ElementUses.Use;
import dev.gpukernel.internal.backend.Memory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of what is done with an array: each launch and copy that writes elements comes after all before that use them, each that
 * reads elements after those that wrote them last, whatever their streams and threads are. What only reads runs side by side, and so does
 * what uses slices without a common element. Guarded by the device's {@link DeviceGpu#order lock}.
 *
 * <p>While something is enqueued, or runs where that is the same, it has a claim on its elements. Later claims that do not agree with it
 * wait. On the device, streams wait for each other.
 *
 * <p>It must not refer to the {@link HeldArray}: it frees the memory once that is unreachable.
 */
final class ArrayOrder {
    /** Beyond so many uses of different slices, the next one counts as one of all elements, so that none takes long to order. */
    private static final int MOST_USES = 256;

    private final DeviceGpu gpu;
    private final Memory memory;
    private final @Nullable StackTraceElement place;

    /**
     * For each element the stream that wrote it last, and those that have read it since, having waited for that. The number is that of a
     * {@link DeviceStream#mark} behind the use, 0 if there is none.
     */
    private final ElementUses<DeviceStream> uses = new ElementUses<>();

    private final ElementUses<ArrayClaim> claims = new ElementUses<>();
    private boolean isClosed;

    /** Null if there is none. */
    private volatile @Nullable List<Watch> watches;

    /** Who is told before elements are written. */
    private record Watch(WeakReference<WriteWatch.Onlooker> onlooker, long from, long to) {}

    /** Whether its elements still have to be made zero, before anything else is done with it. */
    private boolean isToBeCleared;

    /**
     * Begins it with the allocation.
     *
     * @param gpu the device
     * @param memory the array's memory
     * @param place where it was allocated, if that is known
     * @param ofZeros whether its elements are zeros, else they are undefined
     */
    ArrayOrder(DeviceGpu gpu, Memory memory, @Nullable StackTraceElement place, boolean ofZeros) {
        this.gpu = gpu;
        this.memory = memory;
        this.place = place;
        this.isToBeCleared = ofZeros;
        uses.add(gpu.defaultStream(), 0, 0, memory.length(), true);
        gpu.allocator().add(this);
    }

    Memory memory() {
        return memory;
    }

    /** Lets somebody be told, once, before elements are written. */
    void watch(WriteWatch.Onlooker onlooker, long from, long to) {
        synchronized (gpu.order()) {
            List<Watch> all = new ArrayList<>();
            List<Watch> before = watches;
            if (before != null) {
                before.stream().filter(watch -> watch.onlooker.get() != null).forEach(all::add);
            }
            all.add(new Watch(new WeakReference<>(onlooker), from, to));
            watches = all;
        }
    }

    /** Tells those who asked that elements will be written. Not with the lock: they copy the elements. */
    void tellOnlookers(long from, long to) {
        if (watches == null) {
            return;
        }
        List<Watch> told = new ArrayList<>();
        synchronized (gpu.order()) {
            List<Watch> left = new ArrayList<>();
            List<Watch> before = watches;
            if (before != null) {
                before.forEach(watch -> (Math.max(from, watch.from) < Math.min(to, watch.to) ? told : left).add(watch));
                watches = left.isEmpty() ? null : left;
            }
        }
        for (Watch watch : told) {
            WriteWatch.Onlooker onlooker = watch.onlooker.get();
            if (onlooker != null) {
                onlooker.beforeWrite();
            }
        }
    }

    /** {@return the bytes of its elements} */
    long bytes() {
        return memory.length() * memory.element().bytes();
    }

    /** {@return type, length, size and place, such as {@code float[100] with 400, allocated at Main.main(Main.java:7)}} */
    String description() {
        return memory.element().text() + "[" + memory.length() + "] with " + bytes()
                + (place == null ? "" : ", allocated at " + place);
    }

    /** Fails if the array is closed. */
    void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException(Message.ARRAY_CLOSED.format(
                    memory.length(), memory.element().text()));
        }
    }

    /** {@return whether no claim is in the way of another one on some elements} */
    boolean isFree(long from, long to, boolean forWriting) {
        for (Use<ArrayClaim> claim = claims.first(); claim != null; claim = claim.next()) {
            if (claim.overlaps(from, to) && (forWriting || claim.writes())) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return the stream to copy some elements on if there is no other reason to choose one: that which wrote all of them, if one did and
     * did nothing else with the array since}
     */
    DeviceStream stream(long from, long to) {
        DeviceStream writer = null;
        for (Use<DeviceStream> use = uses.first(); use != null; use = use.next()) {
            if (use.writes() && use.overlaps(from, to)) {
                if (use.number() != 0 || (writer != null && writer != use.by())) {
                    return gpu.defaultStream();
                }
                writer = use.by();
            }
        }
        return writer == null || writer.isClosed() ? gpu.defaultStream() : writer;
    }

    void claim(ArrayClaim claim, long from, long to, boolean forWriting) {
        claims.add(claim, 0, from, to, forWriting);
    }

    /** Ends all that is claimed for a claim. */
    void giveUp(ArrayClaim claim) {
        if (claims.remove(claim)) {
            freeIfUnused();
        }
    }

    /**
     * Marks the end of what a stream did with other elements than those of a claim, so that what uses them need not wait for what the
     * stream does next. Not while there are other claims: what they are for may not be enqueued yet.
     */
    void markOthers(ArrayClaim claim, DeviceStream stream) {
        if (!gpu.hasStreams() || isShared(claim)) {
            return;
        }
        long mark = 0;
        for (Use<DeviceStream> use = uses.first(); use != null; use = use.next()) {
            if (use.by() == stream && use.number() == 0 && !isWithinClaim(use)) {
                mark = mark == 0 ? stream.mark() : mark;
                use.setNumber(mark);
            }
        }
    }

    private boolean isShared(ArrayClaim own) {
        for (Use<ArrayClaim> claim = claims.first(); claim != null; claim = claim.next()) {
            if (claim.by() != own) {
                return true;
            }
        }
        return false;
    }

    private boolean isWithinClaim(Use<DeviceStream> use) {
        for (Use<ArrayClaim> claim = claims.first(); claim != null; claim = claim.next()) {
            if (use.isWithin(claim)) {
                return true;
            }
        }
        return false;
    }

    /** Lets what a stream does next with some elements, for a claim on them, come after what it must come after. */
    void order(ArrayClaim claim, DeviceStream stream, long from, long to, boolean forWriting) {
        if (isToBeCleared) {
            // An allocation alone costs no call of the driver.
            memory.clear(gpu.defaultStream().raw());
            isToBeCleared = false;
        }
        if (uses.count() < MOST_USES || isShared(claim)) {
            order(stream, from, to, forWriting);
        } else {
            order(stream, 0, memory.length(), true);
        }
    }

    private void order(DeviceStream stream, long from, long to, boolean forWriting) {
        if (forWriting) {
            follow(stream, from, to, true);
            uses.cut(from, to, _ -> true);
        } else if (isOrdered(stream, from, to)) {
            return;
        } else {
            follow(stream, from, to, false);
            uses.removeIf(
                    use -> !use.writes() && (use.by().isDrained() || (use.by() == stream && use.isWithin(from, to))));
        }
        if (from < to) {
            uses.add(stream, 0, from, to, forWriting);
        }
    }

    /** {@return whether the last thing that a stream did with elements came after all that wrote them} */
    private boolean isOrdered(DeviceStream stream, long from, long to) {
        for (Use<DeviceStream> use = uses.first(); use != null; use = use.next()) {
            if (use.by() == stream && use.number() == 0 && use.covers(from, to)) {
                return true;
            }
        }
        return false;
    }

    /** Lets what a stream does next come after what was done with some elements, or wrote them. Allocates nothing. */
    private void follow(DeviceStream stream, long from, long to, boolean all) {
        for (Use<DeviceStream> use = uses.first(); use != null; use = use.next()) {
            if (use.overlaps(from, to) && (all || use.writes())) {
                stream.follow(use.by(), use.number());
            }
        }
    }

    /** Frees the memory after everything that streams do with it, and once nothing has a claim on it. */
    void close() {
        synchronized (gpu.order()) {
            if (!isClosed) {
                isClosed = true;
                freeIfUnused();
            }
        }
    }

    private void freeIfUnused() {
        if (isClosed && claims.count() == 0) {
            DeviceStream last = stream(0, memory.length());
            follow(last, 0, memory.length(), true);
            memory.free(last.raw());
            gpu.allocator().remove(this);
        }
    }
}
