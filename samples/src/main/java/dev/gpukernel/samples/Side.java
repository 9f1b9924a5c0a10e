package dev.gpukernel.samples;

import picocli.CommandLine.ITypeConverter;

/** A width or a height, a number of rows or of columns. Its square is a number of elements that a Java array can have. */
final class Side implements ITypeConverter<Integer> {
    static final int MAX = 1 << 15;

    /** Called by picocli. */
    Side() {}

    @Override
    public Integer convert(String text) {
        return new IntRange(1, MAX).parse(text);
    }
}
