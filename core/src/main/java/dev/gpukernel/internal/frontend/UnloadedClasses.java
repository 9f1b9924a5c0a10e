package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.intrinsic.CharacterMethods;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Classes while they are compiled: nothing but files, of which some may be missing. No class but the
 * JDK's and those that stand for some of the JDK's is loaded or initialised. Whether
 * assertions will be enabled is not known, so a kernel that asks is read twice, once assuming each.
 */
public final class UnloadedClasses implements ClassView {
    private static final String INTRINSICS =
            CharacterMethods.class.getPackageName().replace('.', '/') + "/";
    private static final String ASSERTIONS_DISABLED = "$assertionsDisabled";

    private final Files files;
    private boolean assertionsDisabled;
    private boolean asked;

    /** Gives class files. */
    @FunctionalInterface
    public interface Files {
        /**
         * Opens a class file.
         *
         * @param internalName internal name of a class
         * @return the file, or null if there is none
         * @throws IOException if it cannot be read
         */
        @Nullable InputStream open(String internalName) throws IOException;
    }

    /** Sees the class files that are given. */
    public UnloadedClasses(Files files) {
        this.files = files;
    }

    /** Assumes from now on that assertions will be disabled, or enabled. */
    public void assumeAssertionsDisabled(boolean disabled) {
        assertionsDisabled = disabled;
        asked = false;
    }

    /** {@return whether anything depended on what was assumed of assertions} */
    public boolean dependedOnAssertions() {
        return asked;
    }

    @Override
    public boolean knowsObjects() {
        return false;
    }

    @Override
    public @Nullable InputStream open(String internalName) throws IOException {
        return files.open(internalName);
    }

    @Override
    public @Nullable Object staticField(String owner, String name) {
        if (!isPartial(owner)) {
            // What a field of theirs holds here, it holds there.
            return new LoadedClasses(UnloadedClasses.class.getClassLoader()).staticField(owner, name);
        }
        if (!name.equals(ASSERTIONS_DISABLED)) {
            return null;
        }
        asked = true;
        return assertionsDisabled;
    }

    @Override
    public @Nullable Object field(Object object, String owner, String name) {
        return null;
    }

    @Override
    public @Nullable Object made(String owner, String name) {
        return null;
    }

    private static boolean isOwn(String internalName) {
        return internalName.startsWith(INTRINSICS);
    }

    private static boolean isJdk(String internalName) {
        return internalName.startsWith("java/") || internalName.startsWith("jdk/") || internalName.startsWith("sun/");
    }

    @Override
    public boolean isPartial(String internalName) {
        return !isJdk(internalName) && !isOwn(internalName);
    }
}
