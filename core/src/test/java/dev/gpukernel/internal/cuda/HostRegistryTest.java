package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.internal.cuda.HostRegistry.Registered;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs on a {@link FakeDriver} only, which says what is registered. */
@Tag("gpu")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HostRegistryTest {
    private static final int LENGTH = 600_000;

    private CudaContext context;
    private HostRegistry registry;

    @BeforeEach
    void open() {
        assumeTrue(FakeDriver.isInstalled());
        if (!(CudaDriver.find() instanceof CudaDriver.Present(CudaDriver driver))) {
            throw new AssertionError("the stand-in is there");
        }
        context = CudaContext.retain(driver.devices().getFirst(), Long.MAX_VALUE);
        registry = new HostRegistry(context);
    }

    private Registered register(MemorySegment memory) {
        return Objects.requireNonNull(registry.register(memory, false));
    }

    @SuppressWarnings("restricted") // nobody looks into it
    private static MemorySegment at(long address, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(LENGTH, arena, null);
    }

    @Test
    void itStaysRegisteredWhileItIsUsed() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(LENGTH);
            Registered first = register(memory);
            Registered second = register(memory.asSlice(5, 100));
            Registered use = Objects.requireNonNull(registry.use(memory.asSlice(7), false));
            assertThat(use.devicePointer(memory.asSlice(7))).isEqualTo(memory.address() + 7);
            assertThat(registry.use(memory.asSlice(7), true)).isNull();
            first.giveUp(false);
            assertThat(registry.has(HeapArray.of(memory))).isTrue();
            second.giveUp(false);
            assertThat(registry.has(HeapArray.of(memory))).isFalse();
            assertThat(FakeDriver.isRegistered(memory)).isTrue();
            use.endUse();
            assertThat(FakeDriver.isRegistered(memory)).isFalse();
        }
    }

    @Test
    void memoryOfAClosedArenaIsUnregisteredOnceNobodyUsesIt() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(LENGTH);
        Registered registered = register(memory);
        Registered use = Objects.requireNonNull(registry.use(memory, false));
        MemorySegment again = at(memory.address(), Arena.global());
        arena.close();
        assertThat(registry.use(again, false)).isNull();
        assertThat(registry.register(again, false)).isNull();
        assertThat(FakeDriver.isRegistered(again)).isTrue();
        use.endUse();
        assertThat(FakeDriver.isRegistered(again)).isFalse();
        register(again).giveUp(false);
        registered.giveUp(false);
        assertThat(FakeDriver.isRegistered(again)).isFalse();
    }

    @Test
    void memoryOfAClosedArenaIsUnregisteredByWhoLooksForIt() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(LENGTH);
        register(memory);
        arena.close();
        MemorySegment again = at(memory.address(), Arena.global());
        assertThat(FakeDriver.isRegistered(again)).isTrue();
        assertThat(registry.has(HeapArray.of(again.asSlice(0, 1)))).isFalse();
        assertThat(FakeDriver.isRegistered(again)).isFalse();
    }

    @Test
    void whatTheDriverDoesNotTakeIsNotRegistered() {
        FakeDriver.refuseRegistration(true);
        try (Arena arena = Arena.ofShared()) {
            assertThat(registry.register(arena.allocate(LENGTH), true)).isNull();
        } finally {
            FakeDriver.refuseRegistration(false);
        }
    }

    /** The driver knows nothing of it, so copies do not take it for pinned. */
    @Test
    void whatIsNotPinnedIsOnlyReadInPlace() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(LENGTH);
            Registered unpinned = registry.addUnpinned(memory);
            assertThat(FakeDriver.isRegistered(memory)).isFalse();
            assertThat(registry.has(HeapArray.of(memory))).isFalse();
            Registered use = Objects.requireNonNull(registry.use(memory.asSlice(16), true));
            assertThat(use.devicePointer(memory.asSlice(16))).isEqualTo(memory.address() + 16);
            Registered pinned = register(memory.asSlice(100));
            assertThat(registry.has(HeapArray.of(memory.asSlice(100)))).isTrue();
            unpinned.giveUp(true);
            assertThat(registry.use(memory, true)).isNull();
            use.endUse();
            assertThat(FakeDriver.isRegistered(memory.asSlice(100))).isTrue();
            pinned.giveUp(false);
            assertThat(FakeDriver.isRegistered(memory.asSlice(100))).isFalse();
        }
    }

    @Test
    void closingItUnregistersAll() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(LENGTH);
            register(memory);
            register(memory);
            registry.close();
            assertThat(FakeDriver.isRegistered(memory)).isFalse();
        }
    }

    /** The address of memory in the heap is only where it begins in its array. */
    @Test
    void memoryInTheHeapIsNeverRegistered() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment low = at(64, arena);
            Registered registered = register(low);
            assertThat(registry.use(low.asSlice(0, 16), false)).isSameAs(registered);
            MemorySegment heap = MemorySegment.ofArray(new byte[1000]).asSlice(64, 16);
            assertThat(registry.has(HeapArray.of(heap))).isFalse();
            assertThat(registry.use(heap, false)).isNull();
        }
    }

    /** The stream's earlier work writes what the copy reads, or reads what it overwrites. */
    @Test
    void copiesAreInTheOrderOfTheirStream() throws InterruptedException {
        byte[] bytes = new byte[LENGTH];
        new SplittableRandom(1).nextBytes(bytes);
        try (Arena arena = Arena.ofShared();
                CudaStream stream = CudaStream.create(context);
                HostCopy copy = new HostCopy(context);
                DeviceMemory memory = DeviceMemory.allocate(LENGTH, stream)) {
            MemorySegment host = arena.allocate(LENGTH).copyFrom(MemorySegment.ofArray(bytes));
            Objects.requireNonNull(copy.registry().register(host, false));
            Runnable release = FakeDriver.hold(stream.handle());
            memory.fill((byte) 3, stream);
            Thread in = Thread.ofPlatform().start(() -> copy.copyIn(HeapArray.of(host), memory.pointer(), stream));
            in.join(50);
            assertThat(in.isAlive()).isTrue();
            release.run();
            in.join();
            byte[] there = new byte[LENGTH];
            copy.copyOut(HeapArray.of(there, 0, LENGTH), memory.pointer(), stream);
            assertThat(Arrays.mismatch(there, bytes)).isEqualTo(-1);
            Runnable again = FakeDriver.hold(stream.handle());
            memory.fill((byte) 4, stream);
            Thread out = Thread.ofPlatform().start(() -> copy.copyOut(HeapArray.of(host), memory.pointer(), stream));
            out.join(50);
            again.run();
            out.join();
            assertThat(host.mismatch(arena.allocate(LENGTH).fill((byte) 4))).isEqualTo(-1);
        }
    }

    /** Of two arrays, one goes there and comes back through chunks, the other one in one go. */
    @Test
    void aPipelineMovesRegisteredMemoryToo() {
        byte[] bytes = new byte[LENGTH];
        new SplittableRandom(2).nextBytes(bytes);
        try (Arena arena = Arena.ofShared();
                CudaStream stream = CudaStream.create(context);
                HostCopy copy = new HostCopy(context);
                DeviceMemory memory = DeviceMemory.allocate(2 * LENGTH, stream)) {
            MemorySegment host = arena.allocate(LENGTH).copyFrom(MemorySegment.ofArray(bytes));
            Objects.requireNonNull(copy.registry().register(host, false));
            byte[] back = new byte[LENGTH];
            copy.pipe(new PipedWork.Copies(
                    stream,
                    3,
                    List.of(
                            new PipedWork.Span(HeapArray.of(bytes, 0, LENGTH), memory.pointer()),
                            new PipedWork.Span(HeapArray.of(host), memory.pointer() + LENGTH)),
                    List.of(
                            new PipedWork.Span(HeapArray.of(host), memory.pointer()),
                            new PipedWork.Span(HeapArray.of(back, 0, LENGTH), memory.pointer() + LENGTH))));
            assertThat(Arrays.mismatch(back, bytes)).isEqualTo(-1);
            assertThat(host.mismatch(MemorySegment.ofArray(bytes))).isEqualTo(-1);
        }
    }

    @Test
    void anArenaThatIsClosedBeforeACopyIsSeenByIt() {
        Arena arena = Arena.ofShared();
        try (CudaStream stream = CudaStream.create(context);
                HostCopy copy = new HostCopy(context);
                DeviceMemory memory = DeviceMemory.allocate(LENGTH, stream)) {
            MemorySegment host = arena.allocate(LENGTH);
            Objects.requireNonNull(copy.registry().register(host, false));
            arena.close();
            assertThatIllegalStateException()
                    .isThrownBy(() -> copy.copyIn(HeapArray.of(host), memory.pointer(), stream));
            assertThatIllegalStateException()
                    .isThrownBy(() -> copy.copyOut(HeapArray.of(host), memory.pointer(), stream));
        }
    }
}
