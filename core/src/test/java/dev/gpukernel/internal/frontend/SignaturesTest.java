package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.diagnostic.Diagnostic;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private record Point(int x, double y) {}

    private record Pair(Point first, Point[] second) {}

    /** Declarations of all kinds. Only their types matter. */
    static class Declarations {
        static void sound(double[] x, double[][] rows, Point[] points, Point point, int n) {}

        static Pair pair(double[] x) {
            throw new IllegalStateException();
        }

        static Map<String, ? extends List<int[]>> generic(
                List<? super Float> floats, Map.Entry<String, ?> entry, List<Double>[] lists) {
            throw new IllegalStateException();
        }

        static <T extends Number> void ofAnyType(T[] elements, double[] x) {}

        private static synchronized void hidden(double[] x) {}

        final void ofInstance(double[] x) {}

        @GpuKernel(blockSize = 2000)
        static void inLargeBlocks(double[] x) {}

        private static class Inner {
            static void ofPrivateClass(double[] x) {}
        }
    }

    private static ClassNode node(Class<?> type) throws IOException {
        try (InputStream in =
                type.getResourceAsStream(type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class")) {
            ClassNode node = new ClassNode();
            new ClassReader(Objects.requireNonNull(in)).accept(node, ClassReader.SKIP_CODE);
            return node;
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Declarations.class,
                Map.class,
                java.util.stream.Collectors.class,
                java.util.concurrent.ConcurrentHashMap.class
            })
    void typesAreNamedAsByReflection(Class<?> type) throws IOException {
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

    @Test
    void whatIsNoSignatureIsNotRead() {
        for (String nonsense : List.of("", "(", "()", "(Ljava/util/List<TT;)V", "(Q)V", "(II)V", "<T:>x")) {
            MethodNode method = new MethodNode(0, "method", "([D)V", nonsense, null);
            assertThat(TypeText.of(method).parameters()).as(nonsense).containsExactly("double[]");
            assertThat(TypeText.of(method).result()).as(nonsense).isEqualTo("void");
        }
    }

    private static List<String> found(Class<?> owner, String method) {
        ClassFiles classes = new ClassFiles(new LoadedClasses(SignaturesTest.class.getClassLoader()));
        Method declared = Arrays.stream(owner.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(method))
                .findFirst()
                .orElseThrow();
        return FrontEnd.declaration(classes, Type.getInternalName(owner), method, Type.getMethodDescriptor(declared))
                .stream()
                .map(finding -> code(finding.diagnostic()))
                .toList();
    }

    private static String code(Diagnostic diagnostic) {
        return diagnostic.message().code() + diagnostic.arguments();
    }

    @Test
    void mistakesAreFound() {
        assertThat(found(Declarations.class, "sound")).isEmpty();
        assertThat(found(Declarations.class, "pair"))
                .containsExactly("KernelReturns[pair, dev.gpukernel.internal.frontend.SignaturesTest.Pair]");
        assertThat(found(Declarations.class, "generic"))
                .containsExactly(
                        "KernelReturns[generic, java.util.Map<java.lang.String, ? extends java.util.List<int[]>>]",
                        "ParameterType[floats, generic, java.util.List<? super java.lang.Float>, ]",
                        "ParameterType[entry, generic, java.util.Map.Entry<java.lang.String, ?>, ]",
                        "ParameterType[lists, generic, java.util.List<java.lang.Double>[], ; did you mean 'double[][]'?]");
        assertThat(found(Declarations.class, "ofAnyType"))
                .containsExactly("KernelGeneric[ofAnyType]", "ParameterType[elements, ofAnyType, T[], ]");
        assertThat(found(Declarations.class, "hidden")).containsExactly("KernelPrivate[hidden]", "Synchronized[]");
        assertThat(found(Declarations.class, "ofInstance")).containsExactly("KernelNotStatic[ofInstance]");
        assertThat(found(Declarations.class, "inLargeBlocks")).containsExactly("BlockSize[2000, inLargeBlocks]");
    }

    @Test
    void aClassThatNoLauncherReachesIsNamed() {
        class Local {
            static void kernel(double[] x) {}
        }
        Object anonymous = new Object() {
            static void kernel(double[] x) {}
        };
        assertThat(found(Declarations.Inner.class, "ofPrivateClass"))
                .containsExactly(
                        "KernelClass[ofPrivateClass, private class dev.gpukernel.internal.frontend.SignaturesTest.Declarations.Inner]");
        assertThat(found(Local.class, "kernel")).containsExactly("KernelClass[kernel, local class Local]");
        assertThat(found(anonymous.getClass(), "kernel")).containsExactly("KernelClass[kernel, an anonymous class]");
    }
}
