package dev.gpukernel.internal.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import kotlin.KotlinVersion;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A part of what {@link ClassFileSweep} can do: class files made by javac, ecj and kotlinc. */
@Execution(ExecutionMode.CONCURRENT)
final class ClassFileSweepTest {
    private static void isSwept(String place, int every, int leastTranslated, int leastRejected) throws IOException {
        ClassFileSweep sweep = new ClassFileSweep(ClassFileSweep.class.getClassLoader());
        sweep.all(place, every);
        assertThat(sweep.failures()).isEmpty();
        assertThat(sweep.translated()).as("translated").isGreaterThanOrEqualTo(leastTranslated);
        assertThat(sweep.rejected()).as("rejected").isGreaterThanOrEqualTo(leastRejected);
    }

    private static String place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    @Test
    void classesOfTheJdk() throws IOException {
        isSwept("jrt:java.base", 9, 120, 5_000);
    }

    @Test
    void ownClasses() throws IOException, URISyntaxException {
        isSwept(place(ClassFileSweep.class), 4, 50, 200);
    }

    @Test
    void classesMadeByEcj() throws IOException, URISyntaxException {
        isSwept(place(EclipseCompiler.class), 12, 5, 750);
    }

    @Test
    void classesMadeByKotlinc() throws IOException, URISyntaxException {
        isSwept(place(KotlinVersion.class), 6, 15, 750);
    }
}
