package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConstantDivisionTest {
    private static final List<Long> EDGES = List.of(
            0L,
            1L,
            2L,
            3L,
            7L,
            10L,
            (long) Integer.MAX_VALUE,
            (long) Integer.MIN_VALUE,
            1L << 32,
            (1L << 62) - 1,
            1L << 62,
            (1L << 62) + 1,
            Long.MAX_VALUE - 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            Long.MIN_VALUE + 1);

    @Test
    void quotientsAndRemaindersAreThoseOfJava() {
        List<Long> divisors = numbers(400, 1);
        List<Long> dividends = numbers(400, 2);
        int checked = 0;
        for (long divisor : divisors) {
            if (!ConstantDivision.isPossible(divisor)) {
                continue;
            }
            List<String[]> quotient = parse(ConstantDivision.quotient(divisor));
            List<String[]> remainder = parse(ConstantDivision.remainder(divisor));
            List<Long> all = new ArrayList<>(dividends);
            for (long multiple : List.of(1L, 2L, 1000L, Long.MAX_VALUE / divisor, Long.MIN_VALUE / divisor)) {
                all.addAll(List.of(
                        multiple * divisor,
                        multiple * divisor - 1,
                        multiple * divisor + 1,
                        -multiple * divisor,
                        -multiple * divisor - 1));
            }
            for (long dividend : all) {
                assertThat(run(quotient, dividend))
                        .as("%d / %d", dividend, divisor)
                        .isEqualTo(dividend / divisor);
                assertThat(run(remainder, dividend))
                        .as("%d %% %d", dividend, divisor)
                        .isEqualTo(dividend % divisor);
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(300_000);
    }

    @Test
    void someDivisorsAreLeftToTheDivision() {
        assertThat(List.of(0L, 1L, -1L, Long.MIN_VALUE)).noneMatch(ConstantDivision::isPossible);
    }

    /** The edges, their negatives, all powers of two and their neighbours, and numbers of all sizes. */
    private static List<Long> numbers(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> numbers = new ArrayList<>(EDGES);
        EDGES.forEach(edge -> numbers.add(-edge));
        for (int power = 1; power < 64; power++) {
            numbers.addAll(
                    List.of(1L << power, (1L << power) - 1, (1L << power) + 1, -(1L << power), -(1L << power) + 1));
        }
        for (int i = 0; i < count; i++) {
            numbers.add(random.nextLong() >> random.nextInt(64));
        }
        return numbers;
    }

    private static List<String[]> parse(String template) {
        Registers registers = new Registers();
        return Template.fill(template, registers, "d", List.of("x"))
                .lines()
                .map(line -> line.replace(";", "").split(",? ", -1))
                .toList();
    }

    /** Runs the few instructions that there are, as the manual of PTX has them. */
    private static long run(List<String[]> lines, long dividend) {
        Map<String, Long> registers = new HashMap<>(Map.of("x", dividend));
        for (String[] line : lines) {
            long first = value(registers, line[2]);
            long second = line.length > 3 ? value(registers, line[3]) : 0;
            registers.put(
                    line[1],
                    switch (line[0]) {
                        case "mov.b64" -> first;
                        case "neg.s64" -> -first;
                        case "add.s64" -> first + second;
                        case "sub.s64" -> first - second;
                        case "and.b64" -> first & second;
                        case "mul.lo.s64" -> first * second;
                        case "mul.hi.s64" -> Math.multiplyHigh(first, second);
                        case "shr.s64" -> first >> second;
                        case "shr.u64" -> first >>> second;
                        default -> throw new AssertionError(line[0]);
                    });
        }
        return value(registers, "d");
    }

    private static long value(Map<String, Long> registers, String text) {
        Long known = registers.get(text);
        return known != null ? known : Long.parseLong(text);
    }
}
