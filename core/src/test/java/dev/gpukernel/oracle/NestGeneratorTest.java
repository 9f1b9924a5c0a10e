package dev.gpukernel.oracle;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.frontend.Outlining;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Generated nests of loops compile, end, do something, and have what they are said to have. */
@Execution(ExecutionMode.CONCURRENT)
class NestGeneratorTest {
    private static final int COUNT = Integer.getInteger("gpukernel.test.kernels", 240);

    /** In at least one of so many kernels each of these occurs. */
    private static final int RARE = 65;

    /** Among so many kernels each pair of kinds occurs. */
    private static final int PAIRED = 800;

    private static final Pattern CARRIES = Pattern.compile("// carries (\\w+)");
    private static final Pattern CONDITIONAL = Pattern.compile(NestCarriers.UNDER + "\\n.*\\n *// carries (\\w+)");
    private static final Pattern TURNING =
            Pattern.compile("turn\\d+ = out\\d;\\n(?:(?!.*// carries).*\\n)* *// carries (\\w+)");

    private static final Map<String, Pattern> FEATURES = Map.ofEntries(
            feature("two loops, one in the other", "next\\d+: for .*\\n +next\\d+: for "),
            feature(
                    "three loops",
                    "next\\d+: for .*\\n(.*row.*\\n)?.*next\\d+: for .*\\n(.*row.*\\n)?.*next\\d+: for "),
            feature("scalar beside an inner loop", " row\\d+ = "),
            feature("triangle below", " (i|j|wi|wj) (\\+ 1 )?> (j|k|wj|wk)\\b|\\b(j|k|wj|wk) <=? (i|j|wi|wj)\\b"),
            feature("triangle above", "(int|long) (j|k|wj|wk) = (i|j|wi|wj) \\+ 1;"),
            feature("loop over an array", "i (<|<=|!=) \\w+\\.length|\\.length > i|int i = \\w+\\.length - 1"),
            feature("bound of a product", "n \\* m"),
            feature("constant bound", "(i|j|k) (<|<=|!=) \\d"),
            feature("less or equal", " (i|j|k) <= "),
            feature("bound first", "; (count|n|m|l|\\d+) > (i|j|k); "),
            feature("not equal upwards", " (i|j|k) != (count|n|m|l|\\d+);"),
            feature("not equal downwards", " (i|j|k) != 0 - 1;"),
            feature("downwards", "(i|j|k)--(\\)|;)"),
            feature("downwards by more", "(i|j|k) -= [23]\\)"),
            feature("step", "(i|j|k) \\+= [23]\\)"),
            feature("later start", "(int|long) (i|j|k|wi|wj|wk) = [12];"),
            feature("long variable", "for \\(long w[ijk]"),
            feature("long bound", "size"),
            feature("written with while", "\\n +while \\((i|j|k|wi|wj|wk) "),
            feature("bound first in while", "while \\(\\w+ > (i|j|k|wi|wj|wk)\\)"),
            feature("pitch", "\\* pitch"),
            feature("offset", "\\+ offset\\]"),
            feature("reversed index", "- 1 - [ijk]"),
            feature("interleaved arrays", "out\\d\\[[^]]* \\* [23] \\+ 1\\]"),
            feature("vouched for", "@Parallel int"),
            feature("time steps", "time\\d+: "),
            feature("one array from another and back", "(?s)time.*near\\d+ = (out\\d)\\[.*near\\d+ = (?!\\1)out\\d\\["),
            feature("halves", "length - 1 - i\\]|count - 1 - i\\]"),
            feature("odd from even", "near\\d+ = out\\d\\[2 \\* i \\+ 2\\]"),
            feature("both sides of a diagonal", "out\\d\\[j \\* n \\+ i\\]"),
            feature("sums within rows", "out\\d\\[i \\* \\w+ \\+ j\\] .= out\\d\\[i \\* \\w+ \\+ j - 1\\];"),
            feature("sum for each row", "sum\\d+ \\+= in\\d\\[i \\* m \\+ j\\];"),
            feature("element that an inner loop adds to", "out\\d\\[i\\] \\+= in\\d\\[i \\* m \\+ j\\];"),
            feature("rows one after another", "near\\d+ = out\\d\\[\\(i - 1\\) \\* m \\+ j\\]"),
            feature("stencil of two dimensions", "\\[i \\* m \\+ j \\+ m\\]"),
            feature("stencil of three dimensions", "\\[\\(i \\* n \\+ j\\) \\* m \\+ k - n \\* m\\]"),
            feature("elimination", "near\\d+ = out\\d\\[column \\* n \\+ j\\]"),
            feature("sum", "total\\d+ \\+= "),
            feature("difference", "total\\d+ -= "),
            feature("product", "total\\d+ \\*= "),
            feature("count", "total\\d+(\\+\\+|--);"),
            feature("and", "total\\d+ &= "),
            feature("or", "total\\d+ \\|= "),
            feature("exclusive or", "total\\d+ \\^= "),
            feature("least", "total\\d+ = Math\\.min"),
            feature("least or greatest of a small type", "total\\d+ = \\((byte|short|char)\\) Math\\.m"),
            feature("last assigned", "\\n +total\\d+ = (?!value|Math|\\((byte|short|char)\\) Math)"),
            feature("greatest", "total\\d+ = Math\\.max"),
            feature("best and where it is", "wheretotal\\d+ = \\(int\\) "),
            feature("reduction in an inner loop", "for \\(int e\\d+ = .*\\n +total"),
            feature("reduction under a condition", "if .*\\n +total\\d+ [^=]= "),
            feature(
                    "sum of rounded numbers",
                    "(?s)(float|double) (total\\d+) = -?\\d.*\\2 \\+= (?!\\((float|double)\\) \\()"),
            feature("running sum", "running\\d+ [+-]= "),
            feature("running extreme", "running\\d+ = Math\\.m"),
            feature("running sum within rows", "\\{\\n +(int|long|byte) running\\d+ = "),
            feature("element from the one before", "out\\d\\[i\\] = \\(\\w+\\) \\(out\\d\\[i - 1\\]"),
            feature("compaction", "out\\d\\[kept\\d+\\+\\+\\] = "),
            feature("histogram", "out\\d\\[bin\\d+\\]"),
            feature("what carries in a loop of the host", "(?s)time\\d+: [^}]*// carries "),
            feature("columns from the row before", "out\\d\\[\\(i [-+] 1\\) \\* (m|pitch) \\+ j\\]"),
            feature("rows into one", "\\(3 \\* out\\d\\[j\\]\\)"),
            feature("arrays that change places", "turn\\d+ = turn\\d+;"),
            feature("what carries in arrays that change places", "turn\\d+\\[(kept|bin|i \\* |i\\])"),
            feature("loop in its order", "for \\(@Sequential int i"),
            feature("index beyond a shorter array", "\\[(i \\+ pitch|i \\+ offset|2 \\* i)\\]"),
            feature("early exception", "\"early\""),
            feature("what carries under a condition", NestCarriers.UNDER),
            feature("result", "return total"),
            feature("stored reduction", "out\\d\\[\\d\\] = (\\(\\w+\\) )?\\(?total"));

