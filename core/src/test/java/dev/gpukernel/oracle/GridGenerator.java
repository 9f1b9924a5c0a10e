package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.Shape;
import java.util.SplittableRandom;

/**
 * Makes grid kernels whose threads meet in every way: at barriers of the grid, of blocks and of warps, with votes, shuffles, reductions and
 * scans, in loops and branches that all threads of a block or of a warp take alike, and now and then in some that they do not; with shared
 * arrays of one and two dimensions and of a size that the launch says, arrays of threads, methods that hold barriers, functions of {@code
 * Math}, atomic operations, early returns and exceptions; static kernels, and kernels of objects. What they compute does not depend on the
 * order of threads. {@link dev.gpukernel.internal.cpu.JavaThreads} says what is right.
 */
final class GridGenerator {
    private static final int MOST_DEPTH = 3;

    private final boolean isDefined;

    GridGenerator() {
        this(false);
    }

    /**
     * Makes a generator.
     *
     * @param isDefined whether all of what kernels do has a meaning on a GPU: warps are full, no thread ends or leaves out what others wait for
     */
    GridGenerator(boolean isDefined) {
        this.isDefined = isDefined;
    }

    LaunchedKernel generate(long seed) {
        GridKernel kernel = kernel(seed);
        return seed % 4 == 3 ? new InstanceKernel(seed, kernel) : kernel;
    }

