package dev.gpukernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a backend must do that needs no kernel: devices, memory, streams and events. */
public abstract class BackendContract {
    private static final int[] LENGTHS = {0, 1, 2, 3, 1000, 1 << 20};

    private Device device;
    private Stream stream;

    /** {@return the backend's name} */
    protected abstract String backendName();

    @BeforeEach
    final void openStream() {
        device = devices().getFirst();
        stream = device.newStream();
    }

    @AfterEach
    final void closeStream() {
        stream.close();
    }

    /** {@return the backend} */
    protected Backend backend() {
        return find(backendName());
    }

    static Backend find(String name) {
        return ServiceLoader.load(Backend.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<Device> devices() {
        return switch (backend().probe()) {
            case Backend.Probe.Present(List<Device> found) -> found;
            case Backend.Probe.Absent(String reason) -> throw new AssertionError(reason);
        };
    }

    private Memory allocate(ElementType element, int length) {
        return device.allocate(element, length, stream);
    }

    @Test
    final void probesTheSameDevicesEveryTime() {
        Backend backend = backend();
        assertThat(backend.probe()).isEqualTo(backend.probe());
        assertThat(devices()).isNotEmpty();
    }

    @Test
    final void numbersItsDevicesFromZero() {
        List<DeviceInfo> infos = devices().stream().map(Device::info).toList();
        assertThat(infos).extracting(DeviceInfo::backend).containsOnly(backendName());
        assertThat(infos)
                .extracting(DeviceInfo::ordinal)
                .containsExactlyElementsOf(
                        IntStream.range(0, infos.size()).boxed().toList());
    }

    @Test
    final void describesTheDevice() {
        DeviceInfo info = device.info();
        assertThat(info.name()).isNotBlank();
        assertThat(info.driverVersion()).isNotBlank();
        assertThat(info.totalMemory()).isPositive();
        assertThat(device.memory().free()).isPositive().isLessThanOrEqualTo(info.totalMemory());
    }

    @Test
    final void hasLimitsThatUsualLaunchesKeep() {
        DeviceLimits limits = device.info().limits();
        assertThat(limits.threadsPerBlock()).isGreaterThanOrEqualTo(256);
        assertThat(limits.blockX()).isBetween(256, limits.threadsPerBlock());
        assertThat(limits.blockY()).isBetween(1, limits.threadsPerBlock());
        assertThat(limits.blockZ()).isBetween(1, limits.threadsPerBlock());
        assertThat(limits.gridX()).isGreaterThanOrEqualTo(65_535);
        assertThat(limits.gridY()).isGreaterThanOrEqualTo(65_535);
        assertThat(limits.gridZ()).isGreaterThanOrEqualTo(65_535);
        assertThat(limits.sharedBytesPerBlock()).isGreaterThanOrEqualTo(16 * 1024);
        assertThat(limits.multiprocessors()).isPositive();
    }

    /** Those that reductions use. */
    @ParameterizedTest
    @EnumSource(names = {"INT", "LONG", "FLOAT", "DOUBLE"})
    final void cellsKeepTheirOwnBitsUntilTheyAreFreed(ElementType element) {
        List<Memory> cells = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Memory cell = stream.cell(element);
            if (cell == null) {
                break;
            }
            cells.add(cell);
            Object one = Array.newInstance(element.arrayClass().getComponentType(), 1);
            Array.setByte(one, 0, (byte) i);
            cell.copyFrom(one, stream);
        }
        assertThat(cells).hasSizeGreaterThan(8);
        for (int i = 0; i < cells.size(); i++) {
            Object one = Array.newInstance(element.arrayClass().getComponentType(), 1);
            cells.get(i).copyTo(one, stream);
            assertThat(((Number) Array.get(one, 0)).intValue()).isEqualTo((byte) i);
        }
        cells.forEach(cell -> cell.free(stream));
        assertThat(stream.cell(element)).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    final void copiesKeepEveryBit(ElementType element) {
        for (int length : LENGTHS) {
            Object there = ArrayBits.random(element, length, length);
            Object back = ArrayBits.zeros(element, length);
            try (Memory memory = allocate(element, length)) {
                assertThat(memory.element()).isEqualTo(element);
                assertThat(memory.length()).isEqualTo(length);
                memory.copyFrom(there, stream);
                memory.copyTo(back, stream);
            }
            assertThat(ArrayBits.bytes(back)).as("%s elements", length).isEqualTo(ArrayBits.bytes(there));
        }
    }

    @ParameterizedTest
    @EnumSource
    final void copiesOfRangesLeaveTheRest(ElementType element) {
        Object there = ArrayBits.random(element, 300, 1);
        Object expected = ArrayBits.random(element, 500, 2);
        Object back = ArrayBits.zeros(element, 500);
        try (Memory memory = allocate(element, 500)) {
            memory.copyFrom(expected, stream);
            memory.copyFrom(there, 17, 201, 99, stream);
            System.arraycopy(there, 17, expected, 201, 99);
            memory.copyTo(back, stream);
            assertThat(ArrayBits.bytes(back)).isEqualTo(ArrayBits.bytes(expected));
            memory.copyTo(there, 5, 290, 20, stream);
            assertThat(part(there, element, 5)).isEqualTo(part(expected, element, 290));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.copyTo(there, 0, 401, 100, stream));
            assertThrows(IndexOutOfBoundsException.class, () -> memory.copyFrom(there, 0, -1, 1, stream));
        }
    }

    /** {@return the bits of 20 elements} */
    private static byte[] part(Object array, ElementType element, int from) {
        Object part = ArrayBits.zeros(element, 20);
        System.arraycopy(array, from, part, 0, 20);
        return ArrayBits.bytes(part);
    }

    @ParameterizedTest
    @EnumSource
    final void aPartStandsForALongerArray(ElementType element) {
        int first = 3 * Memory.PART_ALIGNMENT / element.bytes();
        Object whole = ArrayBits.random(element, first + 1000, 1);
        Object back = ArrayBits.zeros(element, first + 1000);
        try (Memory memory = allocate(element, 100)) {
            if (device.pieceBytes() == 0) {
                assertThrows(UnsupportedOperationException.class, () -> memory.asPart(first, first + 1000));
                return;
            }
            Memory part = memory.asPart(first, first + 1000);
            assertThat(part.length()).isEqualTo(first + 1000);
            part.copyFrom(whole, first + 10, first + 10, 90, stream);
            part.copyTo(back, first + 20, first + 20, 80, stream);
            part.close();
            Object expected = ArrayBits.zeros(element, first + 1000);
            System.arraycopy(whole, first + 20, expected, first + 20, 80);
            assertThat(ArrayBits.bytes(back)).isEqualTo(ArrayBits.bytes(expected));
            assertThrows(IndexOutOfBoundsException.class, () -> part.copyFrom(whole, 0, first + 10, 91, stream));
            assertThrows(IndexOutOfBoundsException.class, () -> part.copyTo(whole, 0, first - 1, 1, stream));
            assertThrows(IllegalArgumentException.class, () -> memory.asPart(1, first + 1000));
        }
    }

    @ParameterizedTest
    @EnumSource
    final void clearsToZero(ElementType element) {
        for (int length : LENGTHS) {
            Object host = ArrayBits.random(element, length, length);
            try (Memory memory = allocate(element, length)) {
                memory.copyFrom(host, stream);
                memory.clear(stream);
                memory.copyTo(host, stream);
            }
            assertThat(ArrayBits.bytes(host)).as("%s elements", length).isEqualTo(new byte[length * element.bytes()]);
        }
    }

    @Test
    final void hostArrayMayChangeOnceCopiedFrom() {
        int[] host = IntStream.range(0, 1 << 20).toArray();
        try (Memory memory = allocate(ElementType.INT, host.length)) {
            memory.copyFrom(host, stream);
            host[0] = -1;
            host[host.length - 1] = -1;
            int[] back = new int[host.length];
            memory.copyTo(back, stream);
            assertThat(back).isEqualTo(IntStream.range(0, 1 << 20).toArray());
        }
    }

    @Test
    final void memoriesAreApart() {
        try (Memory first = allocate(ElementType.INT, 3);
                Memory second = allocate(ElementType.INT, 3)) {
            first.copyFrom(new int[] {1, 2, 3}, stream);
            second.copyFrom(new int[] {4, 5, 6}, stream);
            int[] back = new int[3];
            first.copyTo(back, stream);
            assertThat(back).containsExactly(1, 2, 3);
        }
    }

    @Test
    final void memoryFreedInAStreamCanBeHadAgain() {
        int[] host = IntStream.range(0, 1 << 20).toArray();
        for (int i = 0; i < 100; i++) {
            Memory memory = allocate(ElementType.INT, host.length);
            memory.copyFrom(host, stream);
            memory.free(stream);
        }
        assertThatCode(stream::synchronize).doesNotThrowAnyException();
    }

    @Test
    final void wrapsHostArraysIfItSharesTheHeap() {
        int[] host = {1, 2, 3};
        if (!device.sharesHeap()) {
            assertThrows(UnsupportedOperationException.class, () -> device.wrap(host));
            return;
        }
        try (Memory memory = device.wrap(host)) {
            memory.copyFrom(new int[] {4, 5, 6}, stream);
            assertThat(host).containsExactly(4, 5, 6);
        }
    }

    @Test
    final void refusesMoreMemoryThanThereIsWithFigures() {
        long bytes = (long) Integer.MAX_VALUE * ElementType.DOUBLE.bytes();
        List<Memory> held = new ArrayList<>();
        try {
            assertThatExceptionOfType(GpuException.class)
                    .isThrownBy(() -> {
                        for (long left = device.info().totalMemory(); left >= 0; left -= bytes) {
                            held.add(allocate(ElementType.DOUBLE, Integer.MAX_VALUE));
                        }
                    })
                    .withMessageContaining(String.valueOf(bytes))
                    .withMessageContaining(String.valueOf(device.info().totalMemory()))
                    .extracting(GpuException::code)
                    .isEqualTo(Message.OUT_OF_DEVICE_MEMORY);
        } finally {
            held.forEach(Memory::close);
        }
        copiesKeepEveryBit(ElementType.INT);
    }

    @Test
    final void eventsTellTheTimeBetweenThem() throws Exception {
        try (Event start = device.newEvent();
                Event end = device.newEvent()) {
            start.record(stream);
            Thread.sleep(20);
            end.record(stream);
            end.synchronize();
            assertThat(start.isDone()).isTrue();
            assertThat(end.isDone()).isTrue();
            assertThat(end.millisSince(start)).isBetween(15.0, 10_000.0);
            assertThat(start.millisSince(end)).isNegative();
        }
    }

    @Test
    final void streamsWaitForEventsOfOthers() throws Exception {
        int[] host = IntStream.range(0, 1 << 20).toArray();
        int[] back = new int[host.length];
        try (Stream other = device.newStream();
                Event copied = device.newEvent();
                Memory memory = allocate(ElementType.INT, host.length)) {
            memory.copyFrom(host, stream);
            copied.record(stream);
            other.waitFor(copied);
            memory.copyTo(back, other);
            other.synchronize();
            stream.synchronize();
        }
        assertThat(back).isEqualTo(host);
    }
}