    private static Map.Entry<String, Pattern> feature(String name, String pattern) {
        return entry(name, Pattern.compile(pattern));
    }

    private static List<GeneratedKernel> kernels() {
        NestGenerator generator = new NestGenerator();
        return LongStream.range(0, COUNT).mapToObj(generator::generate).toList();
    }

    @Test
    void kernelsCompileAndEndAndMostlySucceed() {
        List<GeneratedKernel> kernels = kernels();
        Map<String, String> sources = new HashMap<>();
        kernels.forEach(kernel -> sources.put(kernel.className(), kernel.source()));
        ClassLoader classes = InMemoryCompiler.compile(sources);
        int succeeded = 0;
        int changed = 0;
        for (GeneratedKernel kernel : kernels) {
            List<Object> arguments = Inputs.of(kernel, classes, kernel.seed());
            Outcome outcome = Oracle.runJava(kernel.method(classes), kernel.form(), kernel.shape(), arguments);
            Outcome before = new Outcome(Oracle.leaves(arguments), null);
            succeeded += outcome.fault() == null ? 1 : 0;
            changed += outcome.fault() == null
                            && outcome.describeDifference(before).isPresent()
                    ? 1
                    : 0;
        }
        assertThat(succeeded).as("end without an exception").isBetween(COUNT / 2, COUNT * 98 / 100);
        assertThat(changed).as("change something").isGreaterThan(COUNT * 45 / 100);
    }

    @Test
    void everyFeatureOccurs() {
        List<GeneratedKernel> kernels = kernels();
        assertThat(FEATURES)
                .allSatisfy((name, pattern) -> assertThat(kernels.stream()
                                .filter(kernel ->
                                        pattern.matcher(body(kernel.source())).find())
                                .count())
                        .as(name)
                        .isGreaterThanOrEqualTo(Math.max(1, COUNT / RARE)));
    }

    private static String body(String source) {
        return source.substring(source.indexOf("@GpuKernel"));
    }

    /** A loop of each kind comes after one of each, with or without others between them, and each is under a condition and repeated. */
    @Test
    void everyPairOfKindsOccurs() {
        NestGenerator generator = new NestGenerator();
        Set<String> pairs = new TreeSet<>();
        Set<String> conditional = new TreeSet<>();
        Set<String> turning = new TreeSet<>();
        for (long seed = 0; seed < PAIRED; seed++) {
            String source = generator.generate(seed).source();
            List<String> kinds = kinds(CARRIES, source);
            for (int i = 0; i < kinds.size(); i++) {
                for (String later : kinds.subList(i + 1, kinds.size())) {
                    pairs.add(kinds.get(i) + " " + later);
                }
            }
            conditional.addAll(kinds(CONDITIONAL, source));
            turning.addAll(kinds(TURNING, source));
        }
        int kinds = NestCarriers.Kind.values().length;
        assertThat(pairs).hasSize(kinds * kinds);
        assertThat(conditional).as("under a condition").hasSize(kinds);
        assertThat(turning).as("where arrays change places").hasSize(kinds - 1);
    }

    private static List<String> kinds(Pattern pattern, String source) {
        return pattern.matcher(source).results().map(found -> found.group(1)).toList();
    }

    @Test
    void aSeedMakesOneKernel() {
        assertThat(new NestGenerator().generate(7)).isEqualTo(new NestGenerator().generate(7));
        assertThat(new NestGenerator().generate(8)).isNotEqualTo(new NestGenerator().generate(7));
    }

    /** What is said of a kernel's nests is asked only where all loops are left of it. */
    @Test
    void mostKernelsKeepTheirLoops() {
        List<GeneratedKernel> kernels = kernels().subList(0, 24);
        Map<String, String> sources = new HashMap<>();
        kernels.forEach(kernel -> sources.put(kernel.className(), kernel.source()));
        ClassLoader classes = InMemoryCompiler.compile(sources);
        assertThat(kernels.stream()
                        .filter(kernel ->
                                new RemainingLoops(kernel.method(classes), Outlining.USUAL).areAll(kernel.source()))
                        .count())
                .isGreaterThan(16);
    }
}
