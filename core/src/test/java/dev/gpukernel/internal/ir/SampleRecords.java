package dev.gpukernel.internal.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of any class, whose components differ as far as they can, so that it shows if two of them are exchanged. */
public final class SampleRecords {
    private SampleRecords() {}

    /** Requires that a maker has a line for a class, and makes what the constructor makes. */
    public static void requireMade(Class<?> type, RecordMaker maker) {
        Object[] parts = parts(type);
        try {
            assertThat(maker.make(Encoding.name(type), parts))
                    .as("a line for %s", type.getName())
                    .isNotNull()
                    .isEqualTo(Decoder.reflected(type, parts));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    // What has no sample is null.
    @SuppressWarnings("NullAway")
    private static Object[] parts(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] parts = new Object[components.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = sample(components[i].getType(), i);
        }
        return parts;
    }

    private static @Nullable Object sample(Class<?> type, int position) {
        int number = 3 + position;
        if (type == int.class) {
            return number;
        }
        if (type == long.class) {
            return 1L << (40 + position);
        }
        if (type == boolean.class) {
            return position % 2 == 0;
        }
        if (type == char.class) {
            return "ABCIJ".charAt(position);
        }
        if (type == String.class) {
            return "text " + number;
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == BitSet.class) {
            return BitSet.valueOf(new long[] {number});
        }
        if (type == Function.class) {
            return new Function("f" + number);
        }
        if (type == TupleType.class) {
            return new TupleType(List.of(ScalarType.I32, ScalarType.F64));
        }
        if (type == Type.class) {
            return ScalarType.F32;
        }
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[number % constants.length];
        }
        return null;
    }
}
