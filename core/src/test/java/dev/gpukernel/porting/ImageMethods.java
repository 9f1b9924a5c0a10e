package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Methods on images as Java programs have them: rows of pixels, new images as results. */
final class ImageMethods {
    private ImageMethods() {}

    @GpuKernel
    static int[][] grey(int[][] rgb) {
        int height = rgb.length;
        int width = rgb[0].length;
        int[][] grey = new int[height][width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int pixel = rgb[y][x];
                int red = (pixel >> 16) & 0xff;
                int green = (pixel >> 8) & 0xff;
                int blue = pixel & 0xff;
                grey[y][x] = (red * 299 + green * 587 + blue * 114) / 1000;
            }
        }
        return grey;
    }

    @GpuKernel
    static boolean[][] threshold(int[][] image, int level) {
        boolean[][] above = new boolean[image.length][image[0].length];
        for (int y = 0; y < image.length; y++) {
            for (int x = 0; x < image[y].length; x++) {
                above[y][x] = image[y][x] >= level;
            }
        }
        return above;
    }

    @GpuKernel
    static int[] histogram(int[][] image) {
        int[] bins = new int[256];
        for (int[] row : image) {
            for (int value : row) {
                bins[value & 0xff]++;
            }
        }
        return bins;
    }

    @GpuKernel
    static int[] cumulative(int[] bins) {
        int[] sums = new int[bins.length];
        int sum = 0;
        for (int i = 0; i < bins.length; i++) {
            sum += bins[i];
            sums[i] = sum;
        }
        return sums;
    }

    @GpuKernel
    static void equalise(int[][] image, int[] sums, int pixels) {
        for (int y = 0; y < image.length; y++) {
            for (int x = 0; x < image[y].length; x++) {
                image[y][x] = (int) (sums[image[y][x] & 0xff] * 255L / pixels);
            }
        }
    }

    @GpuKernel
    static double[][] convolve(double[][] image, double[][] kernel) {
        int height = image.length;
        int width = image[0].length;
        int middle = kernel.length / 2;
        double[][] result = new double[height][width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double sum = 0;
                for (int i = 0; i < kernel.length; i++) {
                    for (int j = 0; j < kernel[i].length; j++) {
                        int row = Math.min(Math.max(y + i - middle, 0), height - 1);
                        int column = Math.min(Math.max(x + j - middle, 0), width - 1);
                        sum += image[row][column] * kernel[i][j];
                    }
                }
                result[y][x] = sum;
            }
        }
        return result;
    }

    @GpuKernel
    static int[][] sobel(int[][] image) {
        int height = image.length;
        int width = image[0].length;
        int[][] edges = new int[height][width];
        for (int y = 1; y < height - 1; y++) {
            for (int x = 1; x < width - 1; x++) {
                int across = image[y - 1][x + 1]
                        + 2 * image[y][x + 1]
                        + image[y + 1][x + 1]
                        - image[y - 1][x - 1]
                        - 2 * image[y][x - 1]
                        - image[y + 1][x - 1];
                int down = image[y + 1][x - 1]
                        + 2 * image[y + 1][x]
                        + image[y + 1][x + 1]
                        - image[y - 1][x - 1]
                        - 2 * image[y - 1][x]
                        - image[y - 1][x + 1];
                edges[y][x] = Math.min(255, (int) Math.sqrt((double) across * across + (double) down * down));
            }
        }
        return edges;
    }

    @GpuKernel
    static void mirror(int[][] image) {
        for (int y = 0; y < image.length; y++) {
            int width = image[y].length;
            for (int x = 0; x < width / 2; x++) {
                int pixel = image[y][x];
                image[y][x] = image[y][width - 1 - x];
                image[y][width - 1 - x] = pixel;
            }
        }
    }

    @GpuKernel
    static int[][] rotate(int[][] image) {
        int height = image.length;
        int width = image[0].length;
        int[][] turned = new int[width][height];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                turned[x][height - 1 - y] = image[y][x];
            }
        }
        return turned;
    }

    @GpuKernel
    static long[][] integral(int[][] image) {
        int height = image.length;
        int width = image[0].length;
        long[][] sums = new long[height + 1][width + 1];
        for (int y = 0; y < height; y++) {
            long row = 0;
            for (int x = 0; x < width; x++) {
                row += image[y][x];
                sums[y + 1][x + 1] = sums[y][x + 1] + row;
            }
        }
        return sums;
    }

    @GpuKernel
    static boolean[][] dilate(boolean[][] shape, int radius) {
        int height = shape.length;
        int width = shape[0].length;
        boolean[][] wider = new boolean[height][width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                boolean any = false;
                for (int i = Math.max(0, y - radius); i <= Math.min(height - 1, y + radius); i++) {
                    for (int j = Math.max(0, x - radius); j <= Math.min(width - 1, x + radius); j++) {
                        any |= shape[i][j];
                    }
                }
                wider[y][x] = any;
            }
        }
        return wider;
    }

    @GpuKernel
    static boolean[][] life(boolean[][] cells) {
        int height = cells.length;
        int width = cells[0].length;
        boolean[][] next = new boolean[height][width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int neighbours = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        if ((dx != 0 || dy != 0) && cells[(y + dy + height) % height][(x + dx + width) % width]) {
                            neighbours++;
                        }
                    }
                }
                next[y][x] = neighbours == 3 || (neighbours == 2 && cells[y][x]);
            }
        }
        return next;
    }

    @GpuKernel
    static int[][] half(int[][] image) {
        int[][] smaller = new int[image.length / 2][image[0].length / 2];
        for (int y = 0; y < smaller.length; y++) {
            for (int x = 0; x < smaller[y].length; x++) {
                int sum = image[2 * y][2 * x]
                        + image[2 * y][2 * x + 1]
                        + image[2 * y + 1][2 * x]
                        + image[2 * y + 1][2 * x + 1];
                smaller[y][x] = sum / 4;
            }
        }
        return smaller;
    }

    @GpuKernel
    static void brighten(byte[] pixels, int by) {
        for (int i = 0; i < pixels.length; i++) {
            int value = (pixels[i] & 0xff) + by;
            pixels[i] = (byte) (value < 0 ? 0 : Math.min(value, 255));
        }
    }

    @GpuKernel
    static float[][] enlarge(float[][] image, int height, int width) {
        float[][] larger = new float[height][width];
        float down = (float) (image.length - 1) / (height - 1);
        float across = (float) (image[0].length - 1) / (width - 1);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int top = (int) (y * down);
                int left = (int) (x * across);
                int bottom = Math.min(top + 1, image.length - 1);
                int right = Math.min(left + 1, image[0].length - 1);
                float v = y * down - top;
                float u = x * across - left;
                float above = image[top][left] * (1 - u) + image[top][right] * u;
                float below = image[bottom][left] * (1 - u) + image[bottom][right] * u;
                larger[y][x] = above * (1 - v) + below * v;
            }
        }
        return larger;
    }

    @GpuKernel
    static int[][] crop(int[][] image, int top, int left, int bottom, int right) {
        int[][] part = new int[bottom - top + 1][];
        for (int y = 0; y < part.length; y++) {
            part[y] = Arrays.copyOfRange(image[top + y], left, right + 1);
        }
        return part;
    }
}
