package dev.gpukernel.benchmarks;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Bars of how many times as fast as one core each sample is. They differ by orders of magnitude, so the axis is logarithmic. */
final class SampleChart {
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 520;
    private static final int LABEL_ROTATION = 35;
    private static final Color[] COLOURS = {new Color(0x9AA5B1), new Color(0x8CC63F), new Color(0x2F7D32)};

    private final SampleResults results;

    SampleChart(SampleResults results) {
        this.results = results;
    }

    /** Draws the chart to a PNG file. */
    void write(Path file) throws IOException {
        ImageIO.setUseCache(false);
        BufferedImage image = draw();
        try (OutputStream out = Files.newOutputStream(file)) {
            if (!ImageIO.write(image, "png", out)) {
                throw new IOException("this Java runtime has no writer of PNG files");
            }
        }
    }

    private BufferedImage draw() throws IOException {
        try {
            return BitmapEncoder.getBufferedImage(chart());
        } catch (RuntimeException | LinkageError | InternalError e) {
            // What the JDK throws where a machine has no fonts.
            throw new IOException("no text can be drawn here: " + e.getMessage(), e);
        }
    }

    private CategoryChart chart() {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Times as fast as plain Java on one core (" + results.machine() + ")")
                .build();
        List<String> names = results.times().stream().map(SampleTimes::sample).toList();
        for (int other = 0; other < SampleTimes.OTHERS.size(); other++) {
            List<@Nullable Double> speedUps = speedUps(other);
            if (speedUps.stream().anyMatch(speedUp -> speedUp != null)) {
                chart.addSeries(SampleTimes.OTHERS.get(other), names, speedUps).setFillColor(COLOURS[other]);
            }
        }
        CategoryStyler styler = chart.getStyler();
        styler.setYAxisLogarithmic(true);
        styler.setYAxisLogarithmicDecadeOnly(true);
        styler.setYAxisMin(decade(true));
        styler.setYAxisMax(decade(false));
        styler.setXAxisLabelRotation(LABEL_ROTATION);
        // Else names are left out to have more space between them.
        styler.setXAxisTickMarkSpacingHint(1);
        styler.setAvailableSpaceFill(0.8);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(CategoryStyler.LegendLayout.Horizontal);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotGridVerticalLinesVisible(false);
        return chart;
    }

    private List<@Nullable Double> speedUps(int other) {
        return results.times().stream()
                .<@Nullable Double>map(times -> {
                    OptionalDouble speedUp = times.speedUp(times.others().get(other));
                    return speedUp.isPresent() ? speedUp.getAsDouble() : null;
                })
                .toList();
    }

    /** {@return the power of ten below or above all speed-ups: bars on a logarithmic axis need a place to start at} */
    private double decade(boolean isBelow) {
        DoubleStream logarithms = results.times().stream()
                .flatMapToDouble(
                        times -> times.others().stream().map(times::speedUp).flatMapToDouble(OptionalDouble::stream))
                .map(Math::log10);
        return isBelow
                ? Math.pow(10, Math.floor(logarithms.min().orElse(0)))
                : Math.pow(10, Math.floor(logarithms.max().orElse(0)) + 1);
    }
}
