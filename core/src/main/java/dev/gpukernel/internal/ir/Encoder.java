package dev.gpukernel.internal.ir;

import dev.gpukernel.internal.ir.Encoding.Tag;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes functions, and what records of GpuKernel's hold besides them, as bytes that {@link Decoder} reads: numbers, strings, enums, lists, sets of
 * bits. Unlike the text of {@link Printer}, the bytes have all of a function: names of values, and what is known of parameters.
 * A function that is met twice is read as one. They are good for the very version of GpuKernel that wrote them.
 */
public final class Encoder {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Numbers of what a later occurrence refers to. */
    private final IdentityHashMap<Object, Integer> byIdentity = new IdentityHashMap<>();

    /** The same of what is made anew for each instruction and is one thing wherever it is equal. */
    private final Map<Object, Integer> byValue = new HashMap<>();

    private final Map<Class<?>, Integer> classes = new HashMap<>();
    private int known;

    private Encoder() {}

    /** Something is no record, function, enum, list, or number. */
    private static final class NotEncodable extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotEncodable(Object what) {
            super(what.getClass().getName(), null, false, false);
        }
    }

    /** {@return a record as bytes, null if it holds what has no such form} */
    public static byte @Nullable [] encode(Record whole) {
        Encoder encoder = new Encoder();
        try {
            encoder.write(whole);
            encoder.out.flush();
            return encoder.bytes.toByteArray();
        } catch (NotEncodable | StackOverflowError _) {
            // Expressions may be nested deeper than the caller's stack has room for.
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("written to memory", e);
        }
    }

    private void tag(Tag tag) throws IOException {
        out.writeByte(tag.code());
    }

    private void write(@Nullable Object value) throws IOException {
        if (value == null) {
            tag(Tag.NULL);
            return;
        }
        Integer number = isOneWhereEqual(value) ? byValue.get(value) : byIdentity.get(value);
        if (number != null) {
            tag(Tag.KNOWN);
            writeSize(number);
            return;
        }
        switch (value) {
            case String text -> {
                tag(Tag.TEXT);
                writeText(text);
                note(text);
            }
            case Enum<?> constant
            when Encoding.isOurs(constant.getDeclaringClass()) -> {
                tag(Tag.ENUM);
                writeClass(constant.getDeclaringClass());
                writeText(constant.name());
                note(constant);
            }
            case Record record -> {
                if (!Encoding.isOurs(record.getClass())) {
                    throw new NotEncodable(record);
                }
                tag(Tag.RECORD);
                writeClass(record.getClass());
                writeComponents(record);
                note(record);
            }
            case Function function -> {
                tag(Tag.FUNCTION);
                writeFunction(function);
                note(function);
            }
            default -> writeOther(value);
        }
    }

    private void note(Object written) {
        if (isOneWhereEqual(written)) {
            byValue.put(written, known++);
        } else {
            byIdentity.put(written, known++);
        }
    }

    /** Positions are not: of equal ones, one may know which call it is and another not. Nor are records that hold positions. */
    private static boolean isOneWhereEqual(Object value) {
        return value instanceof String
                || value instanceof Type
                || (value instanceof Op && !(value instanceof Op.Throw));
    }

    private void writeOther(Object value) throws IOException {
        switch (value) {
            case List<?> list -> {
                tag(Tag.LIST);
                writeAll(list);
            }
            case Set<?> set -> {
                tag(Tag.SET);
                writeSize(set.size());
                for (Object element : set) {
                    write(element);
                }
            }
            case BitSet bits -> {
                tag(Tag.BITS);
                long[] words = bits.toLongArray();
                writeSize(words.length);
                for (long word : words) {
                    out.writeLong(word);
                }
            }
            case Integer number -> {
                tag(Tag.INT);
                out.writeLong(number);
            }
            case Long number -> {
                tag(Tag.LONG);
                out.writeLong(number);
            }
            case Boolean flag -> tag(flag ? Tag.TRUE : Tag.FALSE);
            case Character letter -> {
                tag(Tag.CHAR);
                writeSize(letter);
            }
            case OptionalLong number -> {
                tag(number.isPresent() ? Tag.SOME_LONG : Tag.NO_LONG);
                if (number.isPresent()) {
                    out.writeLong(number.getAsLong());
                }
            }
            default -> throw new NotEncodable(value);
        }
    }

    private void writeAll(List<?> list) throws IOException {
        writeSize(list.size());
        for (Object element : list) {
            write(element);
        }
    }

    private void writeComponents(Record record) throws IOException {
        RecordComponent[] components = record.getClass().getRecordComponents();
        writeSize(components.length);
        for (RecordComponent component : components) {
            try {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                write(accessor.invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a record's own " + component, e);
            }
        }
    }

    private void writeFunction(Function function) throws IOException {
        writeText(function.name());
        write(function.result());
        out.writeBoolean(function.isRare());
        out.writeBoolean(function.isDeclared());
        write(function.cuda());
        write(function.settledEffects());
        writeSize(function.valueCount());
        writeSize(function.blockCount());
        List<Block> blocks = function.blocks();
        writeSize(blocks.size());
        @Nullable Value[] own = new @Nullable Value[function.valueCount()];
        for (Block block : blocks) {
            block.params().forEach(param -> own[param.id()] = param);
            block.instrs().forEach(instr -> own[instr.id()] = instr);
        }
        for (Block block : blocks) {
            writeSize(block.id());
            writeSize(block.params().size());
            for (BlockParam param : block.params()) {
                writeSize(param.id());
                write(param.type());
                write(param.name());
            }
            writeSize(block.instrs().size());
            for (Instr instr : block.instrs()) {
                writeSize(instr.id());
                write(instr.op());
                write(instr.position());
                write(instr.name());
            }
        }
        for (Block block : blocks) {
            for (BlockParam param : block.params()) {
                writeId(param.ofLength() == param ? null : param.ofLength(), own);
                writeId(param.starts(), own);
                writeId(param.moves(), own);
                writeIds(List.copyOf(param.apart()));
                writeAll(param.rows());
            }
            for (Instr instr : block.instrs()) {
                writeIds(instr.operands());
                writeSize(instr.edges().size());
                for (Edge edge : instr.edges()) {
                    writeSize(edge.target().id());
                    writeIds(edge.arguments());
                }
            }
        }
    }

    private void writeIds(List<Value> values) throws IOException {
        writeSize(values.size());
        for (Value value : values) {
            writeSize(value.id());
        }
    }

    /** Writes which parameter another one refers to, which must be one of the same function's. */
    @SuppressWarnings("ReferenceEquality") // the very same value
    private void writeId(@Nullable BlockParam param, @Nullable Value[] own) throws IOException {
        if (param != null && (param.id() >= own.length || own[param.id()] != param)) {
            throw new NotEncodable(param);
        }
        writeSize(param == null ? 0 : param.id() + 1);
    }

    private void writeClass(Class<?> type) throws IOException {
        Integer number = classes.putIfAbsent(type, classes.size());
        writeSize(number == null ? 0 : number + 1);
        if (number == null) {
            writeText(Encoding.name(type));
        }
    }

    private void writeText(String text) throws IOException {
        Encoding.writeText(out, text);
    }

    /** Writes a number that is at least 0, in few bytes if it is small. */
    private void writeSize(int number) throws IOException {
        Encoding.writeSize(out, number);
    }
}
