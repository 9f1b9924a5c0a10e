package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.ElementUses;
import dev.gpukernel.internal.backend.ElementUses.Use;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Memory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order of what is done with an array: each launch and copy that writes elements comes after all before that use them, each that
 * reads elements after those that wrote them last, whatever their streams and threads are. What only reads runs side by side, and so does
 * what uses slices without a common element. Guarded by the device's {@link DeviceGpu#order lock}.
 *
 * <p>While something is enqueued, or runs where that is the same, it has a claim on its elements. Later claims that do not agree with it
 * wait. On the device, streams wait for each other.
 *
 * <p>Several arrays of memory that others gave may share this, and memory of an array may be lent to others. The memory stays until all arrays are
 * closed and everything that was lent is back. It may be lent to what gives it to an array here again; that gives it back when it is closed.
 *
 * <p>It must not refer to the {@link HeldArray}: it frees the memory once that is unreachable.
 */
final class ArrayOrder {
    /** Beyond so many uses of different slices, the next one counts as one of all elements, so that none takes long to order. */
    private static final int MOST_USES = 256;

    private final DeviceGpu gpu;
    private final Memory memory;
    private final long firstAddress;
    private final @Nullable StackTraceElement place;

    /**
     * For each element the stream that wrote it last, and those that have read it since, having waited for that. The number is that of a
     * {@link DeviceStream#mark} behind the use, 0 if there is none.
     */
    private final ElementUses<DeviceStream> uses = new ElementUses<>();

    private final ElementUses<ArrayClaim> claims = new ElementUses<>();
    private boolean isClosed;
    private boolean isFreed;

    /** How many arrays have it that are not closed. */
    private int holders = 1;

    /** How often it is lent to others. */
    private int loans;

    /** Whose memory it is. */
    private final Origin origin;

    /** What is run once nothing uses the memory any more; null if it is the device's, or that was run. */
    private @Nullable Runnable ending;

    /** Behind everything that used the memory, if it is that of others and freed, until somebody waits for them. */
    private List<Event> lastUses = List.of();

    /** Null if there is none. */
    private volatile @Nullable List<Watch> watches;

