package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.declaration.CudaDeclarations;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.nvrtc.CudaProgram;
import dev.gpukernel.internal.nvrtc.CudaSourceCode;
import dev.gpukernel.internal.nvrtc.Nvrtc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Functions of one source in CUDA C that a kernel calls, compiled for each architecture that the kernel is loaded into.
 *
 * <p>Behind the source stands, for each method, a function of the name that the kernel calls, {@link CudaBody#symbol}. It takes and returns
 * numbers as kernels do, with booleans, bytes, chars and shorts as ints, so that the source's own functions may be templates, or in a namespace, and need
 * not be {@code extern "C"}. Before it, assertions let the compiler say whether the source's function is what the Java method declares.
 */
public final class CudaFunctionSource implements NativeModule {
    private static final String ASSERTIONS = """
            namespace gpukernel_java {
            template <class T> struct kind { static constexpr int value = sizeof(T) + (T(0.5) != T(0) ? 16 : 0); };
            template <> struct kind<bool> { static constexpr int value = 32; };
            template <class R, class... A> struct signature {
                static constexpr int count = sizeof...(A);
                static constexpr int kinds[] = {kind<R>::value, kind<A>::value...};
            };
            template <class R, class... A> __device__ signature<R, A...> of(R (*)(A...));
            }
            """;

    private final CudaProgram program;
    private final Map<Integer, byte[]> byCapability = new ConcurrentHashMap<>();

    private CudaFunctionSource(CudaProgram program) {
        this.program = program;
    }

    /**
     * Reads a source.
     *
     * @param bodies functions of one source, with the same options
     * @param loader of the classes of the methods
     * @throws GpuException {@link Message#CUDA_FILE} if the source is not there, or {@link Message#CUDA_FUNCTION_MISSING}
     */
    static CudaFunctionSource of(List<CudaBody> bodies, @Nullable ClassLoader loader) {
        CudaBody first = bodies.getFirst();
        Class<?> owner = owner(first, loader);
        String text = first.resource().isEmpty() ? first.source() : CudaSourceCode.text(owner, first.resource());
        bodies.forEach(body -> requireDeclared(name(body), text, body));
        return new CudaFunctionSource(program(bodies, text, CudaSourceCode.headers(text, owner, Map.of())));
    }

    /**
     * Makes what is compiled.
     *
     * @param bodies functions of one source, with the same options
     * @param text the source
     * @param headers what it includes
     * @return the source with the functions that kernels call
     */
    public static CudaProgram program(List<CudaBody> bodies, String text, Map<String, String> headers) {
        CudaBody first = bodies.getFirst();
        StringBuilder all = new StringBuilder(text).append("\n#line 1 \"" + first.text() + " in Java\"\n" + ASSERTIONS);
        bodies.forEach(body -> all.append(wrapper(body)));
        List<String> options = new ArrayList<>(first.options());
        options.add("--relocatable-device-code=true");
        return new CudaProgram(name(first), all.toString(), headers, List.of(), options, List.of());
    }

    private static String name(CudaBody body) {
        return body.resource().isEmpty() ? body.text() : body.resource();
    }

    private static Class<?> owner(CudaBody body, @Nullable ClassLoader loader) {
        try {
            return Class.forName(body.owner().replace('/', '.'), false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("its class file was read", e);
        }
    }

    private static void requireDeclared(String name, String text, CudaBody body) {
        CudaDeclarations declared = CudaDeclarations.ofFunctions(text);
        if (body.name().matches("\\w+") && declared.lack(text, body.name())) {
            throw new GpuException(
                    Message.CUDA_FUNCTION_MISSING, name, body.name(), body.text(), declared.help("__device__"));
        }
    }

    /** {@return the function that kernels call, and what must be true of that of the source} */
    private static String wrapper(CudaBody body) {
        Type type = Type.getMethodType(body.descriptor());
        Type[] parameters = type.getArgumentTypes();
        String signature = "decltype(gpukernel_java::of(&" + body.name() + "))";
        StringBuilder text = new StringBuilder();
        text.append(assertion(
                signature + "::count == " + parameters.length,
                body.text() + " has " + parameters.length + " parameters in Java, but " + body.name() + " has not"));
        text.append(assertion(
                signature + "::kinds[0] == " + kind(type.getReturnType()),
                body.text() + " returns " + type.getReturnType().getClassName() + " in Java, but " + body.name()
                        + " does not"));
        List<String> declared = new ArrayList<>();
        List<String> passed = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            text.append(assertion(
                    signature + "::kinds[" + (i + 1) + "] == " + kind(parameters[i]),
                    "parameter " + (i + 1) + " of " + body.text() + " is " + parameters[i].getClassName()
                            + " in Java, but that of " + body.name() + " is not"));
            declared.add(register(parameters[i]) + " p" + i);
            passed.add(narrowed(parameters[i], "p" + i));
        }
        return text.append("extern \"C\" __device__ ")
                .append(register(type.getReturnType()))
                .append(' ')
                .append(body.symbol())
                .append(declared.stream().collect(Collectors.joining(", ", "(", ")")))
                .append(" { return ")
                .append(narrowed(
                        type.getReturnType(),
                        body.name() + passed.stream().collect(Collectors.joining(", ", "(", ")"))))
                .append("; }\n")
                .toString();
    }

    private static String assertion(String condition, String otherwise) {
        return "static_assert(" + condition + ", \"" + otherwise + "\");\n";
    }

    /** {@return the number that the assertions have for a type: its bytes, 16 more if it has fractions, and 32 for a boolean} */
    private static int kind(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> 32;
            case Type.BYTE -> Byte.BYTES;
            case Type.SHORT, Type.CHAR -> Short.BYTES;
            case Type.INT -> Integer.BYTES;
            case Type.LONG -> Long.BYTES;
            case Type.FLOAT -> 16 + Float.BYTES;
            case Type.DOUBLE -> 16 + Double.BYTES;
            default -> throw notNumber(type);
        };
    }

    /** {@return the type, in CUDA C, that a kernel keeps a number in} */
    private static String register(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN, Type.BYTE, Type.SHORT, Type.CHAR, Type.INT -> "int";
            case Type.LONG -> "long long";
            case Type.FLOAT -> "float";
            case Type.DOUBLE -> "double";
            default -> throw notNumber(type);
        };
    }

    /** {@return a number as Java has it of the type} */
    private static String narrowed(Type type, String number) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> "(" + number + ") != 0";
            case Type.BYTE -> "(signed char) (" + number + ")";
            case Type.SHORT -> "(short) (" + number + ")";
            case Type.CHAR -> "(unsigned short) (" + number + ")";
            default -> number;
        };
    }

    private static IllegalArgumentException notNumber(Type type) {
        return new IllegalArgumentException("not a number: " + type);
    }

    @Override
    public String name() {
        return program.name();
    }

    @Override
    public List<Part> parts(int capability) {
        byte[] code = byCapability.computeIfAbsent(
                capability, key -> Nvrtc.find().compile(program, key).code());
        return List.of(new Part(program.name(), code));
    }

    @Override
    public boolean isLinked() {
        return true;
    }

    @Override
    public String symbol(int capability, String kernel) {
        return kernel;
    }
}
