package rejected;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;

/** Bodies that have no meaning on a GPU. A line that is reported says so. */
final class RejectedBodies {
    static final int[] TABLE = {1, 2, 3};
    static volatile int counter;

    static int twice(int value) {
        return 2 * value;
    }

    static int factorial(int value) {
        return value < 2 ? 1 : value * other(value - 1);
    }

    static int other(int value) {
        return factorial(value); // finds Recursion
    }

    static int logged(int value) {
        System.err.println(value); // finds FieldAccess
        return value;
    }

    record Pair(int first, int second) {}

    @GpuKernel
    static void concatenation(int[] a) {
        int i = Grid.x();
        String text = "element " + i;
        a[i] = text.length(); // finds CallUnsupported
    }

    @GpuKernel
    static void print(int[] a) {
        int i = Grid.x();
        System.err.println(i); // finds FieldAccess
        a[i] = 1;
    }

    @GpuKernel
    static void newObject(int[] a) {
        Object lock = new Object(); // finds Allocation
        a[Grid.x()] = lock.hashCode();
    }

    @GpuKernel
    static void newArray(int[] a) {
        int[] own = new int[Grid.x()]; // finds Allocation
        own[0] = 1;
        a[Grid.x()] = own[0] + own.length;
    }

    @GpuKernel
    static void newMatrix(int[] a) {
        float[][] own = new float[4][]; // finds RowByRow
        own[0] = new float[a[0]];
        a[Grid.x()] = (int) own[0][1];
    }

    @GpuKernel
    static void field(int[] a) {
        a[Grid.x()] = counter; // finds VolatileField
        counter = 1; // finds VolatileField
    }

    @GpuKernel
    static void constantArray(int[] a) {
        TABLE[0] = a[Grid.x()]; // finds TableWrite
    }

    @GpuKernel
    static void thrown(int[] a) {
        int i = Grid.x();
        if (a[i] < 0) {
            throw new IllegalArgumentException("negative: " + a[i] + i + a[0] + a[1] + a[2] + a[3] + a[4]); // finds ExceptionArguments
        }
    }

    @GpuKernel
    static void locked(int[] a) {
        synchronized (a) { // finds Synchronized
            a[Grid.x()] = 1;
        }
    }

    @GpuKernel
    static void thrownCause(int[] a) {
        int i = Grid.x();
        if (a[i] < 0) {
            throw new IllegalArgumentException("negative", null); // finds ExceptionArguments
        }
    }

    @GpuKernel
    static void recursion(int[] a) {
        int i = Grid.x();
        a[i] = factorial(i);
    }

    @GpuKernel
    static void calledMethodPrints(int[] a) {
        int i = Grid.x();
        a[i] = logged(i);
    }

    @GpuKernel
    static void objectChoice(int[] a) {
        int i = Grid.x();
        Node list = new Node(0, null);
        for (int k = 0; k < i; k++) { // finds ObjectChoice
            list = new Node(k, list);
        }
        a[i] = list.value;
    }

    @GpuKernel
    static void lambda(int[] a) {
        Runnable run = () -> counter++; // finds VolatileField
        run.run();
        a[Grid.x()] = 1;
    }

    @GpuKernel
    static void typeTest(int[] a) {
        Object array = a;
        if (array instanceof float[]) { // finds ReferenceValue
            a[Grid.x()] = 1;
        }
    }

    @GpuKernel
    static void castToAnother(int[] a) {
        Object array = a;
        a[Grid.x()] = (int) ((float[]) array)[0]; // finds ReferenceValue
    }

    @GpuKernel
    static void compared(int[][] a, int[] b) {
        if (a[0] == b) { // finds ReferenceValue
            b[Grid.x()] = 1;
        }
    }

    @GpuKernel
    static void nothing(int[] a) {
        int[] none = null;
        a[Grid.x()] = none[0]; // finds ReferenceValue
    }

    @GpuKernel
    static void fieldOfNothing(int[] a) {
        Node none = null;
        a[Grid.x()] = none.value; // finds ReferenceValue
    }

