package dev.gpukernel.array;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.NpyFormat;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * NumPy's files: {@code .npy} with one array, and {@code .npz} with several that have names.
 *
 * <p>Files may hold booleans, integers with a sign of 8 to 64 bits and without one of 8 to 32, and floating-point numbers of 16, 32 and 64 bits,
 * in either order of bytes, row by row or column by column. Integers of up to 32 bits become {@code int}s, those without a sign of 32 bits
 * {@code long}s, and numbers of 16 bits {@code float}s. What is written is row by row, with the lowest byte first.
 */
public final class NpyFiles {
    private static final String ENDING = ".npy";

    private NpyFiles() {}

    /**
     * Reads a file with one array.
     *
     * @param file a file as {@code numpy.save} writes it
     * @return the array, whose class says which it is: {@code if (NpyFiles.read(file) instanceof FloatNdArray floats)}
     * @throws IOException if it cannot be read, is no such file, or holds other elements
     * @throws IllegalArgumentException if it has more elements than an array of Java's
     */
    public static NdArray<?> read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return typed(NpyFormat.read(in, file.toString()));
        }
    }

    /**
     * Writes an array, which is computed.
     *
     * @param file the file, for {@code numpy.load}
     * @param array the array
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, NdArray<?> array) throws IOException {
        array.settle();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            NpyFormat.write(array.expression(), out);
        }
    }

    /**
     * Reads a file with several arrays.
     *
     * @param file a file as {@code numpy.savez} or {@code numpy.savez_compressed} writes it
     * @return the arrays by their names, in the file's order
     * @throws IOException if it cannot be read, is no such file, or holds anything else
     * @throws IllegalArgumentException if one has more elements than an array of Java's
     */
    public static Map<String, NdArray<?>> readAll(Path file) throws IOException {
        Map<String, NdArray<?>> arrays = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                String name = entry.getName();
                String place = file + "!" + name;
                if (!name.endsWith(ENDING)) {
                    throw new IOException(Message.NPY_FORMAT.format(place, "its name does not end with " + ENDING));
                }
                arrays.put(name.substring(0, name.length() - ENDING.length()), typed(NpyFormat.read(in, place)));
            }
        }
        if (arrays.isEmpty()) {
            throw new IOException(Message.NPY_FORMAT.format(file, "it is no archive, or one of nothing"));
        }
        return arrays;
    }

    /**
     * Writes arrays, which are computed.
     *
     * @param file the file, for {@code numpy.load}
     * @param arrays the arrays by their names
     * @throws IOException if it cannot be written
     */
    public static void writeAll(Path file, Map<String, ? extends NdArray<?>> arrays) throws IOException {
        arrays.values().forEach(NdArray::settle);
        try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            // As savez does.
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Map.Entry<String, ? extends NdArray<?>> array : arrays.entrySet()) {
                out.putNextEntry(new ZipEntry(array.getKey() + ENDING));
                NpyFormat.write(array.getValue().expression(), out);
                out.closeEntry();
            }
        }
    }

    private static NdArray<?> typed(Expression array) {
        return switch (array.type()) {
            case BOOLEAN -> new BooleanNdArray(array);
            case LONG -> new LongNdArray(array);
            case FLOAT -> new FloatNdArray(array);
            case DOUBLE -> new DoubleNdArray(array);
            default -> new IntNdArray(array);
        };
    }
}
