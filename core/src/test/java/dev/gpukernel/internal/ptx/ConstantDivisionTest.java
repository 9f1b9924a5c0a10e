package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    @ParameterizedTest
    @EnumSource(names = {"I32", "I64"})
    void quotientsAndRemaindersAreThoseOfJava(ScalarType type) {
        List<Long> divisors = numbers(400, 1, type);
        List<Long> dividends = numbers(400, 2, type);
        long greatest = type == ScalarType.I32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
        int checked = 0;
        for (long divisor : divisors) {
            if (!ConstantDivision.isPossible(type, divisor)) {
                continue;
            }
            List<String[]> quotient = parse(ConstantDivision.quotient(type, divisor));
            List<String[]> remainder = parse(ConstantDivision.remainder(type, divisor));
            List<Long> all = new ArrayList<>(dividends);
            for (long multiple : List.of(1L, 2L, 1000L, greatest / divisor, (-greatest - 1) / divisor)) {
                all.addAll(List.of(
                        multiple * divisor,
                        multiple * divisor - 1,
                        multiple * divisor + 1,
                        -multiple * divisor,
                        -multiple * divisor - 1));
            }
            for (long any : all) {
                long dividend = of(type, any);
                assertThat(run(type, quotient, dividend))
                        .as("%d / %d", dividend, divisor)
                        .isEqualTo(dividend / divisor);
                assertThat(run(type, remainder, dividend))
                        .as("%d %% %d", dividend, divisor)
                        .isEqualTo(dividend % divisor);
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(300_000);
    }

    @Test
    void someDivisorsAreLeftToTheDivision() {
        assertThat(List.of(0L, 1L, -1L, Long.MIN_VALUE))
                .noneMatch(divisor -> ConstantDivision.isPossible(ScalarType.I64, divisor));
        assertThat(List.of(0L, 1L, -1L, (long) Integer.MIN_VALUE))
                .noneMatch(divisor -> ConstantDivision.isPossible(ScalarType.I32, divisor));
        assertThat(ConstantDivision.isPossible(ScalarType.F32, 3)).isFalse();
    }

    /** The edges, their negatives, all powers of two and their neighbours, and numbers of all sizes. */
    private static List<Long> numbers(int count, long seed, ScalarType type) {
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
        return numbers.stream().map(number -> of(type, number)).toList();
    }

    private static long of(ScalarType type, long number) {
        return type == ScalarType.I32 ? (int) number : number;
    }

    private static List<String[]> parse(String template) {
        Registers registers = new Registers();
        return Template.fill(template, registers, "d", List.of("x"))
                .lines()
                .map(line -> line.replace(";", "").split(",? ", -1))
                .toList();
    }

    /** Runs the few instructions that there are, as the manual of PTX has them. */
    private static long run(ScalarType type, List<String[]> lines, long dividend) {
        Map<String, Long> registers = new HashMap<>(Map.of("x", dividend));
        for (String[] line : lines) {
            long first = value(registers, line[2]);
            long second = line.length > 3 ? value(registers, line[3]) : 0;
            assertThat(line[0]).endsWith(type == ScalarType.I32 ? "32" : "64");
            long result = switch (line[0].substring(0, line[0].length() - 2)) {
                case "mov.b" -> first;
                case "not.b" -> ~first;
                case "add.s" -> first + second;
                case "sub.s" -> first - second;
                case "and.b" -> first & second;
                case "mul.lo.s" -> first * second;
                case "mul.hi.s" -> type == ScalarType.I32 ? (first * second) >> 32 : Math.multiplyHigh(first, second);
                case "shr.s" -> first >> second;
                case "shr.u" -> type == ScalarType.I32 ? (int) first >>> second : first >>> second;
                default -> throw new AssertionError(line[0]);
            };
            registers.put(line[1], of(type, result));
        }
        return value(registers, "d");
    }

    private static long value(Map<String, Long> registers, String text) {
        Long known = registers.get(text);
        return known != null ? known : Long.parseLong(text);
    }
}
