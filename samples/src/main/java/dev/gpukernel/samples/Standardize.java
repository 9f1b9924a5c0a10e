package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.array.FloatNdArray;
import dev.gpukernel.array.NdArrays;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reductions over an axis and broadcasting, of arrays with shapes: what is done with a table before anything is learned of it. */
@Command(
        name = "standardize",
        description =
                "Brings the columns of a table of random floats to mean 0 and deviation 1, and checks every element.")
final class Standardize implements Sample {
    private static final int ARRAYS = 3;

    @Option(
            names = "--rows",
            paramLabel = "<n>",
            converter = Side.class,
            description = "Rows of the table, from 1 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int rows = 4096;

    @Option(
            names = "--columns",
            paramLabel = "<n>",
            converter = Side.class,
            description = "Columns of the table, from 1 to " + Side.MAX + " (default: ${DEFAULT-VALUE}).")
    private int columns = 1025;

    @Option(names = "--seed", paramLabel = "<n>", description = "Seed of the random input (default: ${DEFAULT-VALUE}).")
    private long seed = 42;

    /** Made by picocli. */
    Standardize() {}

    @Override
    public Verdict run(Report report) {
        report.fact("input", "%d x %d elements, seed %d".formatted(rows, columns, seed));
        int size = rows * columns;
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        float[] table = InputOptions.floats(new SplittableRandom(seed), size);
        report.fact("device", Report.nameOf(Gpu.current()));
        long start = System.nanoTime();
        FloatNdArray x = NdArrays.of(table).reshape(rows, columns);
        report.timeSince(start, "to device", bytes);
        float[] standard = report.twice(() -> x.minus(x.mean(0)).div(x.std(0)));
        Column[] expected = new Column[columns];
        for (int column = 0; column < columns; column++) {
            expected[column] = Column.of(table, column, columns);
        }
        return new BitCheck()
                .floats("table", standard, i -> {
                    Column column = expected[i % columns];
                    return (table[i] - column.mean) / column.deviation;
                })
                .verdict();
    }

    /** What plain Java gives for a column. */
    private record Column(float mean, float deviation) {
        static Column of(float[] table, int column, int columns) {
            float[] elements = new float[table.length / columns];
            for (int row = 0; row < elements.length; row++) {
                elements[row] = table[row * columns + column];
            }
            float mean = LaneOrder.sum(elements, columns) / elements.length;
            for (int row = 0; row < elements.length; row++) {
                float distance = elements[row] - mean;
                elements[row] = distance * distance;
            }
            float variance = LaneOrder.sum(elements, columns) / elements.length;
            return new Column(mean, (float) Math.sqrt(variance));
        }
    }
}
