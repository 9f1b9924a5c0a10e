package dev.gpukernel.internal.ir;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What {@link Encoder} and {@link Decoder} have in common. */
final class Encoding {
    private static final String OURS = "dev.gpukernel.internal.";
    /** Of a number, so many bits are in a byte, below the one that says whether there are more. */
    static final int LOW_BITS = 7;

    static final int MORE = 1 << LOW_BITS;

    private static final Tag[] TAGS = Tag.values();

    private Encoding() {}

    /** What comes next. */
    enum Tag {
        NULL,
        /** What was written before, by its number. */
        KNOWN,
        TEXT,
        ENUM,
        RECORD,
        FUNCTION,
        LIST,
        SET,
        BITS,
        INT,
        LONG,
        TRUE,
        FALSE,
        CHAR,
        SOME_LONG,
        NO_LONG;

        // It stands in bytes that nobody but this build reads.
        @SuppressWarnings("EnumOrdinal")
        int code() {
            return ordinal();
        }

        static Tag of(int code) throws IOException {
            if (code < 0 || code >= TAGS.length) {
                throw new IOException("no tag " + code);
            }
            return TAGS[code];
        }
    }

    static boolean isOurs(Class<?> type) {
        return type.getName().startsWith(OURS);
    }

    /** {@return the name of a class of GpuKernel's, without what all have in common} */
    static String name(Class<?> type) {
        return type.getName().substring(OURS.length());
    }

    static Class<?> type(String name) throws IOException {
        try {
            return Class.forName(OURS + name, true, Encoding.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IOException("no class " + name, e);
        }
    }

    static void writeText(DataOutput out, String text) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        // Half of a surrogate pair, say, would come back as another character.
        boolean isSame = new String(encoded, StandardCharsets.UTF_8).equals(text);
        writeSize(out, isSame ? encoded.length << 1 : (text.length() << 1) + 1);
        if (isSame) {
            out.write(encoded);
        } else {
            for (int i = 0; i < text.length(); i++) {
                writeSize(out, text.charAt(i));
            }
        }
    }

    static void writeSize(DataOutput out, int number) throws IOException {
        int rest = number;
        while ((rest & -MORE) != 0) {
            out.writeByte((rest & (MORE - 1)) | MORE);
            rest >>>= LOW_BITS;
        }
        out.writeByte(rest);
    }
}
