package dev.gpukernel.oracle;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever generated kernels are said to cover does occur in them, so that none of it can stop unseen. */
class GeneratedFeaturesTest {
    private static final int COUNT = 1000;

    /** In at least so many of a thousand kernels each of these occurs, and the least of them is said beside it. */
    private static final int LEAST = 8;

    private static final Map<String, Pattern> FEATURES = Map.ofEntries(
            feature("method", " static \\w+ h\\d+\\("),
            feature("method of another class", "(class|interface) Tools \\{"),
            feature("method of an interface", "interface Tools \\{[^}]* h\\d+\\("),
            feature("method without a result", "static void h\\d+\\("),
            feature("method that returns a record", "static R\\d+ h\\d+\\("),
            feature("method that takes a record", "static \\w+ h\\d+\\([^)]*\\bR\\d+ p\\d"),
            feature("method that takes an array", "static \\w+ h\\d+\\([^)]*\\w\\[\\] p\\d+[,)]"),
            feature("method that takes rows", "static \\w+ h\\d+\\([^)]*\\w\\[\\]\\[\\] p\\d+"),
            feature("method that takes any number of arguments", "\\.\\.\\. p\\d+\\)"),
            feature("method that changes a kernel's array", "h\\d+\\([^;{]*\\bout\\d, i\\b"),
            feature("method that always throws", " throw new IllegalStateException\\(\"at \""),
            feature("exception that is caught", "\\} catch \\("),
            feature("exceptions that are caught alike", "catch \\(\\w+ \\| \\w+"),
            feature("several handlers", "catch \\([^}]*\\} catch \\("),
            feature("clean-up", "\\} finally \\{"),
            feature("exception thrown again", "throw e\\d+;"),
            feature("return within a statement", "(?:\\{|:)\\n +return [^\\n]*\\n +\\}\\n +[^}]"),
            feature("record", " record R\\d+"),
            feature("record in a record", " record R\\d+\\([^)]*\\bR\\d+ c"),
            feature("record as the kernel's parameter", "kernel\\([^)]*\\bR\\d+ s"),
            feature("record as a variable", "\\bR\\d+ v\\d+ = "),
            feature("assignment of a record", " v\\d+ = (new R|\\(switch|\\(\\(.* \\? new R)"),
            feature("method of a record", "\\.m\\d+\\("),
            feature("accessor of its own", "public \\w+ c\\d+\\(\\)"),
            feature("field of a record", "\\.c\\d+\\b(?!\\()"),
            feature("compact constructor", " R\\d+ \\{"),
            feature("canonical constructor", "this\\.c\\d+ = c\\d+;"),
            feature("constructor that calls another", " this\\(c"),
            feature("constant", "static final \\w+ CONSTANT\\d+ = [^n]"),
            feature("constant known when it runs", "static final \\w+ CONSTANT\\d+ = new"),
            feature("constant of another class", "Tools\\.CONSTANT"),
            feature("table", "static final \\w+\\[\\] TABLE"),
            feature("table of two dimensions", "static final \\w+\\[\\]\\[\\] TABLE"),
            feature("array", "\\[\\] a\\d+ = new \\w+\\[\\d\\];"),
            feature("array of two dimensions", "\\[\\]\\[\\] a\\d+ = new \\w+\\[\\d\\]\\[\\d\\];"),
            feature("array with its elements", "\\[\\] a\\d+ = (new \\w+\\[\\] )?\\{"),
            feature("array made for a call", "[(,] ?new \\w+\\[\\d\\]"),
            feature("another name for an array", "\\] alias\\d+ = \\w+;"),
            feature("another name for a row", "\\[\\] alias\\d+ = \\w+\\["),
            feature("constant index", "\\ba\\d+\\[\\d\\]"),
            feature(
                    "changing an element within an expression",
                    "\\((\\+\\+|--)a\\d+\\[|\\(a\\d+\\[[^]]*\\](\\+\\+|--)"),
            feature("loop over an array", "for \\(\\w+ k\\d+ : \\w+\\)"),
            feature("loop over rows", "for \\(\\w+\\[\\] k\\d+ : "),
            feature("loop without end", "while \\(true\\) \\{|for \\(;;\\)"),
            feature("loop that ends nowhere but within", "\\} while \\(true\\);"),
            feature("loop with two counters", "\\+\\+, k\\d+--"),
            feature("labelled break", "break loopk"),
            feature("labelled continue", "continue loopk"),
            feature("labelled block", "break block"),
            feature("kernel written with while", "while \\(i <"),
            feature("values before the loop", "\\bbefore\\d+ = "),
            feature("parallel loop vouched for", "@Parallel int i"),
            feature("loop that starts later", "int i = [13];"),
            feature("unchecked kernel", "checked = false"),
            feature("inferred type", " var v\\d+"),
            feature("assertion with a text", "assert [^;]* : \\S*[\"(]"),
            feature("text with a number", "throw new \\w+\\(\"was \" \\+"),
            feature("text with two numbers", "throw new \\w+\\(\"between \" \\+"),
            feature("case that throws", "(->|:) throw new"),
            feature("clamp", "Math\\.clamp\\("),
            feature("StrictMath", "StrictMath\\."),
            feature("GpuMath", "GpuMath\\."),
            feature("number of a thread in three dimensions", "int i = [^;]*Grid\\.z\\(\\)"),
            feature("grid-stride loop in three dimensions", "i \\+= Grid\\.sizeX\\(\\) \\* Grid\\.sizeY\\(\\)"),
            feature("number of a thread in its block", "int t = [^;]*ThreadIdx\\.z\\(\\)"),
            feature("shared array", "\\w+\\[\\] shared\\d+ = Shared"),
            feature("shared array of two dimensions", "\\[\\]\\[\\] shared\\d+ = Shared"),
            feature("shared array of few elements", "shared\\d+ = Shared\\.\\w+\\([124]\\)"),
            feature("another name for a row of a shared array", "alias\\d+ = shared\\d+\\["),
            feature("shared array passed to a method", "h\\d+\\([^;{]*\\bshared\\d+[,)]"),
            feature("barrier", "Block\\.sync\\(\\);"),
            feature("barrier that counts", "int vote\\d+ = Block\\.syncCount"),
            feature("barrier that asks for all", "boolean vote\\d+ = Block\\.syncAnd"),
            feature("barrier that asks for any", "boolean vote\\d+ = Block\\.syncOr"),
            feature("use of a vote", "[^ ] ?\\(?vote\\d+\\b(?! = )"),
            feature("barrier within a branch", "\\n {8}if [^\\n]*\\n {12}phase"),
            feature("barrier within a loop", "\\n {8}(for|while|do) [^\\n]*\\n(  .*;\\n)? {12}phase"),
            feature("barrier within a switch", "\\n {8}case [^\\n]*\\n {12}phase"),
            feature("barrier within a method", "= swap\\d+\\("),
            feature("tile that asks for the end", "shared\\d+\\[t\\] = \\(\\w+\\) \\("),
            feature("tile", "shared\\d+\\[t\\] = \\(\\w+\\) in\\d\\[k\\d+ \\* \\d+ \\+ t\\]"),
            feature("loop around barriers left", "\\n {8}\\}\\n(?:.*\\n)*? {16}(break|continue);"),
            feature("shared element that all threads read", "common\\d+ = [^;]*shared\\d+\\["),
            feature("phase left early", "break phase\\d+;"),
            feature("return before a barrier", "return;(?:.*\\n)*? *Block\\.sync"),
            feature("element of a neighbour", "\\[i - t \\+ \\("),
            feature("atomic sum of a shared array", "Atomic\\.(add|sub|increment|decrement)\\(shared"),
            feature("atomic change of a shared array", "Atomic\\.(min|max|and|or|xor)\\(shared"),
            feature("atomic sum of a kernel's array", "Atomic\\.(add|sub|increment|decrement)\\(total"),
            feature("atomic change of a kernel's array", "Atomic\\.(min|max|and|or|xor)\\(total"));

