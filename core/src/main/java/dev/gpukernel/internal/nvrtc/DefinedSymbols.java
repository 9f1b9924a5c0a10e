package dev.gpukernel.internal.nvrtc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What parts of a program define for each other. nvJitLink 13.3 says of a second definition that it is one, on the standard error, and takes the first.
 */
final class DefinedSymbols {
    private static final Pattern FUNCTION =
            Pattern.compile("\\.visible\\s+\\.(?:entry|func)\\s*(?:\\([^)]*\\)\\s*)?([\\w$]+)");
    private static final Pattern VARIABLE =
            Pattern.compile("\\.visible\\s+\\.(?:global|const)(?:\\s+\\.\\w+(?:\\s+\\d+)?)*\\s+([\\w$]+)");

    private static final int SECTIONS_OFFSET = 0x28;
    private static final int SECTION_SIZE = 0x3a;
    private static final int SECTION_COUNT = 0x3c;
    private static final int SYMBOL_TABLE = 2;
    private static final int SYMBOL_BYTES = 24;
    private static final int GLOBAL = 1;

    private DefinedSymbols() {}

    /** {@return a sentence about something that two parts define, null if there is nothing} Of fatbins and LTO IR nothing is known. */
    static @Nullable String conflict(List<NvJitLink.Input> inputs) {
        Map<String, String> definedIn = new HashMap<>();
        for (NvJitLink.Input input : inputs) {
            for (String symbol : of(input)) {
                String first = definedIn.putIfAbsent(symbol, input.name());
                if (first != null) {
                    return "'%s' is defined in %s and in %s; declare static what one of them alone uses"
                            .formatted(symbol, first, input.name());
                }
            }
        }
        return null;
    }

    private static Set<String> of(NvJitLink.Input input) {
        return switch (input.kind()) {
            case CUBIN -> ofElf(ByteBuffer.wrap(input.bytes()).order(ByteOrder.LITTLE_ENDIAN));
            case PTX -> ofPtx(new String(input.bytes(), StandardCharsets.UTF_8));
            case FATBIN, LTOIR -> Set.of();
        };
    }

    private static Set<String> ofPtx(String text) {
        Set<String> symbols = new HashSet<>();
        for (Pattern pattern : List.of(FUNCTION, VARIABLE)) {
            pattern.matcher(text).results().forEach(found -> symbols.add(found.group(1)));
        }
        return symbols;
    }

    /** Reads the symbol tables of a file in the format ELF, of 64 bits. */
    private static Set<String> ofElf(ByteBuffer file) {
        Set<String> symbols = new HashSet<>();
        try {
            int sections = Math.toIntExact(file.getLong(SECTIONS_OFFSET));
            int size = file.getShort(SECTION_SIZE);
            for (int i = 0; i < file.getShort(SECTION_COUNT); i++) {
                int header = sections + i * size;
                if (file.getInt(header + 4) == SYMBOL_TABLE) {
                    int names = sections + file.getInt(header + 0x28) * size;
                    addSymbols(file, header, Math.toIntExact(file.getLong(names + 0x18)), symbols);
                }
            }
        } catch (IndexOutOfBoundsException | ArithmeticException _) {
            // It is damaged, as the linker says.
        }
        return symbols;
    }

    private static void addSymbols(ByteBuffer file, int header, int names, Set<String> symbols) {
        int start = Math.toIntExact(file.getLong(header + 0x18));
        int end = start + Math.toIntExact(file.getLong(header + 0x20));
        for (int symbol = start; symbol + SYMBOL_BYTES <= end; symbol += SYMBOL_BYTES) {
            boolean isDefined = file.getShort(symbol + 6) != 0;
            if (isDefined && (file.get(symbol + 4) & 0xff) >> 4 == GLOBAL) {
                symbols.add(text(file, names + file.getInt(symbol)));
            }
        }
    }

    private static String text(ByteBuffer file, int start) {
        int end = start;
        while (file.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - start];
        file.get(start, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
