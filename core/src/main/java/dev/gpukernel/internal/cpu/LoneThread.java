package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.BlockThread;
import dev.gpukernel.device.WarpValues;
import java.lang.reflect.Array;

/**
 * A thread of a kernel whose threads need nothing of each other. It may still ask for shared arrays of which it uses the length alone; it
 * reads and writes none.
 */
enum LoneThread implements BlockThread {
    INSTANCE;

    @Override
    public BlockVotes meetBlock(String operation, boolean vote) {
        throw alone(operation);
    }

    @Override
    public void meetGrid() {
        throw alone("Grid.sync");
    }

    @Override
    public WarpValues meetWarp(String operation, int mask, long bits) {
        throw alone(operation);
    }

    @Override
    public RuntimeException absent(String operation, int lane, int present) {
        throw alone(operation);
    }

    @Override
    public int presentLanes() {
        throw alone("Warp.activeMask");
    }

    private static IllegalStateException alone(String operation) {
        return new IllegalStateException(operation + " in a kernel whose threads are alone");
    }

    @Override
    public Object sharedArray(Class<?> type, int... sizes) {
        return Array.newInstance(type, sizes);
    }

    @Override
    public Object dynamicArray(Class<?> type, int byteOffset, int length) {
        return Array.newInstance(type, 0);
    }

    @Override
    public int dynamicBytes() {
        return 0;
    }

    @Override
    public void print(String text) {
        System.out.print(text);
    }

    @Override
    public void pause() {
        Thread.onSpinWait();
    }
}