    private static final Pattern CALL = Pattern.compile("[^c] h\\d+\\(|[(.]h\\d+\\(");

    private static Map.Entry<String, Pattern> feature(String name, String pattern) {
        return entry(name, Pattern.compile(pattern));
    }

    private static List<GeneratedKernel> kernels() {
        KernelGenerator generator = new KernelGenerator(true);
        return LongStream.range(0, COUNT).mapToObj(generator::generate).toList();
    }

    @Test
    void everyFeatureOccurs() {
        Map<String, Long> counts = new HashMap<>();
        List<GeneratedKernel> kernels = kernels();
        FEATURES.forEach((name, pattern) -> counts.put(
                name,
                kernels.stream()
                        .filter(kernel -> pattern.matcher(kernel.source()).find())
                        .count()));
        counts.put(
                "call within a method",
                kernels.stream().filter(kernel -> callsWithin(kernel.source())).count());
        assertThat(counts)
                .allSatisfy((name, count) -> assertThat(count).as(name).isGreaterThanOrEqualTo(LEAST));
    }

    private static boolean callsWithin(String source) {
        return source.substring(0, source.indexOf("@GpuKernel"))
                .lines()
                .anyMatch(line ->
                        line.startsWith("        ") && CALL.matcher(line).find());
    }

    @Test
    void everyTypeOccursInEachPlace() {
        String all = kernels().stream().map(GeneratedKernel::source).collect(Collectors.joining());
        for (NumberType type : NumberType.values()) {
            assertThat(Stream.of(
                                    "static final %s CONSTANT",
                                    "static final %s[] TABLE",
                                    "static final %s[][] TABLE",
                                    " %s[] a",
                                    " %s[][] a",
                                    "static %s h",
                                    " %s m",
                                    "static %s h",
                                    "public %s c")
                            .map(place -> place.formatted(type.text())))
                    .as(type.text())
                    .allSatisfy(
                            place -> assertThat(all.contains(place)).as(place).isTrue());
        }
    }
}
