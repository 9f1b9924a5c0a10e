package dev.gpukernel.oracle;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls of the JDK's methods whose bytecode the compiler translates, by type of what they give. */
final class JdkCalls {
    /** An argument: {@code $i} an int, {@code $l} a long and so on; {@code $I} and {@code $L} one that is not zero. */
    private static final Pattern ARGUMENT = Pattern.compile("\\$([bsczilfdIL])");

    private static final List<String> INTS = List.of(
            "Math.floorMod($i, $I)",
            "Math.floorDiv($i, $I)",
            "Math.addExact($i, 1)",
            "Math.absExact($i)",
            "Math.ceilDiv($i, $I)",
            "Math.clamp($l, -5, 100)",
            "Math.clamp($l, 0, $i)",
            "Math.getExponent($d)",
            "Math.round($f)",
            "Integer.compress($i, $i)",
            "Integer.expand($i, $i)",
            "Integer.lowestOneBit($i)",
            "Integer.rotateRight($i, $i)",
            "Integer.sum($i, $i)",
            "Short.toUnsignedInt($s)",
            "Short.compare($s, $s)",
            "Byte.toUnsignedInt($b)",
            "Byte.compareUnsigned($b, $b)",
            "Character.compare($c, $c)",
            "Character.reverseBytes($c)",
            "Boolean.compare($z, $z)",
            "Float.compare($f, $f)",
            "Double.compare($d, $d)",
            "Long.compare($l, $l)",
            "Long.compareUnsigned($l, $l)",
            "Long.signum($l)",
            "Long.numberOfTrailingZeros($l)",
            "Integer.reverse($i)",
            "Integer.reverseBytes($i)",
            "Integer.bitCount($i)",
            "Integer.rotateLeft($i, $i)",
            "Integer.numberOfLeadingZeros($i)",
            "Integer.numberOfTrailingZeros($i)",
            "Integer.highestOneBit($i)",
            "Integer.signum($i)",
            "Integer.compare($i, $i)",
            "Integer.compareUnsigned($i, $i)",
            "Integer.divideUnsigned($i, $I)",
            "Integer.remainderUnsigned($i, $I)",
            "Long.bitCount($l)",
            "Long.numberOfLeadingZeros($l)",
            "Float.floatToIntBits($f)");
    private static final List<String> LONGS = List.of(
            "Math.floorMod($l, $L)",
            "Math.floorDiv($l, $L)",
            "Math.multiplyHigh($l, $l)",
            "Math.unsignedMultiplyHigh($l, $l)",
            "Math.clamp($l, -5L, 1L << 40)",
            "Math.clamp($l, $l, $l)",
            "Math.subtractExact((long) $i, $l)",
            "Math.multiplyExact((long) $i, $i)",
            "Math.ceilMod($l, $L)",
            "Math.round($d)",
            "Long.reverseBytes($l)",
            "Long.lowestOneBit($l)",
            "Long.compress($l, $l)",
            "Long.divideUnsigned($l, $L)",
            "Long.max($l, $l)",
            "Math.multiplyFull($i, $i)",
            "Long.reverse($l)",
            "Long.rotateRight($l, $i)",
            "Long.highestOneBit($l)",
            "Long.remainderUnsigned($l, $L)",
            "Integer.toUnsignedLong($i)",
            "Double.doubleToLongBits($d)");
    private static final List<String> FLOATS = List.of(
            "Float.float16ToFloat($s)",
            "Math.signum($f)",
            "Float.intBitsToFloat($i)",
            "Math.clamp($f, -1f, 1f)",
            "Math.clamp($f, 0f, $f)",
            "Math.nextUp($f)",
            "Math.ulp($f)",
            "Float.max($f, $f)",
            "GpuMath.sqrt($f)",
            "GpuMath.exp($f)",
            "GpuMath.cbrt($f)",
            "GpuMath.log2($f)",
            "(float) StrictMath.exp($f)",
            "(float) StrictMath.tanh($f)",
            "(float) StrictMath.log($d)");
    private static final List<String> DOUBLES = List.of(
            "Math.signum($d)",
            "Math.floor($d)",
            "Math.ceil($d)",
            "Math.rint($d)",
            "Math.toRadians($d)",
            "Math.clamp($d, -1.0, 1e3)",
            "Math.clamp($d, $d, Double.POSITIVE_INFINITY)",
            "Math.nextDown($d)",
            "Math.scalb($d, 3)",
            "Double.longBitsToDouble($l)",
            "Double.sum($d, $d)",
            "StrictMath.cbrt($d)",
            "StrictMath.exp($d)",
            "StrictMath.hypot($d, $d)");
    /** Not Float.floatToFloat16: it shows which of the many NaNs a NaN is, and that differs from machine to machine. */
    private static final List<String> SHORTS = List.of("Short.reverseBytes($s)", "(short) Short.toUnsignedInt($s)");

    private static final List<String> CONDITIONS = List.of(
            "Float.isNaN($f)",
            "Double.isInfinite($d)",
            "Float.isFinite($f)",
            "Boolean.logicalXor($z, $z)",
            "Character.isSurrogate($c)");

    private JdkCalls() {}

    /** {@return a call that gives a type; for byte and char, which no method here gives, a cast one} */
    static String next(NumberType type, int depth, KernelScope scope, ExpressionGenerator expressions) {
        String call = scope.oneOf(templates(type));
        Matcher matcher = ARGUMENT.matcher(call);
        String text = matcher.replaceAll(
                argument -> Matcher.quoteReplacement(argument(argument.group(1), depth, expressions)));
        boolean cast = type == NumberType.BYTE || type == NumberType.CHAR;
        // An overload may take an argument for a narrower type than the call is for, and so give that.
        return cast || text.startsWith("(") || text.startsWith("Math.clamp")
                ? "((" + type.text() + ") " + text + ")"
                : text;
    }

    private static List<String> templates(NumberType type) {
        return switch (type) {
            case BYTE, CHAR, INT -> INTS;
            case SHORT -> SHORTS;
            case LONG -> LONGS;
            case FLOAT -> FLOATS;
            case DOUBLE -> DOUBLES;
            case BOOLEAN -> CONDITIONS;
        };
    }

    private static String argument(String kind, int depth, ExpressionGenerator expressions) {
        return switch (kind) {
            case "b" -> expressions.number(NumberType.BYTE, depth);
            case "s" -> expressions.number(NumberType.SHORT, depth);
            case "c" -> expressions.number(NumberType.CHAR, depth);
            case "z" -> expressions.condition(depth);
            case "i" -> expressions.number(NumberType.INT, depth);
            case "l" -> expressions.number(NumberType.LONG, depth);
            case "f" -> expressions.number(NumberType.FLOAT, depth);
            case "d" -> expressions.number(NumberType.DOUBLE, depth);
            case "I" -> expressions.divisor(NumberType.INT, depth);
            default -> expressions.divisor(NumberType.LONG, depth);
        };
    }
}
