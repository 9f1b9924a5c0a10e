package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What native-image must know has every driver function. {@code -Dgpukernel.goldens=write} writes it. */
class NativeImageTest {
    private static final Path FILE = Path.of(
            System.getProperty("basedir", ""),
            "src/main/resources/META-INF/native-image/dev.gpukernel/gpukernel-core/reachability-metadata.json");

    private static String type(MemoryLayout layout) {
        if (layout instanceof StructLayout struct) {
            return struct.memberLayouts().stream()
                    .map(NativeImageTest::type)
                    .collect(Collectors.joining(", ", "struct(", ")"));
        }
        if (layout instanceof SequenceLayout sequence) {
            return "sequence(" + sequence.elementCount() + ", " + type(sequence.elementLayout()) + ")";
        }
        if (layout.equals(ValueLayout.JAVA_INT)) {
            return "jint";
        }
        if (layout.equals(ValueLayout.JAVA_LONG)) {
            return "jlong";
        }
        if (layout.equals(ValueLayout.JAVA_BYTE)) {
            return "jbyte";
        }
        assertThat(layout).isEqualTo(ValueLayout.ADDRESS);
        return "void*";
    }

    private static String downcall(DriverFunction function) {
        String parameters = function.descriptor().argumentLayouts().stream()
                .map(layout -> '"' + type(layout) + '"')
                .collect(Collectors.joining(", "));
        String options = switch (function.linkage()) {
            case ORDINARY -> "";
            case BRIEF -> ", \"options\": {\"critical\": {\"allowHeapAccess\": false}}";
            case HEAP -> ", \"options\": {\"critical\": {\"allowHeapAccess\": true}}";
        };
        return "      {\"returnType\": \"jint\", \"parameterTypes\": [" + parameters + "]" + options + "}";
    }

    @Test
    void everyDriverFunctionCanBeCalled() throws IOException {
        String downcalls = Arrays.stream(DriverFunction.values())
                .map(NativeImageTest::downcall)
                .distinct()
                .sorted()
                .collect(Collectors.joining(",\n"));
        String expected = """
                {
                  "resources": [
                    {"glob": "dev/gpukernel/**/*.class"},
                    {"module": "java.base", "glob": "java/lang/FdLibm*.class"},
                    {"module": "java.base", "glob": "java/lang/*Math.class"}
                  ],
                  "foreign": {
                    "downcalls": [
                %s
                    ]
                  }
                }
                """.formatted(downcalls);
        if ("write".equals(System.getProperty("gpukernel.goldens"))) {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, expected);
        }
        assertThat(FILE).hasContent(expected);
    }
}
