package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Encoding.Tag;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what {@link Encoder} wrote. */
public final class Decoder {
    /** More values than that no function has. */
    private static final int MOST = 1 << 24;

    private final byte[] bytes;
    private int at;
    private final List<Object> known = new ArrayList<>();
    private final List<String> classes = new ArrayList<>();
    private final RecordMaker others;

    private Decoder(byte[] bytes, RecordMaker others) {
        this.others = others;
        this.bytes = bytes;
    }

    /**
     * Reads a record.
     *
     * @param bytes what was written
     * @param type its class
     * @param others makes records of other packages; what it does not make is made by reflection
     * @return the record
     * @throws IOException if the bytes are something else
     */
    public static <T extends Record> T decode(byte[] bytes, Class<T> type, RecordMaker others) throws IOException {
        Decoder decoder = new Decoder(bytes, others);
        try {
            T read = type.cast(decoder.read());
            if (read == null || decoder.at < bytes.length) {
                throw new IOException("not what was written");
            }
            return read;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            // Numbers that are out of range, a class that is missing, a record that refuses what it is given.
            throw new IOException("not what was written", e);
        }
    }

    private @Nullable Object read() throws IOException {
        return switch (Tag.of(bytes[at++])) {
            case NULL -> null;
            case KNOWN -> known.get(readSize());
            case TEXT -> noted(readText());
            case ENUM -> noted(constant(Encoding.type(readClass()), readText()));
            case RECORD -> noted(record(readClass()));
            case FUNCTION -> noted(function());
            case LIST -> readAll();
            case SET -> readSet();
            case BITS -> {
                long[] words = new long[readCount()];
                for (int i = 0; i < words.length; i++) {
                    words[i] = readLong();
                }
                yield BitSet.valueOf(words);
            }
            case INT -> (int) readLong();
            case LONG -> readLong();
            case TRUE -> true;
            case FALSE -> false;
            case CHAR -> (char) readSize();
            case SOME_LONG -> OptionalLong.of(readLong());
            case NO_LONG -> OptionalLong.empty();
        };
    }

    private Object noted(Object read) {
        known.add(read);
        return read;
    }

    private <T> T read(Class<T> type) throws IOException {
        T read = type.cast(read());
        if (read == null) {
            throw new IOException("null for " + type);
        }
        return read;
    }

    private <T> @Nullable T readOrNull(Class<T> type) throws IOException {
        return type.cast(read());
    }

