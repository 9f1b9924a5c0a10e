package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.cuda.TensorDescriptors;
import dev.gpukernel.internal.nvrtc.NvrtcDescriptors;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What native-image must know has every function of the driver, NVRTC and DLPack. {@code -Dgpukernel.goldens=write} writes it. */
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

    private static String entry(FunctionDescriptor function, String options) {
        String result = function.returnLayout().map(NativeImageTest::type).orElse("void");
        String parameters = function.argumentLayouts().stream()
                .map(layout -> '"' + type(layout) + '"')
                .collect(Collectors.joining(", "));
        return "      {\"returnType\": \"" + result + "\", \"parameterTypes\": [" + parameters + "]" + options + "}";
    }

    private static String downcall(DriverFunction function) {
        String options = switch (function.linkage()) {
            case ORDINARY -> "";
            case BRIEF -> ", \"options\": {\"critical\": {\"allowHeapAccess\": false}}";
            case HEAP -> ", \"options\": {\"critical\": {\"allowHeapAccess\": true}}";
        };
        return entry(function.descriptor(), options);
    }

    @Test
    void everyNativeFunctionCanBeCalledAndCallBack() throws IOException, ReflectiveOperationException {
        assertThat(Class.forName("dev.gpukernel.cuda.Tensor").getDeclaredMethod("deleted", MemorySegment.class))
                .isNotNull();
        Stream<FunctionDescriptor> others =
                Stream.concat(NvrtcDescriptors.all(), Stream.of(TensorDescriptors.deleter()));
        String downcalls = Stream.concat(
                        Arrays.stream(DriverFunction.values()).map(NativeImageTest::downcall),
                        others.map(function -> entry(function, "")))
                .distinct()
                .sorted()
                .collect(Collectors.joining(",\n"));
        String expected = """
                {
                  "reflection": [
                    {"type": "dev.gpukernel.cuda.Tensor", "methods": [{"name": "deleted", "parameterTypes": ["java.lang.foreign.MemorySegment"]}]}
                  ],
                  "resources": [
                    {"glob": "dev/gpukernel/**/*.class"},
                    {"module": "java.base", "glob": "java/lang/FdLibm*.class"},
                    {"module": "java.base", "glob": "java/lang/*Math.class"}
                  ],
                  "foreign": {
                    "downcalls": [
                %s
                    ],
                    "upcalls": [
                %s
                    ]
                  }
                }
                """.formatted(downcalls, entry(TensorDescriptors.deleter(), ""));
        if ("write".equals(System.getProperty("gpukernel.goldens"))) {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, expected);
        }
        assertThat(FILE).hasContent(expected);
    }
}
