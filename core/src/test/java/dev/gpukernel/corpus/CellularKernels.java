package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.booleans;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Cellular automata. */
final class CellularKernels {
    private CellularKernels() {}

    /** Conway's Game of Life on a torus. */
    @GpuKernel
    static void gameOfLife(boolean[] now, boolean[] next, int width, int height) {
        int x = Grid.x();
        int y = Grid.y();
        if (x >= width || y >= height) {
            return;
        }
        int neighbours = 0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                if (dx == 0 && dy == 0) {
                    continue;
                }
                int nx = Math.floorMod(x + dx, width);
                int ny = Math.floorMod(y + dy, height);
                neighbours += now[ny * width + nx] ? 1 : 0;
            }
        }
        boolean alive = now[y * width + x];
        next[y * width + x] = alive ? neighbours == 2 || neighbours == 3 : neighbours == 3;
    }

    /** One generation of any elementary automaton. */
    @GpuKernel
    static void elementary(byte[] now, byte[] next, int rule) {
        for (int i = 0; i < now.length; i++) {
            int left = i == 0 ? now[now.length - 1] : now[i - 1];
            int right = i == now.length - 1 ? now[0] : now[i + 1];
            int pattern = left << 2 | now[i] << 1 | right;
            next[i] = (byte) (rule >>> pattern & 1);
        }
    }

    /** Rule 110 on 64 cells in the bits of each long, for many generations. */
    @GpuKernel
    static void rule110(long[] cells, int generations) {
        for (int i = 0; i < cells.length; i++) {
            long c = cells[i];
            for (int g = 0; g < generations; g++) {
                long left = Long.rotateRight(c, 1);
                long right = Long.rotateLeft(c, 1);
                c = (c | right) & ~(left & c & right);
            }
            cells[i] = c;
        }
    }

    /** Langton's ant on a board of the thread's own; each thread starts it elsewhere. */
    @GpuKernel
    static void langtonsAnt(int steps, int[] black) {
        int thread = Grid.x();
        if (thread >= black.length) {
            return;
        }
        boolean[][] board = new boolean[16][16];
        int x = thread;
        int y = 8;
        int direction = thread & 3;
        int count = 0;
        for (int s = 0; s < steps; s++) {
            direction = direction + (board[y][x] ? 3 : 1) & 3;
            board[y][x] = !board[y][x];
            count += board[y][x] ? 1 : -1;
            switch (direction) {
                case 0 -> y = y + 15 & 15;
                case 1 -> x = x + 1 & 15;
                case 2 -> y = y + 1 & 15;
                default -> x = x + 15 & 15;
            }
        }
        black[thread] = count * 1000 + y * 16 + x;
    }

    /** A forest: 0 is empty, 1 a tree, 2 burns. A tree burns when a neighbour does. */
    @GpuKernel
    static void forestFire(byte[] now, byte[] next, int width) {
        int height = now.length / width;
        for (int i = 0; i < next.length; i++) {
            int x = i % width;
            int y = i / width;
            boolean near = (x > 0 && now[i - 1] == 2)
                    || (x < width - 1 && now[i + 1] == 2)
                    || (y > 0 && now[i - width] == 2)
                    || (y < height - 1 && now[i + width] == 2);
            next[i] = now[i] == 2 ? 0 : near && now[i] == 1 ? 2 : now[i];
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("gameOfLife", 15, 13, () -> List.of(booleans(15 * 13, 1), new boolean[15 * 13], 15, 13));
        kernels.loop("elementary", () -> List.of(states(100, 2, 2), new byte[100], 110));
        kernels.loop("rule110", () -> List.of(longs(40, 3), 25));
        kernels.grid("langtonsAnt", 16, () -> List.of(150, new int[16]));
        kernels.loop("forestFire", () -> List.of(states(300, 4, 3), new byte[300], 20));
    }

    private static byte[] states(int length, long seed, int count) {
        byte[] states = new byte[length];
        int[] chosen = Seeded.ints(length, seed, 0, count);
        for (int i = 0; i < length; i++) {
            states[i] = (byte) chosen[i];
        }
        return states;
    }
}
