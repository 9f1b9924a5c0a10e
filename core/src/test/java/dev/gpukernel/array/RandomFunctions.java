package dev.gpukernel.array;

import dev.gpukernel.function.ByteBinaryOperator;
import dev.gpukernel.function.ByteOperator;
import dev.gpukernel.function.BytePredicate;
import dev.gpukernel.function.ByteToInt;
import dev.gpukernel.function.CharBinaryOperator;
import dev.gpukernel.function.CharOperator;
import dev.gpukernel.function.CharPredicate;
import dev.gpukernel.function.CharToInt;
import dev.gpukernel.function.DoubleOperator;
import dev.gpukernel.function.DoublePredicate;
import dev.gpukernel.function.DoubleTernaryOperator;
import dev.gpukernel.function.DoubleToFloat;
import dev.gpukernel.function.FloatBinaryOperator;
import dev.gpukernel.function.FloatOperator;
import dev.gpukernel.function.FloatPredicate;
import dev.gpukernel.function.FloatToLong;
import dev.gpukernel.function.IndexedByteOperator;
import dev.gpukernel.function.IndexedCharOperator;
import dev.gpukernel.function.IndexedDoubleOperator;
import dev.gpukernel.function.IndexedFloatOperator;
import dev.gpukernel.function.IndexedIntOperator;
import dev.gpukernel.function.IndexedLongOperator;
import dev.gpukernel.function.IndexedShortOperator;
import dev.gpukernel.function.IntBinaryOperator;
import dev.gpukernel.function.IntOperator;
import dev.gpukernel.function.IntPredicate;
import dev.gpukernel.function.IntToDouble;
import dev.gpukernel.function.LongBinaryOperator;
import dev.gpukernel.function.LongOperator;
import dev.gpukernel.function.LongPredicate;
import dev.gpukernel.function.LongToInt;
import dev.gpukernel.function.ShortBinaryOperator;
import dev.gpukernel.function.ShortOperator;
import dev.gpukernel.function.ShortPredicate;
import dev.gpukernel.function.ShortToInt;

/** Functions of elements that capture numbers: with branches, loops, calls, arrays and divisions. */
final class RandomFunctions {
    /** Kinds of functions of one element. */
    static final int CHOICES = 4;

    private RandomFunctions() {}

    record OfInts(
            IntOperator map,
            IntToDouble toDouble,
            IntPredicate test,
            IndexedIntOperator indexed,
            IntBinaryOperator zip) {}

    record OfLongs(
            LongOperator map,
            LongToInt toInt,
            LongPredicate test,
            IndexedLongOperator indexed,
            LongBinaryOperator zip) {}

    record OfFloats(
            FloatOperator map,
            FloatToLong toLong,
            FloatPredicate test,
            IndexedFloatOperator indexed,
            FloatBinaryOperator zip) {}

    record OfDoubles(
            DoubleOperator map,
            DoubleToFloat toFloat,
            DoublePredicate test,
            IndexedDoubleOperator indexed,
            DoubleTernaryOperator zipThree) {}

    static OfInts ofInts(int number) {
        int[] table = {number, number + 1, -number};
        return new OfInts(
                v -> v > number ? v : number * v,
                Math::sqrt,
                v -> v % 3 == 0 ^ v < number,
                (i, v) -> table[i % 3] + v,
                (v, w) -> v / w + number);
    }

    static OfLongs ofLongs(long number) {
        return new OfLongs(
                v -> {
                    long product = number;
                    for (int i = 0; i < (v & 3); i++) {
                        product = product * v + i;
                    }
                    return product;
                },
                Long::hashCode,
                v -> v >= number,
                (i, v) -> v << i,
                Math::floorMod);
    }

    static OfFloats ofFloats(float number) {
        return new OfFloats(
                v -> v > 0 ? v : number * v, Math::round, Float::isNaN, (i, v) -> i % 2 == 0 ? v : -number, (v, w) -> {
                    float sum = 0;
                    for (int i = 0; i < 40; i++) {
                        sum += v * i + w;
                    }
                    return sum;
                });
    }

    static OfDoubles ofDoubles(double number) {
        return new OfDoubles(
                v -> clamped(v, -1, number),
                v -> (float) (v / number),
                v -> v * v < number,
                (i, v) -> v + (double) i / 7,
                Math::fma);
    }

    private static double clamped(double value, double least, double greatest) {
        return Math.min(Math.max(value, least), greatest);
    }

    record OfBytes(
            ByteOperator map,
            ByteToInt toInt,
            BytePredicate test,
            IndexedByteOperator indexed,
            ByteBinaryOperator zip) {}

    record OfShorts(
            ShortOperator map,
            ShortToInt toInt,
            ShortPredicate test,
            IndexedShortOperator indexed,
            ShortBinaryOperator zip) {}

    record OfChars(
            CharOperator map,
            CharToInt toInt,
            CharPredicate test,
            IndexedCharOperator indexed,
            CharBinaryOperator zip) {}

    static OfBytes ofBytes(byte number) {
        byte[] table = {number, 100, -128};
        return new OfBytes(
                v -> (byte) (v * number + 1),
                v -> v << 3 ^ number,
                v -> v > number,
                (i, v) -> (byte) (table[i % 3] + v),
                (v, w) -> (byte) (v - w * number));
    }

    static OfShorts ofShorts(short number) {
        return new OfShorts(
                v -> (short) Math.max(v, -number),
                v -> v / (number | 1),
                v -> v % 3 == 0,
                (i, v) -> i % 2 == 0 ? v : number,
                (v, w) -> (short) (v / w + number));
    }

    static OfChars ofChars(char number) {
        return new OfChars(
                Character::toUpperCase,
                v -> v - number,
                Character::isLetter,
                (i, v) -> (char) (v + i),
                (v, w) -> v < w ? number : w);
    }
}