    private static Shape shape(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Shape(3, 1, 1, 8 + random.nextInt(90), 1, 1, 0);
            case 1 -> new Shape(2, 2, 1, 8, 1 + random.nextInt(9), 1, 0);
            case 2 -> new Shape(2, 1, 2, 4, 3, 1 + random.nextInt(5), 0);
            default -> new Shape(2, 1, 1, 64, 1, 1, 0);
        };
    }

    private static Shape shapeOfWholeWarps(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Shape(3, 1, 1, 32 * (1 + random.nextInt(3)), 1, 1, 0);
            case 1 -> new Shape(2, 2, 1, 8, 4 * (1 + random.nextInt(2)), 1, 0);
            default -> new Shape(2, 1, 2, 4, 4, 2 * (1 + random.nextInt(3)), 0);
        };
    }

    private GridKernel kernel(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Shape flat = isDefined ? shapeOfWholeWarps(random) : shape(random);
        String name = "Grid" + seed;
        int threads = (int) flat.threadsPerBlock();
        Shape shape = new Shape(
                flat.gridX(),
                flat.gridY(),
                flat.gridZ(),
                flat.blockX(),
                flat.blockY(),
                flat.blockZ(),
                threads * (Double.BYTES + Integer.BYTES));
        int columns = 1 + random.nextInt(9);
        Body body = new Body(random, isDefined, columns);
        body.sequence(2 + random.nextInt(5), 0);
        if (isDefined) {
            body.fault();
        }
        return new GridKernel(
                seed,
                "generated." + name,
                """
        package generated;

        import dev.gpukernel.GpuKernel;
        import dev.gpukernel.device.*;

        final class %s {
            static int turn(int[] s, int t, int size, int v) {
                s[t] = v;
                Block.sync();
                int r = s[size - 1 - t];
                Block.sync();
                return r;
            }

            static int lanes(int v) {
                for (int d = 16; d > 0; d >>= 1) {
                    v += Warp.shuffleDown(v, d);
                }
                return v;
            }

            @GpuKernel
            static void kernel(int n, int[] in, float[] fin, int[] out, float[] fout, int[] total) {
                int size = BlockDim.x() * BlockDim.y() * BlockDim.z();
                int t = (ThreadIdx.z() * BlockDim.y() + ThreadIdx.y()) * BlockDim.x() + ThreadIdx.x();
                int block = (BlockIdx.z() * GridDim.y() + BlockIdx.y()) * GridDim.x() + BlockIdx.x();
                int i = block * size + t;
                int[] s = Shared.ints(%d);
                float[] g = Shared.floats(%d);
                int[][] q = Shared.ints(%d, %d);
                int[] h = Shared.ints(8);
                int[] own = new int[3];
                int a = in[i %% in.length];
                int b = in[(i * 7 + n) %% in.length];
                float f = fin[i %% fin.length];
                double d = f;
                long l = a;
        %s        out[i] = a * 31 + b + own[1] + (int) (l ^ l >>> 32);
                fout[i] = f + (float) d;
            }
        }
        """.formatted(name, threads, threads, Math.ceilDiv(threads, columns), columns, body.lines),
                shape);
    }

    /** The statements of a kernel. */
    private static final class Body {
        private final SplittableRandom random;
        private final boolean isDefined;
        private final int columns;
        private final StringBuilder lines = new StringBuilder();
        private int loops;

        Body(SplittableRandom random, boolean isDefined, int columns) {
            this.random = random;
            this.isDefined = isDefined;
            this.columns = columns;
        }

        void sequence(int count, int depth) {
            for (int i = 0; i < count; i++) {
                statement(depth);
            }
        }

        private void line(int depth, String text) {
            lines.append("    ".repeat(depth + 2)).append(text).append('\n');
        }

        private String anyOf(String... texts) {
            return texts[random.nextInt(texts.length)];
        }

        private String number() {
            return anyOf("a", "b", "t", "i", "n", "own[0]", "3", "(a ^ b)", "(b - t)", "(int) l", "(a & 15)", "block");
        }

        private String condition() {
            return number() + anyOf(" > ", " < ", " == ", " != ") + number();
        }

        /** The same for all threads of a block. */
        private String uniform() {
            return anyOf(
                    "(n & 1) == 0",
                    "n > 3",
                    "block % 2 == 0",
                    "Block.syncOr(" + condition() + ")",
                    "Block.syncAnd(" + condition() + ")",
                    "Block.syncCount(" + condition() + ") > size / 2");
        }

        private void statement(int depth) {
            if (random.nextInt(4) == 0) {
                another(depth);
                return;
            }
            int kind = random.nextInt(depth < MOST_DEPTH ? 26 : 17);
            switch (kind) {
                case 0 -> line(depth, "a = " + number() + anyOf(" + ", " * ", " - ", " ^ ") + number() + ";");
                case 1 -> line(depth, "f = f * 0.5f + " + number() + ";");
                case 2 -> line(depth, "l = l * 31 + " + number() + ";");
                case 3 -> exchange(depth);
                case 4 -> line(depth, "a += turn(s, t, size, " + number() + ");");
                case 5 -> line(depth, "b += Block.syncCount(" + condition() + ");");
                case 6 -> warp(depth);
                case 7 -> warp(depth);
                case 8 -> line(depth, "a += lanes(" + number() + ");");
                case 9 -> block(depth);
                case 10 -> line(depth, "Atomic.add(total, " + number() + " & 3, " + number() + ");");
                case 11 -> line(depth, "own[" + random.nextInt(3) + "] += " + number() + ";");
                case 12 -> rare(depth);
                case 13 -> line(depth, "d = d * 0.25 + " + number() + ";");
                case 14 -> {
                    line(depth, "for (int k = 0; k < (a & 3); k++) {");
                    line(depth + 1, "b += " + number() + ";");
                    line(depth, "}");
                }
                case 15 -> {
                    line(depth, "if (" + condition() + ") {");
                    line(depth + 1, "b = " + number() + ";");
                    line(depth, "}");
                }
                case 16 -> {
                    // What a thread gets depends on the order, how many get something does not.
                    String k = "k" + loops++;
                    line(
                            depth,
                            "for (int " + k + " = 0; " + k + " < " + anyOf("n", "3", "(b & 3)") + "; " + k + "++) {");
                    line(depth + 1, "if (Atomic.add(total, 7, 1) < 0) {");
                    line(depth + 2, anyOf("b++;", "continue;", "a = " + k + ";"));
                    line(depth + 1, "}");
                    line(depth, "}");
                    line(depth, "Warp.sync();");
                }
                case 17, 18 -> {
                    String k = "k" + loops++;
                    String end = anyOf("2", "3", "n", "(n & 3) + 1");
                    line(depth, "for (int " + k + " = 0; " + k + " < " + end + "; " + k + "++) {");
                    sequence(1 + random.nextInt(3), depth + 1);
                    if (random.nextInt(4) == 0) {
                        line(depth + 1, "if (" + uniform() + ") {");
                        line(depth + 2, anyOf("break;", "continue;"));
                        line(depth + 1, "}");
                    }
                    line(depth + 1, "a += " + k + ";");
                    line(depth, "}");
                }
                case 19, 20 -> branch(depth, uniform());
                case 21 -> branch(depth, anyOf("(t >> 5) % 2 == 0", "Warp.any(" + condition() + ")"), true);
                case 22 -> {
                    String k = "k" + loops++;
                    line(depth, "int " + k + " = 0;");
                    line(depth, "while (" + k + "++ < 4 && Block.syncOr(" + condition() + ")) {");
                    sequence(1 + random.nextInt(2), depth + 1);
                    line(depth, "}");
                }
                case 23 -> {
                    line(depth, "if (" + condition() + ") {");
                    line(depth + 1, "own[1] += " + number() + ";");
                    line(depth, "} else {");
                    line(depth + 1, "f += " + number() + ";");
                    line(depth, "}");
                }
                case 24 -> {
                    line(depth, "if ((t & 1) == 0) {");
                    line(depth + 1, "Warp.sync(0x55555555);");
                    line(depth + 1, "a++;");
                    line(depth, "}");
                }
                default -> {
                    // Threads come to one barrier in different turns.
                    line(depth, "for (int k = 0; k < 4; k++) {");
                    line(depth + 1, "if ((k + n) % 2 == 0) {");
                    line(depth + 2, "b += Block.syncCount(a > k);");
                    line(depth + 1, "}");
                    line(depth, "}");
                }
            }
        }

        private void another(int depth) {
            switch (random.nextInt(depth == 0 ? 6 : 5)) {
                case 0 -> mathematics(depth);
                case 1 ->
                    line(
                            depth,
                            anyOf(
                                    "Atomic.min(total, 8, " + number() + ");",
                                    "Atomic.max(total, 9, " + number() + ");",
                                    "Atomic.or(total, 10, " + number() + ");",
                                    "Atomic.and(total, 11, " + number() + ");",
                                    "Atomic.xor(total, 12, " + number() + ");",
                                    "Atomic.sub(total, 13, " + number() + ");"));
                case 2 -> {
                    line(depth, "q[t / %1$d][t %% %1$d] = %2$s;".formatted(columns, number()));
                    line(depth, "Block.sync();");
                    line(depth, "b ^= q[(size - 1 - t) / %1$d][(size - 1 - t) %% %1$d];".formatted(columns));
                    line(depth, "Block.sync();");
                }
                case 3 -> {
                    boolean isDouble = random.nextBoolean();
                    String array = "y" + loops++;
                    line(
                            depth,
                            isDouble
                                    ? "double[] " + array + " = Shared.dynamicDoubles(0, size);"
                                    : "int[] " + array + " = Shared.dynamicInts(size * 8, size);");
                    line(depth, array + "[t] = " + (isDouble ? "d" : number()) + ";");
                    line(depth, "Block.sync();");
                    line(depth, (isDouble ? "d -= " : "a ^= ") + array + "[size - 1 - t];");
                    line(depth, "Block.sync();");
                }
                case 4 -> {
                    line(depth, "for (int k = t; k < 8; k += size) {");
                    line(depth + 1, "h[k] = 0;");
                    line(depth, "}");
                    line(depth, "Block.sync();");
                    line(depth, "Atomic.add(h, " + number() + " & 7, " + number() + ");");
                    line(depth, "Block.sync();");
                    line(depth, "b += h[t & 7];");
                    line(depth, "Block.sync();");
                }
                default -> {
                    String k = "k" + loops++;
                    line(
                            depth,
                            "for (int " + k + " = 0; " + k + " < " + anyOf("1", "2", "(n & 1)") + "; " + k + "++) {");
                    line(depth + 1, "out[i] = " + number() + ";");
                    line(depth + 1, "Grid.sync();");
                    line(depth + 1, "a += out[(i + size + " + k + ") % out.length];");
                    line(depth + 1, "Grid.sync();");
                    line(depth, "}");
                }
            }
        }

        /** Those that the JVM computes as it says, so that what Java gives is what is right. */
        private void mathematics(int depth) {
            line(
                    depth,
                    anyOf(
                            "d = Math.sqrt(Math.abs(d)) + " + number() + ";",
                            "d = Math.fma(d, 0.5, " + number() + ");",
                            "f = (float) StrictMath.sin(f);",
                            "d = StrictMath.exp(Math.min(d, 9)) - StrictMath.cos(" + number() + ");",
                            "d = StrictMath.pow(Math.abs(d), 0.25) + StrictMath.log1p(Math.abs(f));",
                            "f = Math.max(f, " + number() + ") - Math.min(f, 1);",
                            "l = Math.floorMod(l, 1000L) + Math.floorDiv(" + number() + ", 3);",
                            "a = Math.clamp((long) " + number() + ", -50, 50);",
                            "b = Integer.bitCount(" + number() + ") + Integer.reverse(b);",
                            "l = Long.rotateLeft(l, " + number() + ") ^ Math.multiplyHigh(l, 3L * b);",
                            "d = StrictMath.atan2(d, " + number() + ") + StrictMath.cbrt(d);"));
        }

        private void branch(int depth, String condition) {
            branch(depth, condition, false);
        }

        private void branch(int depth, String condition, boolean ofWarp) {
            line(depth, "if (" + condition + ") {");
            inBranch(depth + 1, ofWarp);
            if (random.nextBoolean()) {
                line(depth, "} else {");
                inBranch(depth + 1, ofWarp);
            }
            line(depth, "}");
        }

        private void inBranch(int depth, boolean ofWarp) {
            if (ofWarp) {
                warp(depth);
                warp(depth);
            } else {
                sequence(1 + random.nextInt(3), depth);
            }
        }

        private void exchange(int depth) {
            String by = String.valueOf(1 + random.nextInt(9));
            if (random.nextBoolean()) {
                line(depth, "s[t] = " + number() + ";");
                line(depth, "Block.sync();");
                line(depth, "b += s[(t + " + by + ") % size];");
            } else {
                line(depth, "g[t] = f;");
                line(depth, "Block.sync();");
                line(depth, "f -= g[(t + " + by + ") % size];");
            }
            line(depth, "Block.sync();");
        }

        private void warp(int depth) {
            String by = anyOf("1", "2", "5", "16", "n", "(t & 7)");
            line(
                    depth,
                    anyOf(
                            "a += Warp.shuffle(b, " + by + ");",
                            "f += Warp.shuffleUp(f, " + by + ");",
                            "l += Warp.shuffleDown(l, " + by + ");",
                            "d += Warp.shuffleXor(d, " + anyOf("1", "2", "4") + ");",
                            "a ^= Warp.ballot(" + condition() + ");",
                            "b += Warp.all(" + condition() + ") ? 1 : 2;",
                            "b -= Warp.any(" + condition() + ") ? 1 : 2;",
                            "a += Warp.match(" + number() + ");",
                            "b ^= Warp.match(l);",
                            "a += Warp.reduceAdd(" + number() + ");",
                            "b = Warp.reduce" + anyOf("Min", "Max", "And", "Or", "Xor") + "(" + number() + ");",
                            "f += WarpReduce.sum(f);",
                            "a += WarpScan.inclusiveSum(b);"));
        }

        private void block(int depth) {
            line(
                    depth,
                    anyOf(
                            "f += BlockReduce.sum(f);",
                            "l += BlockReduce.sum(l);",
                            "a += BlockReduce.max(" + number() + ");",
                            "b += BlockScan.exclusiveSum(" + number() + ");"));
        }

        /** What may end threads, once they wait for nobody any more. */
        void fault() {
            switch (random.nextInt(12)) {
                case 0 -> line(0, "a = 100 / (a + 5);");
                case 1 -> line(0, "b += in[a > 80 ? -1 : 0];");
                case 2 -> line(0, "if (a == 7) { throw new IllegalStateException(\"seven\"); }");
                default -> line(0, "a -= b;");
            }
        }

        /** What ends threads, or has them wait for ever. */
        private void rare(int depth) {
            switch (isDefined ? 12 : random.nextInt(12)) {
                case 0 -> line(depth, "if (i % 7 == 3) { return; }");
                case 1 -> line(depth, "if (t > size / 2) { return; }");
                case 2 -> line(depth, "a = 100 / (a + 5);");
                case 3 -> line(depth, "b += in[a > 8 ? -1 : 0];");
                case 4 -> line(depth, "if (a == 4) { Block.sync(); }");
                case 5 -> line(depth, "if (a == 7) { throw new IllegalStateException(\"seven\"); }");
                default -> line(depth, "a -= b;");
            }
        }
    }
}
