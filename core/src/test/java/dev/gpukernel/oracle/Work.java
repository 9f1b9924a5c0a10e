package dev.gpukernel.oracle;

/** Counts about how many statements a generated method runs, so that calls in loops of calls in loops do not take forever. */
final class Work {
    /** Larger, calls translated in place of calls make kernels that take longer to compile than to be useful. */
    private static final int MOST_SIZE = 100;

    private final int mostSteps;
    private int weight = 1;
    private int steps;
    private int size;
    private boolean loops;
    private boolean makesArrays;

    Work(int mostSteps) {
        this.mostSteps = mostSteps;
    }

    void statement() {
        steps += weight;
        size++;
    }

    /** Counts what a body adds as often as its loop repeats it. */
    void repeated(int times, Runnable body) {
        loops = true;
        int before = weight;
        weight = before * times;
        body.run();
        weight = before;
    }

    boolean hasRoomFor(Helper helper) {
        return steps + (long) weight * helper.work() <= mostSteps && size + helper.size() <= MOST_SIZE;
    }

    boolean hasRoomFor(int times) {
        return steps + 4L * weight * times <= mostSteps;
    }

    void call(Helper helper) {
        steps += weight * helper.work();
        size += helper.size();
        loops |= helper.loops();
        makesArrays |= helper.usesArrays();
    }

    /** Counts an array that is made. */
    void array() {
        makesArrays = true;
    }

    boolean loops() {
        return loops;
    }

    boolean makesArrays() {
        return makesArrays;
    }

    int steps() {
        return steps;
    }

    int size() {
        return size;
    }
}
