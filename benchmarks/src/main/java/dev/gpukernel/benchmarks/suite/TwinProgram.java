package dev.gpukernel.benchmarks.suite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The program of the twins, {@code gpu/suite/runner.cu}, which runs one after another as it is told on its standard input. If it ends
 * early, as after an access out of range, each method throws an {@link IllegalStateException}.
 */
final class TwinProgram implements AutoCloseable {
    private final Process process;
    private final PrintWriter out;
    private final BufferedReader in;
    private final Path folder;

    /**
     * What the driver knows of a kernel.
     *
     * @param registers registers of a thread
     * @param localBytes bytes of local memory of a thread
     * @param blocks blocks that a multiprocessor runs at a time
     */
    record Info(int registers, int localBytes, int blocks) {}

    /**
     * Starts the program.
     *
     * @param program its file
     * @param folder where arrays are handed over, which are deleted afterwards
     */
    TwinProgram(Path program, Path folder) throws IOException {
        process = new ProcessBuilder(program.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new PrintWriter(process.getOutputStream(), false, StandardCharsets.UTF_8);
        in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.folder = folder;
    }

    /**
     * Writes arguments to files, for programs that run the same kernel.
     *
     * @return how each argument is handed over
     */
    static List<String> write(Work work, Path folder) {
        List<String> lines = new ArrayList<>();
        for (Object argument : work.arguments()) {
            lines.add(line(argument, folder.resolve("argument" + lines.size())));
        }
        for (Object argument : work.extras()) {
            lines.add(line(argument, folder.resolve("argument" + lines.size())));
        }
        return lines;
    }

    private static String line(Object argument, Path file) {
        return switch (argument) {
            case Integer value -> "int " + value;
            case Long value -> "long " + value;
            case Float value -> "float " + Integer.toHexString(Float.floatToRawIntBits(value));
            case Double value -> "double " + Long.toHexString(Double.doubleToRawLongBits(value));
            default -> {
                MemorySegment bytes = bytes(argument);
                write(file, bytes);
                yield "array " + file + " " + bytes.byteSize();
            }
        };
    }

    /**
     * Hands over arguments and launches.
     *
     * @param lines the arguments, {@link #write written} before
     */
    void begin(SuiteCase one, Work work, List<String> lines) {
        lines.forEach(out::println);
        Class<?> result = one.method().getReturnType();
        if (result != void.class) {
            out.println("result " + bytes(Array.newInstance(result, 1)).byteSize());
        }
        for (int i = 0; i < work.shapes().size(); i++) {
            Work.Shape shape = work.shapes().get(i);
            out.println("launch %s %d %d %d %d %d %d"
                    .formatted(
                            one.twin(i),
                            shape.blocksX(),
                            shape.blocksY(),
                            shape.blocksZ(),
                            shape.threadsX(),
                            shape.threadsY(),
                            shape.threadsZ()));
        }
    }

    /** {@return what is known of the first launch} */
    Info info() {
        String[] numbers = ask("info").split(" ", -1);
        return new Info(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]));
    }

    /**
     * Runs once.
     *
     * @return what the kernels may have written, by the number of the argument; that after the last one is the result
     */
    Map<Integer, Object> check(SuiteCase one, Work work) {
        Map<Integer, Object> written = new TreeMap<>();
        for (String index : ask("check " + folder).trim().split(" ", -1)) {
            int i = Integer.parseInt(index);
            Object array = i < work.arguments().size()
                    ? Array.newInstance(
                            work.arguments().get(i).getClass().getComponentType(),
                            Array.getLength(work.arguments().get(i)))
                    : Array.newInstance(one.method().getReturnType(), 1);
            read(folder.resolve(index), bytes(array));
            written.put(Math.min(i, work.arguments().size()), array);
        }
        return written;
    }

    /** {@return milliseconds of one run by the device's clock} */
    double millis() {
        return Double.parseDouble(ask("time"));
    }

    /** Frees the arrays. */
    void end() {
        ask("end");
    }

    private String ask(String question) {
        out.println(question);
        out.flush();
        try {
            String answer = in.readLine();
            if (answer == null) {
                throw new IllegalStateException("the program of the twins has ended");
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        out.close();
        process.destroy();
    }

    private static MemorySegment bytes(Object array) {
        return switch (array) {
            case float[] values -> MemorySegment.ofArray(values);
            case double[] values -> MemorySegment.ofArray(values);
            case int[] values -> MemorySegment.ofArray(values);
            case long[] values -> MemorySegment.ofArray(values);
            case short[] values -> MemorySegment.ofArray(values);
            case byte[] values -> MemorySegment.ofArray(values);
            default -> throw new IllegalArgumentException("an argument of " + array.getClass());
        };
    }

    private static void write(Path file, MemorySegment bytes) {
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.truncate(bytes.byteSize());
            channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes.byteSize(), arena)
                    .copyFrom(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(Path file, MemorySegment bytes) {
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file)) {
            bytes.copyFrom(channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes.byteSize(), arena));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            delete(file);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
