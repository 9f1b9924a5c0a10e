package dev.gpukernel.internal.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Code for a device as it is loaded or linked: PTX, a cubin, a fatbin or LTO IR, told apart by how it begins.
 *
 * @param name what messages and the linker's log call it
 * @param kind which of these it is
 * @param bytes the code; PTX ends with a zero
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CodeImage(String name, Kind kind, byte[] bytes) {
    private static final int ELF = 0x464c457f;
    private static final int FATBIN = 0xba55ed50;

    private static final int LTOIR = 0x7f4e43ed;

    /** What tools write around a fatbin that is part of a program. */
    private static final int FATBIN_WRAPPER = 0x466243b1;

    /** A kind of code. */
    public enum Kind {
        /** Machine code for one architecture; relocatable code of it, too. */
        CUBIN(0),
        /** Text that the driver compiles. */
        PTX(1),
        /** Several of these. */
        FATBIN(2),
        /** Code for optimisation at link time, which the driver's linker does not take from compilers of today. */
        LTOIR(6);

        private final int input;

        Kind(int input) {
            this.input = input;
        }

        /** {@return its number as a {@code CUjitInputType}} */
        int input() {
            return input;
        }
    }

    /** Copies nothing: who makes it gives the bytes away. */
    public CodeImage {
        Objects.requireNonNull(bytes, "bytes");
    }

    /**
     * Looks at code.
     *
     * @param name what messages call it
     * @param bytes the code
     * @return it, null if it is none of the kinds
     */
    public static @Nullable CodeImage of(String name, byte[] bytes) {
        int start = bytes.length < Integer.BYTES
                ? 0
                : ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (start == ELF) {
            return new CodeImage(name, Kind.CUBIN, bytes.clone());
        }
        if (start == FATBIN) {
            return new CodeImage(name, Kind.FATBIN, bytes.clone());
        }
        if (start == LTOIR) {
            return new CodeImage(name, Kind.LTOIR, bytes.clone());
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        return start != FATBIN_WRAPPER && text.contains(".version") && text.contains(".target")
                ? ptx(name, text)
                : null;
    }

    /** {@return PTX from its text} */
    public static CodeImage ptx(String name, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        int length = encoded.length;
        while (length > 0 && encoded[length - 1] == 0) {
            length--;
        }
        return new CodeImage(name, Kind.PTX, Arrays.copyOf(encoded, length + 1));
    }

    /** {@return the text of PTX, or a sentence that says what it is instead} */
    public String text() {
        return switch (kind) {
            case PTX -> new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
            case CUBIN -> "// a cubin of " + bytes.length + " bytes: " + name + "\n";
            case LTOIR -> "// LTO IR of " + bytes.length + " bytes: " + name + "\n";
            case FATBIN -> "// a fatbin of " + bytes.length + " bytes: " + name + "\n";
        };
    }
}
