package dev.gpukernel.internal.frontend;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * What the front end asked of classes while it read a kernel, and what they answered. Nothing else of a program goes into a kernel's code, so
 * code that was made of the same answers is right. Answers are noted as digests.
 */
public final class Dependencies {
    private static final ScopedValue<Dependencies> CURRENT = ScopedValue.newInstance();

    /** Takes notes that nobody asks for. */
    private static final Dependencies UNUSED = new Dependencies(false);

    /** Of a class or field that is not there, or cannot be asked. */
    private static final String NOTHING = "nothing";

    /** To tell a larger table from others takes longer than to compile a kernel. */
    private static final int MOST_ELEMENTS = 1 << 24;

    private final Map<Question, String> answers = new LinkedHashMap<>();
    private final boolean isWanted;
    private boolean isComplete = true;

    /** Notes nothing yet. */
    public Dependencies() {
        this(true);
    }

    private Dependencies(boolean isWanted) {
        this.isWanted = isWanted;
    }

    /** {@return what takes notes of what the current thread asks} */
    static Dependencies current() {
        return CURRENT.orElse(UNUSED);
    }

    /** What was asked. */
    public enum Kind {
        /** The class file of a name. */
        FILE,
        /** What a static final field holds. */
        FIELD,
        /** What a method returns that a compiler made for its own use. */
        METHOD
    }

    /**
     * A question.
     *
     * @param kind what it asks for
     * @param owner internal name of the class
     * @param name of the field or method, empty for a class file
     */
    private record Question(Kind kind, String owner, String name) {}

    /**
     * A question and its answer.
     *
     * @param kind what was asked
     * @param owner internal name of the class
     * @param name of the field or method, empty for a class file
     * @param digest of the answer
     */
    public record Answer(Kind kind, String owner, String name, String digest) {}

    /** Does something; {@return its result} What the current thread asks of classes meanwhile is noted. */
    public <T> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** {@return all questions in their order, and their answers; null if one of these cannot be told from others later} */
    public @Nullable List<Answer> answers() {
        if (!isComplete) {
            return null;
        }
        List<Answer> all = new ArrayList<>();
        answers.forEach(
                (question, digest) -> all.add(new Answer(question.kind, question.owner, question.name, digest)));
        return all;
    }