    private List<@Nullable Object> readAll() throws IOException {
        int size = readSize();
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(read());
        }
        return Collections.unmodifiableList(list);
    }

    private Set<@Nullable Object> readSet() throws IOException {
        int size = readSize();
        Set<@Nullable Object> set = new LinkedHashSet<>();
        for (int i = 0; i < size; i++) {
            set.add(read());
        }
        return Collections.unmodifiableSet(set);
    }

    private static Object constant(Class<?> type, String name) throws IOException {
        for (Object constant : type.isEnum() ? type.getEnumConstants() : new Object[0]) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IOException(type + " has no " + name);
    }

    // A component may be null where its record says so.
    @SuppressWarnings("NullAway")
    private Object record(String name) throws IOException {
        Object[] parts = new Object[readCount()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = read();
        }
        Object made = OwnRecords.make(name, parts);
        if (made == null) {
            made = others.make(name, parts);
        }
        return made == null ? reflected(Encoding.type(name), parts) : made;
    }

    /** {@return a record for which there is no line in a maker} */
    static Object reflected(Class<?> type, Object[] parts) throws IOException {
        if (!type.isRecord()) {
            throw new IOException(type + " is no record");
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(parts);
        } catch (ReflectiveOperationException e) {
            throw new IOException("not a " + type, e);
        }
    }

    private Function function() throws IOException {
        Function function = new Function(readText());
        function.setResult(read(Type.class));
        if (bytes[at++] != 0) {
            function.setRare();
        }
        boolean isDeclared = bytes[at++] != 0;
        CudaBody cuda = readOrNull(CudaBody.class);
        FunctionEffects effects = readOrNull(FunctionEffects.class);
        @Nullable Value[] values = new @Nullable Value[readCount()];
        @Nullable Block[] blocks = new @Nullable Block[readCount()];
        int size = readSize();
        for (int i = 0; i < size; i++) {
            int id = readSize();
            Block block = function.addBlock(id);
            blocks[id] = block;
            readValues(function, block, values);
        }
        function.takeValueId(values.length - 1);
        function.takeBlockId(blocks.length - 1);
        for (Block block : function.blocks()) {
            for (BlockParam param : block.params()) {
                readKnown(param, values);
            }
            for (Instr instr : block.instrs()) {
                readInputs(instr, values, blocks);
            }
        }
        function.restore(isDeclared, cuda, effects);
        return function;
    }

    private void readValues(Function function, Block block, @Nullable Value[] values) throws IOException {
        int params = readSize();
        for (int i = 0; i < params; i++) {
            int id = readSize();
            BlockParam param = block.addParam(function.takeValueId(id), read(Type.class));
            param.setName(readOrNull(String.class));
            values[id] = param;
        }
        int instrs = readSize();
        for (int i = 0; i < instrs; i++) {
            int id = readSize();
            Op op = read(Op.class);
            Instr instr = new Instr(function.takeValueId(id), op, List.of(), readOrNull(SourcePosition.class));
            instr.setName(readOrNull(String.class));
            block.append(instr);
            values[id] = instr;
        }
    }

    private void readKnown(BlockParam param, @Nullable Value[] values) throws IOException {
        BlockParam marks = (BlockParam) readId(values);
        if (marks != null) {
            param.setMarks(marks);
        }
        BlockParam starts = (BlockParam) readId(values);
        if (starts != null) {
            param.setStarts(starts);
        }
        BlockParam moves = (BlockParam) readId(values);
        if (moves != null) {
            param.setMoves(moves);
        }
        for (Value other : readIds(values)) {
            param.setApartFrom((BlockParam) other);
        }
        param.setRows(readRows());
    }

    // What was written of it is what it holds.
    @SuppressWarnings("unchecked")
    private List<List<OptionalLong>> readRows() throws IOException {
        return (List<List<OptionalLong>>) (List<?>) readAll();
    }

    private void readInputs(Instr instr, @Nullable Value[] values, @Nullable Block[] blocks) throws IOException {
        for (Value operand : readIds(values)) {
            instr.addOperand(operand);
        }
        int edges = readSize();
        for (int i = 0; i < edges; i++) {
            Block target = blocks[readSize()];
            if (target == null) {
                throw new IOException("no such block");
            }
            instr.addEdge(target, readIds(values));
        }
    }

    private List<Value> readIds(@Nullable Value[] values) throws IOException {
        int size = readSize();
        List<Value> read = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Value value = values[readSize()];
            if (value == null) {
                throw new IOException("no such value");
            }
            read.add(value);
        }
        return read;
    }

    private @Nullable Value readId(@Nullable Value[] values) throws IOException {
        int number = readSize();
        return number == 0 ? null : values[number - 1];
    }

    private String readClass() throws IOException {
        int number = readSize();
        if (number > 0) {
            return classes.get(number - 1);
        }
        String name = readText();
        classes.add(name);
        return name;
    }

    private String readText() throws IOException {
        int size = readSize();
        if ((size & 1) == 0) {
            at += size >> 1;
            return new String(bytes, at - (size >> 1), size >> 1, StandardCharsets.UTF_8);
        }
        char[] characters = new char[size >> 1];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = (char) readSize();
        }
        return new String(characters);
    }

    private long readLong() {
        long number = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            number = (number << Byte.SIZE) | (bytes[at++] & 0xff);
        }
        return number;
    }

    /** {@return how much room is needed} */
    private int readCount() throws IOException {
        int count = readSize();
        if (count > MOST) {
            throw new IOException("too many: " + count);
        }
        return count;
    }

    private int readSize() throws IOException {
        int number = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Encoding.LOW_BITS) {
            int next = bytes[at++];
            number |= (next & (Encoding.MORE - 1)) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new IOException("not a number");
    }
}
