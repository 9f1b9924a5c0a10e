package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

final class Ops {
    static final class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    @GpuKernel
    static void chosen(int[] a) {
        Node list = null;
        for (int i = 0; i < a[Grid.x()]; i++) {
            list = new Node(i, list);
        }
        a[Grid.x()] = 1;
    }
}