    /**
     * Asks once more. Class files come first: where these are others, no class is initialised that would not be otherwise.
     *
     * @param answers what was answered, in order
     * @param loader of the classes
     * @return whether the answers are the same
     */
    public static boolean hold(List<Answer> answers, @Nullable ClassLoader loader) {
        LoadedClasses classes = new LoadedClasses(loader);
        for (Answer answer : answers) {
            if (answer.kind == Kind.FILE && !holds(answer, classes)) {
                return false;
            }
        }
        for (Answer answer : answers) {
            if (answer.kind != Kind.FILE && !holds(answer, classes)) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Answer answer, LoadedClasses classes) {
        String now = switch (answer.kind) {
            case FILE -> digest(bytes(classes.open(answer.owner)));
            case FIELD -> digest(classes.staticField(answer.owner, answer.name));
            case METHOD -> digest(classes.made(answer.owner, answer.name));
        };
        return answer.digest.equals(now);
    }

    /**
     * Requires of classes whose code is not read again what is required of those that are read.
     *
     * @param kernel name of the kernel
     * @param answers what was answered when they were read
     * @param loader of the classes
     * @throws IllegalArgumentException if a name means another class to another loader
     */
    public static void requireSameClasses(String kernel, List<Answer> answers, @Nullable ClassLoader loader) {
        List<String> names = new ArrayList<>();
        for (Answer answer : answers) {
            if (answer.kind == Kind.FILE) {
                names.add(answer.owner);
            }
        }
        new LoadedClasses(loader).requireSameClasses(kernel, names);
    }

    /** {@return the digest of a class file, that of nothing if there is none} */
    public static String file(@Nullable ClassLoader loader, String internalName) {
        return digest(bytes(new LoadedClasses(loader).open(internalName)));
    }

    /** Notes a class file; {@return the same file} */
    @Nullable InputStream noteFile(String internalName, @Nullable InputStream in) {
        if (!isWanted) {
            return in;
        }
        byte[] bytes = bytes(in);
        note(new Question(Kind.FILE, internalName, ""), digest(bytes));
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    void noteField(String owner, String name, @Nullable Object value) {
        if (isWanted) {
            note(new Question(Kind.FIELD, owner, name), digest(value));
        }
    }

    void noteMethod(String owner, String name, @Nullable Object value) {
        if (isWanted) {
            note(new Question(Kind.METHOD, owner, name), digest(value));
        }
    }

    /** Notes that something was asked whose answer cannot be told from others later. */
    void noteOther() {
        if (isWanted) {
            isComplete = false;
        }
    }

    private void note(Question question, @Nullable String digest) {
        if (digest == null) {
            isComplete = false;
            return;
        }
        String before = answers.putIfAbsent(question, digest);
        // Of what changes meanwhile, nobody can say which of its values the code is made of.
        isComplete &= before == null || before.equals(digest);
    }

    private static byte @Nullable [] bytes(@Nullable InputStream in) {
        if (in == null) {
            return null;
        }
        try (in) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(byte @Nullable [] bytes) {
        return bytes == null ? NOTHING : HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /**
     * {@return what tells a value from others, null for an object of which only itself tells} A function is read from the class whose initialiser makes
     * it, so that it is one is all that its object tells.
     */
    private static @Nullable String digest(@Nullable Object value) {
        if (value == null) {
            return NOTHING;
        }
        MessageDigest digest = sha256();
        return add(digest, value) ? HexFormat.of().formatHex(digest.digest()) : null;
    }

    @SuppressWarnings("ReferenceEquality") // the very object that stands for null
    private static boolean add(MessageDigest digest, @Nullable Object value) {
        return switch (value) {
            case null -> add(digest, "null", "");
            case Double number -> add(digest, "D", Long.toHexString(Double.doubleToRawLongBits(number)));
            case Float number -> add(digest, "F", Integer.toHexString(Float.floatToRawIntBits(number)));
            case Boolean _, Byte _, Short _, Character _, Integer _, Long _ ->
                add(digest, value.getClass().getName(), value.toString());
            case String text -> add(digest, "text", text);
            case Enum<?> constant ->
                add(
                        digest,
                        constant.getDeclaringClass().getName(),
                        constant.name()
                                + ' '
                                + List.of(constant.getDeclaringClass().getEnumConstants())
                                        .indexOf(constant));
            case Object object when object == ClassView.NULL -> add(digest, "null", "");
            case Object array when array.getClass().isArray() -> addArray(digest, array);
            case Object object
            when FunctionClass.isOne(Type.getInternalName(object.getClass())) -> add(digest, "function", "");
            default -> false;
        };
    }

    private static boolean addArray(MessageDigest digest, Object array) {
        int length = Array.getLength(array);
        if (length > MOST_ELEMENTS) {
            return false;
        }
        add(digest, array.getClass().getName(), Integer.toString(length));
        ByteBuffer bytes = bytes(array);
        if (bytes != null) {
            digest.update(bytes);
            return true;
        }
        for (int i = 0; i < length; i++) {
            if (!add(digest, Array.get(array, i))) {
                return false;
            }
        }
        return true;
    }

    /** {@return what an array of numbers holds, null if it holds something else} Tables may be large. */
    private static @Nullable ByteBuffer bytes(Object array) {
        ByteBuffer bytes = array.getClass().getComponentType().isPrimitive()
                ? ByteBuffer.allocate(Array.getLength(array) * Long.BYTES)
                : null;
        if (bytes == null) {
            return null;
        }
        switch (array) {
            case byte[] numbers -> bytes.duplicate().put(numbers);
            case short[] numbers -> bytes.asShortBuffer().put(numbers);
            case char[] numbers -> bytes.asCharBuffer().put(numbers);
            case int[] numbers -> bytes.asIntBuffer().put(numbers);
            case long[] numbers -> bytes.asLongBuffer().put(numbers);
            case float[] numbers -> bytes.asFloatBuffer().put(numbers);
            case double[] numbers -> bytes.asDoubleBuffer().put(numbers);
            default -> {
                return null;
            }
        }
        return bytes;
    }

    private static boolean add(MessageDigest digest, String kind, String text) {
        for (String part : List.of(kind, text)) {
            byte[] encoded = part.getBytes(StandardCharsets.UTF_16BE);
            digest.update((encoded.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(encoded);
        }
        return true;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
