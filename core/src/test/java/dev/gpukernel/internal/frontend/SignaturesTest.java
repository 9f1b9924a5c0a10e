package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.oracle.InMemoryCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Class files tell of a declaration what reflection tells. */
final class SignaturesTest {
    /** Declarations of all kinds. */
    private static final String SOURCE = """
            package declared;
            import dev.gpukernel.GpuKernel;
            import java.util.*;
            record Point(int x, double y) {}
            record Pair(Point first, Object second) {}
            class Declarations {
                static void sound(double[] x, double[][] rows, Point[] points, Point point, int n) {}
                static Pair pair(double[] x) { return null; }
                static Map<String, ? extends List<int[]>> generic(
                        List<? super Float> floats, Map.Entry<String, ?> entry, List<Double>[] lists) { return null; }
                static <T extends Number> void ofAnyType(T[] elements, double[] x) {}
                private static synchronized void hidden(double[] x) {}
                final void ofInstance(double[] x) {}
                @GpuKernel(blockSize = 2000)
                static void inLargeBlocks(double[] x) {}
                private static class Inner {
                    class Innermost {
                        static void ofPrivateClass(double[] x) {}
                    }
                }
                Class<?> local() {
                    class Local {
                        static void ofLocalClass(double[] x) {}
                    }
                    return Local.class;
                }
                Object anonymous = new Object() {
                    static void ofAnonymousClass(double[] x) {}
                };
            }
            """;

    private static final ClassLoader LOADER = InMemoryCompiler.compile(Map.of("declared.Declarations", SOURCE));

    private static ClassNode node(Class<?> type) throws IOException {
        ClassLoader loader = type.getClassLoader() == null ? ClassLoader.getSystemClassLoader() : type.getClassLoader();
        try (InputStream in = loader.getResourceAsStream(Type.getInternalName(type) + ".class")) {
            ClassNode node = new ClassNode();
            new ClassReader(Objects.requireNonNull(in)).accept(node, ClassReader.SKIP_CODE);
            return node;
        }
    }

    private static void typesAreNamedAsByReflection(Class<?> type) throws IOException {
        ClassNode node = node(type);
        int compared = 0;
        for (Method method : type.getDeclaredMethods()) {
            MethodNode read = node.methods.stream()
                    .filter(other ->
                            other.name.equals(method.getName()) && other.desc.equals(Type.getMethodDescriptor(method)))
                    .findFirst()
                    .orElseThrow();
            TypeText.Declared declared = TypeText.of(read);
            assertThat(declared.parameters())
                    .as("parameters of %s", method)
                    .isEqualTo(Stream.of(method.getGenericParameterTypes())
                            .map(parameter -> parameter.getTypeName().replace('$', '.'))
                            .toList());
            assertThat(declared.result())
                    .isEqualTo(method.getGenericReturnType().getTypeName().replace('$', '.'));
            assertThat(declared.isGeneric()).isEqualTo(method.getTypeParameters().length > 0);
            compared++;
        }
        assertThat(compared).isGreaterThan(6);
    }

    @ParameterizedTest
    @ValueSource(classes = {Map.class, Collectors.class, ConcurrentHashMap.class})
    void typesOfTheJdkAreNamedAsByReflection(Class<?> type) throws IOException {
        typesAreNamedAsByReflection(type);
    }

    @Test
    void typesAreNamedAsByReflection() throws IOException, ClassNotFoundException {
        typesAreNamedAsByReflection(LOADER.loadClass("declared.Declarations"));
    }

    @Test
    void whatIsNoSignatureIsNotRead() {
        for (String nonsense : List.of("", "(", "()", "(Ljava/util/List<TT;)V", "(Q)V", "(II)V", "<T:>x")) {
            MethodNode method = new MethodNode(0, "method", "([D)V", nonsense, null);
            assertThat(TypeText.of(method).parameters()).as(nonsense).containsExactly("double[]");
            assertThat(TypeText.of(method).result()).as(nonsense).isEqualTo("void");
        }
    }

    private static List<String> found(String owner, String method) throws IOException, ClassNotFoundException {
        Class<?> type = LOADER.loadClass("declared." + owner);
        MethodNode declared = node(type).methods.stream()
                .filter(candidate -> candidate.name.equals(method))
                .findFirst()
                .orElseThrow();
        ClassFiles classes = new ClassFiles(new LoadedClasses(LOADER));
        return FrontEnd.declaration(classes, Type.getInternalName(type), method, declared.desc).stream()
                .map(finding -> code(finding.diagnostic()))
                .toList();
    }

    private static String code(Diagnostic diagnostic) {
        return diagnostic.message().code() + diagnostic.arguments();
    }

    @Test
    void mistakesAreFound() throws IOException, ClassNotFoundException {
        assertThat(found("Declarations", "sound")).isEmpty();
        assertThat(found("Declarations", "pair")).isEmpty();
        assertThat(found("Declarations", "generic"))
                .containsExactly(
                        "KernelReturns[generic, java.util.Map<java.lang.String, ? extends java.util.List<int[]>>]",
                        "ParameterType[floats, generic, java.util.List<? super java.lang.Float>, ]",
                        "ParameterType[entry, generic, java.util.Map.Entry<java.lang.String, ?>, ]",
                        "ParameterType[lists, generic, java.util.List<java.lang.Double>[], ; did you mean 'double[][]'?]");
        assertThat(found("Declarations", "ofAnyType"))
                .containsExactly("KernelGeneric[ofAnyType]", "ParameterType[elements, ofAnyType, T[], ]");
        assertThat(found("Declarations", "hidden")).containsExactly("Synchronized[]");
        assertThat(found("Declarations", "ofInstance")).isEmpty();
        assertThat(found("Declarations", "inLargeBlocks")).containsExactly("BlockSize[2000, inLargeBlocks]");
    }

    @Test
    void aClassThatNoLauncherReachesIsNamed() throws IOException, ClassNotFoundException {
        assertThat(found("Declarations$Inner$Innermost", "ofPrivateClass"))
                .containsExactly("KernelClass[ofPrivateClass, private class declared.Declarations.Inner]");
        assertThat(found("Declarations$1Local", "ofLocalClass"))
                .containsExactly("KernelClass[ofLocalClass, local class Local]");
        assertThat(found("Declarations$1", "ofAnonymousClass"))
                .containsExactly("KernelClass[ofAnonymousClass, an anonymous class]");
    }
}