    /** Whose memory it is. */
    enum Origin {
        /** The device's, which allocated it. */
        OWN,
        /** The same, and other processes can open it. */
        SHAREABLE,
        /** That of somebody else. */
        FOREIGN
    }

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
        this(gpu, memory, place, ofZeros, Origin.OWN, gpu.defaultStream());
    }

    private ArrayOrder(
            DeviceGpu gpu,
            Memory memory,
            @Nullable StackTraceElement place,
            boolean ofZeros,
            Origin origin,
            DeviceStream first) {
        this.gpu = gpu;
        this.memory = memory;
        this.firstAddress = memory.hasAddress() ? memory.address() : 0;
        this.place = place;
        this.isToBeCleared = ofZeros;
        this.origin = origin;
        uses.add(first, 0, 0, memory.length(), true);
        gpu.allocator().add(this);
    }

    /**
     * Begins it with memory that the device did not allocate as usual.
     *
     * @param gpu the device
     * @param memory the memory, whose elements are to be made zeros if it is not that of others
     * @param origin whose memory it is
     * @param first what was done with the memory so far comes before what this stream gets
     * @param ending what is run once nothing uses the memory any more
     */
    static ArrayOrder of(DeviceGpu gpu, Memory memory, Origin origin, DeviceStream first, Runnable ending) {
        ArrayOrder made = new ArrayOrder(gpu, memory, null, origin != Origin.FOREIGN, origin, first);
        made.ending = ending;
        return made;
    }

    /**
     * Lets one more array have it, under the lock. It is to be {@linkplain #close(Runnable) closed} with what is run when that is.
     */
    void join() {
        requireOpen();
        holders++;
    }

    /** {@return where its memory starts or, if it is closed, started; 0 if the memory has no address} */
    long firstAddress() {
        return firstAddress;
    }

    /** {@return whether some bytes are in its memory, under the lock} */
    boolean overlaps(long address, long bytes) {
        if (isFreed || isClosed || !memory.hasAddress()) {
            return false;
        }
        return Math.max(firstAddress, address)
                < Math.min(firstAddress + memory.length() * memory.element().bytes(), address + bytes);
    }

    /** {@return whether the memory is that of others} */
    boolean isForeign() {
        return origin == Origin.FOREIGN;
    }

    /** {@return whether other processes can open it} */
    boolean isShareable() {
        return origin == Origin.SHAREABLE;
    }

    /** Keeps the memory until {@link #giveBack} is called as often as this, also if the array is closed before. */
    void lend() {
        synchronized (gpu.order()) {
            requireOpen();
            loans++;
        }
    }

    /** Ends what began with {@link #lend}. */
    void giveBack() {
        synchronized (gpu.order()) {
            loans--;
            freeIfUnused();
        }
        end();
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
                for (Watch watch : before) {
                    boolean isSame = watch.onlooker.refersTo(onlooker) && watch.from == from && watch.to == to;
                    if (!isSame && !watch.onlooker.refersTo(null)) {
                        all.add(watch);
                    }
                }
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

    /** {@return the bytes of the device's memory that it has} */
    long bytes() {
        return isForeign() ? 0 : memory.length() * memory.element().bytes();
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

    /**
     * Frees the memory after everything that streams do with it, and once nothing has a claim on it. Waits for that if it is memory of others.
     * Once for the array that it began with.
     */
    void close() {
        close(null);
    }

    /**
     * Does the same for an array that joined.
     *
     * @param own what is run when nothing of what was launched so far uses the memory any more
     */
    void close(@Nullable Runnable own) {
        List<Event> behind = List.of();
        synchronized (gpu.order()) {
            if (own != null || ending != null) {
                gpu.awaitWhile(() -> claims.count() > 0);
            }
            if (own != null) {
                behind = markAll();
            }
            holders--;
            if (holders == 0) {
                isClosed = true;
                freeIfUnused();
            }
        }
        if (own != null) {
            await(behind);
            own.run();
        }
        end();
    }

    /** {@return events behind everything that streams do with the memory} No stream waits for another, as the host will. */
    private List<Event> markAll() {
        Set<DeviceStream> streams = new LinkedHashSet<>();
        for (Use<DeviceStream> use = uses.first(); use != null; use = use.next()) {
            streams.add(use.by());
        }
        List<Event> behind = new ArrayList<>();
        for (DeviceStream stream : streams) {
            Event event = stream.markEnd();
            if (event != null) {
                behind.add(event);
            }
        }
        return behind;
    }

    private static void await(List<Event> behind) {
        for (Event event : behind) {
            event.await();
            event.close();
        }
    }

    /** {@return whether the user's code that asks runs while this is claimed for it, under the lock} It would wait forever for that. */
    boolean isClaimedHere() {
        for (Use<ArrayClaim> claim = claims.first(); claim != null; claim = claim.next()) {
            if (claim.by().isOfThisThread()) {
                return true;
            }
        }
        return false;
    }

    /** Fails if closing it now would wait for the user's code that does so. */
    void requireClosable() {
        synchronized (gpu.order()) {
            if (ending != null || holders > 1) {
                requireNotClaimedHere("closed");
            }
        }
    }

    /** Fails if the user's code that asks runs while this is claimed for it, under the lock. */
    void requireNotClaimedHere(String what) {
        if (isClaimedHere()) {
            throw new IllegalStateException(Message.ARRAY_IN_USE.format(description(), what));
        }
    }

    private void freeIfUnused() {
        if (isClosed && !isFreed && claims.count() == 0 && loans == 0) {
            isFreed = true;
            DeviceStream last = stream(0, memory.length());
            if (ending == null) {
                follow(last, 0, memory.length(), true);
            } else {
                lastUses = markAll();
            }
            memory.free(last.raw());
            gpu.allocator().remove(this);
        }
    }

    /** Gives memory of others back once nothing uses it, if it is freed. Without the lock: it waits for the device. */
    private void end() {
        List<Event> behind;
        Runnable left;
        synchronized (gpu.order()) {
            left = ending;
            if (!isFreed || left == null) {
                return;
            }
            behind = lastUses;
            lastUses = List.of();
            // What is closed keeps nothing of others.
            ending = null;
        }
        await(behind);
        left.run();
    }
}
