package dev.gpukernel.samples;

import picocli.CommandLine.TypeConversionException;

/**
 * The whole numbers that an option takes.
 *
 * @param min the least of them
 * @param max the greatest
 */
public record IntRange(int min, int max) {
    /**
     * Reads a value of the option.
     *
     * @throws TypeConversionException if it is not one of them
     */
    public int parse(String text) {
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException tooLongOrNoNumber) {
            // refused below, like a number out of range
        }
        throw new TypeConversionException("'" + text + "' is not a whole number from " + min + " to " + max);
    }
}
