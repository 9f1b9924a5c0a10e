package dev.gpukernel.internal.nvidia;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.PrintSite;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.cuda.HeapArray;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ptx.PrintBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The {@link PrintBuffer} of a stream. Made when a kernel that prints is first launched there. */
final class PrintBox implements AutoCloseable {
    private static final int HEADER_WORDS = PrintBuffer.HEADER / Long.BYTES;

    private final NvidiaDevice device;
    private final CudaStream stream;
    private @Nullable DeviceMemory buffer;
    private final Map<Long, NvidiaExecutable> launched = new HashMap<>();
    private long launches;
    private volatile boolean printing;

    PrintBox(NvidiaDevice device, CudaStream stream) {
        this.device = device;
        this.stream = stream;
    }

    /** A record, and what its thread printed. */
    private record Line(long launch, long thread, String text) {}

    /** {@return a number for the next launch of an executable, above those of all before} */
    synchronized long nextLaunch(NvidiaExecutable executable) {
        launched.put(++launches, executable);
        return launches;
    }

    /** {@return whether kernels that print were launched since it was drained} */
    boolean isPrinting() {
        return printing;
    }

    /** {@return address of the buffer on the device, for a kernel that is about to be launched} */
    synchronized long address() {
        DeviceMemory known = buffer;
        if (known == null) {
            known = DeviceMemory.allocate(PrintBuffer.HEADER + PrintBuffer.CAPACITY, stream);
            buffer = known;
            reset(known);
        }
        printing = true;
        return known.pointer();
    }

    /** Waits for the kernels that print, and prints what they left. No others are launched meanwhile: launch by launch, thread by thread. */
    synchronized void drain() {
        DeviceMemory known = buffer;
        if (known == null || !printing) {
            return;
        }
        printing = false;
        long[] header = read(known, HEADER_WORDS);
        long end = Math.min(header[PrintBuffer.USED / Long.BYTES], header[PrintBuffer.END / Long.BYTES]);
        if (end > 0) {
            long[] words = read(known, HEADER_WORDS + (int) (end / Long.BYTES));
            List<Line> lines = lines(words);
            lines.sort(Comparator.comparingLong(Line::launch).thenComparingLong(Line::thread));
            lines.forEach(line -> System.out.print(line.text));
            System.out.flush();
        }
        int lost = (int) header[PrintBuffer.LOST / Long.BYTES];
        if (lost > 0) {
            System.out.println(Message.PRINT_LOST.format(Integer.toUnsignedString(lost), PrintBuffer.CAPACITY));
        }
        launched.clear();
        reset(known);
    }

    private List<Line> lines(long[] words) {
        List<Line> lines = new ArrayList<>();
        int at = HEADER_WORDS;
        while (at < words.length) {
            long launch = words[at + PrintBuffer.RECORD_LAUNCH / Long.BYTES];
            Op.Print site = executableOf(launch).print((int) words[at + PrintBuffer.RECORD_SITE / Long.BYTES]);
            int operands = site.operandTypes().length();
            long[] values = new long[operands];
            System.arraycopy(words, at + PrintBuffer.RECORD_OPERANDS / Long.BYTES, values, 0, operands);
            long thread = words[at + PrintBuffer.RECORD_THREAD / Long.BYTES];
            lines.add(new Line(launch, thread, PrintSite.text(site, values)));
            at += PrintBuffer.recordBytes(operands) / Long.BYTES;
        }
        return lines;
    }

    private NvidiaExecutable executableOf(long launch) {
        return Objects.requireNonNull(launched.get(launch), "launched since it was drained");
    }

    private long[] read(DeviceMemory memory, int count) {
        long[] words = new long[count];
        device.copy().copyOut(HeapArray.of(words, 0, count), memory.pointer(), stream);
        return words;
    }

    private void reset(DeviceMemory memory) {
        long[] header = new long[HEADER_WORDS];
        header[PrintBuffer.END / Long.BYTES] = PrintBuffer.CAPACITY;
        device.copy().copyIn(HeapArray.of(header, 0, HEADER_WORDS), memory.pointer(), stream);
    }

    @Override
    public void close() {
        DeviceMemory known = buffer;
        if (known != null) {
            known.free(stream);
        }
    }
}
