package dev.gpukernel;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which package may see which. Arrows go down the layers only. */
class ArchitectureTest {
    private static final String ROOT = "dev.gpukernel";
    private static final String ASM = "org.objectweb.asm";
    private static final String JFR = "jdk.jfr";
    private static final String JUNIT = "org.junit";

    /** Fewer classes than this and the import has gone wrong. */
    private static final int LEAST_CLASSES = 40;

    /** For each package, named from the root, those it may see besides itself. */
    private static final Map<String, List<String>> MAY_SEE = new TreeMap<>(Map.ofEntries(
            Map.entry("", List.of("device", "diagnostic")),
            Map.entry("device", List.of()),
            Map.entry("diagnostic", List.of()),
            Map.entry("function", List.of()),
            Map.entry("junit", List.of("", JUNIT)),
            Map.entry(
                    "cuda",
                    List.of(
                            "",
                            "array",
                            "diagnostic",
                            "internal.ir",
                            "internal.cuda",
                            "internal.nvrtc",
                            "internal.backend",
                            "internal.declaration",
                            "internal.jit")),
            Map.entry("array", List.of("", "function", "internal.array", "internal.ir", "diagnostic")),
            Map.entry(
                    "internal.array",
                    List.of(
                            "",
                            "device",
                            "internal.declaration",
                            "internal.ir",
                            "internal.frontend",
                            "internal.pass",
                            "internal.backend",
                            "internal.jit")),
            Map.entry("internal.setting", List.of("diagnostic")),
            Map.entry("internal.disk", List.of("diagnostic")),
            Map.entry("internal.ir", List.of("diagnostic")),
            Map.entry("internal.analysis", List.of("internal.ir")),
            Map.entry("internal.intrinsic", List.of("internal.ir", "device")),
            Map.entry("internal.declaration", List.of("diagnostic")),
            Map.entry(
                    "internal.frontend",
                    List.of(
                            "internal.declaration",
                            "internal.ir",
                            "internal.analysis",
                            "internal.intrinsic",
                            "diagnostic",
                            ASM)),
            Map.entry("internal.advice", List.of("internal.jit", "internal.frontend", ASM, JFR)),
            Map.entry("internal.pass", List.of("internal.ir", "internal.analysis", "internal.intrinsic")),
            Map.entry("internal.backend", List.of("internal.ir", "diagnostic")),
            Map.entry(
                    "internal.ptx",
                    List.of("internal.ir", "internal.analysis", "internal.intrinsic", "internal.backend")),
            Map.entry("internal.cuda", List.of("diagnostic")),
            Map.entry("internal.nvrtc", List.of("internal.disk", "diagnostic")),
            Map.entry(
                    "internal.nvidia",
                    List.of(
                            "internal.ptx",
                            "internal.cuda",
                            "internal.nvrtc",
                            "internal.backend",
                            "internal.declaration",
                            "internal.ir",
                            "diagnostic")),
            Map.entry(
                    "internal.tornado",
                    List.of(
                            "internal.jvm",
                            "internal.ir",
                            "internal.analysis",
                            "internal.pass",
                            "internal.intrinsic",
                            "internal.backend",
                            ASM)),
            Map.entry(
                    "internal.jvm",
                    List.of(
                            "device",
                            "internal.ir",
                            "internal.analysis",
                            "internal.intrinsic",
                            "internal.backend",
                            ASM)),
            Map.entry(
                    "internal.cpu",
                    List.of(
                            "device",
                            "internal.jvm",
                            "internal.backend",
                            "internal.analysis",
                            "internal.intrinsic",
                            "internal.ir",
                            ASM))));

    /** Sees every package; it alone puts them together. */
    private static final String TOP = "internal.jit";

    /** Packages of the plan that have no class yet. A package that gets one leaves this list. */
    private static final Set<String> NOT_YET = Set.of();

    /** What every internal package may use of the root. */
    private static final Set<String> FAILURES =
            Set.of("GpuException", "KernelRejectedException", "CompilerBugException");

    /** What the front end reads of a kernel's declaration, and a backend whose compiler is not its own. */
    private static final Set<String> DECLARATION = Set.of("GpuKernel", "Parallel", "MathMode");

    private static final Set<String> DECLARATION_READERS = Set.of("internal.frontend", "internal.backend");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    static Set<String> constrained() {
        Set<String> names = new HashSet<>(MAY_SEE.keySet());
        names.removeAll(NOT_YET);
        return names;
    }

    @ParameterizedTest
    @MethodSource("constrained")
    void seesOnlyWhatTheTableGrants(String name) {
        classes()
                .that(describe("are in " + name, type -> packageOf(type).equals(name)))
                .should()
                .onlyDependOnClassesThat(visibleFrom(name))
                .allowEmptyShould(false)
                .check(CLASSES);
    }

    @Test
    void allClassesWereFoundAndTheirPackagesAreInTheTable() {
        assertThat(CLASSES).hasSizeGreaterThanOrEqualTo(LEAST_CLASSES);
        Set<String> planned = new HashSet<>(MAY_SEE.keySet());
        planned.add(TOP);
        assertThat(packages()).isSubsetOf(planned);
        planned.removeAll(NOT_YET);
        assertThat(packages())
                .as("packages of the table that are not in NOT_YET")
                .isEqualTo(planned);
    }

    private static Set<String> packages() {
        return CLASSES.stream()
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .map(ArchitectureTest::packageOf)
                .collect(Collectors.toSet());
    }

    private static DescribedPredicate<JavaClass> visibleFrom(String name) {
        Set<String> visible = new HashSet<>(MAY_SEE.getOrDefault(name, List.of()));
        visible.add(name);
        if (name.startsWith("internal.")) {
            visible.add("diagnostic");
            visible.add("internal.setting");
        }
        return describe("it may see: " + visible, type -> isVisible(type.getBaseComponentType(), name, visible));
    }

    private static boolean isVisible(JavaClass type, String from, Set<String> visible) {
        String packageName = type.getPackageName();
        if (isWithin(packageName, "java") || type.isPrimitive() || isWithin(packageName, "org.jspecify")) {
            return true;
        }
        for (String library : List.of(ASM, JFR, JUNIT)) {
            if (isWithin(packageName, library)) {
                return visible.contains(library);
            }
        }
        boolean internal = from.startsWith("internal.");
        return isWithin(packageName, ROOT)
                && (visible.contains(packageOf(type))
                        || (internal && isFromRoot(type, FAILURES))
                        || (DECLARATION_READERS.contains(from) && isFromRoot(type, DECLARATION)));
    }

    private static boolean isFromRoot(JavaClass type, Set<String> simpleNames) {
        return type.getPackageName().equals(ROOT) && simpleNames.contains(type.getSimpleName());
    }

    /** {@return the row of the table that a class belongs to: its package from the root, two levels deep if internal} */
    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        if (name.equals(ROOT)) {
            return "";
        }
        String[] levels = name.substring(ROOT.length() + 1).split("\\.", -1);
        return levels[0].equals("internal") && levels.length > 1 ? "internal." + levels[1] : levels[0];
    }

    private static boolean isWithin(String packageName, String ancestor) {
        return packageName.equals(ancestor) || packageName.startsWith(ancestor + ".");
    }
}
