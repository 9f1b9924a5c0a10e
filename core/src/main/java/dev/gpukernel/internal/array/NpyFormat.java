package dev.gpukernel.internal.array;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** NumPy's format of files with one array: a line of Python that says what it is, then the elements. */
public final class NpyFormat {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** Where elements begin is a multiple of so many bytes. */
    private static final int ALIGNMENT = 64;

    /** The longest header that NumPy itself writes has about a hundred. */
    private static final int MOST_HEADER = 1 << 20;

    private static final int CHUNK = 1 << 20;

    private static final Pattern TYPE = Pattern.compile("['\"]descr['\"]\\s*:\\s*['\"]([<>|=]?)(\\w)(\\d*)['\"]");
    private static final Pattern ORDER = Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([\\d,\\sL]*)\\)");

    private final InputStream in;
    private final String name;

    private NpyFormat(InputStream in, String name) {
        this.in = in;
        this.name = name;
    }

    /** How elements are stored. */
    private enum Kind {
        BOOLEAN(ElementType.BOOLEAN, 1, "|b1"),
        BYTE(ElementType.INT, 1, "|i1"),
        UNSIGNED_BYTE(ElementType.INT, 1, "|u1"),
        SHORT(ElementType.INT, 2, "<i2"),
        UNSIGNED_SHORT(ElementType.INT, 2, "<u2"),
        INT(ElementType.INT, 4, "<i4"),
        UNSIGNED_INT(ElementType.LONG, 4, "<u4"),
        LONG(ElementType.LONG, 8, "<i8"),
        HALF(ElementType.FLOAT, 2, "<f2"),
        FLOAT(ElementType.FLOAT, 4, "<f4"),
        DOUBLE(ElementType.DOUBLE, 8, "<f8");

        private final ElementType type;
        private final int bytes;
        private final String text;

        Kind(ElementType type, int bytes, String text) {
            this.type = type;
            this.bytes = bytes;
            this.text = text;
        }
    }

    /**
     * Reads an array.
     *
     * @param in where it begins
     * @param name of the file, for messages
     * @return the array
     * @throws IOException if it cannot be read, or is none, or one of a kind that arrays of Java's are not
     */
    public static Expression read(InputStream in, String name) throws IOException {
        return new NpyFormat(in, name).read();
    }

    private IOException refused(String why) {
        return new IOException(Message.NPY_FORMAT.format(name, why));
    }

    private byte[] read(int bytes) throws IOException {
        byte[] read = in.readNBytes(bytes);
        if (read.length < bytes) {
            throw refused("it ends after " + read.length + " of " + bytes + " bytes");
        }
        return read;
    }

    private Expression read() throws IOException {
        byte[] start = in.readNBytes(MAGIC.length + 2);
        if (start.length < MAGIC.length + 2 || !Arrays.equals(Arrays.copyOf(start, MAGIC.length), MAGIC)) {
            throw refused("it does not begin as one");
        }
        int version = start[MAGIC.length];
        if (version < 1 || version > 3) {
            throw refused("its version is " + version);
        }
        ByteBuffer size = ByteBuffer.wrap(read(version == 1 ? 2 : 4)).order(ByteOrder.LITTLE_ENDIAN);
        long length = version == 1 ? size.getShort() & 0xffff : size.getInt() & 0xffffffffL;
        if (length > MOST_HEADER) {
            throw refused("its header has " + length + " bytes");
        }
        String header =
                new String(read((int) length), version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        Matcher type = TYPE.matcher(header);
        if (!type.find()) {
            throw refused("its elements are not numbers: " + header.strip());
        }
        String code = type.group(2) + type.group(3);
        Kind kind = kind(code);
        boolean isBig = type.group(1).equals(">")
                || (type.group(1).equals("=") && ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN);
        Matcher order = ORDER.matcher(header);
        Matcher sizes = SHAPE.matcher(header);
        if (!order.find() || !sizes.find()) {
            throw refused("its header is not complete: " + header.strip());
        }
        int[] shape = shape(sizes.group(1));
        Object elements = elements(kind, isBig ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN, Shapes.size(shape));
        if (order.group(1).equals("False")) {
            return Expression.of(elements, shape);
        }
        int[] backwards = new int[shape.length];
        Arrays.setAll(backwards, axis -> shape[shape.length - 1 - axis]);
        return Expression.of(elements, backwards).transpose();
    }

    private Kind kind(String code) throws IOException {
        for (Kind kind : Kind.values()) {
            if (kind.text.substring(1).equals(code)) {
                return kind;
            }
        }
        throw refused("its elements are of type '" + code + "'; those that are read are "
                + Arrays.stream(Kind.values())
                        .map(kind -> kind.text.substring(1))
                        .collect(Collectors.joining(", ")));
    }

    private int[] shape(String text) throws IOException {
        try {
            return Arrays.stream(text.replace("L", "").split(","))
                    .map(String::strip)
                    .filter(size -> !size.isEmpty())
                    .mapToInt(Integer::parseInt)
                    .toArray();
        } catch (NumberFormatException _) {
            throw refused("an axis of shape (" + text + ") is longer than an array");
        }
    }

    private Object elements(Kind kind, ByteOrder order, int count) throws IOException {
        Object elements = Array.newInstance(kind.type.arrayClass().getComponentType(), count);
        int done = 0;
        while (done < count) {
            int next = Math.min(count - done, CHUNK / kind.bytes);
            ByteBuffer chunk = ByteBuffer.wrap(read(next * kind.bytes)).order(order);
            copy(kind, chunk, elements, done, next);
            done += next;
        }
        return elements;
    }

    private static void copy(Kind kind, ByteBuffer from, Object to, int first, int count) {
        switch (kind) {
            case INT -> from.asIntBuffer().get((int[]) to, first, count);
            case LONG -> from.asLongBuffer().get((long[]) to, first, count);
            case FLOAT -> from.asFloatBuffer().get((float[]) to, first, count);
            case DOUBLE -> from.asDoubleBuffer().get((double[]) to, first, count);
            default -> {
                for (int i = first; i < first + count; i++) {
                    switch (kind) {
                        case BOOLEAN -> ((boolean[]) to)[i] = from.get() != 0;
                        case BYTE -> ((int[]) to)[i] = from.get();
                        case UNSIGNED_BYTE -> ((int[]) to)[i] = from.get() & 0xff;
                        case SHORT -> ((int[]) to)[i] = from.getShort();
                        case UNSIGNED_SHORT -> ((int[]) to)[i] = from.getShort() & 0xffff;
                        case UNSIGNED_INT -> ((long[]) to)[i] = from.getInt() & 0xffffffffL;
                        default -> ((float[]) to)[i] = Float.float16ToFloat(from.getShort());
                    }
                }
            }
        }
    }

    /**
     * Writes an array, row by row, in the order of bytes that most machines have.
     *
     * @param array the array
     * @param out where to
     * @throws IOException if it cannot be written
     */
    public static void write(Expression array, OutputStream out) throws IOException {
        Kind kind = Kind.valueOf(
                array.type() == ElementType.CHAR
                        ? "UNSIGNED_SHORT"
                        : array.type().name());
        String shape = Shapes.text(array.shape());
        String header = "{'descr': '" + kind.text + "', 'fortran_order': False, 'shape': " + shape + ", }";
        int prefix = MAGIC.length + 4;
        int length = Math.ceilDiv(prefix + header.length() + 1, ALIGNMENT) * ALIGNMENT;
        ByteBuffer start = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        start.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (length - prefix));
        start.put(header.getBytes(StandardCharsets.ISO_8859_1));
        while (start.position() < length - 1) {
            start.put((byte) ' ');
        }
        out.write(start.put((byte) '\n').array());
        Object elements = array.toArray();
        int count = Array.getLength(elements);
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
        for (int done = 0; done < count; done += CHUNK / kind.bytes) {
            int next = Math.min(count - done, CHUNK / kind.bytes);
            switch (elements) {
                case int[] ints -> chunk.asIntBuffer().put(ints, done, next);
                case long[] longs -> chunk.asLongBuffer().put(longs, done, next);
                case float[] floats -> chunk.asFloatBuffer().put(floats, done, next);
                case double[] doubles -> chunk.asDoubleBuffer().put(doubles, done, next);
                case short[] shorts -> chunk.asShortBuffer().put(shorts, done, next);
                case char[] chars -> chunk.asCharBuffer().put(chars, done, next);
                case byte[] bytes -> chunk.put(0, bytes, done, next);
                default -> {
                    for (int i = 0; i < next; i++) {
                        chunk.put(i, (byte) (((boolean[]) elements)[done + i] ? 1 : 0));
                    }
                }
            }
            out.write(chunk.array(), 0, next * kind.bytes);
        }
    }
}
