package rejected;

import dev.gpukernel.GpuKernel;

/** Bodies with loops that cannot run in parallel beside what has no meaning on a GPU. All of it is said at once, and nothing else. */
final class RejectedTogether {
    static volatile int counter;

    @GpuKernel
    static void before(int[] a, int[] b) {
        System.err.println("begins"); // finds FieldAccess
        for (int i = 1; i < a.length; i++) {
            a[i] += a[i - 1] / 2; // finds LoopDependence
        }
    }

    @GpuKernel
    static void after(int[] a, float[] b) {
        for (int i = 0; i < b.length; i++) {
            b[0] = i; // finds LoopDependence
        }
        for (int i = 0; i < a.length; i++) {
            a[i] = counter; // finds VolatileField
        }
    }

    @GpuKernel
    static void threeLoops(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
        }
        for (int i = 0; i < a.length; i++) {
            b[i & 3] = a[i]; // finds LoopDependence
        }
        int i = 0;
        while (a[i] < 10) { // finds LoopShape
            b[i] = 1;
            i += a[i];
        }
        for (int j = 0; j < a.length; j++) {
            a[j] = counter; // finds VolatileField
        }
    }

    @GpuKernel
    static void ofCalled(int[] a, int[] b) {
        for (int j = 0; j < b.length; j++) {
            b[j] = counter; // finds VolatileField
        }
        echo(a);
    }

    static void echo(int[] a) {
        for (int i = 1; i < a.length; i++) {
            a[i] += a[i - 1] / 2; // finds LoopDependence
        }
    }

    @GpuKernel
    static void dependsOnIt(int[] a, int[] b) {
        int step = counter; // finds VolatileField
        for (int i = 0; i < a.length; i++) {
            a[i * step] = i;
        }
        for (int i = 0; i < step; i++) {
            a[i & 7] = i;
        }
    }

    @GpuKernel
    static void dependsOnAWay(int[] a, int[] b) {
        int step = 1;
        if (counter > 1) { // finds VolatileField
            step = 0;
        }
        for (int i = 0; i < a.length; i++) {
            a[i * step] = i;
        }
    }

    @GpuKernel
    static void dependsOnWhatItChanges(int[] a, int[] b) {
        Counted counted = new Counted(0);
        counted.change();
        for (int i = 0; i < a.length; i++) {
            a[i * counted.step] = i;
        }
    }

    /** Something with a number. */
    static final class Counted {
        int step;

        Counted(int step) {
            this.step = step;
        }

        void change() {
            step = counter; // finds VolatileField
        }
    }

    @GpuKernel
    static void around(int[] a, int[] b) {
        for (int t = 0; t < 9; t++) {
            for (int i = 1; i < a.length; i++) {
                a[i] += a[i - 1] / 2;
            }
            logged(t);
        }
    }

    static int logged(int value) {
        System.err.println(value); // finds FieldAccess
        return value;
    }

    @GpuKernel
    static void numbersAlone(int[] a, int n) {
        int sum = 0;
        for (int i = 1; i < n; i++) {
            sum = sum * i + 1;
        }
        for (int i = 1; i < a.length; i++) {
            a[i] = sum + counter; // finds VolatileField
        }
    }

    @GpuKernel
    static void arraysThatSwap(int[] a, int[] b, int n) {
        int[] from = a;
        int[] to = b;
        for (int t = 0; t < n; t++) {
            for (int i = 0; i < a.length; i++) {
                to[i] = from[i] + 1;
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        System.err.println(n); // finds FieldAccess
        for (int i = 0; i < a.length; i++) {
            a[5] = i; // finds LoopDependence
        }
    }

    @GpuKernel
    static void arraysThatAreMade(int[] a, int n) {
        int[] own = new int[n];
        for (int i = 0; i < n; i++) {
            own[i] = a[i];
        }
        System.err.println(n); // finds FieldAccess
        for (int i = 1; i < n; i++) {
            a[i] = own[i] + a[i - 1] / 2; // finds LoopDependence
        }
    }
}
