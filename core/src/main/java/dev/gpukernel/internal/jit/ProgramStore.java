package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.KernelMethod;
import dev.gpukernel.internal.backend.KernelSource;
import dev.gpukernel.internal.disk.CacheFolder;
import dev.gpukernel.internal.disk.FileCache;
import dev.gpukernel.internal.frontend.Dependencies;
import dev.gpukernel.internal.frontend.Dependencies.Answer;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Variant;
import dev.gpukernel.internal.ir.Decoder;
import dev.gpukernel.internal.setting.Setting;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compiled kernels on disk, so that the next process need not read and optimise them again. A file is found by the kernel's name and class, and what it
 * is compiled for; it is used if each class, and each constant, that the kernel was read from is what it was, and if it is of this build of
 * GpuKernel and of this Java.
 */
final class ProgramStore {
    private static final System.Logger LOGGER = System.getLogger(ProgramStore.class.getName());

    private static final long MOST_BYTES = 64L << 20;

    private static final Made<ProgramStore> OF_SETTINGS = new Made<>(() -> {
        Path folder = CacheFolder.find();
        String build = folder == null ? null : Build.find();
        return new ProgramStore(
                folder == null || build == null ? null : folder,
                Objects.requireNonNullElse(build, ""),
                new StoreWriter());
    });

    private final @Nullable FileCache files;
    private final String build;
    private final Executor writer;

    /**
     * Opens a store.
     *
     * @param folder where compiled code is kept, {@code null} if none is
     * @param build which build of GpuKernel this is
     * @param writer runs what keeps a kernel
     */
    ProgramStore(@Nullable Path folder, String build, Executor writer) {
        this.writer = writer;
        this.files = folder == null ? null : new FileCache(folder.resolve("kernels"), MOST_BYTES);
        this.build = build;
    }

    /** {@return the store that settings name} */
    static ProgramStore ofSettings() {
        return OF_SETTINGS.get();
    }

    /** For which devices a kernel is compiled. */
    enum Purpose {
        /** Those that have no compiler of their own that optimises. */
        USUAL,
        /** Those that have one. */
        PLAIN,
        /** Those that check indices in any case. */
        CHECKED,
        /** Those that run the threads of a block in turn. */
        IN_TURN
    }

    /**
     * What is in a file.
     *
     * @param key what the file was found by, in full
     * @param answers what the kernel was read from
     * @param program what it was compiled to
     */
    record Entry(String key, List<Answer> answers, StoredProgram program) {}

    /**
     * Finds a kernel, or compiles it.
     *
     * @param source the kernel
     * @param purpose for which devices
     * @param variant for which arguments
     * @param compiler compiles it
     * @return the kernel
     */
    KeptProgram find(KernelSource source, Purpose purpose, Variant variant, Supplier<Program> compiler) {
        FileCache cache = files;
        boolean isPrinted = Setting.PRINT.has("ir");
        if (cache == null || !(source instanceof KernelMethod method) || isPrinted) {
            return KeptProgram.only(compiler.get());
        }
        long start = System.nanoTime();
        String key = key(method, purpose, variant);
        String file = name(key);
        Entry entry = read(cache, file, key);
        if (entry != null && Dependencies.hold(entry.answers, method.loader())) {
            StoredProgram stored = entry.program;
            Dependencies.requireSameClasses(stored.name(), entry.answers, method.loader());
            Inputs inputs = variant.inputs();
            if (Setting.VERIFY.has("true")) {
                stored.verify();
            }
            Program program = stored.program(inputs, compiler, System.nanoTime() - start);
            return new KeptProgram(program, entry.answers, stored.forms(), this, key);
        }
        Dependencies read = new Dependencies();
        Program program = read.during(compiler);
        List<Answer> answers = read.answers();
        return answers == null ? KeptProgram.only(program) : new KeptProgram(program, answers, null, this, key);
    }

    private static @Nullable Entry read(FileCache files, String file, String key) {
        byte[] bytes = files.read(file);
        if (bytes == null) {
            return null;
        }
        try {
            Entry entry = Decoder.decode(bytes, Entry.class, StoredRecords::make);
            return entry.key.equals(key) ? entry : null;
        } catch (IOException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "cannot use compiled code in " + file, e);
            return null;
        }
    }

    /** Keeps a kernel, if that can be, once the launch that compiled it need not wait for it. */
    void write(String key, List<Answer> answers, Program program) {
        writer.execute(() -> writeNow(key, answers, program));
    }

    private void writeNow(String key, List<Answer> answers, Program program) {
        FileCache cache = files;
        byte[] bytes = cache == null ? null : StoredProgram.encode(program, stored -> new Entry(key, answers, stored));
        if (cache != null && bytes != null) {
            cache.write(name(key), bytes);
        }
    }

    private static String name(String key) {
        MessageDigest digest = FileCache.sha256();
        FileCache.put(digest, key);
        return HexFormat.of().formatHex(digest.digest());
    }

    /** {@return all that code follows from besides what classes answer} */
    private String key(KernelMethod source, Purpose purpose, Variant variant) {
        Class<?> owner = source.owner();
        String descriptor = MethodType.methodType(source.resultType(), source.parameterTypes())
                .descriptorString();
        return String.join(
                "\n",
                build,
                Runtime.version().toString(),
                System.getProperty("java.vendor.version", ""),
                owner.getName(),
                Dependencies.file(source.loader(), owner.getName().replace('.', '/')),
                source.method().getName() + descriptor,
                purpose.name(),
                Boolean.toString(source.isFast()),
                Boolean.toString(source.isChecked()),
                Boolean.toString(variant.isRagged()),
                Boolean.toString(variant.takesRows()),
                variant.large().toString(),
                new TreeMap<>(variant.constants()).toString(),
                Boolean.toString(variant.runsJava()));
    }
}