    @GpuKernel
    static void storedObject(int[] a) {
        Object[] all = {new Node(1, null)}; // finds ObjectLeaves
        kept = new Node(2, null); // finds ObjectLeaves
        a[Grid.x()] = 1;
    }

    @GpuKernel
    static Dice returnedObject(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
        }
        return new Dice(a.length); // finds ObjectLeaves
    }

    /** Has fields of the JDK. */
    static final class Dice extends java.util.Random {
        Dice(long seed) {
            super(seed);
        }
    }

    @GpuKernel
    static void passedObject(int[] a) {
        System.identityHashCode(new Node(1, null)); // finds ObjectLeaves
        a[Grid.x()] = new Node(2, null).hashCode(); // finds CallUnsupported
    }

    @GpuKernel
    static void countedObjects(int[] a) {
        a[Grid.x()] = new Numbered().number;
    }

    @GpuKernel
    static void lockedObject(int[] a) {
        Node node = new Node(1, null);
        synchronized (node) { // finds Synchronized
            a[Grid.x()] = node.value;
        }
    }

    @GpuKernel
    static void calls(int[] a) {
        int i = Grid.x();
        a[i] = twice(i);
        a[i] += Integer.toString(i).length(); // finds CallUnsupported
        a[i] += (int) System.nanoTime(); // finds CallUnsupported
        a[i] += "x".repeat(i).hashCode(); // finds CallUnsupported
    }

    @GpuKernel
    static void parameterType(StringBuilder unused, int[] a) { // the body of it is read all the same
        a[Grid.x()] = counter; // finds ParameterType VolatileField
    }

    @GpuKernel
    static void arrayChoice(int n, float[] a, float[] b) {
        float[] chosen = n > 3 ? a : b;
        Block.sync(); // finds ArrayChoice
        chosen[Grid.x()] = 1;
    }

    @GpuKernel
    static void exchangedInManyOrders(int n, float[] a, float[] b, float[] c, float[] d) {
        for (int k = 0; k < n; k++) { // finds ArrayChoice
            a[Grid.x()] = k;
            float[] swapped = a;
            a = b;
            b = swapped;
            if (a[k] > 3) {
                swapped = b;
                b = c;
                c = d;
                d = swapped;
            }
        }
    }

    @GpuKernel
    static void exchangedBetweenBarriers(int n, float[] a, float[] b) {
        for (int k = 0; k < n; k++) {
            a[Grid.x()] = k;
            Block.sync(); // finds ArrayChoice
            float[] swapped = a;
            a = b;
            b = swapped;
        }
    }

    @GpuKernel
    static void aliasOfOneArray(float[] a) {
        float[] same = a;
        same[Grid.x()] = 1;
    }

    @GpuKernel
    static void many(int[] a) {
        int i = Grid.x();
        String text = "x" + i;
        if (counter > 3) { // finds VolatileField
            System.err.println(text); // finds FieldAccess
            int[] own = new int[i];
            own[0] = (int) System.nanoTime(); // finds CallUnsupported
        }
        a[i] = 1;
        synchronized (a) { // finds Synchronized
            a[i]++;
        }
    }

    @GpuKernel
    static void rowsInALoop(int[] a) {
        int[][] own = new int[1][];
        for (int k = 0; k < a[0]; k++) {
            own[k] = new int[3]; // finds RowByRow
        }
        a[Grid.x()] = 1;
    }

    static Node kept;

    /** An element of a list. */
    static final class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /** An object with a number of its own. */
    static final class Numbered {
        static volatile int last;

        final int number;

        Numbered() {
            last++; // finds VolatileField
            number = last; // finds VolatileField
        }
    }

    static int upTo100(int value) {
        return value > 0 && value < 100 ? upTo100(value + 1) : value; // finds Recursion
    }

    @GpuKernel
    static void tooOften(int[] a) {
        int i = Grid.x();
        a[i] = upTo100(i);
    }
}
